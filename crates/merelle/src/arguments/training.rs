use std::path::PathBuf;

use clap::Subcommand;

use super::Folder;

/// What to do with the positions that judgement is learnt from.
#[derive(Debug, Subcommand)]
pub(crate) enum LessonsAction {
    /// Draw positions by lot from tables, with their values
    #[command(
        after_help = "Tables made with --product whole have lessons about the last stones in hand \
        too.\n\nExample:\n  merelle lessons draw moulin:classique classique.lessons"
    )]
    Draw {
        /// Which rules, such as moulin:classique
        setup: String,
        /// The file to write
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        folder: Folder,
        /// About so many
        #[arg(long, value_name = "N", default_value_t = 34_000_000)]
        positions: usize,
        /// Draw others
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Learn from drawn positions
    #[command(
        after_help = "A line a stage of the game: STAGE POSITIONS LOSS, the loss being what guesses on \
        positions that were held back cost (the logarithm of the chance, above what is \
        certain).\nThe same file is made on every machine of one kind, whatever the number of its \
        cores.\nThe program carries what was learnt for the three sheets: data/network in its \
        source.\n\n\
        Example:\n  merelle lessons learn classique.lessons data/network/classique.bin"
    )]
    Learn {
        /// The file with the positions
        #[arg(value_name = "LESSONS")]
        lessons: PathBuf,
        /// The file to write
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}
