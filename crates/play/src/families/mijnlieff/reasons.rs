use engine::mijnlieff::Reason;
use game::Side;
use mijnlieff::{Mijnlieff, Squares};

use crate::Lang;
use crate::text::{Text, players, to_players_fr, together, weighed};

/// Why a turn of a side is good or bad, in a sentence.
pub(super) fn why(game: &Mijnlieff, side: Side, reasons: &[Reason]) -> Text {
    let pick = |good: bool| -> Vec<Text> {
        let picked = reasons.iter().filter(|reason| reason.is_good() == good);
        picked.map(|reason| phrase(game, side, *reason)).collect()
    };
    let quiet = Text::new("a quiet turn", "un coup tranquille");
    weighed(&pick(true), &pick(false), &quiet)
}

/// What a turn does, without a subject.
fn phrase(game: &Mijnlieff, side: Side, reason: Reason) -> Text {
    let other = side.other();
    let (them, eux) = players(other);
    let to_them = to_players_fr(other);
    match reason {
        Reason::Wins { by: 1 } => Text::new("wins by a point", "gagne d'un point"),
        Reason::Wins { by } => Text::new(
            format!("wins by {by} points"),
            format!("gagne de {by} points"),
        ),
        Reason::Scores { points: 1 } => Text::new(
            "completes a line for a point",
            "complète une ligne et rapporte un point",
        ),
        Reason::Scores { points } => Text::new(
            format!("makes {points} points at once"),
            format!("rapporte {points} points d'un coup"),
        ),
        Reason::ForcesPass => Text::new(
            format!("forces {them} to pass"),
            format!("oblige {eux} à passer"),
        ),
        Reason::Stops(square) => {
            let at = game.board().name(square);
            Text::new(
                format!("takes {at}, where {them} would have completed a line"),
                format!("occupe {at}, où {eux} auraient complété une ligne"),
            )
        }
        Reason::Denies(squares) => at(
            game,
            squares,
            &format!("keeps {them} from completing a line on"),
            &format!("empêche {eux} de compléter une ligne en"),
        ),
        Reason::LeavesOnly(squares) => at(
            game,
            squares,
            &format!("leaves {them} only"),
            &format!("ne laisse {to_them} que"),
        ),
        Reason::Prepares(squares) => at(
            game,
            squares,
            "prepares a line with",
            "prépare une ligne avec",
        ),
        Reason::Allows(squares) => at(
            game,
            squares,
            &format!("lets {them} complete a line on"),
            &format!("laisse {eux} compléter une ligne en"),
        ),
        Reason::LosesPoints { turns } => Text::new(
            format!("lets {them} make points in {turns} turns"),
            format!("laisse {eux} marquer dans {turns} coups"),
        ),
    }
}

/// Something with the names of squares after it.
fn at(game: &Mijnlieff, squares: Squares, english: &str, french: &str) -> Text {
    let squares = squares.into_iter();
    let names: Vec<String> = squares.map(|square| game.board().name(square)).collect();
    let names = together(&names);
    Text::new(
        format!("{english} {}", names.get(Lang::EN)),
        format!("{french} {}", names.get(Lang::FR)),
    )
}

#[cfg(test)]
mod tests {
    use engine::mijnlieff::reasons;
    use game::Notation;

    use super::*;

    #[test]
    fn reasons_become_a_sentence() {
        let game = Mijnlieff::from_options("opening=edge").unwrap();
        let position = "w=La1,Da2;b=Lc1,Dc2,Pd1;turn=w;limit=Pd1";
        let position = game.read_position(position).unwrap();
        let check = |played: &str, english: &str, french: &str| {
            let played = game.read_move(&position, played).unwrap();
            let found = reasons(&game, &position, played, &[]);
            let told = why(&game, position.turn(), &found);
            assert_eq!(told, Text::new(english, french));
        };
        check(
            "La3",
            "Completes a line for a point, and prepares a line with a4, but lets black complete a \
             line on b3 and c3.",
            "Complète une ligne et rapporte un point, et prépare une ligne avec a4, mais laisse \
             les noirs compléter une ligne en b3 et c3.",
        );
        check(
            "Da3",
            "Completes a line for a point, and keeps black from completing a line on b1, b3 and \
             c3.",
            "Complète une ligne et rapporte un point, et empêche les noirs de compléter une ligne \
             en b1, b3 et c3.",
        );
    }
}
