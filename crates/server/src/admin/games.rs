use std::collections::HashSet;

use serde::Serialize;

use super::journal::Note;
use super::{Act, Admin, AdminError, Order};
use crate::game_id::GameId;
use crate::store::StoreError;
use crate::store::database::{Connection, Optional, params};

/// What an operator sees of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameSheet {
    /// As in its link.
    pub id: String,
    /// Which game and rules.
    pub setup: String,
    /// Where it stands in its life.
    pub status: String,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// White's and black's number and name, where they are people.
    pub players: [Option<(i64, String)>; 2],
    /// Entries of its log.
    pub entries: u32,
    /// Whether everybody finds it in lists.
    pub listed: bool,
    /// Since when it is out of sight.
    pub removed: Option<u64>,
}

impl Admin {
    /// What there is to see of a game.
    pub fn game(&self, game: &str) -> Result<GameSheet, AdminError> {
        let sql = "SELECT games.name, setup, status, games.created, white, w.name, black, b.name, \
                   (SELECT count(*) FROM log WHERE game = games.id), listed, removed FROM games \
                   LEFT JOIN people AS w ON w.id = white LEFT JOIN people AS b ON b.id = black \
                   WHERE games.name = ?1";
        let found = self.connection.query_row(sql, params![game], |row| {
            let player = |number: Option<i64>, name: Option<String>| number.zip(name);
            Ok(GameSheet {
                id: row.get(0)?,
                setup: row.get(1)?,
                status: row.get(2)?,
                created: row.get::<i64>(3)? as u64,
                players: [
                    player(row.get(4)?, row.get(5)?),
                    player(row.get(6)?, row.get(7)?),
                ],
                entries: row.get(8)?,
                listed: row.get(9)?,
                removed: row.get::<Option<i64>>(10)?.map(|since| since as u64),
            })
        });
        found.optional()?.ok_or(AdminError::NoGame)
    }

    /// Takes a game out of everybody's sight but its players': they keep what they played.
    pub fn remove_game(&mut self, game: &str, reason: &str) -> Result<(), AdminError> {
        let id: GameId = game.parse().map_err(|_| AdminError::NoGame)?;
        self.act(Act::RemoveGame, reason, |connection, now| {
            let sql = "UPDATE games SET removed = ?2, listed_before = listed, \
                       listed = FALSE, public = FALSE \
                       WHERE name = ?1 AND removed IS NULL";
            let changed = connection.execute(sql, params![id.as_str(), now as i64])?;
            changed_one(connection, id, changed)?;
            Ok(((), note(id), vec![Order::Game(id)]))
        })
    }

    /// Brings a game back into sight. One that waited in the lobby does not wait there again.
    pub fn return_game(&mut self, game: &str, reason: &str) -> Result<(), AdminError> {
        let id: GameId = game.parse().map_err(|_| AdminError::NoGame)?;
        self.act(Act::ReturnGame, reason, |connection, _| {
            let sql = "UPDATE games SET removed = NULL, listed = coalesce(listed_before, FALSE), \
                       listed_before = NULL WHERE name = ?1 AND removed IS NOT NULL";
            let changed = connection.execute(sql, params![id.as_str()])?;
            changed_one(connection, id, changed)?;
            Ok(((), note(id), vec![Order::Game(id)]))
        })
    }
}

/// All games that are out of sight.
pub(crate) fn removed_games(connection: &Connection) -> Result<HashSet<GameId>, StoreError> {
    let sql = "SELECT name FROM games WHERE removed IS NOT NULL";
    let names = connection.query(sql, &[], |row| row.get::<String>(0))?;
    // Only names that were made here are there.
    Ok(names.iter().filter_map(|name| name.parse().ok()).collect())
}

fn note(id: GameId) -> Note {
    Note {
        game: Some(id.to_string()),
        ..Note::default()
    }
}

/// A game that was not changed is so already, or is not there.
fn changed_one(connection: &Connection, id: GameId, changed: usize) -> Result<(), AdminError> {
    if changed > 0 {
        return Ok(());
    }
    let sql = "SELECT 1 FROM games WHERE name = ?1";
    match connection.exists(sql, params![id.as_str()])? {
        true => Err(AdminError::Already),
        false => Err(AdminError::NoGame),
    }
}
