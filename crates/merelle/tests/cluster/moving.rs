//! `merelle move-database` both ways, killed on the way: exports of all three databases are equal to the byte.
//! A short form runs with the tests. The long one:
//!
//! ```sh
//! cargo build --release
//! MERELLE_PROGRAM=$PWD/target/release/merelle MERELLE_GAMES=100000 MERELLE_KILLS=20 \
//!     cargo test --release -p merelle --test cluster moving -- --nocapture
//! ```

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::node::{Node, Plan, this_build};
use crate::postgres::{Installation, Postgres};
use crate::program::{Program, folder};
use crate::random::Random;
use crate::records::Database;
use crate::settings::number;

/// Entries of each game.
const ENTRIES: u64 = 12;

/// People who have played them.
const PEOPLE: i64 = 500;

/// Rows of an export that are read at once, by the number that a table's key begins with.
const PAGE: i64 = 5000;

#[tokio::test(flavor = "multi_thread")]
async fn everything_arrives_both_ways_however_often_a_move_is_killed() {
    let Some(installation) = Installation::find() else {
        println!("not checked: moving a database, Debian: apt-get install postgresql");
        return;
    };
    let games = number("MERELLE_GAMES").unwrap_or(3000);
    let kills = number("MERELLE_KILLS").unwrap_or(3) as u32;
    let mut random = Random::new(number("MERELLE_SEED").unwrap_or(18));
    let place = folder("moving");
    let place = place.path();
    let (here, back) = (place.join("here"), place.join("back"));
    for folder in [&here, &back] {
        // It makes the form of the database; the target of a move is empty.
        let mut node = Node::start(Plan::new(folder, &[])).await;
        node.drain().await;
    }
    let mut postgres = Postgres::start(&installation, &place.join("postgres"));
    let (first, there) = (here.join("data"), postgres.url());
    fill(&file(&first), games, &mut random);
    let last = back.join("data");
    let journeys = [
        (first.to_str().unwrap(), there.as_str()),
        (there.as_str(), last.to_str().unwrap()),
    ];
    for (from, to) in journeys {
        let began = Instant::now();
        let killed = travel(from, to, (kills, games), place, &mut random);
        println!(
            "{from} to {to}: killed {killed} times, {:.1?}",
            began.elapsed()
        );
        assert!(killed >= kills.min(3), "it was killed {killed} times");
    }
    let columns = columns(&postgres);
    let databases = [
        Database::Sqlite(file(&first)),
        postgres.database(),
        Database::Sqlite(file(&last)),
    ];
    let exports: Vec<Vec<u8>> = databases
        .iter()
        .zip(["first", "there", "last"])
        .map(|(database, name)| {
            let path = place.join(name);
            let rows = export(database, &columns, &path);
            println!("{name}: {rows} rows");
            assert!(rows as u64 > games * (ENTRIES + 1));
            std::fs::read(path).unwrap()
        })
        .collect();
    assert!(exports[0] == exports[1], "the same on PostgreSQL");
    assert!(exports[0] == exports[2], "the same when it is back");
    println!(
        "{games} games: three exports of {} bytes, all equal",
        exports[0].len()
    );
    postgres.stop();
}

fn file(data: &Path) -> std::path::PathBuf {
    data.join("merelle.db")
}

/// Moves a database, killed so often on the way, as long as there is a way left, and then to the end. Returns
/// how often it was.
fn travel(
    from: &str,
    to: &str,
    (kills, games): (u32, u64),
    place: &Path,
    random: &mut Random,
) -> u32 {
    let said = place.join("moving.log");
    let begin = || {
        let mut command = Command::new(this_build());
        command.args(["move-database", from, to]).env("LC_ALL", "C");
        Program::start(command, &said)
    };
    let mut killed = 0;
    while killed < kills {
        let mut moving = begin();
        // Each has a little more time than the one before, so that all of the way is tried.
        let more = (games / 100).min(150);
        let most = 80 + more * u64::from(killed);
        std::thread::sleep(Duration::from_millis(random.between(20, most)));
        if let Some(status) = moving.ended() {
            assert!(status.success(), "{}", moving.said());
            return killed;
        }
        moving.kill();
        killed += 1;
    }
    let mut command = Command::new(this_build());
    command.args(["move-database", from, to]).env("LC_ALL", "C");
    let ended = command.stdin(Stdio::null()).output().unwrap();
    let told = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(ended.status.success(), "{told}");
    killed
}

