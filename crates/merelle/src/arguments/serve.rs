use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use server::{Hsts, Monitoring, NatsAddress, NodeName, Subnet};

use super::Shelf;
use super::value::{address, hsts, monitoring, nats, node, number, subnet, whole};

/// How to run the server. Flags win over the environment, that over the file.
#[derive(Debug, Default, Args)]
pub(crate) struct ServeArguments {
    /// Where to listen [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS:PORT", env = "MERELLE_LISTEN", value_parser = address)]
    pub(crate) listen: Option<SocketAddr>,
    /// The folder where games and people are kept [default: merelle in your data folder]
    #[arg(long, value_name = "DIR", env = "MERELLE_DATA")]
    pub(crate) data: Option<PathBuf>,
    /// Keep games and people in a PostgreSQL database instead of a file in that folder:
    /// `postgres://USER:PASSWORD@HOST/NAME`
    #[arg(
        long,
        value_name = "URL",
        env = "MERELLE_DATABASE",
        hide_env_values = true
    )]
    pub(crate) database: Option<String>,
    /// Where servers over one database talk to each other, such as `nats://127.0.0.1:4222`, with
    /// commas between several
    #[arg(long, value_name = "URL", env = "MERELLE_NATS", value_parser = nats, hide_env_values = true)]
    pub(crate) nats: Option<NatsAddress>,
    /// The name of this server among several [default: that of the machine and the process]
    #[arg(long, value_name = "NAME", env = "MERELLE_NODE", value_parser = node)]
    pub(crate) node: Option<NodeName>,
    /// The name of all of them together, where several sites share one NATS [default: main]
    #[arg(long, value_name = "NAME", env = "MERELLE_SITE", value_parser = node)]
    pub(crate) site: Option<NodeName>,
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
    /// Requests come through a proxy on this machine that adds the client's address to
    /// X-Forwarded-For
    #[arg(long, env = "MERELLE_BEHIND_PROXY")]
    pub(crate) behind_proxy: bool,
    /// The same for a proxy at another address or in another network; may be given several times
    #[arg(
        long,
        value_name = "NETWORK",
        env = "MERELLE_TRUSTED_PROXY",
        value_delimiter = ',',
        value_parser = subnet
    )]
    pub(crate) trusted_proxy: Vec<Subnet>,
    /// The header those proxies add to; the other one is not read [default: x-forwarded-for]
    #[arg(long, value_name = "HEADER", env = "MERELLE_PROXY_HEADER")]
    pub(crate) proxy_header: Option<ProxyHeaderName>,
    /// How long browsers that came over HTTPS use nothing else: off, or seconds, with ,subdomains
    /// or ,preload after them [default: 31536000]
    #[arg(long, value_name = "SECONDS", env = "MERELLE_HSTS", value_parser = hsts)]
    pub(crate) hsts: Option<Hsts>,
    /// Where to tell metrics and health, or off [default: 127.0.0.1:9464, if it is free]
    #[arg(long, value_name = "ADDRESS:PORT", env = "MERELLE_METRICS", value_parser = monitoring)]
    pub(crate) metrics: Option<Monitoring>,
    /// Processors for the computer, its moves and its analyses [default: one less than there are cores]
    #[arg(long, value_name = "N", env = "MERELLE_THINKERS", value_parser = number(1..=1024_u16))]
    pub(crate) thinkers: Option<u16>,
    /// Megabytes to keep of what was computed under rule sets that are on no sheet [default: 32]
    #[arg(long, value_name = "MB", env = "MERELLE_BY_HEART", value_parser = number(1..=65_536_u32))]
    pub(crate) by_heart: Option<u32>,
    /// Seconds after a restart in which no clock runs, so that people can reconnect [default: 5]
    #[arg(long, value_name = "SECONDS", env = "MERELLE_GRACE", value_parser = whole::<u32>)]
    pub(crate) grace: Option<u32>,
    /// Change a limit: requests, changes, guests, entries and attempts per minute, sockets, messages
    /// and traffic per second
    #[arg(long, value_name = "NAME=N")]
    pub(crate) limit: Vec<String>,
    /// Change how many days what nobody needs is kept: visitors, guests, games, open, idle, aborted; 0
    /// is for ever
    #[arg(long, value_name = "NAME=DAYS")]
    pub(crate) keep: Vec<String>,
    /// A file with settings
    #[arg(long, value_name = "FILE", env = "MERELLE_CONFIG")]
    pub(crate) config: Option<PathBuf>,
    /// Format of the log
    #[arg(long, value_name = "FORM", env = "MERELLE_LOG", default_value = "text")]
    pub(crate) log: LogName,
    /// How people's addresses appear in the log [default: hashed]
    #[arg(long, value_name = "FORM", env = "MERELLE_ADDRESSES")]
    pub(crate) addresses: Option<AddressFormName>,
    /// Log every request
    #[arg(long)]
    pub(crate) verbose: bool,
}

