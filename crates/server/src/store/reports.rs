use std::time::Duration;

use super::database::{Lock, Optional, params};
use super::{Store, StoreError};
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

impl Store {
    /// Keeps a report, unless the reporter has made a few within the hour.
    pub(crate) async fn report(&self, report: NewReport) -> Result<Reported, StoreError> {
        let now = calendar() as i64;
        self.write(move |connection| {
            // Two at once are counted one after the other.
            connection.lock(Lock::People(vec![report.reporter.0]))?;
            let sql = "SELECT at FROM reports WHERE reporter = ?1 AND at > ?2 \
                       ORDER BY at DESC LIMIT 1 OFFSET ?3";
            let asked = params![report.reporter.0, now - SPAN, MOST - 1];
            let full: Option<i64> = connection
                .query_row(sql, asked, |row| row.get(0))
                .optional()?;
            if let Some(first) = full {
                let wait = Duration::from_millis((first + SPAN - now).max(1).unsigned_abs());
                return Ok(Reported::TooMany { wait });
            }
            let sql = "INSERT INTO reports (at, reporter, reported, game, reason, text) \
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            let values = params![
                now,
                report.reporter.0,
                report.reported.0,
                report.game,
                report.reason.word(),
                report.text,
            ];
            connection.execute(sql, values)?;
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
            let reports = connection.query(sql, params![person.0], |row| {
                Ok(GivenReport {
                    at: row.get::<i64>(0)? as u64,
                    about: row.get(1)?,
                    game: row.get(2)?,
                    reason: row.get(3)?,
                    text: row.get(4)?,
                })
            });
            Ok(reports?)
        })
        .await
    }
}
