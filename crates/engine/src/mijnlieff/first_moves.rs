use std::ops::Range;

use game::Game;
use mijnlieff::{Gaps, Kind, Layout, Mijnlieff, Move, Opening, Turning};

use super::atlas::boards;
use super::book::{BookError, checksum};
use super::solver::Solver;
use crate::{Stop, Stopped, parallel};

/// The exact value of every first move on every board of one set, under both gap rules.
///
/// A byte for each: after a head, for each board of [`boards`] and each gap rule the values of
/// the four kinds on the sixteen squares, for the player who makes the move; then a checksum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstMoves {
    values: Vec<i8>,
}

/// The empty board of a layout and a gap rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    layout: Layout,
    gaps: Gaps,
    /// Its place among all.
    number: usize,
}

const HEAD: [u8; 8] = *b"MJFIRST\n";

const GAPS: [Gaps; 2] = [Gaps::Block, Gaps::Cross];
const SQUARES: usize = 16;
const MOVES: usize = Kind::ALL.len() * SQUARES;

/// In the place of a value that is not known yet.
const UNKNOWN: i8 = i8::MIN;

/// Memory for what is found out about one board.
const MEMORY: usize = 64 << 20;

static EMBEDDED: &[u8] = include_bytes!("../../../../data/first-moves.book");

impl FirstMoves {
    /// What comes with the program: every value.
    pub fn embedded() -> Result<FirstMoves, BookError> {
        FirstMoves::read(EMBEDDED)
    }

    /// Nothing yet.
    #[must_use]
    pub fn unknown() -> FirstMoves {
        let values = vec![UNKNOWN; Start::all().len() * MOVES];
        FirstMoves { values }
    }

    /// Reads the bytes of [`bytes`](FirstMoves::bytes).
    pub fn read(bytes: &[u8]) -> Result<FirstMoves, BookError> {
        let body = bytes.strip_prefix(&HEAD).ok_or(BookError::Head)?;
        let (body, sum) = body.split_last_chunk().ok_or(BookError::Length)?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(BookError::Checksum);
        }
        if body.len() != Start::all().len() * MOVES {
            return Err(BookError::Length);
        }
        let values = body.iter().map(|byte| *byte as i8).collect();
        Ok(FirstMoves { values })
    }

    /// The bytes [`read`](FirstMoves::read) reads.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let values: Vec<u8> = self.values.iter().map(|value| *value as u8).collect();
        [&HEAD[..], &values, &checksum(&values).to_le_bytes()].concat()
    }

    /// How many values are known.
    #[must_use]
    pub fn known(&self) -> usize {
        self.values
            .iter()
            .filter(|value| **value != UNKNOWN)
            .count()
    }

    /// Every first move of a game on one set whatever its opening rule, with its value; nothing
    /// where that is not known. The board may lie in any way.
    #[must_use]
    pub fn values(&self, game: &Mijnlieff) -> Vec<(Move, i8)> {
        self.known_values(game).unwrap_or_default()
    }

    fn known_values(&self, game: &Mijnlieff) -> Option<Vec<(Move, i8)>> {
        let board = game.board();
        let layout = board.layout().canonical();
        let mut starts = Start::all().into_iter();
        let start = starts.find(|start| start.layout == layout && start.gaps == board.gaps())?;
        let row = self.values.get(start.row())?;
        let canonical = mijnlieff::Board::new(layout, board.gaps());
        let onto = |turning: &Turning| {
            let same = board.layout().turned(*turning) == *canonical.layout();
            same.then(|| board.image(*turning, &canonical)).flatten()
        };
        let image = Turning::ALL.iter().find_map(onto)?;
        let mut values = Vec::with_capacity(MOVES);
        for (kind, row) in Kind::ALL.into_iter().zip(row.chunks(SQUARES)) {
            for (square, image) in board.squares().into_iter().zip(&image) {
                let value = row[image.index()];
                if value != UNKNOWN {
                    values.push((Move::Place { kind, square }, value));
                }
            }
        }
        Some(values)
    }

    /// The boards of which a value is not known.
    #[must_use]
    pub fn missing(&self) -> Vec<Start> {
        let known = |start: &Start| {
            let row = self.values.get(start.row());
            row.is_some_and(|row| !row.contains(&UNKNOWN))
        };
        let starts = Start::all().into_iter();
        starts.filter(|start| !known(start)).collect()
    }

    /// Solves some of the boards, so many at a time, and hands out what is known whenever that
    /// is more. The first error of `done` ends it.
    pub fn solve<E>(
        &mut self,
        starts: &[Start],
        threads: usize,
        mut done: impl FnMut(&FirstMoves, &Start) -> Result<(), E>,
    ) -> Result<(), E> {
        let solve = |start: &Start, stop: &Stop| Ok((start.clone(), start.solve(stop)?));
        parallel::work(starts, threads, solve, |(start, row)| {
            self.values[start.row()].copy_from_slice(&row);
            done(self, &start)
        })
    }

    /// Solves a board again; whether all its values are right.
    pub fn check(&self, start: &Start, stop: &Stop) -> Result<bool, Stopped> {
        let row = start.solve(stop)?;
        Ok(self.values.get(start.row()) == Some(&row[..]))
    }
}

