use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Shelf;

/// How to run the server. Flags win over the environment, that over the file.
#[derive(Debug, Default, Args)]
pub(crate) struct ServeArguments {
    /// Where to listen [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS:PORT", env = "MERELLE_LISTEN")]
    pub(crate) listen: Option<SocketAddr>,
    /// The folder where games and people are kept [default: merelle in your data folder]
    #[arg(long, value_name = "DIR", env = "MERELLE_DATA")]
    pub(crate) data: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) shelf: Shelf,
    /// Where pages come from when not from this machine, such as `https://example.org`; may be given
    /// several times, the public one first
    #[arg(
        long,
        value_name = "URL",
        env = "MERELLE_ORIGIN",
        value_delimiter = ','
    )]
    pub(crate) origin: Vec<String>,
    /// Requests come through a proxy that adds the address it speaks for to X-Forwarded-For
    #[arg(long, env = "MERELLE_BEHIND_PROXY")]
    pub(crate) behind_proxy: bool,
    /// Threads on which the computer thinks [default: one less than there are processors]
    #[arg(long, value_name = "N", env = "MERELLE_THINKERS", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) thinkers: Option<u16>,
    /// Seconds after a restart in which no clock runs, so that people can come back [default: 5]
    #[arg(long, value_name = "SECONDS", env = "MERELLE_GRACE")]
    pub(crate) grace: Option<u32>,
    /// Another limit than the default: requests, changes and entries a minute, sockets, messages
    /// and traffic a second
    #[arg(long, value_name = "NAME=N")]
    pub(crate) limit: Vec<String>,
    /// A file with settings
    #[arg(long, value_name = "FILE", env = "MERELLE_CONFIG")]
    pub(crate) config: Option<PathBuf>,
    /// How to write the log
    #[arg(long, value_name = "FORM", env = "MERELLE_LOG", default_value = "text")]
    pub(crate) log: LogName,
    /// Log every request
    #[arg(long)]
    pub(crate) verbose: bool,
}

/// What to put on a server.
#[derive(Debug, Args)]
pub(crate) struct LoadArguments {
    /// Where the server is
    #[arg(default_value = "127.0.0.1:8080")]
    pub(crate) server: SocketAddr,
    /// Sockets to open; two play each other
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) sockets: usize,
    /// How long to play
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub(crate) seconds: u64,
    /// Milliseconds from one's own move to one's next
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub(crate) pause: u64,
    /// Games against the computer beside them, on a Mijnlieff board of two sets
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) practice: usize,
    /// The computer they are against
    #[arg(long, value_name = "PLAYER", default_value = "level-8")]
    pub(crate) player: String,
    /// What is played; may be given several times
    #[arg(long, value_name = "SETUP", default_values = ["moulin:classique", "mijnlieff", "moulin:envol", "mijnlieff:sets=2"])]
    pub(crate) setup: Vec<String>,
    /// The clock of the games
    #[arg(long, value_name = "CLOCK", default_value = "3600+10")]
    pub(crate) clock: String,
    /// What all chance comes from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// How a log is written.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum LogName {
    #[default]
    Text,
    Json,
}
