//! What nobody needs any more goes, little by little.
//!
//! A walk goes through sessions, games and guests page by page. Readers look for what may go; the
//! writer is given a few rows at a time and stops after some milliseconds, so that moves that wait
//! behind it do not notice.

use std::time::{Duration, Instant};

use super::database::{self, Connection, Error, Lock, params};
use super::retention::Bounds;
use super::{Retention, Store, StoreError};
use crate::game_id::GameId;
use crate::seat::PersonId;
use crate::uptime::calendar;

/// Rows looked at in one go, by a reader.
const PAGE: u32 = 500;

/// Rows deleted in one go at most, and how long that may take, by the writer.
const ROWS: usize = 200;
const TIME: Duration = Duration::from_millis(3);

/// How far a walk has come.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    bounds: Bounds,
    stage: Stage,
}

#[derive(Clone, Debug)]
enum Stage {
    /// After a moment of expiry and a token.
    Sessions(i64, Vec<u8>),
    /// After a game.
    Games(i64),
    /// After a person.
    Guests(i64),
    Done,
}

/// What a page of a walk found.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) rows: Vec<Row>,
    /// Games that are to be called off, which is for their rooms to do.
    pub(crate) stale: Vec<GameId>,
}

/// A row that may go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    Session(Vec<u8>),
    Game(i64),
    Guest(PersonId),
}

/// A guest `p` who has no game and was not seen since `?2`, or cannot come back.
const GUEST_MAY_GO: &str = "p.key IS NULL \
     AND NOT EXISTS (SELECT 1 FROM games WHERE white = p.id) \
     AND NOT EXISTS (SELECT 1 FROM games WHERE black = p.id) \
     AND (p.last_seen <= ?2 OR NOT EXISTS (SELECT 1 FROM sessions WHERE person = p.id))";

/// A session `s` that is over at the time `?1`. That of a guest is the only way back to their games:
/// whether it is over is not left to the calendar alone, but they were not seen since `?2` either.
const SESSION_MAY_GO: &str = "s.expires <= ?1 AND EXISTS (SELECT 1 FROM people AS p \
     WHERE p.id = s.person AND (p.key IS NOT NULL OR p.last_seen <= ?2))";

/// A game `g` that was called off before `?2`, or was over before `?3` and played by nobody with an
/// account. What was reported or rated stays.
const GAME_MAY_GO: &str = "((g.status = 'aborted' AND g.touched <= ?2) \
     OR (g.status = 'over' AND g.touched <= ?3 AND NOT EXISTS \
         (SELECT 1 FROM people WHERE id IN (g.white, g.black) AND key IS NOT NULL))) \
     AND NOT EXISTS (SELECT 1 FROM reports WHERE game = g.id) \
     AND NOT EXISTS (SELECT 1 FROM rating_changes WHERE game = g.id)";

/// A game `g` that nobody joined since `?4`; or in which nobody has moved since `?5`, and which has not
/// begun or whose players are guests who cannot come back.
const GAME_IS_STALE: &str = "(g.status = 'open' AND g.touched <= ?4) \
     OR (g.status = 'live' AND g.touched <= ?5 \
         AND coalesce((SELECT uptime FROM log WHERE game = g.id ORDER BY ply DESC LIMIT 1), 0) <= ?5 \
         AND (NOT EXISTS (SELECT 1 FROM log WHERE game = g.id AND ply = 1) \
             OR NOT EXISTS (SELECT 1 FROM people AS p WHERE p.id IN (g.white, g.black) \
                 AND (p.key IS NOT NULL OR EXISTS (SELECT 1 FROM sessions WHERE person = p.id)))))";

impl Store {
    /// Begins a walk.
    pub(crate) fn walk(&self, retention: Retention) -> Walk {
        Walk {
            bounds: retention.bounds(self.uptime().now()),
            stage: Stage::Sessions(i64::MIN, Vec::new()),
        }
    }

    /// Looks at the next page of a walk, unless it is at its end.
    pub(crate) async fn look(&self, walk: &mut Walk) -> Result<Option<Page>, StoreError> {
        let Walk { bounds, stage } = walk.clone();
        if matches!(stage, Stage::Done) {
            return Ok(None);
        }
        let looked = self.read(move |connection| match stage {
            Stage::Sessions(expires, token) => sessions(connection, bounds, expires, token),
            Stage::Games(after) => games(connection, bounds, after),
            Stage::Guests(after) => guests(connection, bounds, after),
            Stage::Done => Ok((Page::default(), Stage::Done)),
        });
        let (page, next) = looked.await?;
        walk.stage = next;
        Ok(Some(page))
    }

    /// Deletes the first of these rows, as many as there is time for and as may still go; returns how
    /// many that were.
    pub(crate) async fn sweep(&self, walk: &Walk, rows: &[Row]) -> Result<usize, StoreError> {
        let rows: Vec<Row> = rows.iter().take(ROWS).cloned().collect();
        let bounds = walk.bounds;
        self.write(move |connection| {
            let began = Instant::now();
            let mut done = 0;
            for row in &rows {
                delete(connection, row, bounds)?;
                done += 1;
                if began.elapsed() > TIME {
                    break;
                }
            }
            Ok(done)
        })
        .await
    }

