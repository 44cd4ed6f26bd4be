use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use play::text::Text;

use super::command::{Command, Joining, ask};
use super::hub::Hub;
use super::lobby::{Found, Meeting, Newcomer, Wish};
use super::openings::MOST as MOST_OPENINGS;
use crate::cluster::Message;
use crate::game_id::GameId;
use crate::owner::Network;
use crate::protocol::{Action, Status};
use crate::refused::Refused;
use crate::seat::{AccountKind, PersonId};
use crate::store::{Game, NewGame, Person};
use crate::uptime::calendar;

/// How often it is looked whose makers are gone, and whether what was not stored can be now.
const LOOK: Duration = Duration::from_secs(1);

/// Games of one person that may wait for somebody.
const WAITING: u32 = 10;

/// Games of one person that may be played at the same time, also those against the computer that were
/// left without an end.
const PLAYING: u32 = 200;

/// Whether a game that is made waits for somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Waits {
    Yes,
    No,
}

impl Hub {
    /// Finds an opponent for a wish: the game of somebody who wishes for the same, or a new one that
    /// waits until such a person comes. Returns the game the person sits at or waits in. One wish of a
    /// person passes at a time.
    ///
    /// A game is made, shown and then paired with what waits by then. So of two equal wishes at the
    /// same time the one that is shown second finds the other one.
    pub(crate) async fn seek(
        self: &Arc<Hub>,
        person: &Person,
        wish: &Wish,
        new: NewGame,
    ) -> Result<GameId, Refused> {
        let mut tried = HashSet::new();
        loop {
            let found = self.lobby.look(wish, &tried, |by| self.is_online(by));
            match found {
                Found::Same(game) => {
                    self.lobby.seen(person.id);
                    return self.pair(game).await;
                }
                Found::Fits(game) => {
                    let joining = Joining {
                        person: person.id,
                        account_kind: person.account_kind,
                        colour: wish.colour,
                        instead: None,
                    };
                    match self.join(game, joining).await {
                        Ok(()) => return Ok(game),
                        // Who may have joined must not be made to wait for a second game.
                        Err(refused) if refused.is_in_doubt() => return Err(refused),
                        // Somebody else was faster.
                        Err(_) => tried.insert(game),
                    };
                }
                Found::Nothing => break,
            }
        }
        self.has_room(person.id, wish.network, Waits::Yes).await?;
        let game = self.begin(new, wish.network).await?;
        self.lobby.add(&game, Some(wish.network));
        self.neighbours.tell_all(&Message::Waits(game.id));
        self.pair(game.id).await
    }

    /// Makes a game and opens its room.
    pub(crate) async fn begin(
        self: &Arc<Hub>,
        new: NewGame,
        network: Network,
    ) -> Result<Game, Refused> {
        let game = self.store.create_game(new, None).await?;
        if game.status == Status::Open {
            self.openings.add(game.id, network);
        }
        self.open_room(&game).await?;
        Ok(game)
    }

    /// Refuses a game to who has more of them than anybody plays, or where too many wait already.
    pub(crate) async fn has_room(
        &self,
        person: PersonId,
        network: Network,
        waits: Waits,
    ) -> Result<(), Refused> {
        let going = self.store.going(person).await?;
        if going.live >= PLAYING {
            return Err(Refused::TooManyOpen(Text::new(
                format!("You are playing {PLAYING} games. Finish one first."),
                format!("Vous avez {PLAYING} parties en cours. Finissez-en une d'abord."),
            )));
        }
        if waits == Waits::No {
            return Ok(());
        }
        if going.open >= WAITING {
            return Err(Refused::TooManyOpen(Text::new(
                format!("You have {WAITING} games waiting for somebody. Call one off first."),
                format!(
                    "Vous avez {WAITING} parties en attente d'un adversaire. Annulez-en une \
                     d'abord."
                ),
            )));
        }
        if !self.openings.has_room(network) {
            return Err(Refused::TooManyOpen(Text::new(
                format!(
                    "{MOST_OPENINGS} games from where you are wait for somebody. Join one of them."
                ),
                format!(
                    "{MOST_OPENINGS} parties de chez vous attendent un adversaire. Rejoignez-en \
                     une."
                ),
            )));
        }
        Ok(())
    }