/// The headers that proxies add to.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ProxyHeaderName {
    XForwardedFor,
    Forwarded,
}

/// How people's addresses appear in the log.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum AddressFormName {
    /// As they are
    Full,
    /// As a name that changes every day
    Hashed,
    /// Not at all
    None,
}

/// How a log is written.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum LogName {
    #[default]
    Text,
    Json,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use crate::arguments::Arguments;

    const SERVER: &str = include_str!("../../../../docs/server.md");

    /// The rows of the table of settings: flag, environment, key in the file.
    fn rows() -> Vec<[String; 3]> {
        let start = SERVER.find("| flag | environment |").unwrap();
        let table = SERVER[start..].lines().skip(2);
        let rows = table.take_while(|line| line.starts_with('|'));
        let cell = |cell: &str| cell.trim().trim_matches('`').to_owned();
        let read = |row: &str| {
            let cells: Vec<String> = row.split('|').map(cell).collect();
            [cells[1].clone(), cells[2].clone(), cells[3].clone()]
        };
        rows.map(read).collect()
    }

    #[test]
    fn every_flag_of_serve_is_in_the_table_with_its_variable() {
        let program = Arguments::command();
        let serve = program.find_subcommand("serve").unwrap();
        let flags = serve.get_arguments().filter(|flag| !flag.is_global_set());
        let known: BTreeSet<[String; 2]> = flags
            .filter_map(|flag| {
                let long = flag.get_long().filter(|long| *long != "help")?;
                let variable = flag.get_env().map(|name| name.to_str().unwrap().to_owned());
                Some([format!("--{long}"), variable.unwrap_or_default()])
            })
            .collect();
        let told = rows().into_iter();
        let told: BTreeSet<[String; 2]> =
            told.map(|[flag, variable, _]| [flag, variable]).collect();
        assert_eq!(told, known);
    }

    #[test]
    fn every_key_of_the_settings_file_is_in_the_table() {
        let refused = server::Settings::read("nothing-of-the-kind = 1").unwrap_err();
        let message = refused.message().to_owned();
        let known: BTreeSet<&str> = message.split('`').skip(3).step_by(2).collect();
        assert!(known.len() > 10, "{message}");
        let rows = rows();
        let told = rows.iter().map(|[.., key]| key.as_str());
        let told: BTreeSet<&str> = told.filter(|key| !key.is_empty()).collect();
        assert_eq!(told, known);
    }

    #[test]
    fn the_settings_to_deploy_are_settings() {
        let settings = include_str!("../../../../deploy/merelle.toml");
        let settings = server::Settings::read(settings).unwrap();
        assert!(settings.behind_proxy);
    }

    #[test]
    fn every_command_of_operators_is_in_their_table() {
        let program = Arguments::command();
        let admin = program.find_subcommand("admin").unwrap();
        let start = SERVER.find("## Accounts and moderation").unwrap();
        let table = &SERVER[start..];
        let table = &table[..table.find("## Watching it").unwrap()];
        for command in admin.get_subcommands() {
            let name = format!("`{}`", command.get_name());
            assert!(table.contains(&name), "{name}");
        }
    }
}
