use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::value::whole;

/// What to do with the opening books.
#[derive(Debug, Args)]
pub(crate) struct BookArguments {
    #[command(subcommand)]
    pub(crate) action: Option<BookAction>,
    /// Solve this many random positions of the base board's book again, and the first moves of as
    /// many boards; exit with 1 if one is wrong
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    pub(crate) check: Option<usize>,
    /// Seed of the random choice
    #[arg(long, default_value_t = 1, value_parser = whole::<u64>)]
    pub(crate) seed: u64,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BookAction {
    /// Make a book again from nothing
    #[command(subcommand)]
    Solve(BookToSolve),
}

#[derive(Debug, Subcommand)]
pub(crate) enum BookToSolve {
    /// Every position of the base board with up to three pieces (takes minutes)
    Base {
        /// The file to write
        #[arg(long, default_value = "data/mijnlieff.book")]
        file: PathBuf,
    },
    /// Every first move on all 145 boards of one set (takes hours on one core)
    #[command(
        after_help = "The file is replaced as a whole after each board: stop it whenever you like and run \
        it again, what is solved stays solved."
    )]
    Boards {
        /// The file with the values, read and written
        #[arg(long, default_value = "data/first-moves.book")]
        file: PathBuf,
        /// Boards to solve at the same time [default: one per core]
        #[arg(long, value_name = "N", value_parser = whole::<usize>)]
        threads: Option<usize>,
    },
}
