use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName, header};
use serde::Deserialize;

use crate::subnet::Subnet;

/// The proxies whose word is taken for where a request comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proxies {
    /// Where they are.
    pub trusted: Vec<Subnet>,
    /// Where they write it.
    pub header: ProxyHeader,
}

/// The header to which proxies add for whom they speak. It is one of the two: a proxy passes on the
/// one it does not know as it came, and there anybody may write anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProxyHeader {
    /// `X-Forwarded-For: 192.0.2.1, 10.0.0.1`.
    #[default]
    XForwardedFor,
    /// `Forwarded: for=192.0.2.1;proto=https` (RFC 7239).
    Forwarded,
}

impl ProxyHeader {
    fn name(self) -> HeaderName {
        match self {
            ProxyHeader::XForwardedFor => HeaderName::from_static("x-forwarded-for"),
            ProxyHeader::Forwarded => header::FORWARDED,
        }
    }
}

impl Proxies {
    /// Whose request it is: read from the right, the first address that is none of our proxies. What
    /// stands further left is what that client says. Where somebody wrote what is no address, it
    /// is the last proxy that is known.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer.to_canonical();
        if !self.trust(client) {
            return client;
        }
        for line in headers.get_all(self.header.name()).into_iter().rev() {
            let Ok(line) = line.to_str() else {
                return client;
            };
            for entry in parts(line, ',').into_iter().rev() {
                let address = match self.header {
                    ProxyHeader::XForwardedFor => address(entry.trim()),
                    ProxyHeader::Forwarded => forwarded_for(entry),
                };
                let Some(address) = address else {
                    return client;
                };
                client = address;
                if !self.trust(client) {
                    return client;
                }
            }
        }
        client
    }

    /// Whether somebody who is none of our proxies says for whom they speak.
    pub(crate) fn is_presumed(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        !self.trust(peer) && headers.contains_key(self.header.name())
    }

    pub(crate) fn trust(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|network| network.contains(address))
    }
}

/// What stands between separators, those in quotes left alone.
fn parts(text: &str, separator: char) -> Vec<&str> {
    let mut quoted = false;
    let apart = |c: char| {
        quoted ^= c == '"';
        c == separator && !quoted
    };
    text.split(apart).collect()
}

/// The `for` of an element of `Forwarded`.
fn forwarded_for(element: &str) -> Option<IpAddr> {
    let pairs = parts(element, ';').into_iter();
    let mut named = pairs.filter_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        name.trim().eq_ignore_ascii_case("for").then_some(value)
    });
    // Twice is a riddle.
    let (value, None) = (named.next()?, named.next()) else {
        return None;
    };
    let value = value.trim();
    let inner = value.strip_prefix('"');
    match inner {
        Some(inner) => address(inner.strip_suffix('"')?),
        None => address(value),
    }
}

