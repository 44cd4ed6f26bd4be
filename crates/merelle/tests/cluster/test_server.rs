//! What is asked of one server in its own tests, asked of a site: the same tests, and everybody at another node.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::Value;
use server::load::{Client, ClientError};

use crate::node::{Node, Plan};
use crate::program::folder;
use crate::site::Site;

/// What never comes has not come after this, however busy the machine is.
const LONG: Duration = Duration::from_secs(60);

/// Three nodes, or one where they cannot be had.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    nodes: Vec<SocketAddr>,
    monitors: Vec<SocketAddr>,
    next: AtomicUsize,
    _site: Running,
}

#[expect(dead_code, reason = "it runs as long as it is kept")]
enum Running {
    Site(Box<Site>),
    Alone(Box<Node>, tempfile::TempDir),
}

impl TestServer {
    pub(crate) async fn open() -> TestServer {
        let (site, addresses) = match Site::start(None).await {
            Some(site) => {
                let addresses = site.nodes.iter().map(Node::addresses).collect();
                (Running::Site(Box::new(site)), addresses)
            }
            None => {
                let place = folder("alone");
                let node = Node::start(Plan::new(place.path(), &[])).await;
                let addresses = vec![node.addresses()];
                (Running::Alone(Box::new(node), place), addresses)
            }
        };
        let (nodes, monitors): (Vec<_>, Vec<_>) = addresses.into_iter().unzip();
        TestServer {
            address: nodes[0],
            nodes,
            monitors,
            next: AtomicUsize::new(0),
            _site: site,
        }
    }

    /// Where the nodes are watched.
    pub(crate) fn monitors(&self) -> Vec<SocketAddr> {
        self.monitors.clone()
    }

    /// Somebody at the node after that of who came before.
    pub(crate) async fn guest(&self, name: &str) -> Client {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let node = self.nodes[number % self.nodes.len()];
        Client::guest(node, name).await.unwrap()
    }
}

/// The next message of a kind; others are passed over.
pub(crate) async fn hear(client: &mut Client, kind: &str) -> Value {
    let wanted = async {
        loop {
            let text = client.hear().await?;
            let message: Value = serde_json::from_str(text.as_str())?;
            if message["type"] == kind {
                return Ok::<Value, ClientError>(message);
            }
        }
    };
    let heard = tokio::time::timeout(LONG, wanted).await;
    heard.unwrap_or_else(|_| panic!("no {kind} came")).unwrap()
}
