//! A whole site: PostgreSQL, NATS and three nodes, each of which reaches the two by cables of its own.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

use crate::cable::Cable;
use crate::crowd::Party;
use crate::nats::Nats;
use crate::node::{Node, Plan};
use crate::postgres::{Installation, Postgres};
use crate::program::folder;
use crate::settings::Settings;

/// What the nodes are called.
pub(crate) const NAMES: [&str; 3] = ["north", "east", "west"];

/// The metric that counts what was refused because another node speaks for the game.
const OUTDATED: &str = "merelle_outdated_writes_total";

pub(crate) struct Site {
    pub(crate) nodes: Vec<Node>,
    /// By node.
    pub(crate) to_postgres: Vec<Cable>,
    pub(crate) to_nats: Vec<Cable>,
    pub(crate) nats: Nats,
    pub(crate) postgres: Postgres,
    /// What nodes that were killed since had refused, as far as they told.
    refused_before: f64,
    /// Last, so that it goes when nothing runs in it any more.
    place: TempDir,
}

impl Site {
    /// A site of this build, or of another program. Without PostgreSQL or NATS there is none, and it is
    /// said so.
    pub(crate) async fn start(program: Option<&Path>) -> Option<Site> {
        let installation = Installation::find().filter(|_| Nats::is_installed());
        let Some(installation) = installation else {
            println!("not checked: several nodes, Debian: apt-get install postgresql nats-server");
            return None;
        };
        let place = folder("site");
        let mut site = Site {
            nodes: Vec::new(),
            to_postgres: Vec::new(),
            to_nats: Vec::new(),
            nats: Nats::start(place.path()),
            postgres: Postgres::start(&installation, &place.path().join("postgres")),
            refused_before: 0.0,
            place,
        };
        for name in NAMES {
            let (database, nats) = (
                Cable::to(site.postgres.port).await,
                Cable::to(site.nats.port).await,
            );
            let mut plan = Plan::new(&site.part(name), &flags(name, database.port, nats.port));
            if let Some(program) = program {
                plan.program = program.to_owned();
            }
            site.nodes.push(Node::start(plan).await);
            site.to_postgres.push(database);
            site.to_nats.push(nats);
        }
        Some(site)
    }

    /// A folder inside that of the site.
    pub(crate) fn part(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(|node| node.address).collect()
    }

    /// People spread over all nodes.
    pub(crate) fn party(&self, settings: &Settings) -> Party {
        Party {
            nodes: self.addresses(),
            tables: settings.games,
            pause: Duration::from_millis(200),
            seed: settings.seed,
        }
    }

    /// Kills a node. What it had refused so far is remembered.
    pub(crate) async fn kill(&mut self, number: usize) {
        self.remember(number).await;
        self.nodes[number].kill();
    }

    /// Has a node go down in good order.
    pub(crate) async fn drain(&mut self, number: usize) {
        self.remember(number).await;
        self.nodes[number].drain().await;
    }

    async fn remember(&mut self, number: usize) {
        let refused = self.nodes[number].metric(OUTDATED).await;
        self.refused_before += refused.unwrap_or(0.0);
    }

    /// Writes that were refused because another node speaks for the game by now.
    pub(crate) async fn outdated_writes(&self) -> f64 {
        let mut sum = self.refused_before;
        for node in &self.nodes {
            sum += node.metric(OUTDATED).await.unwrap_or(0.0);
        }
        sum
    }

    /// The last lines of every node's log.
    pub(crate) fn said(&self) -> String {
        let mut said = String::new();
        for (name, node) in NAMES.iter().zip(&self.nodes) {
            let log = node.said();
            let lines: Vec<&str> = log.lines().collect();
            let last = lines.len().saturating_sub(20);
            said.push_str(&format!("{name}:\n{}\n", lines[last..].join("\n")));
        }
        said
    }
}

/// What makes a server a node of the site. It tells PostgreSQL its name: the audit asks for it.
pub(crate) fn flags(name: &str, postgres: u16, nats: u16) -> Vec<String> {
    let database = format!("{}?application_name={name}", Postgres::url_at(postgres));
    let nats = format!("nats://127.0.0.1:{nats}");
    ["--database", &database, "--nats", &nats, "--node", name]
        .map(str::to_owned)
        .to_vec()
}
