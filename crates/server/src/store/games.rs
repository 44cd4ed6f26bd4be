use game::{Outcome, Reason, Side};
use play::{Families, Millis, Setup, TimeControl};

use super::database::{self, Connection, Kind, Lock, Row, ToValue, Value, Values, params};
use super::leases::site_uptime;
use super::log::{entries, insert};
use super::ratings::{changes, rating};
use super::{Entry, EntryKind, GamePart, Store, StoreError};
use crate::cluster::Epoch;
use crate::game_id::GameId;
use crate::protocol::{Against, GameResult, RatingChange, Status};
use crate::rating::Mark;
use crate::seat::{AccountKind, Here, PersonId, Seat, Seated};
use crate::uptime::calendar;

/// A game without its log.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Game {
    /// Its number in the store.
    pub(crate) key: i64,
    pub(crate) id: GameId,
    pub(crate) setup: Setup,
    pub(crate) start: Option<String>,
    /// White's and black's.
    pub(crate) seats: [Seat; 2],
    /// Whether the colours are drawn when somebody joins.
    pub(crate) random_colours: bool,
    /// Whether the lobby shows it.
    pub(crate) public: bool,
    pub(crate) audience: Audience,
    /// Whether white and black want everybody to find it; the computer does not mind.
    pub(crate) shows: [bool; 2],
    pub(crate) clock: TimeControl,
    pub(crate) rated: bool,
    pub(crate) status: Status,
    pub(crate) created: u64,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) next: Option<GameId>,
    /// What it did to the ratings of white and black.
    pub(crate) rating_changes: [Option<RatingChange>; 2],
    /// Why it counted less than other rated games.
    pub(crate) mark: Option<Mark>,
}

/// Who finds a game in lists. Who has its link may watch it in any case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Audience {
    /// Its players.
    #[default]
    Players,
    /// Everybody.
    Everybody,
}

/// A game to be made.
#[derive(Clone, Debug)]
pub(crate) struct NewGame {
    pub(crate) setup: Setup,
    pub(crate) start: Option<String>,
    pub(crate) seats: [Seat; 2],
    pub(crate) random_colours: bool,
    pub(crate) public: bool,
    /// Whether white and black want everybody to find it. Who joins a game of the lobby takes it as it
    /// is; who comes by a link has not said anything yet.
    pub(crate) shows: [bool; 2],
    pub(crate) clock: TimeControl,
    pub(crate) rated: bool,
    /// The game it follows by rematch.
    pub(crate) after: Option<i64>,
}

/// How many games of somebody are not over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Going {
    /// That wait for somebody.
    pub(crate) open: u32,
    /// That are being played.
    pub(crate) live: u32,
}

/// Which games are asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filter {
    pub(crate) player: Option<PersonId>,
    pub(crate) status: Option<Status>,
    /// The family of games, by its word.
    pub(crate) family: Option<String>,
    pub(crate) setup: Option<String>,
    pub(crate) rated: Option<bool>,
    pub(crate) result: Option<GameResult>,
    pub(crate) against: Option<Against>,
    /// Made at this time or later, and before that one, in milliseconds since 1970.
    pub(crate) since: Option<u64>,
    pub(crate) until: Option<u64>,
    /// Who asks: everybody, or the players of these games themselves.
    pub(crate) asked_by: Audience,
    /// Only those made before this one.
    pub(crate) before: Option<GameId>,
    pub(crate) limit: u32,
}

impl Filter {
    /// The index by which listed games are found. Each has all that can be asked for; left to itself
    /// the database takes one for which it has to look at every game. Games that are being played
    /// or wait are few.
    /// PostgreSQL counts what there is and needs no such word.
    fn index(&self, kind: Kind) -> &'static str {
        if kind == Kind::Postgres || self.asked_by == Audience::Players || self.player.is_some() {
            return "";
        }
        match (self.status, &self.family) {
            (Some(Status::Open | Status::Live), _) => "INDEXED BY games_listed",
            (_, Some(_)) => "INDEXED BY games_listed_of",
            (Some(Status::Over | Status::Aborted), None) => "INDEXED BY games_listed",
            (None, None) => "INDEXED BY games_listed_at",
        }
    }
}

const COLUMNS: &str = "games.id, games.name, games.setup, start, white, black, white_computer, \
     black_computer, lot, public, clock, rated, status, games.created, winner, reason, next, listed, white_name, \
     black_name, white_shows, black_shows";

