use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use tokio::sync::{mpsc, oneshot};
use tokio::time::MissedTickBehavior;

use super::NodeName;
use super::message::{Answer, Ask, Asked, Life, Message, Told, What, text};
use super::neighbours::Heard;
use super::request::Request;
use super::wire::{Unanswered, Wire};
use crate::fault::contained;
use crate::game_id::GameId;
use crate::protocol::ServerMessage;
use crate::refused::Refused;
use crate::rooms::{Command, Hub, Outbox, encode};
use crate::seat::PersonId;

/// Commands that wait before senders have to.
const QUEUE: usize = 64;

/// What the room elsewhere says that waits; more is missed and fetched again.
const HEARD: usize = 256;

/// How long an answer is waited for before it is asked whether the other node is still there, and how long when
/// somebody only begins to follow, who is told nothing until then.
const ANSWER: Duration = Duration::from_millis(2500);
const FOLLOWS: Duration = Duration::from_millis(1000);

/// How long something waits for somebody to speak for the game, before it is refused.
const PATIENCE: Duration = Duration::from_secs(8);

/// From one look who speaks for the game to the next, while nobody answers.
const LOOK: Duration = Duration::from_millis(250);

/// How often is looked whether all who follow are told what they have to be.
const TICK: Duration = Duration::from_secs(1);

/// After how long without a word a follower begins anew: the other node says something every second.
const SILENCE: Duration = Duration::from_millis(2500);

/// How long it stays when nobody follows the game.
const IDLE: Duration = Duration::from_secs(10);

/// The room of a game that another node speaks for: what is asked of it is carried there, and what is
/// told there comes to those who follow it here. When another node, or this one, speaks for the game
/// it ends, and whoever follows goes on there.
pub(crate) struct RemoteRoom {
    hub: Arc<Hub>,
    wire: Arc<Wire>,
    game: GameId,
    /// The node that speaks for it.
    speaker: NodeName,
    followers: HashMap<u64, Follower>,
    /// What was asked and is not answered yet.
    asked: FuturesUnordered<BoxFuture<'static, Asking>>,
    /// What was not answered, and waits to be asked again.
    waiting: VecDeque<Request>,
    /// When to look who speaks for the game.
    look: Option<Instant>,
    /// Since when nobody needs it.
    idle: Option<Instant>,
}

/// A connection here that follows the game.
struct Follower {
    person: Option<PersonId>,
    outbox: Outbox,
    /// Which time it follows.
    watching: u32,
    /// The number of the next thing it is told.
    next: u64,
    /// When something was heard for it.
    heard: Instant,
    /// Whether it was asked to follow and there is no answer yet.
    asks: bool,
    /// Who waits to hear that it follows, and until when.
    reply: Option<(oneshot::Sender<Result<(), Refused>>, Instant)>,
}

/// What was asked, and what came of it.
enum Asking {
    Watch {
        follower: u64,
        watching: u32,
        answer: Result<Answer, Unanswered>,
    },
    Request(Request, Result<Answer, Unanswered>),
}

/// Whether the room goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Stay,
    Leave,
}

impl RemoteRoom {
    /// Opens the room of a game that a node speaks for, and returns where to send commands.
    pub(crate) fn open(
        hub: Arc<Hub>,
        wire: Arc<Wire>,
        game: GameId,
        speaker: NodeName,
    ) -> mpsc::Sender<Command> {
        let (sender, commands) = mpsc::channel(QUEUE);
        let (says, heard) = mpsc::channel(HEARD);
        hub.neighbours.listen(game, says);
        let room = RemoteRoom {
            hub,
            wire,
            game,
            speaker,
            followers: HashMap::new(),
            asked: FuturesUnordered::new(),
            waiting: VecDeque::new(),
            look: None,
            idle: None,
        };
        tokio::spawn(room.stay(commands, heard));
        sender
    }

    async fn stay(
        mut self,
        mut commands: mpsc::Receiver<Command>,
        mut heard: mpsc::Receiver<Heard>,
    ) {
        let hub = Arc::clone(&self.hub);
        hub.metrics.remote_rooms.inc();
        // A fault ends it: whoever follows goes on in a new one.
        let _ = contained(&hub.metrics, self.run(&mut commands, &mut heard)).await;
        hub.metrics.remote_rooms.dec();
        self.close(commands).await;
    }

    async fn run(
        &mut self,
        commands: &mut mpsc::Receiver<Command>,
        heard: &mut mpsc::Receiver<Heard>,
    ) {
        let mut tick = tokio::time::interval(TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let look = self.look.map(tokio::time::Instant::from_std);
            let next = tokio::select! {
                command = commands.recv() => match command {
                    Some(command) => self.handle(command),
                    None => Next::Leave,
                },
                said = heard.recv() => match said {
                    Some(said) => self.hear(said),
                    None => Next::Leave,
                },
                Some(asking) = self.asked.next(), if !self.asked.is_empty() => {
                    self.answered(asking)
                }
                () = async { tokio::time::sleep_until(look.expect("it is due")).await },
                    if look.is_some() => self.look().await,
                _ = tick.tick() => self.tick(),
            };
            if next == Next::Leave {
                return;
            }
        }
    }

