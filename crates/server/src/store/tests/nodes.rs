//! Several nodes on one PostgreSQL server, and a server that goes away. This is about PostgreSQL alone.

use futures_util::future::join_all;

use super::signing_in::new_account;
use super::trouble::recovered;
use super::*;
use crate::one_time::{Secret, Step};
use crate::recovery::RecoveryCode;
use crate::store::database::{Error, Lock};

/// Two nodes; none where PostgreSQL is not installed.
fn two() -> Option<(TestDatabase, [Store; 2])> {
    let database = TestDatabase::postgres()?;
    let nodes = [(); 2].map(|()| database.open().unwrap());
    Some((database, nodes))
}

async fn account(store: &Store, name: &str) -> Person {
    let session = Token::random().hash().into();
    let made = store.create_account(new_account(name, None), None, session);
    made.await.unwrap().person
}

/// Exactly one of two.
fn one_of<T, U>(first: &Result<T, StoreError>, second: &Result<U, StoreError>) -> bool {
    first.is_ok() != second.is_ok()
}

#[tokio::test]
async fn games_of_a_person_that_end_at_two_nodes_at_once_all_count() {
    const GAMES: usize = 24;
    let Some((database, [one, other])) = two() else {
        return;
    };
    let ada = account(&one, "Ada").await;
    let mut ends = Vec::new();
    for number in 0..GAMES {
        let opponent = account(&one, &format!("Opponent {number}")).await;
        // Ada sits on either side, so that nobody locks the two in the order of the seats.
        let seats = match number % 3 {
            0 => [&ada, &opponent],
            _ => [&opponent, &ada],
        };
        let game = one
            .create_game(new_game(seats.map(seat)), None)
            .await
            .unwrap();
        let outcome = Outcome::win([Side::White, Side::Black][number % 2], Reason::Resignation);
        let end = Entry {
            kind: EntryKind::End(outcome),
            ..entry(0, "")
        };
        let rated = Rated {
            family: "moulin",
            people: seats.map(|person| person.id),
            mark: None,
        };
        let ending = Some(Ending::Over {
            outcome,
            rated: Some(rated),
        });
        let consequence = Consequence {
            ending,
            deadline: None,
        };
        let node = [&one, &other][number % 2];
        ends.push(node.append(game.key, None, end, consequence));
    }
    for ended in join_all(ends).await {
        ended.unwrap();
    }
    let (_, profile) = other.profile("ada".to_owned()).await.unwrap();
    let rating = profile.ratings["moulin"];
    assert_eq!(rating.games, GAMES as u32);
    // Each game began where another one had left off.
    let changes: Vec<(f64, f64)> = database.with(|connection| {
        let sql = "SELECT before, after FROM rating_changes WHERE person = ?1";
        let read = |row: &database::Row<'_>| Ok((row.get(0)?, row.get(1)?));
        connection.query(sql, params![ada.id.0], read).unwrap()
    });
    let mut befores: Vec<f64> = changes.iter().map(|(before, _)| *before).collect();
    let mut afters: Vec<f64> = changes.iter().map(|(_, after)| *after).collect();
    befores.push(rating.value);
    afters.push(1500.0);
    befores.sort_by(f64::total_cmp);
    afters.sort_by(f64::total_cmp);
    assert_eq!(befores, afters);
}

#[tokio::test]
async fn of_two_names_alike_at_two_nodes_one_is_taken() {
    let Some((_database, [one, other])) = two() else {
        return;
    };
    for round in 0..10 {
        let names = [format!("Round{round}l"), format!("ROUND{round}I")];
        let [first, second] = names.clone().map(|name| new_account(&name, None));
        let session = || Token::random().hash().into();
        let both = tokio::join!(
            one.create_account(first, None, session()),
            other.create_account(second, None, session()),
        );
        assert!(one_of(&both.0, &both.1), "{names:?}");
        let refused = both.0.err().or(both.1.err());
        assert_eq!(refused, Some(StoreError::NameTaken));
    }
}

