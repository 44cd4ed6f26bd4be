//! The hands of those who run a server: what they can see and do besides it, on its folder, whether it
//! runs or not. What they do is written into the database and into a journal, and ordered from a
//! server that runs, which takes it into account within a second.

mod addresses;
mod check;
mod games;
mod journal;
mod order;
mod people;
mod reports;
mod secrets;
mod statistics;

use std::path::{Path, PathBuf};

use play::text::Text;

pub(crate) use addresses::{Bar, Inner, read_bars};
pub use addresses::{BarredAddress, Place, PlaceError};
pub use games::GameSheet;
pub(crate) use games::removed_games;
use journal::Note;
pub use journal::{Act, JournalEntry};
pub(crate) use order::{Order, latest_order, orders_after};
pub(crate) use people::IS_BARRED;
pub use people::{PersonLine, PersonSheet, SessionLine, Which, Who};
pub use reports::{Report, Seen};
pub use secrets::Sessions;
pub use statistics::Statistics;

use crate::store::database::{self, Connection, Database};
use crate::store::{StoreError, open_for_command};
use crate::uptime::calendar;

/// Somebody who runs a server, at its folder.
#[derive(Debug)]
pub struct Admin {
    connection: Connection,
    data: PathBuf,
    database: Database,
    /// The user of the machine, for the journal.
    operator: String,
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AdminError {
    /// There is no such person.
    #[error("there is no such person")]
    NoPerson,
    /// There is no such game.
    #[error("there is no such game")]
    NoGame,
    /// There is no such report.
    #[error("there is no such report")]
    NoReport,
    /// It is so already.
    #[error("it is so already")]
    Already,
    /// The name is none.
    #[error("not a name")]
    BadName(Text),
    /// A guest has no password.
    #[error("a guest has no password")]
    Guest,
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl AdminError {
    /// The reason for people, who asked about this.
    #[must_use]
    pub fn text(&self, about: &str) -> Text {
        match self {
            AdminError::NoPerson => Text::new(
                format!(
                    "there is no account {about}: merelle admin people lists all; a guest is named \
                     by number, such as #12"
                ),
                format!(
                    "il n'y a pas de compte {about} : merelle admin people les liste ; un invité se \
                     désigne par son numéro, comme #12"
                ),
            ),
            AdminError::NoGame => Text::new(
                format!("there is no game {about}: write the end of its link, after /game/"),
                format!(
                    "il n'y a pas de partie {about} : écrivez la fin de son lien, après /game/"
                ),
            ),
            AdminError::NoReport => Text::new(
                format!("there is no report {about}: merelle admin reports lists them"),
                format!("il n'y a pas de signalement {about} : merelle admin reports les liste"),
            ),
            AdminError::Already => Text::new(
                format!("nothing to do: it is so already ({about})"),
                format!("rien à faire : c'est déjà le cas ({about})"),
            ),
            AdminError::BadName(text) => text.clone(),
            AdminError::Guest => Text::new(
                format!("{about} is a guest and has no password"),
                format!("{about} est un invité, sans mot de passe"),
            ),
            AdminError::Store(error) => error.text(),
        }
    }
}

impl From<database::Error> for AdminError {
    fn from(error: database::Error) -> AdminError {
        AdminError::Store(error.into())
    }
}

impl Admin {
    /// Opens the folder of a server, and its database. What is done is written down as done by this
    /// user.
    pub fn open(data: &Path, database: &Database, operator: &str) -> Result<Admin, StoreError> {
        Ok(Admin {
            connection: open_for_command(data, database)?,
            data: data.to_owned(),
            database: database.clone(),
            operator: operator.to_owned(),
        })
    }

    /// Does something, writes it down and orders it from a server that runs, all or nothing.
    fn act<T>(
        &mut self,
        act: Act,
        reason: &str,
        work: impl FnOnce(&Connection, u64) -> Result<(T, Note, Vec<Order>), AdminError>,
    ) -> Result<T, AdminError> {
        let now = calendar();
        self.connection.transaction(|connection| {
            let (done, note, orders) = work(connection, now)?;
            journal::write(connection, now, &self.operator, act, &note, reason)?;
            for order in orders {
                order.give(connection, now)?;
            }
            Ok(done)
        })
    }
}
