//! How games are found among many.

use std::time::Instant;

use super::*;
use crate::store::schema;
use crate::store::testing::{TestDatabase, on_both};
use crate::test_folder::TestFolder;

/// All that lists are asked for, alone and together.
fn filters() -> Vec<Filter> {
    let all = Filter {
        asked_by: Audience::Everybody,
        limit: 50,
        ..Filter::default()
    };
    let family = |family: &str| Some(family.to_owned());
    let mut filters = vec![
        all.clone(),
        Filter {
            status: Some(Status::Live),
            ..all.clone()
        },
        Filter {
            family: family("mijnlieff"),
            ..all.clone()
        },
        Filter {
            family: family("mijnlieff"),
            status: Some(Status::Over),
            ..all.clone()
        },
        Filter {
            setup: family("moulin:barreau"),
            ..all.clone()
        },
        Filter {
            rated: Some(true),
            result: Some(GameResult::Drawn),
            ..all.clone()
        },
        Filter {
            against: Some(Against::Here),
            ..all.clone()
        },
        Filter {
            family: family("moulin"),
            status: Some(Status::Over),
            rated: Some(true),
            result: Some(GameResult::Black),
            ..all.clone()
        },
        Filter {
            since: Some(100),
            until: Some(200),
            ..all.clone()
        },
    ];
    let own: Vec<Filter> = filters
        .iter()
        .map(|filter| Filter {
            player: Some(PersonId(1)),
            ..filter.clone()
        })
        .collect();
    filters.extend(own);
    filters
}

#[test]
fn every_list_is_found_by_an_index() {
    let folder = TestFolder::new();
    std::fs::create_dir_all(folder.path()).unwrap();
    let connection = schema::open_writer(&folder.path().join("games.db")).unwrap();
    for filter in filters() {
        let Listing { sql, .. } = Listing::of(&filter, Kind::Sqlite);
        let plan = schema::plan(&connection, &sql);
        for step in plan.lines().filter(|step| step.contains("games")) {
            let indexed = step.contains("USING") && step.contains("INDEX")
                || step.contains("INTEGER PRIMARY KEY");
            assert!(indexed, "{filter:?}\n{plan}");
        }
        // Of one player's games the newest of each colour are put together: a hundred at most.
        let covered = plan.contains("INDEX games_listed");
        assert!(covered || filter.player.is_some(), "{filter:?}\n{plan}");
        let sorts = plan.contains("FOR ORDER BY") && filter.player.is_none();
        assert!(!sorts, "{filter:?}\n{plan}");
    }
}

/// A hundred thousand games: what nobody finds takes longest.
#[test]
fn lists_are_quick_among_a_hundred_thousand_games() {
    const GAMES: i64 = 100_000;
    let folder = TestFolder::new();
    std::fs::create_dir_all(folder.path()).unwrap();
    let connection = schema::open_writer(&folder.path().join("games.db")).unwrap();
    let fill = "INSERT INTO people (id, name, created) \
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) \
                SELECT i, 'person ' || i, 0 FROM n";
    connection.execute(fill, &[]).unwrap();
    let fill = "INSERT INTO games (id, name, setup, white, black, lot, public, clock, rated, status, \
                created, winner, reason, listed, white_shows, black_shows) \
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) \
                SELECT i, printf('%012d', i), \
                CASE i % 3 WHEN 0 THEN 'mijnlieff' WHEN 1 THEN 'moulin:envol' ELSE 'moulin:classique' END, \
                i % 1000 + 1, (i + 7) % 1000 + 1, 0, 1, 'none', 0, 'over', i, 'white', 'resignation', \
                i % 2, 1, 1 FROM n";
    connection.execute(fill, params![GAMES]).unwrap();
    for filter in filters() {
        let Listing { sql, values } = Listing::of(&filter, Kind::Sqlite);
        let began = Instant::now();
        let values: Vec<&dyn ToValue> = values.iter().map(|value| value as &dyn ToValue).collect();
        let rows = connection.query(&sql, &values, |row| row.get::<i64>(0));
        let found = rows.unwrap().len();
        let took = began.elapsed();
        println!("{found:>4} in {took:?}");
        // A whole scan of the table by its rows takes some hundred milliseconds; this is a debug
        // build beside others.
        assert!(took.as_millis() < 100, "{took:?} for {filter:?}");
    }
}

/// What is found is held against what each game says of itself.
async fn every_list_has_what_is_asked_for_and_nothing_else(database: TestDatabase) {
    const GAMES: i64 = 300;
    let store = database.open().unwrap();
    database.with(|connection| {
        for id in 1..=9_i64 {
            let sql = "INSERT INTO people (id, name, created) VALUES (?1, ?2, 0)";
            let name = format!("person {id}");
            connection.execute(sql, params![id, name]).unwrap();
        }
        for game in 1..=GAMES {
            let sql = "INSERT INTO games (name, setup, white, black, lot, public, clock, rated, \
                       status, created, winner, reason, listed) \
                       VALUES (?1, ?2, ?3, ?4, FALSE, TRUE, 'none', ?5, ?6, ?7, ?8, ?9, ?10)";
            let name = GameId::random();
            let setup = ["mijnlieff", "moulin:barreau", "moulin:classique"][game as usize % 3];
            let status = ["over", "live", "over", "aborted"][game as usize / 3 % 4];
            let winner = [Some("white"), Some("black"), None][game as usize / 5 % 3];
            let winner = winner.filter(|_| status == "over");
            let reason = (status == "over").then_some("resignation");
            let (white, black) = (game % 4 + 1, game / 2 % 5 + 1);
            let values = params![
                name.as_str(),
                setup,
                white,
                black,
                game % 7 < 3,
                status,
                game,
                winner,
                reason,
                game % 6 != 5,
            ];
            connection.execute(sql, values).unwrap();
        }
    });
    let every = Filter {
        limit: GAMES as u32,
        ..Filter::default()
    };
    let all = store.list_games(every).await.unwrap();
    assert_eq!(all.len(), GAMES as usize);
    for filter in filters() {
        let fits = |game: &&Game| {
            let people = [0, 1].map(|side| game.seats[side].person());
            let winner = game.outcome.and_then(|outcome| outcome.winner);
            let against = match people[0] == people[1] {
                true => Against::Here,
                false => Against::People,
            };
            game.audience == Audience::Everybody
                && filter
                    .player
                    .is_none_or(|player| people.contains(&Some(player)))
                && filter.status.is_none_or(|status| status == game.status)
                && filter
                    .family
                    .as_deref()
                    .is_none_or(|family| family == game.setup.family())
                && filter
                    .setup
                    .as_deref()
                    .is_none_or(|setup| setup == game.setup.to_string())
                && filter.rated.is_none_or(|rated| rated == game.rated)
                && filter.against.is_none_or(|asked| asked == against)
                && filter.since.is_none_or(|since| game.created >= since)
                && filter.until.is_none_or(|until| game.created < until)
                && filter.result.is_none_or(|result| match result {
                    GameResult::Drawn => game.status == Status::Over && winner.is_none(),
                    GameResult::Black => winner == Some(Side::Black),
                    other => panic!("{other:?} is not asked for here"),
                })
        };
        let expected = all.iter().filter(fits).take(filter.limit as usize);
        let expected: Vec<i64> = expected.map(|game| game.key).collect();
        assert!(!expected.is_empty(), "{filter:?}");
        let found = store.list_games(filter.clone()).await.unwrap();
        let found: Vec<i64> = found.iter().map(|game| game.key).collect();
        assert_eq!(found, expected, "{filter:?}");
    }
}

on_both![every_list_has_what_is_asked_for_and_nothing_else];
