use std::sync::Arc;

use game::Side;

use super::super::command::{Done, Joining};
use super::super::lobby::Newcomer;
use super::super::outbox::encode;
use super::super::random_side;
use super::Room;
use crate::protocol::{ColourWish, GameState, ServerMessage, Status};
use crate::refused::{Refused, Unrateable};
use crate::seat::{AccountKind, PersonId, Seat};
use crate::store::{NewGame, StoreError};

/// Who sits at the board, now and in the game after it.
impl Room {
    pub(super) async fn join(&mut self, joining: Joining) -> Result<Box<GameState>, Refused> {
        self.settle().await?;
        self.show_to(Some(joining.person))?;
        let (game, person) = (self.live.game(), joining.person);
        if game.status != Status::Open || self.live.side_of(person).is_some() {
            return Err(Refused::SeatTaken);
        }
        if game.rated && joining.account_kind == AccountKind::Guest {
            return Err(Refused::NeedsAccount);
        }
        if game.rated && game.start.is_some() {
            return Err(Refused::NotRated(Unrateable::Position));
        }
        let waiting = game
            .seats
            .iter()
            .find_map(Seat::person)
            .ok_or(Refused::SeatTaken)?;
        if self.hub.blocks.part(person, waiting) {
            return Err(Refused::Parted);
        }
        let is_free = |side: &Side| *self.live.seat(*side) == Seat::Empty;
        let free = Side::BOTH
            .into_iter()
            .find(is_free)
            .ok_or(Refused::SeatTaken)?;
        let side = match (game.random_colours, joining.colour) {
            (false, _) => free,
            (true, ColourWish::Random) => random_side(),
            (true, ColourWish::White) => Side::White,
            (true, ColourWish::Black) => Side::Black,
        };
        let instead = joining.instead.map(|newcomer| newcomer.game);
        if !self.hub.lobby.hold(game, [waiting, person], instead) {
            return Err(Refused::SeatTaken);
        }
        let seated = self.sit(person, waiting, side, joining.instead).await;
        let id = self.live.id();
        if let Err(refused) = seated {
            self.hub.lobby.release(id);
            return Err(refused);
        }
        let others = self.hub.lobby.begun(id, instead);
        if !others.is_empty() {
            // Not by this task: whoever asks waits for the game to begin, not for others to end.
            let hub = Arc::clone(&self.hub);
            tokio::spawn(async move { hub.call_off(others).await });
        }
        if instead.is_some() {
            let game = id.to_string();
            let started = encode(&ServerMessage::Started { game });
            self.hub.tell_person(person, &started);
        }
        self.tell_all();
        let (presence, now) = (self.presence(), self.now());
        Ok(Box::new(self.live.state(Some(side), presence, now)))
    }

    /// Stores who sits where from now on.
    pub(super) async fn sit(
        &mut self,
        person: PersonId,
        waiting: PersonId,
        side: Side,
        instead: Option<Newcomer>,
    ) -> Result<(), Refused> {
        let mut seats = [waiting; 2];
        seats[side.index()] = person;
        let left = instead.map(|newcomer| newcomer.key);
        let (key, claim) = (self.live.game().key, self.claim.epoch());
        match self.hub.store.join_game(key, claim, seats, left).await {
            Ok(game) => self.adopt(self.live.fork().with_game(game)),
            // Either game has begun otherwise or was called off: nothing has failed.
            Err(StoreError::Stale) => {
                self.in_doubt = true;
                self.settle().await?;
                return Err(Refused::SeatTaken);
            }
            Err(error) => {
                self.doubt(&error).await?;
                if self.live.side_of(person) != Some(side) {
                    self.tell_all();
                    return Err(Refused::Store(error));
                }
            }
        }
        self.backoff.succeeded();
        Ok(())
    }

    /// Notes whether a player wants everybody to find the game in lists.
    pub(super) async fn show(&mut self, person: PersonId, listed: bool) -> Result<Done, Refused> {
        self.settle().await?;
        self.seat(person)?;
        let game = self.live.game();
        let theirs = [0, 1].map(|side| game.seats[side].person() == Some(person));
        let shows = [0, 1].map(|side| {
            if theirs[side] {
                listed
            } else {
                game.shows[side]
            }
        });
        let claim = self.claim.epoch();
        match self.hub.store.show_game(game.key, claim, shows).await {
            Ok(game) => self.adopt(self.live.fork().with_game(game)),
            Err(error) => {
                self.doubt(&error).await?;
                if self.live.game().shows != shows {
                    return Err(Refused::Store(error));
                }
            }
        }
        self.backoff.succeeded();
        self.tell_all();
        Ok(self.done())
    }

    pub(super) async fn rematch(&mut self) -> Result<(), Refused> {
        let game = self.live.game();
        let [white, black] = game.seats.clone();
        if let (Some(white), Some(black)) = (white.person(), black.person())
            && self.hub.blocks.part(white, black)
        {
            return Err(Refused::Parted);
        }
        if game.rated && game.start.is_some() {
            return Err(Refused::NotRated(Unrateable::Position));
        }
        let new = NewGame {
            setup: game.setup.clone(),
            start: game.start.clone(),
            seats: [black, white],
            random_colours: false,
            public: false,
            shows: [game.shows[1], game.shows[0]],
            clock: game.clock,
            rated: game.rated,
            after: Some(game.key),
        };
        let next = match self.hub.store.create_game(new, self.claim.epoch()).await {
            Ok(next) => next.id,
            Err(error) => {
                self.doubt(&error).await?;
                let next = self.live.game().next;
                next.ok_or(Refused::Store(error))?
            }
        };
        self.backoff.succeeded();
        self.live.set_next(next);
        // The computer may have the first move. Whoever comes opens the room otherwise.
        if let Err(refused) = self.hub.room(next).await {
            tracing::warn!(game = %next, ?refused, "the room of a rematch is not open yet");
        }
        let message = ServerMessage::Rematch {
            game: self.live.id().to_string(),
            next: next.to_string(),
        };
        self.tell(&message);
        Ok(())
    }

    /// Calls a game off that nobody needs any more, unless somebody came back to it.
    pub(super) async fn call_off(&mut self) -> Result<(), Refused> {
        self.settle().await?;
        let is_open = self.live.game().status == Status::Open;
        match self.live.call_off(self.now()) {
            Some(entry) if is_open || self.audience.is_empty() => self.record(entry).await,
            _ => Ok(()),
        }
    }
}
