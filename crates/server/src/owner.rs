use std::net::IpAddr;

use serde::{Deserialize, Serialize};

use crate::seat::PersonId;

/// Who has work done for them. Turns go round among the networks, and inside a network among its people:
/// whoever comes with a thousand guests from one address has the share of that address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Owner {
    pub(crate) network: Network,
    /// Nobody for all at an address who are not known yet.
    pub(crate) person: Option<PersonId>,
}

impl Owner {
    pub(crate) fn of(person: Option<PersonId>, address: IpAddr) -> Owner {
        Owner {
            network: Network::of(address),
            person,
        }
    }
}

/// What counts as one address: in IPv6 a household has 2⁶⁴ of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Network(IpAddr);

impl Network {
    pub(crate) fn of(address: IpAddr) -> Network {
        Network(match address.to_canonical() {
            IpAddr::V6(address) => {
                let mask = u128::MAX << 64;
                IpAddr::V6((u128::from(address) & mask).into())
            }
            v4 @ IpAddr::V4(_) => v4,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_household_is_one_network_however_it_writes_its_address() {
        let network = |text: &str| Network::of(text.parse().unwrap());
        assert_eq!(network("2001:db8::1"), network("2001:db8::ffff:0:0:2"));
        assert_ne!(network("2001:db8::1"), network("2001:db8:0:1::1"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
    }
}
