use std::path::PathBuf;

use clap::Subcommand;

use super::Folder;

/// How to train the network on tables.
#[derive(Debug, Subcommand)]
pub(crate) enum TrainingAction {
    /// Sample positions from tables, with their values
    #[command(
        after_help = "Tables made with --product whole have samples of the last stones in hand \
        too.\n\nExample:\n  merelle training sample moulin:classique classique.samples"
    )]
    Sample {
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
        /// Pick other positions
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Fit a network to sampled positions
    #[command(
        after_help = "One line per phase of the game: PHASE POSITIONS LOSS, the loss being the cross-entropy on \
        held-out positions less their entropy, in nats.\nThe same file is made on every machine of one kind, whatever the number of its \
        cores.\nThe program carries the networks of the three sheets: data/network in its \
        source.\n\n\
        Example:\n  merelle training fit classique.samples data/network/classique.bin"
    )]
    Fit {
        /// The file with the positions
        #[arg(value_name = "SAMPLES")]
        samples: PathBuf,
        /// The file to write
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}
