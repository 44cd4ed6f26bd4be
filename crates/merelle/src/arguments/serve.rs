use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Shelf;
use super::value::{address, number, whole};

/// How to run the server. Flags win over the environment, that over the file.
#[derive(Debug, Default, Args)]
pub(crate) struct ServeArguments {
    /// Where to listen [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS:PORT", env = "MERELLE_LISTEN", value_parser = address)]
    pub(crate) listen: Option<SocketAddr>,
    /// The folder where games and people are kept [default: merelle in your data folder]
    #[arg(long, value_name = "DIR", env = "MERELLE_DATA")]
    pub(crate) data: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) shelf: Shelf,
    /// Origin of the page when it is not this machine, such as `https://example.org`; may be given
    /// several times, the public one first
    #[arg(
        long,
        value_name = "URL",
        env = "MERELLE_ORIGIN",
        value_delimiter = ','
    )]
    pub(crate) origin: Vec<String>,
    /// Requests come through a proxy that adds the client's address to X-Forwarded-For
    #[arg(long, env = "MERELLE_BEHIND_PROXY")]
    pub(crate) behind_proxy: bool,
    /// Threads for the computer players [default: one less than there are cores]
    #[arg(long, value_name = "N", env = "MERELLE_THINKERS", value_parser = number(1..=1024_u16))]
    pub(crate) thinkers: Option<u16>,
    /// Seconds after a restart in which no clock runs, so that people can reconnect [default: 5]
    #[arg(long, value_name = "SECONDS", env = "MERELLE_GRACE", value_parser = whole::<u32>)]
    pub(crate) grace: Option<u32>,
    /// Change a limit: requests, changes, guests, entries and attempts per minute, sockets, messages
    /// and traffic per second
    #[arg(long, value_name = "NAME=N")]
    pub(crate) limit: Vec<String>,
    /// A file with settings
    #[arg(long, value_name = "FILE", env = "MERELLE_CONFIG")]
    pub(crate) config: Option<PathBuf>,
    /// Format of the log
    #[arg(long, value_name = "FORM", env = "MERELLE_LOG", default_value = "text")]
    pub(crate) log: LogName,
    /// Log every request
    #[arg(long)]
    pub(crate) verbose: bool,
}

/// How to load-test a server.
#[derive(Debug, Args)]
pub(crate) struct LoadArguments {
    /// Address of the server
    #[arg(default_value = "127.0.0.1:8080", value_parser = address)]
    pub(crate) server: SocketAddr,
    /// Sockets to open; every two play each other
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole::<usize>)]
    pub(crate) sockets: usize,
    /// How long to play
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = whole::<u64>)]
    pub(crate) seconds: u64,
    /// Milliseconds between two moves of a player
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = whole::<u64>)]
    pub(crate) pause: u64,
    /// Further games against the computer, on a Mijnlieff board of two sets
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>)]
    pub(crate) practice: usize,
    /// The computer player in those games
    #[arg(long, value_name = "PLAYER", default_value = "level-8")]
    pub(crate) player: String,
    /// People who have games of 60 moves reviewed in a second run of the same length: moves are
    /// timed without them, then with them
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>)]
    pub(crate) analysts: usize,
    /// Which games are played; may be given several times
    #[arg(long, value_name = "SETUP", default_values = ["moulin:classique", "mijnlieff", "moulin:envol", "mijnlieff:sets=2"])]
    pub(crate) setup: Vec<String>,
    /// The clock of the games
    #[arg(long, value_name = "CLOCK", default_value = "3600+10")]
    pub(crate) clock: String,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>)]
    pub(crate) seed: u64,
}

/// How a log is written.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum LogName {
    #[default]
    Text,
    Json,
}
