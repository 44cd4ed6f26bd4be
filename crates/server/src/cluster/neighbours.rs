use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use super::away::Away;
use super::contact::Contact;
use super::message::{Alive, Life, Message, Spent, Told, What};
use super::wire::Wire;
use super::{Cable, NodeName};
use crate::game_id::GameId;
use crate::guesses::Guesses;
use crate::limits::Limits;
use crate::seat::PersonId;

/// After how long a node that is not heard of counts as gone, on the wire.
pub(super) const GONE: Duration = Duration::from_secs(5);

/// What this node knows of the others. A server without others has an empty one.
#[derive(Debug, Default)]
pub(crate) struct Neighbours {
    wire: OnceLock<Arc<Wire>>,
    /// What holds for all of them together.
    shared: OnceLock<(Arc<Guesses>, Arc<Limits>)>,
    draining: AtomicBool,
    state: Mutex<State>,
    followers: AtomicU64,
}

#[derive(Debug, Default)]
struct State {
    neighbours: HashMap<NodeName, Neighbour>,
    /// Lives of nodes from which anything has come lately, and when it did last.
    contacts: HashMap<Life, (Contact, Instant)>,
    /// Connections at other nodes that follow rooms here.
    away: HashMap<(Life, u64), Weak<Away>>,
    /// Rooms at other nodes that connections here follow.
    remote: HashMap<GameId, mpsc::Sender<Heard>>,
}

/// Another node.
#[derive(Debug)]
struct Neighbour {
    life: Life,
    draining: bool,
    /// Makers of games that wait who are connected there.
    online: HashSet<PersonId>,
}

/// What a remote room hears of.
#[derive(Debug)]
pub(super) enum Heard {
    /// Something its room has told a follower here.
    Told(Life, Told<What>),
    /// How much it has told one.
    Pulse(Life, Told<()>),
    /// Somebody else may speak for the game now.
    Look,
}

/// What has changed with a sign of life.
#[derive(Debug, Default)]
pub(super) struct Change {
    /// Somebody is there who was not.
    pub(super) came: bool,
    /// Those who are not there any more.
    pub(super) left: Vec<PersonId>,
    /// Connections of a life that is over.
    pub(super) gone: Vec<Arc<Away>>,
}

impl Neighbours {
    /// Connects this node to the others, once.
    pub(super) fn plug_in(&self, wire: Arc<Wire>) {
        assert!(self.wire.set(wire).is_ok(), "a node has one wire");
    }

    /// What is used up at other nodes counts here.
    pub(crate) fn share(&self, guesses: Arc<Guesses>, limits: Arc<Limits>) {
        let shared = self.shared.set((guesses, limits));
        assert!(shared.is_ok(), "a node has one set of limits");
    }

    /// Somebody has used something up at another node.
    pub(super) fn spent(&self, spent: &Spent, now: Instant) {
        let Some((guesses, limits)) = self.shared.get() else {
            return;
        };
        match spent {
            Spent::Attempt(attempt) => guesses.attempted(attempt, now),
            Spent::Right(attempt) => guesses.right(attempt),
            Spent::Undone(attempt) => guesses.undone(attempt),
            Spent::Limit(limit, network) => limits.spent(*limit, *network),
        }
    }

    /// What other nodes are told over, where there are any.
    pub(crate) fn wire(&self) -> Option<&Arc<Wire>> {
        self.wire.get()
    }

    /// Tells all other nodes, where there are any.
    pub(crate) fn tell_all(&self, message: &Message) {
        if let Some(wire) = self.wire() {
            wire.tell_all(message);
        }
    }

    /// Whether the others can be talked to, where there are any to be.
    pub(crate) fn cable(&self) -> Cable {
        match self.wire() {
            Some(wire) if !wire.is_up() => Cable::Cut,
            _ => Cable::Whole,
        }
    }

    /// This node takes nobody any more.
    pub(crate) fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// Whether it takes nobody any more.
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// A number for a connection that follows a room elsewhere.
    pub(super) fn next_follower(&self) -> u64 {
        self.followers.fetch_add(1, Ordering::Relaxed)
    }

    /// Whether somebody whose game waits is connected to another node.
    pub(crate) fn is_online(&self, person: PersonId) -> bool {
        let state = self.state();
        let mut others = state.neighbours.values();
        others.any(|node| node.online.contains(&person))
    }

    /// Something has come from a node. From one that is new, or was not heard of for a while, rooms here may
    /// have missed something, and look.
    pub(super) fn hear(&self, life: &Life) {
        let now = Instant::now();
        let mut state = self.state();
        if let Some((contact, heard)) = state.contacts.get_mut(life) {
            let was_lost = contact.is_lost();
            contact.hear();
            *heard = now;
            if !was_lost {
                return;
            }
        } else {
            let begun = (Contact::begin(), now);
            state.contacts.insert(life.clone(), begun);
        }
        for room in state.remote.values() {
            // One that has too much to hear notices by itself.
            let _ = room.try_send(Heard::Look);
        }
    }

