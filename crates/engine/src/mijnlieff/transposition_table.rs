use std::sync::atomic::{AtomicU64, Ordering};

use crate::search::mix;

/// What is known of a state: its value lies between these, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: i8,
    pub(super) high: i8,
    /// The best move found: kind and square in six bits; `None` where none was better.
    pub(super) best: Option<u8>,
}

/// Values of states, shared by all threads without locks.
///
/// An entry is two words, the second of them the key mixed with the first: what two threads
/// wrote at once does not fit together and is not found.
pub(super) struct Cache {
    entries: Box<[[AtomicU64; 2]]>,
    mask: usize,
}

/// States that share a place in the cache; the first is replaced only by larger work.
const BUCKET: usize = 4;

impl Cache {
    /// A cache of at most so many bytes, and at least a kibibyte.
    pub(super) fn new(bytes: usize) -> Cache {
        let entries = (bytes / size_of::<[AtomicU64; 2]>()).max(64);
        let entries = 1 << entries.ilog2();
        let empty = || [AtomicU64::new(0), AtomicU64::new(0)];
        Cache {
            entries: std::iter::repeat_with(empty).take(entries).collect(),
            mask: entries - 1,
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[[AtomicU64; 2]] {
        let mixed = mix(key) as usize & self.mask & !(BUCKET - 1);
        &self.entries[mixed..mixed + BUCKET]
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Bounds> {
        for [data, check] in self.bucket(key) {
            let data = data.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                return Some(Bounds {
                    low: data as i8,
                    high: (data >> 8) as i8,
                    best: ((data >> 16) as u8).checked_sub(1),
                });
            }
        }
        None
    }

    /// Keeps an exact value for as long as there is room for anything.
    pub(super) fn keep(&self, key: u64, value: i8) {
        let bounds = Bounds {
            low: value,
            high: value,
            best: None,
        };
        self.put(key, bounds, u8::MAX);
    }

    /// Keeps what is known, in the place of the state that cost least to search.
    #[inline]
    pub(super) fn put(&self, key: u64, bounds: Bounds, work: u8) {
        let best = u64::from(bounds.best.map_or(0, |best| best + 1));
        let data = u64::from(bounds.low as u8)
            | u64::from(bounds.high as u8) << 8
            | best << 16
            | u64::from(work) << 24
            | 1 << 32;
        let bucket = self.bucket(key);
        let mut cheapest = &bucket[0];
        let mut least = u64::MAX;
        for entry in bucket {
            let old = entry[0].load(Ordering::Relaxed);
            if entry[1].load(Ordering::Relaxed) ^ old == key {
                cheapest = entry;
                break;
            }
            let old_work = old >> 24 & 255;
            if old_work < least {
                least = old_work;
                cheapest = entry;
            }
        }
        cheapest[0].store(data, Ordering::Relaxed);
        cheapest[1].store(data ^ key, Ordering::Relaxed);
    }
}
