use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::value::{day, number, span};

/// What an operator asks.
#[derive(Debug, Args)]
pub(crate) struct AdminArguments {
    #[command(subcommand)]
    pub(crate) action: AdminAction,
    /// The folder where the server keeps its data [default: merelle in your data folder]
    #[arg(long, value_name = "DIR", env = "MERELLE_DATA", global = true)]
    pub(crate) data: Option<PathBuf>,
    /// The PostgreSQL database of the server, if it has one: `postgres://USER:PASSWORD@HOST/NAME`
    #[arg(
        long,
        value_name = "URL",
        env = "MERELLE_DATABASE",
        hide_env_values = true,
        global = true
    )]
    pub(crate) database: Option<String>,
}

/// What an operator can see and do.
#[derive(Debug, Subcommand)]
pub(crate) enum AdminAction {
    /// List people, the newest first
    People {
        /// Only those whose name has this in it
        #[arg(long, value_name = "TEXT")]
        find: Option<String>,
        /// Only accounts, not guests
        #[arg(long)]
        accounts: bool,
        /// Only those who are kept out
        #[arg(long)]
        barred: bool,
        /// So many
        #[arg(long, value_name = "N", default_value_t = 50, value_parser = number(1..=1_000_000_u32))]
        limit: u32,
    },
    /// Show all that is known of a person
    Person {
        #[command(flatten)]
        whom: Whom,
    },
    /// End the sessions of a person, or of everybody
    EndSessions {
        /// The name of an account, or a number such as #12
        #[arg(value_name = "PERSON", required_unless_present = "everybody")]
        person: Option<String>,
        /// Everybody's
        #[arg(long, conflicts_with = "person")]
        everybody: bool,
        #[command(flatten)]
        act: Because,
        #[command(flatten)]
        sure: Sure,
    },
    /// Give a person another name
    Rename {
        #[command(flatten)]
        whom: Whom,
        /// The new name
        name: String,
        #[command(flatten)]
        act: Because,
    },
    /// Keep a person out: sessions end, sockets close, no more log-in
    Bar {
        #[command(flatten)]
        whom: Whom,
        #[command(flatten)]
        end: End,
        #[command(flatten)]
        act: Because,
    },
    /// Let a person in again
    Unbar {
        #[command(flatten)]
        whom: Whom,
        #[command(flatten)]
        act: Because,
    },
    /// List the addresses that are kept out
    Addresses,
    /// Keep an address or network out for a time
    BarAddress {
        /// Such as 192.0.2.7 or 2001:db8::/32, or an address as the log has it
        address: String,
        #[command(flatten)]
        end: End,
        #[command(flatten)]
        act: Because,
        #[command(flatten)]
        sure: Sure,
    },
    /// Let an address or network in again
    UnbarAddress {
        /// As it is listed
        address: String,
        #[command(flatten)]
        act: Because,
    },
    /// Show what is known of a game
    Game {
        /// The end of its link
        game: String,
    },
    /// Take a game out of everybody's sight but its players'
    RemoveGame {
        /// The end of its link
        game: String,
        #[command(flatten)]
        act: Because,
    },
    /// Bring a game back into sight
    ReturnGame {
        /// The end of its link
        game: String,
        #[command(flatten)]
        act: Because,
    },
    /// List what people reported about others
    Reports {
        /// Also those that were marked as seen
        #[arg(long)]
        all: bool,
    },
    /// Mark a report as seen
    Seen {
        /// Its number
        report: i64,
        /// What was done about it, for the journal
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
    /// Print a code with which somebody sets another password
    ResetPassword {
        #[command(flatten)]
        whom: Whom,
        #[command(flatten)]
        act: Because,
        #[command(flatten)]
        sure: Sure,
    },
    /// Let somebody log in by password alone
    RemoveSecondFactor {
        #[command(flatten)]
        whom: Whom,
        #[command(flatten)]
        act: Because,
        #[command(flatten)]
        sure: Sure,
    },
    /// Make new keys, for sealed secrets and for addresses in the log
    Rotate {
        /// Everybody has to log in again as well
        #[arg(long)]
        end_sessions: bool,
        #[command(flatten)]
        act: Because,
        #[command(flatten)]
        sure: Sure,
    },
    /// Read the whole database and tell what is wrong with it
    Check,
    /// Count people, sessions, games and reports
    Statistics,
    /// List what operators did, the last first
    Journal {
        /// So many
        #[arg(long, value_name = "N", default_value_t = 50, value_parser = number(1..=1_000_000_u32))]
        limit: u32,
    },
}

/// A person who is meant.
#[derive(Debug, Args)]
pub(crate) struct Whom {
    /// The name of an account, or a number such as #12
    #[arg(value_name = "PERSON")]
    pub(crate) person: String,
}

/// Why something is done.
#[derive(Debug, Args)]
pub(crate) struct Because {
    /// Why, for the journal
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: String,
}

/// How long something lasts.
#[derive(Debug, Args)]
pub(crate) struct End {
    /// Until this day begins, in UTC, such as 2026-12-24
    #[arg(long, value_name = "DAY", value_parser = day, conflicts_with = "lasting")]
    pub(crate) until: Option<u64>,
    /// For so long, such as 30m, 12h or 7d
    #[arg(long = "for", value_name = "TIME", value_parser = span)]
    pub(crate) lasting: Option<u64>,
}

/// Whether the operator is sure.
#[derive(Debug, Args)]
pub(crate) struct Sure {
    /// Do not ask whether you are sure
    #[arg(long)]
    pub(crate) yes: bool,
}
