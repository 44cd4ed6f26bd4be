use serde::Serialize;

use super::journal::Note;
use super::{Act, Admin, AdminError};
use crate::seat::PersonId;
use crate::store::StoreError;
use crate::store::database::{self, Optional, Row, params};

/// A report as those who run the server read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Its number.
    pub id: i64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The number of who reports; nobody when they are forgotten.
    pub reporter_id: Option<i64>,
    /// Their name.
    pub reporter: Option<String>,
    /// The number of who is reported.
    pub reported_id: Option<i64>,
    /// Their name.
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

/// Which reports are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Those that nobody has marked as seen.
    Not,
    /// All.
    Too,
}

const COLUMNS: &str = "reports.id, at, reporter, by.name, reported, about.name, games.name, \
     reports.reason, text, reports.seen FROM reports LEFT JOIN people AS by ON by.id = reporter \
     LEFT JOIN people AS about ON about.id = reported LEFT JOIN games ON games.id = game";

impl Admin {
    /// What people have reported, the oldest first.
    pub fn reports(&self, seen: Seen) -> Result<Vec<Report>, StoreError> {
        let sql = format!("SELECT {COLUMNS} WHERE reports.seen IS NULL OR ?1 ORDER BY reports.id");
        Ok(self
            .connection
            .query(&sql, params![seen == Seen::Too], read)?)
    }

    /// One report.
    pub fn report(&self, report: i64) -> Result<Report, AdminError> {
        let sql = format!("SELECT {COLUMNS} WHERE reports.id = ?1");
        let found = self.connection.query_row(&sql, params![report], read);
        found.optional()?.ok_or(AdminError::NoReport)
    }

    /// Marks a report as dealt with.
    pub fn mark_seen(&mut self, report: i64, reason: &str) -> Result<(), AdminError> {
        let about = self.report(report)?.reported_id.map(PersonId);
        self.act(Act::Seen, reason, |connection, now| {
            let sql = "UPDATE reports SET seen = ?2 WHERE id = ?1 AND seen IS NULL";
            match connection.execute(sql, params![report, now as i64])? {
                0 => Err(AdminError::Already),
                _ => {
                    let note = Note {
                        person: about,
                        ..Note::default()
                    };
                    Ok(((), note, Vec::new()))
                }
            }
        })
    }
}

fn read(row: &Row<'_>) -> database::Result<Report> {
    let time = |value: i64| value as u64;
    Ok(Report {
        id: row.get(0)?,
        at: time(row.get(1)?),
        reporter_id: row.get(2)?,
        reporter: row.get(3)?,
        reported_id: row.get(4)?,
        reported: row.get(5)?,
        game: row.get(6)?,
        reason: row.get(7)?,
        text: row.get(8)?,
        seen: row.get::<Option<i64>>(9)?.map(time),
    })
}
