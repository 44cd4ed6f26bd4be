use crate::Exact;
use crate::numbering::layer::Layer;

impl Exact {
    /// The most turns a byte can tell of.
    pub const LONGEST: u8 = 253;

    /// As a byte: the turns until the end, or 255 for a draw. The last turn is the winner's, so an odd
    /// number is a win and an even one a loss.
    #[must_use]
    pub const fn byte(self) -> u8 {
        match self {
            Exact::Win(turns) | Exact::Loss(turns) => turns as u8,
            Exact::Draw => DRAW,
        }
    }

    /// Reads a [`byte`](Exact::byte).
    #[must_use]
    pub const fn from_byte(byte: u8) -> Exact {
        match byte {
            DRAW => Exact::Draw,
            turns if is_win(turns) => Exact::Win(turns as u32),
            turns => Exact::Loss(turns as u32),
        }
    }

    /// How much the side to move likes it: more is better. [`LOST_NOW`] is the least.
    pub(crate) const fn score(self) -> u8 {
        match self {
            Exact::Loss(turns) => (turns / 2) as u8,
            Exact::Draw => 128,
            Exact::Win(turns) => 255 - (turns / 2) as u8,
        }
    }

    /// The value with this score.
    pub(crate) const fn from_score(score: u8) -> Exact {
        match score {
            0..128 => Exact::Loss(2 * score as u32),
            128 => Exact::Draw,
            129.. => Exact::Win(2 * (255 - score as u32) + 1),
        }
    }
}

/// Some position needs more turns than a byte can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// Where, or in its pair.
    pub layer: Layer,
}

/// The byte of a draw.
pub(crate) const DRAW: u8 = 255;

/// The score of a player with nothing to choose from. Every turn is better, so it is also where
/// looking for the best one begins.
pub(crate) const LOST_NOW: u8 = Exact::Loss(0).score();

/// The score of taking the third-last stone.
pub(crate) const WON_AT_ONCE: u8 = Exact::Win(1).score();

/// Whether a byte that is no draw is a win.
pub(crate) const fn is_win(byte: u8) -> bool {
    byte % 2 == 1
}

/// By the byte of a position: the score of the turn that leads to it.
pub(crate) static SCORE_BEFORE: [u8; 256] = {
    let mut scores = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        // The byte beyond the longest is in no finished table.
        if byte as u8 != Exact::LONGEST + 1 {
            scores[byte] = Exact::from_byte(byte as u8).before().score();
        }
        byte += 1;
    }
    scores
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_scores_read_back_and_better_is_more() {
        let losses = (0..=u32::from(Exact::LONGEST) / 2).map(|n| Exact::Loss(2 * n));
        let wins = (0..=u32::from(Exact::LONGEST) / 2).rev();
        let wins = wins.map(|n| Exact::Win(2 * n + 1));
        let worst_first: Vec<Exact> = losses.chain([Exact::Draw]).chain(wins).collect();
        for exact in &worst_first {
            assert_eq!(Exact::from_byte(exact.byte()), *exact);
            assert_eq!(Exact::from_score(exact.score()), *exact);
        }
        assert!(worst_first.is_sorted_by(|a, b| a.score() < b.score()));
        assert_eq!(worst_first[0].score(), LOST_NOW);
    }
}