impl Start {
    /// Every board under both gap rules, in the order in which their values are kept.
    #[must_use]
    pub fn all() -> Vec<Start> {
        let boards = boards().into_iter().enumerate();
        let both = |(board, layout): (usize, Layout)| {
            GAPS.into_iter().enumerate().map(move |(rule, gaps)| Start {
                layout: layout.clone(),
                gaps,
                number: board * GAPS.len() + rule,
            })
        };
        boards.flat_map(both).collect()
    }

    /// The board.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The gap rule.
    #[must_use]
    pub fn gaps(&self) -> Gaps {
        self.gaps
    }

    /// Where its values are.
    fn row(&self) -> Range<usize> {
        self.number * MOVES..(self.number + 1) * MOVES
    }

    /// The values of all first moves, in one thread.
    fn solve(&self, stop: &Stop) -> Result<[i8; MOVES], Stopped> {
        let game = Mijnlieff::new(self.layout.clone(), Opening::Anywhere, self.gaps);
        let solver = Solver::new(&game, MEMORY, 1).expect("a board of one set");
        let mut row = [UNKNOWN; MOVES];
        for valued in solver.moves(&game.start(), stop)? {
            if let Move::Place { kind, square } = valued.played {
                row[kind.index() * SQUARES + square.index()] = valued.value as i8;
            }
        }
        Ok(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mijnlieff::Atlas;
    use crate::mijnlieff::atlas::WIDENING;

    #[test]
    fn every_value_is_embedded() {
        let first = FirstMoves::embedded().unwrap();
        assert_eq!(first.bytes(), EMBEDDED);
        assert_eq!(first.missing(), []);
        assert_eq!(first.known(), 145 * 2 * 64);
    }

    #[test]
    fn changed_bytes_are_refused() {
        for index in [0, 8, EMBEDDED.len() / 2, EMBEDDED.len() - 1] {
            let mut changed = EMBEDDED.to_vec();
            changed[index] ^= 1;
            assert!(FirstMoves::read(&changed).is_err(), "byte {index}");
        }
        let short = &EMBEDDED[..EMBEDDED.len() - 1];
        assert_eq!(FirstMoves::read(short).err(), Some(BookError::Checksum));
        assert_eq!(FirstMoves::read(b"").err(), Some(BookError::Head));
    }

    /// The atlas was made by another search, which looks for the best moves only.
    #[test]
    fn the_best_first_moves_are_those_of_the_atlas() {
        let first = FirstMoves::embedded().unwrap();
        for entry in Atlas::embedded().entries() {
            for opening in WIDENING {
                let game = entry.game(opening);
                let legal = game.moves(&game.start());
                let mut values = first.values(&game);
                values.retain(|(played, _)| legal.contains(played));
                let most = values.iter().map(|(_, value)| *value).max().unwrap();
                let best = entry.best(opening).unwrap();
                assert_eq!(i32::from(most), best.value, "{entry}");
                values.retain(|(_, value)| *value == most);
                let reached = |played: &Move| values.iter().any(|(known, _)| known == played);
                assert_eq!(values.len(), best.moves.len(), "{entry}");
                assert!(best.moves.iter().all(reached), "{entry}");
            }
        }
    }

    /// However a board lies, the values are those the search finds there.
    #[test]
    fn a_turned_board_has_the_values_of_its_own_squares() {
        let first = FirstMoves::embedded().unwrap();
        let layout = Layout::read("0.0/2.2/3.4/5.6").unwrap();
        let mut different = 0;
        for turning in [Turning::ALL[1], Turning::ALL[6]] {
            let game = Mijnlieff::new(layout.turned(turning), Opening::Anywhere, Gaps::Block);
            let solver = Solver::new(&game, MEMORY, 2).unwrap();
            let found = solver.moves(&game.start(), &Stop::never()).unwrap();
            let known = first.values(&game);
            assert_eq!(known.len(), found.len());
            for valued in &found {
                let same = known.iter().find(|(played, _)| *played == valued.played);
                assert_eq!(i32::from(same.unwrap().1), valued.value);
            }
            different += usize::from(found[0].value != found[found.len() - 1].value);
        }
        assert!(different > 0, "equal values everywhere show nothing");
    }
}
