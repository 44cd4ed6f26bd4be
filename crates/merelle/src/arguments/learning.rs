use clap::Subcommand;

use super::{DrawArguments, PrintArguments};

/// Commands that explain games, and put them on paper.
#[derive(Debug, Subcommand)]
pub(crate) enum Learning {
    /// Explain a game: rules, diagrams, an example game and questions
    #[command(after_help = "Examples:\n  merelle rules\n  merelle rules moulin:envol --lang fr")]
    Rules {
        /// Which game and rules [default: list them]
        setup: Option<String>,
    },
    /// Draw a board or recorded game, on screen or as SVG, PNG or PDF
    #[command(
        after_help = "The extension of the file decides what is written. With --record all \
        positions of a game\nare drawn side by side, or with --animate one after the other.\n\n\
        Examples:\n  merelle draw moulin:classique\n  \
        merelle draw mijnlieff 'w=La1;b=;turn=b;limit=La1' -o board.svg --theme dark\n  \
        merelle draw --record game.txt -o game.png --width 2000\n  \
        merelle draw --record game.txt -o game.svg --animate"
    )]
    Draw(DrawArguments),
    /// Print boards and pieces to cut out, rule cards and rulebooks
    #[command(
        after_help = "Writes PDF files, or SVG files when the name of the output ends in .svg.\n\n\
        Examples:\n  merelle print set moulin:classique --paper letter\n  \
        merelle print rules mijnlieff --lang fr -o mijnlieff.pdf\n  \
        merelle print everything -o print"
    )]
    Print(PrintArguments),
}
