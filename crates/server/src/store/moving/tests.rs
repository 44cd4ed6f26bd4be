//! Everything arrives, also when it is stopped again and again on the way.

use std::panic::{AssertUnwindSafe, catch_unwind};

use game::Random;

use super::*;
use crate::store::testing::{TestDatabase, apart};

const GAMES: i64 = 3000;

fn place(database: &TestDatabase) -> DatabasePlace {
    match database.database() {
        Database::Folder => DatabasePlace::Folder(database.path().to_owned()),
        Database::Postgres(address) => DatabasePlace::Postgres(address.clone()),
    }
}

/// Puts something into every table, of every kind that a column can hold.
fn fill(database: &TestDatabase) {
    drop(database.open().unwrap());
    database.with(|connection| {
        let fill = |connection: &Connection| -> Result<(), StoreError> {
            for id in 1..=40_i64 {
                let sql = "INSERT INTO people (id, name, key, password, created, recovery) \
                           VALUES (?1, ?2, ?3, ?4, 5, ?5)";
                let (name, key) = (format!("Zoë {id}"), format!("zoë {id}"));
                let key = (id % 3 > 0).then_some(key);
                let recovery = (id % 2 > 0).then_some([id as u8; 32]);
                connection.execute(sql, params![id, name, key, "hash", recovery])?;
                let sql = "INSERT INTO sessions (token, person, created, expires, browser) \
                           VALUES (?1, ?2, 1, 2, ?3)";
                connection.execute(sql, params![[255 - id as u8; 32], id, "É"])?;
                let sql = "INSERT INTO ratings (person, family, value, deviation, volatility, games, settled) \
                           VALUES (?1, 'moulin', ?2, 90.5, 0.06, 3, ?3)";
                let value = 1500.0 + id as f64 / 7.0;
                connection.execute(sql, params![id, value, id % 2 == 0])?;
                let sql = "INSERT INTO looks (look, person) VALUES (?1, ?2)";
                connection.execute(sql, params![format!("look {}", id % 5), id])?;
                let sql = "INSERT INTO devices (person, device, network, seen) VALUES (?1, ?2, '', 3)";
                connection.execute(sql, params![id, vec![0_u8, id as u8]])?;
                let sql = "INSERT INTO second_factors (person, secret) VALUES (?1, ?2)";
                connection.execute(sql, params![id, vec![id as u8; 9]])?;
                let sql = "INSERT INTO blocks (person, blocked, at) VALUES (?1, ?2, 1)";
                connection.execute(sql, params![id, (id + 1) / 2])?;
                let sql = "INSERT INTO resting_looks (look, until) VALUES (?1, 1)";
                connection.execute(sql, params![[id as u8; 32]])?;
                let sql = "INSERT INTO barred_addresses (network, since, until, reason) \
                           VALUES (?1, 1, 2, 'flood')";
                connection.execute(sql, params![format!("192.0.2.{id}")])?;
                let sql = "INSERT INTO journal (at, operator, act, reason) VALUES (?1, 'root', 'bar', '')";
                connection.execute(sql, params![id])?;
                let sql = "INSERT INTO orders (at, kind) VALUES (?1, 'keys')";
                connection.execute(sql, params![id])?;
            }
            for id in 1..=GAMES {
                let sql = "INSERT INTO games (id, name, setup, white, black, lot, public, clock, rated, \
                           status, created, listed, removed) \
                           VALUES (?1, ?2, 'moulin:envol', ?3, ?4, TRUE, ?5, '300+3', FALSE, 'live', ?1, ?5, ?6)";
                let removed = (id % 50 == 0).then_some(id);
                let values = params![id, format!("game{id}"), id % 40 + 1, id % 39 + 1, id % 2 == 0, removed];
                connection.execute(sql, values)?;
                for ply in 0..3_i64 {
                    let sql = "INSERT INTO log (game, ply, kind, body, uptime, at, white_left) \
                               VALUES (?1, ?2, 'move', 'd6', ?3, 8, ?4)";
                    let left = (ply > 0).then_some(ply * 1000);
                    connection.execute(sql, params![id, ply, id + ply, left])?;
                }
            }
            let sql = "INSERT INTO rating_changes (person, family, game, at, before, after, deviation, mark) \
                       VALUES (1, 'moulin', 2, 3, 1500.25, 1510.75, 80.125, NULL)";
            connection.execute(sql, &[])?;
            let sql = "INSERT INTO reports (at, reporter, game, reason, text) VALUES (1, 2, 3, 'other', '…')";
            connection.execute(sql, &[])?;
            let sql = "INSERT INTO trials (body) VALUES (?1)";
            connection.execute(sql, params![vec![0_u8; 100]])?;
            // What the database has put there by itself, and what would be put there anew.
            connection.execute("UPDATE games SET touched = id * 3", &[])?;
            connection.execute("UPDATE people SET last_seen = id * 7", &[])?;
            connection.execute("UPDATE server SET uptime = 123456", &[])?;
            Ok(())
        };
        connection.transaction(fill).unwrap();
    });
}

