//! What any store must do, on either database; and, in files that say so, what is about one of them.

mod copies;
mod file;
mod leases;
mod nodes;
mod signing_in;
mod starting;
mod sweeping;
mod trouble;

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use game::{Outcome, Reason, Side};
use play::{Families, TimeControl};

use super::testing::{TestDatabase, apart, on_both};
use super::*;
use crate::game_id::GameId;
use crate::protocol::Status;
use crate::seat::{AccountKind, PersonId, Seat, Seated};
use crate::secret::Token;

fn open(folder: &TestDatabase) -> Result<Store, StoreError> {
    folder.open()
}

async fn guest(store: &Store, name: &str) -> Person {
    let token = Token::random().hash();
    store.create_guest(name.to_owned(), token).await.unwrap()
}

fn seat(person: &Person) -> Seat {
    Seat::Person(Seated {
        person: person.id,
        name: person.name.clone(),
        account_kind: AccountKind::Guest,
        rating: None,
    })
}

fn new_game(seats: [Seat; 2]) -> NewGame {
    NewGame {
        setup: Families::standard().setup("moulin:classique").unwrap(),
        start: None,
        seats,
        random_colours: false,
        public: true,
        shows: [true; 2],
        clock: TimeControl::None,
        rated: false,
        after: None,
    }
}

fn entry(ply: u32, text: &str) -> Entry {
    Entry {
        ply,
        kind: EntryKind::Move(text.to_owned()),
        uptime: Millis(7),
        at: 8,
        left: Some([Millis(9), Millis(10)]),
    }
}

const GOES_ON: Consequence = Consequence {
    ending: None,
    deadline: None,
};

async fn two_and_their_game(store: &Store) -> (Person, Person, Game) {
    let (white, black) = (guest(store, "Ada").await, guest(store, "Bo").await);
    let seats = [seat(&white), seat(&black)];
    let game = store.create_game(new_game(seats), None).await.unwrap();
    (white, black, game)
}

async fn what_was_stored_is_there_after_it_is_opened_again(folder: TestDatabase) {
    let store = open(&folder).unwrap();
    let (_, _, game) = two_and_their_game(&store).await;
    store
        .append(game.key, None, entry(0, "d6"), GOES_ON)
        .await
        .unwrap();
    let back = Entry {
        kind: EntryKind::Back(1),
        left: None,
        ..entry(1, "")
    };
    store
        .append(game.key, None, back.clone(), GOES_ON)
        .await
        .unwrap();
    drop(store);
    let store = open(&folder).unwrap();
    let (again, entries) = store.load_game(game.id).await.unwrap();
    assert_eq!(again, game);
    assert_eq!(entries, [entry(0, "d6"), back]);
}

async fn of_two_entries_with_one_number_the_second_is_stale(folder: TestDatabase) {
    let store = open(&folder).unwrap();
    let (_, _, game) = two_and_their_game(&store).await;
    let both = tokio::join!(
        store.append(game.key, None, entry(0, "d6"), GOES_ON),
        store.append(game.key, None, entry(0, "f4"), GOES_ON),
    );
    assert_eq!(both, (Ok(None), Err(StoreError::Stale)));
    let (_, entries) = store.load_game(game.id).await.unwrap();
    assert_eq!(entries, [entry(0, "d6")]);
}

async fn an_open_game_is_joined_once(folder: TestDatabase) {
    let store = open(&folder).unwrap();
    let (white, black) = (guest(&store, "Ada").await, guest(&store, "Bo").await);
    let game = store
        .create_game(new_game([seat(&white), Seat::Empty]), None)
        .await
        .unwrap();
    assert_eq!(game.status, Status::Open);
    let seats = [white.id, black.id];
    let joined = store.join_game(game.key, None, seats, None).await.unwrap();
    assert_eq!(joined.status, Status::Live);
    assert_eq!(joined.seats[1].person(), Some(black.id));
    let late = store.join_game(game.key, None, seats, None).await;
    assert_eq!(late, Err(StoreError::Stale));
}

