use std::path::PathBuf;

use clap::{Args, Subcommand};

/// What to do with the opening books.
#[derive(Debug, Args)]
pub(crate) struct BookArguments {
    #[command(subcommand)]
    pub(crate) action: Option<BookAction>,
    /// Solve so many random states of the base board's book, and as many boards' first moves,
    /// again; exit 1 if one is wrong
    #[arg(long, value_name = "N")]
    pub(crate) check: Option<usize>,
    /// Which random ones
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BookAction {
    /// Make a book anew
    #[command(subcommand)]
    Solve(BookToSolve),
}

#[derive(Debug, Subcommand)]
pub(crate) enum BookToSolve {
    /// Every state of the base board with up to three pieces (some minutes)
    Base {
        /// Where it goes
        #[arg(long, default_value = "data/mijnlieff.book")]
        file: PathBuf,
    },
    /// Every first move on all 145 boards of one set (hours of one core)
    #[command(
        after_help = "The file is replaced whole after each board: stop whenever you like and run \
        it again, what is solved stays solved."
    )]
    Boards {
        /// Where the values are, and go
        #[arg(long, default_value = "data/first-moves.book")]
        file: PathBuf,
        /// Boards to solve at a time; as many as there are cores when absent
        #[arg(long, value_name = "N")]
        threads: Option<usize>,
    },
}
