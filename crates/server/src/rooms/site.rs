use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::task::{AbortHandle, JoinHandle, JoinSet};
use tokio::time::{Instant, MissedTickBehavior, timeout, timeout_at};

use super::hub::BEAT;
use super::{Command, Hub};
use crate::cluster::{
    Beat, Behind, Cable, Epoch, Held, LEASE, Lease, NodeName, Peer, Rest, Standing,
};
use crate::fault::{contained, kept};
use crate::game_id::GameId;
use crate::refused::Refused;
use crate::secret::random_bytes;
use crate::store::StoreError;

/// Beats from one look for games that nobody speaks for to the next.
const ORPHANS: u32 = 2;

/// Beats from one look whether rooms still speak for their games to the next.
const CHECKED: u32 = 5;

/// Games that are taken up at once.
const AT_ONCE: usize = 32;

/// How often a game is asked for that another node asks for too, and how long is waited in between.
const TRIES: u32 = 40;
const CONTENDED: Duration = Duration::from_millis(25);

/// How long a node cannot talk to the others, though some of them can, until it leaves its games to
/// those: when the wire is down for all, not all notice it at the same moment.
const ASIDE: Duration = Duration::from_millis(1500);

/// How long it takes at most to give them back, and from one look whether all are to the next.
const GIVING_BACK: Duration = Duration::from_secs(1);
const POLL: Duration = Duration::from_millis(10);

/// A node's place in its site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Taken,
    /// To be taken again.
    Lost,
    /// Not to be taken for as long as others can talk to each other and this node cannot.
    GivenUp,
}

fn others_can_talk(peers: &[Peer]) -> bool {
    peers.iter().any(|peer| peer.cable == Cable::Whole)
}

/// This server as one of several over one database.
#[derive(Debug)]
pub(crate) struct Site {
    name: NodeName,
    /// What becomes of all rooms that are open when it changes.
    ends: watch::Sender<End>,
    /// Games that were asked for without an answer: they may be this node's and have no room.
    doubtful: Mutex<HashSet<GameId>>,
}

/// The right of a room to speak for its game, and the time of that game. A server that is alone
/// needs none.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    lease: Option<Lease>,
    ends: Option<watch::Receiver<End>>,
}

/// What becomes of rooms that are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// This node has lost its place: they speak for nothing any more.
    Outdated,
    /// They give their games back.
    HandOver,
}

impl Claim {
    /// Of a server that is alone.
    pub(super) const ALONE: Claim = Claim {
        lease: None,
        ends: None,
    };

    /// The lease, where there is one.
    pub(super) fn lease(&self) -> Option<Lease> {
        self.lease
    }

    /// Notes that the time of the game is so much behind from now on.
    pub(super) fn set_behind(&mut self, behind: Behind) {
        if let Some(lease) = &mut self.lease {
            lease.behind = behind;
        }
    }

    /// Whether another node may have had the game before.
    pub(super) fn is_taken_over(&self) -> bool {
        self.lease.is_some_and(|lease| !lease.epoch.is_first())
    }

    /// What every write names.
    pub(super) fn epoch(&self) -> Option<Epoch> {
        self.lease.map(|lease| lease.epoch)
    }

    /// By how much the time of the game is behind the uptime of this server.
    pub(super) fn behind(&self) -> Behind {
        self.lease.map_or(Behind::default(), |lease| lease.behind)
    }

    /// Waits until all rooms of this node have to end, which may never be.
    pub(super) async fn ending(mut self) -> End {
        match &mut self.ends {
            Some(ends) => {
                // A hub that is gone takes its rooms with it.
                let _ = ends.changed().await;
                *ends.borrow()
            }
            None => std::future::pending().await,
        }
    }
}

impl Site {
    pub(super) fn new(name: NodeName) -> Site {
        let (ends, _) = watch::channel(End::Outdated);
        Site {
            name,
            ends,
            doubtful: Mutex::default(),
        }
    }

    fn with_doubtful<T>(&self, work: impl FnOnce(&mut HashSet<GameId>) -> T) -> T {
        let mut doubtful = self.doubtful.lock().unwrap_or_else(PoisonError::into_inner);
        work(&mut doubtful)
    }

    /// Has all rooms close that are open.
    fn lose(&self) {
        self.ends.send_replace(End::Outdated);
    }

    /// Has all rooms give their games back that are open.
    fn hand_over(&self) {
        self.ends.send_replace(End::HandOver);
    }
}