async fn a_rated_end_changes_both_ratings_with_the_entry(folder: TestDatabase) {
    let store = open(&folder).unwrap();
    let (white, black, game) = two_and_their_game(&store).await;
    for person in [&white, &black] {
        let account = signing_in::new_account(&person.name, Some(person.id));
        let session = Token::random().hash().into();
        store.create_account(account, None, session).await.unwrap();
    }
    let outcome = Outcome::win(Side::White, Reason::Resignation);
    let end = Entry {
        kind: EntryKind::End(outcome),
        ..entry(0, "")
    };
    let consequence = Consequence {
        ending: Some(Ending::Over {
            outcome,
            rated: Some(Rated {
                family: "moulin",
                people: [white.id, black.id],
                mark: None,
            }),
        }),
        deadline: None,
    };
    store
        .append(game.key, None, end, consequence)
        .await
        .unwrap();
    let (game, _) = store.load_game(game.id).await.unwrap();
    assert_eq!((game.status, game.outcome), (Status::Over, Some(outcome)));
    let rating = |seat: &Seat| match seat {
        Seat::Person(seated) => seated.rating.unwrap().value,
        _ => panic!("a person"),
    };
    assert!(rating(&game.seats[0]) > rating(&game.seats[1]));
}

async fn games_are_listed_by_player_status_and_page(folder: TestDatabase) {
    let store = open(&folder).unwrap();
    let (ada, bo) = (guest(&store, "Ada").await, guest(&store, "Bo").await);
    let mut ids = Vec::new();
    for (white, black) in [(&ada, &bo), (&bo, &ada), (&bo, &bo)] {
        let new = new_game([seat(white), seat(black)]);
        ids.push(store.create_game(new, None).await.unwrap().id);
    }
    let list = async |filter: Filter| {
        let filter = Filter {
            limit: 10,
            ..filter
        };
        let games = store.list_games(filter).await.unwrap();
        games.iter().map(|game| game.id).collect::<Vec<_>>()
    };
    let newest_first: Vec<GameId> = ids.iter().rev().copied().collect();
    assert_eq!(list(Filter::default()).await, newest_first);
    let of_ada = Filter {
        player: Some(ada.id),
        ..Filter::default()
    };
    assert_eq!(list(of_ada.clone()).await, [ids[1], ids[0]]);
    let earlier = Filter {
        before: Some(ids[1]),
        ..of_ada.clone()
    };
    assert_eq!(list(earlier).await, [ids[0]]);
    let over = Filter {
        status: Some(Status::Over),
        ..Filter::default()
    };
    assert_eq!(list(over).await, []);
}

async fn a_session_ends_and_a_token_is_never_stored(folder: TestDatabase) {
    let store = open(&folder).unwrap();
    let (first, second) = (Token::random(), Token::random());
    let ada = store
        .create_guest("Ada".to_owned(), first.hash())
        .await
        .unwrap();
    assert_eq!(
        store.session(first.hash()).await.unwrap(),
        Some(ada.clone())
    );
    let renewed = store.enter(ada.id, Some(first.hash()), second.hash().into());
    assert_eq!(renewed.await.unwrap().ended, []);
    assert_eq!(store.session(first.hash()).await.unwrap(), None);
    assert_eq!(store.session(second.hash()).await.unwrap(), Some(ada));
    store.end_session(second.hash()).await.unwrap();
    assert_eq!(store.session(second.hash()).await.unwrap(), None);
    assert_eq!(signing_in::found(&folder, first.as_str()), 0);
    drop(store);
    if folder.kind() == Kind::Sqlite {
        // Not as bytes of any kind either.
        let bytes = std::fs::read(folder::database(folder.path())).unwrap();
        let token = first.as_str().as_bytes();
        assert!(!bytes.windows(32).any(|part| token.starts_with(part)));
    }
}

async fn a_session_ends_without_use_and_after_its_longest_time(folder: TestDatabase) {
    const DAY: u64 = 86_400_000;
    let store = open(&folder).unwrap();
    for (created, unused, lives) in [
        (59, 59, true),
        (61, 61, false),
        (399, 1, true),
        (401, 1, false),
    ] {
        let token = Token::random();
        let name = format!("Guest {created}");
        store.create_guest(name, token.hash()).await.unwrap();
        let (hash, now) = (token.hash(), crate::uptime::calendar());
        let aged = store.write(move |connection| {
            let sql = "UPDATE sessions SET created = ?2, expires = expires - ?3 WHERE token = ?1";
            let (begun, spent) = (now - created * DAY, unused * DAY);
            connection.execute(sql, params![hash.0, begun as i64, spent as i64])?;
            Ok(())
        });
        aged.await.unwrap();
        let known = store.session(hash).await.unwrap().is_some();
        assert_eq!(known, lives, "{created} days old, not used for {unused}");
    }
}

