//! What goes after its time, what stays, and what moves notice of it.

use std::time::Instant;

use super::*;
use crate::store::sweep::Walk;

const DAY: i64 = 86_400_000;

/// When these stores have been up so long, everything in them can be too old.
const NOW: i64 = 1000 * DAY;

/// A store that has been up for long.
fn old_store(folder: &TestDatabase) -> Store {
    drop(open(folder).unwrap());
    folder.with(|connection| {
        let sql = "UPDATE server SET uptime = ?1";
        connection.execute(sql, params![NOW]).unwrap();
    });
    open(folder).unwrap()
}

async fn run(store: &Store, sql: &'static str, value: i64, id: i64) {
    let run = store.write(move |connection| {
        connection.execute(sql, params![id, value])?;
        Ok(())
    });
    run.await.unwrap();
}

async fn unseen(store: &Store, person: &Person, days: i64) {
    let sql = "UPDATE people SET last_seen = ?2 WHERE id = ?1";
    run(store, sql, NOW - days * DAY, person.id.0).await;
}

async fn untouched(store: &Store, game: &Game, days: i64) {
    let sql = "UPDATE games SET touched = ?2 WHERE id = ?1";
    run(store, sql, NOW - days * DAY, game.key).await;
}

async fn expire_sessions(store: &Store, person: &Person) {
    let sql = "UPDATE sessions SET expires = ?2 WHERE person = ?1";
    run(store, sql, 1, person.id.0).await;
}

async fn set_status(store: &Store, game: &Game, status: &'static str) {
    let key = game.key;
    let set = store.write(move |connection| {
        let sql = "UPDATE games SET status = ?2 WHERE id = ?1";
        connection.execute(sql, params![key, status])?;
        Ok(())
    });
    set.await.unwrap();
}

/// A whole walk; returns the games that are to be called off.
async fn walk(store: &Store, retention: Retention) -> Vec<GameId> {
    let mut walk: Walk = store.walk(retention);
    let mut stale = Vec::new();
    while let Some(page) = store.look(&mut walk).await.unwrap() {
        let mut left = page.rows.as_slice();
        while !left.is_empty() {
            left = &left[store.sweep(&walk, left).await.unwrap()..];
        }
        stale.extend(page.stale);
    }
    stale
}

async fn people(store: &Store) -> Vec<i64> {
    let listed = store.read(|connection| {
        let sql = "SELECT id FROM people ORDER BY id";
        Ok(connection.query(sql, &[], |row| row.get(0))?)
    });
    listed.await.unwrap()
}

async fn end_sessions(store: &Store, person: &Person) {
    let all = Which::Others(Token::random().hash());
    store.end_sessions(person.id, all).await.unwrap();
}

async fn guests_without_a_game_go_when_they_were_not_seen_for_long(folder: TestDatabase) {
    let store = old_store(&folder);
    let (fresh, old) = (guest(&store, "Fresh").await, guest(&store, "Old").await);
    let (player, account) = (guest(&store, "Player").await, guest(&store, "Acc").await);
    let gone = guest(&store, "Gone").await;
    let new = signing_in::new_account("Acc", Some(account.id));
    let session = Token::random().hash().into();
    store.create_account(new, None, session).await.unwrap();
    store
        .create_game(new_game([seat(&player), Seat::Empty]), None)
        .await
        .unwrap();
    for person in [&old, &player, &account] {
        unseen(&store, person, 4).await;
    }
    unseen(&store, &fresh, 2).await;
    end_sessions(&store, &gone).await;
    walk(&store, Retention::default()).await;
    assert_eq!(
        people(&store).await,
        [fresh.id.0, player.id.0, account.id.0],
        "who cannot come back goes at once"
    );
}

async fn who_comes_back_is_seen(folder: TestDatabase) {
    let store = old_store(&folder);
    let token = Token::random();
    let ada = store
        .create_guest("Ada".to_owned(), token.hash())
        .await
        .unwrap();
    unseen(&store, &ada, 50).await;
    let sql = "UPDATE sessions SET expires = ?2, used = 0 WHERE person = ?1";
    let tomorrow = crate::uptime::calendar() as i64 + DAY;
    run(&store, sql, tomorrow, ada.id.0).await;
    unseen(&store, &ada, 50).await;
    assert!(store.session(token.hash()).await.unwrap().is_some());
    walk(&store, Retention::default()).await;
    assert_eq!(people(&store).await, [ada.id.0]);
}

