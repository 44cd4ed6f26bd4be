use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use play::TimeControl;
use tokio::sync::Notify;

use super::outbox::{Outbox, encode};
use crate::game_id::GameId;
use crate::protocol::{Challenge, ColourWish, ServerMessage};
use crate::seat::{PersonId, Seat};
use crate::store::{Game, Person};

/// Most challenges that are shown.
const SHOWN: usize = 100;

/// Least time between two lists of challenges.
const PAUSE: Duration = Duration::from_millis(500);

/// The games that wait for somebody, and those who look at them.
#[derive(Debug, Default)]
pub(crate) struct Lobby {
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct State {
    waiting: HashMap<GameId, Waiting>,
    watchers: Vec<Outbox>,
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

    pub(crate) fn watch(&self, outbox: &Outbox) {
        self.change(|state| {
            state.watchers.retain(|watcher| !watcher.is(outbox));
            state.watchers.push(outbox.clone());
        });
    }

    pub(crate) fn leave(&self, outbox: &Outbox) {
        self.with(|state| state.watchers.retain(|watcher| !watcher.is(outbox)));
    }

    /// Who is there has changed, and with it which challenges can be taken.
    pub(crate) fn look_again(&self) {
        self.changed.notify_one();
    }

    /// The challenges, the newest first. Who wants to play now has to be there.
    pub(crate) fn challenges(&self, is_online: impl Fn(PersonId) -> bool) -> Vec<Challenge> {
        self.with(|state| {
            let all = state.waiting.values();
            let open = all.filter(|waiting| can_be_taken(waiting, &is_online));
            let mut shown: Vec<Challenge> = open.map(|waiting| waiting.challenge.clone()).collect();
            shown.sort_by_key(|challenge| std::cmp::Reverse(challenge.created));
            shown.truncate(SHOWN);
            shown
        })
    }

    /// The oldest challenge that fits a wish.
    pub(crate) fn fitting(
        &self,
        wish: &Wish<'_>,
        is_online: impl Fn(PersonId) -> bool,
    ) -> Option<GameId> {
        self.with(|state| {
            let fits = |waiting: &Waiting| {
                let Challenge {
                    setup,
                    position,
                    clock,
                    rated,
                    colour,
                    ..
                } = &waiting.challenge;
                let colour_fits = match (wish.colour, colour) {
                    (ColourWish::Random, _) => true,
                    (ColourWish::White, side) => *side == Some(crate::protocol::Side::White),
                    (ColourWish::Black, side) => *side == Some(crate::protocol::Side::Black),
                };
                colour_fits
                    && setup == wish.setup
                    && position.as_deref() == wish.position
                    && clock == wish.clock
                    && *rated == wish.rated
                    && waiting.by != wish.person.id
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
            let challenges = self.challenges(&is_online);
            let message = encode(&ServerMessage::Lobby { challenges });
            self.with(|state| {
                state
                    .watchers
                    .retain(|watcher| watcher.send(&message).is_ok());
            });
            tokio::time::sleep(PAUSE).await;
        }
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        self.with(change);
        self.changed.notify_one();
    }

    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self
            .state
            .lock()
            .expect("nothing panics while it holds the lock");
        work(&mut state)
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
    };
    Some(Waiting {
        by: seat.person()?,
        clock: game.clock,
        challenge,
    })
}
