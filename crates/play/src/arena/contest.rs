use engine::Computer;
use mijnlieff::{Mijnlieff, Square, Turning};
use moulin::{Moulin, Symmetry};

use crate::Family;

/// A game that computer players can meet at.
pub trait Contest: Family + Computer {
    /// The line in the least of its turned and mirrored forms: lines that are images of each other
    /// have the same.
    fn least_image(&self, line: &[Self::Move]) -> Vec<u64>;
}

impl Contest for Mijnlieff {
    fn least_image(&self, line: &[mijnlieff::Move]) -> Vec<u64> {
        let board = self.board();
        let same = |turning: &&Turning| board.layout().turned(**turning) == *board.layout();
        let images = Turning::ALL.iter().filter(same);
        let images = images.filter_map(|turning| board.image(*turning, board));
        let of_line = |image: Vec<Square>| {
            let number = |played: &mijnlieff::Move| match *played {
                mijnlieff::Move::Pass => u64::MAX,
                mijnlieff::Move::Place { kind, square } => {
                    (kind.index() << 8 | image[square.index()].index()) as u64
                }
            };
            line.iter().map(number).collect()
        };
        images.map(of_line).min().unwrap_or_default()
    }
}

impl Contest for Moulin {
    fn least_image(&self, line: &[moulin::Move]) -> Vec<u64> {
        let number = |played: moulin::Move| {
            let point =
                |point: Option<moulin::Point>| point.map_or(0, |point| 1 + point.index() as u64);
            let takes = u64::from(played.takes().bits());
            takes << 16 | point(played.from()) << 8 | point(played.to())
        };
        let image = |symmetry: &Symmetry| -> Vec<u64> {
            let moves = line.iter().map(|played| symmetry.played(*played));
            moves.map(number).collect()
        };
        let images = self.rules().board.symmetries();
        images.iter().map(image).min().unwrap_or_default()
    }
}