async fn a_calendar_that_leaps_takes_no_guest_from_their_games(folder: TestDatabase) {
    let store = old_store(&folder);
    let (ada, bo, _) = two_and_their_game(&store).await;
    let held = async |person: &Person| {
        let id = person.id.0;
        let count = store.read(move |connection| {
            let sql = "SELECT count(*) FROM sessions WHERE person = ?1";
            Ok(connection.query_row(sql, params![id], |row| row.get::<u32>(0))?)
        });
        count.await.unwrap()
    };
    // As if it were seventy years later.
    for person in [&ada, &bo] {
        expire_sessions(&store, person).await;
    }
    walk(&store, Retention::default()).await;
    assert_eq!((held(&ada).await, held(&bo).await), (1, 1));
    unseen(&store, &ada, 61).await;
    walk(&store, Retention::default()).await;
    assert_eq!((held(&ada).await, held(&bo).await), (0, 1));
    assert_eq!(people(&store).await.len(), 2, "they are in a game");
}

async fn games_go_or_are_called_off_after_their_time_and_those_of_accounts_stay(
    folder: TestDatabase,
) {
    let store = old_store(&folder);
    let (ada, bo) = (guest(&store, "Ada").await, guest(&store, "Bo").await);
    let account = guest(&store, "Acc").await;
    let new = signing_in::new_account("Acc", Some(account.id));
    let session = Token::random().hash().into();
    store.create_account(new, None, session).await.unwrap();
    let make = async |white: &Person, black: Option<&Person>, status, days| {
        let black = black.map_or(Seat::Empty, seat);
        let new = new_game([seat(white), black]);
        let game = store.create_game(new, None).await.unwrap();
        set_status(&store, &game, status).await;
        untouched(&store, &game, days).await;
        game
    };
    let begun = async |game: &Game| {
        for ply in 0..2 {
            let moved = Entry {
                uptime: Millis((NOW - 50 * DAY) as u64),
                ..entry(ply, "d6")
            };
            store.append(game.key, None, moved, GOES_ON).await.unwrap();
        }
    };
    let over_old = make(&ada, Some(&bo), "over", 401).await;
    let over_new = make(&ada, Some(&bo), "over", 399).await;
    let over_account = make(&ada, Some(&account), "over", 900).await;
    let aborted_old = make(&ada, Some(&account), "aborted", 8).await;
    let aborted_new = make(&ada, Some(&account), "aborted", 6).await;
    let reported = make(&ada, Some(&bo), "aborted", 900).await;
    run(
        &store,
        "INSERT INTO reports (at, game, reason, text) VALUES (?2, ?1, 'other', '')",
        1,
        reported.key,
    )
    .await;
    let open_old = make(&ada, None, "open", 15).await;
    let open_new = make(&ada, None, "open", 13).await;
    let not_begun = make(&ada, Some(&account), "live", 31).await;
    let goes_on = make(&ada, Some(&bo), "live", 31).await;
    begun(&goes_on).await;
    let left_alone = make(&bo, Some(&bo), "live", 31).await;
    begun(&left_alone).await;
    begun(&over_old).await;
    for game in [&goes_on, &left_alone] {
        untouched(&store, game, 40).await;
    }
    // Bo cannot come back; Ada can.
    end_sessions(&store, &bo).await;
    let mut stale = walk(&store, Retention::default()).await;
    stale.sort();
    let mut expected = vec![open_old.id, not_begun.id, left_alone.id];
    expected.sort();
    assert_eq!(stale, expected);
    let exists = async |game: &Game| store.load_game(game.id).await.is_ok();
    assert!(!exists(&over_old).await && !exists(&aborted_old).await);
    for game in [
        &over_new,
        &over_account,
        &aborted_new,
        &reported,
        &open_old,
        &open_new,
        &not_begun,
        &goes_on,
    ] {
        assert!(exists(game).await, "{game:?}");
    }
    let for_ever = Retention {
        visitors: 0,
        guests: 0,
        games: 0,
        open: 0,
        idle: 0,
        aborted: 0,
    };
    untouched(&store, &over_new, 999).await;
    assert_eq!(walk(&store, for_ever).await, []);
    assert!(exists(&over_new).await);
    if folder.kind() == Kind::Sqlite {
        assert_eq!(check(folder.path()), Ok(()));
    }
}