    /// Whether anything can come from a node.
    pub(super) fn contact(&self, life: &Life) -> Contact {
        let state = self.state();
        let known = state.contacts.get(life);
        known.map_or_else(Contact::begin, |(contact, _)| contact.clone())
    }

    /// Another node is there.
    pub(super) fn alive(&self, life: Life, alive: Alive) -> Change {
        let mut state = self.state();
        let online: HashSet<PersonId> = alive.online.into_iter().collect();
        let new = Neighbour {
            life: life.clone(),
            draining: alive.draining,
            online,
        };
        let old = state.neighbours.remove(&life.node);
        let mut change = Change {
            came: true,
            ..Change::default()
        };
        if let Some(old) = &old {
            change.came = new.online.iter().any(|one| !old.online.contains(one));
            change.left = old.online.difference(&new.online).copied().collect();
            if old.life != life {
                change.gone = state.take_away(&old.life);
            }
        }
        state.neighbours.insert(life.node, new);
        change
    }

    /// Forgets nodes that are not heard of any more.
    pub(super) fn forget_gone(&self, now: Instant) -> Change {
        let mut state = self.state();
        state
            .contacts
            .retain(|_, (_, heard)| now.saturating_duration_since(*heard) <= GONE);
        let silent: Vec<Life> = state
            .neighbours
            .values()
            .filter(|node| !state.contacts.contains_key(&node.life))
            .map(|node| node.life.clone())
            .collect();
        let mut change = Change::default();
        for life in silent {
            if let Some(node) = state.neighbours.remove(&life.node) {
                change.left.extend(node.online);
            }
            change.gone.extend(state.take_away(&life));
        }
        change
    }

    /// How many other nodes are heard of.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.state().neighbours.len()
    }

    /// Which node looks after a game that waits, of this one and those that are heard of: each comes to the same
    /// answer by itself, and where not, the database decides.
    pub(crate) fn looks_after(&self, game: GameId) -> bool {
        let Some(wire) = self.wire() else {
            return true;
        };
        let weight = |node: &NodeName| {
            let bytes = node.as_str().bytes().chain(game.as_str().bytes());
            // FNV-1a: the same on every node, which the standard hasher is not.
            let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
            hash ^ (hash >> 29)
        };
        let own = weight(&wire.life.node);
        let state = self.state();
        let mut others = state.neighbours.values().filter(|node| !node.draining);
        others.all(|node| weight(&node.life.node) < own)
    }

    /// A connection at another node follows a room here.
    pub(super) fn follow(&self, away: &Arc<Away>) {
        let key = (away.at.clone(), away.follower);
        self.state().away.insert(key, Arc::downgrade(away));
    }

    /// Connections at another node that follow no more.
    pub(super) fn forget(&self, life: &Life, followers: Vec<u64>) -> Vec<Arc<Away>> {
        let mut state = self.state();
        let gone = followers.into_iter().filter_map(|follower| {
            let key = (life.clone(), follower);
            state.away.remove(&key)?.upgrade()
        });
        gone.collect()
    }

    /// For each node what its connections were told.
    pub(super) fn pulses(&self) -> HashMap<NodeName, Vec<Told<()>>> {
        let mut pulses: HashMap<NodeName, Vec<Told<()>>> = HashMap::new();
        let mut alive = Vec::new();
        {
            let mut state = self.state();
            state.away.retain(|_, away| match away.upgrade() {
                Some(away) => {
                    alive.push(away);
                    true
                }
                None => false,
            });
        }
        for away in &alive {
            let node = pulses.entry(away.at.node.clone()).or_default();
            node.push(away.pulse());
        }
        pulses
    }

    /// A room elsewhere is followed from here.
    pub(super) fn listen(&self, game: GameId, heard: mpsc::Sender<Heard>) {
        self.state().remote.insert(game, heard);
    }

    /// Lets a remote room hear something. Whether there is one; one that has too much to hear misses it,
    /// and notices.
    pub(super) fn pass_on(&self, game: GameId, heard: Heard) -> bool {
        let mut state = self.state();
        match state.remote.get(&game).map(|room| room.try_send(heard)) {
            Some(Err(mpsc::error::TrySendError::Closed(_))) => {
                state.remote.remove(&game);
                false
            }
            Some(_) => true,
            None => false,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Each entry stands for itself, whoever panicked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn take_away(&mut self, life: &Life) -> Vec<Arc<Away>> {
        let gone: Vec<_> = self
            .away
            .keys()
            .filter(|(at, _)| at == life)
            .cloned()
            .collect();
        let gone = gone.into_iter().filter_map(|key| self.away.remove(&key));
        gone.filter_map(|away| away.upgrade()).collect()
    }
}
