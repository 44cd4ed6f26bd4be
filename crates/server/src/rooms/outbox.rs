use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{Notify, mpsc};

use crate::protocol::ServerMessage;

/// Messages that wait before a connection counts as one that does not read.
const QUEUE: usize = 128;

/// Where messages for one connection are left. Whoever leaves them never waits.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    queue: mpsc::Sender<Utf8Bytes>,
    cut: Arc<Notify>,
}

/// The connection's end of an outbox.
#[derive(Debug)]
pub(crate) struct Inbox {
    pub(crate) queue: mpsc::Receiver<Utf8Bytes>,
    cut: Arc<Notify>,
}

/// What comes out of an outbox.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outgoing {
    Message(Utf8Bytes),
    /// The connection is to be closed: more was left than it has read, or its session is over.
    Cut,
    /// Nobody will leave anything any more.
    Closed,
}

/// The connection takes no more.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Gone;

/// Both ends of a new outbox.
pub(crate) fn outbox() -> (Outbox, Inbox) {
    let (sender, receiver) = mpsc::channel(QUEUE);
    let cut = Arc::new(Notify::new());
    let outbox = Outbox {
        queue: sender,
        cut: Arc::clone(&cut),
    };
    let inbox = Inbox {
        queue: receiver,
        cut,
    };
    (outbox, inbox)
}

impl Outbox {
    pub(crate) fn send(&self, message: &Utf8Bytes) -> Result<(), Gone> {
        match self.queue.try_send(message.clone()) {
            Ok(()) => Ok(()),
            Err(mpsc::error::TrySendError::Full(_)) => {
                self.cut();
                Err(Gone)
            }
            Err(mpsc::error::TrySendError::Closed(_)) => Err(Gone),
        }
    }

    /// Has the connection closed.
    pub(crate) fn cut(&self) {
        self.cut.notify_one();
    }

    /// Whether two are of the same connection.
    pub(crate) fn is(&self, other: &Outbox) -> bool {
        self.queue.same_channel(&other.queue)
    }
}

impl Inbox {
    pub(crate) async fn next(&mut self) -> Outgoing {
        tokio::select! {
            biased;
            () = self.cut.notified() => Outgoing::Cut,
            message = self.queue.recv() => message.map_or(Outgoing::Closed, Outgoing::Message),
        }
    }
}

/// A message as it is sent.
pub(crate) fn encode(message: &ServerMessage) -> Utf8Bytes {
    let text = serde_json::to_string(message).expect("messages are plain data");
    Utf8Bytes::from(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_connection_that_does_not_read_is_given_up() {
        let (outbox, mut inbox) = outbox();
        let message = encode(&ServerMessage::Pong);
        for _ in 0..QUEUE {
            outbox.send(&message).unwrap();
        }
        assert_eq!(outbox.send(&message), Err(Gone));
        assert_eq!(inbox.next().await, Outgoing::Cut);
    }
}
