use game::Side;

use super::Cost;
use super::value::WON;

/// How well the moves of a player kept what the positions were worth.
///
/// A move that is no mistake counts 100 hundredths, one that gives away a whole won game (or six points, or
/// six stones) nothing, and what lies between in proportion. The accuracy is the mean of them.
///
/// ```
/// use game::Side;
/// use play::analysis::{Accuracy, Cost, Value};
///
/// let slip = Cost { best: Value::Points(3), own: Value::Points(0) };
/// let mut accuracy = Accuracy::default();
/// accuracy.add(Side::White, None);
/// accuracy.add(Side::White, Some(slip));
/// assert_eq!(accuracy.of(Side::White), Some(75));
/// assert_eq!(accuracy.of(Side::Black), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accuracy {
    /// Of each side its moves and what they lost, none more than all.
    sides: [Kept; 2],
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Kept {
    moves: u32,
    lost: u32,
}

/// What a move can lose at most, in hundredths.
const ALL: u32 = WON as u32;

impl Accuracy {
    /// Counts a move of a side and what it cost.
    pub fn add(&mut self, side: Side, cost: Option<Cost>) {
        let kept = &mut self.sides[side.index()];
        kept.moves += 1;
        let lost = cost.map_or(0, |cost| cost.hundredths().max(0) as u32);
        kept.lost += lost.min(ALL);
    }

    /// The accuracy of a side in hundredths, rounded; nothing before its first move.
    #[must_use]
    pub fn of(&self, side: Side) -> Option<u32> {
        let Kept { moves, lost } = self.sides[side.index()];
        let all = moves * ALL;
        (moves > 0).then(|| (100 * (all - lost) + all / 2) / all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Value;

    #[test]
    fn a_game_given_away_counts_nothing_and_never_less() {
        let mut accuracy = Accuracy::default();
        let turned = Cost {
            best: Value::Win(3),
            own: Value::Loss(4),
        };
        accuracy.add(Side::Black, Some(turned));
        assert_eq!(accuracy.of(Side::Black), Some(0));
        for _ in 0..3 {
            accuracy.add(Side::Black, None);
        }
        assert_eq!(accuracy.of(Side::Black), Some(75));
        assert_eq!(accuracy.of(Side::White), None);
    }

    #[test]
    fn a_guess_counts_by_what_it_seems_to_lose() {
        let score = |hundredths| Value::Score {
            hundredths,
            depth: 5,
        };
        let mut accuracy = Accuracy::default();
        let slip = Cost {
            best: score(200),
            own: score(50),
        };
        accuracy.add(Side::White, Some(slip));
        assert_eq!(accuracy.of(Side::White), Some(75));
    }
}