#[tokio::test]
async fn a_game_is_joined_at_one_of_two_nodes() {
    let Some((_database, [one, other])) = two() else {
        return;
    };
    let (ada, bo) = (guest(&one, "Ada").await, guest(&one, "Bo").await);
    let cy = guest(&one, "Cy").await;
    for _ in 0..10 {
        let open = one.create_game(new_game([seat(&ada), Seat::Empty]), None);
        let key = open.await.unwrap().key;
        let both = tokio::join!(
            one.join_game(key, None, [ada.id, bo.id], None),
            other.join_game(key, None, [ada.id, cy.id], None),
        );
        assert!(one_of(&both.0, &both.1));
        // Two who wait join each other's game at once: one of the two games goes on.
        let [of_ada, of_bo] = [&ada, &bo].map(|maker| new_game([seat(maker), Seat::Empty]));
        let of_ada = one.create_game(of_ada, None).await.unwrap();
        let of_bo = one.create_game(of_bo, None).await.unwrap();
        let both = tokio::join!(
            one.join_game(of_bo.key, None, [bo.id, ada.id], Some(of_ada.key)),
            other.join_game(of_ada.key, None, [ada.id, bo.id], Some(of_bo.key)),
        );
        assert!(one_of(&both.0, &both.1), "{both:?}");
        let (ada_now, _) = one.load_game(of_ada.id).await.unwrap();
        let (bo_now, _) = one.load_game(of_bo.id).await.unwrap();
        let mut now = [ada_now.status, bo_now.status];
        now.sort_by_key(|status| *status == Status::Live);
        assert_eq!(now, [Status::Aborted, Status::Live]);
    }
}

