use std::fmt;

use game::{Outcome, Side};
use play::text::Text;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::protocol::{LeaderNeeds, MarkReason, Rating, RatingMark, Words};

/// What a rating needs to be compared with others. The deviation: 95 of 100 such people are within
/// some 220 points of their value, which takes about a dozen games. Several opponents, because two
/// who only play each other say nothing about anybody else; fifteen games against five are played
/// in one evening of a club. Who has not played for a quarter of a year may have become another
/// player.
///
/// The store keeps with a rating whether it is settled; whoever changes the first three has a
/// migration do it anew.
pub(crate) const NEEDED: LeaderNeeds = LeaderNeeds {
    deviation: 110.0,
    games: 15,
    opponents: 5,
    weeks: 13,
};

/// The time in which games of the same two are counted: a day, in milliseconds.
pub(crate) const REPEATED_WITHIN: u64 = 24 * 3600 * 1000;

/// How much of the usual change is left in the first, second, third … game of the same two within
/// that time; nothing in those after. Three are a match with a decider, in full; then each says
/// less, because it measures the same two once more. Two accounts that let each other win can so
/// move a rating by three and three quarter games a day, however many they play.
const WEIGHTS: [f64; 5] = [1.0, 1.0, 1.0, 0.5, 0.25];

/// Why a rated game counts less than others, or not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// It began from a chosen position, in a version that allowed it.
    Position,
    /// It was left before anything was played.
    Short,
    /// The same two had played several within a day.
    Repeated {
        /// Which one it was, of those that count, from 4.
        nth: u32,
    },
}

impl Mark {
    /// What becomes of a game after so many others of the same two that counted within a day.
    pub(crate) fn after(earlier: u32) -> Option<Mark> {
        let nth = earlier.saturating_add(1);
        let mark = Mark::Repeated { nth };
        (mark.weight() < 1.0).then_some(mark)
    }

    /// How much of the usual change of ratings is left.
    pub(crate) fn weight(self) -> f64 {
        match self {
            Mark::Position | Mark::Short => 0.0,
            Mark::Repeated { nth } => {
                let before = nth.saturating_sub(1) as usize;
                WEIGHTS.get(before).copied().unwrap_or(0.0)
            }
        }
    }

    /// Reads what is printed.
    pub(crate) fn read(text: &str) -> Option<Mark> {
        match text {
            "position" => Some(Mark::Position),
            "short" => Some(Mark::Short),
            _ => {
                let nth = text.strip_prefix("repeated ")?.parse().ok()?;
                Some(Mark::Repeated { nth })
            }
        }
    }

    fn text(self) -> Text {
        match self {
            Mark::Position => Text::new(
                "Does not count: it began from a chosen position.",
                "Ne compte pas : elle a commencé à partir d'une position choisie.",
            ),
            Mark::Short => Text::new(
                "Does not count: it ended before anything was played.",
                "Ne compte pas : elle s'est arrêtée avant d'être jouée.",
            ),
            Mark::Repeated { nth: 4 } => Text::new(
                "Counts half: the fourth game within a day against the same opponent.",
                "Compte pour moitié : la quatrième partie en un jour contre le même adversaire.",
            ),
            Mark::Repeated { nth: 5 } => Text::new(
                "Counts a quarter: the fifth game within a day against the same opponent.",
                "Compte pour un quart : la cinquième partie en un jour contre le même adversaire.",
            ),
            Mark::Repeated { .. } => Text::new(
                "Does not count: five games within a day against the same opponent did.",
                "Ne compte pas : cinq parties en un jour contre le même adversaire ont déjà compté.",
            ),
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mark::Position => f.write_str("position"),
            Mark::Short => f.write_str("short"),
            Mark::Repeated { nth } => write!(f, "repeated {nth}"),
        }
    }
}

impl From<Mark> for RatingMark {
    fn from(mark: Mark) -> RatingMark {
        RatingMark {
            weight: mark.weight(),
            reason: match mark {
                Mark::Position => MarkReason::Position,
                Mark::Short => MarkReason::Short,
                Mark::Repeated { .. } => MarkReason::Repeated,
            },
            text: Words::from(&mark.text()),
        }
    }
}

/// The rating of somebody who has not played yet.
pub(crate) fn first() -> Rating {
    with_games(Glicko2Rating::new(), 0)
}

/// The ratings of white and black after a game between them that counts so much, from 0 to 1: value,
/// deviation and volatility go that part of the way that a whole game takes them.
pub(crate) fn after(before: [Rating; 2], outcome: Outcome, weight: f64) -> [Rating; 2] {
    if weight <= 0.0 {
        return before;
    }
    let [white, black] = before.map(|rating| Glicko2Rating {
        rating: rating.value,
        deviation: rating.deviation,
        volatility: rating.volatility,
    });
    let score = match outcome.winner {
        Some(Side::White) => Outcomes::WIN,
        Some(Side::Black) => Outcomes::LOSS,
        None => Outcomes::DRAW,
    };
    let (white, black) = glicko2(&white, &black, &score, &Glicko2Config::new());
    let [old_white, old_black] = before;
    [
        part_of_the_way(old_white, with_games(white, old_white.games + 1), weight),
        part_of_the_way(old_black, with_games(black, old_black.games + 1), weight),
    ]
}