#[tokio::test]
async fn how_many_games_of_somebody_go_on_is_counted_by_an_index() {
    let folder = TestDatabase::sqlite();
    let store = open(&folder).unwrap();
    let (ada, bo, _) = two_and_their_game(&store).await;
    let waiting = new_game([Seat::Empty, seat(&ada)]);
    store.create_game(waiting, None).await.unwrap();
    let going = store.going(ada.id).await.unwrap();
    assert_eq!((going.open, going.live), (1, 1));
    let going = store.going(bo.id).await.unwrap();
    assert_eq!((going.open, going.live), (0, 1));
    let plan = store.read(|connection| {
        let sql = "SELECT 1 FROM games WHERE white = ?1 AND status IN ('open', 'live')";
        Ok(schema::plan(connection, sql))
    });
    let plan = plan.await.unwrap();
    assert!(plan.contains("games_going_of_white"), "{plan}");
}

/// What a walk through so many guests costs those who move meanwhile. Run alone:
/// `cargo test --release -p server --lib -- --ignored --nocapture four_hundred_thousand`.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn four_hundred_thousand_guests_go_and_moves_do_not_notice() {
    for way in ["at once", "little by little"] {
        let folder = TestDatabase::sqlite();
        let store = Arc::new(old_store(&folder));
        let (_, _, game) = two_and_their_game(&store).await;
        let fill = store.write(|connection| {
            connection.execute_batch(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400000) \
                 INSERT INTO people (name, created) SELECT 'Guest ' || i, 1 FROM n; \
                 INSERT INTO sessions (token, person, created, expires) \
                 SELECT randomblob(32), id, 1, 9e15 FROM people WHERE id > 2; \
                 UPDATE people SET last_seen = 0 WHERE id > 2;",
            )?;
            Ok(())
        });
        fill.await.unwrap();
        let sweeping = tokio::spawn({
            let store = Arc::clone(&store);
            async move {
                if way == "at once" {
                    let all = store.write(|connection| {
                        // As one statement for each table did it.
                        connection.execute("DELETE FROM sessions WHERE person > 2", &[])?;
                        connection.execute(
                            "DELETE FROM people WHERE key IS NULL \
                             AND NOT EXISTS (SELECT 1 FROM sessions WHERE person = people.id) \
                             AND NOT EXISTS (SELECT 1 FROM games WHERE white = people.id) \
                             AND NOT EXISTS (SELECT 1 FROM games WHERE black = people.id)",
                            &[],
                        )?;
                        Ok(())
                    });
                    return all.await.unwrap();
                }
                let mut walk = store.walk(Retention::default());
                while let Some(page) = store.look(&mut walk).await.unwrap() {
                    let mut left = page.rows.as_slice();
                    while !left.is_empty() {
                        left = &left[store.sweep(&walk, left).await.unwrap()..];
                        tokio::time::sleep(Duration::from_millis(25)).await;
                    }
                }
            }
        });
        let (began, mut times) = (Instant::now(), Vec::new());
        for ply in 0.. {
            let asked = Instant::now();
            let moved = store
                .append(game.key, None, entry(ply, "d6"), GOES_ON)
                .await;
            moved.unwrap();
            times.push(asked.elapsed());
            if sweeping.is_finished() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        times.sort();
        let part = |per_mille: usize| times[times.len() * per_mille / 1000];
        println!(
            "{way}: {} guests left after {:.1} s; {} moves meanwhile, p50 {:?} p99 {:?} worst {:?}",
            people(&store).await.len(),
            began.elapsed().as_secs_f64(),
            times.len(),
            part(500),
            part(990),
            times.last().unwrap(),
        );
        if way != "at once" {
            assert_eq!(people(&store).await.len(), 2);
            assert!(part(990) < Duration::from_millis(50), "{:?}", part(990));
        }
    }
}

on_both![
    guests_without_a_game_go_when_they_were_not_seen_for_long,
    who_comes_back_is_seen,
    a_calendar_that_leaps_takes_no_guest_from_their_games,
    games_go_or_are_called_off_after_their_time_and_those_of_accounts_stay,
];