impl Store {
    /// Makes a game; it is live when both seats are taken. A game is followed by one rematch: a
    /// second one is stale. The room of that game names its claim to it.
    pub(crate) async fn create_game(
        &self,
        new: NewGame,
        claim: Option<Epoch>,
    ) -> Result<Game, StoreError> {
        let families = self.families.clone();
        let (after, claim) = (
            new.after.unwrap_or_default(),
            claim.filter(|_| new.after.is_some()),
        );
        self.write_claimed(after, claim, move |connection| {
            let sql = "INSERT INTO games (name, setup, start, white, black, white_computer, \
                 black_computer, lot, public, clock, rated, status, created, listed, white_name, black_name, \
                 white_shows, black_shows) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)";
            let id = GameId::random();
            let open = new.seats.contains(&Seat::Empty);
            let [white, black] = &new.seats;
            let (setup, clock) = (new.setup.to_string(), new.clock.to_string());
            let people = [white, black].map(|seat| seat.person().map(|person| person.0));
            let computers = [computer(white), computer(black)];
            let names = [white.name_here(), black.name_here()];
            let values = params![
                id.as_str(),
                setup,
                new.start,
                people[0],
                people[1],
                computers[0],
                computers[1],
                new.random_colours,
                new.public,
                clock,
                new.rated,
                if open { "open" } else { "live" },
                calendar() as i64,
                (new.public || !open) && new.shows == [true; 2],
                names[0],
                names[1],
                new.shows[0],
                new.shows[1],
            ];
            connection.execute(sql, values)?;
            if let Some(after) = new.after {
                let follows = "UPDATE games SET next = ?2 WHERE id = ?1 AND next IS NULL";
                let changed = connection.execute(follows, params![after, id.as_str()])?;
                if changed == 0 {
                    return Err(StoreError::Stale);
                }
            }
            find(connection, &families, id)
        })
        .await
    }

    /// Sits a person down at an open game, whose seats are then these; `left` is an open game of
    /// theirs that is called off by it. Stale, and nothing is changed, when either is not open any
    /// more.
    pub(crate) async fn join_game(
        &self,
        game: i64,
        claim: Option<Epoch>,
        seats: [PersonId; 2],
        left: Option<i64>,
    ) -> Result<Game, StoreError> {
        let (families, now) = (self.families.clone(), self.uptime().now());
        self.write_claimed(game, claim, move |connection| {
            connection.lock(Lock::Games(left.into_iter().chain([game]).collect()))?;
            let before = by_key(connection, &families, game)?;
            let maker = before.seats.iter().position(|seat| seat.person().is_some());
            let maker = maker.ok_or(StoreError::Stale)?;
            let wish = before.shows[maker];
            // Who comes from the lobby finds a game as it is; who comes by a link has yet to be asked.
            let guest = before.public && before.shows[1 - maker];
            let made_by = before.seats[maker].person();
            let shows = seats.map(|seat| if Some(seat) == made_by { wish } else { guest });
            let sql = "UPDATE games SET white = ?2, black = ?3, white_shows = ?4, black_shows = ?5, \
                 listed = ?4 AND ?5, status = 'live' WHERE id = ?1 AND status = 'open'";
            let [white, black] = seats;
            let values = params![game, white.0, black.0, shows[0], shows[1]];
            let joined = connection.execute(sql, values)?;
            let called_off = match left {
                None => 1,
                Some(left) => replace(connection, left, before.id, now)?,
            };
            if joined == 0 || called_off == 0 {
                return Err(StoreError::Stale);
            }
            by_key(connection, &families, game)
        })
        .await
    }

    /// Keeps whether white and black want everybody to find a game. One that waits for whoever has
    /// its link is not found by others.
    pub(crate) async fn show_game(
        &self,
        game: i64,
        claim: Option<Epoch>,
        shows: [bool; 2],
    ) -> Result<Game, StoreError> {
        let families = self.families.clone();
        self.write_claimed(game, claim, move |connection| {
            let sql = "UPDATE games SET white_shows = ?2, black_shows = ?3, \
                 listed = ?2 AND ?3 AND (public OR status <> 'open') WHERE id = ?1";
            let [white, black] = shows;
            connection.execute(sql, params![game, white, black])?;
            by_key(connection, &families, game)
        })
        .await
    }

    /// A game and its log.
    pub(crate) async fn load_game(&self, id: GameId) -> Result<(Game, Vec<Entry>), StoreError> {
        let families = self.families.clone();
        self.read(move |connection| {
            let game = find(connection, &families, id)?;
            let entries = entries(connection, &game)?;
            Ok((game, entries))
        })
        .await
    }

