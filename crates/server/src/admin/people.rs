use std::convert::Infallible;
use std::str::FromStr;

use serde::Serialize;

use super::journal::Note;
use super::{Act, Admin, AdminError, Order};
use crate::name::{Bearer, Name};
use crate::seat::PersonId;
use crate::store::database::{self, Connection, Optional, Row, params};
use crate::store::{StoreError, change_looks};

/// Whom an operator means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// `#12`: the number of a person, guests included.
    Number(i64),
    /// The name of an account.
    Name(String),
}

impl FromStr for Who {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Who, Infallible> {
        let number = text.strip_prefix('#').and_then(|text| text.parse().ok());
        Ok(number.map_or_else(|| Who::Name(text.to_owned()), Who::Number))
    }
}

/// Which people are listed.
#[derive(Clone, Debug, Default)]
pub struct Which {
    /// Those whose name has this in it.
    pub find: Option<String>,
    /// Only accounts, not guests.
    pub accounts: bool,
    /// Only those who are kept out.
    pub barred: bool,
    /// So many, the newest first.
    pub limit: u32,
}

/// A person in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PersonLine {
    /// Their number.
    pub id: i64,
    /// Their name.
    pub name: String,
    /// Whether they have no account.
    pub guest: bool,
    /// Since when they are known, in milliseconds since 1970.
    pub created: u64,
    /// When they were last here, to about an hour; nothing without a session.
    pub seen: Option<u64>,
    /// How many sessions they have.
    pub sessions: u32,
    /// In how many games they sit.
    pub games: u32,
    /// How many reports are about them.
    pub reports: u32,
    /// Whether they are kept out now.
    pub barred: bool,
}

/// All about a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PersonSheet {
    /// As in a list.
    #[serde(flatten)]
    pub line: PersonLine,
    /// Since when they are kept out.
    pub barred_since: Option<u64>,
    /// Until when, if not for ever.
    pub barred_until: Option<u64>,
    /// Why.
    pub barred_reason: Option<String>,
    /// Where they are logged in.
    pub open_sessions: Vec<SessionLine>,
    /// Their last games, as in links.
    pub last_games: Vec<String>,
    /// The numbers of the reports about them.
    pub reports_about: Vec<i64>,
    /// The numbers of the reports they made.
    pub reports_by: Vec<i64>,
}

/// A session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SessionLine {
    /// When it began.
    pub created: u64,
    /// When it ends if it is not used.
    pub expires: u64,
}

/// Games of a person that are shown.
const LAST: u32 = 20;

/// Whether somebody is kept out at the time `?1`.
pub(crate) const IS_BARRED: &str =
    "(people.barred IS NOT NULL AND (people.barred_until IS NULL OR people.barred_until > ?1))";

const LINE: &str = "people.id, people.name, people.key IS NULL, people.created, \
     (SELECT max(used) FROM sessions WHERE person = people.id), \
     (SELECT count(*) FROM sessions WHERE person = people.id), \
     (SELECT count(*) FROM games WHERE white = people.id) \
     + (SELECT count(*) FROM games WHERE black = people.id AND white IS DISTINCT FROM black), \
     (SELECT count(*) FROM reports WHERE reported = people.id)";

impl Admin {
    /// People, the newest first. Who is deleted is not among them.
    pub fn people(&self, which: &Which) -> Result<Vec<PersonLine>, StoreError> {
        let sql = format!(
            "SELECT {LINE}, {IS_BARRED} FROM people WHERE people.name <> '' \
             AND lower(people.name) LIKE lower(?2) ESCAPE '!' \
             AND (people.key IS NOT NULL OR NOT ?3) AND ({IS_BARRED} OR NOT ?4) \
             ORDER BY people.id DESC LIMIT ?5"
        );
        let now = crate::uptime::calendar() as i64;
        let find = part(which.find.as_deref().unwrap_or_default());
        let asked = params![now, find, which.accounts, which.barred, which.limit];
        Ok(self.connection.query(&sql, asked, read_line)?)
    }

