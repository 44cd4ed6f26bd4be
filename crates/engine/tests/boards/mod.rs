//! Random boards of every size for the tests.

use game::{Game, Random, Side};
use mijnlieff::{Cell, Gaps, Layout, Mijnlieff, Opening, Position};

/// A game with so many sets on tiles that lie at random, each touching an earlier one.
pub(crate) fn random_game(sets: usize, random: &mut Random) -> Mijnlieff {
    let mut tiles = vec![Cell::new(0, 0)];
    while tiles.len() < 4 * sets {
        let beside = *random.pick(&tiles).unwrap();
        let mut shift = || random.below(5) as i16 - 2;
        let tile = beside.offset(shift(), shift());
        let near = |other: &Cell| {
            (tile.column - other.column).abs() < 2 && (tile.row - other.row).abs() < 2
        };
        if !tiles.iter().any(near) {
            tiles.push(tile);
        }
    }
    let opening = Opening::ALL[random.below(4) as usize];
    let gaps = [Gaps::Block, Gaps::Cross][random.below(2) as usize];
    Mijnlieff::new(Layout::new(&tiles).unwrap(), opening, gaps)
}

/// The pieces both have still to place.
pub(crate) fn pieces(position: &Position) -> u32 {
    let hands = position.hands();
    hands.total(Side::White) + hands.total(Side::Black)
}

/// A position of random play with at most so many pieces left and the game not over.
pub(crate) fn ending(game: &Mijnlieff, left: u32, random: &mut Random) -> Position {
    loop {
        let mut position = game.start();
        while let Some(played) = game.random_move(&position, random) {
            if pieces(&position) <= left {
                return position;
            }
            position = game.play(&position, played);
        }
    }
}
