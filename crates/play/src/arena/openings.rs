use std::collections::HashSet;

use game::Random;

use crate::Family;

/// Random beginnings of a game, no two of them alike on a turned or mirrored board.
pub(super) struct Openings<M> {
    /// Turns of each.
    pub(super) turns: u32,
    pub(super) lines: Vec<Vec<M>>,
}

/// Openings drawn for each one wanted before longer ones are tried.
const PATIENCE: usize = 50;

impl<M: Copy> Openings<M> {
    /// So many openings of so many turns, or of more where there are not enough.
    pub(super) fn new<G: Family<Move = M>>(
        game: &G,
        count: usize,
        turns: u32,
        random: &mut Random,
    ) -> Openings<M> {
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
                    && seen.insert(game.canonical_line(&line))
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
fn random_line<G: Family>(game: &G, turns: u32, random: &mut Random) -> Option<Vec<G::Move>> {
    let mut position = game.start();
    let mut line = Vec::new();
    for _ in 0..turns {
        let played = game.random_move(&position, random)?;
        line.push(played);
        position = game.play(&position, played);
    }
    game.outcome(&position).is_none().then_some(line)
}

#[cfg(test)]
mod tests {
    use mijnlieff::Mijnlieff;

    use super::*;

    #[test]
    fn openings_are_unlike_each_other_and_grow_when_there_are_too_few() {
        let game = Mijnlieff::from_options("").unwrap();
        let mut random = Random::new(1);
        // One corner is like the others, so there is one opening of one turn.
        let two = Openings::new(&game, 2, 1, &mut random);
        assert_eq!(two.turns, 2);
        let many = Openings::new(&game, 200, 3, &mut random);
        assert_eq!((many.turns, many.lines.len()), (3, 200));
        let lines = many.lines.iter();
        let keys: HashSet<_> = lines.map(|line| game.canonical_line(line)).collect();
        assert_eq!(keys.len(), 200);
    }
}
