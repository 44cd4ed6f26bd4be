//! A server of a test's own.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use play::Families;
use serde_json::Value;
use server::load::{Client, ClientError};
use server::{Config, LimitSettings, Monitoring, Server};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// The password of every account of a test.
pub(crate) const PASSWORD: &str = "a long board game evening";

/// A running server and its folder, which goes with it.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    /// Where it is watched.
    pub(crate) monitor: SocketAddr,
    families: Families,
    folder: Folder,
    manners: Manners,
    stop: Option<oneshot::Sender<()>>,
    running: Option<JoinHandle<()>>,
}

/// What a server expects of its clients.
#[derive(Clone, Copy)]
pub(crate) struct Manners {
    /// How long it waits for them.
    pub(crate) patience: Duration,
    /// How much they may ask for.
    pub(crate) limits: LimitSettings,
}

impl Default for Manners {
    fn default() -> Manners {
        Manners {
            patience: Duration::from_secs(15),
            limits: WIDE,
        }
    }
}

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Limits that one address can do everything within.
const WIDE: LimitSettings = LimitSettings {
    requests: 100_000_000,
    changes: 100_000_000,
    guests: 100_000_000,
    entries: 100_000_000,
    attempts: 100_000_000,
    connections: 10_000,
    sockets: 10_000,
    messages: 1_000_000,
    traffic: 1_000_000,
};

fn config(folder: &Path, listen: SocketAddr, manners: Manners) -> Config {
    Config {
        listen,
        grace: Duration::ZERO,
        monitoring: Monitoring::At(([127, 0, 0, 1], 0).into()),
        patience: manners.patience,
        limits: manners.limits,
        ..Config::local(folder.to_owned(), 0)
    }
}

impl TestServer {
    pub(crate) async fn open() -> TestServer {
        TestServer::with(Families::standard()).await
    }

    /// With other games than the usual ones.
    pub(crate) async fn with(families: Families) -> TestServer {
        TestServer::expecting(families, Manners::default()).await
    }

    /// In a folder that has something in it before.
    pub(crate) async fn in_folder(prepare: impl FnOnce(&Path)) -> TestServer {
        TestServer::made(Families::standard(), Manners::default(), prepare).await
    }

    /// With other games, and less room for its clients.
    pub(crate) async fn expecting(families: Families, manners: Manners) -> TestServer {
        TestServer::made(families, manners, |_| {}).await
    }

    async fn made(families: Families, manners: Manners, prepare: impl FnOnce(&Path)) -> TestServer {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("merelle-server-{}-{number}", std::process::id());
        let folder = Folder(std::env::temp_dir().join(name));
        prepare(&folder.0);
        let mut server = TestServer {
            address: ([127, 0, 0, 1], 0).into(),
            monitor: ([127, 0, 0, 1], 0).into(),
            families,
            folder,
            manners,
            stop: None,
            running: None,
        };
        server.start().await;
        server
    }

    async fn start(&mut self) {
        let config = config(&self.folder.0, self.address, self.manners);
        let server = Server::start(&config, self.families.clone()).await;
        let server = server.unwrap();
        self.address = server.address();
        self.monitor = server.monitoring_address().unwrap();
        let (stop, stopped) = oneshot::channel();
        self.stop = Some(stop);
        self.running = Some(tokio::spawn(server.run(async {
            let _ = stopped.await;
        })));
    }

    /// Ends the server in good order.
    pub(crate) async fn close(&mut self) {
        if let (Some(stop), Some(running)) = (self.stop.take(), self.running.take()) {
            stop.send(()).unwrap();
            running.await.unwrap();
        }
    }

    /// Ends the server and starts it again at the same address.
    pub(crate) async fn restart(&mut self) {
        self.close().await;
        self.start().await;
    }

    /// The database, also while it runs.
    pub(crate) fn database(&self) -> PathBuf {
        self.folder.0.join("merelle.db")
    }

    /// Where it keeps everything.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder.0
    }

    /// Where it is watched, as one of those of a site would be.
    pub(crate) fn monitors(&self) -> Vec<SocketAddr> {
        vec![self.monitor]
    }

    pub(crate) async fn guest(&self, name: &str) -> Client {
        Client::guest(self.address, name).await.unwrap()
    }
}

/// The next message of a kind; others are passed over.
/// What never comes has not come after this, however busy the machine is.
const LONG: Duration = Duration::from_secs(60);

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

/// A second, and what a busy machine takes besides.
const SOON: Duration = Duration::from_secs(3);

/// Waits until a socket is closed by the server.
pub(crate) async fn closed(client: &mut Client) {
    let end = async { while client.hear().await.is_ok() {} };
    let ended = tokio::time::timeout(SOON, end).await;
    assert!(ended.is_ok(), "the socket is still open");
}
