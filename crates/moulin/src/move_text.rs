use game::Excerpt;

use crate::{Illegal, Moulin, Move, Point, Position};

/// What a move text asks for, before any rule was looked at.
#[derive(Debug)]
pub(crate) enum Wanted {
    Turn {
        from: Option<Point>,
        to: Point,
        takes: Vec<Point>,
    },
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
    /// A name that no point has.
    UnknownPoint {
        /// The name.
        name: Excerpt,
    },
    /// It is against a rule.
    Illegal(Illegal),
}

/// The most stones a turn can take.
const MOST_TAKEN: usize = 2;

impl Moulin {
    pub(crate) fn print_move(&self, played: Move) -> String {
        let board = self.rules().board;
        let name = |point: Point| board.name(point);
        let mut text = match played {
            Move::Place { to, .. } => name(to),
            Move::Shift { from, to, .. } => format!("{}-{}", name(from), name(to)),
            Move::Pass => "pass".to_owned(),
        };
        for taken in board.by_name(played.takes()) {
            text.push('x');
            text.push_str(&name(taken));
        }
        text
    }

    pub(crate) fn read_legal(&self, position: &Position, text: &str) -> Result<Move, MoveError> {
        let wanted = self.wanted(text)?;
        self.check(position, &wanted).map_err(MoveError::Illegal)
    }

    /// Reads `POINT`, `POINT-POINT`, either with `xPOINT` once or twice, or `pass`.
    fn wanted(&self, text: &str) -> Result<Wanted, MoveError> {
        let unreadable = || MoveError::Unreadable {
            text: Excerpt::of(text.trim()),
        };
        if text.trim().eq_ignore_ascii_case("pass") {
            return Ok(Wanted::Pass);
        }
        let mut parts = text.split(['x', 'X']);
        let step = parts.next().unwrap_or_default();
        let mut takes = Vec::new();
        for part in parts {
            if takes.len() == MOST_TAKEN {
                return Err(unreadable());
            }
            takes.push(self.named(part).ok_or_else(unreadable)??);
        }
        let (from, to) = match step.split_once('-') {
            Some((from, to)) => (Some(from), to),
            None => (None, step),
        };
        let from = match from {
            Some(name) => Some(self.named(name).ok_or_else(unreadable)??),
            None => None,
        };
        let to = self.named(to).ok_or_else(unreadable)??;
        Ok(Wanted::Turn { from, to, takes })
    }

    /// The point of that name; `None` for what is no name of any point on any board.
    fn named(&self, name: &str) -> Option<Result<Point, MoveError>> {
        let name = name.trim();
        let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let looks_like_a_point = !letters.is_empty()
            && letters.len() < name.len()
            && letters.chars().all(|c| c.is_ascii_alphabetic());
        let unknown = || MoveError::UnknownPoint {
            name: Excerpt::of(name),
        };
        looks_like_a_point.then(|| self.rules().board.point(name).ok_or_else(unknown))
    }
}
