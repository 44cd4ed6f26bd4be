//! What a store does when its file cannot be used, and with files of earlier versions. This is about
//! SQLite alone.

use std::fs;
use std::path::PathBuf;

use rusqlite::Connection;

use super::*;
use crate::test_folder::TestFolder;

pub(super) fn open(folder: &TestFolder) -> Result<Store, StoreError> {
    folder.store(&Arc::default())
}

pub(super) fn database(folder: &TestFolder) -> PathBuf {
    folder::database(folder.path())
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
async fn a_store_of_the_first_version_keeps_all_it_has() {
    let folder = TestFolder::new();
    fs::create_dir_all(folder.path()).unwrap();
    let connection = Connection::open(database(&folder)).unwrap();
    connection
        .execute_batch(include_str!("../../../migrations/1.sql"))
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
