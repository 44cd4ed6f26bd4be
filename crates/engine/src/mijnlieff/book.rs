use std::collections::BTreeSet;

use game::Game;
use mijnlieff::{Gaps, Layout, Mijnlieff, Opening};

use super::bits::bits;
use super::compact::{State, Tables};
use super::solver::Solver;
use crate::{Stop, Stopped};

/// Exact values of every state of the base board with up to three pieces, mirror images once.
///
/// The states follow from the rules in a fixed order, so that the book is one byte for each:
/// after a head that says what it is, their values, then a checksum.
pub struct Book {
    keys: Vec<u64>,
    values: Vec<i8>,
}

/// Why bytes are no book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookError {
    /// They do not begin as a book of this version does.
    Head,
    /// There are not as many values as states.
    Length,
    /// A value has changed since the book was made.
    Checksum,
}

/// Pieces on the board in the last states of the book.
const PIECES: u32 = 3;

const HEAD: [u8; 8] = *b"MJBOOK1\n";

static EMBEDDED: &[u8] = include_bytes!("../../../../data/mijnlieff.book");

impl Book {
    /// The game whose states the book holds; after the first move its opening rule plays no part.
    #[must_use]
    pub fn game() -> Option<Mijnlieff> {
        let base = Layout::standard(1)?;
        Some(Mijnlieff::new(base, Opening::Anywhere, Gaps::Block))
    }

    /// The book that is part of the program.
    pub fn embedded() -> Result<Book, BookError> {
        Book::read(EMBEDDED)
    }

    /// Reads a book.
    pub fn read(bytes: &[u8]) -> Result<Book, BookError> {
        let keys = states().ok_or(BookError::Head)?;
        let body = bytes.strip_prefix(&HEAD).ok_or(BookError::Head)?;
        let (body, sum) = body.split_last_chunk().ok_or(BookError::Length)?;
        if body.len() != keys.len() {
            return Err(BookError::Length);
        }
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(BookError::Checksum);
        }
        let values = body.iter().map(|byte| *byte as i8).collect();
        Ok(Book { keys, values })
    }

    /// The bytes [`read`](Book::read) reads.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let values: Vec<u8> = self.values.iter().map(|value| *value as u8).collect();
        [&HEAD[..], &values, &checksum(&values).to_le_bytes()].concat()
    }

    /// How many states it holds.
    #[must_use]
    pub fn states(&self) -> usize {
        self.keys.len()
    }

    /// The states by their keys, with their values.
    pub(super) fn entries(&self) -> impl Iterator<Item = (u64, i8)> + '_ {
        self.keys.iter().copied().zip(self.values.iter().copied())
    }

    /// Makes the book; `progress` hears how many states are done and how many there are.
    pub fn solve(
        solver: &Solver,
        stop: &Stop,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<Book, Stopped> {
        let keys = states().ok_or(Stopped)?;
        let mut values = Vec::with_capacity(keys.len());
        for key in &keys {
            values.push(solver.exact(&State::from_key(*key), stop)? as i8);
            progress(values.len(), keys.len());
        }
        Ok(Book { keys, values })
    }

    /// Solves the state of that number again; whether the book has it right.
    pub fn check(&self, number: usize, solver: &Solver, stop: &Stop) -> Result<bool, Stopped> {
        let number = number % self.keys.len();
        let value = solver.exact(&State::from_key(self.keys[number]), stop)?;
        Ok(value == i32::from(self.values[number]))
    }
}

/// The keys of all states of the book, in the order in which their values are kept: those with
/// most pieces first, because they are solved first and the others follow from them.
fn states() -> Option<Vec<u64>> {
    let game = Book::game()?;
    let tables = Tables::new(&game)?;
    let start = game.start();
    let first = game.moves(&start).into_iter();
    let mut layer: BTreeSet<u64> = first
        .map(|played| tables.canonical(&tables.state(&game, &game.play(&start, played))))
        .collect();
    let mut layers = vec![layer.clone()];
    for _ in 1..PIECES {
        layer = layer
            .iter()
            .flat_map(|key| children(&tables, *key))
            .collect();
        layers.push(layer.clone());
    }
    Some(layers.into_iter().rev().flatten().collect())
}

/// The states after one more turn.
fn children(tables: &Tables, key: u64) -> Vec<u64> {
    let state = State::from_key(key);
    if state.open == 0 {
        return vec![tables.canonical(&state.pass())];
    }
    let kinds = state.my_hand.kinds();
    let places = kinds.flat_map(|kind| bits(state.open).map(move |square| (kind, square)));
    let next = places.map(|(kind, square)| state.place(tables, kind, square));
    next.map(|next| tables.canonical(&next)).collect()
}

/// FNV-1a.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    let mix = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_book_reads_and_prints_as_it_is() {
        let book = Book::embedded().unwrap();
        assert_eq!(book.bytes(), EMBEDDED);
    }

    #[test]
    fn a_changed_book_is_refused() {
        let bytes = EMBEDDED.to_vec();
        for index in [0, 7, 8, bytes.len() / 2, bytes.len() - 1] {
            let mut changed = bytes.clone();
            changed[index] ^= 4;
            assert!(Book::read(&changed).is_err(), "byte {index}");
        }
        assert_eq!(
            Book::read(&bytes[..bytes.len() - 1]).err(),
            Some(BookError::Length)
        );
        assert_eq!(Book::read(b"").err(), Some(BookError::Head));
    }

    #[test]
    fn some_states_of_the_book_are_solved_again() {
        let book = Book::embedded().unwrap();
        let game = Book::game().unwrap();
        let solver = Solver::new(&game, 32 << 20, 2).unwrap();
        for number in [0, 777, 1_555] {
            assert_eq!(
                book.check(number, &solver, &Stop::never()),
                Ok(true),
                "{number}"
            );
        }
    }
}
