use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard};

use axum::body::Bytes;
use tokio::sync::{mpsc, oneshot};

use super::NodeName;
use super::wire::{Deliveries, Delivery, QUEUE, ReplyTo, Subjects, Unanswered, Wire};
use crate::metrics::Metrics;

/// What nodes of one process talk over in tests, which can be made to fail.
#[derive(Clone, Debug, Default)]
pub(crate) struct Switchboard(Arc<Mutex<Board>>);

#[derive(Debug, Default)]
struct Board {
    lines: HashMap<NodeName, mpsc::Sender<Delivery>>,
    cut: HashSet<NodeName>,
    /// Of so many messages one is lost.
    lose: Option<u64>,
    count: u64,
}

/// A node's end of it.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    node: NodeName,
    board: Switchboard,
}

impl Switchboard {
    /// Connects a node.
    pub(crate) fn wire(&self, node: &str, metrics: Arc<Metrics>) -> (Arc<Wire>, Deliveries) {
        let node: NodeName = node.parse().unwrap();
        let (sender, deliveries) = mpsc::channel(QUEUE);
        self.board().lines.insert(node.clone(), sender);
        let line = Line {
            node: node.clone(),
            board: self.clone(),
        };
        (Wire::on_line(line, node, metrics), deliveries)
    }

    /// Loses one of so many messages, or none.
    pub(crate) fn lose(&self, one_of: Option<u64>) {
        self.board().lose = one_of;
    }

    /// Cuts a node off.
    pub(crate) fn cut(&self, node: &str) {
        self.board().cut.insert(node.parse().unwrap());
    }

    /// Connects it again.
    pub(crate) fn mend(&self, node: &str) {
        self.board().cut.remove(&node.parse().unwrap());
    }

    /// A node is there no more.
    pub(crate) fn vanish(&self, node: &str) {
        self.board().lines.remove(&node.parse().unwrap());
    }

    /// Has everybody hear something that no node says.
    pub(crate) fn inject(&self, bytes: &[u8]) {
        for line in self.board().lines.values() {
            let _ = line.try_send(Delivery {
                bytes: Bytes::copy_from_slice(bytes),
                reply: None,
            });
        }
    }

    fn board(&self) -> MutexGuard<'_, Board> {
        self.0.lock().unwrap()
    }
}

impl Board {
    /// Whether the next message is lost.
    fn loses(&mut self) -> bool {
        self.count += 1;
        self.lose
            .is_some_and(|lose| self.count.is_multiple_of(lose))
    }
}

impl Line {
    pub(super) fn is_up(&self) -> bool {
        let board = self.board.board();
        !board.cut.contains(&self.node) && board.lines.contains_key(&self.node)
    }

    pub(super) fn publish(&self, subject: &str, bytes: Bytes) -> bool {
        if !self.is_up() {
            return false;
        }
        let mut board = self.board.board();
        let subjects = Subjects::of(&"test".parse().unwrap());
        let heard: Vec<_> = board
            .lines
            .iter()
            .filter(|(node, _)| {
                let all = subject == subjects.all() && **node != self.node;
                (all || subject == subjects.node(node)) && !board.cut.contains(*node)
            })
            .map(|(_, line)| line.clone())
            .collect();
        for line in heard {
            if !board.loses() {
                let _ = line.try_send(Delivery {
                    bytes: bytes.clone(),
                    reply: None,
                });
            }
        }
        true
    }

    pub(super) async fn request(&self, subject: &str, bytes: Bytes) -> Result<Bytes, Unanswered> {
        if !self.is_up() {
            return Err(Unanswered::Cut);
        }
        let (reply, answer) = oneshot::channel();
        let lost = {
            let mut board = self.board.board();
            let subjects = Subjects::of(&"test".parse().unwrap());
            let mut lines = board.lines.iter();
            let (node, line) = lines
                .find(|(node, _)| subject == subjects.node(node))
                .ok_or(Unanswered::Nobody)?;
            if board.cut.contains(node) {
                return Err(Unanswered::Nobody);
            }
            let line = line.clone();
            let lost = board.loses();
            if !lost {
                let reply = Some(ReplyTo::Line(reply));
                let _ = line.try_send(Delivery { bytes, reply });
            }
            lost || board.loses()
        };
        let answered = answer.await;
        match answered {
            Ok(bytes) if !lost => Ok(bytes),
            // Nobody will answer: it takes too long.
            _ => std::future::pending().await,
        }
    }
}
