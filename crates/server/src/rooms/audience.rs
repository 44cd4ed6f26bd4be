use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use game::Side;
use play::Millis;

use super::live_game::{Absence, LiveGame};
use super::outbox::{Outbox, encode};
use crate::cluster::Contact;
use crate::protocol::{Presence, ServerMessage};
use crate::seat::{PersonId, Seat};

/// Those who follow a game, players among them, and since when players are away.
pub(super) struct Audience {
    watchers: Vec<Watcher>,
    /// Since when each side has had no connection.
    away: [Option<Instant>; 2],
}

struct Watcher {
    person: Option<PersonId>,
    outbox: Outbox,
}

impl Watcher {
    fn side(&self, live: &LiveGame) -> Option<Side> {
        self.person.and_then(|person| live.side_of(person))
    }
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

    /// How long a side has had no connection, if it has none.
    pub(super) fn absence(&self, side: Side) -> Option<Absence> {
        let since = self.away[side.index()]?;
        Some(Absence(Millis(since.elapsed().as_millis() as u64)))
    }

    /// A connection follows the game from now on.
    pub(super) fn add(&mut self, person: Option<PersonId>, outbox: Outbox) {
        self.remove(&outbox);
        self.watchers.push(Watcher { person, outbox });
    }

    /// Has every connection closed, so that whoever is there comes again.
    pub(super) fn cut(&self) {
        let outboxes = self.watchers.iter().map(|watcher| &watcher.outbox);
        outboxes.for_each(Outbox::cut);
    }

    /// Those whose connections are here, with who they are.
    pub(super) fn into_local(self) -> Vec<(Option<PersonId>, Outbox)> {
        let here = self.watchers.into_iter();
        here.filter(|watcher| watcher.outbox.is_here())
            .map(|watcher| (watcher.person, watcher.outbox))
            .collect()
    }

    pub(super) fn remove(&mut self, outbox: &Outbox) {
        self.watchers.retain(|watcher| !watcher.outbox.is(outbox));
    }

    /// Lets those go who only watch, with a last word.
    pub(super) fn remove_watchers(&mut self, live: &LiveGame, last: &Utf8Bytes) {
        self.watchers.retain(|watcher| {
            let plays = watcher.side(live).is_some();
            if !plays {
                // A connection that is gone needs no word.
                let _ = watcher.outbox.send(last);
            }
            plays
        });
    }

    /// What a side's moves come over, if it follows from other nodes alone: from where it came last.
    pub(super) fn contact(&self, live: &LiveGame, side: Side) -> Option<Contact> {
        let person = live.seat(side).person()?;
        let mut last = None;
        for watcher in self.watchers.iter().filter(|it| it.person == Some(person)) {
            last = Some(watcher.outbox.contact()?);
        }
        last.cloned()
    }

    /// Who is there; the computer always is.
    pub(super) fn presence(&self, live: &LiveGame) -> Presence {
        let [white, black] = Side::BOTH.map(|side| self.is_there(live, side));
        let watches = |watcher: &&Watcher| watcher.side(live).is_none();
        Presence {
            white,
            black,
            watchers: self.watchers.iter().filter(watches).count() as u32,
            claim: Side::BOTH.map(|side| self.claimable_in(live, side)).into(),
        }
    }

    /// Whether a side is there.
    pub(super) fn is_there(&self, live: &LiveGame, side: Side) -> bool {
        let seat = live.seat(side);
        let sits = |watcher: &Watcher| watcher.person.is_some() && watcher.person == seat.person();
        matches!(seat, Seat::Computer(_)) || self.watchers.iter().any(sits)
    }

    /// In how many milliseconds the game of a side that is away can be claimed.
    fn claimable_in(&self, live: &LiveGame, side: Side) -> Option<u64> {
        if self.is_there(live, side) {
            return None;
        }
        // Who has left just now is noted a moment later.
        let absence = self.absence(side).unwrap_or(Absence(Millis(0)));
        live.claimable_in(&absence).map(|left| left.0)
    }

    /// Tells everybody who is there now.
    pub(super) fn tell_presence(&mut self, live: &LiveGame) {
        for side in Side::BOTH {
            let there = self.is_there(live, side);
            let away = &mut self.away[side.index()];
            *away = if there {
                None
            } else {
                away.or(Some(Instant::now()))
            };
        }
        let presence = self.presence(live);
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
    pub(super) fn tell_each(
        &self,
        live: &LiveGame,
        message: impl Fn(Option<Side>) -> ServerMessage,
    ) {
        for watcher in &self.watchers {
            // A connection that is gone is noticed when everybody is told something next.
            let _ = watcher.outbox.send(&encode(&message(watcher.side(live))));
        }
    }

    /// Tells everybody but one person.
    pub(super) fn tell_all_but(&self, person: PersonId, message: &Utf8Bytes) {
        let others = |watcher: &&Watcher| watcher.person != Some(person);
        for watcher in self.watchers.iter().filter(others) {
            let _ = watcher.outbox.send(message);
        }
    }

    /// Tells every connection of a person.
    pub(super) fn tell_person(&self, person: PersonId, message: &Utf8Bytes) {
        let theirs = |watcher: &&Watcher| watcher.person == Some(person);
        for watcher in self.watchers.iter().filter(theirs) {
            let _ = watcher.outbox.send(message);
        }
    }
}
