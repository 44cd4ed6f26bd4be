use clap::{Args, ValueEnum};
use game::Side;

use super::Shelf;

/// A game at this keyboard.
#[derive(Debug, Default, Args)]
pub(crate) struct PlayArguments {
    /// Which game and rules [default: ask]
    pub(crate) setup: Option<String>,
    /// The position to start from [default: the start of the game]
    pub(crate) position: Option<String>,
    /// Play against the computer: level-1 to level-8 (or just 1 to 8), perfect, time=2s, …
    #[arg(long, value_name = "PLAYER")]
    pub(crate) against: Option<String>,
    /// The side you take against the computer
    #[arg(long, default_value = "white", requires = "against")]
    pub(crate) side: SideName,
    #[command(flatten)]
    pub(crate) shelf: Shelf,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum SideName {
    #[default]
    White,
    Black,
}

impl From<SideName> for Side {
    fn from(name: SideName) -> Side {
        match name {
            SideName::White => Side::White,
            SideName::Black => Side::Black,
        }
    }
}
