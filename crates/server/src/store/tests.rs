//! What any store must do, and what this one does when its file cannot be used.

mod copies;
mod signing_in;
mod starting;
mod sweeping;
mod trouble;

use std::fs;
use std::path::PathBuf;

use game::{Outcome, Reason, Side};
use play::{Families, TimeControl};
use rusqlite::params;

use super::*;
use crate::game_id::GameId;
use crate::protocol::Status;
use crate::seat::{AccountKind, PersonId, Seat, Seated};
use crate::secret::Token;
use crate::test_folder::TestFolder;

fn open(folder: &TestFolder) -> Result<Store, StoreError> {
    folder.store(&Arc::default())
}

fn database(folder: &TestFolder) -> PathBuf {
    folder::database(folder.path())
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

#[tokio::test]
async fn what_was_stored_is_there_after_it_is_opened_again() {
    let folder = TestFolder::new();
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

#[tokio::test]
async fn of_two_entries_with_one_number_the_second_is_stale() {
    let folder = TestFolder::new();
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

#[tokio::test]
async fn an_open_game_is_joined_once() {
    let folder = TestFolder::new();
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

#[tokio::test]
async fn a_rated_end_changes_both_ratings_with_the_entry() {
    let folder = TestFolder::new();
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

#[tokio::test]
async fn games_are_listed_by_player_status_and_page() {
    let folder = TestFolder::new();
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

#[tokio::test]
async fn a_session_ends_and_a_token_is_never_stored() {
    let folder = TestFolder::new();
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
    drop(store);
    let bytes = fs::read(database(&folder)).unwrap();
    let stored = bytes
        .windows(32)
        .any(|part| first.as_str().as_bytes().starts_with(part));
    assert!(!stored);
}

#[tokio::test]
async fn a_session_ends_without_use_and_after_its_longest_time() {
    const DAY: u64 = 86_400_000;
    let folder = TestFolder::new();
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

#[tokio::test]
async fn games_whose_days_are_over_are_found_until_they_have_ended() {
    let folder = TestFolder::new();
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

#[tokio::test]
async fn a_folder_has_one_server() {
    let folder = TestFolder::new();
    let store = open(&folder).unwrap();
    assert!(matches!(open(&folder), Err(StoreError::InUse { .. })));
    drop(store);
    assert!(open(&folder).is_ok());
}

#[tokio::test]
async fn a_later_version_is_left_alone() {
    let folder = TestFolder::new();
    drop(open(&folder).unwrap());
    let connection = Connection::open(database(&folder)).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    let before = fs::read(database(&folder)).unwrap();
    assert!(matches!(
        open(&folder),
        Err(StoreError::Newer { found: 99, .. })
    ));
    assert_eq!(fs::read(database(&folder)).unwrap(), before);
}

#[tokio::test]
async fn what_is_no_database_of_ours_is_refused_at_once_and_left_alone() {
    let folder = TestFolder::new();
    drop(open(&folder).unwrap());
    let whole = fs::read(database(&folder)).unwrap();
    let mut headless = whole.clone();
    headless[..100].fill(0xAA);
    let connection = Connection::open(database(&folder)).unwrap();
    connection.execute_batch("DROP TABLE log").unwrap();
    drop(connection);
    let incomplete = fs::read(database(&folder)).unwrap();
    let nonsense = b"this is no database at all, is it?".to_vec();
    for damaged in [nonsense, headless, incomplete] {
        fs::write(database(&folder), &damaged).unwrap();
        let refused = open(&folder).unwrap_err();
        assert!(matches!(refused, StoreError::Damaged { .. }), "{refused:?}");
        assert_eq!(refused.to_string().lines().count(), 1, "{refused}");
        assert_eq!(fs::read(database(&folder)).unwrap(), damaged);
    }
    fs::write(database(&folder), &whole).unwrap();
    assert!(open(&folder).is_ok());
}

#[tokio::test]
async fn a_database_of_another_program_is_left_alone() {
    let folder = TestFolder::new();
    fs::create_dir_all(folder.path()).unwrap();
    let connection = Connection::open(database(&folder)).unwrap();
    connection
        .execute_batch("CREATE TABLE recipes (name)")
        .unwrap();
    drop(connection);
    let before = fs::read(database(&folder)).unwrap();
    assert_eq!(open(&folder).unwrap_err(), StoreError::Foreign);
    assert_eq!(fs::read(database(&folder)).unwrap(), before);
}

#[tokio::test]
async fn a_hole_in_the_file_is_found_while_people_play() {
    let folder = TestFolder::new();
    let store = open(&folder).unwrap();
    for name in 0..300 {
        guest(&store, &format!("Guest {name}")).await;
    }
    drop(store);
    assert_eq!(check(folder.path()), Ok(()));
    // In the middle of the people, where nothing is read at the start.
    let mut holed = fs::read(database(&folder)).unwrap();
    let pages = holed.len() / 4096;
    let name = holed
        .windows(9)
        .position(|part| part == b"Guest 150")
        .unwrap();
    let page = name / 4096;
    assert!(page > 2 && page < pages);
    holed[page * 4096..(page + 1) * 4096].fill(0xAA);
    fs::write(database(&folder), &holed).unwrap();
    let found = check(folder.path()).unwrap_err();
    assert!(matches!(found, StoreError::Damaged { .. }), "{found:?}");
    let store = open(&folder).unwrap();
    let deadline = std::time::Instant::now() + Duration::from_secs(20);
    while store.condition().damage().is_none() {
        assert!(std::time::Instant::now() < deadline, "it is never found");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(store.condition().verdict(), Ok(()), "it can be written");
    let (ada, bo) = (PersonId(1), PersonId(2));
    let seated = |person| {
        Seat::Person(Seated {
            person,
            name: String::new(),
            account_kind: AccountKind::Guest,
            rating: None,
        })
    };
    let game = store
        .create_game(new_game([seated(ada), seated(bo)]), None)
        .await;
    let game = game.expect("what is whole is served");
    store
        .append(game.key, None, entry(0, "d6"), GOES_ON)
        .await
        .unwrap();
}

#[tokio::test]
async fn uptime_goes_on_where_it_was_and_stands_still_in_between() {
    let folder = TestFolder::new();
    let store = open(&folder).unwrap();
    tokio::time::sleep(Duration::from_millis(30)).await;
    store.beat().await.unwrap();
    let before = store.uptime().now();
    drop(store);
    tokio::time::sleep(Duration::from_millis(50)).await;
    let grace = Duration::from_secs(60);
    let store = Store::open(folder.path(), Families::standard(), grace, Arc::default()).unwrap();
    let after = store.uptime().now();
    assert!(
        after <= before && after >= Millis(30),
        "{before:?} {after:?}"
    );
}

#[tokio::test]
async fn a_store_of_the_first_version_keeps_all_it_has() {
    let folder = TestFolder::new();
    fs::create_dir_all(folder.path()).unwrap();
    let connection = Connection::open(database(&folder)).unwrap();
    connection
        .execute_batch(include_str!("../../migrations/1.sql"))
        .unwrap();
    connection.pragma_update(None, "user_version", 1).unwrap();
    connection
        .execute_batch(
            "INSERT INTO people VALUES (1, 'Ada', 'ada', 'hash', '{\"sound\":true}', 5), \
             (2, 'Bo', NULL, NULL, '{}', 6); \
             INSERT INTO ratings VALUES (1, 'moulin', 1600.5, 90.0, 0.06, 12); \
             INSERT INTO games VALUES \
             (1, 'bcdfghjkmnpq', 'moulin:classique', NULL, 1, 2, NULL, NULL, 0, 1, '300+3', 0, 'live', \
              7, NULL, NULL, NULL, NULL), \
             (2, 'cdfghjkmnpqr', 'mijnlieff', NULL, 1, NULL, NULL, 'level-3', 0, 0, 'none', 0, 'over', \
              8, 'white', 'resignation', NULL, NULL); \
             INSERT INTO log VALUES (1, 0, 'move', 'd6', 1, 2, 300000, 300000); \
             UPDATE server SET uptime = 12345;",
        )
        .unwrap();
    drop(connection);
    let store = open(&folder).unwrap();
    let listed = |asked_by| {
        let filter = Filter {
            asked_by,
            limit: 10,
            ..Filter::default()
        };
        store.list_logs(filter)
    };
    let all = listed(Audience::Players).await.unwrap();
    let clocks: Vec<String> = all.iter().map(|(game, _)| game.clock.to_string()).collect();
    assert_eq!(clocks, ["none", "300+3"]);
    assert_eq!(all[1].1[0].kind, EntryKind::Move("d6".to_owned()));
    assert_eq!(all[0].0.outcome.unwrap().winner, Some(Side::White));
    let shown = listed(Audience::Everybody).await.unwrap();
    let shown: Vec<i64> = shown.iter().map(|(game, _)| game.key).collect();
    assert_eq!(shown, [1], "what the lobby showed, and nothing else");
    let account = store.account(["ada".to_owned()]).await.unwrap().unwrap();
    assert_eq!(account.password, "hash");
    let (_, profile) = store.profile("ada".to_owned()).await.unwrap();
    assert_eq!(profile.ratings["moulin"].value, 1600.5);
    assert!(store.uptime().now() >= Millis(12345));
    drop(store);
    let connection = Connection::open(database(&folder)).unwrap();
    let version: u32 = connection
        .query_row("PRAGMA user_version", [], |row| row.get(0))
        .unwrap();
    assert_eq!(version, 4);
}

/// A fault in one job leaves those before and after it, and its asker is told that there is no answer.
#[tokio::test]
async fn a_fault_in_a_job_stays_there() {
    let folder = TestFolder::new();
    let store = open(&folder).unwrap();
    let before = guest(&store, "Ada");
    let fault = store.write(|connection| -> Result<(), StoreError> {
        connection.execute("DELETE FROM sessions", [])?;
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
        Ok(connection.query_row(sql, [], |row| row.get::<_, i64>(0))?)
    });
    assert_eq!(sessions.await, Ok(2), "what the job had done is undone");
}
