use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::timeout;

use crate::http::{App, Client};
use crate::limits::OpenConnection;
use crate::log::Offence;
use crate::wire::Wire;

/// Connections at the same time; more have to wait.
const CONNECTIONS: usize = 16_384;

/// Connections that may wait to be taken, where the system allows so many: after a restart everybody
/// comes back at once, and who does not fit in waits for seconds before the system tries again.
const QUEUE: u32 = 8192;

/// Bytes the system keeps for a client that does not read yet. By itself it would keep megabytes, of
/// which the server would know nothing.
const SEND_BUFFER: u32 = 64 * 1024;

/// Bytes of the longest head.
const LONGEST_HEAD: usize = 16 * 1024;

/// Time for answers that are on their way when the server goes down.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// What somebody reads who has more connections than an address may have.
const TOO_MANY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\n\
    Content-Length: 0\r\nConnection: close\r\n\r\n";

/// Lets this process have as many files and connections open as the system allows it.
pub fn allow_many_connections() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // Then it has as many as before.
    let _ = setrlimit(Resource::Nofile, limit);
}

/// Takes an address, at which nobody is heard yet: until the server can answer, who comes is sent
/// away at once and tries again, rather than wait in a queue that overflows.
pub(crate) fn take(address: SocketAddr, patience: Duration) -> io::Result<TcpSocket> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // Connections of a server that was just ended keep the address for a while otherwise.
    socket.set_reuseaddr(true)?;
    // Connections that are taken have both from here.
    socket.set_send_buffer_size(SEND_BUFFER)?;
    give_up_unread(&socket, patience)?;
    socket.bind(address)?;
    Ok(socket)
}

/// Has the system give up a connection whose client takes nothing, also after it was closed here: for
/// a client that is there and does not read it would keep what was sent for ever.
#[cfg(target_os = "linux")]
fn give_up_unread(socket: &TcpSocket, patience: Duration) -> io::Result<()> {
    let time = (2 * patience).as_millis() as u32;
    rustix::net::sockopt::set_tcp_user_timeout(socket, time)?;
    Ok(())
}

/// Elsewhere systems have times of their own.
#[cfg(not(target_os = "linux"))]
fn give_up_unread(_: &TcpSocket, _: Duration) -> io::Result<()> {
    Ok(())
}

/// Lets people come to an address that was taken.
pub(crate) fn open(socket: TcpSocket) -> io::Result<TcpListener> {
    socket.listen(QUEUE)
}

/// Takes connections and serves them until the server goes down; then lets them finish.
pub(crate) async fn accept(
    listener: TcpListener,
    app: Arc<App>,
    routes: Router,
    closing: watch::Receiver<bool>,
) {
    let permits = Arc::new(Semaphore::new(CONNECTIONS));
    let mut closes = closing.clone();
    loop {
        let permit = Arc::clone(&permits).acquire_owned().await;
        let permit = permit.expect("nobody closes the semaphore");
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = closes.changed() => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                // A proxy of ours brings the people of many addresses.
                let address = peer.ip().to_canonical();
                let ours = app.proxies.trust(address);
                let limited = (!ours).then(|| app.limits.connect(address));
                let Ok(connection) = limited.transpose() else {
                    // Who does not hear why is closed all the same.
                    let _ = stream.try_write(TOO_MANY);
                    let limit = Offence::Limit("connections");
                    app.tally.count(limit, address, &app.addresses);
                    continue;
                };
                // Without it a move would wait for the acknowledgement of the one before.
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "connection lost");
                    continue;
                }
                let held = (permit, connection);
                let client = Client(peer.ip());
                let wire = Wire::new(stream, app.patience);
                let served = serve(
                    wire,
                    client,
                    app.patience,
                    routes.clone(),
                    closing.clone(),
                    held,
                );
                tokio::spawn(served);
            }
            Err(error) => {
                // Mostly too many open files: others have to go first.
                tracing::warn!(%error, "no connection taken");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    // All permits are back when nobody is left.
    let _ = permits.acquire_many(CONNECTIONS as u32).await;
}

async fn serve(
    wire: Wire,
    client: Client,
    patience: Duration,
    routes: Router,
    mut closing: watch::Receiver<bool>,
    held: (OwnedSemaphorePermit, Option<OpenConnection>),
) {
    let notes = wire.notes();
    let routes = TowerToHyperService::new(routes);
    // Cheaper than a layer, which would be made anew for every connection and each of its routes.
    let answer = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(client);
        request.extensions_mut().insert(notes.clone());
        routes.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        // Also for a client that sends nothing after an answer.
        .header_read_timeout(patience)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(wire), answer)
        .with_upgrades();
    tokio::pin!(connection);
    let served = tokio::select! {
        served = &mut connection => served,
        _ = closing.changed() => {
            connection.as_mut().graceful_shutdown();
            // What nobody has read by then is let go.
            timeout(LAST_WORDS, connection).await.unwrap_or(Ok(()))
        }
    };
    if let Err(error) = served {
        tracing::debug!(%error, "connection ended early");
    }
    drop(held);
}