async fn games_whose_days_are_over_are_found_until_they_have_ended(folder: TestDatabase) {
    let store = open(&folder).unwrap();
    let (_, _, game) = two_and_their_game(&store).await;
    let until = |deadline| Consequence {
        ending: None,
        deadline: Some(deadline),
    };
    let later = Millis(1 << 40);
    store
        .append(game.key, None, entry(0, "d6"), until(later))
        .await
        .unwrap();
    assert_eq!(store.due_games().await.unwrap(), []);
    store
        .append(game.key, None, entry(1, "f4"), until(Millis(0)))
        .await
        .unwrap();
    assert_eq!(store.due_games().await.unwrap(), [game.id]);
    let ended = Consequence {
        ending: Some(Ending::Aborted),
        deadline: None,
    };
    store
        .append(game.key, None, entry(2, ""), ended)
        .await
        .unwrap();
    assert_eq!(store.due_games().await.unwrap(), []);
}

async fn uptime_goes_on_where_it_was_and_stands_still_in_between(folder: TestDatabase) {
    let store = open(&folder).unwrap();
    tokio::time::sleep(Duration::from_millis(30)).await;
    store.beat().await.unwrap();
    let before = store.uptime().now();
    drop(store);
    tokio::time::sleep(Duration::from_millis(50)).await;
    let grace = Duration::from_secs(60);
    let store = folder.open_after(grace).unwrap();
    let after = store.uptime().now();
    assert!(
        after <= before && after >= Millis(30),
        "{before:?} {after:?}"
    );
}

/// A fault in one job leaves those before and after it, and its asker is told that there is no answer.
async fn a_fault_in_a_job_stays_there(folder: TestDatabase) {
    let store = open(&folder).unwrap();
    let before = guest(&store, "Ada");
    let fault = store.write(|connection| -> Result<(), StoreError> {
        connection.execute("DELETE FROM sessions", &[])?;
        panic!("a fault on purpose");
    });
    let (before, fault) = tokio::join!(before, fault);
    assert_eq!(fault, Err(StoreError::Closed));
    let read = store.read(|_| -> Result<(), StoreError> { panic!("a fault on purpose") });
    assert_eq!(read.await, Err(StoreError::Closed));
    let after = guest(&store, "Bo").await;
    assert_ne!(before.id, after.id);
    let sessions = store.read(|connection| {
        let sql = "SELECT count(*) FROM sessions";
        Ok(connection.query_row(sql, &[], |row| row.get::<i64>(0))?)
    });
    assert_eq!(sessions.await, Ok(2), "what the job had done is undone");
}

/// A node that has more to store than it can keeps its place in the site.
async fn what_is_urgent_goes_before_thousands_that_wait(folder: TestDatabase) {
    let store = Arc::new(open(&folder).unwrap());
    let (turn, begun) = (
        Arc::new(AtomicU32::new(0)),
        Arc::new(AtomicBool::new(false)),
    );
    let number = |turn: &Arc<AtomicU32>| turn.fetch_add(1, Ordering::Relaxed);
    let busy = tokio::spawn({
        let (store, begun) = (Arc::clone(&store), Arc::clone(&begun));
        async move {
            let wait = move |_: &Connection| {
                begun.store(true, Ordering::Relaxed);
                thread::sleep(Duration::from_millis(300));
                Ok(())
            };
            store.write(wait).await
        }
    });
    while !begun.load(Ordering::Relaxed) {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let mut waiting = tokio::task::JoinSet::new();
    for _ in 0..6000 {
        let (store, turn) = (Arc::clone(&store), Arc::clone(&turn));
        waiting.spawn(async move { store.write(move |_| Ok(number(&turn))).await });
    }
    // All of them have come by then, and most have found the queue full.
    tokio::time::sleep(Duration::from_millis(50)).await;
    let first = Arc::clone(&turn);
    let urgent = store.write_first(move |_| Ok(number(&first))).await;
    assert_eq!(urgent, Ok(0));
    assert_eq!(busy.await.unwrap(), Ok(()));
    while let Some(waited) = waiting.join_next().await {
        waited.unwrap().unwrap();
    }
    assert_eq!(turn.load(Ordering::Relaxed), 6001);
}

on_both![
    what_was_stored_is_there_after_it_is_opened_again,
    of_two_entries_with_one_number_the_second_is_stale,
    an_open_game_is_joined_once,
    a_rated_end_changes_both_ratings_with_the_entry,
    games_are_listed_by_player_status_and_page,
    a_session_ends_and_a_token_is_never_stored,
    a_session_ends_without_use_and_after_its_longest_time,
    games_whose_days_are_over_are_found_until_they_have_ended,
    uptime_goes_on_where_it_was_and_stands_still_in_between,
    a_fault_in_a_job_stays_there,
    what_is_urgent_goes_before_thousands_that_wait,
];
