use std::ops::Add;

/// Won, drawn and lost games of one player against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

/// Standard deviations on each side that hold 95 % of a normal distribution.
const DEVIATIONS: f64 = 1.959_964;

impl Tally {
    /// All of them.
    #[must_use]
    pub const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, from 0 to 1, a draw being half; a half without games.
    #[must_use]
    pub fn score(self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(games),
        }
    }

    /// The share of the draws, from 0 to 1.
    #[must_use]
    pub fn draw_rate(self) -> f64 {
        f64::from(self.draws) / f64::from(self.games().max(1))
    }

    /// Where the true score lies with 95 % certainty: Wilson's interval, with a draw as half a win.
    /// Draws make results vary less than it supposes, so it is rather too wide.
    #[must_use]
    pub fn interval(self) -> [f64; 2] {
        if self.games() == 0 {
            return [0.0, 1.0];
        }
        let (score, games) = (self.score(), f64::from(self.games()));
        let squared = DEVIATIONS * DEVIATIONS / games;
        let centre = (score + squared / 2.0) / (1.0 + squared);
        let spread = (score * (1.0 - score) / games + squared / (4.0 * games)).sqrt();
        let half = DEVIATIONS * spread / (1.0 + squared);
        [(centre - half).max(0.0), (centre + half).min(1.0)]
    }
}

impl Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(wins: u32, draws: u32, losses: u32, score: f64, interval: [f64; 2]) {
        let tally = Tally {
            wins,
            draws,
            losses,
        };
        let near = |a: f64, b: f64| (a - b).abs() < 0.0005;
        assert!(near(tally.score(), score), "{}", tally.score());
        let [low, high] = tally.interval();
        let found = near(low, interval[0]) && near(high, interval[1]);
        assert!(found, "{low} {high}");
    }

    #[test]
    fn intervals_are_wilsons() {
        check(0, 0, 0, 0.5, [0.0, 1.0]);
        check(10, 0, 0, 1.0, [0.7225, 1.0]);
        check(0, 0, 10, 0.0, [0.0, 0.2775]);
        check(50, 0, 50, 0.5, [0.4038, 0.5962]);
        check(40, 20, 40, 0.5, [0.4038, 0.5962]);
        check(240, 52, 108, 0.665, [0.6174, 0.7095]);
    }
}
