use game::Outcome;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{Store, StoreError};
use crate::protocol::{Leader, Rating, RatingChange, RatingPoint};
use crate::rating;
use crate::seat::PersonId;

/// Points of a history that are read at once: the newest.
const NEWEST: u32 = 1000;

impl Store {
    /// How the rating of a person in a family of games went, the oldest first.
    pub(crate) async fn rating_history(
        &self,
        person: PersonId,
        family: String,
    ) -> Result<Vec<RatingPoint>, StoreError> {
        self.read(move |connection| {
            let sql = "SELECT at, after, deviation FROM rating_changes \
                       WHERE person = ?1 AND family = ?2 ORDER BY at DESC LIMIT ?3";
            let mut select = connection.prepare_cached(sql)?;
            let rows = select.query_map(params![person.0, family, NEWEST], |row| {
                Ok(RatingPoint {
                    at: row.get::<_, i64>(0)? as u64,
                    value: row.get(1)?,
                    deviation: row.get(2)?,
                })
            })?;
            let mut points: Vec<RatingPoint> = rows.collect::<rusqlite::Result<_>>()?;
            points.reverse();
            Ok(points)
        })
        .await
    }

    /// The accounts with the highest ratings that are known well enough, and whether there are
    /// more.
    pub(crate) async fn leaders(
        &self,
        family: String,
        skip: u32,
        limit: u32,
    ) -> Result<(Vec<Leader>, bool), StoreError> {
        self.read(move |connection| {
            let sql = "SELECT value, deviation, volatility, games, name FROM ratings \
                       JOIN people ON people.id = person \
                       WHERE family = ?1 AND deviation <= ?2 AND key IS NOT NULL AND barred IS NULL \
                       ORDER BY value DESC, person LIMIT ?3 OFFSET ?4";
            let mut select = connection.prepare_cached(sql)?;
            let asked = params![family, rating::KNOWN, limit + 1, skip];
            let rows = select.query_map(asked, |row| {
                Ok((row.get::<_, String>(4)?, read_rating(row)?))
            })?;
            let found: Vec<(String, Rating)> = rows.collect::<rusqlite::Result<_>>()?;
            let more = found.len() > limit as usize;
            let ranked = (skip + 1..).zip(found).take(limit as usize);
            let leaders = ranked.map(|(rank, (name, rating))| Leader { rank, name, rating });
            Ok((leaders.collect(), more))
        })
        .await
    }
}

/// The rating of a person in a family of games, once there is one.
pub(super) fn rating(
    connection: &Connection,
    person: PersonId,
    family: &str,
) -> Result<Option<Rating>, StoreError> {
    let sql = "SELECT value, deviation, volatility, games FROM ratings \
               WHERE person = ?1 AND family = ?2";
    let mut select = connection.prepare_cached(sql)?;
    let found = select.query_row(params![person.0, family], read_rating);
    Ok(found.optional()?)
}

/// Reads value, deviation, volatility and games, the first four columns.
pub(super) fn read_rating(row: &Row<'_>) -> rusqlite::Result<Rating> {
    Ok(Rating {
        value: row.get(0)?,
        deviation: row.get(1)?,
        volatility: row.get(2)?,
        games: row.get(3)?,
    })
}

/// Changes the ratings of white and black by a game that has just ended, and keeps what it did.
pub(super) fn rate(
    connection: &Connection,
    game: i64,
    at: u64,
    family: &str,
    people: [PersonId; 2],
    outcome: Outcome,
) -> Result<(), StoreError> {
    let [white, black] = people;
    let before = |person| -> Result<Rating, StoreError> {
        let found = rating(connection, person, family)?;
        Ok(found.unwrap_or_else(rating::first))
    };
    let before = [before(white)?, before(black)?];
    let after = rating::after(before, outcome);
    for (person, (before, after)) in people.into_iter().zip(before.into_iter().zip(after)) {
        let sql = "INSERT OR REPLACE INTO ratings VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        connection.prepare_cached(sql)?.execute(params![
            person.0,
            family,
            after.value,
            after.deviation,
            after.volatility,
            after.games,
        ])?;
        let sql = "INSERT INTO rating_changes VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        connection.prepare_cached(sql)?.execute(params![
            person.0,
            family,
            game,
            at as i64,
            before.value,
            after.value,
            after.deviation,
        ])?;
    }
    Ok(())
}

/// What a game did to the rating of a person; nothing where it did nothing, or is not known.
pub(super) fn change(
    connection: &Connection,
    game: i64,
    person: PersonId,
) -> Result<Option<RatingChange>, StoreError> {
    let sql = "SELECT before, after FROM rating_changes WHERE game = ?1 AND person = ?2";
    let mut select = connection.prepare_cached(sql)?;
    let found = select.query_row([game, person.0], |row| {
        Ok(RatingChange {
            before: row.get(0)?,
            after: row.get(1)?,
        })
    });
    Ok(found.optional()?)
}