#[tokio::test]
async fn of_two_nodes_one_has_the_next_entry_and_the_rematch() {
    let Some((_database, [one, other])) = two() else {
        return;
    };
    let (ada, bo, game) = two_and_their_game(&one).await;
    for ply in 0..20 {
        let both = tokio::join!(
            one.append(game.key, None, entry(ply, "d6"), GOES_ON),
            other.append(game.key, None, entry(ply, "f4"), GOES_ON),
        );
        assert!(one_of(&both.0, &both.1));
        assert_eq!(both.0.err().or(both.1.err()), Some(StoreError::Stale));
    }
    let rematch = NewGame {
        after: Some(game.key),
        ..new_game([seat(&bo), seat(&ada)])
    };
    let both = tokio::join!(
        one.create_game(rematch.clone(), None),
        other.create_game(rematch.clone(), None),
    );
    assert!(one_of(&both.0, &both.1));
    let made = both.0.or(both.1).unwrap();
    let (game, entries) = other.load_game(game.id).await.unwrap();
    assert_eq!((game.next, entries.len()), (Some(made.id), 20));
    let filter = Filter {
        player: Some(ada.id),
        limit: 10,
        ..Filter::default()
    };
    assert_eq!(one.list_games(filter).await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_code_counts_at_one_of_two_nodes() {
    let Some((_database, [one, other])) = two() else {
        return;
    };
    let ada = account(&one, "Ada").await.id;
    one.begin_second_factor(ada, Secret::random())
        .await
        .unwrap();
    for step in 1..10 {
        let both = tokio::join!(
            one.use_code(ada, Step(step)),
            other.use_code(ada, Step(step))
        );
        assert!(both.0.unwrap() != both.1.unwrap());
    }
    let [code, next, another] = [(); 3].map(|()| RecoveryCode::random().hash());
    one.set_recovery(ada, code).await.unwrap();
    let session = || Token::random().hash().into();
    let both = tokio::join!(
        one.recover(ada, code, next, "one".to_owned(), session()),
        other.recover(ada, code, another, "other".to_owned(), session()),
    );
    assert!(one_of(&both.0, &both.1));
}

#[tokio::test]
async fn an_account_that_is_deleted_while_its_game_ends_leaves_no_rating() {
    let Some((database, [one, other])) = two() else {
        return;
    };
    for round in 0..8 {
        let (ada, bo) = (
            account(&one, &format!("Ada {round}")).await,
            account(&one, &format!("Bo {round}")).await,
        );
        let game = one.create_game(new_game([seat(&ada), seat(&bo)]), None);
        let game = game.await.unwrap();
        let outcome = Outcome::win(Side::White, Reason::Resignation);
        let end = Entry {
            kind: EntryKind::End(outcome),
            ..entry(0, "")
        };
        let rated = Rated {
            family: "moulin",
            people: [ada.id, bo.id],
            mark: None,
        };
        let consequence = Consequence {
            ending: Some(Ending::Over {
                outcome,
                rated: Some(rated),
            }),
            deadline: None,
        };
        let both = tokio::join!(
            one.append(game.key, None, end, consequence),
            other.forget_person(ada.id),
        );
        both.0.unwrap();
        both.1.unwrap();
        let left = database.with(|connection| {
            let sql = "SELECT 1 FROM ratings WHERE person = ?1";
            connection.exists(sql, params![ada.id.0]).unwrap()
        });
        assert!(!left, "round {round}");
    }
}

/// Jobs that are stored together hold the rows of each other: two nodes then wait for each other, and
/// what had to give way is done again.
#[tokio::test]
async fn nodes_that_wait_for_each_other_lose_nothing() {
    const PEOPLE: i64 = 4;
    const ROUNDS: i64 = 25;
    let Some((database, nodes)) = two() else {
        return;
    };
    for number in 0..PEOPLE {
        guest(&nodes[0], &format!("Guest {number}")).await;
    }
    let ids: Vec<i64> = database.with(|connection| {
        connection
            .execute("UPDATE people SET created = 0", &[])
            .unwrap();
        let sql = "SELECT id FROM people ORDER BY id";
        connection.query(sql, &[], |row| row.get(0)).unwrap()
    });
    let mut jobs = Vec::new();
    for round in 0..ROUNDS {
        for (node, store) in nodes.iter().enumerate() {
            for step in 0..PEOPLE {
                // One node goes upwards, the other one downwards.
                let step = if node == 0 { step } else { PEOPLE - 1 - step };
                let id = ids[((round + step) % PEOPLE) as usize];
                jobs.push(store.write(move |connection| {
                    connection.lock(Lock::People(vec![id]))?;
                    let sql = "UPDATE people SET created = created + 1 WHERE id = ?1";
                    Ok(connection.execute(sql, params![id])?)
                }));
            }
        }
    }
    for done in join_all(jobs).await {
        assert_eq!(done, Ok(1));
    }
    let counts: Vec<i64> = database.with(|connection| {
        let sql = "SELECT created FROM people ORDER BY id";
        connection.query(sql, &[], |row| row.get(0)).unwrap()
    });
    assert_eq!(counts, vec![2 * ROUNDS; PEOPLE as usize]);
}

#[tokio::test]
async fn nodes_that_start_at_once_make_the_database_once() {
    let Some(database) = TestDatabase::empty_postgres() else {
        return;
    };
    let opened = thread::scope(|scope| {
        let nodes = [(); 5].map(|()| scope.spawn(|| database.open().map(drop)));
        nodes.map(|node| node.join().unwrap())
    });
    assert_eq!(opened, [const { Ok(()) }; 5]);
    assert!(database.open().is_ok());
}

#[tokio::test]
async fn a_database_that_is_not_ours_is_left_alone() {
    let Some(foreign) = TestDatabase::empty_postgres() else {
        return;
    };
    foreign.with(|connection| {
        connection
            .execute_batch("CREATE TABLE recipes (name TEXT)")
            .unwrap();
    });
    assert_eq!(foreign.open().unwrap_err(), StoreError::Foreign);
    let later = TestDatabase::postgres().unwrap();
    later.with(|connection| {
        let sql = "UPDATE merelle_form SET version = 99";
        connection.execute(sql, &[]).unwrap();
    });
    let refused = later.open().unwrap_err();
    assert!(
        matches!(refused, StoreError::Newer { found: 99, .. }),
        "{refused:?}"
    );
    let holed = TestDatabase::postgres().unwrap();
    holed.with(|connection| connection.execute_batch("DROP TABLE log").unwrap());
    let refused = holed.open().unwrap_err();
    assert!(matches!(refused, StoreError::Damaged { .. }), "{refused:?}");
}

#[tokio::test]
async fn nobody_answers_at_a_wrong_address() {
    let folder = crate::test_folder::TestFolder::new();
    let database: Database = "postgres://nobody@127.0.0.1:1/none".parse().unwrap();
    let families = Families::standard();
    let opened = Store::open(
        folder.path(),
        &database,
        families,
        Duration::ZERO,
        Arc::default(),
    );
    let refused = opened.unwrap_err();
    assert!(
        matches!(refused, StoreError::Unreachable { .. }),
        "{refused:?}"
    );
}

#[tokio::test]
async fn a_move_goes_to_the_server_once_and_its_commit_once() {
    const MOVES: u32 = 10;
    let Some(database) = TestDatabase::postgres() else {
        return;
    };
    let store = database.open().unwrap();
    let (_, _, game) = two_and_their_game(&store).await;
    let trips = async || {
        let trips = store.writer.run(|connection| match connection {
            Connection::Postgres(session) => Ok(session.trips()),
            Connection::Sqlite(_) => panic!("this is about PostgreSQL"),
        });
        trips.await.unwrap()
    };
    let deadline = Consequence {
        ending: None,
        deadline: Some(Millis(1 << 40)),
    };
    // The first one is prepared.
    store
        .append(game.key, None, entry(0, "d6"), deadline.clone())
        .await
        .unwrap();
    let before = trips().await;
    for ply in 1..=MOVES {
        let appended = store.append(game.key, None, entry(ply, "d6"), deadline.clone());
        appended.await.unwrap();
    }
    // The question itself is committed too.
    assert_eq!(trips().await - before, u64::from(2 * MOVES + 1));
}

/// Ends every connection to a database but its own.
fn cut(database: &TestDatabase) {
    database.with(|connection| {
        let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                   WHERE datname = current_database() AND pid <> pg_backend_pid()";
        connection.execute(sql, &[]).unwrap();
    });
}

/// The log of a game, once it can be read.
async fn read(store: &Store, game: GameId) -> Vec<Entry> {
    let deadline = std::time::Instant::now() + Duration::from_secs(60);
    loop {
        match store.load_game(game).await {
            Ok((_, log)) => return log,
            Err(error) => assert!(std::time::Instant::now() < deadline, "{error}"),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn connections_that_are_cut_lose_nothing_that_was_acknowledged() {
    let Some(database) = TestDatabase::postgres() else {
        return;
    };
    let store = Arc::new(database.open().unwrap());
    let (_, _, game) = two_and_their_game(&store).await;
    let cutting = {
        let stop = Arc::new(AtomicBool::new(false));
        let (told, place) = (Arc::clone(&stop), Arc::new(database));
        let at = Arc::clone(&place);
        let thread = thread::spawn(move || {
            let mut cuts = 0;
            while !told.load(Ordering::Relaxed) {
                cut(&at);
                cuts += 1;
                thread::sleep(Duration::from_millis(30));
            }
            cuts
        });
        (stop, place, thread)
    };
    let mut ply = 0;
    let mut failures = 0;
    while ply < 300 {
        match store
            .append(game.key, None, entry(ply, "d6"), GOES_ON)
            .await
        {
            Ok(_) => ply += 1,
            Err(_) => {
                failures += 1;
                recovered(&store).await;
                // It may have been stored: the log tells.
                let stored = read(&store, game.id).await.len() as u32;
                assert!(stored == ply || stored == ply + 1, "{stored} at {ply}");
                ply = stored;
            }
        }
        // Cuts are to come while it works.
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let (stop, _place, thread) = cutting;
    stop.store(true, Ordering::Relaxed);
    let cuts = thread.join().unwrap();
    recovered(&store).await;
    assert_eq!(read(&store, game.id).await.len(), 300);
    assert!(cuts > 0);
    println!("{cuts} cuts, {failures} appends that failed or were in doubt");
}

#[tokio::test]
async fn while_the_server_is_out_of_reach_clocks_stand_still() {
    let Some(database) = TestDatabase::postgres() else {
        return;
    };
    let store = database.open().unwrap();
    let (_, _, game) = two_and_their_game(&store).await;
    let let_in = |allowed: bool| {
        let Database::Postgres(address) = database.database() else {
            panic!("this is about PostgreSQL");
        };
        let name = address.to_string();
        let name = name.rsplit('/').next().unwrap().to_owned();
        let elsewhere = TestDatabase::postgres().unwrap();
        elsewhere.with(|connection| {
            let sql = format!("ALTER DATABASE {name} WITH ALLOW_CONNECTIONS {allowed}");
            connection.execute_batch(&sql).unwrap();
            let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ?1";
            connection.execute(sql, params![name]).unwrap();
        });
    };
    let_in(false);
    let refused = store.append(game.key, None, entry(0, "d6"), GOES_ON).await;
    assert!(
        matches!(refused, Err(StoreError::Unreachable { .. })),
        "{refused:?}"
    );
    assert!(store.condition().is_troubled());
    let stopped = store.uptime().now();
    for _ in 0..5 {
        assert!(store.beat().await.is_err());
        let verdict = store.verdict().await;
        assert!(
            matches!(verdict, Err(StoreError::Unreachable { .. })),
            "{verdict:?}"
        );
        let read = store.load_game(game.id).await;
        assert!(
            matches!(read, Err(StoreError::Unreachable { .. })),
            "{read:?}"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(store.uptime().now(), stopped, "clocks stand still");
    let_in(true);
    recovered(&store).await;
    assert_eq!(store.verdict().await, Ok(()));
    assert_eq!(read(&store, game.id).await, []);
    store
        .append(game.key, None, entry(0, "d6"), GOES_ON)
        .await
        .unwrap();
}

#[tokio::test]
async fn what_a_database_says_is_told_apart() {
    let Some(database) = TestDatabase::postgres() else {
        return;
    };
    database.with(|connection| {
        let twice = "INSERT INTO server (\"only\", uptime) VALUES (1, 0)";
        let twice = connection.execute(twice, &[]);
        assert!(matches!(twice, Err(Error::Constraint { .. })), "{twice:?}");
        let nothing = connection.query_row("SELECT 1 FROM games", &[], |_| Ok(()));
        assert_eq!(nothing, Err(Error::NoRow));
        let wrong = connection.execute("SELECT nonsense", &[]);
        assert!(matches!(wrong, Err(Error::Other { .. })), "{wrong:?}");
        let sql = "SELECT current_setting('synchronous_commit')";
        let commit: String = connection.query_row(sql, &[], |row| row.get(0)).unwrap();
        assert_eq!(commit, "on");
    });
}
