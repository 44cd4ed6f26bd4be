use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event, RequestErrorKind, ServerAddr, Subscriber};
use axum::body::Bytes;
use futures_util::StreamExt as _;
use serde::Deserialize;
use tokio::sync::mpsc;

use super::NodeName;
use super::message::LONGEST;
use super::wire::{Deliveries, Delivery, QUEUE, ReplyTo, Subjects, Unanswered};
use crate::metrics::Metrics;

/// From one try to connect to the next: at first, and at most.
const FIRST: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// How often the server of NATS is asked whether it is there; a connection that does not answer twice is
/// given up.
const PING: Duration = Duration::from_secs(1);

/// Where servers of NATS are, and what they want to be shown. What that is is never logged.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct NatsAddress {
    servers: Vec<String>,
    secret: Option<Secret>,
}

#[derive(Clone, PartialEq, Eq)]
enum Secret {
    Token(String),
    Password { user: String, password: String },
}

/// What is no address of NATS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("addresses such as nats://127.0.0.1:4222, with commas between several")]
pub struct NoNatsAddress;

/// Why there is no connection to NATS, nor any try to have one.
#[derive(Debug, thiserror::Error)]
pub enum NatsError {
    /// Nothing can be tried.
    #[error("{0}")]
    Connect(String),
}

impl FromStr for NatsAddress {
    type Err = NoNatsAddress;

    fn from_str(text: &str) -> Result<NatsAddress, NoNatsAddress> {
        let (mut servers, mut secret) = (Vec::new(), None);
        for one in text.split(',') {
            let (scheme, rest) = one.split_once("://").unwrap_or(("nats", one));
            if scheme != "nats" && scheme != "tls" {
                return Err(NoNatsAddress);
            }
            let host = match rest.rsplit_once('@') {
                None => rest,
                Some((shown, host)) => {
                    secret = Some(match shown.split_once(':') {
                        None => Secret::Token(shown.to_owned()),
                        Some((user, password)) => Secret::Password {
                            user: user.to_owned(),
                            password: password.to_owned(),
                        },
                    });
                    host
                }
            };
            let server = format!("{scheme}://{host}");
            let address: ServerAddr = server.parse().map_err(|_| NoNatsAddress)?;
            if address.host().is_empty() {
                return Err(NoNatsAddress);
            }
            servers.push(server);
        }
        Ok(NatsAddress { servers, secret })
    }
}

impl TryFrom<String> for NatsAddress {
    type Error = NoNatsAddress;

    fn try_from(text: String) -> Result<NatsAddress, NoNatsAddress> {
        text.parse()
    }
}

impl fmt::Display for NatsAddress {
    /// Without what is shown there.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.servers.join(","))
    }
}

impl fmt::Debug for NatsAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A connection to NATS: its plain part, which keeps no message. It is made again for ever.
#[derive(Clone, Debug)]
pub(super) struct Nats {
    client: Client,
    outgoing: mpsc::Sender<(String, Bytes)>,
}

impl Nats {
    pub(super) async fn connect(
        address: &NatsAddress,
        subjects: &Subjects,
        node: &NodeName,
        metrics: &Arc<Metrics>,
    ) -> Result<(Nats, Deliveries), NatsError> {
        let failed = |error: &dyn fmt::Display| NatsError::Connect(error.to_string());
        let servers: Result<Vec<ServerAddr>, _> = address
            .servers
            .iter()
            .map(|server| server.parse())
            .collect();
        let servers = servers.map_err(|error| failed(&error))?;
        let name = format!("merelle {node}");
        let connecting = options(address).name(name).connect(servers);
        let client = connecting.await.map_err(|error| failed(&error))?;
        let (outgoing, queue) = mpsc::channel(QUEUE);
        let (heard, deliveries) = mpsc::channel(QUEUE);
        let nats = Nats { client, outgoing };
        for subject in [subjects.all(), subjects.node(node)] {
            let subscribing = nats.client.subscribe(subject);
            let messages = subscribing.await.map_err(|error| failed(&error))?;
            tokio::spawn(
                nats.clone()
                    .listen(messages, heard.clone(), Arc::clone(metrics)),
            );
        }
        tokio::spawn(speak(nats.client.clone(), queue, Arc::clone(metrics)));
        Ok((nats, deliveries))
    }

