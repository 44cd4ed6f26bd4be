use game::Ending;
use mijnlieff::{
    Illegal, Kind, Limit, Mijnlieff, MoveError, Opening, Position, PositionError, Square, ending,
};

use crate::text::{
    self, Text, alternatives, capital, field, players, players_first, to_players_fr,
};
use crate::{Lang, Reader};

/// The name of a kind of piece, with its article.
fn the(kind: Kind) -> Text {
    match kind {
        Kind::Straight => Text::new("the straight", "la ligne droite"),
        Kind::Diagonal => Text::new("the diagonal", "la diagonale"),
        Kind::Pusher => Text::new("the pusher", "le poussoir"),
        Kind::Puller => Text::new("the puller", "l'extracteur"),
    }
}

/// The name of a kind, as a heading has it.
pub(super) fn kind_name(kind: Kind) -> Text {
    match kind {
        Kind::Straight => Text::new("Straight", "Ligne droite"),
        Kind::Diagonal => Text::new("Diagonal", "Diagonale"),
        Kind::Pusher => Text::new("Pusher", "Poussoir"),
        Kind::Puller => Text::new("Puller", "Extracteur"),
    }
}

/// Pieces of a kind.
fn plural(kind: Kind) -> Text {
    match kind {
        Kind::Straight => Text::new("straights", "lignes droites"),
        Kind::Diagonal => Text::new("diagonals", "diagonales"),
        Kind::Pusher => Text::new("pushers", "poussoirs"),
        Kind::Puller => Text::new("pullers", "extracteurs"),
    }
}

fn unknown(name: &game::Excerpt) -> Text {
    Text::new(
        format!("this board has no square '{name}'"),
        format!("ce plateau n'a pas de case « {name} »"),
    )
}

/// Why a position is refused.
pub(super) fn position(mijnlieff: &Mijnlieff, error: &PositionError) -> Text {
    let name = |square: Square| mijnlieff.board().name(square);
    match error {
        PositionError::Field(error) => field(error),
        PositionError::Piece { text } => Text::new(
            format!("'{text}' is not a piece: write L, D, P or E and a square, as in La1"),
            format!("« {text} » n'est pas une pièce : écrivez L, D, P ou E et une case, comme La1"),
        ),
        PositionError::UnknownSquare { name } => unknown(name),
        PositionError::Twice { square } => {
            let at = name(*square);
            Text::new(
                format!("{at} is given twice"),
                format!("{at} est donnée deux fois"),
            )
        }
        PositionError::TooMany { side, kind, most } => {
            let ((en, fr), what) = (players(*side), plural(*kind));
            Text::new(
                format!("MJ3: {en} has only {most} {}", what.get(Lang::EN)),
                format!("MJ3 : {fr} n'ont que {most} {}", what.get(Lang::FR)),
            )
        }
        PositionError::Turn { text } => Text::new(
            format!("turn={text}: write turn=w or turn=b"),
            format!("turn={text} : écrivez turn=w ou turn=b"),
        ),
        PositionError::NotTheirs { kind, square } => {
            let piece = format!("{}{}", kind.letter(), name(*square));
            Text::new(
                format!("MJ4: limit={piece} is not a piece of the player who moved last"),
                format!("MJ4 : limit={piece} n'est pas une pièce du dernier joueur"),
            )
        }
        PositionError::Started => Text::new(
            "MJ7: limit=start goes with an empty board and white to move",
            "MJ7 : limit=start va avec un plateau vide et les blancs au trait",
        ),
        PositionError::NoPass => Text::new(
            "MJ8: limit=none means that the opponent passed, but they have no piece left",
            "MJ8 : limit=none veut dire que l'adversaire a passé, mais il n'a plus de pièce",
        ),
    }
}

/// Why the rules ended a game, as the second half of a sentence.
pub(super) fn ending(ending: Ending) -> Text {
    match ending {
        ending::BOTH_PASS => {
            Text::new("both have to pass (MJ9).", "les deux doivent passer (MJ9).")
        }
        _ => Text::new(
            "the last piece is placed (MJ9).",
            "la dernière pièce est posée (MJ9).",
        ),
    }
}

/// Why a move is refused; the rule's id is not part of the text.
pub(super) fn played(mijnlieff: &Mijnlieff, position: &Position, error: &MoveError) -> Text {
    match error {
        MoveError::Unreadable { text } => Text::new(
            format!("'{text}' is not a move: write L, D, P or E and a square, as in La1, or pass"),
            format!(
                "« {text} » n'est pas un coup : écrivez L, D, P ou E et une case, comme La1, ou pass"
            ),
        ),
        MoveError::UnknownSquare { name } => unknown(name),
        MoveError::Illegal(illegal) => against(mijnlieff, position, illegal),
    }
}

