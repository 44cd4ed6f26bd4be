//! One server on SQLite, killed, stopped and drained under rated games: the same people and the same judge
//! as for a whole site.

use std::path::Path;
use std::time::Duration;

use crate::checker::judge;
use crate::crowd::{Crowd, Party};
use crate::history::Fault;
use crate::node::{Node, Plan};
use crate::program::folder;
use crate::random::Random;
use crate::records::{Database, Records};
use crate::report::conclude;
use crate::settings::Settings;

/// What is done to the server.
const KINDS: [&str; 3] = ["kill", "stop", "drain"];

#[tokio::test(flavor = "multi_thread")]
async fn one_server_keeps_all_it_said_when_it_is_killed_stopped_and_drained() {
    let place = folder("one-server");
    let database = Database::Sqlite(place.path().join("data/merelle.db"));
    try_one("one server on SQLite", place.path(), &[], &database).await;
}

/// Has people play on one server, does things to it, and judges.
pub(crate) async fn try_one(what: &str, place: &Path, flags: &[String], database: &Database) {
    let settings = Settings::read(6, 6);
    let mut node = Node::start(Plan::new(place, flags)).await;
    let party = Party {
        nodes: vec![node.address],
        tables: settings.games,
        pause: Duration::from_millis(150),
        seed: settings.seed,
    };
    let crowd = Crowd::gather(&party).await;
    let mut random = Random::new(settings.seed);
    let mut faults = Vec::new();
    let began = crowd
        .history
        .all_go_on(settings.games, 0, settings.patience());
    assert!(began.await, "all tables begin: {}", node.said());
    for _ in 0..settings.rounds {
        let pause = random.between(200, 1500);
        tokio::time::sleep(Duration::from_millis(pause)).await;
        let from = crowd.history.now();
        let name = settings.pick(&KINDS, &mut random);
        let mut within = settings.after_a_kill();
        match name {
            "kill" => node.kill(),
            "drain" => node.drain().await,
            _ => {
                node.stop();
                let held = random.between(500, 4000);
                tokio::time::sleep(Duration::from_millis(held)).await;
                node.go_on();
                within = settings.after_a_cut();
            }
        }
        if name != "stop" {
            node.restart().await;
        }
        let to = crowd.history.now();
        faults.push(Fault {
            name: name.to_owned(),
            from,
            to,
            counts_from: to,
            within,
        });
        let goes_on = crowd
            .history
            .all_go_on(settings.games, to, settings.patience());
        assert!(
            goes_on.await,
            "all tables go on after {name}: {}",
            node.said()
        );
    }
    let acknowledged = node.metric("merelle_moves_total").await;
    assert!(
        acknowledged > Some(0.0),
        "it counts moves since it was started: {acknowledged:?}"
    );
    let events = crowd.end().await;
    node.drain().await;
    let verdict = judge(
        &events,
        &faults,
        &Records::read(database),
        settings.limits(),
    );
    conclude(what, &faults, &verdict);
    assert!(verdict.figures.rated > 0, "games end and count");
}
