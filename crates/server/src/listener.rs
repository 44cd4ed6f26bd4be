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
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::http::Client;

/// Connections at the same time; more have to wait.
const CONNECTIONS: usize = 16_384;

/// Connections that may wait to be taken, where the system allows so many: after a restart everybody
/// comes back at once, and who does not fit in waits for seconds before the system tries again.
const QUEUE: u32 = 8192;

/// Time for the head of a request, so that nobody holds a connection by sending it slowly.
const HEAD: Duration = Duration::from_secs(10);

/// Bytes of the longest head.
const LONGEST_HEAD: usize = 16 * 1024;

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
pub(crate) fn take(address: SocketAddr) -> io::Result<TcpSocket> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // Connections of a server that was just ended keep the address for a while otherwise.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    Ok(socket)
}

/// Lets people come to an address that was taken.
pub(crate) fn open(socket: TcpSocket) -> io::Result<TcpListener> {
    socket.listen(QUEUE)
}

/// Takes connections and serves them until the server goes down; then lets them finish.
pub(crate) async fn accept(listener: TcpListener, routes: Router, closing: watch::Receiver<bool>) {
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
                let client = Client(peer.ip());
                tokio::spawn(serve(
                    stream,
                    client,
                    routes.clone(),
                    closing.clone(),
                    permit,
                ));
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
    stream: TcpStream,
    client: Client,
    routes: Router,
    mut closing: watch::Receiver<bool>,
    permit: OwnedSemaphorePermit,
) {
    // Without it a move would wait for the acknowledgement of the one before.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "connection lost");
        return;
    }
    let routes = TowerToHyperService::new(routes);
    // Cheaper than a layer, which would be made anew for every connection and each of its routes.
    let answer = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(client);
        routes.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), answer)
        .with_upgrades();
    tokio::pin!(connection);
    let served = tokio::select! {
        served = &mut connection => served,
        _ = closing.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = served {
        tracing::debug!(%error, "connection ended early");
    }
    drop(permit);
}
