use super::database::{Connection, params};
use super::sessions::NewSession;
use super::{Store, StoreError};
use crate::seat::PersonId;
use crate::secret::TokenHash;
use crate::uptime::calendar;

/// Browsers remembered for one person: those last used.
const MOST: u32 = 20;

/// How well the place is known from which somebody wants to get in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// The browser has been used by this account.
    Device(TokenHash),
    /// The network has.
    Network,
    /// Neither.
    Unknown,
}

impl Store {
    /// How well an account knows a browser and a network. Nobody knows none.
    pub(crate) async fn place(
        &self,
        person: Option<PersonId>,
        device: Option<TokenHash>,
        network: String,
    ) -> Result<Place, StoreError> {
        self.read(move |connection| {
            // Asked for nobody too: it takes the same time.
            let person = person.map_or(0, |person| person.0);
            let sql = "SELECT 1 FROM devices WHERE person = ?1 AND device = ?2";
            if let Some(device) = device
                && connection.exists(sql, params![person, device.0])?
            {
                return Ok(Place::Device(device));
            }
            let sql = "SELECT 1 FROM devices WHERE person = ?1 AND network = ?2";
            Ok(match connection.exists(sql, params![person, network])? {
                true => Place::Network,
                false => Place::Unknown,
            })
        })
        .await
    }
}

/// Remembers a browser in which somebody has got in.
pub(super) fn remember(
    connection: &Connection,
    person: PersonId,
    session: &NewSession,
) -> Result<(), StoreError> {
    let (Some(device), Some(network)) = (session.device, &session.seen_as.network) else {
        return Ok(());
    };
    let sql = "INSERT INTO devices (person, device, network, seen) VALUES (?1, ?2, ?3, ?4) \
               ON CONFLICT (person, device) \
               DO UPDATE SET network = excluded.network, seen = excluded.seen";
    let now = calendar() as i64;
    connection.execute(sql, params![person.0, device.0, network, now])?;
    let sql = "DELETE FROM devices WHERE person = ?1 AND device NOT IN \
               (SELECT device FROM devices WHERE person = ?1 ORDER BY seen DESC LIMIT ?2)";
    connection.execute(sql, params![person.0, MOST])?;
    Ok(())
}

/// Forgets all browsers of a person.
pub(super) fn forget_all(connection: &Connection, person: PersonId) -> Result<(), StoreError> {
    let sql = "DELETE FROM devices WHERE person = ?1";
    connection.execute(sql, params![person.0])?;
    Ok(())
}
