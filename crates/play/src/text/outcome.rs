use game::{Outcome, Reason, Side};

use super::Text;
use super::side::{players, players_first};
use crate::Family;

/// Who won and why, in a sentence, with the points where the game has them and its rules ended it.
#[must_use]
pub fn ending<G: Family>(game: &G, outcome: Outcome, points: Option<[u32; 2]>) -> Text {
    let score = match (outcome.reason, points) {
        (Reason::Rules(_), Some([white, black])) => {
            format!(" {}–{}", white.max(black), white.min(black))
        }
        _ => String::new(),
    };
    let result = match outcome.winner.map(players_first) {
        Some((en, fr)) => Text::new(format!("{en} wins{score}"), format!("{fr} gagnent{score}")),
        None => Text::new(format!("A draw{score}"), format!("Partie nulle{score}")),
    };
    let loser = outcome.winner.map(Side::other);
    let reason = match outcome.reason {
        Reason::Rules(ending) => game.ending(ending, loser),
        reason => by_players(reason, loser),
    };
    let join = |lang| format!("{}: {}", result.get(lang), reason.get(lang));
    Text::new(
        join(crate::Lang::EN),
        join(crate::Lang::FR).replacen(": ", " : ", 1),
    )
}

/// How players ended a game, as the second half of a sentence.
fn by_players(reason: Reason, loser: Option<Side>) -> Text {
    let (en, fr) = loser.map_or(("nobody", "personne"), players);
    match reason {
        Reason::Agreement => Text::new("both agreed.", "les deux sont d'accord."),
        Reason::Resignation => Text::new(format!("{en} resigned."), format!("{fr} ont abandonné.")),
        Reason::Time => Text::new(
            format!("{en} ran out of time."),
            format!("{fr} n'ont plus de temps."),
        ),
        Reason::Abandoned | Reason::Rules(_) => {
            Text::new("the game was left.", "la partie a été quittée.")
        }
    }
}
