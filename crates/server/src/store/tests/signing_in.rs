//! Accounts, what their names look like, sessions, second factors.

use super::*;
use crate::name::{Bearer, Name};
use crate::one_time::{Secret, Step};
use crate::recovery::RecoveryCode;
use crate::secret::TokenHash;
use crate::seen_as::SeenAs;

pub(super) fn new_account(name: &str, guest: Option<PersonId>) -> NewAccount {
    NewAccount {
        guest,
        name: Name::read(name, Bearer::Account).unwrap(),
        password: "hash".to_owned(),
        recovery: RecoveryCode::random().hash(),
    }
}

fn token() -> TokenHash {
    Token::random().hash()
}

async fn account(store: &Store, name: &str) -> Result<Person, StoreError> {
    let made = store.create_account(new_account(name, None), None, token().into());
    made.await.map(|entered| entered.person)
}

/// How many rows of all tables name a text, or hold it in any way that can be read.
pub(super) fn found(folder: &TestDatabase, text: &str) -> usize {
    let text = text.to_lowercase();
    folder.with(|connection| match connection.sqlite() {
        Some(connection) => found_in_file(connection, &text),
        None => found_on_server(connection, &text),
    })
}

fn found_in_file(connection: &rusqlite::Connection, text: &str) -> usize {
    let sql = "SELECT name FROM sqlite_master WHERE type = 'table'";
    let mut select = connection.prepare(sql).unwrap();
    let tables = select.query_map([], |row| row.get(0)).unwrap();
    let tables: Vec<String> = tables.map(Result::unwrap).collect();
    let mut count = 0;
    for table in tables {
        let mut select = connection
            .prepare(&format!("SELECT * FROM {table}"))
            .unwrap();
        let columns = select.column_count();
        let mut rows = select.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let holds = |column: usize| {
                let value = format!("{:?}", row.get_ref(column).unwrap().as_str());
                value.to_lowercase().contains(text)
            };
            count += usize::from((0..columns).any(holds));
        }
    }
    count
}

fn found_on_server(connection: &Connection, text: &str) -> usize {
    let sql = "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'";
    let tables: Vec<String> = connection.query(sql, &[], |row| row.get(0)).unwrap();
    let holding = tables.iter().map(|table| {
        let sql =
            format!("SELECT count(*) FROM {table} AS row WHERE strpos(lower(row::text), ?1) > 0");
        let count: u32 = connection
            .query_row(&sql, params![text], |row| row.get(0))
            .unwrap();
        count as usize
    });
    holding.sum()
}

async fn a_name_is_one_account_and_a_deleted_one_is_gone_and_rests(folder: TestDatabase) {
    let store = open(&folder).unwrap();
    let (ada, bo, game) = two_and_their_game(&store).await;
    let make = async |person: PersonId, name: &str| {
        let made = store.create_account(new_account(name, Some(person)), None, token().into());
        made.await.map(|_| ())
    };
    assert_eq!(make(ada.id, "Marguerite").await, Ok(()));
    for alike in [
        "Marguerite",
        "MARGUERITE",
        "Margueríte",
        "Marguer1te",
        "Marguerlte",
    ] {
        assert_eq!(
            make(bo.id, alike).await,
            Err(StoreError::NameTaken),
            "{alike}"
        );
        let guest = store.create_guest(alike.to_owned(), token()).await;
        assert_eq!(guest.map(|_| ()), Err(StoreError::NameTaken), "{alike}");
        let renamed = store.set_name(bo.id, alike.to_owned()).await;
        assert_eq!(renamed, Err(StoreError::NameTaken), "{alike}");
    }
    assert!(found(&folder, "marguerite") > 0);
    store.forget_person(ada.id).await.unwrap();
    assert_eq!(found(&folder, "marguerite"), 0);
    assert_eq!(found(&folder, "rnarguer"), 0, "nor what it looked like");
    let account = store.account(["marguerite".to_owned()]).await.unwrap();
    assert!(account.is_none());
    let (game, _) = store.load_game(game.id).await.unwrap();
    let Seat::Person(seated) = &game.seats[0] else {
        panic!("the game stays")
    };
    assert_eq!(seated.name, "");
    // Nobody plays as them for a month.
    assert_eq!(make(bo.id, "Marguerite").await, Err(StoreError::NameTaken));
    let month = store.write(|connection| {
        let sql = "UPDATE resting_looks SET until = until - ?1";
        connection.execute(sql, params![30 * 86_400_000_i64])?;
        Ok(())
    });
    month.await.unwrap();
    assert_eq!(make(bo.id, "Marguerite").await, Ok(()));
}

