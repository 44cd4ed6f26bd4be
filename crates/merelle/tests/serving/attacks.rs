//! Each attack that once stalled a server, filled it up or turned others away, against a server with
//! default limits, while people play. The long form, with 200 games and every figure, is
//! `merelle load --attack`; `docs/figures.md` has what it gave.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use crate::process::{Folder, Process};
use play::Families;
use server::load::{Attack, AttackPlan, Attackers, Crowd, CrowdPlan, Memory, Report};

/// How long each attack lasts.
const SECONDS: u64 = 3;

/// People who play meanwhile, and who look around.
const PEOPLE: usize = 12;
const VISITORS: usize = 2;

/// What nobody waits longer for, though the program is not optimised here and others share the
/// processors: moves stood still for ten seconds and more before.
const SLOWEST_MS: f64 = 1500.0;

/// Memory that no attack may take, in mebibytes: 150 answers that nobody read held 1,460 before.
const MOST: u64 = 400;

fn homes(network: u8, count: u8) -> Vec<IpAddr> {
    let addresses = (1..=count).map(|last| Ipv4Addr::new(127, network, 0, last));
    addresses.map(IpAddr::V4).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn attackers_disturb_nobody() {
    let folder = Folder::new();
    let server = Process::start(folder.path(), "127.0.0.1:0", &[]);
    let families = Families::standard();
    let setup = |text: &str| families.setup(text).unwrap();
    let plan = CrowdPlan {
        nodes: vec![server.address],
        homes: homes(1, 4),
        people: PEOPLE,
        setups: vec!["moulin:classique".to_owned(), "mijnlieff".to_owned()],
        clock: "3600+10".to_owned(),
        pause: Duration::from_millis(300),
        practice: None,
        memory: Memory::Times,
        seed: 5,
    };
    let mut crowd = Crowd::gather(&plan).await.unwrap();
    let visits = crowd.look_around(&plan, VISITORS, &["mijnlieff".to_owned()]);
    crowd
        .connected(PEOPLE, Duration::from_secs(30))
        .await
        .expect("everybody comes in");
    for attack in Attack::ALL {
        let attackers = Attackers::begin(&AttackPlan {
            server: server.address,
            homes: homes(66, 4),
            attacks: vec![attack],
            long: setup("moulin:classique,flight=9,stuck=pass"),
            dear: setup("mijnlieff:sets=4"),
            player: "level-8".to_owned(),
            odd: (3..=9)
                .map(|stones| format!("moulin:classique,flight={stones},double=2"))
                .collect(),
            seed: 5,
        })
        .unwrap();
        crowd.read(server::load::Ledger::clear);
        let elapsed = Duration::from_secs(SECONDS);
        tokio::time::sleep(elapsed).await;
        let report = crowd.read(|ledger| Report::new(ledger, elapsed));
        let held = server.holdings().bytes >> 20;
        let name = attack.name();
        let tally = attackers.tallies()[name];
        println!("{name}: {tally:?}, {held} MiB, moves {:?}", report.moves);
        drop(attackers);
        assert!(
            tally.granted + tally.refused + tally.cut > 0,
            "{name}: no attack"
        );
        assert!(report.moves.count >= PEOPLE as u64, "{name}: {report:?}");
        assert!(report.moves.longest_ms <= SLOWEST_MS, "{name}: {report:?}");
        assert_eq!((report.refused, report.dropped), (0, 0), "{name}");
        assert!(held <= MOST, "{name}: {held} MiB");
    }
    let visits = visits.lock().unwrap().clone();
    assert_eq!(visits.refused, 0, "{:?}", visits.reason);
    crowd.end().await;
}
