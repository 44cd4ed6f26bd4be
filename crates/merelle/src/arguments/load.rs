use std::net::SocketAddr;

use clap::Args;
use clap::builder::PossibleValuesParser;
use server::load::Attack;

use super::value::{address, whole};

/// How to load-test a server.
#[derive(Debug, Args)]
pub(crate) struct LoadArguments {
    /// Address of the server
    #[arg(default_value = "127.0.0.1:8080", value_parser = address)]
    pub(crate) server: SocketAddr,
    /// A further node of the same site, to which people come by turns; may be given several times
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    pub(crate) node: Vec<SocketAddr>,
    /// Sockets to open; every two play each other
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole::<usize>)]
    pub(crate) sockets: usize,
    /// How long to play
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = whole::<u64>)]
    pub(crate) seconds: u64,
    /// How long to play before analysts or attackers come [default: as long]
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    pub(crate) before: Option<u64>,
    /// Milliseconds between two moves of a player
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = whole::<u64>)]
    pub(crate) pause: u64,
    /// Further games against the computer; its replies are timed
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>)]
    pub(crate) practice: usize,
    /// The computer player in those games [default: levels 1 to 8 by turns]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: Option<String>,
    /// People who look around: pages, boards and their values, new guests
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>)]
    pub(crate) visitors: usize,
    /// What attackers do in a second run of the same length, from four addresses; may be given
    /// several times
    #[arg(long, value_name = "KIND", value_parser = attack_names(), conflicts_with = "analysts")]
    pub(crate) attack: Vec<String>,
    /// The process of the server, whose memory and descriptors are watched
    #[arg(long, value_name = "PID", value_parser = whole::<u32>)]
    pub(crate) process: Option<u32>,
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

/// What attackers can do.
fn attack_names() -> PossibleValuesParser {
    let names = Attack::ALL.map(Attack::name);
    PossibleValuesParser::new(["all"].into_iter().chain(names))
}
