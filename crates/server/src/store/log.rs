use super::database::{self, Connection, Kind, Row, Value, params};
use super::games::{by_key, unreadable};
use super::ratings::rate;
use super::{Game, GamePart, Store, StoreError};
use crate::cluster::Epoch;
use crate::protocol::{self, Both};
use crate::rating::Mark;
use crate::seat::PersonId;
use game::{Outcome, Reason, Side};
use play::Millis;

/// An entry of a game's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Its number, from 0.
    pub(crate) ply: u32,
    pub(crate) kind: EntryKind,
    /// When, in uptime.
    pub(crate) uptime: Millis,
    /// When, in milliseconds since 1970.
    pub(crate) at: u64,
    /// What is left to each side after it, where there is a clock.
    pub(crate) left: Option<[Millis; 2]>,
}

/// What an entry says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EntryKind {
    /// A move, printed.
    Move(String),
    /// So many moves were taken back.
    Back(u32),
    /// The players or the clock ended the game.
    End(Outcome),
    /// The game was called off.
    Abort,
}

/// What an entry means for its game as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Consequence {
    pub(crate) ending: Option<Ending>,
    /// When a clock of days runs out, in uptime.
    pub(crate) deadline: Option<Millis>,
}

/// How a game leaves the games being played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It was called off.
    Aborted,
    /// It is over.
    Over {
        outcome: Outcome,
        /// Whose ratings change.
        rated: Option<Rated>,
    },
}

/// A game that changes ratings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rated {
    /// The family of games whose ratings they are.
    pub(crate) family: &'static str,
    /// White and black.
    pub(crate) people: [PersonId; 2],
    /// Why it counts less, as far as the game itself tells.
    pub(crate) mark: Option<Mark>,
}

impl EntryKind {
    const fn word(&self) -> &'static str {
        match self {
            EntryKind::Move(_) => "move",
            EntryKind::Back(_) => "back",
            EntryKind::End(_) => "end",
            EntryKind::Abort => "abort",
        }
    }

    fn body(&self) -> String {
        match self {
            EntryKind::Move(text) => text.clone(),
            EntryKind::Back(count) => count.to_string(),
            EntryKind::End(outcome) => outcome.to_string(),
            EntryKind::Abort => String::new(),
        }
    }

    fn read(word: &str, body: String) -> Option<EntryKind> {
        match word {
            "move" => Some(EntryKind::Move(body)),
            "back" => Some(EntryKind::Back(body.parse().ok()?)),
            "end" => read_outcome(&body).map(EntryKind::End),
            "abort" => Some(EntryKind::Abort),
            _ => None,
        }
    }
}

/// Reads what an outcome prints: `1-0 resignation`.
fn read_outcome(text: &str) -> Option<Outcome> {
    let (result, tag) = text.split_once(' ')?;
    let winner = match result {
        "1-0" => Some(Side::White),
        "0-1" => Some(Side::Black),
        _ => None,
    };
    // What the rules end is not written down: it follows from the moves.
    let reason = Reason::from_tag(tag, &[])?;
    Some(Outcome { winner, reason })
}

impl From<&Entry> for protocol::Entry {
    fn from(entry: &Entry) -> protocol::Entry {
        protocol::Entry {
            ply: entry.ply,
            kind: match &entry.kind {
                EntryKind::Move(text) => protocol::EntryKind::Move { text: text.clone() },
                EntryKind::Back(count) => protocol::EntryKind::Back { count: *count },
                EntryKind::End(outcome) => protocol::EntryKind::End {
                    outcome: (*outcome).into(),
                },
                EntryKind::Abort => protocol::EntryKind::Abort,
            },
            at: entry.at,
            left: entry.left.map(|left| Both::from(left.map(|time| time.0))),
        }
    }
}

impl Store {
    /// Adds an entry to a log, for who speaks for the game under this epoch. Somebody else's entry with the same number makes it stale. An entry
    /// that ends the game returns it as it is then, with the new ratings.
    pub(crate) async fn append(
        &self,
        game: i64,
        claim: Option<Epoch>,
        entry: Entry,
        consequence: Consequence,
    ) -> Result<Option<Game>, StoreError> {
        let families = self.families.clone();
        self.write_claimed(game, claim, move |connection| match consequence.ending {
            Some(ending) => {
                insert(connection, game, &entry)?;
                end(connection, game, entry.at, &ending)?;
                by_key(connection, &families, game).map(Some)
            }
            None => add(connection, game, &entry, consequence.deadline).map(|()| None),
        })
        .await
    }
}

