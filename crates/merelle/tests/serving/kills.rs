//! A server killed at random moments under live games: no acknowledged move is lost, none is there
//! twice, clocks are fair.
//!
//! A short form runs with the tests; `MERELLE_KILLS=200 MERELLE_GAMES=200 cargo test --release -p
//! merelle kills` runs the long one.

use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::process::{Folder, Process};
use game::Random;
use server::load::{Acknowledged, Client, Crowd, CrowdPlan, Memory};
use server::protocol::{Entry, EntryKind, GameState};

/// The short form.
const KILLS: u32 = 4;
const GAMES: usize = 12;

/// How far a clock may be off for each time the server was killed.
const TOLERANCE: i64 = 1000;

const FLAGS: [&str; 12] = [
    "--grace",
    "0",
    "--limit",
    "requests=100000000",
    "--limit",
    "changes=100000000",
    "--limit",
    "guests=100000000",
    "--limit",
    "sockets=20000",
    "--limit",
    "traffic=1000000",
];

/// When the server was down, in milliseconds since 1970.
struct Outage {
    from: i64,
    to: i64,
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    since.as_millis() as i64
}

fn number(name: &str, default: u32) -> u32 {
    let given = std::env::var(name).ok();
    given.map_or(default, |given| given.parse().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    let kills = number("MERELLE_KILLS", KILLS);
    let games = number("MERELLE_GAMES", GAMES as u32) as usize;
    let folder = Folder::new();
    let mut server = Process::start(folder.path(), "127.0.0.1:0", &FLAGS);
    let address = server.address;
    let plan = CrowdPlan {
        nodes: vec![address],
        homes: Vec::new(),
        people: 2 * games,
        setups: ["moulin:classique", "mijnlieff", "moulin:envol"]
            .map(str::to_owned)
            .to_vec(),
        clock: "3600+0".to_owned(),
        pause: Duration::from_millis(100),
        practice: None,
        memory: Memory::Moves,
        seed: 3,
    };
    let crowd = Crowd::gather(&plan).await.unwrap();
    let mut random = Random::new(11);
    let mut outages = Vec::new();
    let mut slowest = Duration::ZERO;
    for _ in 0..kills {
        let pause = 100 + random.below(1500);
        tokio::time::sleep(Duration::from_millis(pause)).await;
        let from = now();
        server.kill();
        server = Process::start(folder.path(), &address.to_string(), &FLAGS);
        outages.push(Outage { from, to: now() });
        if random.below(4) == 0 {
            let back = crowd.connected(2 * games, Duration::from_secs(60)).await;
            slowest = slowest.max(back.expect("everybody comes back"));
        }
    }
    let back = crowd.connected(2 * games, Duration::from_secs(60)).await;
    slowest = slowest.max(back.expect("everybody comes back"));
    tokio::time::sleep(Duration::from_secs(1)).await;
    let acknowledged = crowd.read(|ledger| ledger.acknowledged.take().unwrap());
    let finished = crowd.read(|ledger| ledger.finished);
    crowd.end().await;
    let checked = check(&mut Client::new(address), &acknowledged, &outages).await;
    println!(
        "{kills} kills, {games} games at a time, {} acknowledged moves in {} games ({} ended), all \
         there once; {} clocks over an outage, off by {} ms at most; all back within {:.1} s",
        acknowledged.len(),
        checked.games,
        finished / 2,
        checked.spanned,
        checked.worst,
        slowest.as_secs_f64()
    );
    assert!(acknowledged.len() > 10 * games, "{}", acknowledged.len());
}

struct Checked {
    games: usize,
    spanned: u32,
    worst: i64,
}

async fn check(client: &mut Client, acknowledged: &[Acknowledged], outages: &[Outage]) -> Checked {
    let mut games: BTreeMap<&str, HashMap<u32, &str>> = BTreeMap::new();
    for Acknowledged { game, ply, text } in acknowledged {
        let before = games.entry(game).or_default().insert(*ply, text);
        assert!(
            before.is_none_or(|before| before == text),
            "{game} {ply} told twice"
        );
    }
    let mut checked = Checked {
        games: games.len(),
        spanned: 0,
        worst: 0,
    };
    for (game, moves) in games {
        let log: Vec<Entry> = client.get(&format!("/api/games/{game}/log")).await.unwrap();
        // It replays, so every move in it is legal.
        let _: GameState = client.game(game).await.unwrap();
        for (ply, entry) in log.iter().enumerate() {
            assert_eq!(entry.ply as usize, ply, "{game} has a gap");
        }
        for (ply, text) in moves {
            let stored = log.get(ply as usize).map(|entry| &entry.kind);
            let kind = EntryKind::Move {
                text: text.to_owned(),
            };
            assert_eq!(
                stored,
                Some(&kind),
                "{game} {ply} was acknowledged and is lost"
            );
        }
        // Clocks run once both have moved.
        for pair in log.get(1..).unwrap_or_default().windows(2) {
            check_clock(game, &pair[0], &pair[1], outages, &mut checked);
        }
    }
    checked
}

/// What a move has cost is the time since the last one, less what the server was down.
fn check_clock(
    game: &str,
    before: &Entry,
    after: &Entry,
    outages: &[Outage],
    checked: &mut Checked,
) {
    let total = |entry: &Entry| {
        let left = entry.left.unwrap();
        (left.white + left.black) as i64
    };
    let spent = total(before) - total(after);
    let (from, to) = (before.at as i64, after.at as i64);
    let mut down = 0;
    let mut times = 0;
    for outage in outages {
        let overlap = outage.to.min(to) - outage.from.max(from);
        if overlap > 0 {
            down += overlap;
            times += 1;
        }
    }
    let off = (spent - (to - from - down)).abs();
    let allowed = TOLERANCE * i64::max(1, times);
    assert!(
        off <= allowed,
        "{game} {}: off by {off} ms over {times} outages",
        after.ply
    );
    if times > 0 {
        checked.spanned += 1;
        checked.worst = checked.worst.max(off / times);
    }
}
