use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{Notify, mpsc};

use crate::cluster::{Away, Contact};
use crate::flight::{Aboard, Account};
use crate::protocol::ServerMessage;

/// Messages that wait before a connection counts as one that does not read.
const QUEUE: usize = 128;

/// Messages that wait before a connection counts as one that does not read while its address has
/// too much unread.
const BEHIND: usize = 4;

/// Where messages for one connection are left. Whoever leaves them never waits.
#[derive(Clone, Debug)]
pub(crate) struct Outbox(Place);

/// Where the connection is.
#[derive(Clone, Debug)]
enum Place {
    Here {
        queue: mpsc::Sender<Waiting>,
        cut: Arc<Notify>,
        account: Account,
    },
    /// At another node.
    Away(Arc<Away>),
}

/// A message that was not read yet.
#[derive(Debug)]
struct Waiting {
    text: Utf8Bytes,
    /// Counted until it is written: many small ones are few bytes, few large ones are many.
    _aboard: Aboard,
}

/// The connection's end of an outbox.
#[derive(Debug)]
pub(crate) struct Inbox {
    queue: mpsc::Receiver<Waiting>,
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

/// Both ends of a new outbox. What waits in it counts for an address.
pub(crate) fn outbox(account: Account) -> (Outbox, Inbox) {
    let (sender, receiver) = mpsc::channel(QUEUE);
    let cut = Arc::new(Notify::new());
    let outbox = Outbox(Place::Here {
        queue: sender,
        cut: Arc::clone(&cut),
        account,
    });
    let inbox = Inbox {
        queue: receiver,
        cut,
    };
    (outbox, inbox)
}

impl Outbox {
    /// That of a connection at another node.
    pub(crate) fn away(away: Arc<Away>) -> Outbox {
        Outbox(Place::Away(away))
    }

    pub(crate) fn send(&self, message: &Utf8Bytes) -> Result<(), Gone> {
        let (queue, account) = match &self.0 {
            Place::Here { queue, account, .. } => (queue, account),
            Place::Away(away) => {
                away.tell(message);
                return Ok(());
            }
        };
        // Who reads has nothing waiting, however little others at the address read.
        let reads = QUEUE - queue.capacity() < BEHIND;
        if !reads && account.check().is_err() {
            self.cut();
            return Err(Gone);
        }
        let waiting = Waiting {
            text: message.clone(),
            _aboard: account.board(message.len()),
        };
        match queue.try_send(waiting) {
            Ok(()) => Ok(()),
            Err(mpsc::error::TrySendError::Full(_)) => {
                self.cut();
                Err(Gone)
            }
            Err(mpsc::error::TrySendError::Closed(_)) => Err(Gone),
        }
    }

    /// Has the connection closed. One at another node is left there, and begins anew to follow what it did.
    pub(crate) fn cut(&self) {
        match &self.0 {
            Place::Here { cut, .. } => cut.notify_one(),
            Place::Away(away) => away.end(),
        }
    }

    /// Whether it is of a connection here that is still there.
    pub(crate) fn is_here(&self) -> bool {
        match &self.0 {
            Place::Here { queue, .. } => !queue.is_closed(),
            Place::Away(_) => false,
        }
    }

    /// Whether anything can come from a connection at another node.
    pub(crate) fn contact(&self) -> Option<&Contact> {
        match &self.0 {
            Place::Here { .. } => None,
            Place::Away(away) => Some(away.contact()),
        }
    }

    /// Whether two are of the same connection.
    pub(crate) fn is(&self, other: &Outbox) -> bool {
        match (&self.0, &other.0) {
            (Place::Here { queue, .. }, Place::Here { queue: other, .. }) => {
                queue.same_channel(other)
            }
            (Place::Away(away), Place::Away(other)) => away.is(other),
            (Place::Here { .. }, Place::Away(_)) | (Place::Away(_), Place::Here { .. }) => false,
        }
    }
}

impl Inbox {
    /// Waits until the connection is to be closed, whatever else waits.
    pub(crate) async fn cut(&self) {
        self.cut.notified().await;
    }

    /// A message that waits now.
    #[cfg(test)]
    pub(crate) fn waiting(&mut self) -> Option<Utf8Bytes> {
        self.queue.try_recv().ok().map(|waiting| waiting.text)
    }

    pub(crate) async fn next(&mut self) -> Outgoing {
        tokio::select! {
            biased;
            () = self.cut.notified() => Outgoing::Cut,
            message = self.queue.recv() => match message {
                Some(waiting) => Outgoing::Message(waiting.text),
                None => Outgoing::Closed,
            },
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
        let (outbox, mut inbox) = outbox(Account::of_nobody());
        let message = encode(&ServerMessage::Pong);
        for _ in 0..QUEUE {
            outbox.send(&message).unwrap();
        }
        assert_eq!(outbox.send(&message), Err(Gone));
        assert_eq!(inbox.next().await, Outgoing::Cut);
    }

    /// Few large messages are as much as many small ones.
    #[tokio::test]
    async fn what_an_address_does_not_read_is_bounded_over_all_its_connections() {
        let account = Account::of_nobody();
        let connections: Vec<_> = (0..50).map(|_| outbox(account.clone())).collect();
        let large = Utf8Bytes::from("x".repeat(1 << 20));
        let sent =
            |(outbox, _): &(Outbox, Inbox)| (0..=BEHIND).all(|_| outbox.send(&large).is_ok());
        let taken = connections.iter().filter(|both| sent(both)).count();
        assert!((1..=2).contains(&taken), "{taken}");
        drop(connections);
        assert_eq!(account.check(), Ok(()));
    }
}
