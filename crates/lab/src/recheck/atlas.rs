use std::convert::Infallible;

use engine::mijnlieff::atlas::{self, Job};
use engine::mijnlieff::{Atlas, Entry};
use game::Random;
use mijnlieff::Layout;

/// Boards of an atlas that are to be solved again.
pub struct AtlasCheck<'a> {
    atlas: &'a Atlas,
    jobs: Vec<Job>,
}

/// A board that the atlas has wrong.
#[derive(Clone, Debug)]
pub struct Difference<'a> {
    /// What the atlas says.
    pub known: &'a Entry,
    /// What was found.
    pub solved: Entry,
}

impl<'a> AtlasCheck<'a> {
    /// This many random boards, each at most once.
    #[must_use]
    pub fn new(atlas: &'a Atlas, count: usize, seed: u64) -> AtlasCheck<'a> {
        let mut random = Random::new(seed);
        let mut left: Vec<&Entry> = atlas.entries().iter().collect();
        let mut jobs = Vec::new();
        while jobs.len() < count && !left.is_empty() {
            let at = random.below(left.len() as u64) as usize;
            jobs.push(left.swap_remove(at).job());
        }
        AtlasCheck { atlas, jobs }
    }

    /// How many boards there are.
    #[must_use]
    pub fn boards(&self) -> usize {
        self.jobs.len()
    }

    /// Solves them on so many threads; those that differ, by name. `done` hears of each board.
    pub fn run(&self, threads: usize, mut done: impl FnMut(&Layout)) -> Vec<Difference<'a>> {
        let mut wrong = Vec::new();
        let Ok(()) = atlas::solve(&self.jobs, threads, |solved| {
            done(solved.layout());
            let known = self.atlas.entry(solved.layout());
            if let Some(known) = known.filter(|known| !known.agrees(&solved)) {
                wrong.push(Difference { known, solved });
            }
            Ok::<(), Infallible>(())
        });
        wrong.sort_by_key(|difference| difference.known.layout().to_string());
        wrong
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_picked_once_each_and_the_same_for_a_seed() {
        let atlas = Atlas::embedded();
        let boards = |count, seed| -> Vec<String> {
            let check = AtlasCheck::new(&atlas, count, seed);
            let layouts = check.jobs.iter().map(|job| job.layout().to_string());
            layouts.collect()
        };
        assert_eq!(boards(5, 7), boards(5, 7));
        assert_ne!(boards(5, 7), boards(5, 8));
        let mut all = boards(1_000, 1);
        assert_eq!(all.len(), atlas.entries().len());
        all.sort();
        all.dedup();
        assert_eq!(all.len(), atlas.entries().len());
    }
}
