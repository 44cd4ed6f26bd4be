use std::collections::HashSet;

use game::{Game, Random};
use mijnlieff::{Board, Cell, Mijnlieff, Move, Square, Turning};

/// Random beginnings of a game, no two of them alike on a turned or mirrored board.
pub(super) struct Openings {
    /// Turns of each.
    pub(super) turns: u32,
    pub(super) lines: Vec<Vec<Move>>,
}

/// Openings drawn for each one wanted before longer ones are tried.
const PATIENCE: usize = 50;

impl Openings {
    /// So many openings of so many turns, or of more where there are not enough.
    pub(super) fn new(game: &Mijnlieff, count: usize, turns: u32, random: &mut Random) -> Openings {
        let images = images(game.board());
        let mut openings = Openings {
            turns,
            lines: Vec::new(),
        };
        loop {
            let mut seen = HashSet::new();
            openings.lines.clear();
            for _ in 0..count.saturating_mul(PATIENCE) {
                if openings.lines.len() == count {
                    return openings;
                }
                if let Some(line) = random_line(game, openings.turns, random)
                    && seen.insert(canonical(&line, &images))
                {
                    openings.lines.push(line);
                }
            }
            if openings.lines.len() == count {
                return openings;
            }
            openings.turns += 1;
        }
    }
}

/// Random turns after which the game is not over.
fn random_line(game: &Mijnlieff, turns: u32, random: &mut Random) -> Option<Vec<Move>> {
    let mut position = game.start();
    let mut line = Vec::new();
    for _ in 0..turns {
        let played = game.random_move(&position, random)?;
        line.push(played);
        position = game.play(&position, played);
    }
    game.outcome(&position).is_none().then_some(line)
}

/// Where each square goes in every symmetry of the board.
fn images(board: &Board) -> Vec<Vec<Square>> {
    let turned = |turning: &Turning| {
        let cells = board.squares().into_iter();
        let cells: Vec<Cell> = cells
            .map(|square| turning.cell(board.cell(square)))
            .collect();
        let left = cells.iter().map(|cell| cell.column).min()?;
        let bottom = cells.iter().map(|cell| cell.row).min()?;
        let image = |cell: &Cell| board.square_at(cell.offset(-left, -bottom));
        cells.iter().map(image).collect::<Option<Vec<Square>>>()
    };
    let same = |turning: &&Turning| board.layout().turned(**turning) == *board.layout();
    Turning::ALL
        .iter()
        .filter(same)
        .filter_map(turned)
        .collect()
}

/// The least of all images of a line.
fn canonical(line: &[Move], images: &[Vec<Square>]) -> Vec<(usize, usize)> {
    let image = |image: &Vec<Square>| {
        let moves = line.iter().map(|played| match played {
            Move::Pass => (usize::MAX, 0),
            Move::Place { kind, square } => (kind.index(), image[square.index()].index()),
        });
        moves.collect()
    };
    images.iter().map(image).min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_unlike_each_other_and_grow_when_there_are_too_few() {
        let game = Mijnlieff::from_options("").unwrap();
        let images = images(game.board());
        assert_eq!(images.len(), 8);
        let mut random = Random::new(1);
        // One corner is like the others, so there is one opening of one turn.
        let two = Openings::new(&game, 2, 1, &mut random);
        assert_eq!(two.turns, 2);
        let many = Openings::new(&game, 200, 3, &mut random);
        assert_eq!((many.turns, many.lines.len()), (3, 200));
        let keys: HashSet<_> = many
            .lines
            .iter()
            .map(|line| canonical(line, &images))
            .collect();
        assert_eq!(keys.len(), 200);
    }
}
