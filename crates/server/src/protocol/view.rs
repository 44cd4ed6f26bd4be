use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Both, Side, Words};

/// Everything to show of a game as it stands; `/api/stage` tells where places are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct View {
    /// The printed position.
    pub position: String,
    /// The side to move.
    pub turn: Side,
    /// How many moves were made.
    pub moves: u32,
    /// The legal turns; none when the game is over. Narrow them by what was touched.
    pub turns: Vec<Turn>,
    /// The places the last piece leaves open, where the game has such limits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<Vec<String>>,
    /// What stands on the board.
    pub pieces: Vec<Piece>,
    /// What each side has still to place.
    pub hands: Both<Vec<HandPieces>>,
    /// The points so far, where the game has points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Both<u32>>,
    /// The lines that score so far: the places of each. Where the game has points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scoring: Option<Both<Vec<Vec<String>>>>,
    /// How many pieces each side has lost, where pieces are taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<Both<u32>>,
    /// Who still has the one flight of the game, where there is such a right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flights: Option<Both<bool>>,
    /// The last move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<LastMove>,
    /// Mills just closed, or at the end the runs that score: the places of each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Vec<String>>,
    /// How the game ended, if it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The lines that turns close before it is known what they take.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closings: Vec<Closing>,
    /// What is happening, for those who look on.
    pub sentence: Words,
    /// What the side to move can do and why, said to its player; absent when the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yours: Option<Words>,
}

/// Turns that close lines and take something, told by one sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Closing {
    /// What the player is to do now, what is safe, and why.
    pub sentence: Words,
    /// How the lines are closed.
    pub steps: Vec<ClosingStep>,
}

/// A piece that goes somewhere and closes lines there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ClosingStep {
    /// Where it comes from, unless from the hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Where it goes.
    pub to: String,
    /// The places of each line.
    pub lines: Vec<Vec<String>>,
}

/// A legal turn as what a person touches to make it, in any order; a pass is only its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Turn {
    /// The text to send.
    #[serde(rename = "move")]
    pub text: String,
    /// The letter of the piece from the hand, where there are several kinds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<char>,
    /// Where the piece comes from, unless from the hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Where it goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// What it takes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub takes: Vec<String>,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Piece {
    /// The name of its place.
    pub at: String,
    /// Whose it is.
    pub side: Side,
    /// The letter of its kind, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<char>,
}

/// Pieces of a kind in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct HandPieces {
    /// The letter of the kind, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<char>,
    /// How many.
    pub count: u32,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LastMove {
    /// Where the piece came from, unless from a hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Where it stands.
    pub to: String,
    /// Where it took something.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taken: Vec<String>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    #[schema(required)]
    pub winner: Option<Side>,
    /// Why: a word of the record's `Termination` tag.
    pub reason: String,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
}

impl From<game::Outcome> for Outcome {
    fn from(outcome: game::Outcome) -> Outcome {
        Outcome {
            winner: outcome.winner.map(Side::from),
            reason: outcome.reason.tag().to_owned(),
            result: outcome.result().to_owned(),
        }
    }
}

impl From<play::Turn> for Turn {
    fn from(turn: play::Turn) -> Turn {
        Turn {
            text: turn.text,
            kind: turn.kind,
            from: turn.from,
            to: turn.to,
            takes: turn.takes,
        }
    }
}

impl From<play::Closing> for Closing {
    fn from(closing: play::Closing) -> Closing {
        let step = |step: play::ClosingStep| ClosingStep {
            from: step.from,
            to: step.to,
            lines: step.lines,
        };
        Closing {
            sentence: Words::from(&closing.sentence),
            steps: closing.steps.into_iter().map(step).collect(),
        }
    }
}

impl From<play::View> for View {
    fn from(view: play::View) -> View {
        let piece = |piece: play::Standing| Piece {
            at: piece.place,
            side: piece.side.into(),
            kind: piece.kind,
        };
        let hand = |hand: Vec<(Option<char>, u32)>| -> Vec<HandPieces> {
            let pieces = hand.into_iter();
            pieces
                .map(|(kind, count)| HandPieces { kind, count })
                .collect()
        };
        View {
            position: view.position,
            turn: view.turn.into(),
            moves: view.moves,
            turns: view.turns.into_iter().map(Turn::from).collect(),
            open: view.open,
            pieces: view.standing.into_iter().map(piece).collect(),
            hands: view.hands.map(hand).into(),
            points: view.points.map(Both::from),
            scoring: view.scoring.map(Both::from),
            lost: view.lost.map(Both::from),
            flights: view.flights.map(Both::from),
            last: view.last.map(|last| LastMove {
                from: last.from,
                to: last.to,
                taken: last.taken,
            }),
            lines: view.lines,
            outcome: view.outcome.map(Outcome::from),
            closings: view.closings.into_iter().map(Closing::from).collect(),
            sentence: Words::from(&view.sentence),
            yours: view.yours.as_ref().map(Words::from),
        }
    }
}
