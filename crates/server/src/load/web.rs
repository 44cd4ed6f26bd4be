use std::net::SocketAddr;

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_TYPE, COOKIE, HOST, SET_COOKIE};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use super::ClientError;

/// Bytes of the longest answer that is read.
const LONGEST: usize = 16 << 20;

/// An answer as it came.
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}

/// Asks over a connection of its own.
pub(super) async fn ask(
    server: SocketAddr,
    method: Method,
    path: &str,
    cookie: Option<&str>,
    body: Option<String>,
) -> Result<Answer, ClientError> {
    let stream = TcpStream::connect(server).await?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    let connection = tokio::spawn(connection);
    let mut request = Request::builder()
        .method(method)
        .uri(path)
        .header(HOST, server.to_string());
    if let Some(cookie) = cookie {
        request = request.header(COOKIE, cookie);
    }
    if body.is_some() {
        request = request.header(CONTENT_TYPE, "application/json");
    }
    let request = request.body(Body::from(body.unwrap_or_default()))?;
    let (parts, body) = sender.send_request(request).await?.into_parts();
    let body = axum::body::to_bytes(Body::new(body), LONGEST).await?;
    connection.abort();
    Ok(Answer {
        status: parts.status,
        headers: parts.headers,
        body,
    })
}

/// The cookie an answer sets, as it is sent back.
pub(super) fn cookie(headers: &HeaderMap) -> Option<String> {
    let set = headers.get(SET_COOKIE)?.to_str().ok()?;
    set.split(';').next().map(str::to_owned)
}
