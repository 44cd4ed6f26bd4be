//! The atlas: what best play gives on every board of one set, under every opening.
//!
//! ```
//! use engine::mijnlieff::Atlas;
//! use mijnlieff::{Layout, Opening};
//!
//! let atlas = Atlas::embedded();
//! let base = atlas.entry(&Layout::standard(1).unwrap()).unwrap();
//! assert_eq!(base.threes(), 24);
//! assert_eq!(base.best(Opening::Edge).unwrap().value, -1); // the second player wins by a point
//! let anywhere = base.best(Opening::Anywhere).unwrap();
//! assert_eq!((anywhere.value, anywhere.moves.len()), (1, 4)); // unless a pusher begins inside
//! ```

mod job;
mod text;

use mijnlieff::{Contact, Gaps, Layout, Mijnlieff, Opening, layouts};

use super::Best;
pub use job::{Job, solve};
pub use text::AtlasError;

/// What is known of some boards, in the order of their printed form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Atlas {
    entries: Vec<Entry>,
}

/// What is known of one board of one set, gaps blocking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    layout: Layout,
    threes: usize,
    /// The openings that were solved, the narrowest first.
    solved: Vec<(Opening, Best)>,
    nodes: u64,
}

/// The openings from the fewest first moves to the most: each allows all that the one before does.
pub const WIDENING: [Opening; 4] = [
    Opening::CornerStraight,
    Opening::Corner,
    Opening::Edge,
    Opening::Anywhere,
];

/// Every board of one set, turned and mirrored ones once, in the order of their printed form.
#[must_use]
pub fn boards() -> Vec<Layout> {
    let all = layouts(1, Contact::All);
    all.into_iter()
        .filter(|layout| layout.canonical() == *layout)
        .collect()
}

impl Atlas {
    /// The atlas that comes with the program: all boards, all openings.
    #[must_use]
    pub fn embedded() -> Atlas {
        let text = include_str!("../../../../../data/atlas.json");
        Atlas::read(text).expect("a test reads it")
    }

    /// The boards in it, in the order of their printed form.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What is known of a board, however it lies.
    #[must_use]
    pub fn entry(&self, layout: &Layout) -> Option<&Entry> {
        let layout = layout.canonical();
        self.entries.iter().find(|entry| entry.layout == layout)
    }

    /// Adds a board, or replaces what was known of it.
    pub fn insert(&mut self, entry: Entry) {
        let name = entry.layout.to_string();
        let place = |known: &Entry| known.layout.to_string().cmp(&name);
        match self.entries.binary_search_by(place) {
            Ok(at) => self.entries[at] = entry,
            Err(at) => self.entries.insert(at, entry),
        }
    }

    /// What is left to solve until every board has these openings.
    #[must_use]
    pub fn missing(&self, openings: &[Opening]) -> Vec<Job> {
        let job = |layout: Layout| {
            let entry = self.entry(&layout);
            let known = |opening: &Opening| entry.and_then(|entry| entry.best(*opening)).is_some();
            let wanted = |opening: &Opening| openings.contains(opening) || known(opening);
            let lacking = openings.iter().any(|opening| !known(opening));
            let openings = WIDENING.into_iter().filter(wanted).collect();
            lacking.then(|| Job::new(layout, openings))
        };
        boards().into_iter().filter_map(job).collect()
    }
}

impl Entry {
    /// The board, as the smallest printed form of its eight symmetries.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How many lines of three squares score on it (MJ10).
    #[must_use]
    pub fn threes(&self) -> usize {
        self.threes
    }

    /// What the first player wins by under an opening, and every first move that does it, in the
    /// order of their texts; `None` where that opening was not solved.
    #[must_use]
    pub fn best(&self, opening: Opening) -> Option<&Best> {
        let mut solved = self.solved.iter();
        solved
            .find(|(known, _)| *known == opening)
            .map(|(_, best)| best)
    }

    /// States looked at to find all this out, with one thread.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The game on this board.
    #[must_use]
    pub fn game(&self, opening: Opening) -> Mijnlieff {
        Mijnlieff::new(self.layout.clone(), opening, Gaps::Block)
    }

    /// The work that this entry is the result of.
    #[must_use]
    pub fn job(&self) -> Job {
        let openings = self.solved.iter().map(|(opening, _)| *opening);
        Job::new(self.layout.clone(), openings.collect())
    }

    /// Whether another entry says the same of the board, whatever it took to find out.
    #[must_use]
    pub fn agrees(&self, other: &Entry) -> bool {
        let says = |entry: &Entry| (entry.layout.clone(), entry.threes, entry.solved.clone());
        says(self) == says(other)
    }
}
