//! HTTP as far as clients here need it: one request, one connection, written apart from the server.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// The cookies it sets, as they are sent back.
    pub(crate) cookies: Vec<String>,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or(Value::Null)
    }
}

/// Nothing is answered later than this by a server that is well.
const LIMIT: Duration = Duration::from_secs(20);

/// Asks a server for something.
pub(crate) async fn ask(
    server: SocketAddr,
    method: &str,
    path: &str,
    cookie: Option<&str>,
    body: Option<&Value>,
) -> io::Result<Answer> {
    let asked = exchange(server, method, path, cookie, body);
    let late = |_| io::Error::from(io::ErrorKind::TimedOut);
    tokio::time::timeout(LIMIT, asked).await.map_err(late)?
}

async fn exchange(
    server: SocketAddr,
    method: &str,
    path: &str,
    cookie: Option<&str>,
    body: Option<&Value>,
) -> io::Result<Answer> {
    let mut stream = TcpStream::connect(server).await?;
    let body = body.map(Value::to_string).unwrap_or_default();
    let cookie = cookie.map(|cookie| format!("Cookie: {cookie}\r\n"));
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {server}\r\n{}Content-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        cookie.unwrap_or_default(),
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await?;
    read(&bytes).ok_or_else(|| io::Error::from(io::ErrorKind::UnexpectedEof))
}

/// An answer as it came, if it is whole.
fn read(bytes: &[u8]) -> Option<Answer> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&bytes[..end]).ok()?;
    let rest = &bytes[end + 4..];
    let mut lines = head.lines();
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let mut cookies = Vec::new();
    let mut body = rest.to_vec();
    for (name, value) in lines.filter_map(|line| line.split_once(": ")) {
        match name.to_ascii_lowercase().as_str() {
            "set-cookie" => cookies.push(value.split(';').next()?.to_owned()),
            "transfer-encoding" => body = unchunked(rest)?,
            "content-length" => body = rest.get(..value.parse().ok()?)?.to_vec(),
            _ => {}
        }
    }
    let body = String::from_utf8(body).ok()?;
    Some(Answer {
        status,
        cookies,
        body,
    })
}

/// A body that came in pieces, each after its length.
fn unchunked(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut whole = Vec::new();
    loop {
        let end = rest.windows(2).position(|two| two == b"\r\n")?;
        let length = std::str::from_utf8(&rest[..end]).ok()?;
        let length = usize::from_str_radix(length.trim(), 16).ok()?;
        if length == 0 {
            return Some(whole);
        }
        let piece = rest.get(end + 2..end + 2 + length)?;
        whole.extend_from_slice(piece);
        rest = rest.get(end + 2 + length..)?.strip_prefix(b"\r\n")?;
    }
}
