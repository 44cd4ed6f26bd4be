use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use serde::Serialize;
use tokio::sync::mpsc;

use super::NodeName;
use super::message::{Answer, Ask, Life, Message, read, write};
use super::nats::{Nats, NatsAddress, NatsError};
#[cfg(test)]
use super::switchboard::Line;
use crate::metrics::Metrics;
use crate::secret::random_bytes;

/// Messages that came and wait to be looked at. What comes beyond is lost, which shows.
pub(super) const QUEUE: usize = 4096;

/// What nodes talk over. It keeps nothing and may lose everything: whatever is said over it can be
/// asked for again or stands in the database.
#[derive(Debug)]
pub(crate) struct Wire {
    pub(crate) life: Life,
    subjects: Subjects,
    link: Link,
    metrics: Arc<Metrics>,
}

#[derive(Debug)]
enum Link {
    Nats(Nats),
    /// Between nodes of one process.
    #[cfg(test)]
    Line(Line),
}

/// What messages are sent to.
#[derive(Clone, Debug)]
pub(super) struct Subjects {
    prefix: String,
}

impl Subjects {
    pub(super) fn of(site: &NodeName) -> Subjects {
        Subjects {
            prefix: format!("merelle.{site}."),
        }
    }

    /// For one node.
    pub(super) fn node(&self, node: &NodeName) -> String {
        format!("{}node.{node}", self.prefix)
    }

    /// For every node.
    pub(super) fn all(&self) -> String {
        format!("{}all", self.prefix)
    }
}

/// A message that has come.
#[derive(Debug)]
pub(crate) struct Delivery {
    pub(super) bytes: Bytes,
    /// Where the answer goes, if one is waited for.
    pub(super) reply: Option<ReplyTo>,
}

/// Where an answer goes.
#[derive(Debug)]
pub(super) enum ReplyTo {
    Nats(Nats, String),
    #[cfg(test)]
    Line(tokio::sync::oneshot::Sender<Bytes>),
}

/// Messages that have come.
pub(crate) type Deliveries = mpsc::Receiver<Delivery>;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unanswered {
    /// No such node is there: nothing was done.
    Nobody,
    /// The wire is cut: nothing was done.
    Cut,
    /// It took too long, or cannot be read: it may have been done.
    Late,
}

impl Wire {
    /// A wire of a node to a server of NATS, also to one that is not there yet.
    pub(crate) async fn to_nats(
        address: &NatsAddress,
        site: &NodeName,
        node: NodeName,
        metrics: Arc<Metrics>,
    ) -> Result<(Arc<Wire>, Deliveries), NatsError> {
        let subjects = Subjects::of(site);
        let (nats, deliveries) = Nats::connect(address, &subjects, &node, &metrics).await?;
        let wire = Wire::new(node, subjects, Link::Nats(nats), metrics);
        Ok((Arc::new(wire), deliveries))
    }

    #[cfg(test)]
    pub(super) fn on_line(line: Line, node: NodeName, metrics: Arc<Metrics>) -> Arc<Wire> {
        let site = "test".parse().expect("a plain name");
        Arc::new(Wire::new(
            node,
            Subjects::of(&site),
            Link::Line(line),
            metrics,
        ))
    }

    fn new(node: NodeName, subjects: Subjects, link: Link, metrics: Arc<Metrics>) -> Wire {
        let run = u64::from_be_bytes(random_bytes()) >> 12;
        Wire {
            life: Life { node, run },
            subjects,
            link,
            metrics,
        }
    }

    /// Whether messages come and go.
    pub(crate) fn is_up(&self) -> bool {
        match &self.link {
            Link::Nats(nats) => nats.is_up(),
            #[cfg(test)]
            Link::Line(line) => line.is_up(),
        }
    }

    /// Tells one node. Nobody waits for it.
    pub(crate) fn tell(&self, node: &NodeName, message: &Message) {
        self.send(self.subjects.node(node), message);
    }

    /// Tells all other nodes. Nobody waits for it.
    pub(crate) fn tell_all(&self, message: &Message) {
        self.send(self.subjects.all(), message);
    }

    fn send<T: Serialize>(&self, subject: String, body: &T) {
        let sent = write(&self.life, body).is_some_and(|bytes| match &self.link {
            Link::Nats(nats) => nats.publish(subject, bytes.into()),
            #[cfg(test)]
            Link::Line(line) => line.publish(&subject, bytes.into()),
        });
        self.count(sent);
    }

    fn count(&self, sent: bool) {
        let count = if sent {
            &self.metrics.wire_sent
        } else {
            &self.metrics.wire_lost
        };
        count.inc();
    }

    /// Asks a node and waits for its answer.
    pub(crate) async fn ask(
        &self,
        node: &NodeName,
        ask: &Ask,
        limit: Duration,
    ) -> Result<Answer, Unanswered> {
        let bytes = write(&self.life, ask).ok_or(Unanswered::Late)?;
        self.metrics.wire_sent.inc();
        let subject = self.subjects.node(node);
        let asked = async {
            match &self.link {
                Link::Nats(nats) => nats.request(subject, bytes.into()).await,
                #[cfg(test)]
                Link::Line(line) => line.request(&subject, bytes.into()).await,
            }
        };
        let answered = tokio::time::timeout(limit, asked).await;
        let bytes = answered.unwrap_or(Err(Unanswered::Late))?;
        let (_, answer) = read(&bytes).ok_or(Unanswered::Late)?;
        Ok(answer)
    }

    /// Answers what was asked.
    pub(super) fn answer(&self, reply: ReplyTo, answer: &Answer) {
        // Who gets no answer asks again or is told so.
        let Some(bytes) = write(&self.life, answer) else {
            return self.count(false);
        };
        let sent = match reply {
            ReplyTo::Nats(nats, subject) => nats.publish(subject, bytes.into()),
            #[cfg(test)]
            ReplyTo::Line(reply) => reply.send(bytes.into()).is_ok(),
        };
        self.count(sent);
    }
}
