use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use play::TimeControl;
use tokio::sync::{MutexGuard, Notify};

use super::blocks::Blocks;
use super::outbox::{Outbox, encode};
use crate::game_id::GameId;
use crate::owner::Network;
use crate::protocol::{
    self, Challenge, ClockKind, ColourWish, LobbyFilter, LobbyList, ServerMessage,
};
use crate::seat::{AccountKind, PersonId, Seat};
use crate::store::Game;

/// Most challenges that are shown at once. Which of many, goes round among networks and people; all
/// of them are counted, filtered and paired.
const SHOWN: usize = 100;

/// How many people's wishes pass at a time; those of one person pass one after the other.
const GATES: usize = 32;

/// Least time between two lists of challenges.
const PAUSE: Duration = Duration::from_millis(500);

/// How long somebody without a connection still counts as being there: as long as a page takes to be
/// loaded again, on a slow telephone too.
const GRACE: Duration = Duration::from_secs(15);

/// After how long without its maker a game with seconds on the clock is called off.
const GHOST: Duration = Duration::from_secs(5 * 60);

/// After how long without its maker a game without a clock, or with days, is called off.
const FORSAKEN: Duration = Duration::from_secs(7 * 24 * 3600);

/// How old a game that waits becomes at most, whoever comes by, in milliseconds.
pub(super) const OLDEST: u64 = 30 * 24 * 3600 * 1000;

/// The games that wait for somebody, and those who look at them. Which games fit each other is found
/// out under one lock, so that of two that come at the same time the second sees the first.
#[derive(Debug)]
pub(crate) struct Lobby {
    blocks: Arc<Blocks>,
    state: Mutex<State>,
    /// What is shown may have changed.
    changed: Notify,
    /// Two who could not meet before may be able to.
    hopeful: Notify,
    gates: [tokio::sync::Mutex<()>; GATES],
}

#[derive(Debug, Default)]
struct State {
    waiting: HashMap<GameId, Waiting>,
    watchers: Vec<Watcher>,
    /// Those that could be taken when somebody looked last.
    open: HashSet<GameId>,
}

/// Somebody who looks, known or not.
#[derive(Debug)]
struct Watcher {
    person: Option<PersonId>,
    filter: LobbyFilter,
    outbox: Outbox,
}

#[derive(Clone, Debug)]
struct Waiting {
    key: i64,
    by: PersonId,
    account_kind: AccountKind,
    /// Where the wish came from; not known after a restart.
    network: Option<Network>,
    family: &'static str,
    clock: TimeControl,
    colour: ColourWish,
    challenge: Challenge,
    /// When its maker was here for the last time, unless they are now.
    seen: Instant,
    /// The game that is about to begin instead or by it: nobody else may take it.
    held: Option<GameId>,
}

/// What somebody who would play anyone wishes for.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    pub(crate) person: PersonId,
    pub(crate) network: Network,
    pub(crate) setup: String,
    pub(crate) position: Option<String>,
    pub(crate) clock: String,
    pub(crate) rated: bool,
    pub(crate) colour: ColourWish,
}

/// What there is for a wish.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A game that waits because the same person wished for the same before.
    Same(GameId),
    /// The oldest game that fits.
    Fits(GameId),
    Nothing,
}

/// Two games that wait for each other.
#[derive(Clone, Debug)]
pub(super) struct Meeting {
    pub(super) older: GameId,
    pub(super) newer: Newcomer,
}

/// Somebody who leaves a game of their own that waits, to sit down at another one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Newcomer {
    pub(crate) game: GameId,
    pub(crate) key: i64,
    pub(crate) person: PersonId,
    pub(crate) account_kind: AccountKind,
    pub(crate) colour: ColourWish,
}

impl Lobby {
    /// An empty one.
    pub(crate) fn new(blocks: Arc<Blocks>) -> Lobby {
        Lobby {
            blocks,
            state: Mutex::default(),
            changed: Notify::new(),
            hopeful: Notify::new(),
            gates: Default::default(),
        }
    }

    /// Shows a game that waits; where it came from is known for new ones.
    pub(crate) fn add(&self, game: &Game, network: Option<Network>) {
        let Some(waiting) = waiting(game, network) else {
            return;
        };
        self.with(|state| state.waiting.insert(game.id, waiting));
        self.look_again();
    }

