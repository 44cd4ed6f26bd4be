//! What the harness promises of PostgreSQL, without a site on it.

use crate::postgres::{Installation, Postgres};
use crate::program::folder;
use crate::records::Database;

/// What is installed; it is said when nothing is.
fn installed() -> Option<Installation> {
    let found = Installation::find();
    if found.is_none() {
        println!("not checked: PostgreSQL, Debian: apt-get install postgresql");
    }
    found
}

fn count(database: &Database) -> usize {
    database.rows("SELECT number FROM moves").len()
}

fn add(database: &Database, number: u32) {
    database.rows(&format!("INSERT INTO moves VALUES ({number})"));
}

#[test]
fn what_is_committed_outlives_a_kill_and_a_failover() {
    let Some(installation) = installed() else {
        return;
    };
    let place = folder("postgres");
    let mut primary = Postgres::start(&installation, &place.path().join("one"));
    let database = primary.database();
    database.rows("CREATE TABLE moves (number INTEGER PRIMARY KEY)");
    add(&database, 1);
    primary.kill();
    primary.restart();
    assert_eq!(count(&database), 1);
    let standby = primary.standby(&place.path().join("two"));
    add(&database, 2);
    primary.kill();
    standby.promote();
    let database = standby.database();
    assert_eq!(count(&database), 2);
    add(&database, 3);
}

#[test]
fn a_site_is_recovered_to_any_moment() {
    let Some(installation) = installed() else {
        return;
    };
    let place = folder("recovery");
    let part = |name: &str| place.path().join(name);
    let mut server = Postgres::start(&installation, &part("site"));
    server.archive_to(&part("archive"));
    let database = server.database();
    database.rows("CREATE TABLE moves (number INTEGER PRIMARY KEY)");
    server.base_backup(&part("backup"));
    let mut moments = Vec::new();
    for number in 1..=3 {
        add(&database, number);
        moments.push(server.ask("SELECT clock_timestamp()"));
    }
    // One more transaction after the last moment: a recovery ends at the first that is later.
    add(&database, 4);
    server.close_segment();
    server.kill();
    for (moves, moment) in (1..).zip(&moments).take(2) {
        let to = part(&format!("recovered-{moves}"));
        let recovered = Postgres::recovered(
            &installation,
            &part("backup"),
            &part("archive"),
            moment,
            &to,
        );
        assert_eq!(count(&recovered.database()), moves, "as of {moment}");
    }
}
