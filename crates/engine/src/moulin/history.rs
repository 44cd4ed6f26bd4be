use tables::kernel::Turn;

/// Which turns led to something, wherever that was, and for how long that has been so.
///
/// Beside this, turns that were good enough as far from the root, or after the same turn of the
/// other, were no help: tried first, they made a search of 13 turns from the empty board look at
/// 25 and 40 million positions instead of 15.
#[derive(Clone, Debug)]
pub(super) struct Experience {
    /// By where a stone comes from and goes to.
    worth: Box<[[i16; 32]; 32]>,
}

impl Experience {
    /// No turn is worth more or less than this.
    const MOST: i32 = 1200;

    pub(super) fn new() -> Experience {
        Experience {
            worth: Box::new([[0; 32]; 32]),
        }
    }

    #[inline]
    pub(super) fn of(&self, turn: Turn) -> i32 {
        i32::from(self.worth[turn.from()][turn.to()])
    }

    /// Learns that a turn was worth this, in the same direction less and less.
    #[inline]
    pub(super) fn learn(&mut self, turn: Turn, lesson: i32) {
        let worth = &mut self.worth[turn.from()][turn.to()];
        let old = i32::from(*worth);
        *worth = (old + lesson - old * lesson.abs() / Experience::MOST) as i16;
    }
}
