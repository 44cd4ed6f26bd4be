use std::sync::Arc;
use std::time::{Duration, Instant};

use game::Side;
use play::Millis;
use tokio::sync::mpsc;
use tokio::time::{Instant as TokioInstant, sleep_until};

use super::audience::Audience;
use super::command::{Command, Done, Reply};
use super::outbox::{Outbox, encode};
use super::table::{Absence, Answer, Table};
use super::{Hub, thought};
use crate::protocol::{Action, GameState, Phrase, Presence, ServerMessage, Status};
use crate::refused::Refused;
use crate::seat::{PersonId, Seat};
use crate::store::{Entry, EntryKind, NewGame, Person, StoreError};

/// Commands that wait before senders have to.
const QUEUE: usize = 64;

/// How long a room stays in memory when nobody is there and nothing is due.
const IDLE: Duration = Duration::from_secs(30);

/// Least time between two phrases of a player.
const PHRASE_PAUSE: Duration = Duration::from_secs(2);

/// A game in memory, with those who follow it. One task does one thing after the other: what
/// changes the game is stored, then applied, then told.
pub(crate) struct Room {
    hub: Arc<Hub>,
    table: Table,
    audience: Audience,
    spoke: [Option<Instant>; 2],
    /// The entry the computer thinks about.
    thinking: Option<u32>,
    commands: mpsc::WeakSender<Command>,
}

impl Room {
    /// Opens a room and returns where to send commands.
    pub(crate) fn open(hub: Arc<Hub>, table: Table) -> mpsc::Sender<Command> {
        let (sender, receiver) = mpsc::channel(QUEUE);
        let room = Room {
            hub,
            table,
            audience: Audience::new(),
            spoke: [None; 2],
            thinking: None,
            commands: sender.downgrade(),
        };
        tokio::spawn(room.run(receiver));
        sender
    }

    async fn run(mut self, mut commands: mpsc::Receiver<Command>) {
        self.hub.metrics.rooms.rise();
        let id = self.table.id();
        loop {
            self.think();
            let wake = self.wake();
            let command = tokio::select! {
                command = commands.recv() => command,
                () = sleep_until(TokioInstant::from_std(wake)) => Some(Command::Tick),
            };
            let Some(command) = command else {
                break;
            };
            let idle = matches!(command, Command::Tick) && self.is_idle();
            if self.handle(command).await.is_err() {
                break;
            }
            if idle {
                // What was sent before is still answered; what comes later opens the room anew.
                commands.close();
                self.hub.retire(id);
            }
        }
        commands.close();
        self.hub.retire(id);
        self.hub.metrics.rooms.fall();
    }

    /// When to look at the clock, or whether to stay at all.
    fn wake(&self) -> Instant {
        let deadline = self.table.deadline();
        let due = deadline.map(|moment| self.hub.store.uptime().instant(moment));
        let idle = Instant::now() + IDLE;
        due.map_or(idle, |due| {
            if self.audience.is_empty() {
                due.min(idle)
            } else {
                due
            }
        })
    }

    /// Whether nobody is there and nothing is to be waited for. Days are waited for by the hub.
    fn is_idle(&self) -> bool {
        let seconds = matches!(self.table.game().clock, play::TimeControl::Fischer { .. });
        let ticking = seconds && self.table.deadline().is_some();
        self.audience.is_empty() && self.thinking.is_none() && !ticking
    }

    fn now(&self) -> Millis {
        self.hub.store.uptime().now()
    }

    /// Does what is asked. An error is one of the store that a reload could not mend.
    async fn handle(&mut self, command: Command) -> Result<(), StoreError> {
        if let Some(flag) = self.table.flag(self.now()) {
            self.record(flag).await.or_else(mended)?;
        }
        match command {
            Command::Tick => {}
            Command::Watch { person, outbox } => self.watch(person, outbox),
            Command::Leave { outbox } => {
                self.audience.remove(&outbox);
                self.audience.tell_presence(&self.table);
            }
            Command::State { person, reply } => {
                let you = person.and_then(|person| self.table.side_of(person));
                let state = self.table.state(you, self.presence(), self.now());
                let _ = reply.send(Box::new(state));
            }
            Command::Move {
                person,
                ply,
                text,
                came,
                reply,
            } => {
                let answer = self
                    .seat(person)
                    .and_then(|side| self.table.propose_move(side, ply, &text, self.now()));
                let done = self.carry_out(answer).await;
                if done.is_ok() {
                    self.hub.metrics.acknowledged(came.elapsed());
                }
                return self.answer(reply, done).await;
            }
            Command::Act {
                person,
                ply,
                action,
                reply,
            } => {
                let answer = self.act(person, ply, action);
                let done = self.carry_out(answer).await;
                return self.answer(reply, done).await;
            }
            Command::Say {
                person,
                phrase,
                reply,
            } => {
                let said = self.say(person, phrase);
                let _ = reply.send(said.map(|()| self.done()));
            }
            Command::Join { person, reply } => {
                let joined = self.join(&person).await;
                let _ = reply.send(joined);
            }
            Command::Thought { ply, text } => self.thought(ply, &text).await?,
        }
        Ok(())
    }

