use game::{Game, Random};
use moulin::{Moulin, Move, Points, Position};

use super::level::Tactics;
use crate::moulin::{Reason, reasons};
use crate::random_best;

/// The value of a stone.
const STONE: i64 = 100;

/// A move chosen without a search, by its tactics and those it leaves to the opponent's next turn;
/// `None` when the game is over.
///
/// Chance decides for the whole turn on which points tactics are seen: a mill on a point that is
/// overlooked is neither closed nor stopped, by whichever move.
pub(super) fn choose(
    moulin: &Moulin,
    position: &Position,
    tactics: Tactics,
    random: &mut Random,
) -> Option<Move> {
    let points = moulin.rules().board.points();
    let mut look = |percent: u64| -> Points {
        let seen = |_: &moulin::Point| random.below(100) < percent;
        points.into_iter().filter(seen).collect()
    };
    let (mills, danger, plans) = (
        look(tactics.mills),
        look(tactics.danger),
        look(tactics.plans),
    );
    let worth = |played: Move| -> i64 {
        let found = reasons(moulin, position, played, &[]);
        found
            .into_iter()
            .map(|reason| match reason {
                Reason::LeavesTooFew | Reason::LeavesStuck => 10 * STONE,
                Reason::Closes { taken, .. } => {
                    let seen = played.to().is_some_and(|to| mills.contains(to));
                    i64::from(seen) * STONE * i64::from(taken.count())
                }
                Reason::Stops(points) => i64::from((points & mills).count()) * STONE * 9 / 10,
                Reason::Allows(points) => -i64::from((points & danger).count()) * STONE * 8 / 10,
                Reason::DoubleMill => {
                    let seen = played.to().is_some_and(|to| plans.contains(to));
                    i64::from(seen) * STONE * 6 / 10
                }
                Reason::Fork(points) => i64::from((points & plans).count()) * STONE * 4 / 10,
                Reason::Threatens(points) => i64::from((points & plans).count()) * STONE * 3 / 10,
                Reason::Blocks(count) => i64::from(count) * 5,
                Reason::Misses(_) | Reason::LetsFly | Reason::LosesStone { .. } => 0,
            })
            .sum()
    };
    random_best(moulin.moves(position), worth, random)
}

/// A move that closes a mill, else one that stops a mill of the opponent, else any.
pub(super) fn greedy(moulin: &Moulin, position: &Position, random: &mut Random) -> Option<Move> {
    let theirs = moulin.closing(position, position.turn().other());
    let board = moulin.rules().board;
    let worth = |played: Move| {
        let from = played.from().map_or(Points::NONE, Points::only);
        let rest = position.stones(position.turn()).without(from);
        let closes = played.to().is_some_and(|to| board.completed(to, rest) > 0);
        let stops = played.to().is_some_and(|to| theirs.contains(to));
        (closes, stops)
    };
    random_best(moulin.moves(position), worth, random)
}
