use super::subsets::{self, Subsets};
use crate::kernel::Geometry;

/// The sets of so many stones up to symmetry.
pub(crate) struct Classes {
    /// The least set of each class as a binary number, in ascending order.
    pub(crate) least: Vec<u32>,
    /// By the rank of a set: its class and the first symmetry that leads to the least.
    canonical: Vec<Canonical>,
}

/// Where a set belongs.
#[derive(Clone, Copy)]
pub(crate) struct Canonical(u32);

impl Canonical {
    /// The number of the class.
    #[inline]
    pub(crate) fn class(self) -> usize {
        (self.0 >> 8) as usize
    }

    /// Both numbers in one word, the class above the lowest byte.
    #[cfg(feature = "cuda")]
    pub(crate) fn word(self) -> u32 {
        self.0
    }

    /// The number of the symmetry that makes the set the least of its class.
    #[inline]
    pub(crate) fn symmetry(self) -> usize {
        (self.0 & 0xff) as usize
    }
}

impl Classes {
    /// The memory they take, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.least.as_slice()) + size_of_val(self.canonical.as_slice())
    }

    pub(crate) fn new(geometry: &Geometry, subsets: &Subsets, stones: u32) -> Classes {
        const UNSEEN: Canonical = Canonical(u32::MAX);
        let sets = subsets::sets(geometry.size(), stones);
        let ranks = subsets.ranks(stones);
        let mut least = Vec::new();
        let mut canonical = vec![UNSEEN; sets.len()];
        for (rank, set) in sets.into_iter().enumerate() {
            if canonical[rank].0 != UNSEEN.0 {
                continue;
            }
            let class = least.len() as u32;
            least.push(set);
            // Which of several symmetries that fit comes first is judged from the other set.
            for image in geometry.images() {
                let other = image.set(set);
                let fits = |number: &usize| geometry.images()[*number].set(other) == set;
                let first = (0..geometry.images().len()).find(fits);
                let symmetry = first.expect("symmetries are a group") as u32;
                canonical[ranks.of(other)] = Canonical(class << 8 | symmetry);
            }
        }
        Classes { least, canonical }
    }

    /// By class: how many sets belong to it.
    pub(crate) fn sizes(&self) -> Vec<u64> {
        let mut sizes = vec![0; self.least.len()];
        self.canonical
            .iter()
            .for_each(|canonical| sizes[canonical.class()] += 1);
        sizes
    }

    /// Where the set with this rank belongs.
    #[inline]
    pub(crate) fn canonical(&self, rank: usize) -> Canonical {
        self.canonical[rank]
    }
}
