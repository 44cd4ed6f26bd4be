use game::Side;
use mijnlieff::{Hands, Kind, Mijnlieff, Position};

use super::tables::Tables;

/// A position seen from the side to move, with what the future depends on and sums that are kept
/// while playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) mine: u64,
    pub(super) theirs: u64,
    /// The empty squares the limit leaves open.
    pub(super) open: u64,
    pub(super) my_hand: Hand,
    pub(super) their_hand: Hand,
    pub(super) my_lines: Lines,
    pub(super) their_lines: Lines,
}

/// The lines of three that one player can still have or has, by how many of its squares are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lines {
    /// Those without an enemy piece.
    pub(super) free: i16,
    /// The free ones with exactly one piece.
    pub(super) ones: i16,
    /// The free ones with exactly two pieces.
    pub(super) twos: i16,
    /// The complete ones: the points.
    pub(super) threes: i16,
}

/// One player's pieces, four bits for each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hand(u16);

impl Hand {
    fn of(hands: Hands, side: Side) -> Hand {
        let count = |kind: Kind| (hands.count(side, kind) as u16) << (4 * kind.index());
        Hand(Kind::ALL.into_iter().map(count).sum())
    }

    #[inline]
    pub(super) fn bits(self) -> u16 {
        self.0
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds of which there is a piece, as the numbers of [`Kind::ALL`].
    #[inline]
    pub(super) fn kinds(self) -> impl Iterator<Item = usize> {
        (0..4).filter(move |kind| self.0 >> (4 * kind) & 15 != 0)
    }

    #[inline]
    pub(super) fn less(self, kind: usize) -> Hand {
        Hand(self.0 - (1 << (4 * kind)))
    }

    /// How many pieces.
    #[inline]
    pub(super) fn count(self) -> u32 {
        let pairs = (self.0 & 0x0f0f) + (self.0 >> 4 & 0x0f0f);
        u32::from((pairs & 0xff) + (pairs >> 8))
    }
}

impl Lines {
    /// Counted from the beginning.
    fn count(tables: &Tables, held: u64, enemy: u64) -> Lines {
        let mut lines = Lines::default();
        for three in tables.threes().iter().filter(|three| *three & enemy == 0) {
            lines.free += 1;
            match (three & held).count_ones() {
                0 => {}
                1 => lines.ones += 1,
                2 => lines.twos += 1,
                _ => lines.threes += 1,
            }
        }
        lines
    }
}

impl State {
    /// The state of a position that is not the start of the game: the opening rule is not in it.
    pub(super) fn new(tables: &Tables, game: &Mijnlieff, position: &Position) -> State {
        let side = position.turn();
        let mine = position.pieces(side).bits();
        let theirs = position.pieces(side.other()).bits();
        State {
            mine,
            theirs,
            open: game.open(position).bits(),
            my_hand: Hand::of(position.hands(), side),
            their_hand: Hand::of(position.hands(), side.other()),
            my_lines: Lines::count(tables, mine, theirs),
            their_lines: Lines::count(tables, theirs, mine),
        }
    }

    #[inline]
    pub(super) fn empty(&self, tables: &Tables) -> u64 {
        tables.board & !(self.mine | self.theirs)
    }

    /// The pieces both have still to place.
    #[inline]
    pub(super) fn pieces(&self) -> u32 {
        self.my_hand.count() + self.their_hand.count()
    }

    /// The points of the side to move less those of the other.
    #[inline]
    pub(super) fn lead(&self) -> i32 {
        i32::from(self.my_lines.threes) - i32::from(self.their_lines.threes)
    }

    /// The state after a piece.
    #[inline]
    pub(super) fn place(&self, tables: &Tables, kind: usize, square: usize) -> State {
        let (mut my_lines, mut their_lines) = (self.my_lines, self.their_lines);
        for pair in tables.pairs(square) {
            let (held, enemy) = (self.mine & pair, self.theirs & pair);
            if enemy == 0 {
                if held == 0 {
                    my_lines.ones += 1;
                } else if held == *pair {
                    my_lines.twos -= 1;
                    my_lines.threes += 1;
                } else {
                    my_lines.ones -= 1;
                    my_lines.twos += 1;
                }
            }
            if held == 0 {
                their_lines.free -= 1;
                if enemy == *pair {
                    their_lines.twos -= 1;
                } else if enemy != 0 {
                    their_lines.ones -= 1;
                }
            }
        }
        let mine = self.mine | 1 << square;
        State {
            mine: self.theirs,
            theirs: mine,
            open: tables.open(kind, square, tables.board & !(mine | self.theirs)),
            my_hand: self.their_hand,
            their_hand: self.my_hand.less(kind),
            my_lines: their_lines,
            their_lines: my_lines,
        }
    }

