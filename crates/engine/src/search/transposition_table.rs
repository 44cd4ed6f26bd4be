use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};

/// What a transposition table stores of a state, in 56 bits.
pub(crate) trait Entry: Copy {
    /// How much work it was, such as the depth searched: the entry with the least is replaced.
    fn work(self) -> u8;

    /// All but the work, in 48 bits.
    fn payload(self) -> u64;

    /// The entry of a work and a payload.
    fn new(work: u8, payload: u64) -> Self;
}

/// Where an entry is, and what it is recognised by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    /// The bucket, spread over all numbers.
    pub(crate) bucket: u64,
    /// The state, or a hash of it that is independent of the bucket.
    pub(crate) check: u64,
}

/// An entry that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found<E> {
    /// Stored by this search.
    Now(E),
    /// Stored by an earlier search.
    Earlier(E),
}

/// What is known of states, shared by all threads without locks, in memory that never grows.
///
/// A slot is two words, the second of them the check mixed with the first: what two threads wrote
/// at once does not fit together and is not found.
pub(crate) struct TranspositionTable<E> {
    slots: Box<[Slot]>,
    /// The first slot that begins a line of the processor's cache, where the buckets begin.
    first: usize,
    /// A power of two.
    buckets: usize,
    /// The search that writes; 0 marks an empty slot.
    generation: u8,
    entries: PhantomData<fn(E) -> E>,
}

/// Data, and the check mixed with it.
type Slot = [AtomicU64; 2];

/// Slots of a bucket, which fill one line of the processor's cache.
const SLOTS: usize = 4;

/// Bytes of a bucket.
const BUCKET: usize = SLOTS * size_of::<Slot>();

impl<E: Entry> TranspositionTable<E> {
    /// A table of at most so many bytes (and less than a bucket for alignment), and at least one
    /// bucket.
    pub(crate) fn new(bytes: usize) -> TranspositionTable<E> {
        let buckets = 1 << (bytes / BUCKET).max(1).ilog2();
        // Slots with the alignment of a word: the compiler then asks for memory that is zero already
        // and touches none of it, as it does not for types with the alignment of a line.
        let empty = || [AtomicU64::new(0), AtomicU64::new(0)];
        let slots = std::iter::repeat_with(empty).take(buckets * SLOTS + SLOTS - 1);
        let slots: Box<[Slot]> = slots.collect();
        TranspositionTable {
            first: slots.as_ptr().align_offset(BUCKET).min(SLOTS - 1),
            slots,
            buckets,
            generation: 1,
            entries: PhantomData,
        }
    }

    /// The bytes of its buckets, which never change.
    pub(crate) fn bytes(&self) -> usize {
        self.buckets * BUCKET
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        for [data, check] in &mut self.slots {
            *data.get_mut() = 0;
            *check.get_mut() = 0;
        }
        self.generation = 1;
    }

    /// Begins another search: entries from now on are worth more than those that are there.
    pub(crate) fn begin_search(&mut self) {
        match self.generation.checked_add(1) {
            Some(generation) => self.generation = generation,
            None => self.clear(),
        }
    }

    #[inline]
    fn bucket(&self, key: Key) -> &[Slot] {
        let bucket = key.bucket as usize & (self.buckets - 1);
        let from = self.first + bucket * SLOTS;
        &self.slots[from..from + SLOTS]
    }

    /// What is stored of a state.
    #[inline]
    pub(crate) fn probe(&self, key: Key) -> Option<Found<E>> {
        for [data, check] in self.bucket(key) {
            let data = data.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ data == key.check && data != 0 {
                let entry = E::new((data >> 8) as u8, data >> 16);
                return Some(if data as u8 == self.generation {
                    Found::Now(entry)
                } else {
                    Found::Earlier(entry)
                });
            }
        }
        None
    }

    /// Stores what is known of a state, in place of the entry of an earlier search, else of that
    /// with the least work.
    #[inline]
    pub(crate) fn store(&self, key: Key, entry: E) {
        let mut slot = None;
        let mut least = u64::MAX;
        for candidate in self.bucket(key) {
            let old = candidate[0].load(Ordering::Relaxed);
            if candidate[1].load(Ordering::Relaxed) ^ old == key.check {
                slot = Some(candidate);
                break;
            }
            let current = old as u8 == self.generation;
            let worth = (old >> 8 & 0xff) + if current { 256 } else { 0 };
            if worth < least {
                least = worth;
                slot = Some(candidate);
            }
        }
        let data =
            u64::from(self.generation) | u64::from(entry.work()) << 8 | entry.payload() << 16;
        if let Some([first, second]) = slot {
            first.store(data, Ordering::Relaxed);
            second.store(data ^ key.check, Ordering::Relaxed);
        }
    }
}

impl<E> Found<E> {
    /// The entry, whoever stored it.
    #[inline]
    pub(crate) fn entry(self) -> E {
        match self {
            Found::Now(entry) | Found::Earlier(entry) => entry,
        }
    }
}

/// Spreads keys over a table.
#[inline]
pub(crate) fn mix(key: u64) -> u64 {
    let mixed = (key ^ key >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Depth(u8, u64);

    impl Entry for Depth {
        fn work(self) -> u8 {
            self.0
        }

        fn payload(self) -> u64 {
            self.1
        }

        fn new(work: u8, payload: u64) -> Depth {
            Depth(work, payload)
        }
    }

    fn key(number: u64) -> Key {
        Key {
            bucket: number,
            check: number,
        }
    }

    const DEEP: Depth = Depth(30, (1 << 48) - 1);

    #[test]
    fn a_table_stays_inside_its_memory_and_keeps_the_deepest() {
        for bytes in [0, 1, 1 << 10, 100_000, 1 << 20] {
            let mut table = TranspositionTable::new(bytes);
            assert!(table.bytes() <= bytes.max(BUCKET), "{bytes}");
            table.store(key(1), DEEP);
            for number in 2..10_000 {
                table.store(key(number), Depth(3, 5));
            }
            assert_eq!(table.probe(key(1)), Some(Found::Now(DEEP)), "{bytes}");
            table.begin_search();
            assert_eq!(table.probe(key(1)), Some(Found::Earlier(DEEP)));
            table.clear();
            assert_eq!(table.probe(key(1)), None);
        }
    }

    #[test]
    fn no_search_takes_the_entries_of_another_for_its_own() {
        let mut table = TranspositionTable::new(1 << 10);
        table.store(key(1), DEEP);
        for _ in 0..600 {
            table.begin_search();
            assert!(!matches!(table.probe(key(1)), Some(Found::Now(_))));
        }
    }

    #[test]
    fn an_entry_of_an_earlier_search_is_replaced_first() {
        let mut table = TranspositionTable::new(0);
        table.store(key(1), DEEP);
        table.begin_search();
        for number in 2..=4 {
            table.store(key(number), Depth(1, number));
        }
        table.store(key(5), Depth(1, 5));
        assert_eq!(table.probe(key(1)), None);
        for number in 2..=5 {
            let entry = Found::Now(Depth(1, number));
            assert_eq!(table.probe(key(number)), Some(entry));
        }
    }
}
