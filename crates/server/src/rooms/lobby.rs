use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use play::TimeControl;
use tokio::sync::{MutexGuard, Notify};

use super::blocks::Blocks;
use super::outbox::{Outbox, encode};
use crate::game_id::GameId;
use crate::protocol::{self, Challenge, ColourWish, ServerMessage};
use crate::seat::{PersonId, Seat};
use crate::store::{Game, Person};

/// Most challenges that are shown.
const SHOWN: usize = 100;

/// How many wishes of different people pass at a time.
const GATES: usize = 32;

/// Least time between two lists of challenges.
const PAUSE: Duration = Duration::from_millis(500);

/// The games that wait for somebody, and those who look at them.
#[derive(Debug)]
pub(crate) struct Lobby {
    blocks: Arc<Blocks>,
    state: Mutex<State>,
    changed: Notify,
    gates: [tokio::sync::Mutex<()>; GATES],
}

#[derive(Debug, Default)]
struct State {
    waiting: HashMap<GameId, Waiting>,
    watchers: Vec<Watcher>,
}

/// Somebody who looks, known or not.
#[derive(Debug)]
struct Watcher {
    person: Option<PersonId>,
    outbox: Outbox,
}

#[derive(Debug)]
struct Waiting {
    by: PersonId,
    clock: TimeControl,
    challenge: Challenge,
}

/// What somebody who would play anyone wishes for.
pub(crate) struct Wish<'a> {
    pub(crate) person: &'a Person,
    pub(crate) setup: &'a str,
    pub(crate) position: Option<&'a str>,
    pub(crate) clock: &'a str,
    pub(crate) rated: bool,
    pub(crate) colour: ColourWish,
}

impl Lobby {
    /// An empty one.
    pub(crate) fn new(blocks: Arc<Blocks>) -> Lobby {
        Lobby {
            blocks,
            state: Mutex::default(),
            changed: Notify::new(),
            gates: Default::default(),
        }
    }

    /// Shows a game that waits.
    pub(crate) fn add(&self, game: &Game) {
        let Some(waiting) = waiting(game) else {
            return;
        };
        self.change(|state| {
            state.waiting.insert(game.id, waiting);
        });
    }

    /// Shows it no more.
    pub(crate) fn remove(&self, game: GameId) {
        let was_there = self.with(|state| state.waiting.remove(&game).is_some());
        if was_there {
            self.changed.notify_one();
        }
    }

    /// Shows none of the games of a person any more.
    pub(crate) fn remove_of(&self, person: PersonId) {
        self.change(|state| state.waiting.retain(|_, waiting| waiting.by != person));
    }

    /// Shows a person under another name.
    pub(crate) fn rename(&self, person: PersonId, new: &str) {
        self.change(|state| {
            for waiting in state
                .waiting
                .values_mut()
                .filter(|waiting| waiting.by == person)
            {
                if let protocol::Player::Person { name, .. } = &mut waiting.challenge.by {
                    new.clone_into(name);
                }
            }
        });
    }

    pub(crate) fn watch(&self, person: Option<PersonId>, outbox: &Outbox) {
        let outbox = outbox.clone();
        self.change(|state| {
            state.forget(&outbox);
            state.watchers.push(Watcher { person, outbox });
        });
    }

    pub(crate) fn leave(&self, outbox: &Outbox) {
        self.with(|state| state.forget(outbox));
    }

    /// Who is there has changed, and with it which challenges can be taken.
    pub(crate) fn look_again(&self) {
        self.changed.notify_one();
    }

    /// The challenges as somebody sees them, the newest first. Who wants to play now has to be
    /// there.
    pub(crate) fn challenges(
        &self,
        viewer: Option<PersonId>,
        is_online: impl Fn(PersonId) -> bool,
    ) -> Vec<Challenge> {
        self.with(|state| state.shown_to(viewer, &self.blocks, &is_online))
    }

    /// The game that waits because the same person wished for the same before.
    pub(crate) fn same(&self, wish: &Wish<'_>) -> Option<GameId> {
        self.with(|state| {
            let same = |waiting: &Waiting| {
                let theirs = match waiting.challenge.colour {
                    None => ColourWish::Random,
                    Some(protocol::Side::Black) => ColourWish::White,
                    Some(protocol::Side::White) => ColourWish::Black,
                };
                waiting.by == wish.person.id && wish.is_about(waiting) && theirs == wish.colour
            };
            let found = state.waiting.iter().find(|(_, waiting)| same(waiting));
            found.map(|(game, _)| *game)
        })
    }

