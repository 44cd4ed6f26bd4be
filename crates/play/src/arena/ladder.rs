use engine::{Level, PerfectGap, Player};

use super::Tally;

/// Every match by which the levels are measured on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// Games between neighbours.
    pub neighbours: u32,
    /// Games between all others.
    pub others: u32,
}

/// Two players to be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The one who should score more, and the other.
    pub players: [Player; 2],
    /// How they stand to each other.
    pub step: Step,
    /// Games to play.
    pub games: u32,
}

/// How two players stand to each other, and so what the first should score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A simple player against the lowest level: at least 60 %.
    Greedy,
    /// A level against the one below: 60 to 75 %.
    Neighbours,
    /// Perfection one step above the highest level: 55 to 75 %.
    Top,
    /// Perfection far above the highest level: at least 55 %.
    Above,
    /// A level against one further below: more than half.
    Others,
}

impl Ladder {
    /// The matches, from the bottom: first greed, then neighbours, then all others.
    #[must_use]
    pub fn pairings(self, gap: PerfectGap) -> Vec<Pairing> {
        let mut players = Level::ALL.map(Player::Level).to_vec();
        let mut pairings = vec![Pairing {
            players: [Player::Greedy, players[0]],
            step: Step::Greedy,
            games: self.neighbours,
        }];
        players.push(Player::Perfect);
        for pair in players.windows(2) {
            pairings.push(Pairing {
                players: [pair[1], pair[0]],
                step: match (pair[1], gap) {
                    (Player::Perfect, PerfectGap::OneStep) => Step::Top,
                    (Player::Perfect, PerfectGap::Wider) => Step::Above,
                    _ => Step::Neighbours,
                },
                games: self.neighbours,
            });
        }
        for (rank, higher) in players.iter().enumerate() {
            for lower in players.iter().take(rank.saturating_sub(1)) {
                pairings.push(Pairing {
                    players: [*higher, *lower],
                    step: Step::Others,
                    games: self.others,
                });
            }
        }
        pairings
    }
}

impl Step {
    /// Whether a result is what it should be.
    #[must_use]
    pub fn accepts(self, tally: Tally) -> bool {
        let score = tally.score();
        match self {
            Step::Greedy => score >= 0.6,
            Step::Neighbours => (0.6..=0.75).contains(&score),
            Step::Top => (0.55..=0.75).contains(&score),
            Step::Above => score >= 0.55,
            Step::Others => score > 0.5,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_once() {
        let ladder = Ladder {
            neighbours: 400,
            others: 40,
        };
        let pairings = ladder.pairings(PerfectGap::OneStep);
        assert_eq!(pairings.len(), 1 + 9 * 8 / 2);
        for (index, pairing) in pairings.iter().enumerate() {
            let [one, other] = pairing.players;
            assert_ne!(one, other);
            let again = pairings[..index].iter();
            let again = again.filter(|earlier| earlier.players == pairing.players);
            assert_eq!(again.count(), 0, "{one} {other}");
        }
        let long = pairings.iter().filter(|pairing| pairing.games == 400);
        assert_eq!(long.count(), 9);
    }

    #[test]
    fn each_step_has_its_range() {
        let tally = |wins, losses| Tally {
            wins,
            draws: 0,
            losses,
        };
        assert!(Step::Neighbours.accepts(tally(60, 40)));
        assert!(Step::Neighbours.accepts(tally(75, 25)));
        assert!(!Step::Neighbours.accepts(tally(59, 41)));
        assert!(!Step::Neighbours.accepts(tally(76, 24)));
        assert!(Step::Top.accepts(tally(55, 45)));
        assert!(!Step::Top.accepts(tally(76, 24)));
        assert!(Step::Above.accepts(tally(99, 1)));
        assert!(!Step::Above.accepts(tally(54, 46)));
        assert!(Step::Greedy.accepts(tally(99, 1)));
        assert!(!Step::Greedy.accepts(tally(59, 41)));
        assert!(!Step::Others.accepts(tally(50, 50)));
    }
}