    /// Shows a game that waits, unless it is shown already.
    pub(crate) fn add_missing(&self, game: &Game) {
        let is_shown = self.with(|state| state.waiting.contains_key(&game.id));
        if !is_shown {
            self.add(game, None);
        }
    }

    /// Those whose games wait, each once.
    pub(crate) fn makers(&self) -> Vec<PersonId> {
        let mut makers: Vec<PersonId> =
            self.with(|state| state.waiting.values().map(|waiting| waiting.by).collect());
        makers.sort_unstable();
        makers.dedup();
        makers
    }

    /// Shows a game that waits with what is known of its maker now.
    pub(super) fn renew(&self, game: &Game) {
        let Some(new) = waiting(game, None) else {
            return;
        };
        let changed = self.with(|state| match state.waiting.get_mut(&game.id) {
            Some(old) if old.challenge != new.challenge => {
                old.challenge = new.challenge;
                old.account_kind = new.account_kind;
                true
            }
            _ => false,
        });
        if changed {
            self.changed.notify_one();
        }
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
        self.with(|state| state.waiting.retain(|_, waiting| waiting.by != person));
        self.changed.notify_one();
    }

    /// Shows a person under another name.
    pub(crate) fn rename(&self, person: PersonId, new: &str) {
        self.with(|state| {
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
        self.changed.notify_one();
    }

    pub(crate) fn watch(&self, person: Option<PersonId>, filter: LobbyFilter, outbox: &Outbox) {
        let outbox = outbox.clone();
        self.with(|state| {
            state.forget(&outbox);
            state.watchers.push(Watcher {
                person,
                filter,
                outbox,
            });
        });
        self.changed.notify_one();
    }

    pub(crate) fn leave(&self, outbox: &Outbox) {
        self.with(|state| state.forget(outbox));
    }

    /// Who is there or whom they meet has changed, and with it which challenges can be taken.
    pub(crate) fn look_again(&self) {
        self.changed.notify_one();
        self.hopeful.notify_one();
    }

    /// A person was here until now.
    pub(crate) fn seen(&self, person: PersonId) {
        self.with(|state| {
            let theirs = state
                .waiting
                .values_mut()
                .filter(|waiting| waiting.by == person);
            theirs.for_each(|waiting| waiting.seen = Instant::now());
        });
    }

    /// The challenges as somebody sees them. Who wants to play now has to be there.
    pub(crate) fn challenges(
        &self,
        viewer: Option<PersonId>,
        filter: &LobbyFilter,
        is_online: impl Fn(PersonId) -> bool,
    ) -> LobbyList {
        self.with(|state| state.shown_to(viewer, filter, &self.blocks, &is_online))
    }

    /// Lets one wish of a person pass at a time, so that the second finds the game of the first.
    pub(crate) async fn one_at_a_time(&self, person: PersonId) -> MutexGuard<'_, ()> {
        let gate = person.0.unsigned_abs() as usize % GATES;
        self.gates[gate].lock().await
    }

    /// What there is for a wish, leaving out games that were tried.
    pub(super) fn look(
        &self,
        wish: &Wish,
        tried: &HashSet<GameId>,
        is_online: impl Fn(PersonId) -> bool,
    ) -> Found {
        self.with(|state| {
            let same = |(_, waiting): &(&GameId, &Waiting)| {
                waiting.by == wish.person && waiting.colour == wish.colour && wish.is_about(waiting)
            };
            if let Some((game, _)) = state.waiting.iter().find(same) {
                return Found::Same(*game);
            }
            let fits = |(game, waiting): &(&GameId, &Waiting)| {
                !tried.contains(game)
                    && wish.is_about(waiting)
                    && agree(waiting.colour, wish.colour)
                    && waiting.by != wish.person
                    && !self.blocks.part(waiting.by, wish.person)
                    && waiting.can_be_taken(&is_online)
            };
            let fitting = state.waiting.iter().filter(fits);
            let oldest = fitting.min_by_key(|(game, waiting)| waiting.age(**game));
            oldest.map_or(Found::Nothing, |(game, _)| Found::Fits(*game))
        })
    }

    /// The oldest game that waits for the same as this one, and whose maker can meet its maker.
    pub(super) fn meeting(
        &self,
        game: GameId,
        tried: &HashSet<GameId>,
        is_online: impl Fn(PersonId) -> bool,
    ) -> Option<Meeting> {
        self.with(|state| {
            let own = state.waiting.get(&game)?;
            if !own.can_be_taken(&is_online) {
                return None;
            }
            let fits = |(other, waiting): &(&GameId, &Waiting)| {
                **other != game
                    && !tried.contains(other)
                    && own.fits(waiting)
                    && !self.blocks.part(own.by, waiting.by)
                    && waiting.can_be_taken(&is_online)
            };
            let fitting = state.waiting.iter().filter(fits);
            let (other, waiting) = fitting.min_by_key(|(game, waiting)| waiting.age(**game))?;
            let (mine, theirs) = ((game, own), (*other, waiting));
            let own_is_older = own.age(game) < waiting.age(*other);
            let (older, newer) = if own_is_older {
                (mine, theirs)
            } else {
                (theirs, mine)
            };
            Some(Meeting {
                older: older.0,
                newer: newer.1.newcomer(newer.0),
            })
        })
    }

    /// All games that wait, the oldest first.
    pub(crate) fn queue(&self) -> Vec<GameId> {
        self.with(|state| {
            let all = state.waiting.iter();
            let mut all: Vec<_> = all.map(|(game, waiting)| waiting.age(*game)).collect();
            all.sort_unstable();
            all.into_iter().map(|(_, game)| game).collect()
        })
    }

    /// Keeps a game, and where it counts seconds all that its two players wait for besides, from
    /// beginning otherwise. False when one of them is about to begin already.
    pub(super) fn hold(&self, game: &Game, people: [PersonId; 2], instead: Option<GameId>) -> bool {
        self.with(|state| {
            // One that was given up for another game is called off in a moment.
            if game.public && !state.waiting.contains_key(&game.id) {
                return false;
            }
            let at_stake: Vec<GameId> = state.at_stake(game, people, instead).collect();
            let free = |id: &GameId| state.waiting.get(id).is_none_or(|one| one.held.is_none());
            // What a player waits for besides may be lost to another game; these two may not.
            let needed = [Some(game.id), instead];
            if !needed.into_iter().flatten().all(|id| free(&id)) {
                return false;
            }
            if is_urgent(game.clock) && !at_stake.iter().all(free) {
                return false;
            }
            for id in at_stake {
                if let Some(waiting) = state.waiting.get_mut(&id) {
                    waiting.held = Some(game.id);
                }
            }
            true
        })
    }

    /// The game did not begin: what was held for it can be taken again.
    pub(super) fn release(&self, game: GameId) {
        self.with(|state| {
            let held = state.waiting.values_mut();
            let held = held.filter(|waiting| waiting.held == Some(game));
            held.for_each(|waiting| waiting.held = None);
        });
        self.look_again();
    }

    /// The game has begun: what was held for it waits no more. Returns what is to be called off.
    pub(super) fn begun(&self, game: GameId, instead: Option<GameId>) -> Vec<(GameId, PersonId)> {
        let gone = self.with(|state| {
            let held = state.waiting.iter();
            let held = held.filter(|(_, waiting)| waiting.held == Some(game));
            let gone: Vec<_> = held.map(|(id, waiting)| (*id, waiting.by)).collect();
            for (id, _) in &gone {
                state.waiting.remove(id);
            }
            gone
        });
        self.changed.notify_one();
        let others = gone.into_iter();
        others
            .filter(|(id, _)| *id != game && Some(*id) != instead)
            .collect()
    }

    /// Games whose makers have been away for too long, with their makers.
    pub(super) fn forsaken(
        &self,
        now: Instant,
        today: u64,
        is_online: impl Fn(PersonId) -> bool,
    ) -> Vec<(GameId, PersonId)> {
        self.with(|state| {
            let all = state.waiting.iter();
            let forsaken = all.filter(|(_, waiting)| {
                let patience = if is_urgent(waiting.clock) {
                    GHOST
                } else {
                    FORSAKEN
                };
                let away = now.saturating_duration_since(waiting.seen) >= patience;
                let old = waiting.challenge.created.saturating_add(OLDEST) <= today;
                waiting.held.is_none() && (old || away && !is_online(waiting.by))
            });
            forsaken
                .map(|(game, waiting)| (*game, waiting.by))
                .collect()
        })
    }

    /// Has everybody told when time alone has changed which games can be taken.
    pub(super) fn glance(&self, is_online: impl Fn(PersonId) -> bool) {
        let changed = self.with(|state| {
            let all = state.waiting.iter();
            let open = all.filter(|(_, waiting)| waiting.can_be_taken(&is_online));
            let open: HashSet<GameId> = open.map(|(game, _)| *game).collect();
            let changed = open != state.open;
            state.open = open;
            changed
        });
        if changed {
            self.changed.notify_one();
        }
    }

    /// How many games of a person wait.
    pub(crate) fn waiting_of(&self, person: PersonId) -> usize {
        self.with(|state| {
            let all = state.waiting.values();
            all.filter(|waiting| waiting.by == person).count()
        })
    }

    /// Comes back when two who could not meet before may be able to.
    pub(super) async fn hope(&self) {
        self.hopeful.notified().await;
    }

    /// Tells everybody who looks, whenever something has changed, but not all the time.
    pub(crate) async fn keep_telling(&self, is_online: impl Fn(PersonId) -> bool) {
        loop {
            self.changed.notified().await;
            self.with(|state| state.tell(&self.blocks, &is_online));
            tokio::time::sleep(PAUSE).await;
        }
    }

    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        work(&mut state)
    }
}

