use game::Side;
use mijnlieff::{Hands, Kind, Mijnlieff, Position, Square, Squares, Turning};

use super::bits::bits;

/// The tables of one board of 16 squares, for search.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    /// By kind and square: where the opponent may play next, empty or not.
    reach: [[u16; 16]; 4],
    /// The points of a player by the squares held.
    points: Box<[u8; 1 << 16]>,
    /// For each symmetry of the board but the identity, where squares go: by low and high byte.
    symmetries: Vec<[[u16; 256]; 2]>,
}

/// A position seen from the side to move, with nothing but what the future depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) mine: u16,
    pub(super) theirs: u16,
    /// The empty squares the limit leaves open.
    pub(super) open: u16,
    pub(super) my_hand: Hand,
    pub(super) their_hand: Hand,
}

/// One player's pieces, two bits for each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hand(u8);

impl Hand {
    fn of(hands: Hands, side: Side) -> Hand {
        let counts = Kind::ALL.map(|kind| hands.count(side, kind) as u8);
        let [a, b, c, d] = counts;
        Hand(a | b << 2 | c << 4 | d << 6)
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds of which there is a piece, as the numbers of [`Kind::ALL`].
    #[inline]
    pub(super) fn kinds(self) -> impl Iterator<Item = usize> {
        let mut left = (self.0 | self.0 >> 1) & 0b0101_0101;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let kind = left.trailing_zeros() as usize / 2;
            left &= left - 1;
            Some(kind)
        })
    }

    #[inline]
    pub(super) fn less(self, kind: usize) -> Hand {
        Hand(self.0 - (1 << (2 * kind)))
    }

    /// How many pieces.
    #[inline]
    pub(super) fn count(self) -> u32 {
        let pairs = (self.0 & 0b0011_0011) + (self.0 >> 2 & 0b0011_0011);
        u32::from((pairs & 0b1111) + (pairs >> 4))
    }
}

impl Tables {
    /// The tables of a game of one set; `None` for more sets.
    pub(super) fn new(game: &Mijnlieff) -> Option<Tables> {
        let board = game.board();
        if board.squares().count() != 16 {
            return None;
        }
        let squares: Vec<Square> = board.squares().into_iter().collect();
        let small = |set: Squares| set.bits() as u16;
        let mut reach = [[0; 16]; 4];
        for kind in Kind::ALL {
            for square in &squares {
                reach[kind.index()][square.index()] = small(board.reach(kind, *square));
            }
        }
        let mut points: Box<[u8; 1 << 16]> = vec![0; 1 << 16].try_into().ok()?;
        let threes: Vec<u16> = board.threes().iter().map(|three| small(*three)).collect();
        for (held, points) in points.iter_mut().enumerate() {
            let complete = |three: &&u16| held as u16 & **three == **three;
            *points = threes.iter().filter(complete).count() as u8;
        }
        let mut symmetries = Vec::new();
        for turning in &Turning::ALL[1..] {
            if board.layout().turned(*turning) == *board.layout() {
                symmetries.push(byte_tables(board, *turning)?);
            }
        }
        Some(Tables {
            reach,
            points,
            symmetries,
        })
    }

    /// The state of a position that is not the start of the game: the opening rule is not in it.
    pub(super) fn state(&self, game: &Mijnlieff, position: &Position) -> State {
        let side = position.turn();
        State {
            mine: position.pieces(side).bits() as u16,
            theirs: position.pieces(side.other()).bits() as u16,
            open: game.open(position).bits() as u16,
            my_hand: Hand::of(position.hands(), side),
            their_hand: Hand::of(position.hands(), side.other()),
        }
    }

    #[inline]
    pub(super) fn points(&self, held: u16) -> i32 {
        i32::from(self.points[usize::from(held)])
    }

    /// The squares open to the opponent of a piece, among these empty ones.
    #[inline]
    pub(super) fn open(&self, kind: usize, square: usize, empty: u16) -> u16 {
        self.reach[kind & 3][square & 15] & empty
    }

    /// The least key of a state and its mirror images.
    #[inline]
    pub(super) fn canonical(&self, state: &State) -> u64 {
        let image = |table: &[[u16; 256]; 2], set: u16| {
            table[0][usize::from(set & 255)] | table[1][usize::from(set >> 8)]
        };
        let images = self.symmetries.iter().map(|table| {
            State {
                mine: image(table, state.mine),
                theirs: image(table, state.theirs),
                open: image(table, state.open),
                ..*state
            }
            .key()
        });
        images.fold(state.key(), u64::min)
    }
}