/// Games with logs, people with ratings, and what else rows refer to each other for.
fn fill(file: &Path, games: u64, random: &mut Random) {
    let mut below = |limit: u64| random.below(limit) as i64;
    let mut connection = rusqlite::Connection::open(file).unwrap();
    let transaction = connection.transaction().unwrap();
    let mut person = transaction
        .prepare(
            "INSERT INTO people (id, name, key, password, created) VALUES (?1, ?2, ?3, ?4, ?5)",
        )
        .unwrap();
    let mut rating = transaction
        .prepare(
            "INSERT INTO ratings (person, family, value, deviation, volatility, games) \
             VALUES (?1, 'moulin', ?2, ?3, 0.06, ?4)",
        )
        .unwrap();
    for id in 1..=PEOPLE {
        let name = format!("Zoë d’Été {id}");
        let (key, word) = match id % 3 {
            0 => (None, None),
            _ => (Some(name.to_lowercase()), Some("hash")),
        };
        person
            .execute(rusqlite::params![
                id,
                name,
                key,
                word,
                1_700_000_000_000 + id
            ])
            .unwrap();
        let value = 1200.0 + below(800_000) as f64 / 1000.0;
        let deviation = 40.0 + below(1_000_000) as f64 / 7919.0;
        rating
            .execute(rusqlite::params![id, value, deviation, below(90)])
            .unwrap();
    }
    let mut game = transaction
        .prepare(
            "INSERT INTO games (id, name, setup, white, black, lot, public, clock, rated, status, created, \
             winner, reason, listed, touched) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, '300+3', ?6, ?8, ?9, ?10, ?11, ?7, ?9)",
        )
        .unwrap();
    let mut entry = transaction
        .prepare(
            "INSERT INTO log (game, ply, kind, body, uptime, at, white_left, black_left) \
             VALUES (?1, ?2, 'move', ?3, ?4, ?5, ?6, ?7)",
        )
        .unwrap();
    for id in 1..=games as i64 {
        let setup = ["moulin:classique", "mijnlieff", "moulin:envol"][below(3) as usize];
        let [white, black] = [(); 2].map(|()| 1 + below(PEOPLE as u64));
        let (flag, over) = (below(2), below(10) > 0);
        let (status, winner, reason) = match over {
            true => ("over", Some("white"), Some("resignation")),
            false => ("live", None, None),
        };
        game.execute(rusqlite::params![
            id,
            format!("game{id:08}"),
            setup,
            white,
            black,
            flag,
            1 - flag,
            status,
            1_750_000_000_000 + id,
            winner,
            reason
        ])
        .unwrap();
        for ply in 0..ENTRIES as i64 {
            let left = (ply > 1).then(|| 300_000 - below(200_000));
            let body = ["d6", "f4", "d2xb4", "a7", "«é»"][below(5) as usize];
            let time = 1000 * id + ply;
            entry
                .execute(rusqlite::params![
                    id,
                    ply,
                    body,
                    time,
                    1_750_000_000_000 + time,
                    left,
                    left
                ])
                .unwrap();
        }
    }
    drop((person, rating, game, entry));
    transaction.commit().unwrap();
}

/// A table with its columns, and of which kind each is on PostgreSQL.
type Table = (String, Vec<(String, String)>);

/// All tables there are, as PostgreSQL describes them.
fn columns(postgres: &Postgres) -> Vec<Table> {
    let sql = "SELECT table_name, column_name, data_type FROM information_schema.columns \
               WHERE table_schema = 'public' ORDER BY table_name, column_name";
    let mut tables: Vec<Table> = Vec::new();
    for row in postgres.database().rows(sql) {
        let [table, column, kind] = [0, 1, 2].map(|at: usize| row[at].clone().unwrap());
        if tables.last().is_none_or(|(last, _)| *last != table) {
            tables.push((table.clone(), Vec::new()));
        }
        let (_, columns) = tables.last_mut().expect("it was just put there");
        columns.push((column, kind));
    }
    // The form of the database itself has another number on each.
    tables.retain(|(table, columns)| {
        table != "form" && columns.iter().all(|(name, _)| name != "version")
    });
    tables
}

/// Writes all rows of all tables, in one form for both databases and in the order of their text. Returns how
/// many there are.
fn export(database: &Database, tables: &[Table], path: &Path) -> usize {
    let mut file = BufWriter::new(File::create(path).unwrap());
    let mut count = 0;
    for (table, columns) in tables {
        let cells: Vec<String> = columns
            .iter()
            .map(|(name, kind)| cell(database, name, kind))
            .collect();
        let by_game = columns.iter().any(|(name, _)| name == "game") && table == "log";
        let pages = if by_game {
            let last = database.rows("SELECT max(game) FROM log");
            let last: i64 = last[0][0].as_ref().map_or(0, |text| text.parse().unwrap());
            (0..=last / PAGE)
                .map(|page| format!(" WHERE game / {PAGE} = {page}"))
                .collect()
        } else {
            vec![String::new()]
        };
        for page in pages {
            let sql = format!("SELECT {} FROM {table}{page}", cells.join(", "));
            let mut lines: Vec<String> = database
                .rows(&sql)
                .into_iter()
                .map(|row| {
                    let texts = row.into_iter().zip(columns);
                    let texts = texts.map(|(text, (_, kind))| printed(text, kind));
                    format!("{table}\t{}", texts.collect::<Vec<_>>().join("\t"))
                })
                .collect();
            lines.sort_unstable();
            count += lines.len();
            for line in lines {
                writeln!(file, "{line}").unwrap();
            }
        }
    }
    file.flush().unwrap();
    count
}

/// A column as it is asked for.
fn cell(database: &Database, name: &str, kind: &str) -> String {
    match (database, kind) {
        (Database::Postgres(_), "boolean") => format!("\"{name}\"::int"),
        (Database::Postgres(_), "bytea") => format!("upper(encode(\"{name}\", 'hex'))"),
        (Database::Sqlite(_), "bytea") => {
            format!("CASE WHEN \"{name}\" IS NULL THEN NULL ELSE hex(\"{name}\") END")
        }
        _ => format!("\"{name}\""),
    }
}

/// A cell as it is exported: numbers with a point by their bits.
fn printed(text: Option<String>, kind: &str) -> String {
    match (text, kind) {
        (None, _) => "NULL".to_owned(),
        (Some(text), "double precision") => {
            format!("{:016x}", text.parse::<f64>().unwrap().to_bits())
        }
        (Some(text), _) => format!("{text:?}"),
    }
}
