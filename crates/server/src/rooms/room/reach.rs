use std::time::Instant;

use play::Millis;

use super::Room;
use crate::cluster::Contact;
use crate::protocol::Status;
use crate::store::StoreError;

/// Time that stood still is written down once there is so much of it: until then only a node that
/// dies forgets it.
const WRITTEN: Millis = Millis(300);

/// How long the time of a game stands still because who is to move cannot reach this node. They
/// follow the game from another one, and nothing is heard of that: it is nothing they could help.
#[derive(Debug, Default)]
pub(super) struct Reach {
    /// In all, but for what is in the lease and what comes of the present contact.
    stood: Millis,
    present: Option<Present>,
}

/// What the moves of who is to move come over now.
#[derive(Debug)]
struct Present {
    contact: Contact,
    since: Instant,
    /// What the contact had counted then.
    heard: Millis,
}

impl Present {
    fn begin(contact: Contact) -> Present {
        let since = Instant::now();
        let heard = contact.at(since);
        Present {
            contact,
            since,
            heard,
        }
    }

    /// How much of the time from its beginning to `instant` nothing was heard.
    fn lost_at(&self, instant: Instant) -> Millis {
        let real = instant.saturating_duration_since(self.since).as_millis() as u64;
        let heard = self.contact.at(instant).minus(self.heard);
        Millis(real.saturating_sub(heard.0))
    }
}

impl Reach {
    /// How long it had stood still when it was `instant`.
    pub(super) fn stood_at(&self, instant: Instant) -> Millis {
        let present = self.present.as_ref();
        let lost = present.map_or(Millis(0), |present| present.lost_at(instant));
        self.stood.plus(lost)
    }

    /// Whether it stands still now.
    pub(super) fn stands(&self) -> bool {
        let present = self.present.as_ref();
        present.is_some_and(|present| present.contact.is_lost())
    }

    /// Who is to move can be heard of over this from now on.
    fn turn_to(&mut self, contact: Option<Contact>) {
        let same = match (&self.present, &contact) {
            (Some(present), Some(contact)) => present.contact.is(contact),
            (None, None) => true,
            _ => false,
        };
        if !same {
            self.stood = self.stood_at(Instant::now());
            self.present = contact.map(Present::begin);
        }
    }
}

impl Room {
    /// Looks over what the moves of who is to move come now.
    pub(super) fn mind_reach(&mut self) {
        let live = self.live.game().status == Status::Live;
        let mover = self.live.session().turn();
        let contact = self.audience.contact(&self.live, mover);
        self.reach.turn_to(contact.filter(|_| live));
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
