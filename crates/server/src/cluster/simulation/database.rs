use play::Millis;

use super::Bug;
use crate::cluster::ownership::is_living;
use crate::cluster::{
    Behind, Cable, DatabaseTime, Decision, Epoch, Held, Holder, Lease, LeaseRow, Me, NodeName,
    NodeRow, Present, Renewal, Rest, Standing, abandon, decide, join, leave, may_write, release,
    renew,
};

/// The rows of a site, as the store keeps them, changed by one transaction after the other.
pub(super) struct Database {
    bug: Option<Bug>,
    /// By how much its clock is ahead of true time.
    ahead: i64,
    pub(super) nodes: Vec<Option<NodeRow>>,
    pub(super) leases: Vec<Option<LeaseRow>>,
    pub(super) logs: Vec<Vec<Entry>>,
    uptime: Millis,
}

/// An entry of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) said: u64,
    /// The time of the game.
    pub(super) time: Millis,
}

/// What a node asks, in one transaction.
#[derive(Clone, Debug)]
pub(super) enum Request {
    Join {
        node: usize,
        /// That of a process that has only just started is the site's.
        uptime: Option<Millis>,
    },
    Beat(Me),
    Leave(Me),
    Acquire {
        me: Me,
        game: usize,
        /// What the node takes for the time, which is nobody's business.
        calendar: DatabaseTime,
    },
    GiveBack {
        me: Me,
        game: usize,
        claim: Epoch,
        rest: Rest,
    },
    Append {
        game: usize,
        claim: Epoch,
        ply: usize,
        entry: Entry,
    },
    Load {
        game: usize,
    },
    Orphans,
}

impl Request {
    /// The game it is about.
    pub(super) const fn game(&self) -> Option<usize> {
        match self {
            Request::Acquire { game, .. }
            | Request::GiveBack { game, .. }
            | Request::Append { game, .. }
            | Request::Load { game } => Some(*game),
            Request::Join { .. } | Request::Beat(_) | Request::Leave(_) | Request::Orphans => None,
        }
    }
}

/// What it is answered.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    Joined {
        holder: Holder,
        uptime: Millis,
    },
    Beaten(Standing),
    Done,
    Held(Held),
    Outdated,
    Stale,
    Loaded {
        ply: usize,
        last: Option<Entry>,
    },
    Orphans(Vec<usize>),
    /// Nothing was heard.
    Failed,
}

/// A lease that was granted, for who checks.
#[derive(Clone, Debug)]
pub(super) struct Grant {
    pub(super) holder: Holder,
    pub(super) epoch: Epoch,
    /// Whether a node that lived had it.
    pub(super) taken_from_living: bool,
    /// Whether its time went by the site's uptime, which is known to a beat.
    pub(super) went_by_site: bool,
}

/// What a node is called.
pub(super) fn name(node: usize) -> NodeName {
    let name = format!("n{node}").parse();
    name.expect("a letter and a number are a name")
}

/// Which node is called so.
pub(super) fn index(name: &NodeName) -> usize {
    let number = name.as_str()[1..].parse();
    number.expect("all names are made by `name`")
}

impl Database {
    pub(super) fn new(nodes: usize, games: usize, ahead: i64, bug: Option<Bug>) -> Database {
        Database {
            bug,
            ahead,
            nodes: vec![None; nodes],
            leases: vec![None; games],
            logs: vec![Vec::new(); games],
            uptime: Millis(0),
        }
    }

    pub(super) fn clock(&self, now: u64) -> DatabaseTime {
        DatabaseTime(now as i64 + self.ahead)
    }