/// A server that is one of several.
impl Hub {
    /// Asks for the right to speak for a game: a claim to it, or the node that has it.
    pub(super) async fn claim(&self, game: GameId) -> Result<Result<Claim, NodeName>, StoreError> {
        let Some(site) = &self.site else {
            return Ok(Ok(Claim::ALONE));
        };
        // Before it is asked for: a place that is lost meanwhile is noticed.
        let ends = Some(site.ends.subscribe());
        for _ in 0..TRIES {
            match self.store.acquire(game).await? {
                Held::Mine(lease) => {
                    let lease = Some(lease);
                    return Ok(Ok(Claim { lease, ends }));
                }
                Held::By(node) => return Ok(Err(node)),
                Held::Contended => tokio::time::sleep(CONTENDED).await,
            }
        }
        Err(StoreError::Outdated)
    }

    /// Opens a room here or finds who has it. Whoever asks may go away meanwhile: the lease it
    /// takes must not be left without a room.
    pub(super) async fn open_in_site(
        self: &Arc<Hub>,
        game: GameId,
    ) -> Result<mpsc::Sender<Command>, Refused> {
        let hub = Arc::clone(self);
        let opening = tokio::spawn(async move {
            let opened = contained(&hub.metrics, hub.open(game)).await;
            let opened = opened.unwrap_or(Err(Refused::Internal));
            let in_doubt = match &opened {
                Ok(_) | Err(Refused::Store(StoreError::Missing | StoreError::Outdated)) => false,
                Err(refused) => matches!(refused, Refused::Store(_) | Refused::Internal),
            };
            if let Some(site) = hub.site.as_ref().filter(|_| in_doubt) {
                site.with_doubtful(|games| games.insert(game));
            }
            opened
        });
        opening.await.unwrap_or(Err(Refused::Internal))
    }

    /// Tells the site that this node lives, from now on until that is aborted.
    pub(super) fn spawn_site(self: &Arc<Hub>) -> Option<AbortHandle> {
        self.site.as_ref()?;
        let hub = Arc::clone(self);
        let site = async move { kept(&hub.metrics, || Arc::clone(&hub).keep_site()).await };
        Some(tokio::spawn(site).abort_handle())
    }

