use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use lab::bench::Suite;

use super::value::number;
use super::{ExamAction, LoadArguments, TrainingAction, Work};

/// Commands that only measure or train.
#[derive(Debug, Subcommand)]
pub(crate) enum Research {
    /// Count the move sequences from a position
    #[command(
        after_help = "One line per depth: DEPTH COUNT. A forced pass counts as a turn; games \
        already over count nothing.\n\nExample:\n  merelle perft mijnlieff:opening=edge 5"
    )]
    Perft {
        /// Which game and rules, such as moulin:classique
        setup: String,
        /// The number of turns to look ahead
        #[arg(value_parser = number(0..=60_u32))]
        depth: u32,
        /// A position of the game [default: the start of the game]
        position: Option<String>,
    },
    /// Measure speed, with a signature of what was computed
    Bench {
        /// What to measure
        #[arg(default_value = "rules")]
        suite: SuiteName,
        /// A hundredth of the work, to see that it runs
        #[arg(long)]
        quick: bool,
    },
    /// Load-test a server with simulated players and time every move
    #[command(
        after_help = "The server needs limits that allow this much from one address:\n  \
        merelle serve --limit requests=10000000 --limit changes=10000000 --limit guests=10000000 --limit sockets=20000 --limit traffic=1000000\n\n\
        Example:\n  merelle load --sockets 10000 --seconds 300"
    )]
    Load(LoadArguments),
    /// Measure the levels of the computer players against each other
    #[command(
        after_help = "Every level meets its neighbours in long matches and all others in short \
        ones.\nWith --file the results are written as they come, and an interrupted run continues \
        where it stopped.\nExits with 1 when a result is not as it should be.\n\n\
        Example:\n  merelle levels mijnlieff:sets=2 --file levels.jsonl --threads 2"
    )]
    Levels(LevelsArguments),
    /// Test players on positions whose best moves the tables know
    Exam {
        #[command(subcommand)]
        action: ExamAction,
    },
    /// Train the network of the mill family on its tables
    #[command(alias = "lessons")]
    Training {
        #[command(subcommand)]
        action: TrainingAction,
    },
}

/// How to measure the levels.
#[derive(Debug, Args)]
pub(crate) struct LevelsArguments {
    /// Boards to measure on [default: a square, an irregular and a double one]
    pub(crate) setups: Vec<String>,
    /// Games between neighbours
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = number(1..=100_000_u32))]
    pub(crate) games: u32,
    /// Games between all others
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = number(0..=100_000_u32))]
    pub(crate) others: u32,
    #[command(flatten)]
    pub(crate) work: Work,
    /// Keep results here, one line of JSON each, and do not measure again what is there
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

/// What can be measured.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum SuiteName {
    /// Perft and random games of both families
    Rules,
    /// Exact search of Mijnlieff
    Mijnlieff,
    /// Exact layers of the mill family
    Tables,
    /// Search of the mill family
    Moulin,
}

impl From<SuiteName> for Suite {
    fn from(name: SuiteName) -> Suite {
        match name {
            SuiteName::Rules => Suite::Rules,
            SuiteName::Mijnlieff => Suite::Mijnlieff,
            SuiteName::Tables => Suite::Tables,
            SuiteName::Moulin => Suite::Moulin,
        }
    }
}