/// All there is, as text.
fn export(database: &TestDatabase) -> Vec<String> {
    database.with(|connection| {
        let mut lines = Vec::new();
        for table in &TABLES {
            let columns = columns(connection, connection, table).unwrap();
            let mut after = None;
            loop {
                let rows = page(connection, table, &columns, after.as_ref()).unwrap();
                let Some(last) = rows.last() else { break };
                after = Some(key_of(table, &columns, last));
                lines.extend(rows.iter().map(|row| format!("{} {row:?}", table.name)));
            }
        }
        lines
    })
}

fn moved(from: &TestDatabase, to: &TestDatabase) -> Result<Moved, StoreError> {
    apart(|| move_database(&place(from), &place(to), |_| {}))
}

/// Stops at a random step again and again, in the middle of a transaction, until it arrives.
fn moved_with_stops(from: &TestDatabase, to: &TestDatabase, seed: u64) -> (Moved, u32) {
    let (mut random, mut stops) = (Random::new(seed), 0);
    loop {
        let mut left = random.below(9) + 1;
        let tried = apart(|| {
            catch_unwind(AssertUnwindSafe(|| {
                move_database(&place(from), &place(to), |step| {
                    left -= u64::from(step.stage == MovingStage::Copying);
                    assert!(left > 0, "stopped on purpose");
                })
            }))
        });
        match tried {
            Ok(done) => return (done.unwrap(), stops),
            Err(_) => stops += 1,
        }
        let opened = to.open();
        assert_eq!(opened.map(drop), Err(StoreError::HalfMoved));
    }
}

#[tokio::test]
async fn a_database_goes_to_the_other_kind_and_back_and_is_the_same() {
    let Some(server) = TestDatabase::empty_postgres() else {
        return;
    };
    let (first, last) = (TestDatabase::sqlite(), TestDatabase::sqlite());
    fill(&first);
    let before = export(&first);
    let (there, stops) = moved_with_stops(&first, &server, 17);
    println!("{there:?} after {stops} stops");
    assert!(stops > 0);
    assert_eq!(there.rows, before.len() as u64);
    assert_eq!(export(&server), before);
    let (back, stops) = moved_with_stops(&server, &last, 23);
    assert!(stops > 0);
    assert_eq!(back.rows, there.rows);
    assert_eq!(export(&last), before);
    // What the databases do by themselves they do again, and new rows have new numbers.
    for database in [&server, &last] {
        let store = database.open().unwrap();
        assert!(store.uptime().now().0 >= 123_456);
        drop(store);
        let (id, touched, seen) = database.with(|connection| {
            let sql = "INSERT INTO games (name, setup, lot, public, clock, rated, status, created) \
                       VALUES ('new', 'moulin', FALSE, FALSE, 'none', FALSE, 'open', 1) RETURNING id";
            let id = connection.insert(sql, &[]).unwrap();
            let sql = "SELECT touched FROM games WHERE id = ?1";
            let touched: i64 = connection.query_row(sql, params![id], |row| row.get(0)).unwrap();
            let sql = "UPDATE journal SET reason = 'other'";
            (id, touched, connection.execute(sql, &[]).is_err())
        });
        assert_eq!(id, GAMES + 1);
        assert!(touched >= 123_456, "{touched}");
        assert!(seen, "the journal is append-only");
    }
}

#[tokio::test]
async fn a_target_that_holds_something_else_is_left_alone() {
    let Some(server) = TestDatabase::postgres() else {
        return;
    };
    let (one, other) = (TestDatabase::sqlite(), TestDatabase::sqlite());
    for database in [&one, &other] {
        drop(database.open().unwrap());
        database.with(|connection| {
            let sql = "INSERT INTO people (name, created) VALUES ('Ada', 1)";
            connection.execute(sql, &[]).unwrap();
        });
    }
    let refused = moved(&one, &other);
    assert!(
        matches!(refused, Err(StoreError::NotEmpty { .. })),
        "{refused:?}"
    );
    let used = one.open().unwrap();
    let refused = moved(&one, &server);
    assert!(
        matches!(refused, Err(StoreError::InUse { .. })),
        "{refused:?}"
    );
    drop(used);
    let used = server.open().unwrap();
    let refused = moved(&one, &server);
    assert!(
        matches!(refused, Err(StoreError::InUseElsewhere { .. })),
        "{refused:?}"
    );
    drop(used);
}

/// Whoever adds a table says whether it is moved.
#[tokio::test]
async fn every_table_is_moved() {
    let file = TestDatabase::sqlite();
    drop(file.open().unwrap());
    let mut known: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
    known.push("server");
    known.sort_unstable();
    let there = file.with(|connection| {
        let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' \
                   AND name NOT LIKE 'sqlite_%' ORDER BY name";
        connection
            .query(sql, &[], |row| row.get::<String>(0))
            .unwrap()
    });
    assert_eq!(there, known);
    let Some(server) = TestDatabase::postgres() else {
        return;
    };
    let there = server.with(|connection| {
        let sql = "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' \
                   AND tablename <> 'merelle_form' ORDER BY tablename::text COLLATE \"C\"";
        connection
            .query(sql, &[], |row| row.get::<String>(0))
            .unwrap()
    });
    assert_eq!(there, known);
}
