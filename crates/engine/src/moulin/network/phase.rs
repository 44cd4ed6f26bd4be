use tables::kernel::State;

/// Stones in hand and on the board, of the side to move and the other, and who may still fly once:
/// bit 0 the side to move, bit 1 the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::moulin) struct Counts {
    pub(in crate::moulin) hands: u8,
    pub(in crate::moulin) mine: u8,
    pub(in crate::moulin) theirs: u8,
    pub(in crate::moulin) flights: u8,
}

/// The phases of the game, each with rows of its own.
pub const PHASES: usize = 10;

impl Counts {
    /// One more than the largest number.
    pub(in crate::moulin) const END: usize = 19 * 10 * 10 * 4;

    #[inline]
    pub(in crate::moulin) fn of(state: &State) -> Counts {
        Counts {
            hands: state.my_hand + state.their_hand,
            mine: state.mine.count_ones() as u8,
            theirs: state.theirs.count_ones() as u8,
            flights: state.flights,
        }
    }

    #[inline]
    pub(in crate::moulin) fn number(self) -> usize {
        let [hands, mine, theirs] = [self.hands, self.mine, self.theirs].map(usize::from);
        (hands * 100 + mine * 10 + theirs) * 4 + usize::from(self.flights)
    }

    /// The phase: without stones in hand one for every two stones on the board, before that one for
    /// every three in hand.
    #[inline]
    pub(in crate::moulin) fn phase(self) -> usize {
        let phase = if self.hands > 0 {
            5 + (self.hands - 1).min(12) / 3
        } else {
            let stones = self.mine + self.theirs;
            stones.clamp(8, 17) / 2 - 4
        };
        usize::from(phase)
    }
}
