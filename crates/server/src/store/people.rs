use std::collections::BTreeMap;

use super::database::{self, Connection, Lock, Optional, Row, params};
use super::ratings::read_rating;
use super::{Store, StoreError, looks};
use crate::game_id::GameId;
use crate::protocol::{Me, Profile, Rating, Settings};
use crate::seat::{AccountKind, PersonId};
use crate::uptime::calendar;

/// Somebody known to the server.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Person {
    pub(crate) id: PersonId,
    pub(crate) name: String,
    pub(crate) account_kind: AccountKind,
    pub(crate) settings: Settings,
    pub(crate) since: u64,
    /// By the name of the family.
    pub(crate) ratings: BTreeMap<String, Rating>,
}

/// Whether an account may come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entrance {
    /// It may.
    Open,
    /// It may not.
    Closed,
}

impl Person {
    /// As they see themselves.
    pub(crate) fn me(&self) -> Me {
        Me {
            name: self.name.clone(),
            guest: self.account_kind == AccountKind::Guest,
            settings: self.settings.clone(),
            ratings: self.ratings.clone(),
        }
    }

    /// Their rating in a family of games.
    pub(crate) fn rating(&self, family: &str) -> Option<Rating> {
        self.ratings.get(family).copied()
    }
}

impl Store {
    /// What others see of the account with this key, and whose it is.
    pub(crate) async fn profile(&self, key: String) -> Result<(PersonId, Profile), StoreError> {
        self.read(move |connection| {
            let sql = "SELECT id FROM people WHERE key = ?1";
            let id = connection.query_row(sql, params![key], |row| row.get(0));
            let id = id.map(PersonId)?;
            let person = find(connection, id)?;
            let sql = "SELECT (SELECT count(*) FROM games WHERE white = ?1 AND status = 'over' AND listed) \
                 + (SELECT count(*) FROM games WHERE black = ?1 AND status = 'over' AND listed \
                     AND white IS DISTINCT FROM black)";
            let games = connection.query_row(sql, params![id.0], |row| row.get(0))?;
            let profile = Profile {
                name: person.name,
                since: person.since,
                games,
                ratings: person.ratings,
            };
            Ok((id, profile))
        })
        .await
    }

    /// Whether somebody has a seat in a game.
    pub(crate) async fn plays(&self, person: PersonId, game: GameId) -> Result<bool, StoreError> {
        self.read(move |connection| {
            let sql = "SELECT 1 FROM games WHERE name = ?1 AND (white = ?2 OR black = ?2)";
            Ok(connection.exists(sql, params![game.as_str(), person.0])?)
        })
        .await
    }

    /// What somebody is called, if they are still known.
    pub(crate) async fn name_of(&self, person: PersonId) -> Result<Option<String>, StoreError> {
        self.read(move |connection| {
            let sql = "SELECT name FROM people WHERE id = ?1";
            let name = connection.query_row(sql, params![person.0], |row| row.get(0));
            Ok(name.optional()?)
        })
        .await
    }

    /// Gives a guest another name, which must not look like that of an account.
    pub(crate) async fn set_name(&self, person: PersonId, name: String) -> Result<(), StoreError> {
        let folder = self.folder.clone();
        self.write(move |connection| {
            looks::check_free(connection, &folder, &name, None)?;
            let sql = "UPDATE people SET name = ?2 WHERE id = ?1 AND key IS NULL";
            changed_one(connection.execute(sql, params![person.0, name]))
        })
        .await
    }

    pub(crate) async fn set_settings(
        &self,
        person: PersonId,
        settings: &Settings,
    ) -> Result<(), StoreError> {
        let text = serde_json::to_string(settings).expect("settings are plain data");
        self.write(move |connection| {
            let sql = "UPDATE people SET settings = ?2 WHERE id = ?1";
            changed_one(connection.execute(sql, params![person.0, text]))
        })
        .await
    }

    /// Forgets a person: what is left is a player without a name in their games. The name of an
    /// account rests for a while, so that nobody plays as them.
    pub(crate) async fn forget_person(&self, person: PersonId) -> Result<(), StoreError> {
        let folder = self.folder.clone();
        self.write(move |connection| {
            // A game of theirs that ends meanwhile leaves no rating behind.
            connection.lock(Lock::People(vec![person.0]))?;
            looks::rest(connection, &folder, person)?;
            for sql in [
                "DELETE FROM sessions WHERE person = ?1",
                "DELETE FROM devices WHERE person = ?1",
                "DELETE FROM second_factors WHERE person = ?1",
                "DELETE FROM ratings WHERE person = ?1",
                "DELETE FROM rating_changes WHERE person = ?1",
                "DELETE FROM blocks WHERE person = ?1 OR blocked = ?1",
                "UPDATE reports SET reporter = NULL WHERE reporter = ?1",
                "UPDATE games SET white_name = NULL WHERE white = ?1 AND white_name IS NOT NULL",
                "UPDATE games SET black_name = NULL WHERE black = ?1 AND black_name IS NOT NULL",
                "UPDATE people SET name = '', key = NULL, password = NULL, recovery = NULL, \
                 settings = '{}', created = 0 WHERE id = ?1",
            ] {
                connection.execute(sql, params![person.0])?;
            }
            Ok(())
        })
        .await
    }
}

/// Makes a guest.
pub(super) fn insert_guest(connection: &Connection, name: &str) -> Result<PersonId, StoreError> {
    let sql = "INSERT INTO people (name, created) VALUES (?1, ?2) RETURNING id";
    let now = calendar() as i64;
    Ok(PersonId(connection.insert(sql, params![name, now])?))
}

pub(super) fn find(connection: &Connection, id: PersonId) -> Result<Person, StoreError> {
    let sql = "SELECT name, key IS NOT NULL, settings, created FROM people WHERE id = ?1";
    let read = |row: &Row<'_>| {
        let account: bool = row.get(1)?;
        let settings: String = row.get(2)?;
        Ok(Person {
            id,
            name: row.get(0)?,
            account_kind: if account {
                AccountKind::Account
            } else {
                AccountKind::Guest
            },
            // Settings of a form this version does not know are as good as none.
            settings: serde_json::from_str(&settings).unwrap_or_default(),
            since: row.get::<i64>(3)? as u64,
            ratings: BTreeMap::new(),
        })
    };
    let mut person: Person = connection.query_row(sql, params![id.0], read)?;
    person.ratings = ratings(connection, id)?;
    Ok(person)
}

/// All ratings of a person, by the name of the family.
fn ratings(
    connection: &Connection,
    person: PersonId,
) -> Result<BTreeMap<String, Rating>, StoreError> {
    let sql = "SELECT value, deviation, volatility, games, family FROM ratings WHERE person = ?1";
    let read = |row: &Row<'_>| Ok((row.get(4)?, read_rating(row)?));
    let found = connection.query(sql, params![person.0], read)?;
    Ok(found.into_iter().collect())
}

/// One row was changed; none is nobody, and a name twice is taken.
pub(super) fn changed_one(updated: database::Result<usize>) -> Result<(), StoreError> {
    match updated {
        Ok(0) => Err(StoreError::Missing),
        Ok(_) => Ok(()),
        Err(error) => Err(StoreError::taken(error)),
    }
}
