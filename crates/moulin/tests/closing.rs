//! Where a side would close a mill, whoever is to move.
#![allow(clippy::unwrap_used)]

use game::{Game, Notation, Random};
use moulin::{Moulin, Points, SHEETS};

/// For the side to move it is where its legal turns close one.
#[test]
fn the_closing_points_are_those_of_the_legal_turns() {
    let mut random = Random::new(5);
    let mut closing = 0;
    for (_, rules) in SHEETS {
        let moulin = Moulin::new(rules);
        for _ in 0..400 {
            let mut position = moulin.start();
            for _ in 0..200 {
                let side = position.turn();
                let closes = |played: &moulin::Move| {
                    let from = played.from().map_or(Points::NONE, Points::only);
                    let rest = position.stones(side).without(from);
                    let to = played.to();
                    to.filter(|to| rules.board.completed(*to, rest) > 0)
                };
                let found: Points = moulin.moves(&position).iter().filter_map(closes).collect();
                if moulin.outcome(&position).is_none() {
                    assert_eq!(moulin.closing(&position, side), found, "{position:?}");
                    closing += found.count();
                }
                let Some(played) = moulin.random_move(&position, &mut random) else {
                    break;
                };
                position = moulin.play(&position, played);
            }
        }
    }
    assert!(closing > 10_000, "{closing}");
}

#[test]
fn the_other_side_is_seen_too() {
    let moulin = Moulin::new(moulin::CLASSIQUE);
    let text = "w=a1,d1,g4,b4;b=b6,d6,c5,e3;hand=0,0;turn=w";
    let position = moulin.read_position(text).unwrap();
    let names = |side| {
        let points = moulin.closing(&position, side);
        let points = moulin.rules().board.by_name(points).into_iter();
        let names = points.map(|point| moulin.rules().board.name(point));
        names.collect::<Vec<_>>()
    };
    assert_eq!(names(game::Side::White), ["g1"]);
    assert_eq!(names(game::Side::Black), [""; 0]);
}