    /// Ends it. Whoever follows, and whatever was sent here, goes on wherever the game is now.
    async fn close(self, mut commands: mpsc::Receiver<Command>) {
        let RemoteRoom {
            hub,
            wire,
            game,
            speaker,
            followers,
            mut asked,
            waiting,
            ..
        } = self;
        commands.close();
        hub.retire(game);
        let ids: Vec<u64> = followers.keys().copied().collect();
        if !ids.is_empty() {
            wire.tell(&speaker, &Message::Forget(ids));
        }
        let mut watches = Vec::new();
        for follower in followers.into_values() {
            let (person, outbox) = (follower.person, follower.outbox);
            let reply = follower.reply.map(|(reply, _)| reply);
            watches.push((person, outbox, reply));
        }
        hub.bring_over(game, watches).await;
        for request in waiting {
            hub.send_on(game, request.into_command()).await;
        }
        while let Some(command) = commands.recv().await {
            hub.send_on(game, command).await;
        }
        // What is under way may have been done there: its answer counts, as long as one can come.
        while let Some(asking) = asked.next().await {
            if let Asking::Request(request, answer) = asking {
                match request.finish(answer) {
                    Ok(()) => {}
                    Err(request) => hub.send_on(game, request.into_command()).await,
                }
            }
        }
    }

    fn handle(&mut self, command: Command) -> Next {
        self.idle = None;
        match command {
            Command::Watch {
                person,
                outbox,
                reply,
            } => self.watch(person, outbox, reply),
            Command::Leave { outbox } => {
                let leaves = |(_, follower): &(&u64, &Follower)| follower.outbox.is(&outbox);
                let id = self.followers.iter().find(leaves).map(|(id, _)| *id);
                if let Some(id) = id {
                    self.let_go(id);
                }
            }
            other => {
                // What is left is for the room that speaks: each node hears of changes by itself.
                if let Some(request) = Request::of(other) {
                    self.ask(request);
                }
            }
        }
        Next::Stay
    }

    fn watch(
        &mut self,
        person: Option<PersonId>,
        outbox: Outbox,
        reply: oneshot::Sender<Result<(), Refused>>,
    ) {
        let same = |(_, follower): &(&u64, &Follower)| follower.outbox.is(&outbox);
        let known = self.followers.iter().find(same);
        let (id, watching, follows) = match known {
            Some((id, follower)) => (*id, follower.watching, follower.reply.is_none()),
            None => (self.hub.neighbours.next_follower(), 0, false),
        };
        let reply = if follows {
            // It goes on to follow, whatever comes of this time: it is told everything anew when it can be.
            let _ = reply.send(Ok(()));
            None
        } else {
            Some((reply, Instant::now() + PATIENCE))
        };
        let follower = Follower {
            person,
            outbox,
            watching,
            next: 0,
            heard: Instant::now(),
            asks: false,
            reply,
        };
        self.followers.insert(id, follower);
        self.watch_anew(id);
    }

    /// Has a follower told everything from the beginning.
    fn watch_anew(&mut self, id: u64) {
        let Some(follower) = self.followers.get_mut(&id) else {
            return;
        };
        follower.watching += 1;
        follower.next = 0;
        follower.asks = true;
        follower.heard = Instant::now();
        let (watching, person) = (follower.watching, follower.person);
        let ask = Ask {
            game: self.game,
            asked: Asked::Watch {
                follower: id,
                watching,
                person,
            },
        };
        let (wire, speaker) = (Arc::clone(&self.wire), self.speaker.clone());
        self.asked.push(Box::pin(async move {
            let answer = wire.ask(&speaker, &ask, FOLLOWS).await;
            Asking::Watch {
                follower: id,
                watching,
                answer,
            }
        }));
    }

    fn ask(&mut self, request: Request) {
        let ask = Ask {
            game: self.game,
            asked: request.asked(),
        };
        let (wire, speaker) = (Arc::clone(&self.wire), self.speaker.clone());
        self.asked.push(Box::pin(async move {
            let answer = wire.ask(&speaker, &ask, ANSWER).await;
            Asking::Request(request, answer)
        }));
    }

    fn answered(&mut self, asking: Asking) -> Next {
        match asking {
            Asking::Request(request, answer) => {
                if let Err(request) = request.finish(answer) {
                    self.waiting.push_back(request);
                    self.look_soon();
                }
            }
            Asking::Watch {
                follower,
                watching,
                answer,
            } => self.watched(follower, watching, answer),
        }
        Next::Stay
    }

