use std::time::{Duration, Instant};

use play::Millis;

use crate::uptime::Uptime;

/// How often a node says at least that it is there.
pub(super) const OFTEN: Duration = Duration::from_millis(200);

/// How long nothing may come from a node that is there: two such words may be lost.
const GRACE: Duration = Duration::from_millis(600);

/// For how long in all something was heard of one life of another node. While nothing is, nobody
/// who is connected there can do anything here.
#[derive(Clone, Debug)]
pub(crate) struct Contact {
    /// Counts while something is heard.
    heard: Uptime,
}

impl Contact {
    /// With a node that was heard of just now.
    pub(crate) fn begin() -> Contact {
        let contact = Contact {
            heard: Uptime::resume(Millis(0), Duration::ZERO),
        };
        contact.hear();
        contact
    }

    /// Something has come from it.
    pub(crate) fn hear(&self) {
        self.heard.go_on();
        self.heard.stop_at(Instant::now() + GRACE);
    }

    /// For how long it was heard of when it was `instant`.
    pub(crate) fn at(&self, instant: Instant) -> Millis {
        self.heard.at(instant)
    }

    /// Whether nothing has come for too long.
    pub(crate) fn is_lost(&self) -> bool {
        self.heard.stands()
    }

    /// Whether two are of the same life.
    pub(crate) fn is(&self, other: &Contact) -> bool {
        self.heard.is(&other.heard)
    }
}
