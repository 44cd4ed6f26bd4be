use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;

use crate::cluster::{NatsAddress, NodeName};
use crate::hsts::Hsts;
use crate::log::AddressForm;
use crate::proxies::{Proxies, ProxyHeader};
use crate::subnet::Subnet;
use crate::{Database, LimitSettings, Retention};

/// How long clients are waited for: a phone in a tunnel is back sooner, or comes again.
const PATIENCE: Duration = Duration::from_secs(15);

/// How a server is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// The folder where everything is kept; the keys of the server are, wherever its database is.
    pub data: PathBuf,
    /// Which database it is kept in.
    pub database: Database,
    /// Which of several servers over one database it is; none where it is alone.
    pub node: Option<NodeName>,
    /// What it talks to the others over.
    pub nats: Option<NatsAddress>,
    /// What all of them together are called there.
    pub site: NodeName,
    /// The folder with the tables of the mill family, as far as they are there.
    pub tables: PathBuf,
    /// Where pages may come from, such as `https://example.org`; besides them only this machine by
    /// its own names.
    pub origins: Vec<String>,
    /// The proxies of ours that say for whom they ask.
    pub proxies: Proxies,
    /// What browsers that come over HTTPS are told.
    pub hsts: Hsts,
    /// Where those who run it watch it.
    pub monitoring: Monitoring,
    /// How addresses of people are written to the log.
    pub addresses: AddressForm,
    /// Processors on which the computer thinks, about its moves and about questions.
    pub thinkers: usize,
    /// Bytes of what is kept of that under sets of rules that are on no printed sheet, at most.
    pub by_heart: usize,
    /// Time for clients to come back after a restart, in which no clock runs.
    pub grace: Duration,
    /// How long a client may leave what it is sent unread, what it has begun to send unfinished, or an
    /// open connection unused.
    pub patience: Duration,
    /// How much somebody may ask for.
    pub limits: LimitSettings,
    /// How long what nobody needs is kept.
    pub keep: Retention,
}

/// What is kept of odd rule sets unless somebody says otherwise: some ten of them. With all else it leaves
/// a server that is attacked below 400 MB.
const BY_HEART: usize = 32 << 20;

/// What a settings file says; what is absent has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// See [`Config::listen`].
    pub listen: Option<SocketAddr>,
    /// See [`Config::data`].
    pub data: Option<PathBuf>,
    /// See [`Config::database`].
    pub database: Option<Database>,
    /// See [`Config::node`].
    pub node: Option<NodeName>,
    /// See [`Config::nats`].
    pub nats: Option<NatsAddress>,
    /// See [`Config::site`].
    pub site: Option<NodeName>,
    /// See [`Config::tables`].
    pub tables: Option<PathBuf>,
    /// See [`Config::origins`].
    pub origins: Vec<String>,
    /// Whether a proxy on this machine is one of [`Config::proxies`].
    pub behind_proxy: bool,
    /// Where other ones of [`Config::proxies`] are.
    pub proxies: Vec<Subnet>,
    /// See [`Proxies::header`].
    pub proxy_header: Option<ProxyHeader>,
    /// See [`Config::hsts`].
    pub hsts: Option<Hsts>,
    /// See [`Config::monitoring`].
    pub metrics: Option<Monitoring>,
    /// See [`Config::addresses`].
    pub addresses: Option<AddressForm>,
    /// See [`Config::thinkers`].
    pub thinkers: Option<usize>,
    /// See [`Config::by_heart`], in megabytes.
    pub by_heart: Option<u32>,
    /// See [`Config::grace`], in seconds.
    pub grace: Option<u32>,
    /// See [`Config::limits`].
    pub limits: LimitSettings,
    /// See [`Config::keep`].
    pub keep: Retention,
}

impl Settings {
    /// Reads a settings file.
    pub fn read(text: &str) -> Result<Settings, toml::de::Error> {
        toml::from_str(text)
    }
}

/// Where metrics and health are told, apart from where people play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Monitoring {
    /// Nowhere.
    Off,
    /// At [`Monitoring::USUAL`], unless that is taken: then nowhere.
    #[default]
    Usual,
    /// There.
    At(SocketAddr),
}