    fn watched(&mut self, id: u64, watching: u32, answer: Result<Answer, Unanswered>) {
        let current = |follower: &&mut Follower| follower.watching == watching;
        let Some(follower) = self.followers.get_mut(&id).filter(current) else {
            return;
        };
        follower.asks = false;
        match answer {
            Ok(Answer::Noted) => {
                follower.heard = Instant::now();
                if let Some((reply, _)) = follower.reply.take() {
                    let _ = reply.send(Ok(()));
                }
            }
            Ok(Answer::Refused(problem)) => {
                let refused = Refused::Relayed(problem);
                if refused.wait().is_some() && follower.reply.is_none() {
                    return self.look_soon();
                }
                match follower.reply.take() {
                    Some((reply, _)) => {
                        let _ = reply.send(Err(refused));
                    }
                    None => {
                        let gone = ServerMessage::Refused {
                            id: None,
                            game: Some(self.game.to_string()),
                            ply: None,
                            question: None,
                            problem: refused.problem(),
                        };
                        let _ = follower.outbox.send(&encode(&gone));
                    }
                }
                self.followers.remove(&id);
            }
            _ => self.look_soon(),
        }
    }

    fn hear(&mut self, heard: Heard) -> Next {
        match heard {
            Heard::Told(from, told) => self.told(&from, told),
            Heard::Pulse(from, told) => self.pulse(&from, &told),
            Heard::Look => self.look = Some(Instant::now()),
        }
        Next::Stay
    }

    /// The follower that something is for, as long as it follows for that time.
    fn follower<T>(&mut self, from: &Life, told: &Told<T>) -> Option<&mut Follower> {
        let current = |follower: &&mut Follower| follower.watching == told.watching;
        let follower = self.followers.get_mut(&told.follower).filter(current);
        follower.filter(|_| from.node == self.speaker)
    }

    fn told(&mut self, from: &Life, told: Told) {
        let Some(follower) = self.follower(from, &told) else {
            return;
        };
        if told.number < follower.next {
            return;
        }
        if told.number > follower.next {
            return self.missed(told.follower);
        }
        follower.next += 1;
        follower.heard = Instant::now();
        match told.what {
            What::Text(raw) => {
                if follower.outbox.send(&text(&raw)).is_err() {
                    self.let_go(told.follower);
                }
            }
            // The room there has ended, perhaps because somebody else speaks now.
            What::Over => self.look = Some(Instant::now()),
        }
    }

    fn pulse(&mut self, from: &Life, told: &Told<()>) {
        let Some(follower) = self.follower(from, told) else {
            let unknown = !self.followers.contains_key(&told.follower);
            if unknown {
                self.wire
                    .tell(&from.node, &Message::Forget(vec![told.follower]));
            }
            return;
        };
        if told.number > follower.next {
            self.missed(told.follower);
        } else {
            follower.heard = Instant::now();
        }
    }

    /// A follower has missed something.
    fn missed(&mut self, id: u64) {
        let asks = self.followers.get(&id).is_some_and(|it| it.asks);
        self.hub.metrics.wire_gaps.inc();
        // The answer to what is asked may still be under way; what is missed then is noticed again.
        if !asks {
            self.watch_anew(id);
        }
    }

    fn let_go(&mut self, id: u64) {
        self.followers.remove(&id);
        self.wire.tell(&self.speaker, &Message::Forget(vec![id]));
    }

    fn look_soon(&mut self) {
        self.look.get_or_insert(Instant::now() + LOOK);
    }

    /// Looks who speaks for the game, and asks again where it is the same node.
    async fn look(&mut self) -> Next {
        self.look = None;
        match self.hub.speaker(self.game).await {
            Ok(Some(speaker)) if speaker == self.speaker => {}
            // Nobody can tell at the moment.
            Err(_) => {}
            Ok(_) => return Next::Leave,
        }
        self.refuse_late();
        for request in std::mem::take(&mut self.waiting) {
            self.ask(request);
        }
        let silent: Vec<u64> = self
            .followers
            .iter()
            .filter(|(_, follower)| !follower.asks)
            .map(|(id, _)| *id)
            .collect();
        silent.into_iter().for_each(|id| self.watch_anew(id));
        Next::Stay
    }

    /// Refuses what has waited for too long.
    fn refuse_late(&mut self) {
        let now = Instant::now();
        let (late, rest) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(|request: &Request| request.since() + PATIENCE <= now);
        self.waiting = rest;
        late.into_iter().for_each(Request::refuse);
        self.followers.retain(|_, follower| {
            let late = follower.reply.take_if(|(_, until)| *until <= now);
            match late {
                Some((reply, _)) => reply.send(Err(Refused::Between)).is_err(),
                None => true,
            }
        });
    }

    fn tick(&mut self) -> Next {
        let now = Instant::now();
        self.followers
            .retain(|_, follower| follower.outbox.is_here());
        let silent: Vec<u64> = self
            .followers
            .iter()
            .filter(|(_, it)| !it.asks && now.duration_since(it.heard) > SILENCE)
            .map(|(id, _)| *id)
            .collect();
        for id in silent {
            self.missed(id);
        }
        let needed =
            !self.followers.is_empty() || !self.asked.is_empty() || !self.waiting.is_empty();
        if needed {
            self.idle = None;
            return Next::Stay;
        }
        match self.idle {
            Some(since) if now.duration_since(since) >= IDLE => Next::Leave,
            Some(_) => Next::Stay,
            None => {
                self.idle = Some(now);
                Next::Stay
            }
        }
    }
}
