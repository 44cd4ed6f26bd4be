mod obeying;
mod reach;
mod seats;
mod telling;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use play::{Millis, TimeControl};
use tokio::sync::mpsc;
use tokio::time::{Instant as TokioInstant, sleep_until};

use self::reach::Reach;
use super::audience::Audience;
use super::backoff::Backoff;
use super::command::Command;
use super::computer::Thought;
use super::live_game::LiveGame;
use super::outbox::encode;
use super::site::{Claim, End};
use super::{Hub, computer};
use crate::cluster::{Message, Rest};
use crate::fault::contained;
use crate::protocol::{MessageId, Presence, ServerMessage, Status};
use crate::refused::Refused;
use crate::seat::{PersonId, Seat};
use crate::store::{Entry, StoreError};

/// Commands that wait before senders have to.
const QUEUE: usize = 64;

/// How long a room stays in memory when nobody is there and nothing is due.
const IDLE: Duration = Duration::from_secs(30);

/// Faults one after the other, with nothing done between, after which a room is given up, and how much
/// longer the pause after each is.
const MOST_FAULTS: u32 = 5;
const FAULT_PAUSE: Duration = Duration::from_millis(200);

/// From one look whether time of the game goes on to the next.
const LOOK_AGAIN: Duration = Duration::from_millis(250);

/// A live game with those who follow it. One task does one thing after the other. What changes the
/// game is proposed on a fork and stored; only then the fork takes the place of the game in memory,
/// and everybody is told. So memory is never ahead of the log.
///
/// When the store fails, nobody knows whether it has written: an answer can be lost after the
/// write. Memory may then be behind the log, and the room does nothing but read the log again
/// until it can.
pub(crate) struct Room {
    hub: Arc<Hub>,
    live: LiveGame,
    /// Its right to speak for the game.
    claim: Claim,
    /// How long the time of the game stood still while who was to move could not reach it.
    reach: Reach,
    /// Another node speaks for the game: nothing is told or written any more.
    outdated: bool,
    /// Nobody has needed it for a while: it closes for that alone.
    is_left: bool,
    /// What was asked when that came out, which is for whoever speaks for the game now.
    unfinished: Option<Command>,
    /// A write has failed, and the log was not read since.
    in_doubt: bool,
    /// When to try again what the store has refused.
    backoff: Backoff,
    audience: Audience,
    spoke: [Option<Instant>; 2],
    /// What was done lately by an id: said again by a client that heard no answer, it is not done
    /// again.
    carried_out: VecDeque<(PersonId, MessageId)>,
    /// What the computer thinks about.
    thinking: Option<Thought>,
    commands: mpsc::WeakSender<Command>,
    /// Faults in the program that were met since something was done.
    faults: u32,
}

impl Room {
    /// Opens a room and returns where to send commands.
    pub(super) fn open(hub: Arc<Hub>, live: LiveGame, claim: Claim) -> mpsc::Sender<Command> {
        let (sender, receiver) = mpsc::channel(QUEUE);
        let room = Room::new(hub, live, claim, sender.downgrade());
        tokio::spawn(room.stay(receiver));
        sender
    }

    fn new(
        hub: Arc<Hub>,
        live: LiveGame,
        claim: Claim,
        commands: mpsc::WeakSender<Command>,
    ) -> Room {
        // A clock of days is for people who come and go.
        let reach = match live.game().clock {
            TimeControl::Fischer { .. } if claim.is_taken_over() => Reach::of_the_returning(),
            _ => Reach::default(),
        };
        Room {
            hub,
            live,
            claim,
            reach,
            outdated: false,
            is_left: false,
            unfinished: None,
            in_doubt: false,
            backoff: Backoff::default(),
            audience: Audience::new(),
            spoke: [None; 2],
            carried_out: VecDeque::new(),
            thinking: None,
            commands,
            faults: 0,
        }
    }

    /// Stays for as long as it is needed. A fault in the program ends what was being done and nothing
    /// else: who asked for it learns that there is no answer, and the game goes on from its log.
    async fn stay(mut self, mut commands: mpsc::Receiver<Command>) {
        let hub = Arc::clone(&self.hub);
        hub.metrics.rooms.inc();
        let ending = self.claim.clone().ending();
        tokio::pin!(ending);
        loop {
            let run = contained(&hub.metrics, self.run(&mut commands));
            let ran = tokio::select! {
                ran = run => ran,
                // What is being stored is stored or refused without this room.
                end = &mut ending => {
                    self.outdated = end == End::Outdated;
                    Ok(())
                }
            };
            if ran == Ok(()) {
                break;
            }
            tracing::error!(game = %self.live.id(), "a fault: the game goes on from its log");
            self.in_doubt = true;
            self.thinking = None;
            self.faults += 1;
            if self.faults == MOST_FAULTS {
                // Whoever comes next has it read anew.
                self.audience.cut();
                break;
            }
            if self.faults > 1 {
                tokio::time::sleep(FAULT_PAUSE * self.faults).await;
            }
        }
        self.close(commands).await;
    }

