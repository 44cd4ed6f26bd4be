use game::{Ending, Excerpt, Side};
use moulin::{
    Flight, Grounded, Illegal, Moulin, MoveError, Point, Points, Position, PositionError, Stuck,
    ending,
};

use crate::Lang;
use crate::text::{self, Text, alternatives, field, side as side_name};

fn name(moulin: &Moulin, point: Point) -> String {
    moulin.rules().board.name(point)
}

fn names(moulin: &Moulin, points: Points) -> Vec<String> {
    let points = moulin.rules().board.by_name(points);
    points
        .into_iter()
        .map(|point| name(moulin, point))
        .collect()
}

/// A name that is no point of the board, and those that are.
fn unknown(moulin: &Moulin, name: &Excerpt) -> Text {
    let points = names(moulin, moulin.rules().board.points()).join(" ");
    Text::new(
        format!("there is no point '{name}' (the points are {points})"),
        format!("il n'y a pas de point « {name} » (les points sont {points})"),
    )
}

/// Why a position is refused.
pub(super) fn position(moulin: &Moulin, error: &PositionError) -> Text {
    match error {
        PositionError::Field(error) => field(error),
        PositionError::UnknownPoint { name } => unknown(moulin, name),
        PositionError::Twice { point } => {
            let at = name(moulin, *point);
            Text::new(
                format!("{at} is given twice"),
                format!("{at} est donné deux fois"),
            )
        }
        PositionError::TooMany { side, count, most } => {
            let whose = side_name(*side);
            Text::new(
                format!(
                    "{} would have {count} stones, there are {most}",
                    whose.get(Lang::En)
                ),
                format!(
                    "{} aurait {count} pions, il y en a {most}",
                    whose.get(Lang::Fr)
                ),
            )
        }
        PositionError::Hand { text } => Text::new(
            format!("hand={text}: write white's and black's stones in hand, as in hand=7,8"),
            format!("hand={text} : écrivez les pions en main de blanc et noir, comme hand=7,8"),
        ),
        PositionError::HandsAndTurn { hand: [w, b], turn } => match turn {
            Side::White => Text::new(
                format!("ML1: white to move has as many stones in hand as black, not {w} and {b}"),
                format!("ML1 : au trait, blanc a autant de pions en main que noir, pas {w} et {b}"),
            ),
            Side::Black => Text::new(
                format!(
                    "ML1: black to move has one stone more in hand than white, or both none, \
                     not {w} and {b}"
                ),
                format!(
                    "ML1 : au trait, noir a un pion en main de plus que blanc, ou aucun des deux, \
                     pas {w} et {b}"
                ),
            ),
        },
        PositionError::Turn { text } => Text::new(
            format!("turn={text}: write turn=w or turn=b"),
            format!("turn={text} : écrivez turn=w ou turn=b"),
        ),
        PositionError::Flight { text } => Text::new(
            format!("flight={text}: write who has not flown yet, wb, w, b or -"),
            format!("flight={text} : écrivez qui n'a pas encore volé, wb, w, b ou -"),
        ),
        PositionError::NoFlights => Text::new(
            "ML6: under these rules no flight is granted once, so flight= means nothing",
            "ML6 : cette règle n'accorde pas d'envol unique, flight= n'a pas de sens",
        ),
        PositionError::FlightNotUsed { side, at } => {
            let whose = side_name(*side);
            Text::new(
                format!(
                    "ML6: {} has more than {at} stones and cannot have flown",
                    whose.get(Lang::En)
                ),
                format!(
                    "ML6 : {} a plus de {at} pions et n'a pas pu voler",
                    whose.get(Lang::Fr)
                ),
            )
        }
    }
}

/// Why the rules ended a game, as the second half of a sentence.
pub(super) fn ending(ending: Ending, loser: Option<Side>) -> Text {
    let loser = loser.map(side_name);
    let (en, fr) = loser.as_ref().map_or(("nobody", "personne"), |loser| {
        (loser.get(Lang::En), loser.get(Lang::Fr))
    });
    match ending {
        ending::STUCK => Text::new(
            format!("{en} cannot move (ML8)."),
            format!("{fr} ne peut plus bouger (ML8)."),
        ),
        ending::TWO_STONES => Text::new(
            format!("{en} has fewer than three stones (ML7)."),
            format!("{fr} a moins de trois pions (ML7)."),
        ),
        ending::REPETITION => Text::new(
            "the same position for the third time (ML9).",
            "la même position pour la troisième fois (ML9).",
        ),
        _ => Text::new(
            "a hundred turns without a capture (ML9).",
            "cent tours sans prise (ML9).",
        ),
    }
}

/// Why a move is refused; the rule's id is not part of the text.
pub(super) fn played(moulin: &Moulin, position: &Position, error: &MoveError) -> Text {
    match error {
        MoveError::Unreadable { text } => Text::new(
            format!("'{text}' is not a move: d6 places, d6-d7 moves, xa4 takes, as in d6-d7xa4"),
            format!(
                "« {text} » n'est pas un coup : d6 pose, d6-d7 déplace, xa4 prend, comme d6-d7xa4"
            ),
        ),
        MoveError::UnknownPoint { name } => unknown(moulin, name),
        MoveError::Illegal(illegal) => against(moulin, position, illegal),
    }
}

