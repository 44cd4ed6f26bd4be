use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

/// What was found for a connection and not yet sent. What is newer takes the place of what is older,
/// so that a client that reads slowly misses steps, and nothing piles up.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    unsent: Mutex<Unsent>,
    more: Notify,
}

#[derive(Debug, Default)]
struct Unsent {
    /// The questions that somebody waits for. What is found for others comes too late.
    open: BTreeSet<u32>,
    messages: BTreeMap<(u32, Slot), Utf8Bytes>,
}

/// Which part of the answer to a question a message is: a later one of the same part replaces it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Slot {
    /// How many questions go before.
    Ahead,
    Value,
    Move(usize),
    /// How far a review is; after the moves it tells of.
    Standing,
}

/// The least time between two messages of the same part.
const PAUSE: Duration = Duration::from_millis(50);

impl Answers {
    /// Somebody waits for a question from now on.
    pub(crate) fn open(&self, question: u32) {
        self.unsent().open.insert(question);
    }

    /// Leaves a part of an answer to be sent.
    pub(crate) fn put(&self, question: u32, slot: Slot, message: Utf8Bytes) {
        let mut unsent = self.unsent();
        if unsent.open.contains(&question) {
            unsent.messages.insert((question, slot), message);
            self.more.notify_one();
        }
    }

    /// Forgets what was not sent, and what is still found: nobody waits for this question any more.
    pub(crate) fn close(&self, question: u32) {
        let mut unsent = self.unsent();
        unsent.open.remove(&question);
        unsent.messages.retain(|(of, _), _| *of != question);
    }

    /// All that there is to send, once there is something, and not before it is time again.
    pub(crate) async fn next(&self, after: &mut Instant) -> Vec<Utf8Bytes> {
        loop {
            sleep_until(*after).await;
            let unsent = std::mem::take(&mut self.unsent().messages);
            if !unsent.is_empty() {
                *after = Instant::now() + PAUSE;
                return unsent.into_values().collect();
            }
            self.more.notified().await;
        }
    }

    fn unsent(&self) -> MutexGuard<'_, Unsent> {
        let unsent = self.unsent.lock();
        unsent.unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_reads_slowly_gets_the_newest_of_each_part() {
        let answers = Answers::default();
        let mut after = Instant::now();
        (1..=4).for_each(|question| answers.open(question));
        for depth in 0..1000 {
            answers.put(1, Slot::Value, format!("depth {depth}").into());
            answers.put(2, Slot::Move(depth % 3), format!("look {depth}").into());
        }
        let got = answers.next(&mut after).await;
        let got: Vec<&str> = got.iter().map(Utf8Bytes::as_str).collect();
        assert_eq!(got, ["depth 999", "look 999", "look 997", "look 998"]);
        answers.put(3, Slot::Value, "late".into());
        answers.put(4, Slot::Value, "dropped".into());
        answers.close(4);
        answers.put(4, Slot::Value, "too late".into());
        let before = Instant::now();
        assert_eq!(
            answers.next(&mut after).await,
            ["late".into()] as [Utf8Bytes; 1]
        );
        assert!(before.elapsed() >= PAUSE);
    }
}
