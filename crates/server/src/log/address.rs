use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;
use std::sync::{PoisonError, RwLock};

use data_encoding::HEXLOWER;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::uptime::calendar;

/// How addresses of people are written to the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AddressForm {
    /// As they are.
    Full,
    /// As a pseudonym, which tells that two lines of a day are about the same address, but not
    /// which.
    #[default]
    Hashed,
    /// Not at all.
    None,
}

/// A name for an address on one day. Whoever has the key can tell whether it is that of an address
/// they know; nobody can tell the address from it without trying all with the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pseudonym {
    /// Since 1970. Another day has another key, so that nobody is followed for longer.
    pub(crate) day: u64,
    hash: [u8; Pseudonym::BYTES],
}

/// Milliseconds of a day.
const DAY: u64 = 86_400_000;

impl Pseudonym {
    const BYTES: usize = 8;

    /// That of an address on a day. The key is of fixed length, as is what follows it but for the
    /// address at its end, so that a plain hash is enough.
    pub(crate) fn new(key: &[u8; 32], day: u64, address: IpAddr) -> Pseudonym {
        let mut hash = Sha256::new();
        hash.update(key);
        hash.update(day.to_be_bytes());
        match address.to_canonical() {
            IpAddr::V4(address) => hash.update(address.octets()),
            // A household has a /64, and its machines change addresses within.
            IpAddr::V6(address) => hash.update(&address.octets()[..8]),
        }
        let digest: [u8; 32] = hash.finalize().into();
        let mut hash = [0; Pseudonym::BYTES];
        hash.copy_from_slice(&digest[..Pseudonym::BYTES]);
        Pseudonym { day, hash }
    }
}

impl fmt::Display for Pseudonym {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.day, HEXLOWER.encode(&self.hash))
    }
}

/// A text that is no pseudonym.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoPseudonym;

impl FromStr for Pseudonym {
    type Err = NoPseudonym;

    fn from_str(text: &str) -> Result<Pseudonym, NoPseudonym> {
        let (day, hash) = text.split_once('-').ok_or(NoPseudonym)?;
        let hash = HEXLOWER.decode(hash.as_bytes()).map_err(|_| NoPseudonym)?;
        let pseudonym = Pseudonym {
            day: day.parse().map_err(|_| NoPseudonym)?,
            hash: hash.try_into().map_err(|_| NoPseudonym)?,
        };
        match pseudonym.to_string() == text {
            true => Ok(pseudonym),
            false => Err(NoPseudonym),
        }
    }
}

/// Addresses as the log has them.
#[derive(Debug)]
pub(crate) struct Addresses {
    form: AddressForm,
    key: RwLock<[u8; 32]>,
}

impl Addresses {
    pub(crate) fn new(form: AddressForm, key: [u8; 32]) -> Addresses {
        let key = RwLock::new(key);
        Addresses { form, key }
    }

    /// Goes on with another key.
    pub(crate) fn change_key(&self, key: [u8; 32]) {
        *self.key.write().unwrap_or_else(PoisonError::into_inner) = key;
    }

    /// An address as it is written.
    pub(crate) fn write(&self, address: IpAddr) -> String {
        match self.form {
            AddressForm::Full => address.to_canonical().to_string(),
            AddressForm::Hashed => self.pseudonym(calendar() / DAY, address).to_string(),
            AddressForm::None => "-".to_owned(),
        }
    }

    /// The pseudonym of an address on a day.
    pub(crate) fn pseudonym(&self, day: u64, address: IpAddr) -> Pseudonym {
        let key = self.key.read().unwrap_or_else(PoisonError::into_inner);
        Pseudonym::new(&key, day, address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_pseudonym_is_one_address_of_one_day_under_one_key() {
        let home = Pseudonym::new(&[1; 32], 20_000, ip("192.0.2.1"));
        assert_eq!(
            home,
            Pseudonym::new(&[1; 32], 20_000, ip("::ffff:192.0.2.1"))
        );
        for other in [
            Pseudonym::new(&[2; 32], 20_000, ip("192.0.2.1")),
            Pseudonym::new(&[1; 32], 20_001, ip("192.0.2.1")),
            Pseudonym::new(&[1; 32], 20_000, ip("192.0.2.2")),
        ] {
            assert_ne!(home.hash, other.hash);
        }
        let household = |text| Pseudonym::new(&[1; 32], 20_000, ip(text));
        assert_eq!(household("2001:db8::1"), household("2001:db8::2"));
        assert_ne!(household("2001:db8::1"), household("2001:db8:0:1::1"));
        assert_eq!(home.to_string().parse(), Ok(home));
        for text in [
            "",
            "20000",
            "20000-",
            "20000-zz",
            "20000-0011",
            "+20000-0011223344556677",
        ] {
            assert_eq!(text.parse::<Pseudonym>(), Err(NoPseudonym), "{text}");
        }
    }

    #[test]
    fn an_address_is_written_as_configured() {
        let written = |form| Addresses::new(form, [1; 32]).write(ip("192.0.2.1"));
        assert_eq!(written(AddressForm::Full), "192.0.2.1");
        assert_eq!(written(AddressForm::None), "-");
        assert!(!written(AddressForm::Hashed).contains("192"));
    }
}
