use std::time::{Duration, Instant};

use play::Millis;

use super::Room;
use crate::cluster::Contact;
use crate::protocol::Status;
use crate::store::StoreError;

/// Time that stood still is written down once there is so much of it: until then only a node that
/// dies forgets it.
const WRITTEN: Millis = Millis(300);

/// How long somebody is waited for whose game was taken up from a node that is gone: they may have been
/// connected there, and have to notice and to come back.
const RETURN: Duration = Duration::from_secs(10);

/// How long the time of a game stands still because who is to move cannot reach this node. They
/// follow the game from another one and nothing is heard of that, or they have not come back yet from
/// one that is gone: it is nothing they could help.
#[derive(Debug, Default)]
pub(super) struct Reach {
    /// In all, but for what is in the lease and what comes of the present.
    stood: Millis,
    present: Option<Present>,
    /// Until when whoever is not there is waited for.
    awaited: Option<Instant>,
}

/// Why time may stand still now, and since when that is looked at.
#[derive(Debug)]
struct Present {
    why: Why,
    since: Instant,
}

#[derive(Clone, Debug)]
enum Why {
    /// What the moves of who is to move come over may be silent.
    Contact(Contact),
    /// Who is to move is waited for.
    Awaited(Instant),
}

impl Why {
    fn is(&self, other: &Why) -> bool {
        match (self, other) {
            (Why::Contact(one), Why::Contact(other)) => one.is(other),
            (Why::Awaited(one), Why::Awaited(other)) => one == other,
            _ => false,
        }
    }
}

impl Present {
    /// How much of the time from its beginning to `instant` was lost.
    fn lost_at(&self, instant: Instant) -> Millis {
        let since = |instant: Instant| {
            let time = instant.saturating_duration_since(self.since);
            Millis(time.as_millis() as u64)
        };
        match &self.why {
            Why::Contact(contact) => {
                let heard = contact.at(instant).minus(contact.at(self.since));
                since(instant).minus(heard)
            }
            Why::Awaited(until) => since(instant.min(*until)),
        }
    }

    fn stands(&self) -> bool {
        match &self.why {
            Why::Contact(contact) => contact.is_lost(),
            Why::Awaited(until) => Instant::now() < *until,
        }
    }
}

impl Reach {
    /// That of a game taken up from a node that is gone: players are waited for, also when they go once
    /// more, as from a connection that was held up for too long meanwhile.
    pub(super) fn of_the_returning() -> Reach {
        Reach {
            awaited: Some(Instant::now() + RETURN),
            ..Reach::default()
        }
    }

    /// How long it had stood still when it was `instant`.
    pub(super) fn stood_at(&self, instant: Instant) -> Millis {
        let present = self.present.as_ref();
        let lost = present.map_or(Millis(0), |present| present.lost_at(instant));
        self.stood.plus(lost)
    }

    /// Whether it stands still now.
    pub(super) fn stands(&self) -> bool {
        self.present.as_ref().is_some_and(Present::stands)
    }

    /// This is why time may stand still from now on, if anything is.
    fn turn_to(&mut self, why: Option<Why>) {
        let same = match (&self.present, &why) {
            (Some(present), Some(why)) => present.why.is(why),
            (None, None) => true,
            _ => false,
        };
        if !same {
            let since = Instant::now();
            self.stood = self.stood_at(since);
            self.present = why.map(|why| Present { why, since });
        }
    }
}

impl Room {
    /// Looks why time may stand still for who is to move.
    pub(super) fn mind_reach(&mut self) {
        let mover = self.live.session().turn();
        let there = self.audience.is_there(&self.live, mover);
        let awaited = self
            .reach
            .awaited
            .filter(|until| !there && Instant::now() < *until);
        let awaited = awaited.map(Why::Awaited);
        let contact = self.audience.contact(&self.live, mover);
        let why = contact.map(Why::Contact).or(awaited);
        let live = self.live.game().status == Status::Live;
        self.reach.turn_to(why.filter(|_| live));
    }

    /// Writes down how long the time of the game has stood still, for a node that takes it up.
    pub(super) async fn write_reach(&mut self) {
        let Some(lease) = self.claim.lease().filter(|_| self.reach.stood >= WRITTEN) else {
            return;
        };
        let behind = lease.behind.plus(self.reach.stood);
        let id = self.live.id();
        match self.hub.store.delay(id, lease.epoch, behind).await {
            Ok(()) => {
                self.claim.set_behind(behind);
                self.reach.stood = Millis(0);
            }
            // As with any write: another node speaks for the game.
            Err(StoreError::Outdated) => self.outdated = true,
            Err(error) => tracing::debug!(game = %id, %error, "time that stood is not written"),
        }
    }

    /// The same when this node speaks for the game no more.
    pub(super) async fn end_reach(&mut self) {
        self.reach.turn_to(None);
        self.write_reach().await;
    }
}
