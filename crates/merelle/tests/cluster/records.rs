//! What the database says of games and ratings, read as plain text by plain SQL: the same of both
//! databases.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// A database to be read.
#[derive(Clone, Debug)]
pub(crate) enum Database {
    /// The file of one server.
    Sqlite(PathBuf),
    /// The address of PostgreSQL, as in `postgres://…`.
    Postgres(String),
}

/// A row of a table, all of it as text.
type Row = Vec<Option<String>>;

impl Database {
    /// The rows of a query.
    pub(crate) fn rows(&self, sql: &str) -> Vec<Row> {
        match self {
            Database::Sqlite(path) => {
                let connection = rusqlite::Connection::open(path).unwrap();
                let mut select = connection.prepare(sql).unwrap();
                let width = select.column_count();
                let row = |row: &rusqlite::Row<'_>| (0..width).map(|at| text(row, at)).collect();
                let rows = select.query_map([], row).unwrap();
                rows.map(Result::unwrap).collect()
            }
            Database::Postgres(url) => {
                let (url, sql) = (url.clone(), sql.to_owned());
                // The driver has a runtime of its own, which may not begin inside another one.
                let read = std::thread::spawn(move || rows_of_postgres(&url, &sql));
                read.join().unwrap()
            }
        }
    }
}

fn text(row: &rusqlite::Row<'_>, at: usize) -> rusqlite::Result<Option<String>> {
    use rusqlite::types::Value;
    Ok(match row.get(at)? {
        Value::Null => None,
        Value::Integer(value) => Some(value.to_string()),
        Value::Real(value) => Some(value.to_string()),
        Value::Text(value) => Some(value),
        Value::Blob(_) => panic!("no column that is read here has bytes"),
    })
}

fn rows_of_postgres(url: &str, sql: &str) -> Vec<Row> {
    let mut client = postgres::Client::connect(url, postgres::NoTls).unwrap();
    let answers = client.simple_query(sql).unwrap();
    let rows = answers.into_iter().filter_map(|answer| match answer {
        postgres::SimpleQueryMessage::Row(row) => Some(row),
        _ => None,
    });
    let cells = |row: postgres::SimpleQueryRow| {
        let cell = |at| row.get(at).map(str::to_owned);
        (0..row.len()).map(cell).collect()
    };
    rows.map(cells).collect()
}

/// An entry of a log.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) ply: u32,
    pub(crate) kind: String,
    pub(crate) body: String,
    /// Time of the game.
    pub(crate) uptime: i64,
    /// Milliseconds left to white and black, where there is a clock.
    pub(crate) left: Option<[i64; 2]>,
}

/// A game with its log, in the order of its numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Game {
    pub(crate) name: String,
    pub(crate) status: String,
    pub(crate) rated: bool,
    pub(crate) winner: Option<usize>,
    pub(crate) reason: Option<String>,
    /// White and black, by number.
    pub(crate) people: [Option<i64>; 2],
    pub(crate) log: Vec<Entry>,
}

/// What a rated game did to a rating.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Change {
    pub(crate) person: i64,
    pub(crate) family: String,
    /// The number of the game.
    pub(crate) game: i64,
    pub(crate) before: f64,
    pub(crate) after: f64,
    pub(crate) deviation: f64,
    pub(crate) weight: f64,
    pub(crate) mark: Option<String>,
}

/// What somebody's rating is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Standing {
    pub(crate) person: i64,
    pub(crate) family: String,
    pub(crate) value: f64,
    pub(crate) deviation: f64,
    pub(crate) games: i64,
}

/// All that is judged.
#[derive(Clone, Debug, Default)]
pub(crate) struct Records {
    /// By number.
    pub(crate) games: BTreeMap<i64, Game>,
    /// In the order of their times, as far as these tell.
    pub(crate) changes: Vec<Change>,
    pub(crate) standings: Vec<Standing>,
}

impl Records {
    pub(crate) fn read(database: &Database) -> Records {
        let mut records = Records::default();
        let games = "SELECT id, name, status, rated, winner, reason, white, black FROM games";
        for row in database.rows(games) {
            let mut cells = Cells(row.into_iter());
            let id = cells.number();
            let game = Game {
                name: cells.word(),
                status: cells.word(),
                rated: cells.flag(),
                winner: cells.text().map(|side| usize::from(side == "black")),
                reason: cells.text(),
                people: [cells.optional(), cells.optional()],
                log: Vec::new(),
            };
            records.games.insert(id, game);
        }
        let log = "SELECT game, ply, kind, body, uptime, white_left, black_left FROM log \
                   ORDER BY game, ply";
        for row in database.rows(log) {
            let mut cells = Cells(row.into_iter());
            let game = cells.number();
            let entry = Entry {
                ply: cells.number() as u32,
                kind: cells.word(),
                body: cells.word(),
                uptime: cells.number(),
                left: cells.optional().zip(cells.optional()).map(Into::into),
            };
            let game = records.games.get_mut(&game);
            game.expect("a log belongs to a game").log.push(entry);
        }
        let changes = "SELECT person, family, game, before, after, deviation, weight, mark \
                       FROM rating_changes ORDER BY at, game";
        for row in database.rows(changes) {
            let mut cells = Cells(row.into_iter());
            records.changes.push(Change {
                person: cells.number(),
                family: cells.word(),
                game: cells.number(),
                before: cells.real(),
                after: cells.real(),
                deviation: cells.real(),
                weight: cells.real(),
                mark: cells.text(),
            });
        }
        let ratings = "SELECT person, family, value, deviation, games FROM ratings";
        for row in database.rows(ratings) {
            let mut cells = Cells(row.into_iter());
            records.standings.push(Standing {
                person: cells.number(),
                family: cells.word(),
                value: cells.real(),
                deviation: cells.real(),
                games: cells.number(),
            });
        }
        records
    }
}

/// The cells of a row, one after the other.
struct Cells(std::vec::IntoIter<Option<String>>);

impl Cells {
    fn text(&mut self) -> Option<String> {
        self.0.next().expect("as many columns as are asked for")
    }

    fn word(&mut self) -> String {
        self.text().expect("a column that is never empty")
    }

    fn optional(&mut self) -> Option<i64> {
        self.text().map(|text| text.parse().unwrap())
    }

    fn number(&mut self) -> i64 {
        self.word().parse().unwrap()
    }

    fn real(&mut self) -> f64 {
        self.word().parse().unwrap()
    }

    /// PostgreSQL writes `t`, SQLite 1.
    fn flag(&mut self) -> bool {
        matches!(self.word().as_str(), "t" | "true" | "1")
    }
}
