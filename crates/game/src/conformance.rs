//! The check every game passes: random games, each position held against what [`Game`] promises.

use std::collections::HashSet;

use crate::{Game, Notation, Random, Reason};

/// Plays `games` random games and checks at every position what [`Game`] promises.
///
/// # Panics
///
/// When a promise is broken; the message shows the position.
#[track_caller]
pub fn check<G: Game>(game: &G, games: u32, seed: u64) {
    each_position(game, games, seed, |position| check_position(game, position));
}

/// [`check`], and also that every text reads back to what it was printed from.
///
/// # Panics
///
/// When a promise is broken; the message shows the position.
#[track_caller]
pub fn check_with_text<G>(game: &G, games: u32, seed: u64)
where
    G: Notation<PositionError: std::fmt::Debug, MoveError: std::fmt::Debug>,
{
    each_position(game, games, seed, |position| {
        check_position(game, position);
        let text = game.position_text(position);
        let read = game.read_position(&text);
        assert_eq!(
            read.as_ref().ok(),
            Some(position),
            "{text} reads as {read:?}"
        );
        for played in game.moves(position) {
            let text = game.move_text(played);
            let read = game.read_move(position, &text);
            assert_eq!(
                read.as_ref().ok(),
                Some(&played),
                "{text} reads as {read:?}"
            );
        }
    });
}

/// Turns after which a random game is left: the mill family can go on for ever.
const LIMIT: u32 = 400;

fn each_position<G: Game>(game: &G, games: u32, seed: u64, mut see: impl FnMut(&G::Position)) {
    let mut random = Random::new(seed);
    for _ in 0..games {
        let mut position = game.start();
        for _ in 0..LIMIT {
            see(&position);
            let moves = game.moves(&position);
            match random.pick(&moves) {
                Some(played) => position = game.play(&position, *played),
                None => break,
            }
        }
    }
}

#[track_caller]
fn check_position<G: Game>(game: &G, position: &G::Position) {
    let moves = game.moves(position);
    assert_eq!(
        moves.is_empty(),
        game.outcome(position).is_some(),
        "no legal move ⇔ over: {position:?}"
    );
    assert_eq!(
        moves.len() as u64,
        game.count_moves(position),
        "count_moves: {position:?}"
    );
    if let Some(outcome) = game.outcome(position) {
        let known = G::ENDINGS.iter().copied().map(Reason::Rules);
        assert!(
            known.into_iter().any(|known| known == outcome.reason),
            "an ending of its own: {outcome:?} {position:?}"
        );
    }
    let distinct: HashSet<_> = moves.iter().collect();
    assert_eq!(distinct.len(), moves.len(), "a move twice: {position:?}");
    let picked = game.random_move(position, &mut Random::new(moves.len() as u64));
    assert_eq!(
        picked.is_some(),
        !moves.is_empty(),
        "random_move: {position:?}"
    );
    assert!(
        picked.is_none_or(|played| distinct.contains(&played)),
        "random_move gave {picked:?}: {position:?}"
    );
    for played in &moves {
        let next = game.play(position, *played);
        assert_eq!(
            game.turn(&next),
            game.turn(position).other(),
            "turns alternate: {position:?} {played:?}"
        );
    }
}
