use rayon::prelude::*;

use crate::Exact;
use crate::byte::{DRAW, LOST_NOW, is_win};

/// One layer of a pair while it is being solved.
pub(crate) struct Half {
    slots: Vec<Slot>,
    /// By row: at which distances to look for decided slots.
    marks: Vec<Marks>,
    /// By row: further columns decided at the distance that is being worked on.
    due: Vec<Vec<u32>>,
    /// By row: the same for the next distance.
    fresh: Vec<Vec<u32>>,
    width: usize,
}

/// The columns of a row that are decided at the distance being worked on.
pub(crate) enum Due<'a> {
    /// Only these.
    Few(&'a [u32]),
    /// Those that looking through the row finds.
    Look,
}

/// From this many columns on a row is looked through: a bit per column is then cheaper than a list.
const MANY: usize = 256;

/// What is known of a position.
///
/// Before the first values are [settled](Slot::settle): the best score of the turns that leave
/// the pair, and the number of quiet turns. After: a distance and the number of successors that are
/// not yet known to be won for the other side.
///
/// - An odd distance is a win; it may still turn out to be shorter.
/// - An even distance is a loss if nothing is left, and may be due later; otherwise it is the least
///   a loss would take, and the position counts as a draw until the last successor is won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Slot {
    pub(crate) value: u8,
    pub(crate) left: u8,
}

/// A set of distances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks([u64; 4]);

impl Marks {
    #[inline]
    fn add(&mut self, distance: u8) {
        self.0[usize::from(distance / 64)] |= 1 << (distance % 64);
    }

    #[inline]
    pub(crate) fn has(self, distance: u8) -> bool {
        self.0[usize::from(distance / 64)] & 1 << (distance % 64) != 0
    }

    fn with(self, other: Marks) -> Marks {
        Marks(std::array::from_fn(|n| self.0[n] | other.0[n]))
    }

    /// The least distance from this one on.
    pub(crate) fn next(self, distance: u8) -> Option<u8> {
        (distance..=u8::MAX).find(|distance| self.has(*distance))
    }
}

impl Slot {
    /// A successor outside the pair is known: the turn to it is worth this score.
    #[inline]
    pub(crate) fn leaves(&mut self, score: u8) {
        self.value = self.value.max(score);
    }

    /// Turns what was gathered into a first value. The distance, if it is decided.
    #[inline]
    pub(crate) fn settle(&mut self) -> Option<u8> {
        let exact = Exact::from_score(self.value);
        match exact {
            Exact::Win(_) => {
                *self = Slot {
                    value: exact.byte(),
                    left: 0,
                };
            }
            Exact::Loss(_) => self.value = exact.byte(),
            // A successor that is never won for the other side.
            Exact::Draw => {
                self.value = 0;
                self.left += 1;
            }
        }
        (self.left == 0).then_some(self.value)
    }

    /// A quiet successor is decided at `distance`. The distance of this slot, if that decides it.
    #[inline]
    fn hear(&mut self, distance: u8) -> Option<u8> {
        let turns = distance + 1;
        if !is_win(distance) {
            let better = !is_win(self.value) || self.value > turns;
            if better {
                *self = Slot {
                    value: turns,
                    left: 0,
                };
            }
            return better.then_some(turns);
        }
        if is_win(self.value) {
            return None;
        }
        self.left -= 1;
        if self.left > 0 {
            return None;
        }
        self.value = self.value.max(turns);
        Some(self.value)
    }
}

/// A row that is being written.
pub(crate) struct RowMut<'a> {
    pub(crate) slots: &'a mut [Slot],
    marks: &'a mut Marks,
    fresh: &'a mut Vec<u32>,
}

impl RowMut<'_> {
    /// Tells a slot that one of its quiet successors is decided.
    #[inline]
    pub(crate) fn tell(&mut self, column: usize, distance: u8) {
        if let Some(decided) = self.slots[column].hear(distance) {
            if decided == distance + 1 && self.fresh.len() < MANY {
                self.fresh.push(column as u32);
            } else {
                self.marks.add(decided);
            }
        }
    }

    /// Marks what is decided in slots that were copied.
    pub(crate) fn mark_all(&mut self) {
        let decided = self.slots.iter().filter(|slot| slot.left == 0);
        decided.for_each(|slot| self.marks.add(slot.value));
    }

    /// Ends the gathering of what each slot leads to.
    pub(crate) fn settle(&mut self) {
        for slot in &mut *self.slots {
            if let Some(decided) = slot.settle() {
                self.marks.add(decided);
            }
        }
    }
}

impl Half {
    /// Nothing known of any position.
    pub(crate) fn new(rows: usize, width: usize) -> Half {
        let nothing = Slot {
            value: LOST_NOW,
            left: 0,
        };
        Half {
            slots: vec![nothing; rows * width],
            marks: vec![Marks::default(); rows],
            due: vec![Vec::new(); rows],
            fresh: vec![Vec::new(); rows],
            width,
        }
    }

    /// The least distance from `distance` on at which a slot is decided.
    pub(crate) fn next(&self, distance: u8) -> Option<u8> {
        if self.due.iter().any(|due| !due.is_empty()) {
            return Some(distance);
        }
        let marks = self.marks.iter().copied();
        marks.fold(Marks::default(), Marks::with).next(distance)
    }

    /// Goes on to the next distance.
    pub(crate) fn advance(&mut self) {
        std::mem::swap(&mut self.due, &mut self.fresh);
        self.fresh.iter_mut().for_each(Vec::clear);
    }

    /// What is decided in a row at the distance being worked on.
    #[inline]
    pub(crate) fn due(&self, row: usize, distance: u8) -> Due<'_> {
        if self.marks[row].has(distance) {
            Due::Look
        } else {
            Due::Few(&self.due[row])
        }
    }

    pub(crate) fn row(&self, row: usize) -> &[Slot] {
        &self.slots[row * self.width..][..self.width]
    }

    pub(crate) fn slot(&self, slot: usize) -> Slot {
        self.slots[slot]
    }

    /// All rows, to be written at the same time.
    pub(crate) fn rows_mut(&mut self) -> impl IndexedParallelIterator<Item = RowMut<'_>> {
        let slots = self.slots.par_chunks_exact_mut(self.width);
        let rows = slots.zip(self.marks.par_iter_mut());
        let rows = rows.zip(self.fresh.par_iter_mut());
        rows.map(|((slots, marks), fresh)| RowMut {
            slots,
            marks,
            fresh,
        })
    }

    /// The values by slot, once nothing more can be decided.
    pub(crate) fn values(&self) -> Vec<u8> {
        let value = |slot: &Slot| if slot.left == 0 { slot.value } else { DRAW };
        self.slots
            .par_iter()
            .with_min_len(4096)
            .map(value)
            .collect()
    }
}

/// The columns of a row that are decided at `distance`, 64 per word.
pub(crate) fn decided(row: &[Slot], distance: u8, words: &mut [u64]) {
    let decided = Slot {
        value: distance,
        left: 0,
    };
    for (slots, word) in row.chunks(64).zip(words) {
        let bits = slots.iter().enumerate();
        *word = bits.fold(0, |word, (n, slot)| word | u64::from(*slot == decided) << n);
    }
}

/// Calls `visit` with the place of each bit of some words.
#[inline]
pub(crate) fn each_place(words: impl Iterator<Item = u64>, mut visit: impl FnMut(usize)) {
    for (n, mut word) in words.enumerate() {
        while word != 0 {
            visit(64 * n + word.trailing_zeros() as usize);
            word &= word - 1;
        }
    }
}
