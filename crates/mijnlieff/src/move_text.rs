use game::Excerpt;

use crate::{Illegal, Kind, Mijnlieff, Move, Position, Square};

/// What a move text asks for, before any rule was looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wanted {
    Place { kind: Kind, square: Square },
    Pass,
}

/// Why a move text is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It has not the form of a move.
    Unreadable {
        /// The text.
        text: Excerpt,
    },
    /// A name that no square of this board has.
    UnknownSquare {
        /// The name.
        name: Excerpt,
    },
    /// It is against a rule.
    Illegal(Illegal),
}

impl Mijnlieff {
    pub(crate) fn print_move(&self, played: Move) -> String {
        match played {
            Move::Place { kind, square } => {
                format!("{}{}", kind.letter(), self.board().name(square))
            }
            Move::Pass => "pass".to_owned(),
        }
    }

    pub(crate) fn read_legal(&self, position: &Position, text: &str) -> Result<Move, MoveError> {
        let wanted = self.wanted(text.trim())?;
        self.check(position, wanted).map_err(MoveError::Illegal)
    }

    /// Reads a kind's letter and a square, or `pass`.
    fn wanted(&self, text: &str) -> Result<Wanted, MoveError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Wanted::Pass);
        }
        let unreadable = || MoveError::Unreadable {
            text: Excerpt::of(text),
        };
        let (kind, name) = split_piece(text).ok_or_else(unreadable)?;
        let square = self.board().square(name);
        let square = square.ok_or_else(|| MoveError::UnknownSquare {
            name: Excerpt::of(name),
        })?;
        Ok(Wanted::Place { kind, square })
    }
}

/// Splits `La1` into the kind and what looks like the name of a square.
pub(crate) fn split_piece(text: &str) -> Option<(Kind, &str)> {
    let mut chars = text.chars();
    let kind = Kind::from_letter(chars.next()?)?;
    let name = chars.as_str();
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let looks_like_a_square = !letters.is_empty()
        && letters.len() < name.len()
        && letters.bytes().all(|byte| byte.is_ascii_alphabetic());
    looks_like_a_square.then_some((kind, name))
}