    /// All about a person.
    pub fn person(&self, who: &Who) -> Result<PersonSheet, AdminError> {
        let PersonId(id) = find(&self.connection, who)?;
        let sql = format!(
            "SELECT {LINE}, {IS_BARRED}, people.barred, people.barred_until, people.barred_reason \
             FROM people WHERE people.id = ?2"
        );
        let now = crate::uptime::calendar() as i64;
        let time = |time: i64| time as u64;
        let read = |row: &Row<'_>| {
            Ok(PersonSheet {
                line: read_line(row)?,
                barred_since: row.get::<Option<i64>>(9)?.map(time),
                barred_until: row.get::<Option<i64>>(10)?.map(time),
                barred_reason: row.get(11)?,
                open_sessions: Vec::new(),
                last_games: Vec::new(),
                reports_about: Vec::new(),
                reports_by: Vec::new(),
            })
        };
        let mut sheet = self.connection.query_row(&sql, params![now, id], read)?;
        let sql = "SELECT created, expires FROM sessions WHERE person = ?1 ORDER BY created DESC";
        sheet.open_sessions = self.all(sql, id, |row| {
            Ok(SessionLine {
                created: row.get::<i64>(0)? as u64,
                expires: row.get::<i64>(1)? as u64,
            })
        })?;
        let sql = format!(
            "SELECT name FROM games WHERE white = ?1 OR black = ?1 ORDER BY id DESC LIMIT {LAST}"
        );
        sheet.last_games = self.all(&sql, id, |row| row.get(0))?;
        let sql = "SELECT id FROM reports WHERE reported = ?1 ORDER BY id";
        sheet.reports_about = self.all(sql, id, |row| row.get(0))?;
        let sql = "SELECT id FROM reports WHERE reporter = ?1 ORDER BY id";
        sheet.reports_by = self.all(sql, id, |row| row.get(0))?;
        Ok(sheet)
    }

    fn all<T>(
        &self,
        sql: &str,
        about: i64,
        read: impl FnMut(&Row<'_>) -> database::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        Ok(self.connection.query(sql, params![about], read)?)
    }

    /// Ends the sessions of a person; how many there were.
    pub fn end_sessions(&mut self, who: &Who, reason: &str) -> Result<usize, AdminError> {
        self.act(Act::EndSessions, reason, |connection, _| {
            let person = find(connection, who)?;
            let ended = end_sessions(connection, person)?;
            Ok((ended, Note::person(person), vec![Order::Sessions(person)]))
        })
    }

    /// Ends everybody's sessions; how many there were.
    pub fn end_all_sessions(&mut self, reason: &str) -> Result<usize, AdminError> {
        self.act(Act::EndAllSessions, reason, |connection, _| {
            let ended = connection.execute("DELETE FROM sessions", &[])?;
            Ok((ended, Note::default(), vec![Order::AllSessions]))
        })
    }

    /// Gives a person another name; what they were called before. Their sessions stay.
    pub fn rename(&mut self, who: &Who, name: &str, reason: &str) -> Result<String, AdminError> {
        self.act(Act::Rename, reason, |connection, _| {
            let person = find(connection, who)?;
            let sql = "SELECT name, key IS NULL FROM people WHERE id = ?1";
            let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
            let (before, guest): (String, bool) =
                connection.query_row(sql, params![person.0], read)?;
            let bearer = if guest {
                Bearer::Guest
            } else {
                Bearer::Account
            };
            let name = Name::read(name, bearer).map_err(AdminError::BadName)?;
            change_looks(connection, person, &name.shown, bearer)?;
            let sql = "UPDATE people SET name = ?2, \
                       key = CASE WHEN key IS NULL THEN NULL ELSE ?3 END WHERE id = ?1";
            let renamed = connection.execute(sql, params![person.0, name.shown, name.key]);
            renamed.map_err(StoreError::taken)?;
            Ok((before, Note::person(person), vec![Order::Person(person)]))
        })
    }

    /// Keeps a person out, for ever or until a moment; their sessions end.
    pub fn bar(&mut self, who: &Who, until: Option<u64>, reason: &str) -> Result<(), AdminError> {
        self.act(Act::Bar, reason, |connection, now| {
            let person = find(connection, who)?;
            let sql = "UPDATE people SET barred = ?2, barred_until = ?3, barred_reason = ?4 \
                       WHERE id = ?1";
            let until_number = until.map(|until| until as i64);
            connection.execute(sql, params![person.0, now as i64, until_number, reason])?;
            end_sessions(connection, person)?;
            let note = Note {
                until,
                ..Note::person(person)
            };
            Ok(((), note, vec![Order::Barred(person)]))
        })
    }

    /// Lets a person in again.
    pub fn unbar(&mut self, who: &Who, reason: &str) -> Result<(), AdminError> {
        self.act(Act::Unbar, reason, |connection, _| {
            let person = find(connection, who)?;
            let sql = "UPDATE people SET barred = NULL, barred_until = NULL, barred_reason = NULL \
                       WHERE id = ?1 AND barred IS NOT NULL";
            match connection.execute(sql, params![person.0])? {
                0 => Err(AdminError::Already),
                _ => Ok(((), Note::person(person), Vec::new())),
            }
        })
    }
}

/// The pattern of names that have this in them, with `!` before what is not to be a sign of its own.
fn part(text: &str) -> String {
    let mut pattern = String::from("%");
    for letter in text.chars() {
        if matches!(letter, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}

fn read_line(row: &Row<'_>) -> database::Result<PersonLine> {
    let used: Option<i64> = row.get(4)?;
    Ok(PersonLine {
        id: row.get(0)?,
        name: row.get(1)?,
        guest: row.get(2)?,
        created: row.get::<i64>(3)? as u64,
        seen: used.map(|used| used as u64),
        sessions: row.get(5)?,
        games: row.get(6)?,
        reports: row.get(7)?,
        barred: row.get(8)?,
    })
}

/// The person who is meant.
pub(super) fn find(connection: &Connection, who: &Who) -> Result<PersonId, AdminError> {
    let found: Option<i64> = match who {
        Who::Number(number) => {
            let sql = "SELECT id FROM people WHERE id = ?1 AND name <> ''";
            let found = connection.query_row(sql, params![number], |row| row.get(0));
            found.optional()?
        }
        Who::Name(name) => {
            let sql = "SELECT id FROM people WHERE key = ?1";
            let found = connection.query_row(sql, params![Name::key(name)], |row| row.get(0));
            found.optional()?
        }
    };
    found.map(PersonId).ok_or(AdminError::NoPerson)
}

pub(super) fn end_sessions(connection: &Connection, person: PersonId) -> Result<usize, StoreError> {
    let sql = "DELETE FROM sessions WHERE person = ?1";
    Ok(connection.execute(sql, params![person.0])?)
}