    fn done(&self) -> Done {
        Done {
            ply: self.table.ply(),
        }
    }

    fn seat(&self, person: PersonId) -> Result<Side, Refused> {
        self.table.side_of(person).ok_or(Refused::NotYourGame)
    }

    fn act(&mut self, person: PersonId, ply: u32, action: Action) -> Result<Answer, Refused> {
        let side = self.seat(person)?;
        let away = self.audience.away_since(side.other());
        let absence = away.map(|since| Absence(Millis(since.elapsed().as_millis() as u64)));
        let now = self.now();
        self.table.propose_action(side, ply, action, absence, now)
    }

    async fn carry_out(&mut self, answer: Result<Answer, Refused>) -> Result<Done, Refused> {
        match answer? {
            Answer::Entry(entry) => self.record(entry).await?,
            Answer::Already => self.tell_last(),
            Answer::Offers => self.tell_offers(),
            Answer::Rematch => self.rematch().await?,
        }
        Ok(self.done())
    }

    /// Answers, and tells whether the room can go on.
    async fn answer(
        &mut self,
        reply: Reply,
        done: Result<Done, Refused>,
    ) -> Result<(), StoreError> {
        let lost = match &done {
            Err(Refused::Store(error)) => Some(error.clone()),
            _ => None,
        };
        let _ = reply.send(done);
        lost.map_or(Ok(()), |error| mended(Refused::Store(error)))
    }

    /// Stores an entry, then takes it into account, then tells everybody.
    async fn record(&mut self, entry: Entry) -> Result<(), Refused> {
        let before = self.table.game().status;
        // What follows from the entry is known once it is applied; should it not be stored, the
        // table is made anew from what is.
        self.table.apply(&entry).map_err(Refused::Store)?;
        let consequence = self.table.consequence();
        let key = self.table.game().key;
        let stored = self.hub.store.append(key, entry.clone(), consequence).await;
        if let Err(error) = stored {
            self.hub.metrics.store_errors.add(1);
            tracing::error!(game = %self.table.id(), ply = entry.ply, %error, "not stored");
            self.reload().await?;
            return Err(Refused::Store(error));
        }
        self.tell_entry(&entry);
        if before != self.table.game().status {
            self.hub.lobby.remove(self.table.id());
            self.tell_over();
        }
        Ok(())
    }

    /// Makes the table anew from the store: memory is only a cache.
    async fn reload(&mut self) -> Result<(), Refused> {
        let (game, entries) = self.hub.store.load_game(self.table.id()).await?;
        self.table = Table::load(game, &entries)?;
        self.thinking = None;
        self.tell_all();
        Ok(())
    }

    /// Tells everybody all there is to know.
    fn tell_all(&self) {
        let (presence, now) = (self.presence(), self.now());
        self.audience.tell_each(|side| {
            let state = self.table.state(side, presence, now);
            ServerMessage::Game(Box::new(state))
        });
    }

    fn watch(&mut self, person: Option<PersonId>, outbox: Outbox) {
        let side = person.and_then(|person| self.table.side_of(person));
        let before = self.presence();
        self.audience.add(side, person, outbox.clone());
        let state = self.table.state(side, self.presence(), self.now());
        let _ = outbox.send(&encode(&ServerMessage::Game(Box::new(state))));
        if before != self.presence() {
            self.audience.tell_presence(&self.table);
        }
    }

    fn presence(&self) -> Presence {
        self.audience.presence(&self.table)
    }

    fn tell_offers(&mut self) {
        let game = self.table.id().to_string();
        let offers = self.table.offers();
        self.tell(&ServerMessage::Offers { game, offers });
    }

    fn tell_last(&mut self) {
        if let Some(last) = self.table.last().cloned() {
            self.tell_entry(&last);
        }
    }