    /// Does what is asked, whole.
    pub(super) fn transact(&mut self, request: &Request, now: u64) -> (Answer, Option<Grant>) {
        let clock = self.clock(now);
        let answer = match request {
            Request::Join { node, uptime } => self.join(*node, *uptime, clock),
            Request::Beat(me) => {
                let row = &mut self.nodes[index(&me.holder.node)];
                let standing = match renew(row.as_ref(), me, Cable::Whole, clock) {
                    Renewal::Kept(renewed) => {
                        *row = Some(renewed);
                        self.uptime = self.uptime.max(me.uptime);
                        Standing::Kept
                    }
                    Renewal::Lost => Standing::Lost,
                };
                Answer::Beaten(standing)
            }
            Request::Leave(me) => {
                let row = &mut self.nodes[index(&me.holder.node)];
                if let Some(left) = leave(row.as_ref(), me, clock) {
                    *row = Some(left);
                }
                self.uptime = self.uptime.max(me.uptime);
                Answer::Done
            }
            Request::Acquire { me, game, calendar } => {
                return self.acquire(me, *game, clock, *calendar);
            }
            Request::GiveBack {
                me,
                game,
                claim,
                rest,
            } => {
                let present = self.present(*game, me.uptime, clock);
                let lease = &mut self.leases[*game];
                if let Some(free) = release(lease.as_ref(), *claim, *rest, me, &present) {
                    *lease = Some(free);
                    self.uptime = self.uptime.max(me.uptime);
                }
                Answer::Done
            }
            Request::Append {
                game,
                claim,
                ply,
                entry,
            } => {
                let lease = self.leases[*game].as_ref();
                if !may_write(lease, *claim) && self.bug != Some(Bug::EpochIgnored) {
                    Answer::Outdated
                } else if self.logs[*game].len() == *ply {
                    self.logs[*game].push(*entry);
                    Answer::Done
                } else {
                    Answer::Stale
                }
            }
            Request::Load { game } => Answer::Loaded {
                ply: self.logs[*game].len(),
                last: self.logs[*game].last().copied(),
            },
            Request::Orphans => Answer::Orphans(self.orphans(clock)),
        };
        (answer, None)
    }

    fn join(&mut self, node: usize, uptime: Option<Millis>, clock: DatabaseTime) -> Answer {
        let uptime = uptime.unwrap_or(self.uptime);
        let before = self.nodes[node].take();
        if let Some(before) = &before {
            for game in 0..self.leases.len() {
                let present = self.present(game, uptime, clock);
                let lease = &mut self.leases[game];
                let held = |lease: &&LeaseRow| lease.holder.as_ref() == Some(&before.holder);
                if let Some(held) = lease.as_ref().filter(held) {
                    *lease = Some(abandon(held, before, &present));
                }
            }
        }
        let row = join(before.as_ref(), name(node), uptime, clock);
        let holder = row.holder.clone();
        self.nodes[node] = Some(row);
        self.uptime = self.uptime.max(uptime);
        Answer::Joined { holder, uptime }
    }

    fn acquire(
        &mut self,
        me: &Me,
        game: usize,
        clock: DatabaseTime,
        calendar: DatabaseTime,
    ) -> (Answer, Option<Grant>) {
        let own = self.nodes[index(&me.holder.node)].as_ref();
        if !own.is_some_and(|row| row.holder == me.holder && is_living(row, clock)) {
            return (Answer::Outdated, None);
        }
        let judged = match self.bug {
            Some(Bug::OwnClock) => calendar,
            _ => clock,
        };
        let present = self.present(game, me.uptime, judged);
        let lease = self.leases[game].as_ref();
        let named = lease.and_then(|lease| lease.holder.as_ref());
        let holder = named.and_then(|named| self.nodes[index(&named.node)].as_ref());
        match decide(lease, holder, me, &present) {
            Decision::Held(node) => (Answer::Held(Held::By(node)), None),
            Decision::Mine(lease) => (Answer::Held(Held::Mine(lease)), None),
            Decision::Take(mut row) => {
                match (self.bug, lease) {
                    (Some(Bug::EpochKept), Some(before)) => row.epoch = before.epoch,
                    (Some(Bug::BehindForgotten), _) => row.behind = Behind::default(),
                    _ => {}
                }
                let lives = |row: &NodeRow| {
                    named == Some(&row.holder) && row.holder != me.holder && is_living(row, clock)
                };
                let grant = Grant {
                    holder: me.holder.clone(),
                    epoch: row.epoch,
                    taken_from_living: holder.is_some_and(lives),
                    went_by_site: lease
                        .is_none_or(|lease| lease.holder.is_none() && lease.stands.is_none()),
                };
                let lease = Lease {
                    epoch: row.epoch,
                    behind: row.behind,
                };
                self.leases[game] = Some(row);
                (Answer::Held(Held::Mine(lease)), Some(grant))
            }
        }
    }

    fn orphans(&self, clock: DatabaseTime) -> Vec<usize> {
        let is_orphan = |game: &usize| {
            self.leases[*game].as_ref().is_some_and(|lease| {
                let gone = |named: &Holder| {
                    let row = self.nodes[index(&named.node)].as_ref();
                    row.is_some_and(|row| row.holder == *named && !is_living(row, clock))
                };
                lease.stands.is_some() || lease.holder.as_ref().is_some_and(gone)
            })
        };
        (0..self.leases.len()).filter(is_orphan).collect()
    }

    fn present(&self, game: usize, uptime: Millis, clock: DatabaseTime) -> Present {
        Present {
            clock,
            site: self.uptime.max(uptime),
            last: self.logs[game].last().map(|entry| entry.time),
        }
    }
}