fn against(moulin: &Moulin, position: &Position, illegal: &Illegal) -> Text {
    let point = |point: Point| name(moulin, point);
    let enemy = side_name(position.turn().other());
    let (enemy_en, enemy_fr) = (enemy.get(Lang::En), enemy.get(Lang::Fr));
    match *illegal {
        Illegal::Over(outcome) => Text::new("the game is over.", "la partie est finie.")
            .then(&text::ending(moulin, outcome, None)),
        Illegal::StillPlacing { hand } => Text::new(
            format!("no stone moves before all are placed: {hand} left to place"),
            format!("aucun pion ne bouge avant que tous soient posés : encore {hand} à poser"),
        ),
        Illegal::NothingToPlace => Text::new(
            "all stones are placed: move one, as in d6-d7",
            "tous les pions sont posés : déplacez-en un, comme d6-d7",
        ),
        Illegal::Occupied { to, .. } => {
            let to = point(to);
            Text::new(format!("{to} is not free"), format!("{to} n'est pas libre"))
        }
        Illegal::NotYours { from } => {
            let from = point(from);
            Text::new(
                format!("none of your stones is on {from}"),
                format!("aucun de vos pions n'est en {from}"),
            )
        }
        Illegal::TooFar { from, to, grounded } => too_far(&point(from), &point(to), grounded),
        Illegal::NoMill { to } => {
            let to = point(to);
            Text::new(
                format!("{to} closes no mill, so nothing is taken"),
                format!("{to} ne ferme pas de moulin, rien n'est pris"),
            )
        }
        Illegal::MustTake { count, from } => {
            let from = alternatives(&names(moulin, from));
            let (en, fr) = match count {
                1 => ("a stone", "un pion"),
                _ => ("two stones", "deux pions"),
            };
            Text::new(
                format!(
                    "a mill is closed: take {en} of {enemy_en}'s ({})",
                    from.get(Lang::En)
                ),
                format!(
                    "moulin fermé : prenez {fr} à {enemy_fr} ({})",
                    from.get(Lang::Fr)
                ),
            )
        }
        Illegal::TakesTooMany { count } => match count {
            0 => Text::new("there is nothing to take", "il n'y a rien à prendre"),
            1 => Text::new("one stone is taken, no more", "on prend un pion, pas plus"),
            _ => Text::new(
                "two different stones are taken",
                "on prend deux pions différents",
            ),
        },
        Illegal::NotTheirs { taken } => {
            let taken = point(taken);
            Text::new(
                format!("no stone of {enemy_en}'s is on {taken}"),
                format!("aucun pion de {enemy_fr} n'est en {taken}"),
            )
        }
        Illegal::InMill { taken } => {
            let taken = point(taken);
            Text::new(
                format!("{taken} is in a mill, and {enemy_en} has stones outside mills"),
                format!("{taken} est dans un moulin, et {enemy_fr} a des pions hors des moulins"),
            )
        }
        Illegal::AllInMills => Text::new(
            format!("all of {enemy_en}'s stones are in mills, so none is taken"),
            format!("tous les pions de {enemy_fr} sont dans des moulins, aucun n'est pris"),
        ),
        Illegal::NoPass { stuck } => match stuck {
            Stuck::Lose => Text::new("nobody passes in this game", "on ne passe jamais à ce jeu"),
            Stuck::Pass => Text::new(
                "you can move, so you may not pass",
                "vous pouvez jouer, vous ne pouvez donc pas passer",
            ),
        },
        Illegal::MustPass => Text::new(
            "none of your stones can move: you have to pass",
            "aucun de vos pions ne peut bouger : vous devez passer",
        ),
    }
}

fn too_far(from: &str, to: &str, grounded: Grounded) -> Text {
    let apart = Text::new(
        format!("{from} and {to} are not neighbours,"),
        format!("{from} et {to} ne sont pas voisins,"),
    );
    apart.then(&match grounded {
        Grounded::Never => Text::new("and nobody flies", "et personne ne vole"),
        Grounded::TooManyStones { count, at } => Text::new(
            format!("and a flight needs {at} stones or fewer: you have {count}"),
            format!("et l'envol demande {at} pions au plus : vous en avez {count}"),
        ),
        Grounded::Used => Text::new(
            "and you have used your one flight",
            "et vous avez déjà utilisé votre unique envol",
        ),
    })
}

/// What the side to move can do, in a sentence.
pub(super) fn situation(moulin: &Moulin, position: &Position) -> Text {
    let side = position.turn();
    let (en, fr) = match side {
        Side::White => ("White", "Blanc"),
        Side::Black => ("Black", "Noir"),
    };
    let hand = position.hand(side);
    if hand > 0 {
        return Text::new(
            format!("{en} places a stone on any free point ({hand} in hand)."),
            format!("{fr} pose un pion sur un point libre ({hand} en main)."),
        );
    }
    if game::Game::moves(moulin, position) == [moulin::Move::Pass] {
        return Text::new(
            format!("{en} cannot move and has to pass."),
            format!("{fr} ne peut pas bouger et doit passer."),
        );
    }
    if !moulin.may_fly(position) {
        return Text::new(
            format!("{en} moves a stone along a line to the next free point."),
            format!("{fr} déplace un pion le long d'une ligne vers le point libre voisin."),
        );
    }
    match moulin.rules().flight {
        Flight::Once(_) => Text::new(
            format!("{en} moves a stone, and may fly with it to any free point, once in the game."),
            format!(
                "{fr} déplace un pion, et peut une fois dans la partie voler vers tout point libre."
            ),
        ),
        Flight::At(_) | Flight::Never => Text::new(
            format!("{en} may fly: move a stone to any free point."),
            format!("{fr} peut voler : déplacez un pion vers tout point libre."),
        ),
    }
}