    /// The state after a pass.
    #[inline]
    pub(super) fn pass(&self, tables: &Tables) -> State {
        State {
            mine: self.theirs,
            theirs: self.mine,
            open: self.empty(tables),
            my_hand: self.their_hand,
            their_hand: self.my_hand,
            my_lines: self.their_lines,
            their_lines: self.my_lines,
        }
    }
}

#[cfg(test)]
mod tests {
    use game::{Game, Random};
    use mijnlieff::{Gaps, Layout, Move, Opening};

    use super::*;

    /// A board of so many sets whose tiles lie at random, each touching an earlier one.
    fn random_layout(sets: u8, random: &mut Random) -> Layout {
        let mut tiles = vec![mijnlieff::Cell::new(0, 0)];
        while tiles.len() < 4 * usize::from(sets) {
            let mut shift = || random.below(5) as i16 - 2;
            let (columns, rows) = (shift(), shift());
            let beside = tiles[random.below(tiles.len() as u64) as usize];
            tiles.push(beside.offset(columns, rows));
            if overlap(&tiles) {
                tiles.pop();
            }
        }
        Layout::new(&tiles).unwrap()
    }

    fn overlap(tiles: &[mijnlieff::Cell]) -> bool {
        let (last, others) = tiles.split_last().unwrap();
        let near = |tile: &mijnlieff::Cell| {
            (tile.column - last.column).abs() < 2 && (tile.row - last.row).abs() < 2
        };
        others.iter().any(near)
    }

    /// The moves of a state in the order of the rules.
    fn moves(state: &State) -> Vec<(usize, usize)> {
        let squares = || crate::mijnlieff::bits::bits(state.open);
        let kinds = state.my_hand.kinds();
        kinds
            .flat_map(|kind| squares().map(move |square| (kind, square)))
            .collect()
    }

    /// A random game in which every position is compared; how many there were.
    fn compare(game: &Mijnlieff, random: &mut Random) -> u64 {
        let tables = Tables::new(game.board(), &mut |_| true);
        let mut position = game.start();
        position = game.play(&position, game.random_move(&position, random).unwrap());
        let mut state = State::new(&tables, game, &position);
        let mut seen = 0;
        loop {
            seen += 1;
            assert_eq!(state, State::new(&tables, game, &position));
            let points = game.score(&position).map(|points| points as i32);
            let side = position.turn();
            let lead = points[side.index()] - points[side.other().index()];
            assert_eq!(state.lead(), lead);
            assert_eq!(state.pieces(), {
                let hands = position.hands();
                hands.total(Side::White) + hands.total(Side::Black)
            });
            let legal = game.moves(&position);
            assert_eq!(legal.is_empty(), state.my_hand.is_empty());
            let Some(played) = random.pick(&legal).copied() else {
                return seen;
            };
            state = match played {
                Move::Pass => {
                    assert_eq!(state.open, 0);
                    state.pass(&tables)
                }
                Move::Place { kind, square } => {
                    let ours: Vec<(usize, usize)> = legal
                        .iter()
                        .filter_map(|played| match played {
                            Move::Place { kind, square } => Some((kind.index(), square.index())),
                            Move::Pass => None,
                        })
                        .collect();
                    assert_eq!(moves(&state), ours);
                    state.place(&tables, kind.index(), square.index())
                }
            };
            position = game.play(&position, played);
        }
    }

    #[test]
    fn states_agree_with_the_rules_on_a_million_positions() {
        let mut random = Random::new(5);
        let mut seen = 0;
        let mut boards = 0;
        while seen < 1_000_000 {
            let layout = random_layout(1 + boards % 4, &mut random);
            let opening = Opening::ALL[random.below(4) as usize];
            let gaps = [Gaps::Block, Gaps::Cross][random.below(2) as usize];
            let game = Mijnlieff::new(layout, opening, gaps);
            for _ in 0..200 {
                seen += compare(&game, &mut random);
            }
            boards = (boards + 1) % 4;
        }
    }
}