/// An address, with or without a port: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]`,
/// `[2001:db8::1]:80`.
fn address(text: &str) -> Option<IpAddr> {
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let with_port = || text.parse().map(|socket: SocketAddr| socket.ip()).ok();
    let plain: Option<IpAddr> = text.parse().ok();
    let bracketed = || bracketed().map(IpAddr::V6);
    let found = plain.or_else(bracketed).or_else(with_port)?;
    Some(found.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(proxies: &Proxies, peer: &str, lines: &[&str], client: &str) {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(proxies.header.name(), line.parse().unwrap());
        }
        let found = proxies.client(peer.parse().unwrap(), &headers);
        assert_eq!(found.to_string(), client, "{peer} {lines:?}");
    }

    fn proxies(header: ProxyHeader) -> Proxies {
        let trusted = ["127.0.0.1", "10.0.0.0/8", "2001:db8:1::/48"];
        Proxies {
            trusted: trusted.map(|text| text.parse().unwrap()).to_vec(),
            header,
        }
    }

    #[test]
    fn the_first_from_the_right_that_is_no_proxy_is_the_client() {
        let proxies = proxies(ProxyHeader::XForwardedFor);
        for (peer, lines, client) in [
            ("127.0.0.1", &["192.0.2.1"][..], "192.0.2.1"),
            // What a client makes up stands further left.
            ("127.0.0.1", &["6.6.6.6, 192.0.2.1"], "192.0.2.1"),
            ("127.0.0.1", &["6.6.6.6, 192.0.2.1, 10.0.0.9"], "192.0.2.1"),
            ("127.0.0.1", &["6.6.6.6", "192.0.2.1"], "192.0.2.1"),
            ("127.0.0.1", &["10.0.0.1,192.0.2.1 ,10.2.2.2"], "192.0.2.1"),
            // Somebody who is no proxy speaks for themselves only.
            ("192.0.2.9", &["6.6.6.6"], "192.0.2.9"),
            ("192.0.2.9", &["127.0.0.1"], "192.0.2.9"),
            ("127.0.0.1", &[], "127.0.0.1"),
            // A proxy that asks for itself.
            ("127.0.0.1", &["10.0.0.7"], "10.0.0.7"),
            ("127.0.0.1", &["10.0.0.6, 10.0.0.7"], "10.0.0.6"),
            // IPv6, ports, and one address written as another.
            ("127.0.0.1", &["2001:db8::1"], "2001:db8::1"),
            ("127.0.0.1", &["[2001:db8::1]:4711"], "2001:db8::1"),
            ("127.0.0.1", &["[2001:db8::1]"], "2001:db8::1"),
            ("127.0.0.1", &["192.0.2.1:4711"], "192.0.2.1"),
            ("127.0.0.1", &["::ffff:192.0.2.1"], "192.0.2.1"),
            ("::ffff:127.0.0.1", &["192.0.2.1"], "192.0.2.1"),
            ("2001:db8:1::5", &["6.6.6.6, 192.0.2.1"], "192.0.2.1"),
            ("::ffff:192.0.2.9", &["6.6.6.6"], "192.0.2.9"),
            // What is no address ends the chain at who wrote it.
            ("127.0.0.1", &["6.6.6.6, unknown"], "127.0.0.1"),
            ("127.0.0.1", &["6.6.6.6, 10.0.0.9garbage"], "127.0.0.1"),
            ("127.0.0.1", &["6.6.6.6, , 10.0.0.9"], "10.0.0.9"),
            ("127.0.0.1", &["", "10.0.0.9"], "10.0.0.9"),
            ("127.0.0.1", &["999.1.1.1"], "127.0.0.1"),
            ("127.0.0.1", &["192.0.2.1:port"], "127.0.0.1"),
            ("127.0.0.1", &["[192.0.2.1]"], "127.0.0.1"),
            ("127.0.0.1", &["[2001:db8::1"], "127.0.0.1"),
        ] {
            check(&proxies, peer, lines, client);
        }
    }

    #[test]
    fn forwarded_is_read_as_the_rfc_says() {
        let proxies = proxies(ProxyHeader::Forwarded);
        for (lines, client) in [
            (
                &["for=192.0.2.60;proto=http;by=203.0.113.43"][..],
                "192.0.2.60",
            ),
            (&["For=\"[2001:db8:cafe::17]:4711\""], "2001:db8:cafe::17"),
            (&["for=6.6.6.6, for=198.51.100.17"], "198.51.100.17"),
            (
                &["for=6.6.6.6, for=198.51.100.17;by=10.0.0.1, for=10.0.0.1"],
                "198.51.100.17",
            ),
            (
                &["for=6.6.6.6", "proto=https; for=198.51.100.17"],
                "198.51.100.17",
            ),
            (&["for=\"198.51.100.17:99\""], "198.51.100.17"),
            // Commas and semicolons in quotes are part of the value.
            (
                &["for=6.6.6.6, for=\"198.51.100.17\";x=\"a, for=7.7.7.7\""],
                "198.51.100.17",
            ),
            (&["for=6.6.6.6, for=unknown"], "127.0.0.1"),
            (&["for=6.6.6.6, for=_hidden"], "127.0.0.1"),
            (&["for=6.6.6.6, proto=https"], "127.0.0.1"),
            (&["for=6.6.6.6, for=7.7.7.7;for=8.8.8.8"], "127.0.0.1"),
            (&["for=6.6.6.6, for=\"7.7.7.7"], "127.0.0.1"),
        ] {
            check(&proxies, "127.0.0.1", lines, client);
        }
    }

    #[test]
    fn the_header_that_is_not_chosen_says_nothing() {
        let proxies = proxies(ProxyHeader::XForwardedFor);
        let mut headers = HeaderMap::new();
        headers.insert(header::FORWARDED, "for=6.6.6.6".parse().unwrap());
        let peer = [127, 0, 0, 1].into();
        assert_eq!(proxies.client(peer, &headers), peer);
        assert!(!proxies.is_presumed([192, 0, 2, 1].into(), &headers));
        headers.insert("x-forwarded-for", "6.6.6.6".parse().unwrap());
        assert!(proxies.is_presumed([192, 0, 2, 1].into(), &headers));
        assert!(!proxies.is_presumed(peer, &headers));
    }
}