async fn nothing_is_left_of_an_account_that_was_refused(folder: TestDatabase) {
    let store = open(&folder).unwrap();
    account(&store, "Ada").await.unwrap();
    let people = async || {
        let count = store.read(|connection| {
            let sql = "SELECT count(*) FROM people";
            Ok(connection.query_row(sql, &[], |row| row.get::<u32>(0))?)
        });
        count.await.unwrap()
    };
    let before = people().await;
    let session = token();
    let refused = store.create_account(new_account("ADA", None), None, session.into());
    assert_eq!(refused.await, Err(StoreError::NameTaken));
    assert_eq!(people().await, before);
    assert!(!store.session_lasts(session).await.unwrap());
}

/// Accounts from before names had looks keep theirs, and get in by it, also those that look alike.
async fn accounts_from_before_keep_their_names(folder: TestDatabase) {
    drop(open(&folder).unwrap());
    let names = [
        ("Adal", "adal"),
        ("AdaI", "adai"),
        ("Аdаl", "аdаl"),
        ("Admin", "admin"),
    ];
    folder.with(|connection| {
        for (name, key) in names {
            let sql = "INSERT INTO people (name, key, password, created) VALUES (?1, ?2, ?1, 0)";
            connection.execute(sql, params![name, key]).unwrap();
        }
        let sql = "UPDATE server SET looks = 0";
        connection.execute(sql, &[]).unwrap();
    });
    let store = open(&folder).unwrap();
    for (name, _) in names {
        let account = store.account(Name::keys(name)).await.unwrap().unwrap();
        assert_eq!(account.password, name, "each by its exact name");
        assert!(account.recovery.is_none() && !account.second_factor);
    }
    for name in ["Ada1", "ADAL", "AdaI"] {
        assert_eq!(
            account(&store, name).await,
            Err(StoreError::NameTaken),
            "{name}"
        );
    }
    // When one of those that look alike goes, the others still keep strangers from their looks.
    let first = store.account(Name::keys("Adal")).await.unwrap().unwrap();
    store.forget_person(first.person).await.unwrap();
    let sql = "DELETE FROM resting_looks";
    let rested = store.write(move |connection| Ok(connection.execute(sql, &[])?));
    rested.await.unwrap();
    assert_eq!(account(&store, "Ada1").await, Err(StoreError::NameTaken));
}

async fn a_new_password_ends_all_sessions_in_one_step(folder: TestDatabase) {
    let store = open(&folder).unwrap();
    let ada = account(&store, "Ada").await.unwrap().id;
    let before = [token(), token()];
    for session in before {
        store.enter(ada, None, session.into()).await.unwrap();
    }
    let after = token();
    let sql = |sql: &'static str| {
        let changed = store.write(move |connection| Ok(connection.execute_batch(sql)?));
        async move { changed.await.unwrap() }
    };
    // The last of its steps fails.
    sql(match folder.kind() {
        Kind::Sqlite => {
            "CREATE TRIGGER last BEFORE INSERT ON sessions BEGIN SELECT RAISE(ABORT, 'no'); END"
        }
        Kind::Postgres => {
            "CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS \
             $$BEGIN RAISE EXCEPTION 'no'; END$$; \
             CREATE TRIGGER last BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION no()"
        }
    })
    .await;
    let failed = store
        .change_password(ada, "new".to_owned(), after.into())
        .await;
    assert!(failed.is_err());
    assert_eq!(store.account_of(ada).await.unwrap().password, "hash");
    assert!(store.session_lasts(before[0]).await.unwrap());
    assert!(!store.session_lasts(after).await.unwrap());
    sql(match folder.kind() {
        Kind::Sqlite => "DROP TRIGGER last",
        Kind::Postgres => "DROP TRIGGER last ON sessions",
    })
    .await;
    let changed = store
        .change_password(ada, "new".to_owned(), after.into())
        .await;
    assert!(changed.is_ok());
    assert_eq!(store.account_of(ada).await.unwrap().password, "new");
    for session in before {
        assert!(!store.session_lasts(session).await.unwrap());
    }
    assert!(store.session_lasts(after).await.unwrap());
}

