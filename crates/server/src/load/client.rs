use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message, Utf8Bytes};

use super::web::{self, Way, Web};
use crate::protocol::{ClientMessage, GameState, Me, NewGuest, Problem};

/// An open socket.
pub(super) type Socket = WebSocketStream<TcpStream>;

/// Somebody who talks to a server.
#[derive(Debug)]
pub struct Client {
    way: Way,
    cookie: Option<String>,
    web: Option<Web>,
    socket: Option<Box<Socket>>,
}

/// Why a client gets no answer, or not the one it hoped for.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// There is no connection.
    #[error("no connection: {0}")]
    Network(#[from] io::Error),
    /// The connection is not HTTP.
    #[error("not HTTP: {0}")]
    Http(#[from] hyper::Error),
    /// The request makes no sense.
    #[error("no request: {0}")]
    Request(#[from] axum::http::Error),
    /// The body of an answer breaks off.
    #[error("broken off: {0}")]
    Body(#[from] axum::Error),
    /// The socket failed.
    #[error("socket: {0}")]
    Socket(#[from] tungstenite::Error),
    /// The server has closed the socket, or none is open.
    #[error("the socket is closed")]
    Closed,
    /// What came is not what was to come.
    #[error("unreadable: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// The server refuses.
    #[error("refused with {status}: {problem:?}")]
    Refused {
        /// The status.
        status: u16,
        /// The reason.
        problem: Box<Problem>,
    },
}

impl ClientError {
    /// After how long it is worth trying again, where the server says so.
    fn wait(&self) -> Option<Duration> {
        match self {
            ClientError::Refused { problem, .. } => problem.wait.map(Duration::from_millis),
            _ => None,
        }
    }
}

/// Bytes read at once: there are thousands of clients.
const BUFFER: usize = 1024;

impl Client {
    /// A client nobody knows yet.
    #[must_use]
    pub fn new(server: SocketAddr) -> Client {
        Client {
            way: Way { server, home: None },
            cookie: None,
            web: None,
            socket: None,
        }
    }

    /// The same, coming from an address of this machine.
    #[must_use]
    pub fn at(mut self, home: Option<IpAddr>) -> Client {
        self.way.home = home;
        self
    }

    /// A guest.
    pub async fn guest(server: SocketAddr, name: &str) -> Result<Client, ClientError> {
        Client::new(server).named(name).await
    }

    /// The client as a guest of that name. Where too many come at once it waits for as long as it is
    /// told, as the page does.
    pub async fn named(mut self, name: &str) -> Result<Client, ClientError> {
        let name = Some(name.to_owned());
        let guest = NewGuest { name };
        loop {
            let entered: Result<Me, ClientError> = self.post("/api/guest", &guest).await;
            match entered {
                Ok(_) => return Ok(self),
                Err(error) => match error.wait() {
                    Some(wait) => tokio::time::sleep(wait).await,
                    None => return Err(error),
                },
            }
        }
    }

    /// The open socket.
    pub(super) fn socket(&mut self) -> Result<&mut Socket, ClientError> {
        self.socket.as_deref_mut().ok_or(ClientError::Closed)
    }

    /// The same person at another address, as after a restart.
    #[must_use]
    pub fn moved(&self, server: SocketAddr) -> Client {
        Client {
            way: Way { server, ..self.way },
            cookie: self.cookie.clone(),
            web: None,
            socket: None,
        }
    }

    /// Reads something.
    pub async fn get<T: DeserializeOwned>(&mut self, path: &str) -> Result<T, ClientError> {
        self.ask("GET", path, None).await
    }

    /// Sends something.
    pub async fn post<T: DeserializeOwned>(
        &mut self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, ClientError> {
        let body = serde_json::to_string(body)?;
        self.ask("POST", path, Some(body)).await
    }

    /// The game of that id.
    pub async fn game(&mut self, id: &str) -> Result<GameState, ClientError> {
        self.get(&format!("/api/games/{id}")).await
    }

    async fn ask<T: DeserializeOwned>(
        &mut self,
        method: &str,
        path: &str,
        body: Option<String>,
    ) -> Result<T, ClientError> {
        let (status, bytes) = self.raw(method, path, body).await?;
        if (200..300).contains(&status) {
            Ok(serde_json::from_slice(&bytes)?)
        } else {
            Err(ClientError::Refused {
                status,
                problem: Box::new(serde_json::from_slice(&bytes)?),
            })
        }
    }

    /// Asks for anything, and returns whatever comes.
    pub async fn raw(
        &mut self,
        method: &str,
        path: &str,
        body: Option<String>,
    ) -> Result<(u16, Vec<u8>), ClientError> {
        let mut web = match self.web.take() {
            Some(web) => web.or_anew().await?,
            None => Web::connect(self.way).await?,
        };
        let answer = web.ask(method, path, self.cookie.as_deref(), body).await?;
        self.web = Some(web);
        self.cookie = web::cookie(&answer.headers).or(self.cookie.take());
        Ok((answer.status.as_u16(), answer.body.to_vec()))
    }

    /// Opens the socket anew. What was asked over HTTP before is asked over another connection.
    pub async fn connect(&mut self) -> Result<(), ClientError> {
        let stream = self.way.connect().await?;
        self.upgrade(stream).await?;
        Ok(())
    }

    async fn upgrade(&mut self, stream: TcpStream) -> Result<&mut Socket, ClientError> {
        self.web = None;
        let mut request = format!("ws://{}/socket", self.way.server).into_client_request()?;
        if let Some(cookie) = self.cookie.as_ref().and_then(|cookie| cookie.parse().ok()) {
            request.headers_mut().insert("cookie", cookie);
        }
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default()
            .read_buffer_size(BUFFER)
            .write_buffer_size(0);
        let opened =
            tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
        Ok(self.socket.insert(Box::new(opened.0)))
    }

    /// Opens the socket with so little room that what is sent to it waits at the server, and
    /// returns what can be written to.
    pub(super) async fn connect_deaf(&mut self) -> Result<&mut Socket, ClientError> {
        let socket = self.way.socket()?;
        socket.set_recv_buffer_size(BUFFER as u32)?;
        let stream = socket.connect(self.way.server).await?;
        self.upgrade(stream).await
    }

    /// Says something over the socket.
    pub async fn say(&mut self, message: &ClientMessage) -> Result<(), ClientError> {
        let text = serde_json::to_string(message)?;
        self.say_raw(text).await
    }

    /// Says whatever over the socket.
    pub async fn say_raw(&mut self, text: String) -> Result<(), ClientError> {
        let socket = self.socket.as_mut().ok_or(ClientError::Closed)?;
        Ok(socket.send(Message::text(text)).await?)
    }

    /// The next text that comes over the socket.
    pub async fn hear(&mut self) -> Result<Utf8Bytes, ClientError> {
        loop {
            let socket = self.socket.as_mut().ok_or(ClientError::Closed)?;
            match socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(_))) | None => {
                    self.socket = None;
                    return Err(ClientError::Closed);
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => {
                    self.socket = None;
                    return Err(error.into());
                }
            }
        }
    }
}
