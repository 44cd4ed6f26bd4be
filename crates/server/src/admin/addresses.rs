use std::fmt;
use std::str::FromStr;

use game::Excerpt;
use play::text::Text;
use serde::Serialize;

use super::journal::Note;
use super::{Act, Admin, AdminError, Order};
use crate::log::Pseudonym;
use crate::store::StoreError;
use crate::store::database::{Connection, params};
use crate::subnet::Subnet;
use crate::uptime::calendar;

/// Where somebody comes from who is kept out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place(pub(crate) Inner);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inner {
    Subnet(Subnet),
    /// An address as the log calls it on one day.
    Pseudonym(Pseudonym),
}

/// A text that names no place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceError {
    /// What was there.
    text: Excerpt,
}

impl PlaceError {
    /// The reason for people.
    #[must_use]
    pub fn text(&self) -> Text {
        let text = &self.text;
        Text::new(
            format!(
                "'{text}' is no address: write 192.0.2.7, 2001:db8::/32, or an address as the log \
                 has it"
            ),
            format!(
                "« {text} » n'est pas une adresse : écrivez 192.0.2.7, 2001:db8::/32, ou une \
                 adresse telle que dans le journal"
            ),
        )
    }
}

impl Place {
    /// Whether many who have nothing to do with each other may come from there, or the server's own
    /// machine.
    #[must_use]
    pub fn is_wide(&self) -> bool {
        match self.0 {
            Inner::Subnet(subnet) => subnet.is_wide() || subnet.is_loopback(),
            Inner::Pseudonym(_) => false,
        }
    }
}

impl FromStr for Place {
    type Err = PlaceError;

    fn from_str(text: &str) -> Result<Place, PlaceError> {
        let subnet = text.parse().map(Inner::Subnet).ok();
        let pseudonym = || text.parse().map(Inner::Pseudonym).ok();
        let place = subnet.or_else(pseudonym).map(Place);
        place.ok_or_else(|| PlaceError {
            text: Excerpt::of(text),
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Inner::Subnet(subnet) => subnet.fmt(f),
            Inner::Pseudonym(pseudonym) => pseudonym.fmt(f),
        }
    }
}

/// A place that is kept out, as operators see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BarredAddress {
    /// Where.
    pub network: String,
    /// Since when, in milliseconds since 1970.
    pub since: u64,
    /// Until when.
    pub until: u64,
    /// Why.
    pub reason: String,
}

/// A place that is kept out, as the server needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bar {
    pub(crate) place: Place,
    pub(crate) until: u64,
}

impl Admin {
    /// The places that are kept out.
    pub fn barred_addresses(&self) -> Result<Vec<BarredAddress>, StoreError> {
        let sql = "SELECT network, since, until, reason FROM barred_addresses WHERE until > ?1 \
                   ORDER BY since, network";
        let now = calendar() as i64;
        let barred = self.connection.query(sql, params![now], |row| {
            Ok(BarredAddress {
                network: row.get(0)?,
                since: row.get::<i64>(1)? as u64,
                until: row.get::<i64>(2)? as u64,
                reason: row.get(3)?,
            })
        });
        Ok(barred?)
    }

    /// Keeps a place out until a moment.
    pub fn bar_address(
        &mut self,
        place: Place,
        until: u64,
        reason: &str,
    ) -> Result<(), AdminError> {
        self.act(Act::BarAddress, reason, |connection, now| {
            forget_old(connection, now)?;
            let sql = "INSERT INTO barred_addresses (network, since, until, reason) \
                       VALUES (?1, ?2, ?3, ?4) ON CONFLICT (network) \
                       DO UPDATE SET until = excluded.until, reason = excluded.reason";
            let (since, end) = (now as i64, until as i64);
            connection.execute(sql, params![place.to_string(), since, end, reason])?;
            let note = Note {
                until: Some(until),
                ..note(place)
            };
            Ok(((), note, vec![Order::Addresses]))
        })
    }

    /// Lets a place in again.
    pub fn unbar_address(&mut self, place: Place, reason: &str) -> Result<(), AdminError> {
        self.act(Act::UnbarAddress, reason, |connection, now| {
            forget_old(connection, now)?;
            let sql = "DELETE FROM barred_addresses WHERE network = ?1";
            match connection.execute(sql, params![place.to_string()])? {
                0 => Err(AdminError::Already),
                _ => Ok(((), note(place), vec![Order::Addresses])),
            }
        })
    }
}

fn note(place: Place) -> Note {
    Note {
        network: Some(place.to_string()),
        ..Note::default()
    }
}

/// An address is kept no longer than it has to be.
fn forget_old(connection: &Connection, now: u64) -> Result<(), StoreError> {
    let sql = "DELETE FROM barred_addresses WHERE until <= ?1";
    connection.execute(sql, params![now as i64])?;
    Ok(())
}

/// The places that are kept out from now on.
pub(crate) fn read_bars(connection: &Connection) -> Result<Vec<Bar>, StoreError> {
    let sql = "SELECT network, until FROM barred_addresses WHERE until > ?1";
    let rows = connection.query(sql, params![calendar() as i64], |row| {
        Ok((row.get::<String>(0)?, row.get::<i64>(1)? as u64))
    })?;
    let mut bars = Vec::new();
    for (network, until) in rows {
        // Only commands of ours write there.
        bars.extend(network.parse().ok().map(|place| Bar { place, until }));
    }
    Ok(bars)
}
