use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use super::value::{number, seconds};
use super::{Shelf, Where};

/// Commands about positions and recorded games.
#[derive(Debug, Subcommand)]
pub(crate) enum Analysing {
    /// Say what a position and its moves are worth, or review a record
    #[command(
        after_help = "The first line is the value for the side to move; then one line per move, \
        best first: MOVE VALUE LINE.\nWith --record the games are printed with each mistake marked, \
        what it cost, and a better line.\n\nExamples:\n  \
        merelle analyse mijnlieff 'w=La1;b=;turn=b;limit=La1'\n  \
        merelle analyse --record game.txt"
    )]
    Analyse(AnalyseArguments),
    /// Check and replay the games of a record file
    #[command(
        after_help = "One line per move: PLY MOVE -> what is open to the next player; then the \
        result, its reason and the points.\n\nExample:\n  merelle replay game.txt"
    )]
    Replay {
        /// The record file; - reads standard input
        file: PathBuf,
    },
    /// List the legal moves of a position
    #[command(
        after_help = "One move per line, sorted; for a finished game it prints nothing and exits \
        with 1.\n\n\
        Example:\n  merelle moves moulin:barreau 'w=a1,d1,g4;b=b2,d2,f2;hand=0,0;turn=w'"
    )]
    Moves {
        #[command(flatten)]
        place: Where,
    },
}

/// What to analyse, and with what effort.
#[derive(Debug, Args)]
pub(crate) struct AnalyseArguments {
    /// Which game and rules, such as mijnlieff:opening=edge
    #[arg(required_unless_present = "record")]
    pub(crate) setup: Option<String>,
    /// A position of it [default: the start of the game]
    pub(crate) position: Option<String>,
    /// Review the games of a record file; - reads standard input
    #[arg(long, value_name = "FILE", conflicts_with = "setup")]
    pub(crate) record: Option<PathBuf>,
    /// Think for at most this many seconds [default: as long as exact values take, and 5 where there
    /// are only estimates]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = number(0..=256_usize))]
    pub(crate) threads: Option<usize>,
    /// Memory for the search, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = number(1..=65_536_u32))]
    pub(crate) memory: u32,
    #[command(flatten)]
    pub(crate) shelf: Shelf,
}
