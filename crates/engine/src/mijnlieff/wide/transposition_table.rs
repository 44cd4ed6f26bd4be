use super::state::State;

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
    /// In hundredths of a point, for the side to move.
    pub(super) value: i16,
    pub(super) bound: Bound,
    /// Pieces looked ahead; as many as are left where the value is that of the end of the game.
    pub(super) depth: u8,
    /// The best move found: kind and square in eight bits.
    pub(super) best: Option<u8>,
}

/// Where a state is kept, and by what it is recognised there. The two numbers are made
/// independently, so that a mistake takes both to agree: one in 2⁶⁴ for each look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    place: u64,
    check: u64,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    check: u64,
    known: Known,
    /// The search that wrote it; 0 is nobody's.
    age: u8,
}

const EMPTY: Entry = Entry {
    check: 0,
    known: Known {
        value: 0,
        bound: Bound::Both,
        depth: 0,
        best: None,
    },
    age: 0,
};

/// States that share a place.
const BUCKET: usize = 4;

/// Values of states, in memory that never grows.
#[derive(Clone, Debug)]
pub(super) struct Cache {
    entries: Box<[Entry]>,
    age: u8,
}

impl Cache {
    /// A cache of at most so many bytes, and at least one place.
    pub(super) fn new(bytes: usize) -> Cache {
        let buckets = (bytes / (BUCKET * size_of::<Entry>())).max(1);
        let buckets = 1 << buckets.ilog2();
        Cache {
            entries: vec![EMPTY; buckets * BUCKET].into_boxed_slice(),
            age: 1,
        }
    }

    /// How many bytes it holds, now and for ever.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.entries)
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.entries.fill(EMPTY);
        self.age = 1;
    }

    /// What is kept from now on is worth more than what is there.
    pub(super) fn grow_older(&mut self) {
        self.age = if self.age == u8::MAX { 1 } else { self.age + 1 };
    }

    #[inline]
    fn bucket(&self, key: Key) -> usize {
        let buckets = self.entries.len() / BUCKET;
        (key.place as usize & (buckets - 1)) * BUCKET
    }

    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<Known> {
        let from = self.bucket(key);
        let bucket = &self.entries[from..from + BUCKET];
        let found = bucket
            .iter()
            .find(|entry| entry.check == key.check && entry.age != 0);
        found.map(|entry| entry.known)
    }

    /// Keeps what is known, in the place of the oldest or shallowest.
    #[inline]
    pub(super) fn put(&mut self, key: Key, known: Known) {
        let from = self.bucket(key);
        let age = self.age;
        let bucket = &mut self.entries[from..from + BUCKET];
        let worth = |entry: &Entry| {
            if entry.check == key.check {
                return -1;
            }
            i32::from(entry.known.depth) + if entry.age == age { 256 } else { 0 }
        };
        if let Some(entry) = bucket.iter_mut().min_by_key(|entry| worth(entry)) {
            *entry = Entry {
                check: key.check,
                known,
                age,
            };
        }
    }
}

impl Key {
    #[inline]
    pub(super) fn of(state: &State) -> Key {
        let hands = u64::from(state.my_hand.bits()) << 16 | u64::from(state.their_hand.bits());
        let place = fold(
            state.mine ^ 0x2d35_8dcc_aa6c_78a5,
            state.theirs ^ 0x8bb8_4b93_962e_acc9,
        ) ^ fold(
            state.open ^ 0x4b33_a62e_d433_d4a3,
            hands ^ 0x4d5a_2da5_1de1_aa47,
        );
        let check = fold(
            state.mine ^ 0xa076_1d64_78bd_642f,
            state.open ^ 0xe703_7ed1_a0b4_28db,
        )
        .wrapping_add(fold(
            state.theirs ^ 0x8ebc_6af0_9c88_c6e3,
            hands ^ 0x5899_65cc_7537_4cc3,
        ));
        Key {
            place: place ^ place >> 32,
            check,
        }
    }
}

/// The product of two numbers, its halves laid over each other.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(value: i16, depth: u8) -> Known {
        Known {
            value,
            bound: Bound::Both,
            depth,
            best: Some(7),
        }
    }

    #[test]
    fn a_cache_stays_inside_its_memory_and_keeps_the_deepest() {
        for bytes in [0, 1, 1 << 10, 100_000, 1 << 20] {
            let mut cache = Cache::new(bytes);
            let least = BUCKET * size_of::<Entry>();
            assert!(cache.bytes() <= bytes.max(least), "{bytes}");
            let deep = Key { place: 0, check: 1 };
            cache.put(deep, known(100, 30));
            for check in 2..10_000 {
                let place = if bytes < 1 << 10 { 0 } else { check };
                cache.put(Key { place, check }, known(5, 3));
            }
            assert_eq!(cache.get(deep), Some(known(100, 30)), "{bytes}");
            cache.clear();
            assert_eq!(cache.get(deep), None);
        }
    }
}
