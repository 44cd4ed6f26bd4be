use std::sync::Arc;
use std::time::{Duration, Instant};

use data_encoding::HEXLOWER;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::task::AbortHandle;
use tokio::time::MissedTickBehavior;

use super::away::Away;
use super::contact::OFTEN;
use super::message::{Alive, Answer, Ask, Asked, Life, Message, OLDEST_MOVE, Told, read, text};
use super::neighbours::{Change, Heard};
use super::request::joining;
use super::wire::{Deliveries, Delivery, Wire};
use crate::fault::{Fault, contained, kept};
use crate::game_id::GameId;
use crate::protocol::GameState;
use crate::refused::Refused;
use crate::rooms::{Command, Done, Hub, Outbox, Pair, ask_room};
use crate::seat::PersonId;
use crate::secret::TokenHash;

/// How often a node says that it is there.
const SIGN: Duration = Duration::from_secs(1);

/// How often what nodes keep in memory alike is read anew, in case a word of it was lost.
const REFRESH: Duration = Duration::from_secs(5);

/// What other nodes ask that is done at the same time; what is more is not answered, and asked again.
const AT_ONCE: usize = 2048;

/// Followers in one message.
const PULSES: usize = 1000;

/// Makers of games that wait who are told of in one sign of life.
const MOST_ONLINE: usize = 20_000;

/// What a node hears from others and tells them.
impl Hub {
    /// Connects this node to the others, until what is returned is aborted.
    pub(crate) fn plug_in(
        self: &Arc<Hub>,
        wire: Arc<Wire>,
        deliveries: Deliveries,
    ) -> Vec<AbortHandle> {
        self.neighbours.plug_in(Arc::clone(&wire));
        let listening =
            tokio::spawn(Arc::clone(self).keep_listening(Arc::clone(&wire), deliveries));
        let saying = tokio::spawn(keep_saying_here(Arc::clone(&wire)));
        let hub = Arc::clone(self);
        let signing = async move {
            kept(&hub.metrics, || {
                Arc::clone(&hub).keep_signing(Arc::clone(&wire))
            })
            .await;
        };
        let hub = Arc::clone(self);
        let refreshing =
            async move { kept(&hub.metrics, || Arc::clone(&hub).keep_refreshing()).await };
        vec![
            listening.abort_handle(),
            saying.abort_handle(),
            tokio::spawn(signing).abort_handle(),
            tokio::spawn(refreshing).abort_handle(),
        ]
    }

    async fn keep_listening(self: Arc<Hub>, wire: Arc<Wire>, mut deliveries: Deliveries) {
        let room = Arc::new(Semaphore::new(AT_ONCE));
        while let Some(Delivery { bytes, reply }) = deliveries.recv().await {
            let Some(reply) = reply else {
                match read::<Message>(&bytes) {
                    // One's own come back where the wire is not told otherwise.
                    Some((from, _)) if from == wire.life => {}
                    Some((from, message)) => {
                        self.neighbours.hear(&from);
                        if contained(&self.metrics, self.hear(from, message)).await == Err(Fault) {
                            tracing::error!("a message of another node met a fault");
                        }
                    }
                    None => self.metrics.wire_unread.inc(),
                }
                continue;
            };
            let Some((from, ask)) = read::<Ask>(&bytes) else {
                self.metrics.wire_unread.inc();
                wire.answer(reply, &Answer::Unreadable);
                continue;
            };
            self.neighbours.hear(&from);
            let Ok(permit) = Arc::clone(&room).try_acquire_owned() else {
                continue;
            };
            let (hub, wire) = (Arc::clone(&self), Arc::clone(&wire));
            tokio::spawn(async move {
                let answered = contained(&hub.metrics, hub.obey(&wire, from, ask)).await;
                let fault = |_| Answer::Refused(Box::new(Refused::Internal.problem()));
                wire.answer(reply, &answered.unwrap_or_else(fault));
                drop(permit);
            });
        }
    }

