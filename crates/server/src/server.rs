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

use crate::cluster::{NatsAddress, NatsError, Wire};
use crate::config::{Config, Monitoring};
use crate::fault::kept;
use crate::http::{App, monitoring_router, router};
use crate::listener;
use crate::log::Event;
use crate::metrics::Metrics;
use crate::notify::{Manager, State};
use crate::orders::Orders;
use crate::rooms::keep_sweeping;
use crate::store::{Store, StoreError};
use crate::uptime::is_plausible;

/// Time for connections to end when the server goes down. Who reads has read by then.
const CONNECTIONS_TIMEOUT: Duration = Duration::from_millis(1500);

/// Time for games to store what they are about to. A disk may be slow.
const ROOMS_TIMEOUT: Duration = Duration::from_secs(5);

/// From one look whether they have to the next.
const POLL: Duration = Duration::from_millis(10);

/// How often is looked whether a minute of somebody who does too much is over.
const TALLY: Duration = Duration::from_secs(5);

/// A server that has everything it needs and can begin.
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    address: SocketAddr,
    /// Where it is watched.
    monitor: Option<TcpListener>,
    closing: watch::Sender<bool>,
    orders: Orders,
    /// What runs beside the rooms.
    keepers: Vec<AbortHandle>,
}

/// Why a server does not begin.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The place where it is to be watched cannot be listened at.
    #[error("{address}: {error}")]
    Monitor {
        /// Where.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
    /// The calendar of the machine is wrong beyond all measure.
    #[error("the calendar says a year before 1970 or after 9999")]
    Calendar,
    /// What other nodes are to be talked to over cannot even be tried.
    #[error("{address}: {error}")]
    Nats {
        /// Where.
        address: NatsAddress,
        /// What is wrong.
        error: NatsError,
    },
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
            StartError::Calendar => Text::new(
                "the calendar of this machine says a year before 1970 or after 9999: set its clock",
                "le calendrier de cette machine indique une année avant 1970 ou après 9999 : mettez \
                 son horloge à l'heure",
            ),
            StartError::Nats { address, error } => Text::new(
                format!("cannot talk to other nodes over {address}: {error}"),
                format!("impossible de parler aux autres nœuds par {address} : {error}"),
            ),
            StartError::Listen { address, error } => not_taken(*address, error, "--listen"),
            StartError::Monitor { address, error } => not_taken(*address, error, "--metrics"),
        }
    }
}

