use std::fmt;

use engine::Stop;
use engine::mijnlieff::{Book, FirstMoves, Solver, Start};
use game::Random;
use mijnlieff::Gaps;

/// Something that an opening book holds.
#[derive(Clone, Debug)]
pub enum BookEntry {
    /// A position of the base board, by its number in the book.
    Base(usize),
    /// The first moves of a board.
    Board(Start),
}

impl fmt::Display for BookEntry {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            BookEntry::Base(number) => write!(f, "{number}"),
            BookEntry::Board(start) => {
                let gaps = match start.gaps() {
                    Gaps::Block => "",
                    Gaps::Cross => ",gaps=cross",
                };
                write!(f, "board={}{gaps}", start.layout())
            }
        }
    }
}

/// Entries of the opening books that are to be solved again.
pub struct BookCheck<'a> {
    /// The book of the base board.
    pub base: &'a Book,
    /// The first moves of all boards.
    pub boards: &'a FirstMoves,
    /// How many entries of each.
    pub count: usize,
    /// Which ones.
    pub seed: u64,
}

impl BookCheck<'_> {
    /// Solves them, those of the base board with this solver; the wrong ones. `done` hears of each.
    pub fn run(&self, solver: &Solver, mut done: impl FnMut(&BookEntry)) -> Vec<BookEntry> {
        let starts = Start::all();
        let mut random = Random::new(self.seed);
        let mut wrong = Vec::new();
        for _ in 0..self.count {
            let number = random.below(self.base.states() as u64) as usize;
            let start = random.pick(&starts).expect("there are boards").clone();
            for entry in [BookEntry::Base(number), BookEntry::Board(start)] {
                if !self.is_right(&entry, solver) {
                    wrong.push(entry.clone());
                }
                done(&entry);
            }
        }
        wrong
    }

    fn is_right(&self, entry: &BookEntry, solver: &Solver) -> bool {
        let stop = Stop::never();
        let right = match entry {
            BookEntry::Base(number) => self.base.check(*number, solver, &stop),
            BookEntry::Board(start) => self.boards.check(start, &stop),
        };
        right.expect("nothing stops it")
    }
}