    /// Says every second that this node is there, and how much those who follow from elsewhere were
    /// told; forgets nodes that say nothing.
    async fn keep_signing(self: Arc<Hub>, wire: Arc<Wire>) {
        let mut sign = tokio::time::interval(SIGN);
        sign.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            sign.tick().await;
            self.say_alive();
            for (node, pulses) in self.neighbours.pulses() {
                for some in pulses.chunks(PULSES) {
                    wire.tell(&node, &Message::Pulse(some.to_vec()));
                }
            }
            let change = self.neighbours.forget_gone(Instant::now());
            self.changed(change).await;
        }
    }

    /// Says that this node is there, where there are others.
    pub(crate) fn say_alive(&self) {
        if self.neighbours.wire().is_none() {
            return;
        }
        let mut online = self.lobby.makers();
        online.retain(|person| self.is_here(*person));
        online.truncate(MOST_ONLINE);
        let alive = Alive {
            draining: self.neighbours.is_draining(),
            online,
        };
        self.neighbours.tell_all(&Message::Alive(alive));
    }

    /// Takes nobody any more, and says so: others speak for games made from now on.
    pub(crate) fn drain(&self) {
        self.neighbours.drain();
        self.say_alive();
    }

    /// Reads what every node keeps in memory from time to time: words of changes may be lost.
    async fn keep_refreshing(self: Arc<Hub>) {
        let mut refresh = tokio::time::interval(REFRESH);
        refresh.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            refresh.tick().await;
            if let Err(error) = self.refresh().await {
                tracing::debug!(%error, "not read anew");
            }
        }
    }

    /// What another node tells. Nothing here waits for a room: what follows would wait with it.
    async fn hear(self: &Arc<Hub>, from: Life, message: Message) {
        match message {
            Message::Told(told) => {
                let (game, follower) = (told.game, told.follower);
                if !self
                    .neighbours
                    .pass_on(game, Heard::Told(from.clone(), told))
                {
                    self.let_go(&from, follower);
                }
            }
            Message::Pulse(pulses) => {
                for pulse in pulses {
                    self.hear_pulse(&from, pulse);
                }
            }
            Message::Forget(followers) => {
                let gone = self.neighbours.forget(&from, followers);
                self.forget(gone).await;
            }
            Message::Released(games) => {
                for game in games {
                    self.neighbours.pass_on(game, Heard::Look);
                }
            }
            Message::Taken(game) => {
                self.neighbours.pass_on(game, Heard::Look);
            }
            Message::Alive(alive) => {
                let change = self.neighbours.alive(from, alive);
                self.changed(change).await;
            }
            // That it has come is noted with every message.
            Message::Here => {}
            Message::Person(person, raw) => self.tell_here(person, &text(&raw)),
            Message::SessionEnded(person, session) => {
                let hash = HEXLOWER.decode(session.as_bytes()).ok();
                if let Some(hash) = hash.and_then(|hash| <[u8; 32]>::try_from(hash).ok()) {
                    self.end_session_here(person, TokenHash(hash));
                }
            }
            Message::SessionsEnded(person) => self.disconnect_here(person),
            Message::PersonChanged(person) => self.change_soon(person, Known::Changed),
            Message::Renamed(person) => self.change_soon(person, Known::Renamed),
            Message::Blocked(person, blocked) => {
                self.blocks.add([Pair { person, blocked }]);
                self.lobby.look_again();
            }
            Message::Unblocked(person, blocked) => {
                self.blocks.remove(Pair { person, blocked });
                self.lobby.look_again();
            }
            Message::Forgotten(person) => self.blocks.forget(person),
            Message::Waits(game) => {
                let hub = Arc::clone(self);
                tokio::spawn(async move {
                    // What cannot be read now is read soon.
                    let _ = hub.show_waiting(game).await;
                });
            }
            Message::WaitsNoMore(game) => self.lobby.remove(game),
            Message::Spent(spent) => self.neighbours.spent(&spent, Instant::now()),
        }
    }

    fn hear_pulse(&self, from: &Life, pulse: Told<()>) {
        let (game, follower) = (pulse.game, pulse.follower);
        if !self
            .neighbours
            .pass_on(game, Heard::Pulse(from.clone(), pulse))
        {
            self.let_go(from, follower);
        }
    }

    /// Nobody here follows what a node tells.
    fn let_go(&self, from: &Life, follower: u64) {
        if let Some(wire) = self.neighbours.wire() {
            wire.tell(&from.node, &Message::Forget(vec![follower]));
        }
    }

    /// Has rooms here let go of connections elsewhere.
    async fn forget(&self, gone: Vec<Arc<Away>>) {
        for away in gone {
            let game = away.game;
            // A room that is too busy is told with the next word to it, which nobody hears.
            self.leave(game, &Outbox::away(away));
        }
    }

    async fn changed(&self, change: Change) {
        self.forget(change.gone).await;
        for person in &change.left {
            self.lobby.seen(*person);
        }
        if change.came || !change.left.is_empty() {
            self.lobby.look_again();
        }
    }

    /// Shows a person as they are now in the rooms here, without anybody waiting for it.
    fn change_soon(self: &Arc<Hub>, person: PersonId, known: Known) {
        let hub = Arc::clone(self);
        tokio::spawn(async move {
            let changed = match known {
                Known::Changed => {
                    hub.person_changed_here(person).await;
                    Ok(())
                }
                Known::Renamed => hub.rename_here(person).await,
            };
            if let Err(error) = changed {
                tracing::debug!(%error, "a name was not read");
            }
        });
    }

    /// Does what another node asks of a room here.
    async fn obey(self: &Arc<Hub>, wire: &Arc<Wire>, from: Life, ask: Ask) -> Answer {
        let Ask { game, asked } = ask;
        if self.neighbours.is_draining() {
            return Answer::Elsewhere;
        }
        let room = match self.own_room(game).await {
            Ok(Some(room)) => room,
            Ok(None) => return Answer::Elsewhere,
            Err(refused) => return refuse(&refused),
        };
        let came = Instant::now();
        match asked {
            Asked::Watch {
                follower,
                watching,
                person,
            } => {
                let contact = self.neighbours.contact(&from);
                let wire = Arc::clone(wire);
                let away = Arc::new(Away::new(wire, from, game, follower, watching, contact));
                self.neighbours.follow(&away);
                let outbox = Outbox::away(away);
                let watched = ask_room(&room, |reply| Command::Watch {
                    person,
                    outbox,
                    reply,
                });
                match watched.await.and_then(|watched| watched) {
                    Ok(()) => Answer::Noted,
                    Err(refused) => refuse(&refused),
                }
            }
            Asked::Move {
                person,
                ply,
                text,
                age,
            } => {
                let age = Duration::from_millis(age).min(OLDEST_MOVE);
                let came = came.checked_sub(age).unwrap_or(came);
                let played = done(&room, |reply| Command::Move {
                    person,
                    ply,
                    text,
                    came,
                    reply,
                });
                played.await
            }
            Asked::Act {
                person,
                ply,
                action,
                id,
            } => {
                let acted = done(&room, |reply| Command::Act {
                    person,
                    ply,
                    action,
                    id,
                    reply,
                });
                acted.await
            }
            Asked::Say { person, phrase } => {
                let said = done(&room, |reply| Command::Say {
                    person,
                    phrase,
                    reply,
                });
                said.await
            }
            Asked::Show { person, listed } => {
                let shown = done(&room, |reply| Command::Show {
                    person,
                    listed,
                    reply,
                });
                shown.await
            }
            asked @ Asked::Join { .. } => {
                let joining = joining(&asked).expect("it is one");
                state(&room, |reply| Command::Join { joining, reply }).await
            }
            Asked::State { person } => state(&room, |reply| Command::State { person, reply }).await,
            Asked::CallOff => note(&room, Command::CallOff).await,
            Asked::Replaced => note(&room, Command::Replaced).await,
            Asked::Tick => note(&room, Command::Tick).await,
        }
    }

    /// Has those who followed a room that has ended here follow the game wherever it is now. Who cannot
    /// is let go, and comes again.
    pub(crate) async fn bring_over(
        self: &Arc<Hub>,
        game: GameId,
        followers: Vec<(Option<PersonId>, Outbox, Option<WatchReply>)>,
    ) {
        for (person, outbox, reply) in followers {
            if self.neighbours.is_draining() || !outbox.is_here() {
                continue;
            }
            let watching = async {
                let room = self.room(game).await?;
                let follower = outbox.clone();
                ask_room(&room, |reply| Command::Watch {
                    person,
                    outbox: follower,
                    reply,
                })
                .await?
            };
            let watched = watching.await;
            match reply {
                Some(reply) => drop(reply.send(watched)),
                None if watched.is_err() => outbox.cut(),
                None => {}
            }
            if !outbox.is_here() {
                self.leave(game, &outbox);
            }
        }
    }

    /// Sends a command on to wherever a game is now.
    pub(crate) async fn send_on(self: &Arc<Hub>, game: GameId, command: Command) {
        // Whoever sent it learns that there is no answer.
        if let Ok(room) = self.room(game).await {
            let _ = room.send(command).await;
        }
    }
}