/// Why an address is not listened at, and what to change.
fn not_taken(address: SocketAddr, error: &io::Error, flag: &str) -> Text {
    match error.kind() {
        io::ErrorKind::AddrInUse => Text::new(
            format!("{address} is in use, perhaps by another server: choose another {flag}"),
            format!(
                "{address} est déjà pris, peut-être par un autre serveur : choisissez un autre \
                 {flag}"
            ),
        ),
        _ => Text::new(
            format!(
                "cannot listen at {address}: {}",
                io_fault(error).get(Lang::EN)
            ),
            format!(
                "impossible d'écouter sur {address} : {}",
                io_fault(error).get(Lang::FR)
            ),
        ),
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
        if !is_plausible() {
            return Err(StartError::Calendar);
        }
        // First the port: it is given back by itself should the store be refused.
        let socket = listener::take(config.listen, config.patience).map_err(refuse)?;
        let address = socket.local_addr().map_err(refuse)?;
        let metrics = Arc::new(Metrics::default());
        let store = Arc::new(Store::open(
            &config.data,
            &config.database,
            families.clone(),
            config.grace,
            Arc::clone(&metrics),
        )?);
        if let Some(node) = &config.node {
            store.join_site(node.clone()).await?;
        }
        // After the store, which is more often what keeps a server from starting.
        let monitor = monitor(config.monitoring, config.patience)?;
        let (closing, closes) = watch::channel(false);
        let app = Arc::new(App::new(
            config,
            families,
            address.port(),
            store,
            metrics,
            closes,
        ));
        let mut keepers = Vec::new();
        if let Some((address, node)) = config.nats.as_ref().zip(config.node.as_ref()) {
            let metrics = Arc::clone(&app.metrics);
            let connected = Wire::to_nats(address, &config.site, node.clone(), metrics).await;
            let (wire, deliveries) = connected.map_err(|error| StartError::Nats {
                address: address.clone(),
                error,
            })?;
            tracing::info!(%node, site = %config.site, nats = %address, "is one of several");
            keepers.extend(app.hub.plug_in(wire, deliveries));
        }
        keepers.extend(app.hub.resume().await?);
        let (hub, keep) = (Arc::clone(&app.hub), config.keep);
        let sweeping = tokio::spawn(async move {
            kept(&hub.metrics, || keep_sweeping(Arc::clone(&hub), keep)).await;
        });
        keepers.push(sweeping.abort_handle());
        let orders = Orders::begin(Arc::clone(&app)).await?;
        let listener = listener::open(socket).map_err(refuse)?;
        Ok(Server {
            app,
            listener,
            address,
            monitor,
            closing,
            orders,
            keepers,
        })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where metrics and health are told, if anywhere.
    #[must_use]
    pub fn monitoring_address(&self) -> Option<SocketAddr> {
        self.monitor.as_ref()?.local_addr().ok()
    }

    /// Serves until told to stop; then lets everybody go and makes sure that all is stored.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Server {
            app,
            listener,
            address,
            monitor,
            closing,
            orders,
            keepers,
        } = self;
        if let Some(monitor) = monitor {
            let routes = monitoring_router(Arc::clone(&app));
            let watched = listener::accept(monitor, Arc::clone(&app), routes, closing.subscribe());
            tokio::spawn(watched);
        }
        let tallied = Arc::clone(&app);
        let tally =
            async move { kept(&tallied.metrics, || keep_tally(Arc::clone(&tallied))).await };
        let tally = tokio::spawn(tally).abort_handle();
        let orders = tokio::spawn(orders.keep()).abort_handle();
        tracing::info!(event = Event::Started.word(), %address, "serves");
        let routes = router(Arc::clone(&app));
        let serving = listener::accept(listener, Arc::clone(&app), routes, closing.subscribe());
        let serving = tokio::spawn(serving);
        let manager = Manager::of_environment().map(Arc::new);
        let alive = manager
            .clone()
            .map(|manager| tokio::spawn(keep_alive(manager)));
        stop.await;
        if let Some(manager) = &manager {
            manager.tell(State::Stopping);
        }
        tracing::info!(event = Event::Stopping.word(), "going down");
        // First nobody new comes; then its games go to other nodes, and people after them.
        app.hub.drain();
        closing.send_replace(true);
        let all_gone = async {
            let served = serving.await;
            while app.metrics.sockets.get() > 0 {
                tokio::time::sleep(POLL).await;
            }
            served
        };
        if tokio::time::timeout(CONNECTIONS_TIMEOUT, all_gone)
            .await
            .is_err()
        {
            tracing::warn!(left = app.metrics.sockets.get(), "connections were cut");
        }
        tally.abort();
        orders.abort();
        keepers.iter().for_each(AbortHandle::abort);
        app.hub.close();
        let rooms_closed = async {
            while app.metrics.rooms.get() > 0 {
                tokio::time::sleep(POLL).await;
            }
        };
        if tokio::time::timeout(ROOMS_TIMEOUT, rooms_closed)
            .await
            .is_err()
        {
            tracing::warn!(left = app.metrics.rooms.get(), "games were left in memory");
        }
        let last = match app.store.membership() {
            None => app.store.beat().await,
            Some(_) => app.store.leave_site().await,
        };
        if let Err(error) = last {
            tracing::error!(%error, "the last beat was not stored");
        }
        if let Some(alive) = alive {
            alive.abort();
        }
    }
}

/// Where the server is watched. A second server on a machine, whose usual place is taken, goes on
/// without.
fn monitor(place: Monitoring, patience: Duration) -> Result<Option<TcpListener>, StartError> {
    let listen = |address| listener::take(address, patience).and_then(listener::open);
    match place {
        Monitoring::Off => Ok(None),
        Monitoring::At(address) => match listen(address) {
            Ok(listener) => Ok(Some(listener)),
            Err(error) => Err(StartError::Monitor { address, error }),
        },
        Monitoring::Usual => {
            let listener = listen(Monitoring::USUAL);
            if let Err(error) = &listener {
                let address = Monitoring::USUAL;
                tracing::warn!(%address, %error, "no metrics: choose another place by --metrics");
            }
            Ok(listener.ok())
        }
    }
}

/// Tells a service manager that people can come, and that the server lives for as long as it does.
async fn keep_alive(manager: Arc<Manager>) {
    manager.tell(State::Ready);
    let Some(often) = manager.watchdog else {
        return;
    };
    let mut sign = tokio::time::interval(often);
    loop {
        sign.tick().await;
        manager.tell(State::Alive);
    }
}

/// Tells how often addresses did too much, minute by minute.
async fn keep_tally(app: Arc<App>) {
    let mut look = tokio::time::interval(TALLY);
    loop {
        look.tick().await;
        app.tally.settle(&app.addresses);
    }
}
