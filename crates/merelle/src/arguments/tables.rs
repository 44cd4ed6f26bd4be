use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use clap::{Args, Subcommand, ValueEnum};
use engine::SharedData;

/// Where tables are.
#[derive(Debug, Args)]
pub(crate) struct Folder {
    /// The folder that holds the tables of all rules
    #[arg(long = "dir", value_name = "DIR", default_value = TABLES)]
    pub(crate) dir: PathBuf,
}

/// Which tables to ask while thinking.
#[derive(Debug, Default, Args)]
pub(crate) struct Shelf {
    /// The folder that holds the tables of the mill family, if they are there [default: tables]
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
    /// Value and distance in files; the last three placing turns are left to the probe
    Full,
    /// Value and distance of every position, in files
    Whole,
    /// Nowhere: a line a layer is printed, and nothing is read or written
    None,
}

/// What to do with tables.
#[derive(Debug, Subcommand)]
pub(crate) enum TablesAction {
    /// Solve layer by layer and write the tables to files
    #[command(
        after_help = "Stop whenever you like and run it again: layers that are finished stay.\n\
        At the end the census is printed.\n\
        With --product none a line a layer: LAYER WIN DRAW LOSS LONGEST BLAKE3 POSITION, the position \
        being one with the longest win or loss.\n\n\
        Example:\n  merelle tables build moulin:envol --upto 6-6 --threads 2"
    )]
    Build {
        /// Which rules, such as moulin:classique
        setup: String,
        /// Only the moving phase with at most so many stones, such as 6-5; the whole game when absent
        #[arg(long, value_name = "W-B", value_parser = stones)]
        upto: Option<(u8, u8)>,
        /// Only the moving phase with at most so many stones together
        #[arg(long, value_name = "N", conflicts_with = "upto", value_parser = clap::value_parser!(u8).range(6..=24))]
        stones: Option<u8>,
        #[command(flatten)]
        folder: Folder,
        /// Use so many threads; as many as there are cores when absent
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: Option<u16>,
        /// Use at most so much memory
        #[arg(long, value_name = "GIB", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=4096))]
        memory: u32,
        /// Solve on the processor, or on a graphics card (threads and memory are then its own)
        #[arg(long, value_enum, default_value_t = Device::Cpu)]
        device: Device,
        /// What is kept of the layers
        #[arg(long, value_enum, default_value_t = Product::Full)]
        product: Product,
    },
    /// Make compact tables from full ones: the value alone, a tenth of the size
    #[command(
        after_help = "Of two layers that lead to each other only one is kept: a probe finds the \
        other's values by looking a turn ahead.\nStop whenever you like and run it again.\n\n\
        Example:\n  merelle tables pack moulin:classique --to compact"
    )]
    Pack {
        /// Which rules, such as moulin:classique
        setup: String,
        #[command(flatten)]
        folder: Folder,
        /// Write them below another folder; beside the full ones when absent
        #[arg(long, value_name = "DIR")]
        to: Option<PathBuf>,
        /// Use so many threads; as many as there are cores when absent
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: Option<u16>,
    },
    /// Bind the compact files of the first stones into one, as the program carries it
    #[command(
        after_help = "The program carries those of the three sheets: data/openings in its source.\n\n\
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
    /// Hold the turns that a graphics card finds against the rules
    #[command(
        after_help = "Prints a position at which they differ and exits 1, or prints how many were \
        looked at.\n\nExample:\n  merelle tables check moulin:envol --samples 10000000"
    )]
    Check {
        /// Which rules, such as moulin:classique
        setup: String,
        /// So many random positions of the larger layers
        #[arg(long, value_name = "N", default_value_t = 10_000_000)]
        samples: usize,
        /// Pick other positions
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// All positions of the layers with at most so many stones on the board
        #[arg(long, value_name = "N", default_value_t = 7)]
        stones: u8,
    },
    /// Count won, drawn and lost positions of each layer
    #[command(
        after_help = "A line a layer: LAYER WIN DRAW LOSS, for the side to move, in raw \
        positions: none are merged by symmetry.\n\n\
        Example:\n  merelle tables census moulin:classique"
    )]
    Census {
        /// Which rules, such as moulin:classique
        setup: String,
        #[command(flatten)]
        folder: Folder,
    },
    /// Hold files against their checksums, and values against those of their successors
    #[command(
        after_help = "Prints what is wrong and exits 1, or prints how much was looked at.\n\
        Compact tables are held against the full ones where those are there.\n\nExample:\n  merelle tables verify moulin:classique --samples 1000000"
    )]
    Verify {
        /// Which rules, such as moulin:classique
        setup: String,
        #[command(flatten)]
        folder: Folder,
        /// Only so many random positions of each layer that has more; all of them when absent
        #[arg(long, value_name = "N")]
        samples: Option<usize>,
        /// Pick other positions
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Only layers with at most so many stones together
        #[arg(long, value_name = "N", default_value_t = 24)]
        stones: u8,
    },
    /// Measure how quick probes are
    #[command(
        after_help = "Random positions, each asked for the first time; the files have been read before. \
        A line a phase and product: microseconds that a half, nine tenths and 99 of 100 take, the \
        longest, and a signature of the values.\n\n\
        Example:\n  merelle tables speed moulin:classique"
    )]
    Speed {
        /// Which rules, such as moulin:classique
        setup: String,
        #[command(flatten)]
        folder: Folder,
        /// So many positions of each phase
        #[arg(long, value_name = "N", default_value_t = 10_000)]
        samples: usize,
        /// Pick other positions
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// List the layers that are there, with their size
    #[command(
        after_help = "A line a layer: LAYER SLOTS BYTES, and the word compact for files with the \
        value alone.\n\n\
        Example:\n  merelle tables list moulin:classique"
    )]
    List {
        /// Which rules, such as moulin:classique
        setup: String,
        #[command(flatten)]
        folder: Folder,
    },
}

/// Reads `6-5`.
fn stones(text: &str) -> Result<(u8, u8), String> {
    let number = |part: &str| match part.as_bytes() {
        [digit @ b'3'..=b'9'] => Some(digit - b'0'),
        _ => None,
    };
    let read = text.split_once('-');
    read.and_then(|(mover, other)| Some((number(mover)?, number(other)?)))
        .ok_or_else(|| format!("'{text}' is not W-B with 3 to 9 stones each"))
}

/// The number of threads asked for, or of cores.
pub(crate) fn threads(asked: Option<u16>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    asked.map_or_else(cores, usize::from)
}
