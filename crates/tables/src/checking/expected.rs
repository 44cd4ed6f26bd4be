use game::Game;
use moulin::{Moulin, Position};

use crate::Exact;

/// What a position is worth by the rules alone, given the worth of the positions its turns lead
/// to; nothing if one of those is not known.
///
/// If it is what a table says for every position, the table is right: whoever follows the distances
/// of wins down reaches the end of the game, and nobody can leave the draws.
pub fn expected(
    moulin: &Moulin,
    position: &Position,
    mut known: impl FnMut(&Position) -> Option<Exact>,
) -> Option<Exact> {
    let mut best = Exact::Loss(0);
    let mut complete = true;
    moulin.each_move(position, |played| {
        let next = moulin.play(position, played);
        let exact = match moulin.outcome(&next) {
            Some(_) => Some(Exact::Loss(0)),
            None => known(&next),
        };
        match exact.map(Exact::before) {
            Some(exact) if exact.score() > best.score() => best = exact,
            Some(_) => {}
            None => complete = false,
        }
    });
    complete.then_some(best)
}