fn against(mijnlieff: &Mijnlieff, position: &Position, illegal: &Illegal) -> Text {
    let name = |square: Square| mijnlieff.board().name(square);
    match *illegal {
        Illegal::Over(outcome) => Text::new("the game is over.", "la partie est finie.").then(
            &text::ending(mijnlieff, outcome, Some(mijnlieff.score(position))),
        ),
        Illegal::NotInHand { kind } => {
            let what = plural(kind);
            Text::new(
                format!("you have no {} left", what.get(Lang::EN)),
                format!("vous n'avez plus de {}", what.get(Lang::FR)),
            )
        }
        Illegal::Occupied { square } => {
            let at = name(square);
            Text::new(format!("{at} is not empty"), format!("{at} n'est pas vide"))
        }
        Illegal::Limited { square, kind, by } => {
            let (piece, at, by) = (the(kind), name(square), name(by));
            let open = alternatives(&open_names(mijnlieff, position));
            Text::new(
                format!(
                    "{} on {by} does not let you play on {at}, only on {}",
                    piece.get(Lang::EN),
                    open.get(Lang::EN)
                ),
                format!(
                    "{} en {by} n'ouvre pas {at}, seulement {}",
                    piece.get(Lang::FR),
                    open.get(Lang::FR)
                ),
            )
        }
        Illegal::BeyondGap { square, by } => {
            let (at, by) = (name(square), name(by));
            Text::new(
                format!("a gap lies between {by} and {at}, and lines stop at gaps"),
                format!("un vide sépare {by} et {at}, et les lignes s'arrêtent aux vides"),
            )
        }
        Illegal::OpeningKind => Text::new(
            "the first piece is a straight (L)",
            "la première pièce est une ligne droite (L)",
        ),
        Illegal::OpeningSquare { square, opening } => {
            let (at, place) = (name(square), opening_place(opening));
            Text::new(
                format!(
                    "the first piece goes {}, {at} is elsewhere",
                    place.get(Lang::EN)
                ),
                format!(
                    "la première pièce va {}, {at} est ailleurs",
                    place.get(Lang::FR)
                ),
            )
        }
        Illegal::NoPass => Text::new(
            "a square is open, so you may not pass",
            "une case est ouverte, vous ne pouvez donc pas passer",
        ),
        Illegal::MustPass => Text::new(
            "no square is open to you: you have to pass",
            "aucune case ne vous est ouverte : vous devez passer",
        ),
    }
}

fn opening_place(opening: Opening) -> Text {
    match opening {
        Opening::CornerStraight | Opening::Corner => {
            Text::new("on an outer corner", "sur un coin extérieur")
        }
        Opening::Edge => Text::new("on the edge", "sur le bord"),
        Opening::Anywhere => Text::new("on any square", "sur n'importe quelle case"),
    }
}

/// The names of the open squares.
pub(super) fn open_names(mijnlieff: &Mijnlieff, position: &Position) -> Vec<String> {
    let open = mijnlieff.open(position).into_iter();
    open.map(|square| mijnlieff.board().name(square)).collect()
}

/// What the side to move can do, in a sentence.
pub(super) fn situation(mijnlieff: &Mijnlieff, position: &Position, reader: Reader) -> Text {
    let open = alternatives(&open_names(mijnlieff, position));
    match position.limit() {
        Limit::Piece { kind, square } => {
            let by = (the(kind), mijnlieff.board().name(square));
            limited(position, reader, by, &open)
        }
        Limit::None => {
            let (en, _) = players_first(position.turn());
            let fr = to_players_fr(position.turn());
            match reader {
                Reader::Onlooker => Text::new(
                    format!("{en} to play, on any empty square: the opponent has passed."),
                    format!(
                        "{} de jouer, sur n'importe quelle case vide : l'adversaire a passé.",
                        capital(fr)
                    ),
                ),
                Reader::Mover => Text::new(
                    "Your turn: play on any empty square, for your opponent has passed (MJ8).",
                    "À vous : jouez sur n'importe quelle case vide, car l'adversaire a passé (MJ8).",
                ),
            }
        }
        Limit::Start => begins(mijnlieff, position, reader, &open),
    }
}

/// What the piece that was placed last leaves open.
fn limited(position: &Position, reader: Reader, by: (Text, String), open: &Text) -> Text {
    let (piece, by) = by;
    let (the, la) = (piece.get(Lang::EN), piece.get(Lang::FR));
    let (some, des) = (open.get(Lang::EN), open.get(Lang::FR));
    let (en, fr) = players_first(position.turn());
    match reader {
        Reader::Onlooker if some.is_empty() => Text::new(
            format!("{en} has to pass: {the} on {by} leaves no square open."),
            format!("{fr} doivent passer : {la} en {by} n'ouvre aucune case."),
        ),
        Reader::Mover if some.is_empty() => Text::new(
            format!("Your turn: you have to pass, for {the} on {by} leaves no square open (MJ8)."),
            format!("À vous : vous devez passer, car {la} en {by} n'ouvre aucune case (MJ8)."),
        ),
        Reader::Onlooker => Text::new(
            format!("{en} to play: {the} on {by} leaves {some} open."),
            format!(
                "{} de jouer : {la} en {by} ouvre {des}.",
                capital(to_players_fr(position.turn()))
            ),
        ),
        Reader::Mover => Text::new(
            format!("Your turn: {the} on {by} lets you play on {some}."),
            format!("À vous : {la} en {by} vous permet {des}."),
        ),
    }
}

/// What the first piece may be and where it may go.
fn begins(mijnlieff: &Mijnlieff, position: &Position, reader: Reader, open: &Text) -> Text {
    let place = opening_place(mijnlieff.opening());
    let (at, sur) = (place.get(Lang::EN), place.get(Lang::FR));
    let (what, quoi) = match mijnlieff.opening() {
        Opening::CornerStraight => ("a straight (L)", "une ligne droite (L)"),
        Opening::Edge | Opening::Corner | Opening::Anywhere => ("any piece", "une pièce"),
    };
    let (some, des) = (open.get(Lang::EN), open.get(Lang::FR));
    let (en, fr) = players_first(position.turn());
    match reader {
        Reader::Onlooker => Text::new(
            format!("{en} begins with {what} {at}: {some}."),
            format!("{fr} commencent par {quoi} {sur} : {des}."),
        ),
        Reader::Mover => Text::new(
            format!("Your turn: begin with {what} {at}: {some}."),
            format!("À vous de commencer, par {quoi} {sur} : {des}."),
        ),
    }
}
