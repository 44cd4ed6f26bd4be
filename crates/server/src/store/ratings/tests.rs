//! What many rated games come to, held against a second computation that shares nothing with the
//! first but the crate of the formulas; and what it takes to find ratings among many.

use std::collections::HashMap;

use game::{Random, Reason, Side};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use super::*;
use crate::game_id::GameId;
use crate::store::schema;
use crate::store::testing::{TestDatabase, on_both};

const HOUR: u64 = 3600 * 1000;

/// Does something with a database in which there are so many people.
fn with(database: &TestDatabase, people: i64, work: impl FnOnce(&Connection) + Send) {
    drop(database.open().unwrap());
    database.with(|connection| {
        for id in 1..=people {
            let sql = "INSERT INTO people (id, name, key, created) VALUES (?1, ?2, ?2, 0)";
            let name = format!("person{id}");
            connection.execute(sql, params![id, name]).unwrap();
        }
        work(connection);
    });
}

/// A game that is over, and what it did to ratings.
fn end(connection: &Connection, people: [i64; 2], at: u64, outcome: Outcome, mark: Option<Mark>) {
    let sql = "INSERT INTO games (name, setup, white, black, lot, public, clock, rated, status, created) \
               VALUES (?1, 'moulin:envol', ?2, ?3, FALSE, TRUE, 'none', TRUE, 'over', 0) RETURNING id";
    let (name, [white, black]) = (GameId::random(), people);
    let game = connection
        .insert(sql, params![name.as_str(), white, black])
        .unwrap();
    let rated = Rated {
        family: "moulin",
        people: people.map(PersonId),
        mark,
    };
    rate(connection, game, at, &rated, outcome).unwrap();
}

fn of(connection: &Connection, person: i64) -> Option<Rating> {
    rating(connection, PersonId(person), "moulin").unwrap()
}

async fn ratings_are_what_a_second_computation_gives(database: TestDatabase) {
    const PEOPLE: u64 = 4;
    with(&database, PEOPLE as i64, |connection| {
        let mut random = Random::new(17);
        let mut model: HashMap<i64, (Glicko2Rating, u32)> = HashMap::new();
        // Games that counted: who, and when.
        let mut counted: Vec<([i64; 2], u64)> = Vec::new();
        let mut now = 1_800_000_000_000;
        for _ in 0..600 {
            now += random.below(3 * HOUR);
            let white = random.below(PEOPLE) as i64 + 1;
            let black = (white + random.below(PEOPLE - 1) as i64) % PEOPLE as i64 + 1;
            let short = random.below(8) == 0;
            let outcome = match random.below(3) {
                0 => Outcome::win(Side::White, Reason::Resignation),
                1 => Outcome::win(Side::Black, Reason::Time),
                _ => Outcome::draw(Reason::Agreement),
            };
            let pair = [white.min(black), white.max(black)];
            let lately = |(two, at): &&([i64; 2], u64)| *two == pair && *at + 24 * HOUR > now;
            let weight = match counted.iter().filter(lately).count() {
                _ if short => 0.0,
                0..=2 => 1.0,
                3 => 0.5,
                4 => 0.25,
                _ => 0.0,
            };
            if weight > 0.0 {
                counted.push((pair, now));
                let mut known = |id| model.entry(id).or_insert((Glicko2Rating::new(), 0)).0;
                let old = [known(white), known(black)];
                let score = match outcome.winner {
                    Some(Side::White) => Outcomes::WIN,
                    Some(Side::Black) => Outcomes::LOSS,
                    None => Outcomes::DRAW,
                };
                let new = glicko2(&old[0], &old[1], &score, &Glicko2Config::new());
                for (id, old, new) in [(white, old[0], new.0), (black, old[1], new.1)] {
                    let part = |old: f64, new: f64| old * (1.0 - weight) + new * weight;
                    let rating = Glicko2Rating {
                        rating: part(old.rating, new.rating),
                        deviation: part(old.deviation, new.deviation),
                        volatility: part(old.volatility, new.volatility),
                    };
                    let games = model[&id].1 + 1;
                    model.insert(id, (rating, games));
                }
            }
            end(
                connection,
                [white, black],
                now,
                outcome,
                short.then_some(Mark::Short),
            );
        }
        for id in 1..=PEOPLE as i64 {
            let (expected, games) = model[&id];
            let found = of(connection, id).unwrap();
            assert!((found.value - expected.rating).abs() < 1e-6, "{found:?}");
            assert!((found.deviation - expected.deviation).abs() < 1e-6);
            assert!((found.volatility - expected.volatility).abs() < 1e-9);
            assert_eq!(found.games, games);
        }
        let kept: (u32, u32) = connection
            .query_row(
                "SELECT min(opponents), max(opponents) FROM ratings",
                &[],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .unwrap();
        assert_eq!(kept, (3, 3), "everybody has met everybody else");
        let lines: u32 = connection
            .query_row("SELECT count(*) FROM rating_changes", &[], |row| row.get(0))
            .unwrap();
        assert_eq!(lines, 1200, "each game is kept for both");
    });
}

async fn a_hundred_games_on_a_day_move_two_ratings_by_what_five_move_them(database: TestDatabase) {
    with(&database, 2, |connection| {
        let win = Outcome::win(Side::White, Reason::Resignation);
        let mut after_five = None;
        for game in 0..100 {
            end(
                connection,
                [1, 2],
                1_800_000_000_000 + 60_000 * game,
                win,
                None,
            );
            if game == 4 {
                after_five = of(connection, 1);
            }
        }
        assert_eq!(of(connection, 1), after_five);
        let gained = of(connection, 1).unwrap().value - 1500.0;
        let lost = 1500.0 - of(connection, 2).unwrap().value;
        assert!(
            (gained - lost).abs() < 1e-6,
            "what one gains the other loses"
        );
        assert!(gained < 300.0, "{gained}");
        // The next day they count again; and a calendar that was set back does not help.
        let next = 1_800_000_000_000 + 30 * HOUR;
        end(connection, [1, 2], next, win, None);
        assert_ne!(of(connection, 1), after_five);
        let before = of(connection, 1);
        for game in 0..10 {
            end(connection, [1, 2], 1000 + game, win, None);
        }
        assert_eq!(of(connection, 1), before);
    });
}

async fn who_has_no_account_any_more_is_not_rated(database: TestDatabase) {
    with(&database, 2, |connection| {
        connection
            .execute("UPDATE people SET key = NULL WHERE id = 2", &[])
            .unwrap();
        let win = Outcome::win(Side::White, Reason::Resignation);
        end(connection, [1, 2], 1_800_000_000_000, win, None);
        assert_eq!((of(connection, 1), of(connection, 2)), (None, None));
    });
}

#[test]
fn ratings_are_found_by_an_index() {
    let database = TestDatabase::sqlite();
    with(&database, 1, |connection| {
        for (sql, index) in [
            (&*leaders_sql(), "ratings_settled"),
            (EARLIER, "rating_changes_between"),
        ] {
            let plan = schema::plan(connection, sql);
            assert!(plan.contains(index), "{plan}");
            assert!(
                !plan.contains("SCAN") && !plan.contains("TEMP B-TREE"),
                "{plan}"
            );
        }
    });
}

on_both![
    ratings_are_what_a_second_computation_gives,
    a_hundred_games_on_a_day_move_two_ratings_by_what_five_move_them,
    who_has_no_account_any_more_is_not_rated,
];
