use game::{Ending, Excerpt, Side};
use moulin::{
    Flight, Grounded, Illegal, Moulin, MoveError, Point, Points, Position, PositionError, Stuck,
    ending,
};

use crate::text::{
    self, Text, alternatives, field, of_players_fr, players, players_first, to_players_fr, together,
};
use crate::{Lang, Reader};

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
            let (en, fr) = players(*side);
            Text::new(
                format!("{en} would have {count} stones, there are {most}"),
                format!("{fr} auraient {count} pions, il y en a {most}"),
            )
        }
        PositionError::Hand { text } => Text::new(
            format!("hand={text}: write white's and black's stones in hand, as in hand=7,8"),
            format!(
                "hand={text} : écrivez les pions en main des blancs et des noirs, comme hand=7,8"
            ),
        ),
        PositionError::HandsAndTurn { hand: [w, b], turn } => match turn {
            Side::White => Text::new(
                format!("ML1: white to move has as many stones in hand as black, not {w} and {b}"),
                format!(
                    "ML1 : au trait, les blancs ont autant de pions en main que les noirs, \
                     pas {w} et {b}"
                ),
            ),
            Side::Black => Text::new(
                format!(
                    "ML1: black to move has one stone more in hand than white, or both none, \
                     not {w} and {b}"
                ),
                format!(
                    "ML1 : au trait, les noirs ont un pion en main de plus que les blancs, ou aucun \
                     des deux n'en a, pas {w} et {b}"
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
            let (en, fr) = players(*side);
            Text::new(
                format!("ML6: {en} has more than {at} stones and cannot have flown"),
                format!("ML6 : {fr} ont plus de {at} pions et n'ont pas pu voler"),
            )
        }
    }
}

