use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Words;

/// Something touched on a board that makes no turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct WhyQuery {
    /// Which game and rules.
    pub setup: String,
    /// The position; the beginning when absent.
    pub position: Option<String>,
    /// Moves from there, with spaces between them.
    pub moves: Option<String>,
    /// What was touched, in order, with spaces between: places, and kinds of pieces in the hand as
    /// `hand:L`.
    pub touched: String,
}

/// Why no turn can be made of what was touched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WhyNot {
    /// The reason; nothing where a legal turn has all of it.
    #[schema(required)]
    pub why: Option<Forbidden>,
}

/// Something that a rule forbids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Forbidden {
    /// The id of the rule, such as `ML4`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Why.
    pub text: Words,
}

/// Help for who is to move: where to look, which move, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Hint {
    /// Where to look first; it does not name the move.
    pub look: Look,
    /// The move.
    #[serde(rename = "move")]
    pub played: String,
    /// Why it is good, where that can be said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Words>,
    /// Whether it is proven that no move is better.
    pub exact: bool,
}

/// Where to look, and what for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Look {
    /// Places by name.
    pub places: Vec<String>,
    /// What is to be found there.
    pub text: Words,
}

/// What the side that is not to move would do next, if it were its turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Threats {
    /// Where it would go.
    pub places: Vec<String>,
    /// The lines it would complete there: the places of each.
    pub lines: Vec<Vec<String>>,
    /// What it threatens, or that it threatens nothing.
    pub text: Words,
}

impl From<play::Refusal> for Forbidden {
    fn from(refusal: play::Refusal) -> Forbidden {
        Forbidden {
            rule: refusal.rule.map(|rule| rule.to_string()),
            text: Words::from(&refusal.text),
        }
    }
}

impl From<play::Hint> for Hint {
    fn from(hint: play::Hint) -> Hint {
        Hint {
            look: Look {
                places: hint.look.places,
                text: Words::from(&hint.look.text),
            },
            played: hint.played,
            why: hint.why.as_ref().map(Words::from),
            exact: hint.is_proven,
        }
    }
}

impl From<play::Threats> for Threats {
    fn from(threats: play::Threats) -> Threats {
        Threats {
            places: threats.places,
            lines: threats.lines,
            text: Words::from(&threats.text),
        }
    }
}
