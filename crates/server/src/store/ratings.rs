use super::database::{self, Connection, Lock, Optional, Row, params};
use super::{Rated, Store, StoreError};
use crate::admin::IS_BARRED;
use crate::protocol::{Leader, Rating, RatingChange, RatingPoint};
use crate::rating::{self, Mark, NEEDED, REPEATED_WITHIN};
use crate::seat::PersonId;
use crate::uptime::calendar;
use game::Outcome;

/// Points of a history that are read at once: the newest.
const NEWEST: u32 = 1000;

/// Milliseconds of a week.
const WEEK: u64 = 7 * 24 * 3600 * 1000;

/// Settled ratings of people who are not barred at the moment, the highest first.
pub(super) fn leaders_sql() -> String {
    format!(
        "SELECT value, deviation, volatility, games, name FROM ratings \
         JOIN people ON people.id = person \
         WHERE family = ?2 AND settled AND last > ?3 AND key IS NOT NULL AND NOT {IS_BARRED} \
         ORDER BY value DESC, person DESC LIMIT ?4 OFFSET ?5"
    )
}

/// Games of two people that counted since a moment.
pub(super) const EARLIER: &str = "SELECT count(*) FROM rating_changes \
     WHERE person = ?1 AND family = ?2 AND opponent = ?3 AND at > ?4 AND weight > 0";

impl Store {
    /// How the rating of a person in a family of games went, the oldest first.
    pub(crate) async fn rating_history(
        &self,
        person: PersonId,
        family: String,
    ) -> Result<Vec<RatingPoint>, StoreError> {
        self.read(move |connection| {
            let sql = "SELECT at, after, deviation, mark FROM rating_changes \
                       WHERE person = ?1 AND family = ?2 ORDER BY at DESC LIMIT ?3";
            let mut points = connection.query(sql, params![person.0, family, NEWEST], |row| {
                Ok(RatingPoint {
                    at: row.get::<i64>(0)? as u64,
                    value: row.get(1)?,
                    deviation: row.get(2)?,
                    mark: read_mark(row, 3)?.map(Into::into),
                })
            })?;
            points.reverse();
            Ok(points)
        })
        .await
    }

