use std::path::PathBuf;

use clap::Args;

use super::value::number;
use super::{Shelf, Work};

/// A match between two computer players.
#[derive(Debug, Args)]
pub(crate) struct MatchArguments {
    /// The player whose score is reported
    pub(crate) first: String,
    /// The other player
    pub(crate) second: String,
    /// Number of games: two from each opening, one with each colour
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number(1..=1_000_000_u32))]
    pub(crate) games: u32,
    /// Which game and rules
    #[arg(long, default_value = "mijnlieff")]
    pub(crate) setup: String,
    /// Random turns at the start of each game; more when these are too few for all games to differ
    #[arg(long, value_name = "TURNS", default_value_t = 3, value_parser = number(0..=8_u32))]
    pub(crate) opening: u32,
    #[command(flatten)]
    pub(crate) work: Work,
    /// What other programs are sent after go: how long to think about a move
    #[arg(long, value_name = "LIMITS", default_value = "movetime 1000")]
    pub(crate) go: String,
    /// Write the games to a file as records
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) shelf: Shelf,
}
