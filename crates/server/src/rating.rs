use game::{Outcome, Side};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::protocol::Rating;

/// The deviation up to which a rating counts as known: 95 of 100 such people are within some 220
/// points of their value. It takes about a dozen games.
pub(crate) const KNOWN: f64 = 110.0;

/// The rating of somebody who has not played yet.
pub(crate) fn first() -> Rating {
    with_games(Glicko2Rating::new(), 0)
}

/// The ratings of white and black after a game between them.
pub(crate) fn after(before: [Rating; 2], outcome: Outcome) -> [Rating; 2] {
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
    [
        with_games(white, before[0].games + 1),
        with_games(black, before[1].games + 1),
    ]
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
    use game::Reason;

    #[test]
    fn a_win_raises_and_makes_surer() {
        let outcome = Outcome::win(Side::Black, Reason::Resignation);
        let [white, black] = after([first(); 2], outcome);
        assert!(white.value < 1500.0 && black.value > 1500.0);
        assert!((white.value + black.value - 3000.0).abs() < 1e-9);
        assert!(white.deviation < 350.0 && black.deviation < 350.0);
        assert_eq!([white.games, black.games], [1, 1]);
    }

    #[test]
    fn a_rating_is_known_after_some_games_and_not_after_a_few() {
        let mut both = [first(); 2];
        let mut known = None;
        for game in 1..=40 {
            let winner = Side::BOTH[game % 2];
            both = after(both, Outcome::win(winner, Reason::Resignation));
            if both[0].deviation <= KNOWN {
                known = Some(game);
                break;
            }
        }
        assert!(matches!(known, Some(5..=20)), "{known:?}");
    }

    #[test]
    fn a_draw_between_equals_changes_no_value() {
        let [white, black] = after([first(); 2], Outcome::draw(Reason::Agreement));
        assert!((white.value - 1500.0).abs() < 1e-9);
        assert!((black.value - 1500.0).abs() < 1e-9);
    }
}
