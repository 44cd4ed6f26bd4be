use game::{Outcome, Reason, Side};
use play::Millis;
use rusqlite::{Connection, ErrorCode, Row, params};

use super::games::{by_key, unreadable};
use super::ratings::rate;
use super::{Game, GamePart, Store, StoreError};
use crate::cluster::Epoch;
use crate::protocol::{self, Both};
use crate::rating::Mark;
use crate::seat::PersonId;

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
        self.write_claimed(game, claim, move |connection| {
            insert(connection, game, &entry)?;
            match consequence.ending {
                Some(ending) => {
                    end(connection, game, entry.at, &ending)?;
                    by_key(connection, &families, game).map(Some)
                }
                None => set_deadline(connection, game, consequence.deadline).map(|()| None),
            }
        })
        .await
    }
}

pub(super) fn insert(connection: &Connection, game: i64, entry: &Entry) -> Result<(), StoreError> {
    let sql = "INSERT INTO log (game, ply, kind, body, uptime, at, white_left, black_left) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let left = |side: usize| entry.left.map(|left| left[side].0 as i64);
    let inserted = connection.prepare_cached(sql)?.execute(params![
        game,
        entry.ply,
        entry.kind.word(),
        entry.kind.body(),
        entry.uptime.0 as i64,
        entry.at as i64,
        left(0),
        left(1),
    ]);
    match inserted {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
            Err(StoreError::Stale)
        }
        other => other.map(|_| ()).map_err(StoreError::from),
    }
}

/// A takeback may leave a game without a deadline that had one.
fn set_deadline(
    connection: &Connection,
    game: i64,
    deadline: Option<Millis>,
) -> Result<(), StoreError> {
    let sql = "UPDATE games SET deadline = ?2 WHERE id = ?1 AND deadline IS NOT ?2";
    let deadline = deadline.map(|moment| moment.0 as i64);
    connection
        .prepare_cached(sql)?
        .execute(params![game, deadline])?;
    Ok(())
}

fn end(connection: &Connection, game: i64, at: u64, ending: &Ending) -> Result<(), StoreError> {
    let sql = "UPDATE games SET status = ?2, winner = ?3, reason = ?4, deadline = NULL \
               WHERE id = ?1";
    let mut update = connection.prepare_cached(sql)?;
    match ending {
        Ending::Aborted => {
            update.execute(params![game, "aborted", None::<&str>, None::<&str>])?;
        }
        Ending::Over { outcome, rated } => {
            let winner = outcome.winner.map(|side| match side {
                Side::White => "white",
                Side::Black => "black",
            });
            update.execute(params![game, "over", winner, outcome.reason.tag()])?;
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
    let mut select = connection.prepare_cached(sql)?;
    let rows = select.query_map([game.key], entry)?;
    let entries: Result<Vec<Option<Entry>>, _> = rows.collect();
    let entries: Option<Vec<Entry>> = entries?.into_iter().collect();
    entries.ok_or_else(|| unreadable(game.id.as_str(), GamePart::Entry))
}

fn entry(row: &Row<'_>) -> rusqlite::Result<Option<Entry>> {
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
        at: row.get::<_, i64>(4)? as u64,
        left: left[0]
            .zip(left[1])
            .map(|(white, black)| [time(white), time(black)]),
    }))
}