    /// Games with their logs, the newest first.
    pub(crate) async fn list_logs(
        &self,
        filter: Filter,
    ) -> Result<Vec<(Game, Vec<Entry>)>, StoreError> {
        let families = self.families.clone();
        self.read(move |connection| {
            let games = list(connection, &families, filter)?.into_iter();
            games
                .map(|game| entries(connection, &game).map(|entries| (game, entries)))
                .collect()
        })
        .await
    }

    /// Games, the newest first.
    pub(crate) async fn list_games(&self, filter: Filter) -> Result<Vec<Game>, StoreError> {
        let families = self.families.clone();
        self.read(move |connection| list(connection, &families, filter))
            .await
    }

    /// How many games of a person wait for somebody, and how many are being played.
    pub(crate) async fn going(&self, person: PersonId) -> Result<Going, StoreError> {
        self.read(move |connection| {
            let mut going = Going::default();
            // The condition of the indexes, word for word: otherwise they are not used.
            for of in ["white = ?1", "black = ?1 AND white IS DISTINCT FROM black"] {
                let sql = format!(
                    "SELECT count(*) FILTER (WHERE status = 'open'), \
                     count(*) FILTER (WHERE status = 'live') FROM games \
                     WHERE {of} AND status IN ('open', 'live')"
                );
                let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
                let (open, live): (u32, u32) =
                    connection.query_row(&sql, params![person.0], read)?;
                going.open += open;
                going.live += live;
            }
            Ok(going)
        })
        .await
    }

    /// The ids of live games whose clock counts seconds and runs, since both have moved: theirs has to
    /// be watched.
    pub(crate) async fn ticking_games(&self) -> Result<Vec<GameId>, StoreError> {
        self.read(|connection| {
            let sql = "SELECT name FROM games WHERE status = 'live' AND clock LIKE '%+%' \
                       AND EXISTS (SELECT 1 FROM log WHERE game = games.id AND ply = 1)";
            ids(connection, sql, &[])
        })
        .await
    }

    /// The ids of games whose days have run out. Where there are several servers some are early: the
    /// site's uptime is ahead of what most games go by.
    pub(crate) async fn due_games(&self) -> Result<Vec<GameId>, StoreError> {
        let (mut now, site) = (self.uptime().now(), self.membership().is_some());
        self.read(move |connection| {
            if site {
                now = now.max(site_uptime(connection)?);
            }
            let sql = "SELECT name FROM games WHERE deadline <= ?1 LIMIT 100";
            ids(connection, sql, params![now.0 as i64])
        })
        .await
    }
}

/// Calls off an open game because another one has taken its place; how many were.
fn replace(
    connection: &Connection,
    game: i64,
    by: GameId,
    now: Millis,
) -> Result<usize, StoreError> {
    let sql = "UPDATE games SET status = 'aborted', next = ?2 WHERE id = ?1 AND status = 'open'";
    let replaced = connection.execute(sql, params![game, by.as_str()])?;
    if replaced > 0 {
        // The first entry of its log, as of any game that is called off before anybody came.
        let entry = Entry {
            ply: 0,
            kind: EntryKind::Abort,
            uptime: now,
            at: calendar(),
            left: None,
        };
        insert(connection, game, &entry)?;
    }
    Ok(replaced)
}

fn computer(seat: &Seat) -> Option<&str> {
    match seat {
        Seat::Computer(player) => Some(player),
        Seat::Empty | Seat::Person(_) | Seat::Here(_) => None,
    }
}

pub(super) fn ids(
    connection: &Connection,
    sql: &str,
    values: Values<'_>,
) -> Result<Vec<GameId>, StoreError> {
    let ids = connection.query(sql, values, |row| row.get::<String>(0))?;
    ids.iter().map(|id| read_id(id)).collect()
}

pub(super) fn read_id(text: &str) -> Result<GameId, StoreError> {
    text.parse().map_err(|_| unreadable(text, GamePart::Id))
}

fn find(connection: &Connection, families: &Families, id: GameId) -> Result<Game, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM games WHERE games.name = ?1");
    let row = connection.query_row(&sql, params![id.as_str()], Columns::read)?;
    row.game(connection, families)
}

pub(super) fn by_key(
    connection: &Connection,
    families: &Families,
    key: i64,
) -> Result<Game, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM games WHERE games.id = ?1");
    let row = connection.query_row(&sql, params![key], Columns::read)?;
    row.game(connection, families)
}

