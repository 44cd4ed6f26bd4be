use std::net::SocketAddr;

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_TYPE, COOKIE, HOST, SET_COOKIE};
use axum::http::{HeaderMap, Request, StatusCode};
use hyper::client::conn::http1::{self, SendRequest};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
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

/// A connection that is asked one thing after the other.
#[derive(Debug)]
pub(super) struct Web {
    server: SocketAddr,
    sender: SendRequest<Body>,
    connection: AbortHandle,
}

impl Web {
    pub(super) async fn connect(server: SocketAddr) -> Result<Web, ClientError> {
        let stream = TcpStream::connect(server).await?;
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        Ok(Web {
            server,
            sender,
            connection: tokio::spawn(connection).abort_handle(),
        })
    }

    /// The connection, or another one if it cannot be asked any more.
    pub(super) async fn or_anew(mut self) -> Result<Web, ClientError> {
        match self.sender.ready().await {
            Ok(()) => Ok(self),
            Err(_) => Web::connect(self.server).await,
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
        request = request.header(HOST, self.server.to_string());
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
