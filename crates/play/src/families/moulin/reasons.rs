use engine::moulin::Reason;
use game::Side;
use moulin::{Moulin, Points};

use crate::Lang;
use crate::text::{Text, players, to_players_fr, together, weighed};

/// Why a turn of a side is good or bad, in a sentence.
pub(super) fn why(moulin: &Moulin, side: Side, reasons: &[Reason]) -> Text {
    let pick = |good: bool| -> Vec<Text> {
        let picked = reasons.iter().filter(|reason| reason.is_good() == good);
        picked.map(|reason| phrase(moulin, side, *reason)).collect()
    };
    let quiet = Text::new("a quiet turn", "un coup tranquille");
    weighed(&pick(true), &pick(false), &quiet)
}

/// What a turn does, without a subject.
fn phrase(moulin: &Moulin, side: Side, reason: Reason) -> Text {
    let enemy = side.other();
    let (enemy_en, enemy_fr) = players(enemy);
    match reason {
        Reason::LeavesTooFew => Text::new(
            format!("wins, for {enemy_en} has only two stones left"),
            format!(
                "gagne, car il ne reste que deux pions {}",
                to_players_fr(enemy)
            ),
        ),
        Reason::LeavesStuck => Text::new(
            format!("wins, for {enemy_en} cannot move"),
            format!("gagne, car {enemy_fr} ne peuvent plus bouger"),
        ),
        Reason::Closes { mills, taken } => closes(moulin, mills, taken),
        Reason::Stops(points) => at(moulin, points, "stops a mill on", "empêche un moulin en"),
        Reason::DoubleMill => Text::new("sets up a double mill", "prépare un double moulin"),
        Reason::Fork(points) => at(
            moulin,
            points,
            "threatens mills on",
            "menace des moulins en",
        ),
        Reason::Threatens(points) => {
            at(moulin, points, "threatens a mill on", "menace un moulin en")
        }
        Reason::Blocks(1) => Text::new("blocks a stone", "bloque un pion"),
        Reason::Blocks(count) => Text::new(
            format!("blocks {count} stones"),
            format!("bloque {count} pions"),
        ),
        Reason::Misses(points) => at(moulin, points, "misses a mill on", "manque un moulin en"),
        Reason::Allows(points) => at(
            moulin,
            points,
            &format!("lets {enemy_en} close a mill on"),
            &format!("laisse {enemy_fr} fermer un moulin en"),
        ),
        Reason::LetsFly => Text::new(
            format!("lets {enemy_en} fly"),
            format!("permet {} de voler", to_players_fr(enemy)),
        ),
        Reason::LosesStone { turns } => Text::new(
            format!("loses a stone in {turns} turns"),
            format!("perd un pion en {turns} coups"),
        ),
    }
}

fn closes(moulin: &Moulin, mills: u32, taken: Points) -> Text {
    let (closes_en, closes_fr) = match mills {
        1 => ("closes a mill", "ferme un moulin"),
        _ => ("closes two mills at once", "ferme deux moulins à la fois"),
    };
    if taken.is_empty() {
        return Text::new(
            format!("{closes_en} although no stone may be taken"),
            format!("{closes_fr} bien qu'aucun pion ne puisse être pris"),
        );
    }
    at(
        moulin,
        taken,
        &format!("{closes_en} and takes"),
        &format!("{closes_fr} et prend"),
    )
}

/// Something with the names of points after it.
fn at(moulin: &Moulin, points: Points, english: &str, french: &str) -> Text {
    let board = moulin.rules().board;
    let points = board.by_name(points).into_iter();
    let names: Vec<String> = points.map(|point| board.name(point)).collect();
    let names = together(&names);
    Text::new(
        format!("{english} {}", names.get(Lang::EN)),
        format!("{french} {}", names.get(Lang::FR)),
    )
}

#[cfg(test)]
mod tests {
    use engine::moulin::reasons;
    use game::Notation;
    use moulin::{BARREAU, CLASSIQUE, Rules};

    use super::*;

    #[track_caller]
    fn check(rules: Rules, position: &str, played: &str, english: &str, french: &str) {
        let moulin = Moulin::new(rules);
        let position = moulin.read_position(position).unwrap();
        let played = moulin.read_move(&position, played).unwrap();
        let found = reasons(&moulin, &position, played, &[]);
        assert_eq!(
            why(&moulin, position.turn(), &found),
            Text::new(english, french)
        );
    }

    #[test]
    fn reasons_become_a_sentence() {
        let open = "w=a1,d1;b=d6,f6;hand=7,7;turn=w";
        check(
            CLASSIQUE,
            open,
            "g1xd6",
            "Closes a mill and takes d6, and stops a mill on b6.",
            "Ferme un moulin et prend d6, et empêche un moulin en b6.",
        );
        check(
            CLASSIQUE,
            open,
            "a4",
            "Threatens mills on a7 and g1, but misses a mill on g1.",
            "Menace des moulins en a7 et g1, mais manque un moulin en g1.",
        );
        check(
            CLASSIQUE,
            "w=;b=;hand=9,9;turn=w",
            "d6",
            "A quiet turn.",
            "Un coup tranquille.",
        );
        check(
            BARREAU,
            "w=a1,d1,g4;b=b2,d2,f2;hand=0,0;turn=w",
            "g4-g1",
            "Closes a mill although no stone may be taken.",
            "Ferme un moulin bien qu'aucun pion ne puisse être pris.",
        );
    }
}