fn list(
    connection: &Connection,
    families: &Families,
    filter: Filter,
) -> Result<Vec<Game>, StoreError> {
    let Listing { sql, values } = Listing::of(&filter, connection.kind());
    let values: Vec<&dyn ToValue> = values.iter().map(|value| value as &dyn ToValue).collect();
    let rows = connection.query(&sql, &values, Columns::read)?;
    let games = rows.into_iter();
    games.map(|row| row.game(connection, families)).collect()
}

/// How games are asked of the database.
struct Listing<'a> {
    sql: String,
    values: Vec<Value<'a>>,
}

impl<'a> Listing<'a> {
    /// Games of a person have two indexes, one a colour; each gives its newest. Others are found by
    /// what they are about, by an index that has all that is asked for.
    fn of(filter: &'a Filter, kind: Kind) -> Listing<'a> {
        let mut listing = Listing {
            sql: String::new(),
            values: Vec::new(),
        };
        let mut conditions = Vec::new();
        let whole = |number: u64| Value::Integer(number.min(i64::MAX as u64) as i64);
        let asked = [
            (
                "status =",
                filter.status.map(|status| Value::Text(status_word(status))),
            ),
            ("family =", filter.family.as_deref().map(Value::Text)),
            ("setup =", filter.setup.as_deref().map(Value::Text)),
            ("rated =", filter.rated.map(Value::Bool)),
            (
                "against =",
                filter
                    .against
                    .map(|against| Value::Text(against_word(against))),
            ),
            ("created >=", filter.since.map(whole)),
            ("created <", filter.until.map(whole)),
        ];
        for (condition, value) in asked {
            if let Some(value) = value {
                conditions.push(format!("{condition} {}", listing.with(value)));
            }
        }
        if filter.asked_by == Audience::Everybody {
            conditions.push("listed".to_owned());
        }
        if let Some(before) = &filter.before {
            let before = listing.with(Value::Text(before.as_str()));
            conditions.push(format!("id < (SELECT id FROM games WHERE name = {before})"));
        }
        let limit = listing.with(Value::Integer(filter.limit.into()));
        let index = filter.index(kind);
        let keys = |own: Option<String>, side: Option<Side>| {
            let result = filter.result.map(|result| result_condition(result, side));
            let all = own.into_iter().chain(result).chain(conditions.clone());
            let condition = match all.collect::<Vec<String>>().as_slice() {
                [] => String::new(),
                all => format!("WHERE {}", all.join(" AND ")),
            };
            format!("SELECT id FROM games {index} {condition} ORDER BY id DESC LIMIT {limit}")
        };
        let chosen = match filter.player {
            None => keys(None, None),
            Some(person) => {
                let person = listing.with(Value::Integer(person.0));
                let own = |colour, side| keys(Some(format!("{colour} = {person}")), Some(side));
                let (white, black) = (own("white", Side::White), own("black", Side::Black));
                format!("SELECT id FROM ({white}) AS one UNION SELECT id FROM ({black}) AS other")
            }
        };
        listing.sql = format!(
            "SELECT {COLUMNS} FROM games WHERE id IN ({chosen}) ORDER BY id DESC LIMIT {limit}"
        );
        listing
    }

    /// Where a value stands in the statement.
    fn with(&mut self, value: Value<'a>) -> String {
        self.values.push(value);
        format!("?{}", self.values.len())
    }
}

/// A result as a condition; for the player of a side where one is asked for. Called off games have
/// no result.
fn result_condition(result: GameResult, side: Option<Side>) -> String {
    let winner = |side: Side| match side {
        Side::White => "winner = 'white'",
        Side::Black => "winner = 'black'",
    };
    let condition = match (result, side) {
        (GameResult::White, _) => winner(Side::White),
        (GameResult::Black, _) => winner(Side::Black),
        (GameResult::Drawn, _) => "status = 'over' AND winner IS NULL",
        (GameResult::Won, Some(side)) => winner(side),
        (GameResult::Lost, Some(side)) => winner(side.other()),
        // Nobody's games are won or lost by nobody.
        (GameResult::Won | GameResult::Lost, None) => "FALSE",
    };
    condition.to_owned()
}

const fn against_word(against: Against) -> &'static str {
    match against {
        Against::Computer => "computer",
        Against::People => "people",
        Against::Here => "here",
    }
}

