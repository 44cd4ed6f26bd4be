use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use game::Side;

use super::live_game::LiveGame;
use super::outbox::{Outbox, encode};
use crate::protocol::{Presence, ServerMessage};
use crate::seat::{PersonId, Seat};

/// Those who follow a game, players among them, and since when players are away.
pub(super) struct Audience {
    watchers: Vec<Watcher>,
    /// Since when each side has had no connection.
    away: [Option<Instant>; 2],
}

struct Watcher {
    side: Option<Side>,
    person: Option<PersonId>,
    outbox: Outbox,
}

impl Audience {
    /// Nobody yet.
    pub(super) fn new() -> Audience {
        Audience {
            watchers: Vec::new(),
            away: [Some(Instant::now()); 2],
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.watchers.is_empty()
    }

    /// Since when a side has had no connection, if it has none.
    pub(super) fn away_since(&self, side: Side) -> Option<Instant> {
        self.away[side.index()]
    }

    /// A connection follows the game from now on.
    pub(super) fn add(&mut self, side: Option<Side>, person: Option<PersonId>, outbox: Outbox) {
        self.remove(&outbox);
        self.watchers.push(Watcher {
            side,
            person,
            outbox,
        });
    }

    pub(super) fn remove(&mut self, outbox: &Outbox) {
        self.watchers.retain(|watcher| !watcher.outbox.is(outbox));
    }

    /// Somebody has sat down: some who watch may be players now.
    pub(super) fn find_seats(&mut self, live: &LiveGame) {
        for watcher in &mut self.watchers {
            watcher.side = watcher.person.and_then(|person| live.side_of(person));
        }
    }

    /// Who is there; the computer always is.
    pub(super) fn presence(&self, live: &LiveGame) -> Presence {
        let there = |side: Side| {
            let computer = matches!(live.seat(side), Seat::Computer(_));
            let sits = |watcher: &Watcher| watcher.side == Some(side);
            computer || self.watchers.iter().any(sits)
        };
        let others = self
            .watchers
            .iter()
            .filter(|watcher| watcher.side.is_none());
        Presence {
            white: there(Side::White),
            black: there(Side::Black),
            watchers: others.count() as u32,
        }
    }

    /// Tells everybody who is there now.
    pub(super) fn tell_presence(&mut self, live: &LiveGame) {
        let presence = self.presence(live);
        for (side, there) in [(Side::White, presence.white), (Side::Black, presence.black)] {
            let away = &mut self.away[side.index()];
            *away = if there {
                None
            } else {
                away.or(Some(Instant::now()))
            };
        }
        let game = live.id().to_string();
        self.tell(&encode(&ServerMessage::Presence { game, presence }), live);
    }

    /// Tells everybody. Who does not read is let go.
    pub(super) fn tell(&mut self, message: &Utf8Bytes, live: &LiveGame) {
        let before = self.watchers.len();
        self.watchers
            .retain(|watcher| watcher.outbox.send(message).is_ok());
        if self.watchers.len() < before {
            self.tell_presence(live);
        }
    }

    /// Tells each what they make of it by their seat.
    pub(super) fn tell_each(&self, message: impl Fn(Option<Side>) -> ServerMessage) {
        for watcher in &self.watchers {
            // A connection that is gone is noticed when everybody is told something next.
            let _ = watcher.outbox.send(&encode(&message(watcher.side)));
        }
    }
}