    fn tell_entry(&mut self, entry: &Entry) {
        let game = self.table.id().to_string();
        let clocks = self.table.clocks(self.now());
        let message = match &entry.kind {
            EntryKind::Move(text) => ServerMessage::Played {
                game,
                ply: entry.ply,
                text: text.clone(),
                clocks,
                view: Box::new(self.table.view()),
            },
            EntryKind::Back(count) => ServerMessage::Back {
                game,
                ply: entry.ply,
                count: *count,
                clocks,
                view: Box::new(self.table.view()),
            },
            // What ends a game is told by itself.
            EntryKind::End(_) | EntryKind::Abort => return,
        };
        self.tell(&message);
    }

    fn tell_over(&mut self) {
        let now = self.now();
        let message = ServerMessage::Over {
            game: self.table.id().to_string(),
            ply: self.table.ply(),
            outcome: self.table.game().outcome.map(Into::into),
            clocks: self.table.clocks(now),
            view: Box::new(self.table.view()),
        };
        self.tell(&message);
    }

    fn tell(&mut self, message: &ServerMessage) {
        self.audience.tell(&encode(message), &self.table);
    }

    fn say(&mut self, person: PersonId, phrase: Phrase) -> Result<(), Refused> {
        let side = self.seat(person)?;
        let spoke = &mut self.spoke[side.index()];
        if spoke.is_some_and(|before| before.elapsed() < PHRASE_PAUSE) {
            return Err(Refused::TooMany);
        }
        *spoke = Some(Instant::now());
        let game = self.table.id().to_string();
        let by = side.into();
        self.tell(&ServerMessage::Said { game, by, phrase });
        Ok(())
    }

    async fn join(&mut self, person: &Person) -> Result<Box<GameState>, Refused> {
        let game = self.table.game();
        if game.status != Status::Open || self.table.side_of(person.id).is_some() {
            return Err(Refused::SeatTaken);
        }
        if game.rated && person.standing == crate::seat::Standing::Guest {
            return Err(Refused::NeedsAccount);
        }
        let waiting = game
            .seats
            .iter()
            .find_map(Seat::person)
            .ok_or(Refused::SeatTaken)?;
        let is_free = |side: &Side| *self.table.seat(*side) == Seat::Empty;
        let free = Side::BOTH
            .into_iter()
            .find(is_free)
            .ok_or(Refused::SeatTaken)?;
        let side = if game.lot { super::lot() } else { free };
        let mut seats = [waiting; 2];
        seats[side.index()] = person.id;
        let game = self.hub.store.join_game(game.key, seats).await?;
        self.table.sit(game);
        self.audience.find_seats(&self.table);
        let id = self.table.id();
        self.hub.lobby.remove(id);
        let started = ServerMessage::Started {
            game: id.to_string(),
        };
        self.hub.tell_person(waiting, &encode(&started));
        self.audience.tell_presence(&self.table);
        self.tell_all();
        let (presence, now) = (self.presence(), self.now());
        Ok(Box::new(self.table.state(Some(side), presence, now)))
    }

    async fn rematch(&mut self) -> Result<(), Refused> {
        let game = self.table.game();
        let [white, black] = game.seats.clone();
        let new = NewGame {
            setup: game.setup.clone(),
            start: game.start.clone(),
            seats: [black, white],
            lot: false,
            public: false,
            clock: game.clock,
            rated: game.rated,
            after: Some(game.key),
        };
        let next = self.hub.store.create_game(new).await?;
        self.table.set_next(next.id);
        self.hub.open_room(&next)?;
        let message = ServerMessage::Rematch {
            game: self.table.id().to_string(),
            next: next.id.to_string(),
        };
        self.tell(&message);
        Ok(())
    }

    /// Asks the computer for a move, when it is its turn and it does not think about it yet.
    fn think(&mut self) {
        let ply = self.table.ply();
        if self.thinking != Some(ply) && thought::ask(&self.hub, &self.table, &self.commands) {
            self.thinking = Some(ply);
        }
    }

    async fn thought(&mut self, ply: u32, text: &str) -> Result<(), StoreError> {
        if self.thinking == Some(ply) {
            self.thinking = None;
        }
        if self.table.ply() != ply || self.table.computer_to_move().is_none() {
            return Ok(());
        }
        let side = self.table.session().turn();
        let answer = self.table.propose_move(side, ply, text, self.now());
        match self.carry_out(answer).await {
            Ok(_) => Ok(()),
            Err(refused) => mended(refused),
        }
    }
}

/// A refusal after which the room goes on: its table is what the store has.
fn mended(refused: Refused) -> Result<(), StoreError> {
    match refused {
        Refused::Store(error @ (StoreError::Closed | StoreError::Unplayable { .. })) => Err(error),
        _ => Ok(()),
    }
}