    pub(super) fn is_up(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Sends a message some time soon, if there is room for it and somebody to send it to. Whoever sends it
    /// never waits.
    pub(super) fn publish(&self, subject: String, bytes: Bytes) -> bool {
        // What is sent when the wire is whole again is old by then.
        self.is_up() && self.outgoing.try_send((subject, bytes)).is_ok()
    }

    pub(super) async fn request(&self, subject: String, bytes: Bytes) -> Result<Bytes, Unanswered> {
        if !self.is_up() {
            return Err(Unanswered::Cut);
        }
        match self.client.request(subject, bytes).await {
            Ok(message) => Ok(message.payload),
            Err(error) => Err(match error.kind() {
                RequestErrorKind::NoResponders => Unanswered::Nobody,
                _ => Unanswered::Late,
            }),
        }
    }

    async fn listen(
        self,
        mut messages: Subscriber,
        heard: mpsc::Sender<Delivery>,
        metrics: Arc<Metrics>,
    ) {
        while let Some(message) = messages.next().await {
            if message.payload.len() > LONGEST {
                metrics.wire_unread.inc();
                continue;
            }
            let reply = message.reply.map(|subject| subject.to_string());
            let delivery = Delivery {
                bytes: message.payload,
                reply: reply.map(|subject| ReplyTo::Nats(self.clone(), subject)),
            };
            if heard.send(delivery).await.is_err() {
                break;
            }
        }
    }
}

fn options(address: &NatsAddress) -> ConnectOptions {
    let options = ConnectOptions::new()
        .retry_on_initial_connect()
        .no_echo()
        .ping_interval(PING)
        .request_timeout(None)
        .subscription_capacity(QUEUE)
        .reconnect_delay_callback(|tries| {
            let doublings = u32::try_from(tries.saturating_sub(1))
                .unwrap_or(u32::MAX)
                .min(5);
            (FIRST * 2_u32.pow(doublings)).min(LONGEST_PAUSE)
        })
        .event_callback(|event| async move {
            match event {
                Event::Connected => tracing::info!("the wire is there"),
                Event::Disconnected => tracing::warn!("the wire is cut"),
                event => tracing::debug!(%event, "the wire"),
            }
        });
    match &address.secret {
        None => options,
        Some(Secret::Token(token)) => options.token(token.clone()),
        Some(Secret::Password { user, password }) => {
            options.user_and_password(user.clone(), password.clone())
        }
    }
}

/// Sends what waits.
async fn speak(client: Client, mut queue: mpsc::Receiver<(String, Bytes)>, metrics: Arc<Metrics>) {
    while let Some((subject, bytes)) = queue.recv().await {
        if client.publish(subject, bytes).await.is_err() {
            metrics.wire_lost.inc();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_and_its_secret_is_shown_to_nobody() {
        let address: NatsAddress = "nats://ada:l0ve@10.0.0.1:4222,10.0.0.2".parse().unwrap();
        assert_eq!(address.to_string(), "nats://10.0.0.1:4222,nats://10.0.0.2");
        assert_eq!(format!("{address:?}"), address.to_string());
        let password = Secret::Password {
            user: "ada".to_owned(),
            password: "l0ve".to_owned(),
        };
        assert!(address.secret == Some(password));
        let address: NatsAddress = "tls://t0ken@nats.example.org".parse().unwrap();
        assert!(address.secret == Some(Secret::Token("t0ken".to_owned())));
        for wrong in ["", "http://a", "nats://", "nats://a:b:c", "nats://a,,b"] {
            assert_eq!(wrong.parse::<NatsAddress>(), Err(NoNatsAddress), "{wrong}");
        }
    }
}
