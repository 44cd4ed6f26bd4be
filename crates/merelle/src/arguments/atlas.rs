use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use mijnlieff::Opening;

use super::ThemeName;
use super::value::whole;

/// What to do with the atlas.
#[derive(Debug, Args)]
pub(crate) struct AtlasArguments {
    /// Solve the boards again instead
    #[command(subcommand)]
    pub(crate) action: Option<AtlasAction>,
    /// Show one board, given by its tiles in any orientation, such as 0.0/2.1/4.2/6.3
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
    /// Solve this many random boards again, and exit with 1 when one differs
    #[arg(long, value_name = "N", value_parser = whole::<usize>, conflicts_with_all = ["board", "summary", "svg"])]
    pub(crate) check: Option<usize>,
    /// Seed of the random choice, to repeat a check
    #[arg(long, requires = "check", value_parser = whole::<u64>)]
    pub(crate) seed: Option<u64>,
    /// Boards to solve at the same time [default: one per core]
    #[arg(long, value_name = "N", requires = "check", value_parser = whole::<usize>)]
    pub(crate) threads: Option<usize>,
    /// Read this file instead of the atlas that comes with the program
    #[arg(long)]
    pub(crate) file: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AtlasAction {
    /// Solve every board and keep the results in a file
    #[command(
        after_help = "The file is replaced as a whole after each board: stop it whenever you like and \
        run it again, what is solved stays solved.\n\n\
        Example:\n  merelle atlas solve --threads 2"
    )]
    Solve {
        /// The file with the results, read and written
        #[arg(long, default_value = "data/atlas.json")]
        file: PathBuf,
        /// Only this opening; may be repeated [default: all four]
        #[arg(long)]
        opening: Vec<OpeningName>,
        /// Boards to solve at the same time [default: one per core]
        #[arg(long, value_name = "N", value_parser = whole::<usize>)]
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
