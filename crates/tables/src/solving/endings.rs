use std::sync::OnceLock;

use moulin::{Flights, Position, Rules};

use super::solved::Solved;
use crate::Exact;
use crate::numbering::stones::Stones;

/// The endings with fewest stones, solved in one thread when first asked for.
pub struct Endings {
    rules: Rules,
    solved: OnceLock<Solved>,
}

impl Endings {
    /// The most memory they take, in bytes. It holds all layers of eight stones together, and of
    /// seven where layers are split by who has used his flight: some two seconds of work at most.
    pub const MEMORY: usize = 16 << 20;

    /// The most stones of both sides together for which a probe starts the work.
    pub const STONES: u8 = 8;

    /// Under these rules. Nothing is solved yet.
    #[must_use]
    pub const fn new(rules: Rules) -> Endings {
        Endings {
            rules,
            solved: OnceLock::new(),
        }
    }

    /// What a position is worth, if it has few enough stones.
    #[must_use]
    pub fn probe(&self, position: &Position) -> Option<Exact> {
        let (stones, layer) = Stones::of(position);
        let moving = layer.hands == [0, 0];
        moving.then(|| self.look(stones, layer.flights)).flatten()
    }

    /// What a position of the moving phase is worth, if it has few enough stones; white stands
    /// for the side to move among the flights.
    #[must_use]
    pub fn look(&self, stones: Stones, flights: Flights) -> Option<Exact> {
        let count = (stones.mover | stones.other).count_ones();
        if count > u32::from(Endings::STONES) {
            return None;
        }
        self.solved().look(stones, flights)
    }

    /// Whether they are solved by now, so that nobody has to wait for it.
    #[must_use]
    pub fn are_solved(&self) -> bool {
        self.solved.get().is_some()
    }

    /// The layers, solved now if they were not before.
    pub fn solved(&self) -> &Solved {
        let solve = || Solved::few_stones(self.rules, Endings::STONES, Endings::MEMORY);
        self.solved.get_or_init(solve)
    }
}
