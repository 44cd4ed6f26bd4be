use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Bug;
use super::checker::{Checker, Outage, Stamp};
use super::database::{Answer, Database, Request, index};
use super::faults::Heal;
use super::node::{Node, Pending, Room};
use super::random::Random;
use crate::cluster::{Holder, Rest};

/// A whole site in virtual time: everything that happens comes out of one queue.
pub(super) struct World {
    pub(super) now: u64,
    pub(super) random: Random,
    pub(super) bug: Option<Bug>,
    pub(super) database: Database,
    pub(super) database_up: bool,
    /// Since when it answers, and until when answers get lost.
    pub(super) database_since: u64,
    pub(super) losing_until: u64,
    /// Until when it is slow.
    pub(super) slow_until: u64,
    pub(super) nodes: Vec<Node>,
    /// Since when each could take up a game.
    sound_since: Vec<Option<u64>>,
    clients: Vec<Client>,
    pub(super) checker: Checker,
    /// What is happening to the games just now.
    pub(super) cause: Outage,
    queue: BinaryHeap<Reverse<(u64, u64)>>,
    events: Vec<Option<Event>>,
    free: Vec<usize>,
    count: u64,
    requests: u64,
    said: u64,
}

/// Somebody at one side of a game.
struct Client {
    game: usize,
    side: usize,
    node: usize,
    known: usize,
    /// What they do now; what belongs to something earlier is ignored.
    seq: u64,
    tries: u32,
    planned: Option<(usize, u64)>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Command {
    pub(super) game: usize,
    pub(super) client: usize,
    pub(super) seq: u64,
    /// Where the client is connected.
    pub(super) at: usize,
    pub(super) forwarded: bool,
    pub(super) saying: Saying,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Saying {
    Move { ply: usize, said: u64 },
    Look,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Reply {
    Done { ply: usize },
    State { ply: usize },
    Unavailable,
}

pub(super) enum Event {
    Beat {
        node: usize,
        process: u32,
    },
    Request {
        node: usize,
        process: u32,
        id: u64,
        request: Request,
        /// For who checks: of which process a write is, and what had befallen its game.
        written: Option<(Holder, Stamp)>,
    },
    Answer {
        node: usize,
        process: u32,
        id: u64,
        answer: Answer,
    },
    Command {
        node: usize,
        command: Command,
    },
    Reply {
        client: usize,
        seq: u64,
        reply: Reply,
    },
    Told {
        client: usize,
        ply: usize,
    },
    Act {
        client: usize,
        seq: u64,
    },
    TimeOut {
        client: usize,
        seq: u64,
    },
    Idle,
    Fault,
    Heal(Heal),
}

/// How long anybody waits for an answer.
const TIMEOUT: u64 = 1000;
const CLIENT_TIMEOUT: u64 = 1200;

impl World {
    pub(super) fn new(seed: u64, bug: Option<Bug>) -> World {
        let mut random = Random::new(seed);
        let nodes = match random.index(200) {
            0 => random.between(100, 300),
            1..=10 => random.between(10, 40),
            _ => random.between(3, 7),
        } as usize;
        let games = random.between(2, 6) as usize;
        let ahead = random.between(0, 1 << 40) as i64;
        let client = |number: usize| Client {
            game: number / 2,
            side: number % 2,
            node: 0,
            known: 0,
            seq: 1,
            tries: 0,
            planned: None,
        };
        let mut world = World {
            now: 0,
            bug,
            database: Database::new(nodes, games, ahead, bug),
            database_up: true,
            database_since: 0,
            losing_until: 0,
            slow_until: 0,
            nodes: (0..nodes)
                .map(|_| Node::new(random.between(0, 20_000) as i64 - 10_000))
                .collect(),
            sound_since: vec![None; nodes],
            clients: (0..2 * games).map(client).collect(),
            checker: Checker::new(games),
            cause: Outage::Silent,
            queue: BinaryHeap::new(),
            events: Vec::new(),
            free: Vec::new(),
            count: 0,
            requests: 0,
            said: 0,
            random,
        };
        for node in 0..nodes {
            world.start(node);
        }
        for client in 0..world.clients.len() {
            world.clients[client].node = world.random.index(nodes);
            let begins = world.random.between(50, 1000);
            world.after(begins, Event::Act { client, seq: 1 });
        }
        world
    }

    pub(super) fn after(&mut self, delay: u64, event: Event) {
        let place = match self.free.pop() {
            Some(place) => {
                self.events[place] = Some(event);
                place
            }
            None => {
                self.events.push(Some(event));
                self.events.len() - 1
            }
        };
        self.count += 1;
        // What comes at one moment comes in the order it was sent.
        let key = (self.count << 24) | place as u64;
        self.queue.push(Reverse((self.now + delay, key)));
    }

    /// Lets things happen until then, or until something is found that must not be.
    pub(super) fn run(&mut self, until: u64) {
        while let Some(Reverse((time, key))) = self.queue.pop() {
            if time > until || self.checker.violation.is_some() {
                break;
            }
            self.now = time;
            let place = (key & 0xff_ffff) as usize;
            self.free.push(place);
            if let Some(event) = self.events[place].take() {
                self.happen(event);
            }
        }
        self.now = until;
    }

    fn happen(&mut self, event: Event) {
        let at = match &event {
            Event::Beat { node, .. } | Event::Answer { node, .. } | Event::Command { node, .. } => {
                Some(*node)
            }
            _ => None,
        };
        if let Some(node) = at.filter(|node| self.nodes[*node].stopped) {
            self.nodes[node].inbox.push(event);
            return;
        }
        match event {
            Event::Beat { node, process } => {
                if self.nodes[node].process == process {
                    self.beat(node);
                }
            }
            Event::Request { .. } => self.request(event),
            Event::Answer {
                node,
                process,
                id,
                answer,
            } => {
                if self.nodes[node].process == process
                    && let Some(pending) = self.nodes[node].pending.remove(&id)
                {
                    self.answered(node, pending, answer);
                }
            }
            Event::Command { node, command } => {
                if self.nodes[node].up {
                    self.command(node, command);
                } else if !command.forwarded {
                    let (client, seq) = (command.client, command.seq);
                    self.after(1, Event::TimeOut { client, seq });
                }
            }
            Event::Reply { client, seq, reply } => self.replied(client, seq, reply),
            Event::Told { client, ply } => {
                if self.clients[client].known < ply {
                    self.clients[client].known = ply;
                    self.act_next(client);
                }
            }
            Event::Act { client, seq } => {
                if self.clients[client].seq == seq {
                    self.act(client);
                }
            }
            Event::TimeOut { client, seq } => {
                if self.clients[client].seq == seq {
                    self.clients[client].tries += 1;
                    self.act_next(client);
                }
            }
            Event::Idle => self.close_idle(),
            Event::Fault => self.befall(),
            Event::Heal(heal) => self.heal(heal),
        }
    }

    fn travel(&mut self) -> u64 {
        let longest = if self.now < self.slow_until { 150 } else { 6 };
        self.random.between(1, longest)
    }

    /// A node asks the database.
    pub(super) fn ask(&mut self, node: usize, pending: Pending, request: Request) {
        self.requests += 1;
        let (id, process) = (self.requests, self.nodes[node].process);
        self.nodes[node].pending.insert(id, pending);
        let written = match (&request, &self.nodes[node].holder) {
            (Request::Append { game, .. }, Some(holder)) => {
                Some((holder.clone(), self.checker.stamp(self.now, *game)))
            }
            _ => None,
        };
        let event = Event::Request {
            node,
            process,
            id,
            request,
            written,
        };
        if self.nodes[node].cut_from_database {
            self.fails(node, process, id, TIMEOUT);
            if self.random.once_in(2) {
                self.hold_up(node, event);
            }
        } else {
            let travel = self.travel();
            self.after(travel, event);
        }
    }

    pub(super) fn fails(&mut self, node: usize, process: u32, id: u64, after: u64) {
        let answer = Answer::Failed;
        self.after(
            after,
            Event::Answer {
                node,
                process,
                id,
                answer,
            },
        );
    }

    /// What a node has sent comes late, which is a fault of its own for the game it is about.
    fn hold_up(&mut self, node: usize, event: Event) {
        if let Event::Request { request, .. } = &event
            && let Some(game) = request.game()
        {
            self.checker.fault(game);
        }
        self.nodes[node].outbox.push(event);
    }

    /// What a node has sent reaches the database, or does not.
    fn request(&mut self, event: Event) {
        let Event::Request {
            node,
            process,
            id,
            ref request,
            ref written,
        } = event
        else {
            return;
        };
        let game = request.game();
        if !self.database_up {
            self.fails(node, process, id, 10);
            return;
        }
        let sender = &self.nodes[node];
        let held_up = sender.stopped && sender.process == process;
        if (held_up && self.random.once_in(2)) || self.nodes[node].cut_from_database {
            self.fails(node, process, id, TIMEOUT);
            self.hold_up(node, event);
            return;
        }
        let (answer, grant) = self.database.transact(request, self.now);
        if let (Some(game), Some(grant)) = (game, grant) {
            self.checker.granted(self.now, game, &grant);
        }
        // A node that has died since is found dead later.
        if !self.nodes[node].is_sound() || self.nodes[node].process != process {
            self.hit(node, Outage::Kill);
        }
        if let (
            Request::Append {
                game, claim, entry, ..
            },
            Some((writer, stamp)),
        ) = (request, written)
        {
            let now = self.now;
            match answer {
                Answer::Done => {
                    let said = (*entry, *stamp);
                    self.checker.committed(now, *game, writer, *claim, said);
                }
                Answer::Outdated => {
                    let lease = self.database.leases[*game].as_ref();
                    let free = lease.is_none_or(|lease| lease.holder.is_none());
                    self.checker.refused(now, *game, *claim, free);
                }
                _ => {}
            }
        }
        if let Some(game) = game {
            self.look_at(game);
        } else if matches!(request, Request::Join { .. } | Request::Leave(_)) {
            self.look_at_all();
        }
        let lost = self.now < self.losing_until && self.random.once_in(4);
        if lost {
            self.fails(node, process, id, TIMEOUT);
            if let Some(game) = game {
                self.checker.fault(game);
            }
            return;
        }
        let travel = self.travel();
        self.after(
            travel,
            Event::Answer {
                node,
                process,
                id,
                answer,
            },
        );
    }

    /// Something befell a node, and the games it is to speak for.
    pub(super) fn hit(&mut self, node: usize, kind: Outage) {
        for (game, lease) in self.database.leases.iter().enumerate() {
            let holder = lease.as_ref().and_then(|lease| lease.holder.as_ref());
            if holder.is_some_and(|holder| index(&holder.node) == node) {
                self.checker.hit(self.now, game, kind);
            }
        }
    }

    /// From one node to another, if both are on the wire.
    pub(super) fn carry(&mut self, from: usize, to: usize, command: Command) {
        let cut = self.nodes[from].cut_from_wire || self.nodes[to].cut_from_wire;
        if !cut && !self.random.once_in(100) {
            let travel = self.random.between(1, 4);
            self.after(travel, Event::Command { node: to, command });
        }
    }

    pub(super) fn reply(&mut self, node: usize, command: Command, reply: Reply) {
        let Command {
            client, seq, at, ..
        } = command;
        if self.reaches(node, at) {
            let travel = self.random.between(1, 6);
            self.after(travel, Event::Reply { client, seq, reply });
        }
    }

    pub(super) fn acknowledge(&mut self, node: usize, command: Command, ply: usize, said: u64) {
        let log = &self.database.logs[command.game];
        let entry = (ply, said);
        self.checker
            .acknowledged(self.now, command.game, entry, log);
        self.reply(node, command, Reply::Done { ply });
    }

    /// Tells both players how far a game has come, as far as they can be reached.
    pub(super) fn tell(&mut self, node: usize, game: usize, ply: usize) {
        for client in [2 * game, 2 * game + 1] {
            if self.reaches(node, self.clients[client].node) {
                let travel = self.random.between(1, 6);
                self.after(travel, Event::Told { client, ply });
            }
        }
    }

    /// Whether what a node says gets to who is connected at another.
    fn reaches(&mut self, from: usize, to: usize) -> bool {
        let cut = self.nodes[from].cut_from_wire || self.nodes[to].cut_from_wire;
        let there = self.nodes[to].up && !self.nodes[to].stopped;
        from == to || !cut && there && !self.random.once_in(100)
    }

    fn act_next(&mut self, client: usize) {
        let this = &mut self.clients[client];
        this.seq += 1;
        let seq = this.seq;
        let to_move = this.known % 2 == this.side;
        let pause = match (to_move, this.tries) {
            (true, 0) => self.random.between(20, 500),
            (false, 0) => self.random.between(500, 900),
            _ => self.random.between(50, 300),
        };
        self.after(pause, Event::Act { client, seq });
    }

    /// Moves, or looks whether the other has.
    fn act(&mut self, client: usize) {
        let elsewhere = self.clients[client].tries > 1 || !self.nodes[self.clients[client].node].up;
        if elsewhere {
            self.clients[client].node = self.random.index(self.nodes.len());
            self.clients[client].tries = 0;
        }
        let this = &mut self.clients[client];
        let (game, seq, at, ply) = (this.game, this.seq, this.node, this.known);
        let mut command = Command {
            game,
            client,
            seq,
            at,
            forwarded: false,
            saying: Saying::Look,
        };
        if ply % 2 == this.side {
            let planned = this.planned.filter(|(planned, _)| *planned == ply);
            let (_, said) = planned.unwrap_or_else(|| {
                self.said += 1;
                (ply, self.said)
            });
            this.planned = Some((ply, said));
            command.saying = Saying::Move { ply, said };
            if self.random.once_in(10) {
                // Another window of theirs, in which they play something else.
                self.said += 1;
                let said = self.said;
                let node = self.random.index(self.nodes.len());
                let other = Command {
                    seq: 0,
                    at: node,
                    saying: Saying::Move { ply, said },
                    ..command
                };
                let travel = self.random.between(1, 6);
                let command = other;
                self.after(travel, Event::Command { node, command });
            }
        }
        let travel = self.random.between(1, 6);
        self.after(travel, Event::Command { node: at, command });
        self.after(CLIENT_TIMEOUT, Event::TimeOut { client, seq });
    }

    fn replied(&mut self, client: usize, seq: u64, reply: Reply) {
        let this = &mut self.clients[client];
        if this.seq != seq {
            return;
        }
        match reply {
            Reply::Done { ply } => (this.known, this.tries) = (this.known.max(ply + 1), 0),
            Reply::State { ply } => (this.known, this.tries) = (ply, 0),
            Reply::Unavailable => this.tries += 1,
        }
        self.act_next(client);
    }

    /// Whether a game has a clock of days: it may be nobody's while nobody is there.
    fn has_days(game: usize) -> bool {
        game.is_multiple_of(2)
    }

    /// Some room of a game with days closes because nobody needs it.
    fn close_idle(&mut self) {
        let pause = self.random.between(300, 3000);
        self.after(pause, Event::Idle);
        let node = self.random.index(self.nodes.len());
        let this = &self.nodes[node];
        if this.stopped || !this.up {
            return;
        }
        let idle = this.rooms.iter().find_map(|(game, room)| match room {
            Room::Open(room) if World::has_days(*game) && room.is_idle() => Some(*game),
            _ => None,
        });
        if let Some(game) = idle {
            self.give_back(node, game, Rest::Runs);
        }
    }

    /// Whether somebody could move in a game now, if they found the way.
    fn is_available(&self, game: usize) -> bool {
        let Some(lease) = &self.database.leases[game] else {
            return self.database_up;
        };
        let Some(named) = &lease.holder else {
            return self.database_up && lease.stands.is_none();
        };
        let node = &self.nodes[index(&named.node)];
        let here = node.is_sound() && node.holder.as_ref() == Some(named);
        let speaks = |room: &Room| match room {
            Room::Open(room) => {
                room.lease.epoch == lease.epoch && (!room.closing || World::has_days(game))
            }
            Room::Opening(_) => World::has_days(game),
        };
        self.database_up && here && node.rooms.get(&game).map_or(World::has_days(game), speaks)
    }

    /// Something may have changed for a game.
    pub(super) fn look_at(&mut self, game: usize) {
        let (available, sound) = (self.is_available(game), self.sound());
        self.checker
            .now_available(self.now, game, available, self.cause, sound);
    }

    /// Something may have changed for all.
    pub(super) fn look_at_all(&mut self) {
        for node in 0..self.nodes.len() {
            let sound = self.nodes[node].is_sound();
            let since = &mut self.sound_since[node];
            *since = sound.then(|| since.unwrap_or(self.now));
        }
        for game in 0..self.database.leases.len() {
            self.look_at(game);
        }
    }

    /// Since when the database and some node could have had games go on.
    pub(super) fn sound(&self) -> Option<u64> {
        let node = self.sound_since.iter().flatten().min()?;
        let answers = self.database_since.max(self.losing_until);
        let sound = self.database_up && self.now >= self.losing_until;
        sound.then_some((*node).max(answers).max(self.slow_until))
    }
}
