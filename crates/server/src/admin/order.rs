use crate::game_id::GameId;
use crate::seat::PersonId;
use crate::store::StoreError;
use crate::store::database::{Connection, Lock, params};

/// What a running server has to take into account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Somebody's sessions are over: their sockets close.
    Sessions(PersonId),
    /// Everybody's are.
    AllSessions,
    /// What is known of somebody has changed.
    Person(PersonId),
    /// Somebody is kept out.
    Barred(PersonId),
    /// Other addresses are kept out.
    Addresses,
    /// A game is out of sight, or back.
    Game(GameId),
    /// There are other keys.
    Keys,
}

/// How long orders are kept: a server that has not seen one by then does not run.
const KEPT: u64 = 86_400_000;

impl Order {
    fn word(self) -> &'static str {
        match self {
            Order::Sessions(_) => "sessions",
            Order::AllSessions => "all-sessions",
            Order::Person(_) => "person",
            Order::Barred(_) => "barred",
            Order::Addresses => "addresses",
            Order::Game(_) => "game",
            Order::Keys => "keys",
        }
    }

    pub(super) fn give(self, connection: &Connection, now: u64) -> Result<(), StoreError> {
        let person = match self {
            Order::Sessions(person) | Order::Person(person) | Order::Barred(person) => {
                Some(person.0)
            }
            _ => None,
        };
        let game = match self {
            Order::Game(game) => Some(game.to_string()),
            _ => None,
        };
        connection.lock(Lock::Orders)?;
        let old = now.saturating_sub(KEPT) as i64;
        connection.execute("DELETE FROM orders WHERE at < ?1", params![old])?;
        let sql = "INSERT INTO orders (at, kind, person, game) VALUES (?1, ?2, ?3, ?4)";
        connection.execute(sql, params![now as i64, self.word(), person, game])?;
        Ok(())
    }

    /// What a row says; nothing where a later program wrote it.
    fn read(kind: &str, person: Option<i64>, game: Option<&str>) -> Option<Order> {
        let person = person.map(PersonId);
        Some(match kind {
            "sessions" => Order::Sessions(person?),
            "all-sessions" => Order::AllSessions,
            "person" => Order::Person(person?),
            "barred" => Order::Barred(person?),
            "addresses" => Order::Addresses,
            "game" => Order::Game(game?.parse().ok()?),
            "keys" => Order::Keys,
            _ => return None,
        })
    }
}

/// The number of the last order.
pub(crate) fn latest_order(connection: &Connection) -> Result<i64, StoreError> {
    let sql = "SELECT coalesce(max(id), 0) FROM orders";
    Ok(connection.query_row(sql, &[], |row| row.get(0))?)
}

/// Orders with a higher number than this one, and the highest.
pub(crate) fn orders_after(
    connection: &Connection,
    last: i64,
) -> Result<(i64, Vec<Order>), StoreError> {
    let sql = "SELECT id, kind, person, game FROM orders WHERE id > ?1 ORDER BY id";
    let found: Vec<(i64, Option<Order>)> = connection.query(sql, params![last], |row| {
        let (kind, game): (String, Option<String>) = (row.get(1)?, row.get(3)?);
        let order = Order::read(&kind, row.get(2)?, game.as_deref());
        Ok((row.get(0)?, order))
    })?;
    let highest = found.last().map_or(last, |(id, _)| *id);
    let orders = found.into_iter().filter_map(|(_, order)| order).collect();
    Ok((highest, orders))
}
