use tables::kernel::Turn;

/// The history heuristic: which turns caused cutoffs, wherever that was, recent ones counting more.
///
/// Killer moves and countermoves beside it were no help: tried first, they made a search of 13 turns
/// from the empty board look at 25 and 40 million positions instead of 15.
#[derive(Clone, Debug)]
pub(super) struct HistoryTable {
    /// By where a stone comes from and goes to.
    worth: Box<[[i16; 32]; 32]>,
}

impl HistoryTable {
    /// No turn is worth more, nor less than its negative.
    const MOST: i32 = 1200;

    pub(super) fn new() -> HistoryTable {
        HistoryTable {
            worth: Box::new([[0; 32]; 32]),
        }
    }

    #[inline]
    pub(super) fn of(&self, turn: Turn) -> i32 {
        i32::from(self.worth[turn.from()][turn.to()])
    }

    /// Adds a bonus or a malus, the less the nearer the turn is to the most in that direction.
    #[inline]
    pub(super) fn add(&mut self, turn: Turn, bonus: i32) {
        let worth = &mut self.worth[turn.from()][turn.to()];
        let old = i32::from(*worth);
        *worth = (old + bonus - old * bonus.abs() / HistoryTable::MOST) as i16;
    }
}
