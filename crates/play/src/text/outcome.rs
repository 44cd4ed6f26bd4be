use game::{Outcome, Reason, Side};

use super::Text;

/// The name of a side, in lower case.
#[must_use]
pub fn side(side: Side) -> Text {
    match side {
        Side::White => Text::new("white", "blanc"),
        Side::Black => Text::new("black", "noir"),
    }
}

/// Who won and why, in a sentence, with the points where the game has them.
#[must_use]
pub fn ending(outcome: Outcome, points: Option<[u32; 2]>) -> Text {
    let score = match (outcome.reason, points) {
        (Reason::LastPiece | Reason::BothPass, Some([white, black])) => {
            format!(" {}–{}", white.max(black), white.min(black))
        }
        _ => String::new(),
    };
    let result = match outcome.winner {
        Some(Side::White) => Text::new(format!("White wins{score}"), format!("Blanc gagne{score}")),
        Some(Side::Black) => Text::new(format!("Black wins{score}"), format!("Noir gagne{score}")),
        None => Text::new(format!("A draw{score}"), format!("Partie nulle{score}")),
    };
    let reason = reason(outcome);
    let join = |lang| format!("{}: {}", result.get(lang), reason.get(lang));
    Text::new(
        join(crate::Lang::En),
        join(crate::Lang::Fr).replacen(": ", " : ", 1),
    )
}

/// Why it ended, as the second half of a sentence.
fn reason(outcome: Outcome) -> Text {
    let loser = outcome.winner.map(Side::other);
    let (en, fr) = match loser {
        Some(Side::White) => ("white", "blanc"),
        Some(Side::Black) => ("black", "noir"),
        None => ("nobody", "personne"),
    };
    match outcome.reason {
        Reason::Stuck => Text::new(
            format!("{en} cannot move (ML8)."),
            format!("{fr} ne peut plus bouger (ML8)."),
        ),
        Reason::TwoStones => Text::new(
            format!("{en} has fewer than three stones (ML7)."),
            format!("{fr} a moins de trois pions (ML7)."),
        ),
        Reason::LastPiece => Text::new(
            "the last piece is placed (MJ9).",
            "la dernière pièce est posée (MJ9).",
        ),
        Reason::BothPass => Text::new("both have to pass (MJ9).", "les deux doivent passer (MJ9)."),
        Reason::Repetition => Text::new(
            "the same position for the third time (ML9).",
            "la même position pour la troisième fois (ML9).",
        ),
        Reason::HundredTurns => Text::new(
            "a hundred turns without a capture (ML9).",
            "cent tours sans prise (ML9).",
        ),
        Reason::Agreement => Text::new("both agreed.", "les deux sont d'accord."),
        Reason::Resignation => Text::new(format!("{en} resigned."), format!("{fr} a abandonné.")),
        Reason::Time => Text::new(
            format!("{en} ran out of time."),
            format!("{fr} n'a plus de temps."),
        ),
        Reason::Abandoned => Text::new("the game was left.", "la partie a été quittée."),
    }
}
