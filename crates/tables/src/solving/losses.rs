use moulin::FEWEST;
use moulin::{Double, Rules};

use crate::byte::{SCORE_BEFORE, WON_AT_ONCE};
use crate::numbering::index::Index;
use crate::numbering::stones::Stones;

/// What a mill leads to: the other side is to move and has lost stones.
#[derive(Clone, Copy)]
pub(crate) struct Losses<'a> {
    /// It has lost one stone.
    pub(crate) one: Loss<'a>,
    /// It has lost two.
    two: Loss<'a>,
}

/// What becomes of the game with a number of stones lost.
#[derive(Clone, Copy)]
pub(crate) enum Loss<'a> {
    /// Too few are left: it is over (ML7).
    Over,
    /// The values of the layer it leads to.
    To(&'a [u8]),
}

impl<'a> Losses<'a> {
    /// For a side that has so many stones, those in hand among them, before it loses any.
    pub(crate) fn new(rules: &Rules, stones: u8, layer: impl Fn(u8) -> &'a [u8]) -> Losses<'a> {
        let loss = |lost: u8| {
            if stones < FEWEST + lost {
                Loss::Over
            } else {
                Loss::To(layer(lost))
            }
        };
        let two = match rules.double {
            Double::Two => loss(2),
            Double::One => Loss::Over,
        };
        Losses { one: loss(1), two }
    }

    /// The score of the turn that leaves these stones, so many having been lost.
    pub(crate) fn score(&self, index: &Index, stones: Stones, lost: u32) -> u8 {
        match if lost == 1 { self.one } else { self.two } {
            Loss::Over => WON_AT_ONCE,
            Loss::To(values) => SCORE_BEFORE[usize::from(values[index.slot(stones)])],
        }
    }
}
