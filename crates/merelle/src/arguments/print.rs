use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use picture::Theme;
use picture::page::Paper;

use super::Shelf;
use super::value::number;

/// What to print, and on what.
#[derive(Debug, Args)]
pub(crate) struct PrintArguments {
    #[command(subcommand)]
    pub(crate) what: Printout,
    #[command(flatten)]
    pub(crate) how: PrintOptions,
}

/// How something is printed.
#[derive(Debug, Args)]
pub(crate) struct PrintOptions {
    /// Where to: a PDF file, SVG files (one per page), a folder, or - for PDF on standard output
    /// [default: a PDF file named after its content]
    #[arg(short, long, value_name = "FILE", global = true)]
    pub(crate) output: Option<PathBuf>,
    /// Paper size
    #[arg(long, value_name = "PAPER", default_value = "a4", global = true)]
    pub(crate) paper: PaperName,
    /// Full colours, or greys that save ink
    #[arg(long, value_name = "INK", default_value = "colour", global = true)]
    pub(crate) ink: InkName,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Printout {
    /// Boards and pieces to cut out: the mill board with its stones, or tiles and pieces
    #[command(after_help = "Examples:\n  merelle print set moulin:classique\n  \
        merelle print set mijnlieff:sets=4 --paper letter --ink saving -o four-sets.pdf")]
    Set {
        /// Which game; for Mijnlieff, as many sets as it says
        setup: String,
    },
    /// The board of a setup in one piece, with pieces that fit it
    #[command(after_help = "Example:\n  merelle print board mijnlieff:board=0.0/2.1/4.2/6.3")]
    Board {
        /// Which game and board
        setup: String,
    },
    /// A rule card for each player
    #[command(after_help = "Example:\n  merelle print card moulin:envol --lang fr")]
    Card {
        /// Which game and rules
        setup: String,
    },
    /// The rulebook
    #[command(
        after_help = "Example:\n  merelle print rules moulin:barreau --lang fr -o moulin.pdf"
    )]
    Rules {
        /// Which game and rules
        setup: String,
    },
    /// Diagrams of positions or records, moves to be found with their solutions on the back
    #[command(
        after_help = "The file is a record file or has one line per position: SETUP POSITION \
        [MOVE ...],\nthe moves being the solution. In records, moves marked !, !! or !? are to be found; a record \
        with\na [Position] asks for its moves; any other is shown move by move.\nWith --solve the \
        computer finds the solutions that are not given: exactly where that is \
        possible,\notherwise by search, and the sheet says which.\n\nExamples:\n  \
        merelle print diagrams puzzles.txt --title 'Club evening' -o sheet.pdf\n  \
        merelle print diagrams positions.txt --solve --time 20"
    )]
    Diagrams(DiagramArguments),
    /// Sets, cards and rulebooks of every game with a name, into a folder
    #[command(after_help = "Example:\n  merelle print everything -o print --lang fr")]
    Everything,
}

/// Which positions, and what is known about them.
#[derive(Debug, Args)]
pub(crate) struct DiagramArguments {
    /// The file; - reads standard input
    pub(crate) file: PathBuf,
    /// The heading
    #[arg(long)]
    pub(crate) title: Option<String>,
    /// Let the computer find the moves that are not given
    #[arg(long)]
    pub(crate) solve: bool,
    /// Think at most this long about each position
    #[arg(long, value_name = "SECONDS", default_value_t = 10, requires = "solve", value_parser = number(1..=86_400_u32))]
    pub(crate) time: u32,
    #[command(flatten)]
    pub(crate) shelf: Shelf,
}

/// Sizes of paper by name.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum PaperName {
    A4,
    Letter,
}

impl From<PaperName> for Paper {
    fn from(name: PaperName) -> Paper {
        match name {
            PaperName::A4 => Paper::A4,
            PaperName::Letter => Paper::Letter,
        }
    }
}

/// How much ink to use.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum InkName {
    Colour,
    Saving,
}

impl From<InkName> for Theme {
    fn from(name: InkName) -> Theme {
        match name {
            InkName::Colour => Theme::Light,
            InkName::Saving => Theme::Sparing,
        }
    }
}
