use std::hash::{Hash, Hasher};

use crate::Game;

/// How many sequences of exactly `depth` turns start here. Games that end sooner count nothing.
///
/// The last turn is counted without playing it; [`walk`] plays it.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => game.count_moves(position),
        _ => {
            let mut leaves = 0;
            game.each_move(position, |played| {
                leaves += perft(game, &game.play(position, played), depth - 1);
            });
            leaves
        }
    }
}

/// What [`walk`] saw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    /// Positions reached by exactly the given number of turns.
    pub leaves: u64,
    /// The wrapping sum of a hash of each of them, which proves that all were made.
    pub signature: u64,
}

/// [`perft`] with every leaf played and hashed.
pub fn walk<G: Game>(game: &G, position: &G::Position, depth: u32) -> Walk {
    let mut seen = Walk::default();
    descend(game, position, depth, &mut seen);
    seen
}

fn descend<G: Game>(game: &G, position: &G::Position, depth: u32, seen: &mut Walk) {
    if depth == 0 {
        let mut mixer = Mixer(0);
        position.hash(&mut mixer);
        seen.leaves += 1;
        seen.signature = seen.signature.wrapping_add(mixer.finish());
    } else {
        game.each_move(position, |played| {
            descend(game, &game.play(position, played), depth - 1, seen);
        });
    }
}

/// A hash that is the same on every machine and version, unlike the standard library's.
struct Mixer(u64);

impl Mixer {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
}

impl Hasher for Mixer {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u8(*byte);
        }
    }

    #[inline]
    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }

    #[inline]
    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    #[inline]
    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(23) ^ value).wrapping_mul(Self::ODD);
    }

    #[inline]
    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }

    #[inline]
    fn write_isize(&mut self, value: isize) {
        self.write_u64(value as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}
