//! Backups, and what is put back from them; who may read them.

use std::fs;
use std::path::Path;

use super::file::{database, open};
use super::*;
use crate::store::folder::Folder;
use crate::test_folder::TestFolder;

/// The names in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[cfg(unix)]
fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[tokio::test]
async fn a_backup_of_a_store_in_use_is_a_store() {
    let folder = TestFolder::new();
    let store = open(&folder).unwrap();
    let (_, _, game) = two_and_their_game(&store).await;
    store
        .append(game.key, None, entry(0, "d6"), GOES_ON)
        .await
        .unwrap();
    let copy = TestFolder::new();
    fs::create_dir_all(copy.path()).unwrap();
    backup(folder.path(), &database(&copy)).unwrap();
    let again = backup(folder.path(), &database(&copy));
    assert!(
        matches!(again, Err(StoreError::Exists { .. })),
        "it is not overwritten"
    );
    assert_eq!(
        names(copy.path()),
        ["merelle.db"],
        "and nothing else is left"
    );
    let restored = open(&copy).unwrap();
    let (_, entries) = restored.load_game(game.id).await.unwrap();
    assert_eq!(entries, [entry(0, "d6")]);
}

#[tokio::test]
async fn what_is_left_of_a_backup_is_recognised_and_one_that_is_being_made_is_left_alone() {
    let folder = TestFolder::new();
    let store = open(&folder).unwrap();
    guest(&store, "Ada").await;
    let file = folder.path().join("copy.db");
    let partial = folder.path().join("copy.db.partial");
    fs::write(&partial, "half a backup").unwrap();
    let held = fs::File::open(&partial).unwrap();
    held.lock().unwrap();
    let refused = backup(folder.path(), &file);
    assert_eq!(refused, Err(StoreError::BeingMade { path: file.clone() }));
    assert!(partial.exists() && !file.exists());
    drop(held);
    backup(folder.path(), &file).unwrap();
    assert!(file.exists() && !partial.exists());
}

#[tokio::test]
async fn a_backup_of_a_damaged_store_is_refused_and_leaves_nothing() {
    let folder = TestFolder::new();
    let store = open(&folder).unwrap();
    for name in 0..300 {
        guest(&store, &format!("Guest {name}")).await;
    }
    drop(store);
    let mut holed = fs::read(database(&folder)).unwrap();
    let name = holed
        .windows(9)
        .position(|part| part == b"Guest 150")
        .unwrap();
    let page = name / 4096;
    holed[page * 4096..(page + 1) * 4096].fill(0xAA);
    fs::write(database(&folder), &holed).unwrap();
    let copies = TestFolder::new();
    fs::create_dir_all(copies.path()).unwrap();
    let refused = backup(folder.path(), &copies.path().join("copy.db"));
    assert!(
        matches!(refused, Err(StoreError::Damaged { .. })),
        "{refused:?}"
    );
    assert!(names(copies.path()).is_empty());
}

#[tokio::test]
async fn of_rotated_backups_the_newest_stay_and_what_is_not_theirs() {
    let folder = TestFolder::new();
    let store = open(&folder).unwrap();
    guest(&store, "Ada").await;
    let backups = TestFolder::new();
    fs::create_dir_all(backups.path()).unwrap();
    let put = |name: &str| fs::write(backups.path().join(name), "x").unwrap();
    for name in [
        "merelle-2020-01-01T00-00-00Z.db",
        "merelle-2021-01-01T00-00-00Z.db",
        "merelle-2022-01-01T00-00-00Z.db",
        // The calendar was wrong when it was made.
        "merelle-2999-01-01T00-00-00Z.db",
        "merelle-2022-02-02T00-00-00Z.db.partial",
        "merelle-2022-mine.db",
        "notes.txt",
    ] {
        put(name);
    }
    let made = backup_and_rotate(folder.path(), backups.path(), 3).unwrap();
    let made = made.file_name().unwrap().to_str().unwrap();
    let left = names(backups.path());
    let expected = [
        "merelle-2022-01-01T00-00-00Z.db",
        "merelle-2022-mine.db",
        made,
        "merelle-2999-01-01T00-00-00Z.db",
        "notes.txt",
    ];
    assert_eq!(left, expected);
}

#[tokio::test]
async fn a_backup_is_put_back_and_what_was_there_is_kept() {
    let folder = TestFolder::new();
    let store = open(&folder).unwrap();
    let (_, _, game) = two_and_their_game(&store).await;
    let file = folder.path().join("copy.db");
    backup(folder.path(), &file).unwrap();
    store
        .append(game.key, None, entry(0, "d6"), GOES_ON)
        .await
        .unwrap();
    let refused = restore(folder.path(), &file);
    assert!(
        matches!(refused, Err(StoreError::InUse { .. })),
        "{refused:?}"
    );
    drop(store);
    let restored = restore(folder.path(), &file).unwrap();
    let aside = restored.aside.unwrap();
    let store = open(&folder).unwrap();
    assert_eq!(store.load_game(game.id).await.unwrap().1, []);
    drop(store);
    // And back again.
    restore(folder.path(), &aside).unwrap();
    let store = open(&folder).unwrap();
    assert_eq!(store.load_game(game.id).await.unwrap().1, [entry(0, "d6")]);
}