/// Adds an entry after which the game goes on, with its deadline.
fn add(
    connection: &Connection,
    game: i64,
    entry: &Entry,
    deadline: Option<Millis>,
) -> Result<(), StoreError> {
    match connection.kind() {
        Kind::Sqlite => {
            insert(connection, game, entry)?;
            set_deadline(connection, game, deadline)
        }
        // The same in one statement, so that a move goes there and back once.
        Kind::Postgres => {
            let sql = "WITH due AS (UPDATE games SET deadline = ?9 \
                           WHERE id = ?1 AND deadline IS DISTINCT FROM ?9) \
                       INSERT INTO log (game, ply, kind, body, uptime, at, white_left, black_left) \
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
            let deadline = deadline.map(|moment| moment.0 as i64);
            let (uptime, at) = (entry.uptime.0 as i64, entry.at as i64);
            let [white, black] = left(entry);
            let (word, body) = (entry.kind.word(), entry.kind.body());
            let values = params![
                game, entry.ply, word, body, uptime, at, white, black, deadline
            ];
            unless_stale(connection.execute(sql, values))
        }
    }
}

pub(super) fn insert(connection: &Connection, game: i64, entry: &Entry) -> Result<(), StoreError> {
    let sql = "INSERT INTO log (game, ply, kind, body, uptime, at, white_left, black_left) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let (uptime, at) = (entry.uptime.0 as i64, entry.at as i64);
    let [white, black] = left(entry);
    let (word, body) = (entry.kind.word(), entry.kind.body());
    let values = params![game, entry.ply, word, body, uptime, at, white, black];
    unless_stale(connection.execute(sql, values))
}

fn left(entry: &Entry) -> [Option<i64>; 2] {
    [0, 1].map(|side| entry.left.map(|left: [Millis; 2]| left[side].0 as i64))
}

/// An entry that breaks a promise of the schema has the number of another one.
fn unless_stale(added: database::Result<usize>) -> Result<(), StoreError> {
    match added {
        Err(database::Error::Constraint { .. }) => Err(StoreError::Stale),
        other => other.map(|_| ()).map_err(StoreError::from),
    }
}

/// A takeback may leave a game without a deadline that had one.
fn set_deadline(
    connection: &Connection,
    game: i64,
    deadline: Option<Millis>,
) -> Result<(), StoreError> {
    let sql = "UPDATE games SET deadline = ?2 WHERE id = ?1 AND deadline IS DISTINCT FROM ?2";
    let deadline = deadline.map(|moment| moment.0 as i64);
    connection.execute(sql, params![game, deadline])?;
    Ok(())
}

fn end(connection: &Connection, game: i64, at: u64, ending: &Ending) -> Result<(), StoreError> {
    let sql = "UPDATE games SET status = ?2, winner = ?3, reason = ?4, deadline = NULL \
               WHERE id = ?1";
    match ending {
        Ending::Aborted => {
            connection.execute(sql, params![game, "aborted", Value::Null, Value::Null])?;
        }
        Ending::Over { outcome, rated } => {
            let winner = outcome.winner.map(|side| match side {
                Side::White => "white",
                Side::Black => "black",
            });
            connection.execute(sql, params![game, "over", winner, outcome.reason.tag()])?;
            if let Some(rated) = rated {
                rate(connection, game, at, rated, *outcome)?;
            }
        }
    }
    Ok(())
}

/// The log of a game, from the first entry on.
pub(super) fn entries(connection: &Connection, game: &Game) -> Result<Vec<Entry>, StoreError> {
    let sql = "SELECT ply, kind, body, uptime, at, white_left, black_left FROM log \
               WHERE game = ?1 ORDER BY ply";
    let entries = connection.query(sql, params![game.key], entry)?;
    let entries: Option<Vec<Entry>> = entries.into_iter().collect();
    entries.ok_or_else(|| unreadable(game.id.as_str(), GamePart::Entry))
}

fn entry(row: &Row<'_>) -> database::Result<Option<Entry>> {
    let word: String = row.get(1)?;
    let time = |value: i64| Millis(value as u64);
    let left: [Option<i64>; 2] = [row.get(5)?, row.get(6)?];
    let Some(kind) = EntryKind::read(&word, row.get(2)?) else {
        return Ok(None);
    };
    Ok(Some(Entry {
        ply: row.get(0)?,
        kind,
        uptime: time(row.get(3)?),
        at: row.get::<i64>(4)? as u64,
        left: left[0]
            .zip(left[1])
            .map(|(white, black)| [time(white), time(black)]),
    }))
}