    /// Deletes guests without a game, however lately they were seen.
    pub(crate) async fn remove_guests(&self, guests: Vec<PersonId>) -> Result<(), StoreError> {
        self.write(move |connection| {
            let bounds = Bounds {
                visitors: i64::MAX,
                guests: -1,
                games: -1,
                open: -1,
                idle: -1,
                aborted: -1,
            };
            for guest in guests {
                delete(connection, &Row::Guest(guest), bounds)?;
            }
            Ok(())
        })
        .await
    }
}

/// The page and where the next one begins.
type Looked = Result<(Page, Stage), StoreError>;

fn sessions(connection: &Connection, bounds: Bounds, expires: i64, token: Vec<u8>) -> Looked {
    let sql = format!(
        "SELECT expires, token, {SESSION_MAY_GO} FROM sessions AS s \
         WHERE expires <= ?1 AND (expires, token) > (?3, ?4) \
         ORDER BY expires, token LIMIT ?5"
    );
    let asked = params![calendar() as i64, bounds.guests, expires, token, PAGE];
    let found: Vec<(i64, Vec<u8>, bool)> = connection.query(&sql, asked, |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?))
    })?;
    let (mut page, mut next) = (Page::default(), Stage::Games(0));
    for (expires, token, may_go) in found {
        next = Stage::Sessions(expires, token.clone());
        if may_go {
            page.rows.push(Row::Session(token));
        }
    }
    Ok((page, next))
}

fn games(connection: &Connection, bounds: Bounds, after: i64) -> Looked {
    let sql = format!(
        "SELECT id, name, {GAME_MAY_GO}, {GAME_IS_STALE} FROM games AS g \
         WHERE id > ?1 ORDER BY id LIMIT ?6"
    );
    let Bounds {
        aborted,
        games,
        open,
        idle,
        ..
    } = bounds;
    let asked = params![after, aborted, games, open, idle, PAGE];
    let found: Vec<(i64, String, bool, bool)> = connection.query(&sql, asked, |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
    })?;
    let (mut page, mut next) = (Page::default(), Stage::Guests(0));
    for (key, name, may_go, stale) in found {
        next = Stage::Games(key);
        if may_go {
            page.rows.push(Row::Game(key));
        } else if stale {
            // A game whose name cannot be read is nobody's to call off.
            page.stale.extend(name.parse::<GameId>().ok());
        }
    }
    Ok((page, next))
}

fn guests(connection: &Connection, bounds: Bounds, after: i64) -> Looked {
    let sql =
        format!("SELECT id, {GUEST_MAY_GO} FROM people AS p WHERE id > ?1 ORDER BY id LIMIT ?3");
    let asked = params![after, bounds.visitors, PAGE];
    let found: Vec<(i64, bool)> =
        connection.query(&sql, asked, |row| Ok((row.get(0)?, row.get(1)?)))?;
    let (mut page, mut next) = (Page::default(), Stage::Done);
    for (id, may_go) in found {
        next = Stage::Guests(id);
        if may_go {
            page.rows.push(Row::Guest(PersonId(id)));
        }
    }
    Ok((page, next))
}

/// Deletes a row, if it may still go. What something else refers to stays.
fn delete(connection: &Connection, row: &Row, bounds: Bounds) -> Result<(), StoreError> {
    connection.savepoint("row")?;
    let deleted = match row {
        Row::Session(token) => delete_session(connection, token, bounds),
        Row::Game(game) => delete_game(connection, *game, bounds),
        Row::Guest(person) => delete_guest(connection, *person, bounds),
    };
    if let Err(error) = deleted {
        if !matches!(error, Error::Constraint { .. }) {
            return Err(error.into());
        }
        tracing::debug!(?row, %error, "something refers to it");
        connection.rollback_to("row")?;
    }
    connection.release("row")?;
    Ok(())
}

fn delete_session(connection: &Connection, token: &[u8], bounds: Bounds) -> database::Result<()> {
    let sql = format!("DELETE FROM sessions AS s WHERE token = ?3 AND {SESSION_MAY_GO}");
    let values = params![calendar() as i64, bounds.guests, token];
    connection.execute(&sql, values)?;
    Ok(())
}

fn delete_game(connection: &Connection, game: i64, bounds: Bounds) -> database::Result<()> {
    connection.lock(Lock::Games(vec![game]))?;
    let sql = format!("SELECT EXISTS (SELECT 1 FROM games AS g WHERE id = ?1 AND {GAME_MAY_GO})");
    let may_go = params![game, bounds.aborted, bounds.games];
    if connection.query_row(&sql, may_go, |row| row.get(0))? {
        for sql in [
            "DELETE FROM log WHERE game = ?1",
            "DELETE FROM games WHERE id = ?1",
        ] {
            connection.execute(sql, params![game])?;
        }
    }
    Ok(())
}

fn delete_guest(connection: &Connection, person: PersonId, bounds: Bounds) -> database::Result<()> {
    // Who comes back meanwhile is seen, and stays.
    connection.lock(Lock::People(vec![person.0]))?;
    let sql = format!("SELECT EXISTS (SELECT 1 FROM people AS p WHERE id = ?1 AND {GUEST_MAY_GO})");
    let may_go = params![person.0, bounds.visitors];
    if connection.query_row(&sql, may_go, |row| row.get(0))? {
        for sql in [
            "DELETE FROM sessions WHERE person = ?1",
            "DELETE FROM people WHERE id = ?1",
        ] {
            connection.execute(sql, params![person.0])?;
        }
    }
    Ok(())
}
