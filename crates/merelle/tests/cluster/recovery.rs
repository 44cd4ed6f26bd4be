//! Recovery to a moment: a site is played on, lost, and recovered from a base backup and the archive as it
//! was before and after some moves; a node goes on from there.

use std::time::Duration;

use crate::crowd::Crowd;
use crate::history::What;
use crate::node::{Node, Plan};
use crate::postgres::{Installation, Postgres};
use crate::program::folder;
use crate::records::Records;
use crate::settings::Settings;
use crate::web;

#[tokio::test(flavor = "multi_thread")]
async fn a_site_is_recovered_as_it_was_at_any_moment_and_goes_on() {
    let Some(installation) = Installation::find() else {
        println!("not checked: recovery, Debian: apt-get install postgresql");
        return;
    };
    let settings = Settings::read(1, 3);
    let place = folder("recovery-of-a-site");
    let part = |name: &str| place.path().join(name);
    let mut postgres = Postgres::start(&installation, &part("site"));
    postgres.archive_to(&part("archive"));
    let flags = |postgres: &Postgres| ["--database".to_owned(), postgres.url()];
    let node = Node::start(Plan::new(&part("node"), &flags(&postgres))).await;
    postgres.base_backup(&part("backup"));
    let party = crate::crowd::Party {
        nodes: vec![node.address],
        tables: settings.games,
        pause: Duration::from_millis(100),
        seed: settings.seed,
    };
    let crowd = Crowd::gather(&party).await;
    let mut moments = Vec::new();
    let mut since = 0;
    for _ in 0..3 {
        let all = crowd
            .history
            .all_go_on(settings.games, since, settings.patience());
        assert!(all.await, "all tables go on: {}", node.said());
        // What is told before the moment is committed before it.
        since = crowd.history.now();
        moments.push((since, postgres.ask("SELECT clock_timestamp()")));
    }
    let all = crowd
        .history
        .all_go_on(settings.games, since, settings.patience());
    assert!(all.await, "all tables go on: {}", node.said());
    let events = crowd.end().await;
    drop(node);
    let last = Records::read(&postgres.database());
    postgres.close_segment();
    postgres.kill();
    for (number, (moment, until)) in moments.iter().enumerate() {
        let to = part(&format!("recovered-{number}"));
        let (backup, archive) = (part("backup"), part("archive"));
        let recovered = Postgres::recovered(&installation, &backup, &archive, until, &to);
        let records = Records::read(&recovered.database());
        let mut moves = 0;
        for (id, game) in &records.games {
            let whole = &last.games[id].log;
            assert_eq!(
                game.log,
                whole[..game.log.len()],
                "nothing but the beginning"
            );
            moves += game.log.len();
        }
        let all: usize = last.games.values().map(|game| game.log.len()).sum();
        assert!(moves < all, "{moves} of {all}");
        for event in events.iter().filter(|event| event.at <= *moment) {
            if let What::Told {
                game, ply, text, ..
            } = &event.what
            {
                let found = records.games.values().find(|it| it.name == *game);
                let entry = found.and_then(|game| game.log.get(*ply as usize));
                assert_eq!(entry.map(|entry| &entry.body), Some(text), "{game} {ply}");
            }
        }
        // People find their games as they were.
        let node = Node::start(Plan::new(
            &part(&format!("node-{number}")),
            &flags(&recovered),
        ));
        let node = node.await;
        for game in records.games.values() {
            let path = format!("/api/games/{}", game.name);
            let answer = web::ask(node.address, "GET", &path, None, None).await;
            let shown = answer.unwrap().json();
            assert_eq!(shown["ply"].as_u64(), Some(game.log.len() as u64));
        }
    }
}
