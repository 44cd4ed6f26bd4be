use clap::Subcommand;

use super::{AtlasArguments, BookArguments, Folder, TablesAction};

/// Commands about what is solved.
#[derive(Debug, Subcommand)]
pub(crate) enum Solving {
    /// Show what best play gives on each Mijnlieff board of one set
    #[command(
        args_conflicts_with_subcommands = true,
        after_help = "Examples:\n  merelle atlas\n  merelle atlas 0.0/2.1/4.2/6.3\n  \
        merelle atlas --summary\n  merelle atlas --svg poster.svg --lang fr\n  \
        merelle atlas --check 5\n  merelle atlas solve"
    )]
    Atlas(AtlasArguments),
    /// Show, check or make the opening books of Mijnlieff
    #[command(
        args_conflicts_with_subcommands = true,
        after_help = "Examples:\n  merelle book\n  merelle book --check 20\n  \
        merelle book solve base\n  merelle book solve boards --threads 2"
    )]
    Book(BookArguments),
    /// Make, count and check the exact tables of the mill family
    #[command(
        after_help = "Examples:\n  merelle tables build moulin:classique --upto 5-4\n  \
        merelle tables census moulin:classique\n  \
        merelle tables verify moulin:classique --samples 100000"
    )]
    Tables {
        #[command(subcommand)]
        action: TablesAction,
    },
    /// Look a position of the mill family up in the tables
    #[command(
        after_help = "Prints 'win N', 'loss N' or 'draw' for the side to move, N being the number \
        of turns to the end; compact tables\ndo not have N. Exits with 1 when no table has the \
        position.\nWith - positions are read from standard input, one per line, and answered one per \
        line.\n\n\
        Example:\n  merelle probe moulin:classique 'w=a1,d1,g4;b=a7,d7,f6;hand=0,0;turn=w'"
    )]
    Probe {
        /// Which rules, such as moulin:classique
        setup: String,
        /// The position; - reads one per line from standard input
        position: String,
        #[command(flatten)]
        folder: Folder,
    },
}