#[tokio::test]
async fn a_store_that_died_is_put_aside_with_all_that_it_had_not_folded_in() {
    let folder = TestFolder::new();
    let store = open(&folder).unwrap();
    let (_, _, game) = two_and_their_game(&store).await;
    let file = folder.path().join("copy.db");
    backup(folder.path(), &file).unwrap();
    store
        .append(game.key, None, entry(0, "d6"), GOES_ON)
        .await
        .unwrap();
    // As a power cut leaves it: the move is in the log of the database only.
    let dead = TestFolder::new();
    fs::create_dir_all(dead.path()).unwrap();
    for name in ["merelle.db", "merelle.db-wal"] {
        fs::copy(folder.path().join(name), dead.path().join(name)).unwrap();
    }
    drop(store);
    let aside = restore(dead.path(), &file).unwrap().aside.unwrap();
    assert_eq!(open(&dead).unwrap().load_game(game.id).await.unwrap().1, []);
    let again = TestFolder::new();
    restore(again.path(), &aside).unwrap();
    let store = open(&again).unwrap();
    assert_eq!(store.load_game(game.id).await.unwrap().1, [entry(0, "d6")]);
}

#[tokio::test]
async fn a_damaged_store_is_kept_too_and_only_what_is_whole_is_put_back() {
    let folder = TestFolder::new();
    let store = open(&folder).unwrap();
    let ada = guest(&store, "Ada").await;
    let file = folder.path().join("copy.db");
    backup(folder.path(), &file).unwrap();
    drop(store);
    fs::write(database(&folder), "damaged").unwrap();
    let restoring = |file: &Path| restore(folder.path(), file);
    let no_backup = folder.path().join("nonsense.db");
    fs::write(&no_backup, "this is no database").unwrap();
    assert!(matches!(
        restoring(&no_backup),
        Err(StoreError::Damaged { .. })
    ));
    fs::write(&no_backup, "").unwrap();
    assert_eq!(restoring(&no_backup), Err(StoreError::Foreign));
    let missing = folder.path().join("missing.db");
    assert!(matches!(
        restoring(&missing),
        Err(StoreError::NoDatabase { .. })
    ));
    assert_eq!(fs::read(database(&folder)).unwrap(), b"damaged");
    let aside = restoring(&file).unwrap().aside.unwrap();
    assert_eq!(fs::read(aside).unwrap(), b"damaged");
    let store = open(&folder).unwrap();
    let found = store.read(move |connection| people::find(connection, ada.id));
    assert_eq!(found.await.unwrap().name, "Ada");
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_may_read_what_is_kept() {
    let folder = TestFolder::new();
    let store = open(&folder).unwrap();
    guest(&store, "Ada").await;
    let copy = folder.path().join("merelle.copy.db");
    backup(folder.path(), &copy).unwrap();
    assert_eq!(mode(folder.path()), 0o700);
    for name in [
        "merelle.db",
        "merelle.db-wal",
        "merelle.db-shm",
        "merelle.lock",
    ] {
        assert_eq!(mode(&folder.path().join(name)), 0o600, "{name}");
    }
    assert_eq!(mode(&copy), 0o600);
    drop(store);
    restore(folder.path(), &copy).unwrap();
    assert_eq!(mode(&database(&folder)), 0o600);
}

#[cfg(unix)]
#[tokio::test]
async fn what_others_might_read_is_closed_to_them_but_not_a_folder_of_many_things() {
    let folder = TestFolder::new();
    drop(open(&folder).unwrap());
    let loosen = || {
        set_mode(folder.path(), 0o755);
        set_mode(&database(&folder), 0o644);
        set_mode(&folder.path().join("merelle.lock"), 0o664);
    };
    loosen();
    drop(open(&folder).unwrap());
    assert_eq!(mode(folder.path()), 0o700);
    assert_eq!(mode(&database(&folder)), 0o600);
    assert_eq!(mode(&folder.path().join("merelle.lock")), 0o600);
    loosen();
    let other = folder.path().join("other");
    fs::write(&other, "").unwrap();
    set_mode(&other, 0o644);
    drop(Folder::take(folder.path()).unwrap());
    assert_eq!(mode(folder.path()), 0o755, "it may be a home or /tmp");
    assert_eq!(mode(&other), 0o644);
    assert_eq!(mode(&database(&folder)), 0o600);
}

#[cfg(unix)]
#[tokio::test]
async fn what_root_restores_belongs_to_who_owns_the_folder() {
    use std::os::unix::fs::{MetadataExt, chown};
    let folder = TestFolder::new();
    drop(open(&folder).unwrap());
    let copy = TestFolder::new();
    let file = copy.path().join("copy.db");
    fs::create_dir_all(copy.path()).unwrap();
    backup(folder.path(), &file).unwrap();
    for path in [
        folder.path(),
        &database(&folder),
        &folder.path().join("merelle.lock"),
    ] {
        if chown(path, Some(4711), Some(4712)).is_err() {
            // Only root can give files away, and only root has to.
            return;
        }
    }
    fs::remove_file(folder.path().join("merelle.lock")).unwrap();
    let aside = restore(folder.path(), &file).unwrap().aside.unwrap();
    for path in [database(&folder), aside, folder.path().join("merelle.lock")] {
        let owner = fs::metadata(&path).unwrap();
        assert_eq!(
            (owner.uid(), owner.gid()),
            (4711, 4712),
            "{}",
            path.display()
        );
    }
}