    /// Lets one wish of a person pass at a time, so that the second finds the game of the first.
    pub(crate) async fn one_at_a_time(&self, person: PersonId) -> MutexGuard<'_, ()> {
        let gate = person.0.unsigned_abs() as usize % GATES;
        self.gates[gate].lock().await
    }

    /// The oldest challenge that fits a wish.
    pub(crate) fn fitting(
        &self,
        wish: &Wish<'_>,
        is_online: impl Fn(PersonId) -> bool,
    ) -> Option<GameId> {
        self.with(|state| {
            let fits = |waiting: &Waiting| {
                let colour = waiting.challenge.colour;
                let colour_fits = match wish.colour {
                    ColourWish::Random => true,
                    ColourWish::White => colour == Some(protocol::Side::White),
                    ColourWish::Black => colour == Some(protocol::Side::Black),
                };
                colour_fits
                    && wish.is_about(waiting)
                    && waiting.by != wish.person.id
                    && !self.blocks.part(waiting.by, wish.person.id)
                    && can_be_taken(waiting, &is_online)
            };
            let fitting = state.waiting.iter().filter(|(_, waiting)| fits(waiting));
            let oldest = fitting.min_by_key(|(_, waiting)| waiting.challenge.created);
            oldest.map(|(game, _)| *game)
        })
    }

    /// How many games of a person wait.
    pub(crate) fn waiting_of(&self, person: PersonId) -> usize {
        self.with(|state| {
            let all = state.waiting.values();
            all.filter(|waiting| waiting.by == person).count()
        })
    }

    /// Tells everybody who looks, whenever something has changed, but not all the time.
    pub(crate) async fn keep_telling(&self, is_online: impl Fn(PersonId) -> bool) {
        loop {
            self.changed.notified().await;
            self.with(|state| state.tell(&self.blocks, &is_online));
            tokio::time::sleep(PAUSE).await;
        }
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        self.with(change);
        self.changed.notify_one();
    }

    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        work(&mut state)
    }
}

impl Wish<'_> {
    /// Whether a game that waits is the game of this wish, whatever the colours.
    fn is_about(&self, waiting: &Waiting) -> bool {
        let Challenge {
            setup,
            position,
            clock,
            rated,
            ..
        } = &waiting.challenge;
        setup == self.setup
            && position.as_deref() == self.position
            && clock == self.clock
            && *rated == self.rated
    }
}

impl State {
    fn forget(&mut self, outbox: &Outbox) {
        self.watchers.retain(|watcher| !watcher.outbox.is(outbox));
    }

    fn shown_to(
        &self,
        viewer: Option<PersonId>,
        blocks: &Blocks,
        is_online: &impl Fn(PersonId) -> bool,
    ) -> Vec<Challenge> {
        let all = self.waiting.values();
        let parted =
            |waiting: &Waiting| viewer.is_some_and(|viewer| blocks.part(viewer, waiting.by));
        let open = all.filter(|waiting| can_be_taken(waiting, is_online) && !parted(waiting));
        let seen = open.map(|waiting| Challenge {
            yours: Some(waiting.by) == viewer,
            ..waiting.challenge.clone()
        });
        let mut shown: Vec<Challenge> = seen.collect();
        shown.sort_by_key(|challenge| std::cmp::Reverse(challenge.created));
        shown.truncate(SHOWN);
        shown
    }

    /// Whether somebody sees the lobby otherwise than a stranger.
    fn is_concerned(&self, viewer: PersonId, blocks: &Blocks) -> bool {
        let waits = self.waiting.values().any(|waiting| waiting.by == viewer);
        waits || !blocks.leave_alone(viewer)
    }

    /// Tells everybody who looks; most see the same.
    fn tell(&mut self, blocks: &Blocks, is_online: &impl Fn(PersonId) -> bool) {
        let list = |viewer| {
            let challenges = self.shown_to(viewer, blocks, is_online);
            encode(&ServerMessage::Lobby { challenges })
        };
        let common = list(None);
        let reads = |Watcher { person, outbox }: &Watcher| {
            let own = person.filter(|person| self.is_concerned(*person, blocks));
            let sent = match own {
                Some(_) => outbox.send(&list(own)),
                None => outbox.send(&common),
            };
            sent.is_ok()
        };
        let reading: Vec<bool> = self.watchers.iter().map(reads).collect();
        let mut reading = reading.into_iter();
        self.watchers.retain(|_| reading.next().unwrap_or(true));
    }
}

/// Somebody who wants to play against the clock has to be there; others can wait for days.
fn can_be_taken(waiting: &Waiting, is_online: impl Fn(PersonId) -> bool) -> bool {
    !matches!(waiting.clock, TimeControl::Fischer { .. }) || is_online(waiting.by)
}

fn waiting(game: &Game) -> Option<Waiting> {
    let seat = game.seats.iter().find(|seat| seat.person().is_some())?;
    let free = if game.seats[0] == Seat::Empty {
        game::Side::White
    } else {
        game::Side::Black
    };
    let challenge = Challenge {
        game: game.id.to_string(),
        setup: game.setup.to_string(),
        position: game.start.clone(),
        by: seat.player()?,
        colour: (!game.random_colours).then(|| free.into()),
        clock: game.clock.to_string(),
        rated: game.rated,
        created: game.created,
        yours: false,
    };
    Some(Waiting {
        by: seat.person()?,
        clock: game.clock,
        challenge,
    })
}
