use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use clap::{Args, Subcommand, ValueEnum};
use engine::SharedData;

use super::value::{number, stones, whole};

/// Where tables are.
#[derive(Debug, Args)]
pub(crate) struct Folder {
    /// The folder with the tables of all rule sets
    #[arg(long = "dir", value_name = "DIR", default_value = TABLES)]
    pub(crate) dir: PathBuf,
}

/// Which tables searches use.
#[derive(Debug, Default, Args)]
pub(crate) struct Shelf {
    /// The folder with the tables of the mill family, used if they are there [default: tables]
    #[arg(long, value_name = "DIR", env = "MERELLE_TABLES")]
    pub(crate) tables: Option<PathBuf>,
}

impl Shelf {
    /// What all searches share, with these tables.
    pub(crate) fn shared(&self) -> SharedData {
        let folder = self.tables.clone();
        SharedData::with_tables(folder.unwrap_or_else(|| PathBuf::from(TABLES)))
    }
}

/// The folder of the tables when none is named.
const TABLES: &str = "tables";

/// What solves layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Device {
    /// The processor
    Cpu,
    /// The first NVIDIA graphics card
    Cuda,
}

/// Where solved layers go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Product {
    /// Value and distance in files, except the last three placing turns, which probes search
    Full,
    /// Value and distance of every position, in files
    Whole,
    /// Nothing: one line per layer is printed, and no file is read or written
    None,
}

/// What to do with tables.
#[derive(Debug, Subcommand)]
pub(crate) enum TablesAction {
    /// Solve layer by layer and write the tables to files
    #[command(
        after_help = "Stop it whenever you like and run it again: finished layers are kept.\n\
        At the end the census is printed.\n\
        With --product none, one line per layer: LAYER WIN DRAW LOSS LONGEST BLAKE3 POSITION, the position \
        being one with the longest win or loss.\n\n\
        Example:\n  merelle tables build moulin:envol --upto 6-6 --threads 2"
    )]
    Build {
        /// Which rules, such as moulin:classique
        setup: String,
        /// Only the moving phase with at most this many stones each, such as 6-5 [default: the whole
        /// game]
        #[arg(long, value_name = "W-B", value_parser = stones)]
        upto: Option<(u8, u8)>,
        /// Only the moving phase with at most this many stones in all
        #[arg(long, value_name = "N", conflicts_with = "upto", value_parser = number(6..=24_u8))]
        stones: Option<u8>,
        #[command(flatten)]
        folder: Folder,
        /// Number of threads [default: one per core]
        #[arg(long, value_name = "N", value_parser = number(1..=1024_u16))]
        threads: Option<u16>,
        /// Use at most this much memory, in GiB
        #[arg(long, value_name = "GIB", default_value_t = 8, value_parser = number(1..=4096_u32))]
        memory: u32,
        /// Solve on the processor, or on a graphics card, with all its threads and memory
        #[arg(long, value_enum, default_value_t = Device::Cpu)]
        device: Device,
        /// What to keep of the layers
        #[arg(long, value_enum, default_value_t = Product::Full)]
        product: Product,
    },
    /// Make compact tables from full ones: values without distances, a tenth of the size
    #[command(
        after_help = "Of two layers that lead to each other only one is kept: a probe finds the \
        other's values by looking one turn ahead.\nStop it whenever you like and run it again.\n\n\
        Example:\n  merelle tables pack moulin:classique --to compact"
    )]
    Pack {
        /// Which rules, such as moulin:classique
        setup: String,
        #[command(flatten)]
        folder: Folder,
        /// Write them to another folder [default: beside the full ones]
        #[arg(long, value_name = "DIR")]
        to: Option<PathBuf>,
        /// Number of threads [default: one per core]
        #[arg(long, value_name = "N", value_parser = number(1..=1024_u16))]
        threads: Option<u16>,
    },
    /// Combine the compact files of the first stones into one, as embedded in the program
    #[command(
        after_help = "The program comes with those of the three sheets: data/openings in its source.\n\n\
        Example:\n  merelle tables bind moulin:classique data/openings/classique.bound"
    )]
    Bind {
        /// Which rules, such as moulin:classique
        setup: String,
        /// The file to write
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        folder: Folder,
    },
    /// Check the turns that a graphics card finds against the rules
    #[command(
        after_help = "Prints a position where they differ and exits with 1, or prints how many were \
        checked.\n\nExample:\n  merelle tables check moulin:envol --samples 10000000"
    )]
    Check {
        /// Which rules, such as moulin:classique
        setup: String,
        /// Number of random positions of the larger layers
        #[arg(long, value_name = "N", default_value_t = 10_000_000, value_parser = whole::<usize>)]
        samples: usize,
        /// Seed of the random choice
        #[arg(long, default_value_t = 1, value_parser = whole::<u64>)]
        seed: u64,
        /// Check all positions of the layers with at most this many stones on the board
        #[arg(long, value_name = "N", default_value_t = 7, value_parser = number(0..=u8::MAX))]
        stones: u8,
    },
    /// Count the won, drawn and lost positions of each layer
    #[command(
        after_help = "One line per layer: LAYER WIN DRAW LOSS, for the side to move, in raw \
        positions: none are merged by symmetry.\n\n\
        Example:\n  merelle tables census moulin:classique"
    )]
    Census {
        /// Which rules, such as moulin:classique
        setup: String,
        #[command(flatten)]
        folder: Folder,
    },
    /// Check files against their checksums, and values against those of their successors
    #[command(
        after_help = "Prints what is wrong and exits with 1, or prints how much was checked.\n\
        Compact tables are checked against the full ones where those are there.\n\nExample:\n  merelle tables verify moulin:classique --samples 1000000"
    )]
    Verify {
        /// Which rules, such as moulin:classique
        setup: String,
        #[command(flatten)]
        folder: Folder,
        /// Check at most this many random positions of each layer [default: all]
        #[arg(long, value_name = "N", value_parser = whole::<usize>)]
        samples: Option<usize>,
        /// Seed of the random choice
        #[arg(long, default_value_t = 1, value_parser = whole::<u64>)]
        seed: u64,
        /// Only layers with at most this many stones in all
        #[arg(long, value_name = "N", default_value_t = 24, value_parser = number(0..=u8::MAX))]
        stones: u8,
    },
    /// Measure how fast probes are
    #[command(
        after_help = "Random positions, each probed for the first time, in files that have been read before. \
        One line per phase and product: the 50th, 90th and 99th percentile in microseconds, the \
        longest, and a signature of the values.\n\n\
        Example:\n  merelle tables speed moulin:classique"
    )]
    Speed {
        /// Which rules, such as moulin:classique
        setup: String,
        #[command(flatten)]
        folder: Folder,
        /// Number of positions of each phase
        #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole::<usize>)]
        samples: usize,
        /// Seed of the random choice
        #[arg(long, default_value_t = 1, value_parser = whole::<u64>)]
        seed: u64,
    },
    /// List the layers that are there, with their size
    #[command(
        after_help = "One line per layer: LAYER SLOTS BYTES, and the word compact for files without \
        distances.\n\n\
        Example:\n  merelle tables list moulin:classique"
    )]
    List {
        /// Which rules, such as moulin:classique
        setup: String,
        #[command(flatten)]
        folder: Folder,
    },
}

/// The number of threads asked for, or of cores.
pub(crate) fn threads(asked: Option<u16>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    asked.map_or_else(cores, usize::from)
}