/// Where the squares of each low and high byte go.
fn byte_tables(board: &mijnlieff::Board, turning: Turning) -> Option<[[u16; 256]; 2]> {
    let image = board.image(turning, board)?;
    let mut tables = [[0; 256]; 2];
    for (half, table) in tables.iter_mut().enumerate() {
        for (byte, entry) in table.iter_mut().enumerate() {
            let squares = bits(byte as u16).map(|bit| image[8 * half + bit].index());
            *entry = squares.fold(0, |set, square| set | 1 << square);
        }
    }
    Some(tables)
}

impl State {
    /// The whole state in one number, different for different states.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        u64::from(self.mine)
            | u64::from(self.theirs) << 16
            | u64::from(self.open) << 32
            | u64::from(self.my_hand.0) << 48
            | u64::from(self.their_hand.0) << 56
    }

    /// The state of a [`key`](State::key).
    pub(super) fn from_key(key: u64) -> State {
        State {
            mine: key as u16,
            theirs: (key >> 16) as u16,
            open: (key >> 32) as u16,
            my_hand: Hand((key >> 48) as u8),
            their_hand: Hand((key >> 56) as u8),
        }
    }

    #[inline]
    pub(super) fn empty(&self) -> u16 {
        !(self.mine | self.theirs)
    }

    /// The state after a piece.
    #[inline]
    pub(super) fn place(&self, tables: &Tables, kind: usize, square: usize) -> State {
        let mine = self.mine | 1 << square;
        State {
            mine: self.theirs,
            theirs: mine,
            open: tables.open(kind, square, !(mine | self.theirs)),
            my_hand: self.their_hand,
            their_hand: self.my_hand.less(kind),
        }
    }

    /// The state after a pass.
    #[inline]
    pub(super) fn pass(&self) -> State {
        State {
            mine: self.theirs,
            theirs: self.mine,
            open: self.empty(),
            my_hand: self.their_hand,
            their_hand: self.my_hand,
        }
    }
}

#[cfg(test)]
mod tests {
    use game::{Game, Random};
    use mijnlieff::{Contact, Gaps, Move, Opening, layouts};

    use super::*;

    /// The compact rules against those of the rules crate, on millions of moves.
    #[test]
    fn states_follow_the_rules() {
        let boards = layouts(1, Contact::All);
        let mut random = Random::new(17);
        let mut moves = 0;
        for _ in 0..20_000 {
            let layout = random.pick(&boards).unwrap().clone();
            let opening = *random.pick(&Opening::ALL).unwrap();
            let gaps = *random.pick(&[Gaps::Block, Gaps::Cross]).unwrap();
            let game = Mijnlieff::new(layout, opening, gaps);
            let tables = Tables::new(&game).unwrap();
            let mut position = game.start();
            while let Some(played) = game.random_move(&position, &mut random) {
                if position.limit() != mijnlieff::Limit::Start {
                    moves += check(&game, &tables, &position);
                }
                position = game.play(&position, played);
            }
            let state = tables.state(&game, &position);
            assert!(state.my_hand.is_empty());
            let [white, black] = game.score(&position).map(|points| points as i32);
            let points = [tables.points(state.mine), tables.points(state.theirs)];
            let ours = if position.turn() == Side::White {
                [white, black]
            } else {
                [black, white]
            };
            assert_eq!(points, ours);
        }
        assert!(moves > 2_000_000, "{moves}");
    }

    /// Every move leads to the same state both ways; how many there were.
    fn check(game: &Mijnlieff, tables: &Tables, position: &Position) -> usize {
        let state = tables.state(game, position);
        let legal = game.moves(position);
        let mut found = Vec::new();
        if state.open == 0 {
            found.push((Move::Pass, state.pass()));
        }
        for kind in state.my_hand.kinds() {
            for square in bits(state.open) {
                let next = state.place(tables, kind, square);
                let square = game.board().squares().into_iter().nth(square).unwrap();
                let kind = Kind::ALL[kind];
                found.push((Move::Place { kind, square }, next));
            }
        }
        assert_eq!(found.len(), legal.len());
        for (played, next) in &found {
            assert!(legal.contains(played));
            assert_eq!(*next, tables.state(game, &game.play(position, *played)));
        }
        found.len()
    }

    #[test]
    fn mirror_images_have_one_key() {
        let game = Mijnlieff::from_options("opening=edge").unwrap();
        let tables = Tables::new(&game).unwrap();
        assert_eq!(tables.symmetries.len(), 7);
        let start = game.start();
        let next = game
            .moves(&start)
            .into_iter()
            .map(|played| game.play(&start, played));
        let keys = next.map(|position| tables.canonical(&tables.state(&game, &position)));
        let keys: std::collections::BTreeSet<u64> = keys.collect();
        assert_eq!(keys.len(), 8, "four kinds on a corner or beside it");
    }
}
