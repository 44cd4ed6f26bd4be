use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

use game::Excerpt;
use play::text::Text;
use serde::Deserialize;

/// Addresses that begin with the same bits: `10.0.0.0/8`, `2001:db8::/32`, or one alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "String")]
pub struct Subnet {
    /// The first of them: all bits after the prefix are clear.
    first: IpAddr,
    prefix: u8,
}

/// Why a text is no network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is not an address or network")]
pub struct SubnetError {
    /// What was there.
    text: Excerpt,
}

impl SubnetError {
    /// The reason for people.
    #[must_use]
    pub fn text(&self) -> Text {
        let text = &self.text;
        Text::new(
            format!(
                "'{text}' is not an address or network: write 192.0.2.7, 10.0.0.0/8 or \
                 2001:db8::/32"
            ),
            format!(
                "« {text} » n'est ni une adresse ni un réseau : écrivez 192.0.2.7, 10.0.0.0/8 ou \
                 2001:db8::/32"
            ),
        )
    }
}

impl Subnet {
    /// The networks of this machine itself.
    pub const LOOPBACK: [Subnet; 2] = [
        Subnet {
            first: IpAddr::V4(std::net::Ipv4Addr::new(127, 0, 0, 0)),
            prefix: 8,
        },
        Subnet {
            first: IpAddr::V6(Ipv6Addr::LOCALHOST),
            prefix: 128,
        },
    ];

    /// The network of an address that has so many bits in common; `None` where an address has not
    /// so many.
    #[must_use]
    pub fn new(address: IpAddr, prefix: u8) -> Option<Subnet> {
        let address = address.to_canonical();
        (prefix <= width(address)).then(|| Subnet {
            first: masked(address, prefix),
            prefix,
        })
    }

    /// Whether an address is in it. An IPv4 address is the same when it is written as an IPv6 one.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        address.is_ipv4() == self.first.is_ipv4() && masked(address, self.prefix) == self.first
    }

    /// Bits that its addresses have in common.
    #[must_use]
    pub fn prefix(&self) -> u8 {
        self.prefix
    }

    /// Whether it is on this machine itself.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        self.first.is_loopback()
    }

    /// Whether it is larger than what one provider gives one customer: /16 in IPv4, /32 in IPv6.
    #[must_use]
    pub fn is_wide(&self) -> bool {
        self.prefix < if self.first.is_ipv4() { 16 } else { 32 }
    }
}

fn width(address: IpAddr) -> u8 {
    if address.is_ipv4() { 32 } else { 128 }
}

fn masked(address: IpAddr, prefix: u8) -> IpAddr {
    match address {
        IpAddr::V4(address) => {
            let mask = u32::MAX.checked_shl(32 - u32::from(prefix)).unwrap_or(0);
            IpAddr::V4((u32::from(address) & mask).into())
        }
        IpAddr::V6(address) => {
            let mask = u128::MAX.checked_shl(128 - u32::from(prefix)).unwrap_or(0);
            IpAddr::V6((u128::from(address) & mask).into())
        }
    }
}

impl FromStr for Subnet {
    type Err = SubnetError;

    fn from_str(text: &str) -> Result<Subnet, SubnetError> {
        let refuse = || SubnetError {
            text: Excerpt::of(text),
        };
        let (address, prefix) = match text.split_once('/') {
            None => (text, None),
            Some((address, prefix)) => (address, Some(prefix)),
        };
        let address: IpAddr = address.parse().map_err(|_| refuse())?;
        let prefix = match prefix {
            None => width(address.to_canonical()),
            Some(prefix) => {
                // A plus sign is read by the standard library, and is no part of a prefix.
                let digits = prefix.bytes().all(|byte| byte.is_ascii_digit());
                let prefix: Option<u8> = prefix.parse().ok().filter(|_| digits);
                prefix.ok_or_else(refuse)?
            }
        };
        Subnet::new(address, prefix).ok_or_else(refuse)
    }
}

impl TryFrom<String> for Subnet {
    type Error = SubnetError;

    fn try_from(text: String) -> Result<Subnet, SubnetError> {
        text.parse()
    }
}

impl fmt::Display for Subnet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.prefix == width(self.first) {
            write!(f, "{}", self.first)
        } else {
            write!(f, "{}/{}", self.first, self.prefix)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_read_and_printed() {
        for (text, printed) in [
            ("192.0.2.7", "192.0.2.7"),
            ("192.0.2.7/24", "192.0.2.0/24"),
            ("10.9.8.7/8", "10.0.0.0/8"),
            ("0.0.0.0/0", "0.0.0.0/0"),
            ("2001:db8::7/32", "2001:db8::/32"),
            ("::1", "::1"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
        ] {
            let network: Subnet = text.parse().unwrap();
            assert_eq!(network.to_string(), printed, "{text}");
            assert_eq!(printed.parse(), Ok(network), "{printed}");
        }
        for text in [
            "",
            "here",
            "10.0.0/8",
            "10.0.0.0/33",
            "10.0.0.0/",
            "10.0.0.0/+8",
            "10.0.0.0/8/8",
            "::/129",
            "10.0.0.0:80",
            "10.0.0.0/08x",
            " 10.0.0.0",
            "[::1]",
        ] {
            assert!(text.parse::<Subnet>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_network_contains_its_addresses_only() {
        let contains = |network: &str, address: &str| {
            let network: Subnet = network.parse().unwrap();
            network.contains(address.parse().unwrap())
        };
        assert!(contains("10.0.0.0/8", "10.255.0.1"));
        assert!(contains("10.0.0.0/8", "::ffff:10.1.2.3"));
        assert!(!contains("10.0.0.0/8", "11.0.0.1"));
        assert!(!contains("10.0.0.0/8", "::10.1.2.3"));
        assert!(contains("0.0.0.0/0", "192.0.2.1"));
        assert!(!contains("0.0.0.0/0", "2001:db8::1"));
        assert!(contains("2001:db8::/32", "2001:db8:ffff::1"));
        assert!(!contains("2001:db8::/32", "2001:db9::1"));
        assert!(contains("192.0.2.7", "192.0.2.7"));
        assert!(!contains("192.0.2.7", "192.0.2.8"));
    }
}
