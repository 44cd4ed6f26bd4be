use serde::Serialize;

use super::Admin;
use crate::seat::PersonId;
use crate::store::StoreError;
use crate::store::database::{Connection, params};

/// What operators do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// The sessions of a person were ended.
    EndSessions,
    /// All sessions were.
    EndAllSessions,
    /// A person has another name.
    Rename,
    /// A person is kept out.
    Bar,
    /// A person is no longer kept out.
    Unbar,
    /// An address is kept out.
    BarAddress,
    /// An address is no longer kept out.
    UnbarAddress,
    /// A game is out of sight.
    RemoveGame,
    /// A game is back in sight.
    ReturnGame,
    /// A report was dealt with.
    Seen,
    /// A person got a code to set another password.
    ResetPassword,
    /// A person needs no second factor any more.
    RemoveSecondFactor,
    /// There are other keys.
    Rotate,
}

impl Act {
    /// As the journal has it, and as the command is called.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Act::EndSessions => "end-sessions",
            Act::EndAllSessions => "end-all-sessions",
            Act::Rename => "rename",
            Act::Bar => "bar",
            Act::Unbar => "unbar",
            Act::BarAddress => "bar-address",
            Act::UnbarAddress => "unbar-address",
            Act::RemoveGame => "remove-game",
            Act::ReturnGame => "return-game",
            Act::Seen => "seen",
            Act::ResetPassword => "reset-password",
            Act::RemoveSecondFactor => "remove-second-factor",
            Act::Rotate => "rotate",
        }
    }
}

/// To whom or what something was done.
#[derive(Clone, Debug, Default)]
pub(super) struct Note {
    pub(super) person: Option<PersonId>,
    pub(super) game: Option<String>,
    pub(super) network: Option<String>,
    pub(super) until: Option<u64>,
}

impl Note {
    pub(super) fn person(person: PersonId) -> Note {
        Note {
            person: Some(person),
            ..Note::default()
        }
    }
}

/// Something an operator did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JournalEntry {
    /// Its number.
    pub id: i64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Which user of the machine.
    pub operator: String,
    /// What: the command.
    pub act: String,
    /// To which person, by number.
    pub person: Option<i64>,
    /// What that person is called now; nothing when they are gone.
    pub name: Option<String>,
    /// To which game.
    pub game: Option<String>,
    /// To which network.
    pub network: Option<String>,
    /// Until when.
    pub until: Option<u64>,
    /// Why.
    pub reason: String,
}

impl Admin {
    /// What operators did, the last first.
    pub fn journal(&self, limit: u32) -> Result<Vec<JournalEntry>, StoreError> {
        let sql = "SELECT journal.id, at, operator, act, person, people.name, game, network, until, \
                   reason FROM journal LEFT JOIN people ON people.id = person \
                   ORDER BY journal.id DESC LIMIT ?1";
        let entries = self.connection.query(sql, params![limit], |row| {
            let name: Option<String> = row.get(5)?;
            Ok(JournalEntry {
                id: row.get(0)?,
                at: row.get::<i64>(1)? as u64,
                operator: row.get(2)?,
                act: row.get(3)?,
                person: row.get(4)?,
                name: name.filter(|name| !name.is_empty()),
                game: row.get(6)?,
                network: row.get(7)?,
                until: row.get::<Option<i64>>(8)?.map(|until| until as u64),
                reason: row.get(9)?,
            })
        });
        Ok(entries?)
    }
}

pub(super) fn write(
    connection: &Connection,
    now: u64,
    operator: &str,
    act: Act,
    note: &Note,
    reason: &str,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO journal (at, operator, act, person, game, network, until, reason) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    connection.execute(
        sql,
        params![
            now as i64,
            operator,
            act.word(),
            note.person.map(|person| person.0),
            note.game,
            note.network,
            note.until.map(|until| until as i64),
            reason,
        ],
    )?;
    Ok(())
}