    async fn keep_site(self: Arc<Hub>) {
        let Some(site) = &self.site else {
            return;
        };
        let mut beat = tokio::time::interval(BEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut until = Instant::now() + LEASE;
        let mut peers = Vec::new();
        let mut cut = None;
        let mut place = Place::Taken;
        let mut taking: Option<JoinHandle<()>> = None;
        let mut checking: Option<JoinHandle<()>> = None;
        for count in 0_u32.. {
            beat.tick().await;
            let asked = Instant::now();
            let cable = self.neighbours.cable();
            match cable {
                Cable::Whole => cut = None,
                Cable::Cut => cut = cut.or(Some(asked)),
            }
            match place {
                Place::GivenUp => {
                    if self.is_needed(site, cable).await {
                        place = Place::Lost;
                    }
                }
                Place::Taken if asked >= until => {
                    // Others may have taken its games: who is here is to look for them there. What it
                    // still holds has no room any more.
                    site.lose();
                    place = Place::Lost;
                }
                // One that is late is not waited for; what it does is decided by the database.
                Place::Taken => match timeout_at(until, self.store.beat_site(cable)).await {
                    Ok(Ok(beat)) if beat.standing == Standing::Kept => {
                        until = asked + LEASE;
                        let alone = cut.is_some_and(|cut| asked - cut >= ASIDE);
                        let leaves = alone && others_can_talk(&beat.peers);
                        self.met(&mut peers, beat);
                        if leaves && self.step_aside(site).await.is_ok() {
                            place = Place::GivenUp;
                        }
                    }
                    Ok(Ok(_) | Err(StoreError::Outdated)) => place = Place::Lost,
                    Ok(Err(_)) | Err(_) => {}
                },
                Place::Lost => {}
            }
            let mut joined = false;
            if place == Place::Lost {
                let joining = timeout_at(asked + LEASE, self.join_again(site));
                joined = matches!(joining.await, Ok(Ok(())));
            }
            if joined {
                until = asked + LEASE;
                place = Place::Taken;
            }
            let idle = checking.as_ref().is_none_or(JoinHandle::is_finished);
            if count.is_multiple_of(CHECKED) && idle && place == Place::Taken {
                let hub = Arc::clone(&self);
                checking = Some(tokio::spawn(async move {
                    if let Err(error) = hub.close_outdated().await {
                        tracing::debug!(%error, "rooms were not checked");
                    }
                }));
            }
            let idle = taking.as_ref().is_none_or(JoinHandle::is_finished);
            let looks = count.is_multiple_of(ORPHANS) || joined;
            if looks && idle && place != Place::GivenUp {
                let hub = Arc::clone(&self);
                taking = Some(tokio::spawn(async move {
                    if let Err(error) = hub.take_orphans().await {
                        tracing::debug!(%error, "games without a node were not looked for");
                    }
                }));
            }
        }
    }

    /// Leaves its games to nodes that can talk to each other, which this one cannot. People come again,
    /// and to another node if who sends them here asks whether it is ready.
    async fn step_aside(&self, site: &Site) -> Result<(), StoreError> {
        tracing::warn!(node = %site.name, "cut off from the others: they take up its games");
        self.close();
        site.hand_over();
        let closed = async {
            while self.metrics.rooms.get() > 0 {
                tokio::time::sleep(POLL).await;
            }
        };
        // What is not given back by then is free as soon as this node has no place.
        let _ = timeout(GIVING_BACK, closed).await;
        let left = self.store.leave_site().await;
        if left.is_err() {
            self.reopen();
        }
        site.lose();
        left?;
        self.disconnect_everybody();
        Ok(())
    }

    /// Whether a node that has stepped aside can talk to the others again, or they cannot either.
    async fn is_needed(&self, site: &Site, cable: Cable) -> bool {
        if cable == Cable::Whole {
            return true;
        }
        // Who found a way here all the same.
        self.disconnect_everybody();
        let peers = self.store.peers(site.name.clone()).await;
        // What cannot be read now is read at the next beat.
        peers.is_ok_and(|peers| !others_can_talk(&peers))
    }

    /// Notes which nodes have come and gone.
    fn met(&self, known: &mut Vec<Peer>, beat: Beat) {
        let has = |peers: &[Peer], peer: &Peer| peers.iter().any(|it| it.is(peer));
        for peer in beat.peers.iter().filter(|peer| !has(known, peer)) {
            tracing::info!(node = %peer.name, "a node is there");
        }
        for peer in known.iter().filter(|peer| !has(&beat.peers, peer)) {
            tracing::info!(node = %peer.name, "a node is gone");
        }
        *known = beat.peers;
        let living = i64::try_from(known.len() + 1);
        self.metrics.nodes.set(living.unwrap_or(i64::MAX));
    }

    /// Joins anew after this node was not heard of for too long. First its old claims are void, then
    /// its rooms close: what they still write is refused, and what they were asked finds a new room.
    async fn join_again(&self, site: &Site) -> Result<(), StoreError> {
        self.store.join_site(site.name.clone()).await?;
        self.reopen();
        tracing::warn!(node = %site.name, "lost its place: its games are taken up anew");
        site.lose();
        Ok(())
    }

    /// Closes rooms that speak for their games no more. One learns it when it writes; those who only wait in it
    /// for somebody's move would wait for ever.
    async fn close_outdated(&self) -> Result<(), StoreError> {
        // Before what is theirs is read: a room that is opened meanwhile is not looked at.
        let own = self.own_rooms();
        if own.is_empty() {
            return Ok(());
        }
        let held = self.store.held().await?;
        for (game, room, epoch) in own {
            if held.get(&game) != Some(&epoch) && !room.is_closed() {
                tracing::warn!(%game, %epoch, "a room that speaks for its game no more is closed");
                // One that is too busy is told the next time.
                let _ = room.try_send(Command::Outdated { epoch });
            }
        }
        Ok(())
    }

    /// Takes up the games that somebody has to speak for and nobody does. Every node looks, each
    /// from another one on.
    pub(super) async fn take_orphans(self: &Arc<Hub>) -> Result<(), StoreError> {
        let mut games = self.store.orphans().await?;
        if let Some(site) = &self.site {
            games.extend(site.with_doubtful(std::mem::take));
        }
        if !games.is_empty() {
            let first = usize::from(u16::from_le_bytes(random_bytes())) % games.len();
            games.rotate_left(first);
        }
        let mut games = games.into_iter();
        let mut taking = JoinSet::new();
        loop {
            while taking.len() < AT_ONCE
                && let Some(game) = games.next()
            {
                let hub = Arc::clone(self);
                taking.spawn(async move {
                    // One game that cannot be read must not keep the others from being played.
                    let taken = contained(&hub.metrics, hub.room(game)).await;
                    if let Err(refused) = taken.unwrap_or(Err(Refused::Internal)) {
                        tracing::debug!(%game, ?refused, "not taken up here");
                    }
                });
            }
            if taking.join_next().await.is_none() {
                return Ok(());
            }
        }
    }

    /// Gives a game back that this node need not speak for any more; its time stands still if
    /// somebody else has to.
    pub(super) async fn give_back(&self, game: GameId, claim: &Claim, rest: Rest) {
        let Some(epoch) = claim.epoch() else {
            return;
        };
        let given = match rest {
            Rest::Runs => self.store.release(game, epoch).await,
            Rest::Stands => self.store.hand_over(game, epoch).await,
        };
        if let Err(error) = given {
            tracing::debug!(%game, %error, "not given back");
        }
    }
}

#[cfg(test)]
mod tests;
