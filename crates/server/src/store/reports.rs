use std::path::Path;
use std::time::Duration;

use rusqlite::{OptionalExtension, Row, params};
use serde::Serialize;

use super::schema::open_for_command;
use super::{Store, StoreError};
use crate::name::Name;
use crate::protocol::{GivenReport, ReportReason};
use crate::seat::PersonId;
use crate::uptime::calendar;

/// Reports of one person within [`SPAN`].
const MOST: u32 = 5;

/// An hour, in milliseconds.
const SPAN: i64 = 3_600_000;

/// Something a person tells those who run the server.
#[derive(Clone, Debug)]
pub(crate) struct NewReport {
    pub(crate) reporter: PersonId,
    pub(crate) reported: PersonId,
    /// The number of the game in the store, where it is about one.
    pub(crate) game: Option<i64>,
    pub(crate) reason: ReportReason,
    pub(crate) text: String,
}

/// What became of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reported {
    Kept,
    /// Somebody reports more than a few things an hour: how long to wait.
    TooMany {
        wait: Duration,
    },
}

/// A report as those who run the server read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Its number.
    pub id: i64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Who reports; nobody when they are forgotten.
    pub reporter: Option<String>,
    /// Who is reported.
    pub reported: Option<String>,
    /// The game, as in its link.
    pub game: Option<String>,
    /// A word for the reason.
    pub reason: String,
    /// What was written.
    pub text: String,
    /// When it was marked as seen.
    pub seen: Option<u64>,
}

impl Store {
    /// Keeps a report, unless the reporter has made a few within the hour.
    pub(crate) async fn report(&self, report: NewReport) -> Result<Reported, StoreError> {
        let now = calendar() as i64;
        self.write(move |connection| {
            let sql = "SELECT at FROM reports WHERE reporter = ?1 AND at > ?2 \
                       ORDER BY at DESC LIMIT 1 OFFSET ?3";
            let mut select = connection.prepare_cached(sql)?;
            let asked = params![report.reporter.0, now - SPAN, MOST - 1];
            let full: Option<i64> = select.query_row(asked, |row| row.get(0)).optional()?;
            if let Some(first) = full {
                let wait = Duration::from_millis((first + SPAN - now).max(1).unsigned_abs());
                return Ok(Reported::TooMany { wait });
            }
            let sql = "INSERT INTO reports (at, reporter, reported, game, reason, text) \
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            connection.prepare_cached(sql)?.execute(params![
                now,
                report.reporter.0,
                report.reported.0,
                report.game,
                report.reason.word(),
                report.text,
            ])?;
            Ok(Reported::Kept)
        })
        .await
    }

    /// What a person has reported, the last first.
    pub(crate) async fn reports_of(
        &self,
        person: PersonId,
    ) -> Result<Vec<GivenReport>, StoreError> {
        self.read(move |connection| {
            let sql = "SELECT reports.at, people.name, games.name, reports.reason, text FROM reports \
                       LEFT JOIN people ON people.id = reported \
                       LEFT JOIN games ON games.id = game \
                       WHERE reporter = ?1 ORDER BY reports.id DESC";
            let mut select = connection.prepare_cached(sql)?;
            let rows = select.query_map([person.0], |row| {
                Ok(GivenReport {
                    at: row.get::<_, i64>(0)? as u64,
                    about: row.get(1)?,
                    game: row.get(2)?,
                    reason: row.get(3)?,
                    text: row.get(4)?,
                })
            })?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
        .await
    }
}

/// The reports in a folder of a server, also while it runs: the oldest first, those that were seen
/// only if asked for.
pub fn reports(data: &Path, seen: Seen) -> Result<Vec<Report>, StoreError> {
    let connection = open_for_command(data)?;
    let sql = "SELECT reports.id, at, by.name, about.name, games.name, reports.reason, text, seen \
               FROM reports LEFT JOIN people AS by ON by.id = reporter \
               LEFT JOIN people AS about ON about.id = reported \
               LEFT JOIN games ON games.id = game WHERE seen IS NULL OR ?1 ORDER BY reports.id";
    let mut select = connection.prepare(sql)?;
    let rows = select.query_map([seen == Seen::Too], read)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Which reports are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Those that nobody has marked as seen.
    Not,
    /// All.
    Too,
}

/// Marks a report as seen, also while the server runs.
pub fn mark_seen(data: &Path, report: i64) -> Result<(), StoreError> {
    let connection = open_for_command(data)?;
    let sql = "UPDATE reports SET seen = coalesce(seen, ?2) WHERE id = ?1";
    match connection.execute(sql, params![report, calendar() as i64])? {
        0 => Err(StoreError::Missing),
        _ => Ok(()),
    }
}

/// Keeps an account out, or lets it in again, also while the server runs. Its sessions end; a
/// socket that is open hears of it when it opens again.
pub fn bar(data: &Path, name: &str, entrance: Entrance) -> Result<(), StoreError> {
    let connection = open_for_command(data)?;
    let sql = "UPDATE people SET barred = ?2 WHERE key = ?1 RETURNING id";
    let since = (entrance == Entrance::Closed).then(|| calendar() as i64);
    let key = Name::key(name);
    let person: i64 = connection.query_row(sql, params![key, since], |row| row.get(0))?;
    if entrance == Entrance::Closed {
        connection.execute("DELETE FROM sessions WHERE person = ?1", [person])?;
    }
    Ok(())
}

/// Whether an account may come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entrance {
    /// It may.
    Open,
    /// It may not.
    Closed,
}

fn read(row: &Row<'_>) -> rusqlite::Result<Report> {
    let time = |value: i64| value as u64;
    Ok(Report {
        id: row.get(0)?,
        at: time(row.get(1)?),
        reporter: row.get(2)?,
        reported: row.get(3)?,
        game: row.get(4)?,
        reason: row.get(5)?,
        text: row.get(6)?,
        seen: row.get::<_, Option<i64>>(7)?.map(time),
    })
}
