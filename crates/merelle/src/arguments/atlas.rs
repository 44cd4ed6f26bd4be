use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use mijnlieff::Opening;

use super::ThemeName;

/// What to do with the atlas.
#[derive(Debug, Args)]
pub(crate) struct AtlasArguments {
    /// Solve the boards anew instead
    #[command(subcommand)]
    pub(crate) action: Option<AtlasAction>,
    /// Show one board, given by its tiles, however it lies: 0.0/2.1/4.2/6.3
    pub(crate) board: Option<String>,
    /// Print only how many boards each player wins
    #[arg(long, conflicts_with = "board")]
    pub(crate) summary: bool,
    /// Draw a poster of all boards; - writes it to standard output
    #[arg(long, value_name = "FILE.svg", conflicts_with_all = ["board", "summary"])]
    pub(crate) svg: Option<PathBuf>,
    /// The colours of the poster
    #[arg(long, default_value = "auto", requires = "svg")]
    pub(crate) theme: ThemeName,
    /// Solve so many boards again, picked at random, and exit 1 when one differs
    #[arg(long, value_name = "N", conflicts_with_all = ["board", "summary", "svg"])]
    pub(crate) check: Option<usize>,
    /// Pick the same boards as another check did
    #[arg(long, requires = "check")]
    pub(crate) seed: Option<u64>,
    /// Boards to solve at a time; as many as there are cores when absent
    #[arg(long, value_name = "N", requires = "check")]
    pub(crate) threads: Option<usize>,
    /// Read this file instead of the atlas that comes with the program
    #[arg(long)]
    pub(crate) file: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AtlasAction {
    /// Solve every board and keep the results in a file
    #[command(
        after_help = "The file is replaced whole after each board: stop whenever you like and \
        run it again, what is solved stays solved.\n\n\
        Example:\n  merelle atlas solve --threads 2"
    )]
    Solve {
        /// Where the results are, and go
        #[arg(long, default_value = "data/atlas.json")]
        file: PathBuf,
        /// Only this opening; may be repeated; all four when absent
        #[arg(long)]
        opening: Vec<OpeningName>,
        /// Boards to solve at a time; as many as there are cores when absent
        #[arg(long, value_name = "N")]
        threads: Option<usize>,
    },
}

/// The openings by their words in a setup.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum OpeningName {
    CornerStraight,
    Corner,
    Edge,
    Anywhere,
}

impl From<OpeningName> for Opening {
    fn from(name: OpeningName) -> Opening {
        match name {
            OpeningName::CornerStraight => Opening::CornerStraight,
            OpeningName::Corner => Opening::Corner,
            OpeningName::Edge => Opening::Edge,
            OpeningName::Anywhere => Opening::Anywhere,
        }
    }
}
