//! Three nodes under random faults: no acknowledged move is lost, doubled or out of order, no node writes
//! that does not speak for the game, clocks keep their promise, ratings are exact, games go on.
//!
//! A short form runs with the tests. The long one:
//!
//! ```sh
//! cargo build --release
//! MERELLE_PROGRAM=$PWD/target/release/merelle MERELLE_ROUNDS=200 MERELLE_GAMES=200 MERELLE_STRICT=1 \
//!     cargo test --release -p merelle --test cluster faults -- --nocapture
//! ```

use std::time::Duration;

use tokio::time::sleep;

use crate::audit;
use crate::cable::{Cable, Condition};
use crate::checker::judge;
use crate::crowd::Crowd;
use crate::history::{Fault, History, Moment};
use crate::random::Random;
use crate::records::Records;
use crate::report::{conclude, tell_charges, tell_stuck};
use crate::settings::Settings;
use crate::site::{NAMES, Site};

/// What is done to the site.
const KINDS: [&str; 9] = [
    "kill",
    "stop",
    "drain",
    "cut-postgres",
    "break-postgres",
    "cut-nats",
    "cut-both",
    "nats",
    "postgres",
];

/// Rounds from which on a run is a long one.
const LONG: u32 = 50;

/// How long something is held, in milliseconds: longer than a lease in any case.
const SHORT_HOLD: [u64; 2] = [4000, 6000];
const LONG_HOLD: [u64; 2] = [5000, 20_000];

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_whatever_is_done_to_the_site() {
    let settings = Settings::read(5, 9);
    let Some(site) = Site::start(None).await else {
        return;
    };
    let database = site.postgres.database();
    audit::begin(&database);
    let crowd = Crowd::gather(&site.party(&settings)).await;
    let mut rounds = Rounds {
        site,
        history: crowd.history.clone(),
        random: Random::new(settings.seed),
        settings: settings.clone(),
    };
    rounds.wait_for_all("the beginning", 0).await;
    let mut faults = Vec::new();
    for round in 0..settings.rounds {
        let kind = settings.pick(&KINDS, &mut rounds.random);
        println!("round {round}: {kind}");
        let fault = rounds.inflict(kind).await;
        rounds.wait_for_all(kind, fault.counts_from).await;
        faults.push(fault);
    }
    let refused = rounds.site.outdated_writes().await;
    let events = crowd.end().await;
    for node in &mut rounds.site.nodes {
        node.drain().await;
    }
    let findings = audit::end(&database);
    println!(
        "{} entries, games changed hands {} times, {refused} writes by an old epoch refused",
        findings.entries, findings.handed_over
    );
    let records = Records::read(&database);
    let verdict = judge(&events, &faults, &records, settings.limits());
    tell_charges(&verdict, &faults, &events, &records);
    conclude("three nodes", &faults, &verdict);
    assert_eq!(
        findings.foreign, [""; 0],
        "only who speaks for a game writes"
    );
    assert_eq!(findings.outdated, [""; 0], "epochs only grow");
}

struct Rounds {
    site: Site,
    history: History,
    random: Random,
    settings: Settings,
}

impl Rounds {
    /// Waits until every table has gone on after a moment, and a little longer.
    async fn wait_for_all(&mut self, what: &str, since: Moment) {
        let (games, patience) = (self.settings.games, self.settings.patience());
        let all = self.history.all_go_on(games, since, patience).await;
        if !all {
            let stuck = tell_stuck(&self.history, games, since, &self.site).await;
            panic!("after {what} not all go on:\n{stuck}{}", self.site.said());
        }
        self.pause(300, 1500).await;
    }

    async fn pause(&mut self, from: u64, to: u64) {
        sleep(Duration::from_millis(self.random.between(from, to))).await;
    }

    /// Holds something for as long as a round holds.
    async fn hold(&mut self) {
        let long = self.settings.rounds >= LONG;
        let [from, to] = if long { LONG_HOLD } else { SHORT_HOLD };
        self.pause(from, to).await;
    }

    /// Does one thing to the site and undoes it.
    async fn inflict(&mut self, kind: &str) -> Fault {
        let number = self.random.below(NAMES.len() as u64) as usize;
        let from = self.history.now();
        let (after_a_kill, after_a_cut) =
            (self.settings.after_a_kill(), self.settings.after_a_cut());
        let mut within = after_a_cut;
        let mut counts_from = None;
        match kind {
            "kill" => {
                within = after_a_kill;
                self.site.kill(number).await;
                counts_from = Some(self.history.now());
                self.pause(0, 2000).await;
                self.site.nodes[number].restart().await;
            }
            "drain" => {
                within = after_a_kill;
                self.site.drain(number).await;
                self.site.nodes[number].restart().await;
            }
            "stop" => {
                self.site.nodes[number].stop();
                self.hold().await;
                self.site.nodes[number].go_on();
            }
            "cut-postgres" => {
                self.cut(number, &[Site::postgres_cable], Condition::Silent)
                    .await;
            }
            "break-postgres" => {
                self.cut(number, &[Site::postgres_cable], Condition::Broken)
                    .await;
            }
            "cut-nats" => {
                self.cut(number, &[Site::nats_cable], Condition::Silent)
                    .await;
            }
            "cut-both" => {
                let both = [Site::postgres_cable, Site::nats_cable];
                self.cut(number, &both, Condition::Silent).await;
            }
            "nats" => {
                self.site.nats.kill();
                self.pause(1000, 5000).await;
                self.site.nats.restart();
                counts_from = Some(self.history.now());
            }
            "postgres" => {
                self.site.postgres.kill();
                self.pause(500, 3000).await;
                self.site.postgres.restart();
                counts_from = Some(self.history.now());
            }
            other => panic!("there is no fault {other}"),
        }
        Fault {
            name: kind.to_owned(),
            from,
            to: self.history.now(),
            counts_from: counts_from.unwrap_or(from),
            within,
        }
    }

    async fn cut(&mut self, node: usize, cables: &[fn(&Site, usize) -> &Cable], how: Condition) {
        for cable in cables {
            cable(&self.site, node).set(how);
        }
        self.hold().await;
        for cable in cables {
            cable(&self.site, node).set(Condition::Whole);
        }
    }
}

impl Site {
    fn postgres_cable(&self, node: usize) -> &Cable {
        &self.to_postgres[node]
    }

    fn nats_cable(&self, node: usize) -> &Cable {
        &self.to_nats[node]
    }
}