impl Wish {
    /// Whether a game that waits is the game of this wish, whatever the colours.
    fn is_about(&self, waiting: &Waiting) -> bool {
        let Challenge {
            setup,
            position,
            clock,
            rated,
            ..
        } = &waiting.challenge;
        *setup == self.setup
            && *position == self.position
            && *clock == self.clock
            && *rated == self.rated
    }
}

/// Whether two can have the colours they wish for. Who leaves it to the lot takes either.
fn agree(one: ColourWish, other: ColourWish) -> bool {
    one == ColourWish::Random || one != other
}

/// Whether a clock counts seconds: then both have to be there.
pub(super) fn is_urgent(clock: TimeControl) -> bool {
    matches!(clock, TimeControl::Fischer { .. })
}

impl Waiting {
    /// Somebody who wants to play against the clock has to be there; others can wait for days.
    fn can_be_taken(&self, is_online: impl Fn(PersonId) -> bool) -> bool {
        let there = || self.seen.elapsed() < GRACE || is_online(self.by);
        self.held.is_none() && (!is_urgent(self.clock) || there())
    }

    /// What makes one game that waits older than another one.
    fn age(&self, game: GameId) -> (u64, GameId) {
        (self.challenge.created, game)
    }

    /// Whether two games that wait are the same for two different people.
    fn fits(&self, other: &Waiting) -> bool {
        let (one, two) = (&self.challenge, &other.challenge);
        self.by != other.by
            && one.setup == two.setup
            && one.position == two.position
            && one.clock == two.clock
            && one.rated == two.rated
            && agree(self.colour, other.colour)
    }

