//! One server on PostgreSQL, without NATS: what holds on SQLite holds there.

use crate::one_server::try_one;
use crate::postgres::{Installation, Postgres};
use crate::program::folder;

#[tokio::test(flavor = "multi_thread")]
async fn one_server_on_postgres_keeps_all_it_said() {
    let Some(installation) = Installation::find() else {
        println!("not checked: one server on PostgreSQL, Debian: apt-get install postgresql");
        return;
    };
    let place = folder("one-on-postgres");
    let postgres = Postgres::start(&installation, &place.path().join("postgres"));
    let flags = ["--database".to_owned(), postgres.url()];
    let node = place.path().join("node");
    try_one(
        "one server on PostgreSQL",
        &node,
        &flags,
        &postgres.database(),
    )
    .await;
}
