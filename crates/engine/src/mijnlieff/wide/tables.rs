use mijnlieff::{Board, Kind, Square};

use crate::mijnlieff::bits::bits;

/// The tables of one board of any size, for search.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    /// Every square.
    pub(super) board: u64,
    /// By kind and square: where the opponent may play next, empty or not.
    reach: Box<[[u64; Square::MOST]; 4]>,
    /// For each line of three through a square its other two squares, square by square.
    pairs: Vec<u64>,
    /// Where the pairs of each square begin, and end with those of the next.
    from: [u16; Square::MOST + 1],
    /// The lines of three.
    threes: Vec<u64>,
}

/// Which lines of three a player sees: everybody but beginners all of them.
pub(super) type Sight<'a> = &'a mut dyn FnMut(u64) -> bool;

impl Tables {
    /// The tables of a board, with the lines that `sees` lets through.
    pub(super) fn new(board: &Board, sees: Sight<'_>) -> Tables {
        let mut reach = Box::new([[0; Square::MOST]; 4]);
        for kind in Kind::ALL {
            for square in board.squares() {
                reach[kind.index()][square.index()] = board.reach(kind, square).bits();
            }
        }
        let mut tables = Tables {
            board: board.squares().bits(),
            reach,
            pairs: Vec::new(),
            from: [0; Square::MOST + 1],
            threes: Vec::new(),
        };
        tables.see(board, sees);
        tables
    }

    /// The same board with other lines.
    pub(super) fn see(&mut self, board: &Board, sees: Sight<'_>) {
        let all = board.threes().iter().map(|three| three.bits());
        self.threes = all.filter(|three| sees(*three)).collect();
        self.pairs.clear();
        for square in 0..Square::MOST {
            self.from[square] = self.pairs.len() as u16;
            let at = 1 << square;
            let through = self.threes.iter().filter(|three| *three & at != 0);
            self.pairs.extend(through.map(|three| three & !at));
        }
        self.from[Square::MOST] = self.pairs.len() as u16;
    }

    /// The lines of three, each as its squares.
    pub(super) fn threes(&self) -> &[u64] {
        &self.threes
    }

    /// The other two squares of each line through a square.
    #[inline]
    pub(super) fn pairs(&self, square: usize) -> &[u64] {
        let [from, to] = [self.from[square & 63], self.from[(square & 63) + 1]];
        &self.pairs[usize::from(from)..usize::from(to)]
    }

    /// The squares open to the opponent of a piece, among these empty ones.
    #[inline]
    pub(super) fn open(&self, kind: usize, square: usize, empty: u64) -> u64 {
        self.reach[kind & 3][square & 63] & empty
    }

    /// The points one more piece on a square gains for the holder of these.
    #[inline]
    pub(super) fn gain(&self, held: u64, square: usize) -> i32 {
        let complete = |pair: &&u64| held & **pair == **pair;
        self.pairs(square).iter().filter(complete).count() as i32
    }

    /// The most points one more piece on an open square gains.
    #[inline]
    pub(super) fn best_gain(&self, held: u64, open: u64) -> i32 {
        let gains = bits(open).map(|square| self.gain(held, square));
        gains.max().unwrap_or(0)
    }
}