    fn newcomer(&self, game: GameId) -> Newcomer {
        Newcomer {
            game,
            key: self.key,
            person: self.by,
            account_kind: self.account_kind,
            colour: self.colour,
        }
    }

    fn matches(&self, filter: &LobbyFilter) -> bool {
        let kind = match self.clock {
            TimeControl::None => ClockKind::None,
            TimeControl::Fischer { .. } => ClockKind::Seconds,
            TimeControl::Days(_) => ClockKind::Days,
        };
        let wanted =
            |wanted: &Option<String>, is: &str| wanted.as_deref().is_none_or(|it| it == is);
        wanted(&filter.family, self.family)
            && wanted(&filter.setup, &self.challenge.setup)
            && filter.clock.is_none_or(|clock| clock == kind)
            && filter
                .rated
                .is_none_or(|rated| rated == self.challenge.rated)
    }
}

impl State {
    fn forget(&mut self, outbox: &Outbox) {
        self.watchers.retain(|watcher| !watcher.outbox.is(outbox));
    }

    /// The game that is about to begin, the one that is given up for it, and where it counts seconds
    /// all other such games its players wait for: nobody plays two at a time against the clock.
    fn at_stake(
        &self,
        game: &Game,
        people: [PersonId; 2],
        instead: Option<GameId>,
    ) -> impl Iterator<Item = GameId> {
        let (id, urgent) = (game.id, is_urgent(game.clock));
        let concerned = move |(other, waiting): &(&GameId, &Waiting)| {
            let besides = urgent && is_urgent(waiting.clock) && people.contains(&waiting.by);
            **other == id || Some(**other) == instead || besides
        };
        self.waiting.iter().filter(concerned).map(|(id, _)| *id)
    }