async fn a_recovery_code_is_used_once(folder: TestDatabase) {
    let store = open(&folder).unwrap();
    let code = RecoveryCode::random().hash();
    let new = NewAccount {
        recovery: code,
        ..new_account("Ada", None)
    };
    let session = token();
    let ada = store
        .create_account(new, None, session.into())
        .await
        .unwrap();
    let ada = ada.person.id;
    store
        .begin_second_factor(ada, Secret::random())
        .await
        .unwrap();
    assert!(store.use_code(ada, Step(5)).await.unwrap());
    assert!(store.account_of(ada).await.unwrap().second_factor);
    let recover = |used, next| store.recover(ada, used, next, "new".to_owned(), token().into());
    let [next, other, third] = [(); 3].map(|()| RecoveryCode::random().hash());
    let wrong = recover(other, next).await;
    assert_eq!(wrong.map(|_| ()), Err(StoreError::Missing));
    let both = tokio::join!(recover(code, next), recover(code, other));
    assert!(
        both.0.is_ok() != both.1.is_ok(),
        "one of two who come at once"
    );
    assert_eq!(
        recover(code, third).await.map(|_| ()),
        Err(StoreError::Missing)
    );
    let account = store.account_of(ada).await.unwrap();
    assert_eq!(
        (account.password.as_str(), account.second_factor),
        ("new", false)
    );
    assert!(!store.session_lasts(session).await.unwrap());
    assert!([Some(next), Some(other)].contains(&account.recovery));
}

async fn one_time_codes_count_once_and_only_forwards(folder: TestDatabase) {
    let store = open(&folder).unwrap();
    let ada = account(&store, "Ada").await.unwrap().id;
    assert_eq!(store.second_factor(ada).await.unwrap(), None);
    let (first, second) = (Secret::random(), Secret::random());
    store.begin_second_factor(ada, first).await.unwrap();
    store
        .begin_second_factor(ada, second.clone())
        .await
        .unwrap();
    let factor = store.second_factor(ada).await.unwrap().unwrap();
    assert_eq!(
        (factor.secret.as_ref(), factor.confirmed),
        (Some(&second), false)
    );
    assert!(
        !store.account_of(ada).await.unwrap().second_factor,
        "not yet"
    );
    let both = tokio::join!(store.use_code(ada, Step(7)), store.use_code(ada, Step(7)));
    assert!(both.0.unwrap() != both.1.unwrap());
    assert!(!store.use_code(ada, Step(6)).await.unwrap());
    assert!(store.use_code(ada, Step(8)).await.unwrap());
    let again = store.begin_second_factor(ada, Secret::random()).await;
    assert_eq!(
        again,
        Err(StoreError::Missing),
        "codes are asked for already"
    );
    assert_eq!(
        store.second_factor(ada).await.unwrap().unwrap().secret,
        Some(second)
    );
}

async fn a_copy_of_the_database_tells_no_secret_and_keys_can_be_changed(folder: TestDatabase) {
    let store = open(&folder).unwrap();
    let ada = account(&store, "Ada").await.unwrap().id;
    let secret = Secret::random();
    store
        .begin_second_factor(ada, secret.clone())
        .await
        .unwrap();
    let kept = async |store: &Store| store.second_factor(ada).await.unwrap().unwrap().secret;
    let sealed = async || {
        let row = store.read(|connection| {
            let sql = "SELECT secret FROM second_factors";
            Ok(connection.query_row(sql, &[], |row| row.get::<Vec<u8>>(0))?)
        });
        row.await.unwrap()
    };
    let before = sealed().await;
    assert!(!before.windows(20).any(|part| part == secret.0));
    // While the server runs.
    apart(|| rotate_keys(folder.path(), folder.database())).unwrap();
    assert_ne!(sealed().await, before);
    assert_eq!(kept(&store).await, Some(secret.clone()));
    // Without its key it is lost, and the person needs the recovery code.
    std::fs::remove_file(folder.path().join("merelle.key")).unwrap();
    assert_eq!(kept(&store).await, None);
}

