use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use axum::extract::ws::Utf8Bytes;

use super::contact::Contact;
use super::message::{Life, Message, Told, What, raw};
use super::wire::Wire;
use crate::game_id::GameId;

/// A connection at another node that follows a room here. What it is told is numbered, so that it
/// shows there when something is lost.
#[derive(Debug)]
pub(crate) struct Away {
    wire: Arc<Wire>,
    pub(super) at: Life,
    pub(super) game: GameId,
    pub(super) follower: u64,
    pub(super) watching: u32,
    /// With the life of the node where it is.
    contact: Contact,
    told: AtomicU64,
    ended: AtomicBool,
}

impl Away {
    /// One that has been told nothing yet.
    pub(super) fn new(
        wire: Arc<Wire>,
        at: Life,
        game: GameId,
        follower: u64,
        watching: u32,
        contact: Contact,
    ) -> Away {
        Away {
            wire,
            at,
            game,
            follower,
            watching,
            contact,
            told: AtomicU64::new(0),
            ended: AtomicBool::new(false),
        }
    }

    /// Whether anything can come from it.
    pub(crate) fn contact(&self) -> &Contact {
        &self.contact
    }

    /// Tells it something.
    pub(crate) fn tell(&self, text: &Utf8Bytes) {
        if let Some(raw) = raw(text) {
            self.say(What::Text(raw));
        }
    }

    /// Tells it that it is told nothing more.
    pub(crate) fn end(&self) {
        if !self.ended.swap(true, Ordering::Relaxed) {
            self.say(What::Over);
        }
    }

    fn say(&self, what: What) {
        let number = self.told.fetch_add(1, Ordering::Relaxed);
        let told = Told {
            number,
            ..self.about(what)
        };
        self.wire.tell(&self.at.node, &Message::Told(told));
    }

    /// How much it was told.
    pub(super) fn pulse(&self) -> Told<()> {
        self.about(())
    }

    fn about<T>(&self, what: T) -> Told<T> {
        Told {
            game: self.game,
            follower: self.follower,
            watching: self.watching,
            number: self.told.load(Ordering::Relaxed),
            what,
        }
    }

    /// Whether two are of the same connection, though one may follow for another time.
    pub(crate) fn is(&self, other: &Away) -> bool {
        self.at == other.at && self.follower == other.follower
    }
}

impl Drop for Away {
    /// The room is gone or tells it nothing any more: whoever still follows comes again.
    fn drop(&mut self) {
        self.end();
    }
}
