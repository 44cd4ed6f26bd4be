//! PostgreSQL fails over to a synchronous standby under load: nothing acknowledged is lost.

use std::time::Duration;

use crate::checker::judge;
use crate::crowd::Crowd;
use crate::history::Fault;
use crate::records::Records;
use crate::report::conclude;
use crate::settings::Settings;
use crate::site::Site;

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_when_postgres_fails_over() {
    let settings = Settings::read(1, 9);
    let Some(mut site) = Site::start(None).await else {
        return;
    };
    let standby = site.postgres.standby(&site.part("standby"));
    let crowd = Crowd::gather(&site.party(&settings)).await;
    let all = crowd
        .history
        .all_go_on(settings.games, 0, settings.patience());
    assert!(all.await, "all tables begin:\n{}", site.said());
    tokio::time::sleep(Duration::from_secs(2)).await;
    let from = crowd.history.now();
    site.postgres.kill();
    standby.promote();
    for cable in &site.to_postgres {
        cable.plug_into(standby.port);
    }
    let to = crowd.history.now();
    let faults = [Fault {
        name: "failover".to_owned(),
        from,
        to,
        counts_from: to,
        within: settings.after_a_cut(),
    }];
    let all = crowd
        .history
        .all_go_on(settings.games, to, settings.patience());
    assert!(all.await, "all tables go on:\n{}", site.said());
    tokio::time::sleep(Duration::from_secs(2)).await;
    let events = crowd.end().await;
    for node in &mut site.nodes {
        node.drain().await;
    }
    let records = Records::read(&standby.database());
    let verdict = judge(&events, &faults, &records, settings.limits());
    conclude("failover", &faults, &verdict);
}