/// Says often that this node is there: who is silent for longer keeps its people from playing.
async fn keep_saying_here(wire: Arc<Wire>) {
    let mut often = tokio::time::interval(OFTEN);
    often.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        often.tick().await;
        wire.tell_all(&Message::Here);
    }
}

/// Where it goes whether somebody follows.
type WatchReply = oneshot::Sender<Result<(), Refused>>;

/// What has become known of a person.
#[derive(Clone, Copy)]
enum Known {
    Changed,
    Renamed,
}

fn refuse(refused: &Refused) -> Answer {
    Answer::Refused(Box::new(refused.problem()))
}

async fn done(
    room: &mpsc::Sender<Command>,
    command: impl FnOnce(oneshot::Sender<Result<Done, Refused>>) -> Command,
) -> Answer {
    match ask_room(room, command).await.and_then(|done| done) {
        Ok(Done { ply }) => Answer::Done(ply),
        Err(refused) => refuse(&refused),
    }
}

async fn state(
    room: &mpsc::Sender<Command>,
    command: impl FnOnce(oneshot::Sender<Result<Box<GameState>, Refused>>) -> Command,
) -> Answer {
    match ask_room(room, command).await.and_then(|state| state) {
        Ok(state) => Answer::State(state),
        Err(refused) => refuse(&refused),
    }
}

async fn note(room: &mpsc::Sender<Command>, command: Command) -> Answer {
    match room.send(command).await {
        Ok(()) => Answer::Noted,
        Err(_) => Answer::Elsewhere,
    }
}
