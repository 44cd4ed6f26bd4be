//! Who speaks for a game, as a rule without a clock, a database or a wire of its own. Whoever keeps
//! the rows reads them under a lock, asks here, and writes what is said, in one transaction.
//!
//! Three times have to be told apart. The *database's time* is its clock, and says which nodes
//! live. The *uptime* of a node stands still while that node cannot store; the site's is the highest
//! of all nodes'. The *time of a game* is the uptime of the node that speaks for it, less what the
//! game is behind it: it goes on where it was when another node takes the game up.

use std::fmt;
use std::time::Duration;

use play::Millis;

use super::{Incarnation, NodeName};

/// How long a node that is not heard of counts as living, on the database's clock.
pub(crate) const LEASE: Duration = Duration::from_secs(3);

/// How often a game was taken up: what was written under an earlier number is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Epoch(pub(crate) u64);

impl Epoch {
    /// That of a game nobody has spoken for.
    const NONE: Epoch = Epoch(0);

    /// Whether nobody has had the game before.
    pub(crate) fn is_first(self) -> bool {
        self == Epoch::NONE.next()
    }

    const fn next(self) -> Epoch {
        Epoch(self.0 + 1)
    }
}

impl fmt::Display for Epoch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// By how much the time of a game is behind an uptime, in milliseconds; ahead of it where negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Behind(pub(crate) i64);

impl Behind {
    /// What makes an uptime this time of a game.
    pub(crate) const fn between(uptime: Millis, game: Millis) -> Behind {
        Behind((uptime.0 as i64).saturating_sub(game.0 as i64))
    }

    /// The time of the game at an uptime.
    pub(crate) fn game(self, uptime: Millis) -> Millis {
        let time = (uptime.0 as i64).saturating_sub(self.0);
        Millis(u64::try_from(time).unwrap_or_default())
    }

    /// Behind by so much more.
    pub(crate) const fn plus(self, stood: Millis) -> Behind {
        Behind(self.0.saturating_add(stood.0 as i64))
    }

    /// The uptime at a time of the game.
    pub(crate) fn uptime(self, game: Millis) -> Millis {
        let time = (game.0 as i64).saturating_add(self.0);
        Millis(u64::try_from(time).unwrap_or_default())
    }
}

/// A moment on the database's clock, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct DatabaseTime(pub(crate) i64);

impl DatabaseTime {
    const fn after(self, time: Duration) -> DatabaseTime {
        DatabaseTime(self.0.saturating_add(time.as_millis() as i64))
    }
}

/// A process of a site.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Holder {
    pub(crate) node: NodeName,
    pub(crate) incarnation: Incarnation,
}

/// What is kept of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NodeRow {
    pub(crate) holder: Holder,
    /// As of its last beat.
    pub(crate) uptime: Millis,
    /// Until when it counts as living.
    pub(crate) expires: DatabaseTime,
    /// Whether it could talk to the others at its last beat.
    pub(crate) cable: Cable,
}

/// Whether a node can talk to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cable {
    Whole,
    Cut,
}

/// What is kept of a game's lease.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LeaseRow {
    /// Who speaks for the game, as long as they live.
    pub(crate) holder: Option<Holder>,
    pub(crate) epoch: Epoch,
    /// Behind the holder's uptime; behind the site's where nobody holds it.
    pub(crate) behind: Behind,
    /// Where the time of the game stands still until somebody takes it up. Never with a holder.
    pub(crate) stands: Option<Millis>,
}

/// What the time of a game does while nobody speaks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rest {
    /// It goes on: nobody came, and somebody may.
    Runs,
    /// It stands still: somebody may be there and cannot move because of us.
    Stands,
}

/// The node that asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Me {
    pub(crate) holder: Holder,
    /// Its uptime now.
    pub(crate) uptime: Millis,
}

/// What the database says of the present, in the transaction that asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Present {
    pub(crate) clock: DatabaseTime,
    /// The site's uptime: the highest of what is stored and the asking node's.
    pub(crate) site: Millis,
    /// The time of the game at its last entry.
    pub(crate) last: Option<Millis>,
}

/// The right to speak for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lease {
    /// Every write names it.
    pub(crate) epoch: Epoch,
    /// Behind this node's uptime.
    pub(crate) behind: Behind,
}

/// Who speaks for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    /// This node.
    Mine(Lease),
    /// A node that lives.
    By(NodeName),
    /// Another node asks for it, or changes it, at this moment.
    Contended,
}

/// What comes of asking for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// It is the asking node's from now on: this row is to be written.
    Take(LeaseRow),
    /// It is the asking node's already.
    Mine(Lease),
    /// Another node that lives has it.
    Held(NodeName),
}

/// A node's place in a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Membership {
    pub(crate) name: NodeName,
    pub(crate) incarnation: Incarnation,
}

/// Another node that lives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Peer {
    pub(crate) name: NodeName,
    pub(crate) incarnation: Incarnation,
    pub(crate) cable: Cable,
}

/// What a beat has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Beat {
    pub(crate) standing: Standing,
    /// The other nodes that live.
    pub(crate) peers: Vec<Peer>,
    /// The site's uptime.
    pub(crate) site: Millis,
}

impl Peer {
    /// Whether two are of the same life of a node.
    pub(crate) fn is(&self, other: &Peer) -> bool {
        self.name == other.name && self.incarnation == other.incarnation
    }
}

/// Whether a node is what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// All its leases hold.
    Kept,
    /// It was not heard of for too long, or another process has its name: all its leases are void,
    /// and it has to join anew before it can take any.
    Lost,
}

/// What comes of a beat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Renewal {
    /// This row is to be written.
    Kept(NodeRow),
    /// Nothing is to be written.
    Lost,
}

