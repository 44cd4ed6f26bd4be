//! Published counts of the mill family, and the signature of the positions behind them.

use game::{Game, Walk, perft, walk};
use moulin::{Moulin, SHEETS};

/// Turns from the empty board, by depth from 1: the sheets part only later.
const FROM_THE_START: [u64; 6] = [24, 552, 12_144, 255_024, 5_140_800, 99_274_176];

#[track_caller]
fn check(sheet: &str, depth: u32, count: u64) {
    let moulin = Moulin::from_options(sheet).expect(sheet);
    let leaves = perft(&moulin, &moulin.start(), depth);
    assert_eq!(leaves, count, "{sheet}, depth {depth}");
}

#[test]
fn perft_from_the_empty_board_under_each_sheet() {
    for (sheet, _) in SHEETS {
        for (depth, count) in (1..).zip(FROM_THE_START) {
            check(sheet, depth, count);
        }
    }
}

#[test]
fn walk_makes_every_position_that_perft_counts() {
    for (sheet, signature) in [
        ("classique", 8_167_383_022_126_172_836),
        ("envol", 17_390_762_693_285_317_284),
        ("barreau", 8_167_383_022_126_172_836),
    ] {
        let moulin = Moulin::from_options(sheet).unwrap();
        let leaves = FROM_THE_START[4];
        let seen = walk(&moulin, &moulin.start(), 5);
        assert_eq!(seen, Walk { leaves, signature }, "{sheet}");
    }
}
