use std::io;
use std::net::{IpAddr, SocketAddr};

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_TYPE, COOKIE, HOST, SET_COOKIE};
use axum::http::{HeaderMap, Request, StatusCode};
use hyper::client::conn::http1::{self, SendRequest};
use hyper_util::rt::TokioIo;
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::AbortHandle;

use super::ClientError;

/// Bytes of the longest answer that is read.
const LONGEST: usize = 16 << 20;

/// An answer as it came.
pub(super) struct Response {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}

/// The way to a server: where it is, and the address one comes from, unless the system chooses it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) server: SocketAddr,
    pub(super) home: Option<IpAddr>,
}

impl Way {
    /// A connection to the server.
    pub(super) async fn connect(self) -> io::Result<TcpStream> {
        self.socket()?.connect(self.server).await
    }

    /// What becomes one.
    pub(super) fn socket(self) -> io::Result<TcpSocket> {
        let socket = match self.server {
            SocketAddr::V4(_) => TcpSocket::new_v4()?,
            SocketAddr::V6(_) => TcpSocket::new_v6()?,
        };
        if let Some(home) = self.home {
            socket.bind(SocketAddr::new(home, 0))?;
        }
        Ok(socket)
    }
}

/// A connection that is asked one thing after the other.
#[derive(Debug)]
pub(super) struct Web {
    way: Way,
    sender: SendRequest<Body>,
    connection: AbortHandle,
}

impl Web {
    pub(super) async fn connect(way: Way) -> Result<Web, ClientError> {
        let stream = way.connect().await?;
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        Ok(Web {
            way,
            sender,
            connection: tokio::spawn(connection).abort_handle(),
        })
    }

    /// The connection, or another one if it cannot be asked any more.
    pub(super) async fn or_anew(mut self) -> Result<Web, ClientError> {
        match self.sender.ready().await {
            Ok(()) => Ok(self),
            Err(_) => Web::connect(self.way).await,
        }
    }

    pub(super) async fn ask(
        &mut self,
        method: &str,
        path: &str,
        cookie: Option<&str>,
        body: Option<String>,
    ) -> Result<Response, ClientError> {
        let mut request = Request::builder().method(method).uri(path);
        request = request.header(HOST, self.way.server.to_string());
        if let Some(cookie) = cookie {
            request = request.header(COOKIE, cookie);
        }
        if body.is_some() {
            request = request.header(CONTENT_TYPE, "application/json");
        }
        let request = request.body(Body::from(body.unwrap_or_default()))?;
        let (parts, body) = self.sender.send_request(request).await?.into_parts();
        Ok(Response {
            status: parts.status,
            headers: parts.headers,
            body: axum::body::to_bytes(Body::new(body), LONGEST).await?,
        })
    }
}

impl Drop for Web {
    fn drop(&mut self) {
        self.connection.abort();
    }
}

/// The cookie an answer sets, as it is sent back.
pub(super) fn cookie(headers: &HeaderMap) -> Option<String> {
    let set = headers.get(SET_COOKIE)?.to_str().ok()?;
    set.split(';').next().map(str::to_owned)
}