    /// The newest first. Where there are too many to be shown, networks take turns, and inside each
    /// of them its people: whoever floods the lobby hides nobody else.
    fn shown_to(
        &self,
        viewer: Option<PersonId>,
        filter: &LobbyFilter,
        blocks: &Blocks,
        is_online: &impl Fn(PersonId) -> bool,
    ) -> LobbyList {
        let parted =
            |waiting: &Waiting| viewer.is_some_and(|viewer| blocks.part(viewer, waiting.by));
        let open = self.waiting.iter().filter(|(_, waiting)| {
            waiting.can_be_taken(is_online) && !parted(waiting) && waiting.matches(filter)
        });
        let mut open: Vec<(&GameId, &Waiting)> = open.collect();
        let count = open.len() as u32;
        let newest = |(game, waiting): &(&GameId, &Waiting)| std::cmp::Reverse(waiting.age(**game));
        open.sort_by_key(newest);
        if open.len() > SHOWN {
            in_turns(&mut open, |(_, waiting)| waiting.by);
            in_turns(&mut open, |(_, waiting)| match waiting.network {
                Some(network) => (Some(network), None),
                None => (None, Some(waiting.by)),
            });
            // One's own are always there.
            open.sort_by_key(|(_, waiting)| Some(waiting.by) != viewer);
            open.truncate(SHOWN);
            open.sort_by_key(newest);
        }
        let seen = open.into_iter().map(|(_, waiting)| Challenge {
            yours: Some(waiting.by) == viewer,
            ..waiting.challenge.clone()
        });
        LobbyList {
            challenges: seen.collect(),
            count,
        }
    }

    /// Whether somebody sees the lobby otherwise than a stranger.
    fn is_concerned(&self, viewer: PersonId, blocks: &Blocks) -> bool {
        let waits = self.waiting.values().any(|waiting| waiting.by == viewer);
        waits || !blocks.leave_alone(viewer)
    }

    /// Tells everybody who looks; most see the same.
    fn tell(&mut self, blocks: &Blocks, is_online: &impl Fn(PersonId) -> bool) {
        let list = |viewer, filter: &LobbyFilter| {
            encode(&ServerMessage::Lobby(
                self.shown_to(viewer, filter, blocks, is_online),
            ))
        };
        let mut common: HashMap<&LobbyFilter, Utf8Bytes> = HashMap::new();
        let mut reads = |watcher: &Watcher| {
            let own = watcher
                .person
                .filter(|person| self.is_concerned(*person, blocks));
            let sent = match own {
                Some(_) => watcher.outbox.send(&list(own, &watcher.filter)),
                None => {
                    let told = self.watchers.iter().find(|it| it.filter == watcher.filter);
                    let filter = told.map_or(&LobbyFilter::ALL, |it| &it.filter);
                    let text = common.entry(filter).or_insert_with(|| list(None, filter));
                    watcher.outbox.send(text)
                }
            };
            sent.is_ok()
        };
        let reading: Vec<bool> = self.watchers.iter().map(&mut reads).collect();
        let mut reading = reading.into_iter();
        self.watchers.retain(|_| reading.next().unwrap_or(true));
    }
}

/// Puts all firsts of each group before all seconds and so on, keeping the order otherwise.
fn in_turns<T, K: Eq + std::hash::Hash>(all: &mut Vec<T>, group: impl Fn(&T) -> K) {
    let mut counts: HashMap<K, usize> = HashMap::new();
    let mut ranked: Vec<(usize, T)> = std::mem::take(all)
        .into_iter()
        .map(|one| {
            let count = counts.entry(group(&one)).or_default();
            *count += 1;
            (*count, one)
        })
        .collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    all.extend(ranked.into_iter().map(|(_, one)| one));
}

fn waiting(game: &Game, network: Option<Network>) -> Option<Waiting> {
    let seat = game.seats.iter().find(|seat| seat.person().is_some())?;
    let Seat::Person(seated) = seat else {
        return None;
    };
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
        key: game.key,
        by: seated.person,
        account_kind: seated.account_kind,
        network,
        family: game.setup.family(),
        clock: game.clock,
        colour: match challenge.colour {
            None => ColourWish::Random,
            Some(protocol::Side::Black) => ColourWish::White,
            Some(protocol::Side::White) => ColourWish::Black,
        },
        challenge,
        seen: Instant::now(),
        held: None,
    })
}

#[cfg(test)]
mod tests;
