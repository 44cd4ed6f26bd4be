use std::fmt;
use std::str::FromStr;

use game::{Excerpt, Notation};
use mijnlieff::Mijnlieff;
use moulin::Moulin;

use crate::text::{self, Text};
use crate::{Match, Refusal, Session};

/// Which game, under which rules, on which board: what a setup text says.
///
/// ```
/// use play::Setup;
///
/// let setup: Setup = "moulin:classique,flight=never,take=outside".parse().unwrap();
/// assert_eq!(setup.to_string(), "moulin:barreau");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setup {
    /// A game of Mijnlieff.
    Mijnlieff(Mijnlieff),
    /// A game of the mill family.
    Moulin(Moulin),
}

/// Why a setup text is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// The text begins with the name of no game.
    UnknownGame {
        /// What it begins with.
        name: Excerpt,
    },
    /// The options of Mijnlieff are refused.
    Mijnlieff(mijnlieff::SetupError),
    /// The options of the mill family are refused.
    Moulin(moulin::SetupError),
}

impl SetupError {
    /// The reason for people.
    #[must_use]
    pub fn text(&self) -> Text {
        text::setup_refusal(self)
    }
}

impl Setup {
    /// A match from the beginning.
    #[must_use]
    pub fn session(&self) -> Box<dyn Session> {
        match self {
            Setup::Mijnlieff(game) => Box::new(Match::new(game.clone())),
            Setup::Moulin(game) => Box::new(Match::new(*game)),
        }
    }

    /// A match from a position.
    pub fn session_from(&self, position: &str) -> Result<Box<dyn Session>, Refusal> {
        Ok(match self {
            Setup::Mijnlieff(game) => Box::new(Match::read(game.clone(), position)?),
            Setup::Moulin(game) => Box::new(Match::read(*game, position)?),
        })
    }
}

impl FromStr for Setup {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Setup, SetupError> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let name = name.trim();
        if name.eq_ignore_ascii_case(mijnlieff::NAME) {
            let game = Mijnlieff::from_options(options).map_err(SetupError::Mijnlieff)?;
            Ok(Setup::Mijnlieff(game))
        } else if name.eq_ignore_ascii_case(moulin::NAME) {
            let game = Moulin::from_options(options).map_err(SetupError::Moulin)?;
            Ok(Setup::Moulin(game))
        } else {
            Err(SetupError::UnknownGame {
                name: Excerpt::of(name),
            })
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Setup::Mijnlieff(game) => game.setup_text(),
            Setup::Moulin(game) => game.setup_text(),
        })
    }
}