/// A row as it is stored.
struct Columns {
    key: i64,
    id: String,
    setup: String,
    start: Option<String>,
    people: [Option<i64>; 2],
    computers: [Option<String>; 2],
    random_colours: bool,
    public: bool,
    clock: String,
    rated: bool,
    status: String,
    created: i64,
    winner: Option<String>,
    reason: Option<String>,
    next: Option<String>,
    listed: bool,
    names: [Option<String>; 2],
    shows: [bool; 2],
}

impl Columns {
    fn read(row: &Row<'_>) -> database::Result<Columns> {
        Ok(Columns {
            key: row.get(0)?,
            id: row.get(1)?,
            setup: row.get(2)?,
            start: row.get(3)?,
            people: [row.get(4)?, row.get(5)?],
            computers: [row.get(6)?, row.get(7)?],
            random_colours: row.get(8)?,
            public: row.get(9)?,
            clock: row.get(10)?,
            rated: row.get(11)?,
            status: row.get(12)?,
            created: row.get(13)?,
            winner: row.get(14)?,
            reason: row.get(15)?,
            next: row.get(16)?,
            listed: row.get(17)?,
            names: [row.get(18)?, row.get(19)?],
            shows: [row.get(20)?, row.get(21)?],
        })
    }

    fn game(self, connection: &Connection, families: &Families) -> Result<Game, StoreError> {
        let setup = families.setup(&self.setup);
        let setup = setup.map_err(|_| unreadable(&self.id, GamePart::Setup))?;
        let clock = self.clock.parse();
        let clock = clock.map_err(|_| unreadable(&self.id, GamePart::Clock))?;
        let status = read_status(&self.status);
        let status = status.ok_or_else(|| unreadable(&self.id, GamePart::Status))?;
        let family = setup.family();
        let [white, black] = self.computers;
        let seats = match self.people {
            [Some(white), Some(black)] if white == black => self.names.map(|name| {
                let person = PersonId(white);
                Seat::Here(Here { person, name })
            }),
            [first, second] => [
                seat(connection, first, white, family)?,
                seat(connection, second, black, family)?,
            ],
        };
        let (mut rating_changes, mut mark) = ([None; 2], None);
        if self.rated && status == Status::Over {
            for change in changes(connection, self.key)? {
                let side = seats
                    .iter()
                    .position(|seat| seat.person() == Some(change.person));
                if let Some(side) = side {
                    rating_changes[side] = Some(change.values);
                }
                mark = change.mark;
            }
        }
        let endings = setup.endings();
        let reason = self.reason.as_deref();
        let reason = reason.and_then(|tag| Reason::from_tag(tag, endings));
        Ok(Game {
            key: self.key,
            id: read_id(&self.id)?,
            setup,
            start: self.start,
            seats,
            random_colours: self.random_colours,
            public: self.public,
            audience: if self.listed {
                Audience::Everybody
            } else {
                Audience::Players
            },
            shows: self.shows,
            clock,
            rated: self.rated,
            status,
            created: self.created as u64,
            outcome: reason.map(|reason| Outcome {
                winner: self.winner.as_deref().map(|winner| match winner {
                    "white" => Side::White,
                    _ => Side::Black,
                }),
                reason,
            }),
            next: self.next.as_deref().map(read_id).transpose()?,
            rating_changes,
            mark,
        })
    }
}

pub(super) fn unreadable(game: &str, part: GamePart) -> StoreError {
    let game = game.to_owned();
    StoreError::Unreadable { game, part }
}

fn seat(
    connection: &Connection,
    person: Option<i64>,
    computer: Option<String>,
    family: &str,
) -> Result<Seat, StoreError> {
    let Some(person) = person.map(PersonId) else {
        return Ok(computer.map_or(Seat::Empty, Seat::Computer));
    };
    let sql = "SELECT name, key IS NOT NULL FROM people WHERE id = ?1";
    let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
    let (name, account): (String, bool) = connection.query_row(sql, params![person.0], read)?;
    let account_kind = if account {
        AccountKind::Account
    } else {
        AccountKind::Guest
    };
    let rating = rating(connection, person, family)?;
    Ok(Seat::Person(Seated {
        person,
        name,
        account_kind,
        rating,
    }))
}

const fn status_word(status: Status) -> &'static str {
    match status {
        Status::Open => "open",
        Status::Live => "live",
        Status::Over => "over",
        Status::Aborted => "aborted",
    }
}

fn read_status(word: &str) -> Option<Status> {
    let all = [Status::Open, Status::Live, Status::Over, Status::Aborted];
    all.into_iter().find(|status| status_word(*status) == word)
}

#[cfg(test)]
mod tests;
