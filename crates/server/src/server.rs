use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use play::Families;
use play::Lang;
use play::text::{Text, io_fault};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::config::Config;
use crate::http::{App, router};
use crate::listener;
use crate::metrics::Metrics;
use crate::store::{Store, StoreError};

/// Time for connections to end when the server goes down.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// From one look whether they have to the next.
const POLL: Duration = Duration::from_millis(10);

/// A server that has everything it needs and can begin.
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    address: SocketAddr,
    closing: watch::Sender<bool>,
    /// What runs beside the rooms.
    keepers: [AbortHandle; 2],
}

/// Why a server does not begin.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address cannot be listened at.
    #[error("{address}: {error}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
}

impl StartError {
    /// The reason for people.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            StartError::Store(error) => error.text(),
            StartError::Listen { address, error } => match error.kind() {
                io::ErrorKind::AddrInUse => Text::new(
                    format!(
                        "{address} is in use, perhaps by another server: choose another --listen"
                    ),
                    format!(
                        "{address} est déjà pris, peut-être par un autre serveur : choisissez un \
                         autre --listen"
                    ),
                ),
                _ => Text::new(
                    format!(
                        "cannot listen at {address}: {}",
                        io_fault(error).get(Lang::En)
                    ),
                    format!(
                        "impossible d'écouter sur {address} : {}",
                        io_fault(error).get(Lang::Fr)
                    ),
                ),
            },
        }
    }
}

impl Server {
    /// Opens the store, takes the port, and takes up what was going on. These are the games that
    /// can be played.
    pub async fn start(config: &Config, families: Families) -> Result<Server, StartError> {
        let refuse = |error| StartError::Listen {
            address: config.listen,
            error,
        };
        // First the port: it is given back by itself should the store be refused.
        let socket = listener::take(config.listen).map_err(refuse)?;
        let address = socket.local_addr().map_err(refuse)?;
        let metrics = Arc::new(Metrics::default());
        let store = Arc::new(Store::open(
            &config.data,
            families.clone(),
            config.grace,
            Arc::clone(&metrics),
        )?);
        let (closing, closes) = watch::channel(false);
        let app = Arc::new(App::new(
            config,
            families,
            address.port(),
            store,
            metrics,
            closes,
        ));
        let keepers = app.hub.resume().await?;
        let listener = listener::open(socket).map_err(refuse)?;
        Ok(Server {
            app,
            listener,
            address,
            closing,
            keepers,
        })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until told to stop; then lets everybody go and makes sure that all is stored.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Server {
            app,
            listener,
            closing,
            keepers,
            ..
        } = self;
        let serving = listener::accept(listener, router(Arc::clone(&app)), closing.subscribe());
        let serving = tokio::spawn(serving);
        stop.await;
        tracing::info!("going down");
        closing.send_replace(true);
        let all_gone = async {
            let served = serving.await;
            while app.metrics.sockets.get() > 0 {
                tokio::time::sleep(POLL).await;
            }
            served
        };
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, all_gone)
            .await
            .is_err()
        {
            tracing::warn!(left = app.metrics.sockets.get(), "connections were cut");
        }
        keepers.iter().for_each(AbortHandle::abort);
        app.hub.close();
        let rooms_closed = async {
            while app.metrics.rooms.get() > 0 {
                tokio::time::sleep(POLL).await;
            }
        };
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, rooms_closed)
            .await
            .is_err()
        {
            tracing::warn!(left = app.metrics.rooms.get(), "games were left in memory");
        }
        if let Err(error) = app.store.beat().await {
            tracing::error!(%error, "the last beat was not stored");
        }
    }
}
