//! What a board shows, for those who do not see it.

use game::Side;

use super::Text;
use crate::View;

/// What stands on the board, and which squares are open where the game has limits.
pub(crate) fn standing(view: &View) -> Text {
    let of_a_side = |side: Side| -> Vec<String> {
        let pieces = view.standing.iter().filter(|piece| piece.side == side);
        let name = |kind: Option<char>, place: &str| match kind {
            Some(kind) => format!("{kind}{place}"),
            None => place.to_owned(),
        };
        pieces.map(|piece| name(piece.kind, &piece.place)).collect()
    };
    let [white, black] = Side::BOTH.map(of_a_side);
    let board = if white.is_empty() && black.is_empty() {
        Text::new("An empty board.", "Un plateau vide.")
    } else {
        let [(white, blancs), (black, noirs)] = [white, black].map(|names| listed(&names));
        Text::new(
            format!("A board. White: {white}. Black: {black}."),
            format!("Un plateau. Blancs : {blancs}. Noirs : {noirs}."),
        )
    };
    match &view.open {
        None => board,
        Some(open) => {
            let (open, ouvertes) = listed(open);
            board.then(&Text::new(
                format!("Open squares: {open}."),
                format!("Cases ouvertes : {ouvertes}."),
            ))
        }
    }
}

/// Names one after the other, in both languages.
fn listed(names: &[String]) -> (String, String) {
    if names.is_empty() {
        return ("none".to_owned(), "néant".to_owned());
    }
    let names = names.join(", ");
    (names.clone(), names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Families, Lang};

    #[track_caller]
    fn check(setup: &str, position: &str, expected: [&str; 2]) {
        let setup = Families::standard().setup(setup).unwrap();
        let text = standing(&setup.session_from(position).unwrap().view());
        assert_eq!([Lang::EN, Lang::FR].map(|lang| text.get(lang)), expected);
    }

    #[test]
    fn a_board_is_told_in_words() {
        check(
            "mijnlieff",
            "w=La1;b=Ea3;turn=w;limit=Ea3",
            [
                "A board. White: La1. Black: Ea3. Open squares: a2, a4, b2, b3, b4.",
                "Un plateau. Blancs\u{a0}: La1. Noirs\u{a0}: Ea3. Cases ouvertes\u{a0}: a2, a4, b2, b3, b4.",
            ],
        );
        check(
            "moulin:classique",
            "w=d6;b=;hand=8,9;turn=b",
            [
                "A board. White: d6. Black: none.",
                "Un plateau. Blancs\u{a0}: d6. Noirs\u{a0}: néant.",
            ],
        );
        check(
            "moulin:classique",
            "w=;b=;hand=9,9;turn=w",
            ["An empty board.", "Un plateau vide."],
        );
    }
}