async fn sessions_are_seen_and_ended_one_by_one(folder: TestDatabase) {
    let store = open(&folder).unwrap();
    let ada = account(&store, "Ada").await.unwrap().id;
    let bo = account(&store, "Bo").await.unwrap().id;
    let (phone, laptop, other) = (token(), token(), token());
    let session = NewSession {
        token: phone,
        device: Some(token()),
        seen_as: SeenAs {
            browser: Some("Safari"),
            system: Some("iPhone"),
            network: Some("203.0.113.0/24".to_owned()),
        },
    };
    store.enter(ada, None, session).await.unwrap();
    store.enter(ada, None, laptop.into()).await.unwrap();
    store.enter(bo, None, other.into()).await.unwrap();
    let seen = store.sessions_of(ada, laptop).await.unwrap();
    assert_eq!(seen.iter().filter(|session| session.own).count(), 1);
    let named = seen
        .iter()
        .find(|session| session.browser.is_some())
        .unwrap();
    assert_eq!(named.system.as_deref(), Some("iPhone"));
    assert_eq!(named.network.as_deref(), Some("203.0.113.0/24"));
    let ended = store
        .end_sessions(bo, Which::Id(named.id.clone()))
        .await
        .unwrap();
    assert_eq!(ended, [], "not that of somebody else");
    let ended = store
        .end_sessions(ada, Which::Id(named.id.clone()))
        .await
        .unwrap();
    assert_eq!(
        ended,
        [EndedSession {
            person: ada,
            token: phone
        }]
    );
    store
        .end_sessions(ada, Which::Others(laptop))
        .await
        .unwrap();
    let left = store.sessions_of(ada, laptop).await.unwrap();
    assert_eq!(left.len(), 1);
    assert!(left[0].own);
    assert!(store.session_lasts(other).await.unwrap());
}

async fn one_person_has_so_many_sessions(folder: TestDatabase) {
    let store = open(&folder).unwrap();
    let ada = account(&store, "Ada").await.unwrap().id;
    let last = token();
    for _ in 0..40 {
        store.enter(ada, None, token().into()).await.unwrap();
    }
    let entered = store.enter(ada, None, last.into()).await.unwrap();
    assert_eq!(entered.ended.len(), 1);
    assert_eq!(store.sessions_of(ada, last).await.unwrap().len(), 30);
    assert!(store.session_lasts(last).await.unwrap());
}

async fn sessions_whose_time_is_over_are_found(folder: TestDatabase) {
    let store = open(&folder).unwrap();
    let ada = account(&store, "Ada").await.unwrap().id;
    let old = token();
    store.enter(ada, None, old.into()).await.unwrap();
    let aged = store.write(move |connection| {
        let sql = "UPDATE sessions SET expires = 1 WHERE token = ?1";
        Ok(connection.execute(sql, params![old.0])?)
    });
    aged.await.unwrap();
    assert!(!store.session_lasts(old).await.unwrap());
    let new = token();
    store.enter(ada, None, new.into()).await.unwrap();
    let asked = [old, new, token()].map(|token| EndedSession { person: ada, token });
    let ended = store.over(asked.to_vec()).await.unwrap();
    assert_eq!(ended, [asked[0], asked[2]]);
}

async fn an_account_knows_its_browsers_and_networks(folder: TestDatabase) {
    let store = open(&folder).unwrap();
    let ada = account(&store, "Ada").await.unwrap().id;
    let device = token();
    let session = NewSession {
        token: token(),
        device: Some(device),
        seen_as: SeenAs {
            network: Some("203.0.113.0/24".to_owned()),
            ..SeenAs::default()
        },
    };
    store.enter(ada, None, session).await.unwrap();
    let place = async |person, device, network: &str| {
        store
            .place(person, device, network.to_owned())
            .await
            .unwrap()
    };
    let (here, there) = ("203.0.113.0/24", "198.51.100.0/24");
    assert_eq!(
        place(Some(ada), Some(device), there).await,
        Place::Device(device)
    );
    assert_eq!(place(Some(ada), Some(token()), here).await, Place::Network);
    assert_eq!(place(Some(ada), None, there).await, Place::Unknown);
    assert_eq!(place(None, Some(device), here).await, Place::Unknown);
    let bo = account(&store, "Bo").await.unwrap().id;
    assert_eq!(place(Some(bo), Some(device), here).await, Place::Unknown);
}

on_both![
    a_name_is_one_account_and_a_deleted_one_is_gone_and_rests,
    nothing_is_left_of_an_account_that_was_refused,
    accounts_from_before_keep_their_names,
    a_new_password_ends_all_sessions_in_one_step,
    a_recovery_code_is_used_once,
    one_time_codes_count_once_and_only_forwards,
    a_copy_of_the_database_tells_no_secret_and_keys_can_be_changed,
    sessions_are_seen_and_ended_one_by_one,
    one_person_has_so_many_sessions,
    sessions_whose_time_is_over_are_found,
    an_account_knows_its_browsers_and_networks,
];
