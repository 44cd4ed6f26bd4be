use std::sync::atomic::{AtomicU64, Ordering};

use tables::kernel::Turn;

/// What a value in the cache says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The value is at least this.
    Low,
    /// The value is at most this.
    High,
    /// It is this.
    Both,
}

/// What is known of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// For the side to move, ends counted from the state.
    pub(super) value: i16,
    pub(super) bound: Bound,
    /// Turns looked ahead.
    pub(super) depth: u8,
    /// The best turn found.
    pub(super) best: Option<Turn>,
}

/// An entry found, which may be from an earlier search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// Found out by this search.
    Now(Known),
    /// From an earlier one, under another past: good for an order of turns, not for a value.
    Earlier(Known),
}

/// Values of states, shared by all threads without locks, in memory that never grows.
///
/// An entry is two words, the second of them the key mixed with the first: what two threads wrote
/// at once does not fit together and is not found. Keys are whole states, so nothing is mistaken
/// for something else.
pub(super) struct Cache {
    buckets: Box<[Bucket]>,
    /// The search that writes; 0 is nobody's.
    age: u8,
}

/// States that share a place.
const BUCKET: usize = 4;

#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; BUCKET]);

impl Cache {
    /// A cache of at most so many bytes, and at least one place.
    pub(super) fn new(bytes: usize) -> Cache {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        let buckets = 1 << buckets.ilog2();
        let empty = || {
            Bucket(std::array::from_fn(|_| {
                [AtomicU64::new(0), AtomicU64::new(0)]
            }))
        };
        Cache {
            buckets: std::iter::repeat_with(empty).take(buckets).collect(),
            age: 1,
        }
    }

    /// How many bytes it holds, now and for ever.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.buckets)
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        let words = self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0);
        words.for_each(|[data, check]| {
            *data.get_mut() = 0;
            *check.get_mut() = 0;
        });
        self.age = 1;
    }

    /// From now on another search writes.
    pub(super) fn grow_older(&mut self) {
        match self.age.checked_add(1) {
            Some(age) => self.age = age,
            None => self.clear(),
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[[AtomicU64; 2]; BUCKET] {
        let place = crate::search::mix(key) as usize & (self.buckets.len() - 1);
        &self.buckets[place].0
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Found> {
        for [data, check] in self.bucket(key) {
            let data = data.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                let known = unpack(data);
                return Some(if data as u8 == self.age {
                    Found::Now(known)
                } else {
                    Found::Earlier(known)
                });
            }
        }
        None
    }

    /// Keeps what is known, in the place of the oldest or shallowest.
    #[inline]
    pub(super) fn put(&self, key: u64, known: Known) {
        let mut place = None;
        let mut least = u64::MAX;
        for entry in self.bucket(key) {
            let old = entry[0].load(Ordering::Relaxed);
            if entry[1].load(Ordering::Relaxed) ^ old == key {
                place = Some(entry);
                break;
            }
            let worth = (old >> 8 & 0xff) + if old as u8 == self.age { 256 } else { 0 };
            if worth < least {
                least = worth;
                place = Some(entry);
            }
        }
        let data = pack(known, self.age);
        if let Some([first, second]) = place {
            first.store(data, Ordering::Relaxed);
            second.store(data ^ key, Ordering::Relaxed);
        }
    }
}

/// From the low end: age, depth, value, bound, best turn and whether there is one.
#[inline]
fn pack(known: Known, age: u8) -> u64 {
    let best = known.best.map_or(0, |best| 1 << Turn::BITS | best.bits());
    u64::from(age)
        | u64::from(known.depth) << 8
        | u64::from(known.value as u16) << 16
        | (known.bound as u64) << 32
        | u64::from(best) << 34
}

#[inline]
fn unpack(data: u64) -> Known {
    let best = (data >> 34) as u32;
    Known {
        value: (data >> 16) as i16,
        bound: match data >> 32 & 3 {
            0 => Bound::Low,
            1 => Bound::High,
            _ => Bound::Both,
        },
        depth: (data >> 8) as u8,
        best: (best >> Turn::BITS != 0).then(|| Turn::from_bits(best)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(value: i16, depth: u8) -> Known {
        Known {
            value,
            bound: Bound::High,
            depth,
            best: Some(Turn::new(3, 23).taking(5, 31)),
        }
    }

    #[test]
    fn a_cache_stays_inside_its_memory_and_keeps_the_deepest() {
        for bytes in [0, 1, 1 << 10, 100_000, 1 << 20] {
            let mut cache = Cache::new(bytes);
            assert!(cache.bytes() <= bytes.max(size_of::<Bucket>()), "{bytes}");
            cache.put(1, known(-30_000, 30));
            for key in 2..10_000 {
                cache.put(key, known(5, 3));
            }
            assert_eq!(
                cache.get(1),
                Some(Found::Now(known(-30_000, 30))),
                "{bytes}"
            );
            cache.grow_older();
            assert_eq!(cache.get(1), Some(Found::Earlier(known(-30_000, 30))));
            cache.clear();
            assert_eq!(cache.get(1), None);
        }
    }

    #[test]
    fn no_search_takes_the_values_of_another_for_its_own() {
        let mut cache = Cache::new(1 << 10);
        cache.put(1, known(7, 3));
        for _ in 0..600 {
            cache.grow_older();
            assert!(!matches!(cache.get(1), Some(Found::Now(_))));
        }
    }
}
