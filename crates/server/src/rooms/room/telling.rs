use game::Side;

use super::super::outbox::encode;
use super::Room;
use crate::protocol::{Offer, Offers, ServerMessage};
use crate::seat::PersonId;
use crate::store::{Entry, EntryKind};

/// What those who follow a game are told.
impl Room {
    /// Tells that `side` has declined what the other had offered.
    pub(super) fn tell_declined(&mut self, side: Side, offers: Offers) {
        let offered = Some(side.other().into());
        for (by, offer) in [
            (offers.draw, Offer::Draw),
            (offers.takeback, Offer::Takeback),
            (offers.rematch, Offer::Rematch),
        ] {
            if by == offered {
                let game = self.live.id().to_string();
                let by = side.into();
                self.tell(&ServerMessage::Declined { game, offer, by });
            }
        }
    }

    /// Tells one person how the game stands: what they ask for was done before.
    pub(super) fn tell_state(&self, person: PersonId) {
        let you = self.live.side_of(person);
        let state = self.live.state(you, self.presence(), self.now());
        let message = encode(&ServerMessage::Game(Box::new(state)));
        self.audience.tell_person(person, &message);
        if let Some(next) = self.live.game().next {
            let game = self.live.id().to_string();
            let next = next.to_string();
            let message = encode(&ServerMessage::Rematch { game, next });
            self.audience.tell_person(person, &message);
        }
    }

    /// Tells everybody all there is to know.
    pub(super) fn tell_all(&self) {
        let (presence, now) = (self.presence(), self.now());
        self.audience.tell_each(&self.live, |side| {
            let state = self.live.state(side, presence, now);
            ServerMessage::Game(Box::new(state))
        });
    }

    pub(super) fn tell_offers(&mut self) {
        let game = self.live.id().to_string();
        let offers = self.live.offers();
        self.tell(&ServerMessage::Offers { game, offers });
    }

    pub(super) fn tell_last(&mut self) {
        if let Some(last) = self.live.last().cloned() {
            self.tell_entry(&last);
        }
    }

    pub(super) fn tell_entry(&mut self, entry: &Entry) {
        let game = self.live.id().to_string();
        let clocks = self.live.clocks(self.now());
        let message = match &entry.kind {
            EntryKind::Move(text) => ServerMessage::Played {
                game,
                ply: entry.ply,
                text: text.clone(),
                clocks,
                view: Box::new(self.live.view()),
            },
            EntryKind::Back(count) => ServerMessage::Back {
                game,
                ply: entry.ply,
                count: *count,
                clocks,
                view: Box::new(self.live.view()),
            },
            // What ends a game is told by itself.
            EntryKind::End(_) | EntryKind::Abort => return,
        };
        self.tell(&message);
    }

    pub(super) fn tell_over(&mut self) {
        let now = self.now();
        let message = ServerMessage::Over {
            game: self.live.id().to_string(),
            ply: self.live.ply(),
            outcome: self.live.game().outcome.map(Into::into),
            clocks: self.live.clocks(now),
            rating_changes: self.live.rating_changes(),
            rating_mark: self.live.rating_mark(),
            view: Box::new(self.live.view()),
        };
        self.tell(&message);
    }

    pub(super) fn tell(&mut self, message: &ServerMessage) {
        self.audience.tell(&encode(message), &self.live);
    }

    /// Tells everybody how many thoughts of the computer go before the one they wait for.
    pub(super) fn tell_thinking(&mut self, ply: u32, ahead: u32) {
        let thought = self.thinking.as_mut().filter(|thought| thought.ply == ply);
        if let Some(thought) = thought {
            thought.ahead = ahead;
            let game = self.live.id().to_string();
            self.tell(&ServerMessage::Thinking { game, ply, ahead });
        }
    }
}
