use std::path::PathBuf;

use clap::Subcommand;

use super::Folder;
use super::value::whole;

/// How to train the network on tables.
#[derive(Debug, Subcommand)]
pub(crate) enum TrainingAction {
    /// Sample positions from the tables, with their values
    #[command(
        alias = "draw",
        after_help = "Tables made with --product whole also give positions with the last stones in \
        hand.\n\nExample:\n  merelle training sample moulin:classique classique.samples"
    )]
    Sample {
        /// Which rules, such as moulin:classique
        setup: String,
        /// The file to write
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        folder: Folder,
        /// About how many positions
        #[arg(long, value_name = "N", default_value_t = 34_000_000, value_parser = whole::<usize>)]
        positions: usize,
        /// Seed of the random choice
        #[arg(long, default_value_t = 1, value_parser = whole::<u64>)]
        seed: u64,
    },
    /// Fit a network to sampled positions
    #[command(
        alias = "learn",
        after_help = "One line per phase of the game: PHASE POSITIONS LOSS, the loss being the \
        cross-entropy on held-out positions less their entropy, in nats.\nEvery machine of one kind \
        makes the same file, whatever the number of its cores.\nThe program comes with the networks \
        of the three sheets: data/network in its source.\n\n\
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
