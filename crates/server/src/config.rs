use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;

use crate::LimitSettings;

/// How a server is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// The folder where everything is kept.
    pub data: PathBuf,
    /// The folder with the tables of the mill family, as far as they are there.
    pub tables: PathBuf,
    /// Where pages may come from, such as `https://example.org`; besides them only this machine by
    /// its own names.
    pub origins: Vec<String>,
    /// Whether requests come through a proxy of ours that says for whom.
    pub proxy: Proxy,
    /// Threads on which the computer thinks.
    pub thinkers: usize,
    /// Time for clients to come back after a restart, in which no clock runs.
    pub grace: Duration,
    /// How much somebody may ask for.
    pub limits: LimitSettings,
}

/// What a settings file says; what is absent has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// See [`Config::listen`].
    pub listen: Option<SocketAddr>,
    /// See [`Config::data`].
    pub data: Option<PathBuf>,
    /// See [`Config::tables`].
    pub tables: Option<PathBuf>,
    /// See [`Config::origins`].
    pub origins: Vec<String>,
    /// See [`Config::proxy`].
    pub proxy: Option<Proxy>,
    /// See [`Config::thinkers`].
    pub thinkers: Option<usize>,
    /// See [`Config::grace`], in seconds.
    pub grace: Option<u32>,
    /// See [`Config::limits`].
    pub limits: LimitSettings,
}

impl Settings {
    /// Reads a settings file.
    pub fn read(text: &str) -> Result<Settings, toml::de::Error> {
        toml::from_str(text)
    }
}

/// What stands between people and the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Proxy {
    /// Nothing.
    #[default]
    None,
    /// One that adds the address it speaks for to `X-Forwarded-For`.
    Forwards,
}

impl Config {
    /// A server for this machine alone, with one thread for the computer.
    #[must_use]
    pub fn local(data: PathBuf, port: u16) -> Config {
        Config {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, port)),
            data,
            tables: PathBuf::from("tables"),
            origins: Vec::new(),
            proxy: Proxy::None,
            thinkers: 1,
            grace: Duration::from_secs(5),
            limits: LimitSettings::default(),
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
                    proxy = \"forwards\"\n[limits]\nsockets = 7\n";
        let settings = Settings::read(text).unwrap();
        assert_eq!(settings.proxy, Some(Proxy::Forwards));
        assert_eq!(settings.limits.sockets, 7);
        assert_eq!(settings.limits.requests, LimitSettings::default().requests);
        for wrong in ["port = 80", "listen = \"here\"", "[limits]\nsocket = 7"] {
            assert!(Settings::read(wrong).is_err(), "{wrong}");
        }
    }
}
