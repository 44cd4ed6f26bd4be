//! The crates against the reference in `brute_force`, on thousands of random positions under all
//! rules, all boards of one set and many of more: the same turns, the same positions after them,
//! the same ends and points.

mod brute_force;
mod random_positions;

use std::collections::BTreeMap;

use game::{Notation, Random, perft};
use mijnlieff::{Mijnlieff, Position};
use random_positions::{boards, mijnlieff, moulin, played, scattered_pieces, scattered_stones};

/// Sequences of two turns up to which a third is counted too.
const FEW: u64 = 200;

/// How many positions showed something rare: a sample without them would prove little.
#[derive(Debug, Default)]
struct Seen {
    over: u32,
    passes: u32,
    captures: u32,
    double_captures: u32,
}

impl Seen {
    #[track_caller]
    fn check<G: Notation>(&mut self, game: &G, position: &G::Position) {
        let (setup, text) = (game.setup_text(), game.position_text(position));
        let moves = game.moves(position);
        let turns: BTreeMap<String, String> = moves
            .iter()
            .map(|played| {
                let next = game.play(position, *played);
                (game.move_text(*played), game.position_text(&next))
            })
            .collect();
        assert_eq!(turns, brute_force::turns(&setup, &text), "{setup} {text}");
        assert_eq!(turns.len(), moves.len(), "a turn twice: {setup} {text}");
        let outcome = game.outcome(position).map(|outcome| outcome.to_string());
        let expected = brute_force::outcome(&setup, &text);
        assert_eq!(outcome, expected, "{setup} {text}");
        let depth = if perft(game, position, 2) <= FEW {
            3
        } else {
            2
        };
        assert_eq!(
            perft(game, position, depth),
            brute_force::perft(&setup, &text, depth),
            "depth {depth}: {setup} {text}"
        );

        let takes = turns.keys().map(|turn| turn.matches('x').count()).max();
        self.over += u32::from(outcome.is_some());
        self.passes += u32::from(turns.contains_key("pass"));
        self.captures += u32::from(takes >= Some(1));
        self.double_captures += u32::from(takes >= Some(2));
    }

    #[track_caller]
    fn at_least(&self, least: &Seen) {
        let enough = self.over >= least.over
            && self.passes >= least.passes
            && self.captures >= least.captures
            && self.double_captures >= least.double_captures;
        assert!(enough, "{self:?}");
    }

    #[track_caller]
    fn check_with_points(&mut self, mijnlieff: &Mijnlieff, position: &Position) {
        self.check(mijnlieff, position);
        let (setup, text) = (mijnlieff.setup_text(), mijnlieff.position_text(position));
        let [white, black] = mijnlieff.score(position);
        let expected = brute_force::score(&setup, &text);
        assert_eq!((white, black), expected, "{setup} {text}");
    }
}

#[test]
fn mill_positions_from_play() {
    let (mut random, mut seen) = (Random::new(1), Seen::default());
    for _ in 0..2_500 {
        let moulin = moulin(&mut random);
        seen.check(&moulin, &played(&moulin, 80, &mut random));
    }
    seen.at_least(&Seen {
        over: 200,
        captures: 500,
        ..Seen::default()
    });
}

#[test]
fn mill_positions_scattered() {
    let (mut random, mut seen) = (Random::new(2), Seen::default());
    for _ in 0..5_000 {
        let moulin = moulin(&mut random);
        seen.check(&moulin, &scattered_stones(&moulin, &mut random));
    }
    seen.at_least(&Seen {
        over: 200,
        passes: 15,
        captures: 1_000,
        double_captures: 25,
    });
}

#[test]
fn mijnlieff_positions_from_play() {
    let boards = boards();
    let (mut random, mut seen) = (Random::new(3), Seen::default());
    for _ in 0..2_500 {
        let mijnlieff = mijnlieff(&boards, &mut random);
        let squares = u64::from(mijnlieff.board().squares().count());
        let position = played(&mijnlieff, squares + 2, &mut random);
        seen.check_with_points(&mijnlieff, &position);
    }
    seen.at_least(&Seen {
        over: 100,
        passes: 100,
        ..Seen::default()
    });
}

#[test]
fn mijnlieff_positions_scattered() {
    let boards = boards();
    let (mut random, mut seen) = (Random::new(4), Seen::default());
    for _ in 0..2_500 {
        let mijnlieff = mijnlieff(&boards, &mut random);
        let position = scattered_pieces(&mijnlieff, &mut random);
        seen.check_with_points(&mijnlieff, &position);
    }
    seen.at_least(&Seen {
        over: 100,
        passes: 100,
        ..Seen::default()
    });
}
