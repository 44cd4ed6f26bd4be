use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::value::number;
use super::{ServeArguments, Shelf};

/// Commands that serve people and other programs.
#[derive(Debug, Subcommand)]
pub(crate) enum Serving {
    /// Serve live games: the page, the API and the socket
    #[command(
        after_help = "Without flags it serves this machine at http://127.0.0.1:8080.\n\n\
        Examples:\n  merelle serve\n  merelle serve --listen 0.0.0.0:8080 --origin http://192.168.1.20:8080\n  \
        merelle serve --origin https://games.example.org --behind-proxy --data /var/lib/merelle --log json"
    )]
    Serve(Box<ServeArguments>),
    /// Copy the server's database to a new file, even while it runs
    #[command(
        after_help = "The file appears once it is whole and checked. With --keep the newest ones of \
        a folder stay, and only files made so are deleted.\n\nExamples:\n  \
        merelle backup merelle-backup.db\n  merelle backup --keep 14 /var/backups/merelle"
    )]
    Backup {
        /// The file to make; with --keep, the folder to make it in
        file: PathBuf,
        /// Name the file after the time, and keep the newest N in the folder
        #[arg(long, value_name = "N", value_parser = number(1..=10_000_u16))]
        keep: Option<u16>,
        /// The folder where the server keeps its data [default: merelle in your data folder]
        #[arg(long, value_name = "DIR", env = "MERELLE_DATA")]
        data: Option<PathBuf>,
    },
    /// Put a backup in the place of the server's database, while no server runs
    #[command(
        after_help = "The backup is checked first. The present database is kept beside it under a \
        name with the time.\n\nExample:\n  merelle restore merelle-backup.db"
    )]
    Restore {
        /// The backup
        file: PathBuf,
        /// The folder where the server keeps its data [default: merelle in your data folder]
        #[arg(long, value_name = "DIR", env = "MERELLE_DATA")]
        data: Option<PathBuf>,
    },
    /// Read what people reported about others, and keep accounts out
    #[command(
        after_help = "It works while the server runs.\n\nExamples:\n  merelle reports\n  \
        merelle reports seen 12\n  merelle reports bar 'A Name'"
    )]
    Reports(ReportsArguments),
    /// Think for another program: a text protocol in the manner of UCI
    #[command(after_help = "docs/engine-protocol.md describes the protocol.\n\n\
        Example:\n  printf 'position startpos moves d6\\ngo depth 8\\n' | merelle engine")]
    Engine {
        #[command(flatten)]
        shelf: Shelf,
    },
}

/// What is asked about reports.
#[derive(Debug, Args)]
pub(crate) struct ReportsArguments {
    #[command(subcommand)]
    pub(crate) action: Option<ReportsAction>,
    /// Also those that were marked as seen
    #[arg(long)]
    pub(crate) all: bool,
    /// The folder where the server keeps its data [default: merelle in your data folder]
    #[arg(long, value_name = "DIR", env = "MERELLE_DATA", global = true)]
    pub(crate) data: Option<PathBuf>,
}

/// What is done about reports; without it they are listed.
#[derive(Debug, Subcommand)]
pub(crate) enum ReportsAction {
    /// Mark a report as seen
    Seen {
        /// Its number
        report: i64,
    },
    /// Keep an account out: its sessions end, and it cannot sign in
    Bar {
        /// Its name
        name: String,
    },
    /// Let an account in again
    Unbar {
        /// Its name
        name: String,
    },
}