/// Whether what a row says is of a node that lives.
pub(crate) fn is_living(node: &NodeRow, clock: DatabaseTime) -> bool {
    clock < node.expires
}

/// The row of a node that joins; what was there of the same name is of another process. The leases
/// that one had are to be given up by [`abandon`].
pub(crate) fn join(
    before: Option<&NodeRow>,
    name: NodeName,
    uptime: Millis,
    clock: DatabaseTime,
) -> NodeRow {
    let last = before.map_or(0, |row| row.holder.incarnation.0);
    NodeRow {
        holder: Holder {
            node: name,
            incarnation: Incarnation(last + 1),
        },
        uptime,
        expires: clock.after(LEASE),
        cable: Cable::Whole,
    }
}

/// The row of a node that is heard of. A row that has expired is not renewed: while it had,
/// others may have taken games, and clocks of those nobody took have stood still.
pub(crate) fn renew(row: Option<&NodeRow>, me: &Me, cable: Cable, clock: DatabaseTime) -> Renewal {
    let mine = row.filter(|row| row.holder == me.holder && is_living(row, clock));
    mine.map_or(Renewal::Lost, |row| {
        Renewal::Kept(NodeRow {
            holder: me.holder.clone(),
            uptime: me.uptime.max(row.uptime),
            expires: clock.after(LEASE),
            cable,
        })
    })
}

/// The row of a node that leaves: it is gone from now on, and where it speaks for a game the time of
/// that stands still.
pub(crate) fn leave(row: Option<&NodeRow>, me: &Me, clock: DatabaseTime) -> Option<NodeRow> {
    let row = row.filter(|row| row.holder == me.holder)?;
    // One that has expired meanwhile stays as others have found it.
    is_living(row, clock).then(|| NodeRow {
        holder: me.holder.clone(),
        uptime: me.uptime.max(row.uptime),
        expires: clock,
        cable: row.cable,
    })
}

/// Whether a node may speak for a game it asks for, which has this lease; `holder` is the row of the
/// node that the lease names.
pub(crate) fn decide(
    lease: Option<&LeaseRow>,
    holder: Option<&NodeRow>,
    me: &Me,
    now: &Present,
) -> Decision {
    let held = lease.and_then(|lease| lease.holder.as_ref().map(|holder| (lease, holder)));
    if let Some((lease, named)) = held {
        if *named == me.holder {
            return Decision::Mine(Lease {
                epoch: lease.epoch,
                behind: lease.behind,
            });
        }
        if holder.is_some_and(|row| row.holder == *named && is_living(row, now.clock)) {
            return Decision::Held(named.node.clone());
        }
    }
    let epoch = lease.map_or(Epoch::NONE, |lease| lease.epoch).next();
    Decision::Take(LeaseRow {
        holder: Some(me.holder.clone()),
        epoch,
        behind: Behind::between(me.uptime, time(lease, holder, now)),
        stands: None,
    })
}

/// The lease of a game that its holder gives back: from now on the time of the game goes with the
/// site's uptime, or stands still. Nothing when it is not theirs any more.
pub(crate) fn release(
    lease: Option<&LeaseRow>,
    claim: Epoch,
    rest: Rest,
    me: &Me,
    now: &Present,
) -> Option<LeaseRow> {
    let lease = lease.filter(|lease| lease.holder.as_ref() == Some(&me.holder))?;
    let time = lease.behind.game(me.uptime);
    (lease.epoch == claim).then(|| free(lease.epoch, rest, time, now))
}

/// The lease of a game whose holder is gone, before its name goes to another process.
pub(crate) fn abandon(lease: &LeaseRow, gone: &NodeRow, now: &Present) -> LeaseRow {
    let time = time(Some(lease), Some(gone), now);
    free(lease.epoch, Rest::Stands, time, now)
}

fn free(epoch: Epoch, rest: Rest, time: Millis, now: &Present) -> LeaseRow {
    LeaseRow {
        holder: None,
        epoch,
        behind: Behind::between(now.site, time),
        stands: (rest == Rest::Stands).then_some(time),
    }
}

/// The lease of a game whose time has stood still while its holder had it, by so much in all. Nothing
/// when it is not theirs any more.
pub(crate) fn delay(
    lease: Option<&LeaseRow>,
    claim: Epoch,
    behind: Behind,
    me: &Me,
) -> Option<LeaseRow> {
    let lease = lease.filter(|lease| lease.holder.as_ref() == Some(&me.holder))?;
    (lease.epoch == claim).then(|| LeaseRow {
        behind,
        ..lease.clone()
    })
}

/// Whether a write that names an epoch is the holder's. A game that was given back is nobody's.
pub(crate) fn may_write(lease: Option<&LeaseRow>, claim: Epoch) -> bool {
    lease.is_some_and(|lease| lease.holder.is_some() && lease.epoch == claim)
}

/// The time of a game that nobody who lives speaks for. With a holder who is gone it has stood still
/// since their last beat, or since the last entry if that is later; otherwise it stands where it was
/// left or goes with the site's uptime.
fn time(lease: Option<&LeaseRow>, holder: Option<&NodeRow>, now: &Present) -> Millis {
    let last = now.last.unwrap_or_default();
    let Some(lease) = lease else {
        return now.site.max(last);
    };
    let Some(named) = &lease.holder else {
        return lease
            .stands
            .unwrap_or(lease.behind.game(now.site))
            .max(last);
    };
    match holder.filter(|row| row.holder == *named) {
        Some(gone) => lease.behind.game(gone.uptime).max(last),
        // Nothing is left of them but what they wrote.
        None => now.last.unwrap_or(now.site),
    }
}
