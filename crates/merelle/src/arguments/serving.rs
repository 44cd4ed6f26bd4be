use std::path::PathBuf;

use clap::Subcommand;

use super::value::number;
use super::{AdminArguments, ServeArguments, Shelf};

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
    /// Put a backup in place of a database that no server uses
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
    /// Carry everything to another database while no server runs
    #[command(
        after_help = "FROM and TO are data folders (SQLite) or addresses of PostgreSQL. All rows of both are \
        compared at the end. What was stopped goes on when it is run again.\n\nExample:\n  \
        merelle move-database /var/lib/merelle postgres://merelle@db.example.org/merelle"
    )]
    MoveDatabase {
        /// Where everything is
        #[arg(value_name = "FROM")]
        from: String,
        /// Where it is to be: an empty database
        #[arg(value_name = "TO")]
        to: String,
    },
    /// Look after a server: people, sessions, games, reports
    #[command(
        after_help = "It works while the server runs, which obeys within a second, and while it does not. Give it \
        the user the server runs as.\n\nExamples:\n  merelle admin people --find ada\n  \
        merelle admin bar 'A Name' --for 7d --reason 'insults in names'\n  \
        merelle admin bar-address 192.0.2.7 --for 12h --reason flood\n  merelle admin reports"
    )]
    Admin(AdminArguments),
    /// Think for another program: a text protocol in the manner of UCI
    #[command(after_help = "docs/engine-protocol.md describes the protocol.\n\n\
        Example:\n  printf 'position startpos moves d6\\ngo depth 8\\n' | merelle engine")]
    Engine {
        #[command(flatten)]
        shelf: Shelf,
    },
}
