use crate::{Game, Outcome};

/// A small, fast generator (SplitMix64) with the same numbers on every machine: for benchmarks,
/// tests and games, never for secrets.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`, which must not be 0. The bias, below `end` in 2⁶⁴, is not measurable.
    #[inline]
    pub fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(end)) >> 64) as u64
    }

    /// One of `items`, `None` when there is none.
    pub fn pick<'items, T>(&mut self, items: &'items [T]) -> Option<&'items T> {
        if items.is_empty() {
            return None;
        }
        items.get(self.below(items.len() as u64) as usize)
    }
}

/// A random game played to its end or its limit.
#[derive(Clone, Copy, Debug)]
pub struct Playout<P> {
    /// Where it stopped.
    pub position: P,
    /// Turns played.
    pub turns: u32,
    /// `None` when the limit stopped it.
    pub outcome: Option<Outcome>,
}

/// Plays uniformly random legal moves until the game is over or `limit` turns are played.
pub fn playout<G: Game>(
    game: &G,
    start: &G::Position,
    limit: u32,
    random: &mut Random,
) -> Playout<G::Position> {
    let mut position = *start;
    for turns in 0..limit {
        match game.random_move(&position, random) {
            Some(played) => position = game.play(&position, played),
            None => {
                let outcome = game.outcome(&position);
                return Playout {
                    position,
                    turns,
                    outcome,
                };
            }
        }
    }
    Playout {
        position,
        turns: limit,
        outcome: game.outcome(&position),
    }
}
