//! Two versions side by side: nodes of another build (`MERELLE_OLD`) are replaced by this one, one after the
//! other, while people play.

use std::path::PathBuf;

use crate::checker::judge;
use crate::crowd::Crowd;
use crate::history::{Fault, Moment};
use crate::node::this_build;
use crate::records::Records;
use crate::report::conclude;
use crate::settings::Settings;
use crate::site::{NAMES, Site};

#[tokio::test(flavor = "multi_thread")]
async fn people_play_on_while_nodes_are_upgraded_one_by_one() {
    let Some(old) = std::env::var_os("MERELLE_OLD").map(PathBuf::from) else {
        println!("not checked: two versions side by side (MERELLE_OLD=another build of merelle)");
        return;
    };
    let settings = Settings::read(1, 9);
    let Some(mut site) = Site::start(Some(&old)).await else {
        return;
    };
    let crowd = Crowd::gather(&site.party(&settings)).await;
    let mut since = 0;
    let mut faults = Vec::new();
    for (number, name) in NAMES.iter().enumerate() {
        all_play(&crowd, &settings, &site, since).await;
        let node = &mut site.nodes[number];
        let from = crowd.history.now();
        node.drain().await;
        node.upgrade_to(&this_build());
        node.restart().await;
        since = crowd.history.now();
        faults.push(Fault {
            name: format!("upgrade of {name}"),
            from,
            to: since,
            counts_from: from,
            within: settings.after_a_kill(),
        });
    }
    all_play(&crowd, &settings, &site, since).await;
    let events = crowd.end().await;
    for node in &mut site.nodes {
        node.drain().await;
    }
    let records = Records::read(&site.postgres.database());
    let verdict = judge(&events, &faults, &records, settings.limits());
    conclude("rolling upgrade", &faults, &verdict);
}

/// Waits until every table has gone on since a moment.
async fn all_play(crowd: &Crowd, settings: &Settings, site: &Site, since: Moment) {
    let (games, patience) = (settings.games, settings.patience());
    let all = crowd.history.all_go_on(games, since, patience).await;
    assert!(all, "not all go on:\n{}", site.said());
}
