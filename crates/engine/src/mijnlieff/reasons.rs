use game::{Game, Side};
use mijnlieff::{Mijnlieff, Move, Position, Square, Squares};

/// Something that speaks for a turn or against it, as a person would see it on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It ends the game, and the mover has won by so many points.
    Wins {
        /// How many.
        by: u32,
    },
    /// It makes so many points at once.
    Scores {
        /// How many.
        points: u32,
    },
    /// The other has to pass, and the mover goes on wherever there is room.
    ForcesPass,
    /// The other would have made points on this square.
    Stops(Square),
    /// The other could make points on these squares, and none of them is open after it.
    Denies(Squares),
    /// It leaves the other no more than these few squares.
    LeavesOnly(Squares),
    /// The mover can make points on these squares later, where it could not before.
    Prepares(Squares),
    /// The other can make points on these squares at once.
    Allows(Squares),
    /// The other will make points so many of its turns later, when both go on as they should.
    LosesPoints {
        /// The other's turns, the one that makes points included: from 2 on.
        turns: u32,
    },
}

/// Squares that are few: a choice one sees at a glance.
const FEW: u32 = 3;

impl Reason {
    /// Whether it speaks for the turn.
    #[must_use]
    pub fn is_good(self) -> bool {
        !matches!(self, Reason::Allows(_) | Reason::LosesPoints { .. })
    }
}

/// What is to be said about a legal turn, the weightiest first on either side. `line` is how play
/// goes on after it, as far as somebody has looked.
///
/// ```
/// use engine::mijnlieff::{Reason, reasons};
/// use game::Notation;
/// use mijnlieff::Mijnlieff;
///
/// let game = Mijnlieff::from_options("opening=edge").unwrap();
/// let position = game.read_position("w=La1,Da2;b=Lc3,Pd1;turn=w;limit=Pd1").unwrap();
/// let scoring = game.read_move(&position, "La3").unwrap();
/// let found = reasons(&game, &position, scoring, &[]);
/// assert_eq!(found[0], Reason::Scores { points: 1 });
/// ```
#[must_use]
pub fn reasons(game: &Mijnlieff, position: &Position, played: Move, line: &[Move]) -> Vec<Reason> {
    let side = position.turn();
    let other = side.other();
    let after = game.play(position, played);
    let mut found = Vec::new();
    if let Some(by) = won_by(game, &after, side) {
        found.push(Reason::Wins { by });
    }
    if let Move::Place { square, .. } = played {
        let points = points(game, &after, side) - points(game, position, side);
        if points > 0 {
            found.push(Reason::Scores { points });
        }
        if game.completing(position, other).contains(square) {
            found.push(Reason::Stops(square));
        }
    }
    if game.outcome(&after).is_some() {
        return found;
    }
    if game.moves(&after) == [Move::Pass] {
        found.push(Reason::ForcesPass);
    }
    found.extend(limits(game, &after, other));
    let new = game
        .completing(&after, side)
        .without(game.completing(position, side));
    if !new.is_empty() {
        found.push(Reason::Prepares(new));
    }
    let open = game.open(&after) & game.completing(&after, other);
    if open.is_empty() {
        found.extend(loss(game, &after, line));
    } else {
        found.push(Reason::Allows(open));
    }
    found
}

/// By how many points a side has won a game that is over.
fn won_by(game: &Mijnlieff, position: &Position, side: Side) -> Option<u32> {
    let outcome = game.outcome(position)?;
    let margin = points(game, position, side).checked_sub(points(game, position, side.other()));
    margin.filter(|_| outcome.winner == Some(side))
}

fn points(game: &Mijnlieff, position: &Position, side: Side) -> u32 {
    game.score(position)[side.index()]
}

/// What the piece just placed leaves the other, who has to place one.
fn limits(game: &Mijnlieff, after: &Position, other: Side) -> Vec<Reason> {
    let mut found = Vec::new();
    let open = game.open(after);
    let wanted = game.completing(after, other);
    if !wanted.is_empty() && (wanted & open).is_empty() {
        found.push(Reason::Denies(wanted));
    }
    if (1..=FEW).contains(&open.count()) {
        found.push(Reason::LeavesOnly(open));
    }
    found
}

/// Points that the other makes in the line before the mover does, but not at once: that is seen
/// without looking ahead.
fn loss(game: &Mijnlieff, after: &Position, line: &[Move]) -> Option<Reason> {
    let mut position = *after;
    for (number, played) in line.iter().enumerate() {
        let mover = position.turn();
        let next = game.play(&position, *played);
        if points(game, &next, mover) > points(game, &position, mover) {
            let turns = number as u32 / 2 + 1;
            let theirs = mover == after.turn();
            return (theirs && turns >= 2).then_some(Reason::LosesPoints { turns });
        }
        position = next;
    }
    None
}

#[cfg(test)]
mod tests {
    use game::Notation;

    use super::*;

    #[track_caller]
    fn check(position: &str, played: &str, expected: &[&str]) {
        let game = Mijnlieff::from_options("opening=edge").unwrap();
        let position = game.read_position(position).unwrap();
        let played = game.read_move(&position, played).unwrap();
        let names = |squares: Squares| {
            let squares = squares.into_iter();
            let names: Vec<String> = squares.map(|square| game.board().name(square)).collect();
            names.join(" ")
        };
        let found = reasons(&game, &position, played, &[]).into_iter();
        let found: Vec<String> = found
            .map(|reason| match reason {
                Reason::Stops(square) => format!("stops {}", game.board().name(square)),
                Reason::Denies(squares) => format!("denies {}", names(squares)),
                Reason::LeavesOnly(squares) => format!("leaves {}", names(squares)),
                Reason::Prepares(squares) => format!("prepares {}", names(squares)),
                Reason::Allows(squares) => format!("allows {}", names(squares)),
                other => format!("{other:?}"),
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_line_is_completed_prepared_stopped_and_allowed() {
        let both = "w=La1,Da2;b=Lc1,Dc2,Pd1;turn=w;limit=Pd1";
        let allows = ["Scores { points: 1 }", "prepares a4", "allows b3 c3"];
        check(both, "La3", &allows);
        let denies = [
            "Scores { points: 1 }",
            "denies b1 b3 c3",
            "leaves b2 b4",
            "prepares a4",
        ];
        check(both, "Da3", &denies);
        check(
            both,
            "Pc3",
            &["stops c3", "leaves a3 a4 b1", "prepares b2", "allows b1"],
        );
    }
}