    /// The accounts with the highest ratings among those that are settled and whose owners have
    /// played lately, and whether there are more.
    pub(crate) async fn leaders(
        &self,
        family: String,
        skip: u32,
        limit: u32,
    ) -> Result<(Vec<Leader>, bool), StoreError> {
        let now = calendar();
        let lately = now.saturating_sub(u64::from(NEEDED.weeks) * WEEK);
        self.read(move |connection| {
            let asked = params![now as i64, family, lately as i64, limit + 1, skip];
            let found: Vec<(String, Rating)> = connection.query(&leaders_sql(), asked, |row| {
                Ok((row.get(4)?, read_rating(row)?))
            })?;
            let more = found.len() > limit as usize;
            // Whoever leaves out as many as can be counted is told of nobody, and ends nothing.
            let ranks = (1..).map(|place: u32| skip.saturating_add(place));
            let ranked = ranks.zip(found).take(limit as usize);
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
    let found = connection.query_row(sql, params![person.0, family], read_rating);
    Ok(found.optional()?)
}

/// Reads value, deviation, volatility and games, the first four columns.
pub(super) fn read_rating(row: &Row<'_>) -> database::Result<Rating> {
    Ok(Rating {
        value: row.get(0)?,
        deviation: row.get(1)?,
        volatility: row.get(2)?,
        games: row.get(3)?,
    })
}

/// Changes the ratings of white and black by a game that has just ended, and keeps what it did. How
/// much it counts is found out here, in the transaction of the ending itself: of games that end at
/// the same time one is the later one.
pub(super) fn rate(
    connection: &Connection,
    game: i64,
    at: u64,
    rated: &Rated,
    outcome: Outcome,
) -> Result<(), StoreError> {
    let Rated {
        family,
        people,
        mark,
    } = *rated;
    let [white, black] = people;
    // Of two games of a person that end at once the second counts on what the first has done.
    connection.lock(Lock::People(people.map(|person| person.0).to_vec()))?;
    if !are_accounts(connection, people)? {
        return Ok(());
    }
    let mark = match mark {
        Some(mark) => Some(mark),
        None => Mark::after(earlier(connection, family, people, at)?),
    };
    let weight = mark.map_or(1.0, Mark::weight);
    let before = |person| -> Result<Rating, StoreError> {
        let found = rating(connection, person, family)?;
        Ok(found.unwrap_or_else(rating::first))
    };
    let before = [before(white)?, before(black)?];
    let after = rating::after(before, outcome, weight);
    let sides = [(white, black), (black, white)].into_iter();
    for ((person, opponent), (before, after)) in sides.zip(before.into_iter().zip(after)) {
        if weight > 0.0 {
            let others = opponents(connection, family, [person, opponent])?;
            keep(connection, person, family, after, others, at)?;
        }
        let sql = "INSERT INTO rating_changes \
                   (person, family, game, at, before, after, deviation, opponent, weight, mark) \
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
        let mark = mark.map(|mark| mark.to_string());
        let values = params![
            person.0,
            family,
            game,
            at as i64,
            before.value,
            after.value,
            after.deviation,
            opponent.0,
            weight,
            mark,
        ];
        connection.execute(sql, values)?;
    }
    Ok(())
}

/// Whether both have an account: who is forgotten meanwhile has no rating any more.
fn are_accounts(connection: &Connection, people: [PersonId; 2]) -> Result<bool, StoreError> {
    let sql = "SELECT count(*) FROM people WHERE id IN (?1, ?2) AND key IS NOT NULL";
    let [one, other] = people;
    let found: u32 = connection.query_row(sql, params![one.0, other.0], |row| row.get(0))?;
    Ok(found == 2)
}

/// How many games of the same two have counted lately. Those of a time to come count too, should the
/// calendar have been set back.
fn earlier(
    connection: &Connection,
    family: &str,
    [one, other]: [PersonId; 2],
    at: u64,
) -> Result<u32, StoreError> {
    let since = at.saturating_sub(REPEATED_WITHIN) as i64;
    let asked = params![one.0, family, other.0, since];
    Ok(connection.query_row(EARLIER, asked, |row| row.get(0))?)
}

/// How many different opponents a person has had in games that counted, this one among them.
fn opponents(
    connection: &Connection,
    family: &str,
    [person, opponent]: [PersonId; 2],
) -> Result<u32, StoreError> {
    let sql = "SELECT opponents FROM ratings WHERE person = ?1 AND family = ?2";
    let known = connection.query_row(sql, params![person.0, family], |row| row.get(0));
    let known: Option<u32> = known.optional()?;
    let sql = "SELECT EXISTS (SELECT 1 FROM rating_changes \
               WHERE person = ?1 AND family = ?2 AND opponent = ?3 AND weight > 0)";
    let asked = params![person.0, family, opponent.0];
    let met: bool = connection.query_row(sql, asked, |row| row.get(0))?;
    Ok(known.unwrap_or(0) + u32::from(!met))
}

/// Keeps a rating, and whether it is settled.
fn keep(
    connection: &Connection,
    person: PersonId,
    family: &str,
    rating: Rating,
    opponents: u32,
    at: u64,
) -> Result<(), StoreError> {
    let settled = rating.deviation <= NEEDED.deviation
        && rating.games >= NEEDED.games
        && opponents >= NEEDED.opponents;
    let sql = "INSERT INTO ratings \
               (person, family, value, deviation, volatility, games, opponents, last, settled) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (person, family) \
               DO UPDATE SET value = excluded.value, deviation = excluded.deviation, \
               volatility = excluded.volatility, games = excluded.games, \
               opponents = excluded.opponents, last = excluded.last, settled = excluded.settled";
    let values = params![
        person.0,
        family,
        rating.value,
        rating.deviation,
        rating.volatility,
        rating.games,
        opponents,
        at as i64,
        settled,
    ];
    connection.execute(sql, values)?;
    Ok(())
}

/// What a game did to the rating of a player.
pub(super) struct Change {
    pub(super) person: PersonId,
    pub(super) values: RatingChange,
    pub(super) mark: Option<Mark>,
}

/// What a game did to ratings, as far as it is known.
pub(super) fn changes(connection: &Connection, game: i64) -> Result<Vec<Change>, StoreError> {
    let sql = "SELECT person, before, after, mark FROM rating_changes WHERE game = ?1";
    let changes = connection.query(sql, params![game], |row| {
        Ok(Change {
            person: PersonId(row.get(0)?),
            values: RatingChange {
                before: row.get(1)?,
                after: row.get(2)?,
            },
            mark: read_mark(row, 3)?,
        })
    });
    Ok(changes?)
}

fn read_mark(row: &Row<'_>, column: usize) -> database::Result<Option<Mark>> {
    let text: Option<String> = row.get(column)?;
    Ok(text.as_deref().and_then(Mark::read))
}

#[cfg(test)]
mod tests;