fn part_of_the_way(from: Rating, to: Rating, weight: f64) -> Rating {
    if weight >= 1.0 {
        return to;
    }
    let between = |from: f64, to: f64| from + weight * (to - from);
    Rating {
        value: between(from.value, to.value),
        deviation: between(from.deviation, to.deviation),
        volatility: between(from.volatility, to.volatility),
        games: to.games,
    }
}

fn with_games(rating: Glicko2Rating, games: u32) -> Rating {
    Rating {
        value: rating.rating,
        deviation: rating.deviation,
        volatility: rating.volatility,
        games,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Random, Reason};

    #[test]
    fn a_win_raises_and_makes_surer() {
        let outcome = Outcome::win(Side::Black, Reason::Resignation);
        let [white, black] = after([first(); 2], outcome, 1.0);
        assert!(white.value < 1500.0 && black.value > 1500.0);
        assert!((white.value + black.value - 3000.0).abs() < 1e-9);
        assert!(white.deviation < 350.0 && black.deviation < 350.0);
        assert_eq!([white.games, black.games], [1, 1]);
    }

    #[test]
    fn a_draw_between_equals_changes_no_value() {
        let [white, black] = after([first(); 2], Outcome::draw(Reason::Agreement), 1.0);
        assert!((white.value - 1500.0).abs() < 1e-9);
        assert!((black.value - 1500.0).abs() < 1e-9);
    }

    #[test]
    fn an_evening_of_six_settles_their_ratings() {
        let mut people = [first(); NEEDED.opponents as usize + 1];
        for round in 0..3 {
            for one in 0..people.len() {
                for other in one + 1..people.len() {
                    let winner = Side::BOTH[(round + one + other) % 2];
                    let outcome = Outcome::win(winner, Reason::Resignation);
                    let after = after([people[one], people[other]], outcome, 1.0);
                    [people[one], people[other]] = after;
                }
            }
        }
        for rating in people {
            assert_eq!(rating.games, NEEDED.games);
            assert!(rating.deviation <= NEEDED.deviation, "{rating:?}");
        }
    }

    #[test]
    fn marks_are_read_as_they_are_printed() {
        let repeated = (4..9).map(|nth| Mark::Repeated { nth });
        for mark in [Mark::Position, Mark::Short].into_iter().chain(repeated) {
            assert_eq!(Mark::read(&mark.to_string()), Some(mark));
        }
        for text in ["", "repeated", "repeated x", "Short", "short "] {
            assert_eq!(Mark::read(text), None, "{text}");
        }
    }

    #[test]
    fn the_fourth_game_counts_half_and_the_sixth_not_at_all() {
        let weights: Vec<f64> = (0..8)
            .map(|earlier| Mark::after(earlier).map_or(1.0, Mark::weight))
            .collect();
        assert_eq!(weights, [1.0, 1.0, 1.0, 0.5, 0.25, 0.0, 0.0, 0.0]);
    }

    /// A hundred games that one lets the other win on one day.
    fn farmed(mut both: [Rating; 2]) -> [Rating; 2] {
        let mut counted = 0;
        for _ in 0..100 {
            let weight = Mark::after(counted).map_or(1.0, Mark::weight);
            counted += u32::from(weight > 0.0);
            both = after(both, Outcome::win(Side::White, Reason::Resignation), weight);
        }
        both
    }

    #[test]
    fn a_hundred_games_let_go_on_a_day_move_a_settled_rating_by_few_points() {
        let settled = Rating {
            deviation: 60.0,
            games: 50,
            ..first()
        };
        let [white, black] = farmed([settled; 2]);
        assert!(white.value - settled.value < 45.0, "{white:?}");
        assert!(settled.value - black.value < 45.0, "{black:?}");
        // Two new accounts find their first values, and are not on the leaderboard by it.
        let [white, _] = farmed([first(); 2]);
        assert!(white.value - 1500.0 < 300.0, "{white:?}");
        assert!(white.deviation > NEEDED.deviation, "{white:?}");
        assert_eq!(white.games, WEIGHTS.len() as u32);
    }

    #[test]
    fn a_weight_takes_ratings_that_part_of_the_way_and_who_wins_never_loses() {
        let mut random = Random::new(3);
        let mut chance = || random.below(1 << 20) as f64 / f64::from(1 << 20);
        let outcomes = [
            Outcome::win(Side::White, Reason::Time),
            Outcome::win(Side::Black, Reason::Time),
            Outcome::draw(Reason::Agreement),
        ];
        for round in 0..10_000 {
            let before = [0, 1].map(|_| Rating {
                value: 600.0 + 2200.0 * chance(),
                deviation: 40.0 + 310.0 * chance(),
                volatility: 0.04 + 0.04 * chance(),
                games: round,
            });
            let outcome = outcomes[round as usize % 3];
            let weight = chance();
            let whole = after(before, outcome, 1.0);
            let part = after(before, outcome, weight);
            for side in [0, 1] {
                let (from, to, got) = (before[side], whole[side], part[side]);
                for (from, to, got) in [
                    (from.value, to.value, got.value),
                    (from.deviation, to.deviation, got.deviation),
                    (from.volatility, to.volatility, got.volatility),
                ] {
                    assert!((got - from - weight * (to - from)).abs() < 1e-9);
                }
            }
            if let Some(winner) = outcome.winner.map(Side::index) {
                assert!(part[winner].value >= before[winner].value);
                assert!(part[1 - winner].value <= before[1 - winner].value);
            }
            assert_eq!(after(before, outcome, 0.0), before);
        }
    }
}
