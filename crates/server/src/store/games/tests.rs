//! How games are found among many.

use std::time::Instant;

use super::*;
use crate::store::schema;
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
        let Listing { sql, .. } = Listing::of(&filter);
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
    connection.execute(fill, []).unwrap();
    let fill = "INSERT INTO games (id, name, setup, white, black, lot, public, clock, rated, status, \
                created, winner, reason, listed, white_shows, black_shows) \
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) \
                SELECT i, printf('%012d', i), \
                CASE i % 3 WHEN 0 THEN 'mijnlieff' WHEN 1 THEN 'moulin:envol' ELSE 'moulin:classique' END, \
                i % 1000 + 1, (i + 7) % 1000 + 1, 0, 1, 'none', 0, 'over', i, 'white', 'resignation', \
                i % 2, 1, 1 FROM n";
    connection.execute(fill, [GAMES]).unwrap();
    for filter in filters() {
        let Listing { sql, values } = Listing::of(&filter);
        let began = Instant::now();
        let mut select = connection.prepare(&sql).unwrap();
        let rows = select
            .query_map(params_from_iter(values), |row| row.get::<_, i64>(0))
            .unwrap();
        let found = rows.count();
        let took = began.elapsed();
        println!("{found:>4} in {took:?}");
        // A whole scan of the table by its rows takes some hundred milliseconds; this is a debug
        // build beside others.
        assert!(took.as_millis() < 100, "{took:?} for {filter:?}");
    }
}
