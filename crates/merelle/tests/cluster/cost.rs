//! What one server and sites of one, two and three nodes bear, and what a move costs there: clients, nodes,
//! PostgreSQL and NATS all on this machine. It takes minutes and does not run with the tests:
//!
//! ```sh
//! cargo build --release
//! MERELLE_PROGRAM=$PWD/target/release/merelle MERELLE_SOCKETS=10000 MERELLE_SECONDS=40 \
//!     cargo test --release -p merelle --test cluster cost -- --ignored --nocapture
//! ```
//!
//! `MERELLE_FORMS=sqlite,1,2,3` names what is measured, `MERELLE_BEFORE` another program that is measured as one
//! server on SQLite too, `MERELLE_PAUSE` the milliseconds between two moves of a player.

use std::path::{Path, PathBuf};
use std::time::Duration;

use server::load::{Crowd, CrowdPlan, Latencies, Ledger, Memory};

use crate::consumption::{Consumption, Group};
use crate::nats::Nats;
use crate::node::{Node, Plan, this_build};
use crate::postgres::{Installation, Postgres};
use crate::program::folder;
use crate::settings::number;
use crate::site::flags;

/// What is measured.
#[derive(Clone, Debug)]
enum Form {
    /// One server on SQLite, of this program.
    Sqlite(PathBuf),
    /// So many nodes on one PostgreSQL, with NATS between them.
    Nodes(usize),
}

/// All that runs for a form.
struct Running {
    nodes: Vec<Node>,
    postgres: Option<Postgres>,
    nats: Option<Nats>,
    _place: tempfile::TempDir,
}

impl Running {
    async fn start(form: &Form) -> Running {
        let place = folder("cost");
        let mut running = Running {
            nodes: Vec::new(),
            postgres: None,
            nats: None,
            _place: place,
        };
        let place = running._place.path().to_owned();
        match form {
            Form::Sqlite(program) => {
                let mut plan = Plan::new(&place.join("one"), &[]);
                plan.program = program.clone();
                running.nodes.push(Node::start(plan).await);
            }
            Form::Nodes(count) => running.start_nodes(&place, *count).await,
        }
        running
    }

    async fn start_nodes(&mut self, place: &Path, count: usize) {
        let installation = Installation::find().expect("PostgreSQL is installed");
        let mut postgres = Postgres::start(&installation, &place.join("postgres"));
        postgres.count_statements();
        let nats = Nats::start(place);
        for number in 0..count {
            let name = format!("node-{number}");
            let flags = flags(&name, postgres.port, nats.port);
            let plan = Plan::new(&place.join(&name), &flags);
            self.nodes.push(Node::start(plan).await);
        }
        self.postgres = Some(postgres);
        self.nats = Some(nats);
    }

    /// What all of it has used up so far.
    async fn consumption(&self) -> Consumption {
        let mut used = Consumption::default();
        for node in &self.nodes {
            used.add_process(Group::Nodes, node.id());
            used.stored += node.metric("merelle_stored_total").await.unwrap_or(0.0);
            let commits = node.metric("merelle_commit_seconds_count").await;
            used.commits += commits.unwrap_or(0.0);
        }
        if let Some(postgres) = &self.postgres {
            for process in postgres.processes() {
                used.add_process(Group::Postgres, process);
            }
            used.add_database(postgres);
        }
        if let Some(nats) = &self.nats {
            used.add_process(Group::Nats, nats.id());
            used.wire = nats.bytes().await;
        }
        used.add_process(Group::Clients, std::process::id());
        used
    }

    /// The memory of each node in MiB.
    fn memory(&self) -> Vec<u64> {
        let held = |node: &Node| server::load::Process::new(node.id()).holdings();
        let held = self.nodes.iter().filter_map(held);
        held.map(|held| held.bytes >> 20).collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes and the whole machine"]
async fn what_a_move_costs() {
    server::allow_many_connections();
    let sockets = number("MERELLE_SOCKETS").unwrap_or(3000) as usize;
    let seconds = number("MERELLE_SECONDS").unwrap_or(20);
    for (name, form) in forms() {
        let running = Running::start(&form).await;
        let plan = CrowdPlan {
            nodes: running.nodes.iter().map(|node| node.address).collect(),
            homes: Vec::new(),
            people: sockets,
            setups: ["moulin:classique", "mijnlieff", "moulin:envol"]
                .map(str::to_owned)
                .to_vec(),
            clock: "3600+10".to_owned(),
            pause: Duration::from_millis(number("MERELLE_PAUSE").unwrap_or(2000)),
            practice: None,
            memory: Memory::Times,
            seed: number("MERELLE_SEED").unwrap_or(1),
        };
        let crowd = Crowd::gather(&plan).await.unwrap();
        let most = Duration::from_secs(180);
        let connected = crowd.connected(sockets / 2 * 2, most).await;
        assert!(connected.is_some(), "{name}: not all are connected");
        tokio::time::sleep(Duration::from_secs(5)).await;
        crowd.read(Ledger::clear);
        let before = running.consumption().await;
        tokio::time::sleep(Duration::from_secs(seconds)).await;
        let used = running.consumption().await.since(&before);
        let (times, dropped, refused) = crowd.read(|ledger| {
            let times: Latencies = ledger.moves.times();
            (times, ledger.dropped, ledger.refused)
        });
        let millis = |time: Duration| time.as_secs_f64() * 1000.0;
        let moves = times.count();
        println!(
            "{name}: {} moves/s, p50 {:.1} ms, p99 {:.1} ms, longest {:.0} ms, {dropped} dropped, {refused} \
             refused, {:?} MiB",
            moves / seconds,
            millis(times.within(500)),
            millis(times.within(990)),
            millis(times.longest()),
            running.memory(),
        );
        println!("  a move: {}", used.of_each(moves));
        assert!(moves > 0, "{name}: somebody plays");
        crowd.end().await;
    }
}

/// What the environment asks for.
fn forms() -> Vec<(String, Form)> {
    let named = std::env::var("MERELLE_FORMS").unwrap_or_else(|_| "sqlite,1,2,3".to_owned());
    let mut forms = Vec::new();
    if let Some(before) = std::env::var_os("MERELLE_BEFORE") {
        let form = Form::Sqlite(before.into());
        forms.push(("SQLite, the other program".to_owned(), form));
    }
    for name in named.split(',') {
        forms.push(match name {
            "sqlite" => ("SQLite".to_owned(), Form::Sqlite(this_build())),
            count => {
                let count = count.parse().expect("a number of nodes, or sqlite");
                let name = format!("PostgreSQL, {count} nodes");
                (name, Form::Nodes(count))
            }
        });
    }
    forms
}