    async fn run(&mut self, commands: &mut mpsc::Receiver<Command>) {
        if self.faults > 0 {
            // What fails now is tried again.
            let _ = self.settle().await;
        }
        self.mind_reach();
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
            self.handle(command).await;
            self.mind_reach();
            self.write_reach().await;
            self.faults = 0;
            self.is_left = idle;
            if idle || self.outdated {
                break;
            }
        }
    }

    /// Ends the room. It writes nothing from here on, so that a room that is opened anew reads a
    /// log that stays as it is; what was sent to this one is handed on.
    async fn close(mut self, mut commands: mpsc::Receiver<Command>) {
        if !self.outdated {
            self.end_reach().await;
        }
        let Room { hub, live, .. } = self;
        if !self.outdated {
            // Before a room can be opened anew, which would take the claim for its own.
            let rest = if self.is_left {
                Rest::Runs
            } else {
                Rest::Stands
            };
            hub.give_back(live.id(), &self.claim, rest).await;
        }
        commands.close();
        hub.retire(live.id());
        hub.metrics.rooms.dec();
        // Who follows from another node is told that this is over, and looks for the game.
        let followers = self.audience.into_local();
        hub.neighbours.tell_all(&Message::Released(vec![live.id()]));
        let followers = followers.into_iter();
        let followers = followers.map(|(person, outbox)| (person, outbox, None));
        hub.bring_over(live.id(), followers.collect()).await;
        let mut unfinished = self.unfinished;
        loop {
            let command = match unfinished.take() {
                Some(command) => Some(command),
                None => commands.recv().await,
            };
            let Some(command) = command else {
                break;
            };
            hub.send_on(live.id(), command).await;
        }
    }

    /// When to look at the clock, or whether to stay at all.
    fn wake(&self) -> Instant {
        let now = Instant::now();
        if let Some(retry) = self.backoff.until() {
            return retry;
        }
        let deadline = self.live.deadline();
        let due = deadline.map(|moment| {
            let moment = moment.plus(self.reach.stood_at(now));
            let moment = self.claim.behind().uptime(moment);
            let due = self.hub.store.uptime().instant(moment);
            if self.reach.stands() {
                due.max(now + LOOK_AGAIN)
            } else {
                due
            }
        });
        let idle = now + IDLE;
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
        let seconds = matches!(self.live.game().clock, TimeControl::Fischer { .. });
        let ticking = seconds && self.live.deadline().is_some();
        self.audience.is_empty() && self.thinking.is_none() && !ticking
    }

    /// The time of the game.
    fn now(&self) -> Millis {
        self.time_at(Instant::now())
    }

    /// The time of the game when it was `instant`, which is never before its last entry.
    fn time_at(&self, instant: Instant) -> Millis {
        let time = self
            .claim
            .behind()
            .game(self.hub.store.uptime().at(instant));
        let time = time.minus(self.reach.stood_at(instant));
        self.live.last().map_or(time, |last| time.max(last.uptime))
    }

    /// Brings memory up to the log, and the log up to the clock.
    async fn settle(&mut self) -> Result<(), Refused> {
        self.settle_at(self.now()).await
    }

    /// Brings memory up to the log, and the log up to the clock as it was at a moment: what came in
    /// time and had to wait for the store is in time.
    async fn settle_at(&mut self, moment: Millis) -> Result<(), Refused> {
        if self.in_doubt {
            self.reload().await?;
            self.tell_all();
        }
        let Some(flag) = self.live.flag(moment) else {
            return Ok(());
        };
        // However many ask, it is tried when it is time to.
        match self.backoff.refusal() {
            Some(error) => Err(Refused::Store(error)),
            None => self.record(flag).await,
        }
    }

    /// Makes sure that what is shown is what is stored. An end by time that cannot be stored is not
    /// shown, but keeps nobody from looking.
    async fn known(&mut self) -> Result<(), Refused> {
        let settled = self.settle().await;
        if self.in_doubt { settled } else { Ok(()) }
    }

    /// Stores an entry, then takes it into account, then tells everybody.
    async fn record(&mut self, entry: Entry) -> Result<(), Refused> {
        self.record_as_of(entry.uptime, entry).await
    }

    /// The same with what was asked for at a moment before.
    async fn record_as_of(&mut self, came: Millis, entry: Entry) -> Result<(), Refused> {
        let before = self.live.game().status;
        let next = self.live.after(&entry)?;
        let key = next.game().key;
        let mut consequence = next.consequence();
        // Who looks for deadlines knows uptime alone, and comes too early where time has stood still.
        let deadline = consequence.deadline;
        consequence.deadline = deadline.map(|moment| self.claim.behind().uptime(moment));
        let claim = self.claim.epoch();
        let stored = self
            .hub
            .store
            .append(key, claim, entry.clone(), consequence);
        match stored.await {
            Ok(ended) => {
                let live = match ended {
                    Some(game) => next.with_game(game),
                    None => next,
                };
                self.adopt(live);
            }
            Err(error) => {
                // What the store took to refuse is not charged to who has to move again.
                let now = self.now();
                self.live.give_back(came, now);
                self.doubt(&error).await?;
                // Otherwise only the answer was lost.
                if self.live.last() != Some(&entry) {
                    self.tell_all();
                    return Err(Refused::Store(error));
                }
            }
        }
        self.backoff.succeeded();
        // Who is to move now learns of it now.
        let now = self.now();
        self.live.run_from(now);
        self.tell_entry(&entry);
        if before != self.live.game().status {
            self.tell_over();
        }
        Ok(())
    }

    /// A write has failed: whether it was made is known once the log was read again.
    async fn doubt(&mut self, error: &StoreError) -> Result<(), Refused> {
        if *error == StoreError::Outdated {
            // There is no doubt: nothing was written, and nothing is this room's to say.
            self.outdated = true;
            return Err(Refused::Store(StoreError::Outdated));
        }
        // The store itself tells of trouble, once and not for every game.
        tracing::debug!(game = %self.live.id(), ply = self.live.ply(), %error, "not stored");
        self.in_doubt = true;
        self.backoff.failed(error);
        self.reload().await
    }

    /// Makes the game anew from the store: memory is only a cache.
    async fn reload(&mut self) -> Result<(), Refused> {
        let stored = self.hub.store.load_game(self.live.id()).await;
        match stored.and_then(|(game, entries)| LiveGame::load(game, &entries)) {
            Ok(mut live) => {
                if live.ply() == self.live.ply() {
                    live.keep_clock(&self.live);
                    if live.game().next.is_none() {
                        live.set_offers(self.live.offers());
                    }
                }
                self.in_doubt = false;
                self.adopt(live);
                Ok(())
            }
            Err(error) => {
                tracing::debug!(game = %self.live.id(), %error, "the log cannot be read");
                self.backoff.failed(&error);
                Err(Refused::InDoubt)
            }
        }
    }

    /// Goes on with what is stored.
    fn adopt(&mut self, live: LiveGame) {
        let before = std::mem::replace(&mut self.live, live);
        let (id, game) = (self.live.id(), self.live.game());
        if before.game().status == Status::Open && game.status != Status::Open {
            self.hub.lobby.remove(id);
            self.hub.openings.remove(id);
            if before.game().public {
                self.hub.neighbours.tell_all(&Message::WaitsNoMore(id));
            }
        } else if game.status == Status::Open {
            self.hub.lobby.renew(game);
        }
        if before.game().status == Status::Open && !game.seats.contains(&Seat::Empty) {
            let started = encode(&ServerMessage::Started {
                game: id.to_string(),
            });
            for waiting in before.game().seats.iter().filter_map(Seat::person) {
                self.hub.tell_person(waiting, &started);
            }
            self.audience.tell_presence(&self.live);
        }
    }

    fn presence(&self) -> Presence {
        self.audience.presence(&self.live)
    }

    /// Asks the computer for a move, when it is its turn and it does not think about it yet.
    fn think(&mut self) {
        let waits = self.backoff.until().is_some();
        let ply = self.live.ply();
        // When the game has gone on, nobody needs what is thought about.
        self.thinking.take_if(|thought| thought.ply != ply);
        if self.in_doubt || waits || self.thinking.is_some() {
            return;
        }
        self.thinking = computer::ask(&self.hub, &self.live, &self.commands);
    }
}

#[cfg(test)]
mod tests;