/// A text that is neither `off` nor an address with a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("metrics is off or an address with a port, such as 127.0.0.1:9464")]
pub struct NoMonitoring;

impl Monitoring {
    /// On this machine alone, at the port that exporters for Prometheus use.
    pub const USUAL: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 9464);
}

impl std::str::FromStr for Monitoring {
    type Err = NoMonitoring;

    fn from_str(text: &str) -> Result<Monitoring, NoMonitoring> {
        match text {
            "off" => Ok(Monitoring::Off),
            text => text.parse().map(Monitoring::At).map_err(|_| NoMonitoring),
        }
    }
}

impl TryFrom<String> for Monitoring {
    type Error = NoMonitoring;

    fn try_from(text: String) -> Result<Monitoring, NoMonitoring> {
        text.parse()
    }
}

impl Config {
    /// A server for this machine alone, with one thread for the computer, that nobody watches.
    #[must_use]
    pub fn local(data: PathBuf, port: u16) -> Config {
        Config {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, port)),
            data,
            database: Database::default(),
            node: None,
            nats: None,
            site: NodeName::of_site(),
            tables: PathBuf::from("tables"),
            origins: Vec::new(),
            proxies: Proxies::default(),
            hsts: Hsts::default(),
            monitoring: Monitoring::Off,
            addresses: AddressForm::default(),
            thinkers: 1,
            by_heart: BY_HEART,
            grace: Duration::from_secs(5),
            patience: PATIENCE,
            limits: LimitSettings::default(),
            keep: Retention::default(),
        }
    }

    /// All origins pages may come from.
    pub(crate) fn all_origins(&self, port: u16) -> Vec<String> {
        let own = ["127.0.0.1", "localhost", "[::1]"];
        let own = own.map(|host| format!("http://{host}:{port}"));
        let given = self
            .origins
            .iter()
            .map(|origin| origin.trim_end_matches('/').to_owned());
        given.chain(own).collect()
    }

    /// Whether people come over HTTPS, by way of a proxy.
    pub(crate) fn is_secure(&self) -> bool {
        self.origins
            .first()
            .is_some_and(|origin| origin.starts_with("https://"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_settings_file_says_what_it_says_and_nothing_unknown() {
        let text = "listen = \"0.0.0.0:80\"\norigins = [\"https://example.org\"]\n\
                    behind_proxy = true\nproxies = [\"10.0.0.0/8\"]\nproxy_header = \"forwarded\"\n\
                    node = \"a-1\"\nnats = \"nats://127.0.0.1:4222\"\nsite = \"club\"\n\
                    hsts = \"300,subdomains\"\nmetrics = \"off\"\naddresses = \"none\"\n\
                    [limits]\nsockets = 7\n";
        let settings = Settings::read(text).unwrap();
        assert!(settings.behind_proxy);
        assert_eq!(settings.proxies, ["10.0.0.0/8".parse().unwrap()]);
        assert_eq!(settings.proxy_header, Some(ProxyHeader::Forwarded));
        assert_eq!(settings.hsts, "300,subdomains".parse().ok());
        assert_eq!(settings.metrics, Some(Monitoring::Off));
        assert_eq!(settings.node, "a-1".parse().ok());
        assert_eq!(settings.nats, "127.0.0.1:4222".parse().ok());
        assert_eq!(settings.site, "club".parse().ok());
        assert_eq!(settings.addresses, Some(AddressForm::None));
        assert_eq!(settings.limits.sockets, 7);
        assert_eq!(settings.limits.requests, LimitSettings::default().requests);
        for wrong in [
            "port = 80",
            "listen = \"here\"",
            "[limits]\nsocket = 7",
            "proxies = [\"10.0.0.0/99\"]",
            "proxy_header = \"via\"",
            "hsts = \"yes\"",
            "metrics = \"9464\"",
            "node = \"A\"",
            "nats = \"http://a\"",
            "site = \"a.b\"",
            "addresses = \"some\"",
        ] {
            assert!(Settings::read(wrong).is_err(), "{wrong}");
        }
    }
}