    /// Pairs a game that waits with one that waits for the same, if there is one. Returns the game
    /// its maker sits at or waits in then.
    async fn pair(self: &Arc<Hub>, game: GameId) -> Result<GameId, Refused> {
        let mut tried = HashSet::new();
        while let Some(meeting) = self.lobby.meeting(game, &tried, |by| self.is_online(by)) {
            let Meeting { older, newer } = meeting;
            match self.meet(older, newer).await {
                Ok(()) => return Ok(older),
                Err(_) if older == game => tried.insert(newer.game),
                Err(_) => tried.insert(older),
            };
        }
        // Somebody else may have paired it meanwhile.
        let (found, _) = self.store.load_game(game).await?;
        Ok(found.next.unwrap_or(game))
    }

    /// Sits the maker of the newer game down at the older one; the newer one is called off, both at
    /// once.
    async fn meet(self: &Arc<Hub>, older: GameId, newer: Newcomer) -> Result<(), Refused> {
        let joining = Joining {
            person: newer.person,
            account_kind: newer.account_kind,
            colour: newer.colour,
            instead: Some(newer),
        };
        self.join(older, joining).await?;
        if let Ok(room) = self.room(newer.game).await {
            // Whoever looks at it learns which game has taken its place.
            let _ = room.send(Command::Replaced).await;
        }
        Ok(())
    }

    async fn join(self: &Arc<Hub>, game: GameId, joining: Joining) -> Result<(), Refused> {
        let joined = ask(self, game, |reply| Command::Join { joining, reply });
        joined.await?.map(|_| ())
    }

    /// Pairs all that can be paired, the oldest first.
    pub(crate) async fn pair_all(self: &Arc<Hub>) {
        for game in self.lobby.queue() {
            // What could not be stored is tried again soon.
            let _ = self.pair_if_waiting(game).await;
        }
    }

    async fn pair_if_waiting(self: &Arc<Hub>, game: GameId) -> Result<(), Refused> {
        let nothing = HashSet::new();
        let online = |by| self.is_online(by);
        // Where there are several nodes, the one of the older game brings them together.
        if let Some(meeting) = self.lobby.meeting(game, &nothing, online)
            && self.neighbours.looks_after(meeting.older)
        {
            self.pair(game).await?;
        }
        Ok(())
    }

    /// Pairs whoever can meet when somebody comes, is unblocked or left a wish, and sees off the
    /// games of those who are gone.
    pub(super) async fn keep_pairing(self: &Arc<Hub>) {
        let mut look = tokio::time::interval(LOOK);
        look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = self.lobby.hope() => {}
                _ = look.tick() => {}
            }
            self.pair_all().await;
            let online = |by| self.is_online(by);
            let mut gone = self.lobby.forsaken(Instant::now(), calendar(), online);
            gone.retain(|(game, _)| self.neighbours.looks_after(*game));
            self.call_off(gone).await;
            self.lobby.glance(online);
        }
    }

    /// Calls off games that wait, each for its maker.
    pub(super) async fn call_off(self: &Arc<Hub>, games: Vec<(GameId, PersonId)>) {
        for (game, person) in games {
            let called_off = ask(self, game, |reply| Command::Act {
                person,
                ply: 0,
                action: Action::Abort,
                id: None,
                reply,
            });
            if let Err(refused) = called_off.await.and_then(|done| done) {
                tracing::warn!(%game, ?refused, "a game that waits was not called off");
            }
        }
    }
}

impl Joining {
    /// Somebody who takes a free seat by its link.
    pub(crate) fn by_link(person: PersonId, account_kind: AccountKind) -> Joining {
        Joining {
            person,
            account_kind,
            colour: crate::protocol::ColourWish::Random,
            instead: None,
        }
    }
}
