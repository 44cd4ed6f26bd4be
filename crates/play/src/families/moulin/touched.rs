//! What somebody means who touches points of which no legal turn has all, and why it is not allowed.

use game::{Game, Side};
use moulin::{Illegal, Moulin, Move, MoveError, Point, Points, Position};

use super::text;
use crate::{Family, Refusal, Touch};

/// The points touched, by what is on them.
struct Touched {
    /// The own stone touched last.
    own: Option<Point>,
    /// The free point touched last.
    free: Option<Point>,
    /// The enemy stones touched, in order, as many as a turn may take.
    enemies: Vec<Point>,
    /// What was touched last.
    last: Point,
}

/// The most stones a turn takes.
const MOST_TAKEN: usize = 2;

impl Touched {
    /// `None` when no point of the board was touched.
    fn of(moulin: &Moulin, position: &Position, touched: &[Touch]) -> Option<Touched> {
        let board = moulin.rules().board;
        let points: Vec<Point> = touched
            .iter()
            .filter_map(|touch| match touch {
                Touch::Place(name) => board.point(name),
                Touch::Kind(_) => None,
            })
            .collect();
        let last = *points.last()?;
        let (mine, theirs) = sides(position);
        let among = |set: Points| points.iter().rev().copied().find(|p| set.contains(*p));
        let mut enemies: Vec<Point> = points
            .iter()
            .copied()
            .filter(|point| theirs.contains(*point))
            .collect();
        let many = enemies.len().saturating_sub(MOST_TAKEN);
        enemies.drain(..many);
        Some(Touched {
            own: among(mine),
            free: among(moulin.free(position)),
            enemies,
            last,
        })
    }
}

/// The stones of the side to move, and of the other.
fn sides(position: &Position) -> (Points, Points) {
    let turn: Side = position.turn();
    (position.stones(turn), position.stones(turn.other()))
}

/// The moves that may have been meant.
pub(super) fn meant(moulin: &Moulin, position: &Position, touched: &[Touch]) -> Vec<String> {
    let Some(touched) = Touched::of(moulin, position, touched) else {
        return Vec::new();
    };
    let board = moulin.rules().board;
    let with = |step: Step| step.text(moulin, &touched.enemies);
    let legal = || moulin.moves(position).into_iter().filter_map(Step::of);
    // A step that closes a mill takes something: there the enemy stones matter.
    let closing = |step: &Step| !moulin.closed(position, step.played()).is_empty();
    let best = |fits: &dyn Fn(&Step) -> bool| {
        let closes = legal().filter(|step| fits(step)).find(closing);
        closes.or_else(|| legal().find(|step| fits(step)))
    };
    let placing = position.hand(position.turn()) > 0;
    let alone = |to: Point| Step { from: None, to };
    let moves = |from: Point, to: Point| Step {
        from: Some(from),
        to,
    };
    match (touched.own, touched.free) {
        // An own stone: it was to move, somewhere, though others are still to be placed.
        (Some(own), free) if placing => {
            let to = free.or_else(|| moulin.free(position).into_iter().next());
            to.map(|to| with(moves(own, to))).into_iter().collect()
        }
        (None, Some(free)) if placing => vec![with(alone(free))],
        (None, None) if placing => match best(&|_| true).filter(closing) {
            Some(step) => vec![with(step)],
            None => vec![alone(touched.last).text(moulin, &[])],
        },
        (Some(own), Some(free)) => vec![with(moves(own, free))],
        (Some(own), None) => match best(&|step| step.from == Some(own)) {
            Some(step) => vec![with(step)],
            // It cannot move at all: each of its neighbours says why.
            None => {
                let near = board.by_name(board.neighbours(own)).into_iter();
                near.map(|to| moves(own, to).text(moulin, &[])).collect()
            }
        },
        (None, Some(free)) => match best(&|step| step.to == free) {
            Some(step) => vec![with(step)],
            // No stone gets there: each of them says why.
            None => {
                let stones = board.by_name(sides(position).0).into_iter();
                stones
                    .map(|from| moves(from, free).text(moulin, &[]))
                    .collect()
            }
        },
        (None, None) => match best(&|_| true).filter(closing) {
            Some(step) => vec![with(step)],
            None => {
                let to = board.neighbours(touched.last).into_iter().next();
                to.map(|to| moves(touched.last, to).text(moulin, &[]))
                    .into_iter()
                    .collect()
            }
        },
    }
}

/// A stone that goes to a point.
#[derive(Clone, Copy)]
struct Step {
    from: Option<Point>,
    to: Point,
}

impl Step {
    /// The step of a turn; `None` for a pass.
    fn of(played: Move) -> Option<Step> {
        let (from, to) = (played.from(), played.to()?);
        Some(Step { from, to })
    }

    /// The turn that takes nothing.
    fn played(self) -> Move {
        let (to, takes) = (self.to, Points::NONE);
        match self.from {
            None => Move::Place { to, takes },
            Some(from) => Move::Shift { from, to, takes },
        }
    }

    /// The text of a turn that takes these, legal or not.
    fn text(self, moulin: &Moulin, takes: &[Point]) -> String {
        let name = |point: Point| moulin.rules().board.name(point);
        let from = self.from.map(|from| format!("{}-", name(from)));
        let takes: String = takes
            .iter()
            .map(|point| format!("x{}", name(*point)))
            .collect();
        format!("{}{}{takes}", from.unwrap_or_default(), name(self.to))
    }
}

/// Why none of them is allowed.
pub(super) fn explain(
    moulin: &Moulin,
    position: &Position,
    touched: &[Touch],
    errors: &[MoveError],
) -> Option<Refusal> {
    let illegal: Vec<Illegal> = errors
        .iter()
        .filter_map(|error| match error {
            MoveError::Illegal(illegal) => Some(*illegal),
            MoveError::Unreadable { .. } | MoveError::UnknownPoint { .. } => None,
        })
        .collect();
    let first = *illegal.first()?;
    let touched = Touched::of(moulin, position, touched)?;
    let text = match (first, touched.own, touched.free) {
        (Illegal::Occupied { placing: false, .. }, Some(own), None) => {
            let full = illegal.iter().filter_map(|illegal| match illegal {
                Illegal::Occupied { to, .. } => Some(*to),
                _ => None,
            });
            text::shut_in(moulin, own, full.collect())
        }
        (Illegal::TooFar { grounded, .. }, None, Some(free)) => {
            text::out_of_reach(moulin, free, grounded)
        }
        _ => return Some(moulin.explain_move(position, errors.first()?)),
    };
    let rule = Some(first.rule());
    Some(Refusal { rule, text })
}