/// Why the rules ended a game, as the second half of a sentence.
pub(super) fn ending(ending: Ending, loser: Option<Side>) -> Text {
    let (en, fr) = loser.map_or(("nobody", "personne"), players);
    match ending {
        ending::STUCK => Text::new(
            format!("{en} cannot move (ML8)."),
            format!("{fr} ne peuvent plus bouger (ML8)."),
        ),
        ending::TWO_STONES => Text::new(
            format!("{en} has fewer than three stones (ML7)."),
            format!("{fr} ont moins de trois pions (ML7)."),
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
    let enemy = position.turn().other();
    let (enemy_en, enemy_fr) = players(enemy);
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
                    from.get(Lang::EN)
                ),
                format!(
                    "moulin fermé : prenez {fr} {} ({})",
                    to_players_fr(enemy),
                    from.get(Lang::FR)
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
                format!("aucun pion {} n'est en {taken}", of_players_fr(enemy)),
            )
        }
        Illegal::InMill { taken } => {
            let taken = point(taken);
            Text::new(
                format!("{taken} is in a mill, and {enemy_en} has stones outside mills"),
                format!("{taken} est dans un moulin, et {enemy_fr} ont des pions hors des moulins"),
            )
        }
        Illegal::AllInMills => Text::new(
            format!("all of {enemy_en}'s stones are in mills, so none is taken"),
            format!(
                "tous les pions {} sont dans des moulins, aucun n'est pris",
                of_players_fr(enemy)
            ),
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
    apart.then(&no_flight(grounded))
}

/// That none of the mover's stones gets to a free point.
pub(super) fn out_of_reach(moulin: &Moulin, to: Point, grounded: Grounded) -> Text {
    let to = name(moulin, to);
    let apart = Text::new(
        format!("none of your stones is next to {to},"),
        format!("aucun de vos pions n'est voisin de {to},"),
    );
    apart.then(&no_flight(grounded))
}

/// That a stone cannot move, since these points around it are not free.
pub(super) fn shut_in(moulin: &Moulin, stone: Point, full: Points) -> Text {
    let stone = name(moulin, stone);
    let full = names(moulin, full);
    let around = together(&full);
    let (are, sont) = match full.len() {
        1 => ("is not free", "n'est pas libre"),
        _ => ("are not free", "ne sont pas libres"),
    };
    Text::new(
        format!("{stone} cannot move: {} {are}", around.get(Lang::EN)),
        format!(
            "{stone} ne peut pas bouger : {} {sont}",
            around.get(Lang::FR)
        ),
    )
}

fn no_flight(grounded: Grounded) -> Text {
    match grounded {
        Grounded::Never => Text::new("and nobody flies", "et personne ne vole"),
        Grounded::TooManyStones { count, at } => Text::new(
            format!("and a flight needs {at} stones or fewer: you have {count}"),
            format!("et l'envol demande {at} pions au plus : vous en avez {count}"),
        ),
        Grounded::Used => Text::new(
            "and you have used your one flight",
            "et vous avez déjà utilisé votre unique envol",
        ),
    }
}

/// What the side to move can do, in a sentence.
pub(super) fn situation(moulin: &Moulin, position: &Position, reader: Reader) -> Text {
    let side = position.turn();
    let hand = position.hand(side);
    let (en, fr) = players_first(side);
    let must_pass = || game::Game::moves(moulin, position) == [moulin::Move::Pass];
    match reader {
        Reader::Onlooker if hand > 0 => Text::new(
            format!("{en} places a stone on any free point ({hand} in hand)."),
            format!("{fr} posent un pion sur un point libre ({hand} en main)."),
        ),
        Reader::Mover if hand > 0 => Text::new(
            format!("Your turn: place a stone on any free point ({hand} left to place)."),
            format!("À vous : posez un pion sur un point libre (encore {hand} à poser)."),
        ),
        Reader::Onlooker if must_pass() => Text::new(
            format!("{en} cannot move and has to pass."),
            format!("{fr} ne peuvent pas bouger et doivent passer."),
        ),
        Reader::Mover if must_pass() => Text::new(
            "Your turn: none of your stones can move, so you have to pass (ML8).",
            "À vous : aucun de vos pions ne peut bouger, vous devez passer (ML8).",
        ),
        Reader::Onlooker => moving(moulin, position),
        Reader::Mover => move_yours(moulin, position),
    }
}

/// What somebody does who has placed all stones.
fn moving(moulin: &Moulin, position: &Position) -> Text {
    let (en, fr) = players_first(position.turn());
    if !moulin.may_fly(position) {
        return Text::new(
            format!("{en} moves a stone along a line to the next free point."),
            format!("{fr} déplacent un pion le long d'une ligne vers un point voisin libre."),
        );
    }
    match moulin.rules().flight {
        Flight::Once(_) => Text::new(
            format!("{en} moves a stone, and may fly with it to any free point, once in the game."),
            format!(
                "{fr} déplacent un pion, et peuvent une fois dans la partie voler vers n'importe \
                 quel point libre."
            ),
        ),
        Flight::At(_) | Flight::Never => Text::new(
            format!("{en} may fly: a stone moves to any free point."),
            format!("{fr} peuvent voler : un pion va vers n'importe quel point libre."),
        ),
    }
}

/// What you can do once you have placed all stones.
fn move_yours(moulin: &Moulin, position: &Position) -> Text {
    if !moulin.may_fly(position) {
        return Text::new(
            "Your turn: move a stone along a line to the next free point.",
            "À vous : déplacez un pion le long d'une ligne vers un point voisin libre.",
        );
    }
    let stones = position.total(position.turn());
    match moulin.rules().flight {
        Flight::Once(_) => Text::new(
            "Your turn: move a stone along a line, or fly with it to any free point, once in the \
             game (ML6).",
            "À vous : déplacez un pion le long d'une ligne ou, une seule fois dans la partie, \
             volez vers n'importe quel point libre (ML6).",
        ),
        Flight::At(_) | Flight::Never => Text::new(
            format!("Your turn: with {stones} stones you may fly to any free point (ML6)."),
            format!(
                "À vous : avec {stones} pions, vous pouvez voler vers n'importe quel point libre \
                 (ML6)."
            ),
        ),
    }
}
