//! Published counts of Mijnlieff, and the signature of the positions behind them.

use game::{Game, Walk, perft, walk};
use mijnlieff::Mijnlieff;

/// Turns on the base board, by depth from 1.
const EDGE: [u64; 6] = [48, 1_152, 26_272, 557_472, 10_115_320, 164_990_184];
const CORNER_STRAIGHT: [u64; 6] = [4, 96, 2_112, 45_024, 834_608, 13_994_536];

#[track_caller]
fn check(opening: &str, counts: [u64; 6]) {
    let mijnlieff = Mijnlieff::from_options(&format!("opening={opening}")).expect(opening);
    for (depth, count) in (1..).zip(counts) {
        let leaves = perft(&mijnlieff, &mijnlieff.start(), depth);
        assert_eq!(leaves, count, "{opening}, depth {depth}");
    }
}

#[test]
fn perft_of_the_edge_opening() {
    check("edge", EDGE);
}

#[test]
fn perft_of_the_corner_straight_opening() {
    check("corner-straight", CORNER_STRAIGHT);
}

#[test]
fn walk_makes_every_position_that_perft_counts() {
    for (opening, leaves, signature) in [
        ("edge", EDGE[3], 10_884_357_859_725_737_639),
        (
            "corner-straight",
            CORNER_STRAIGHT[3],
            7_626_102_278_819_044_164,
        ),
    ] {
        let mijnlieff = Mijnlieff::from_options(&format!("opening={opening}")).unwrap();
        let seen = walk(&mijnlieff, &mijnlieff.start(), 4);
        assert_eq!(seen, Walk { leaves, signature }, "{opening}");
    }
}
