use std::collections::{BTreeMap, BTreeSet, VecDeque};

use play::Millis;

use super::Bug;
use super::database::{Answer, Entry, Request, index};
use super::world::{Command, Event, Reply, Saying, World};
use crate::cluster::{Held, Holder, LEASE, Lease, Me, Rest, Standing};

/// A process of the site.
#[derive(Default)]
pub(super) struct Node {
    pub(super) up: bool,
    /// Counts its starts: what belongs to an earlier one is gone.
    pub(super) process: u32,
    pub(super) stopped: bool,
    pub(super) cut_from_database: bool,
    pub(super) cut_from_wire: bool,
    pub(super) draining: bool,
    /// By how much its own calendar is wrong.
    wrong_by: i64,
    pub(super) holder: Option<Holder>,
    /// Its uptime when it last stored something, and when that was. So much silence later it
    /// stands still.
    uptime: Millis,
    stored: u64,
    /// When it sent the last beat that counted.
    heard: u64,
    beats: u64,
    pub(super) rooms: BTreeMap<usize, Room>,
    /// Games it asked for without hearing an answer: they may be its own.
    doubtful: BTreeSet<usize>,
    /// What it waits for.
    pub(super) pending: BTreeMap<u64, Pending>,
    /// What comes while it is stopped.
    pub(super) inbox: Vec<Event>,
    /// What it sends while it is cut off or stopped, and that gets through later.
    pub(super) outbox: Vec<Event>,
}

pub(super) enum Room {
    Opening(Vec<Command>),
    Open(Open),
}

pub(super) struct Open {
    pub(super) lease: Lease,
    ply: usize,
    last: Option<Entry>,
    /// What is being stored or read for a command.
    busy: Option<Command>,
    queue: VecDeque<Command>,
    pub(super) closing: bool,
}

impl Open {
    pub(super) fn is_idle(&self) -> bool {
        self.busy.is_none() && self.queue.is_empty() && !self.closing
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pending {
    Join,
    Beat { asked: u64 },
    Leave,
    Orphans,
    Acquire(usize),
    Load(usize, Lease),
    Append(usize, Entry),
    Reload(usize),
    GiveBack(usize),
}

/// How long nothing has to be stored until uptime stands still.
const PATIENCE: u64 = 700;

impl Node {
    /// One whose calendar is wrong by so much, not started yet.
    pub(super) fn new(wrong_by: i64) -> Node {
        Node {
            wrong_by,
            ..Node::default()
        }
    }

    pub(super) fn uptime(&self, now: u64) -> Millis {
        self.uptime.plus(Millis((now - self.stored).min(PATIENCE)))
    }

    fn has_stored(&mut self, now: u64) {
        self.uptime = self.uptime(now);
        self.stored = now;
    }

    fn me(&self, now: u64) -> Option<Me> {
        let holder = self.holder.clone()?;
        let uptime = self.uptime(now);
        Some(Me { holder, uptime })
    }

    /// Whether it could take up a game.
    pub(super) fn is_sound(&self) -> bool {
        let works = self.up && !self.stopped && !self.cut_from_database && !self.draining;
        works && self.holder.is_some()
    }

    fn waits_for(&self, what: impl Fn(&Pending) -> bool) -> bool {
        self.pending.values().any(what)
    }

    /// Forgets what the process knew.
    pub(super) fn die(&mut self) {
        self.up = false;
        self.stopped = false;
        self.draining = false;
        self.process += 1;
        self.holder = None;
        self.rooms.clear();
        self.doubtful.clear();
        self.pending.clear();
        self.inbox.clear();
    }
}

/// What nodes do.
impl World {
    pub(super) fn start(&mut self, node: usize) {
        let process = self.nodes[node].process;
        self.nodes[node].up = true;
        self.nodes[node].beats = 0;
        self.ask(node, Pending::Join, Request::Join { node, uptime: None });
        let first = self.random.between(1, 400);
        self.after(first, Event::Beat { node, process });
    }

    pub(super) fn beat(&mut self, node: usize) {
        let (now, process) = (self.now, self.nodes[node].process);
        self.after(400, Event::Beat { node, process });
        let this = &mut self.nodes[node];
        this.beats += 1;
        let orphans = this.beats.is_multiple_of(2);
        let late = now - this.heard >= LEASE.as_millis() as u64;
        let Some(me) = this.me(now) else {
            if !this.waits_for(|pending| *pending == Pending::Join) {
                let uptime = (this.beats > 10).then(|| this.uptime(now));
                self.ask(node, Pending::Join, Request::Join { node, uptime });
            }
            return;
        };
        if late {
            // Its rooms are gone: what it may still hold is to be taken up anew by whoever can.
            self.close_all(node);
            if !self.nodes[node].waits_for(|pending| *pending == Pending::Join) {
                let uptime = Some(me.uptime);
                self.ask(node, Pending::Join, Request::Join { node, uptime });
            }
            return;
        }
        if !self.nodes[node].waits_for(|pending| matches!(pending, Pending::Beat { .. })) {
            self.ask(node, Pending::Beat { asked: now }, Request::Beat(me));
        }
        if orphans {
            self.look_for_orphans(node);
        }
        let doubtful = std::mem::take(&mut self.nodes[node].doubtful);
        self.take_up(node, doubtful);
    }

    fn take_up(&mut self, node: usize, games: impl IntoIterator<Item = usize>) {
        for game in games {
            let this = &self.nodes[node];
            if !this.rooms.contains_key(&game) && !this.draining {
                self.open(node, game, Vec::new());
            }
        }
    }

    fn look_for_orphans(&mut self, node: usize) {
        if !self.nodes[node].waits_for(|pending| *pending == Pending::Orphans) {
            self.ask(node, Pending::Orphans, Request::Orphans);
        }
    }

    /// Closes all rooms: this node speaks for nothing.
    fn close_all(&mut self, node: usize) {
        let about_a_game = |pending: &Pending| {
            !matches!(
                pending,
                Pending::Join | Pending::Beat { .. } | Pending::Leave | Pending::Orphans
            )
        };
        let this = &mut self.nodes[node];
        this.pending.retain(|_, pending| !about_a_game(pending));
        let rooms = std::mem::take(&mut this.rooms);
        for game in rooms.into_keys() {
            self.look_at(game);
        }
    }

    /// Somebody asks something of a game.
    pub(super) fn command(&mut self, node: usize, command: Command) {
        let this = &mut self.nodes[node];
        if this.holder.is_none() || this.draining {
            self.reply(node, command, Reply::Unavailable);
            return;
        }
        match this.rooms.get_mut(&command.game) {
            None => self.open(node, command.game, vec![command]),
            Some(Room::Opening(asked)) => asked.push(command),
            Some(Room::Open(room)) => {
                room.queue.push_back(command);
                self.go_on(node, command.game);
            }
        }
    }

    fn open(&mut self, node: usize, game: usize, asked: Vec<Command>) {
        let (now, clock) = (self.now, self.database.clock(self.now));
        let this = &mut self.nodes[node];
        let Some(me) = this.me(now) else {
            return;
        };
        this.rooms.insert(game, Room::Opening(asked));
        let mut calendar = clock;
        calendar.0 += this.wrong_by;
        self.ask(
            node,
            Pending::Acquire(game),
            Request::Acquire { me, game, calendar },
        );
    }

    /// Does what a room is asked, until something has to be stored.
    fn go_on(&mut self, node: usize, game: usize) {
        loop {
            let now = self.now;
            let uptime = self.nodes[node].uptime(now);
            let Some(Room::Open(room)) = self.nodes[node].rooms.get_mut(&game) else {
                return;
            };
            if room.busy.is_some() || room.closing {
                return;
            }
            let Some(command) = room.queue.pop_front() else {
                return;
            };
            let (next, last, lease) = (room.ply, room.last, room.lease);
            let Saying::Move { ply, said } = command.saying else {
                self.reply(node, command, Reply::State { ply: next });
                continue;
            };
            if ply + 1 == next && last.is_some_and(|last| last.said == said) {
                self.acknowledge(node, command, ply, said);
            } else if ply != next {
                self.reply(node, command, Reply::State { ply: next });
            } else {
                let time = lease.behind.game(uptime);
                room.busy = Some(command);
                let entry = Entry { said, time };
                let request = Request::Append {
                    game,
                    claim: lease.epoch,
                    ply,
                    entry,
                };
                self.ask(node, Pending::Append(game, entry), request);
                if self.bug == Some(Bug::EarlyAnswer) {
                    self.acknowledge(node, command, ply, said);
                }
            }
        }
    }

    /// Gives a game back.
    pub(super) fn give_back(&mut self, node: usize, game: usize, rest: Rest) {
        let now = self.now;
        let this = &mut self.nodes[node];
        let me = this.me(now);
        if let (Some(Room::Open(room)), Some(me)) = (this.rooms.get_mut(&game), me) {
            room.closing = true;
            let claim = room.lease.epoch;
            let request = Request::GiveBack {
                me,
                game,
                claim,
                rest,
            };
            self.ask(node, Pending::GiveBack(game), request);
            self.look_at(game);
        }
    }

    pub(super) fn leave(&mut self, node: usize) {
        let now = self.now;
        match self.nodes[node].me(now) {
            Some(me) => self.ask(node, Pending::Leave, Request::Leave(me)),
            None => self.down(node),
        }
    }

    /// The database has answered, or does not.
    pub(super) fn answered(&mut self, node: usize, pending: Pending, answer: Answer) {
        let now = self.now;
        let reads = matches!(answer, Answer::Loaded { .. } | Answer::Orphans(_));
        if !reads && !matches!(answer, Answer::Failed) {
            self.nodes[node].has_stored(now);
        }
        match (pending, answer) {
            (Pending::Join, Answer::Joined { holder, uptime }) => self.joined(node, holder, uptime),
            (Pending::Beat { asked }, Answer::Beaten(Standing::Kept)) => {
                self.nodes[node].heard = asked;
            }
            (Pending::Beat { .. }, Answer::Beaten(Standing::Lost)) => {
                let uptime = Some(self.nodes[node].uptime(now));
                self.ask(node, Pending::Join, Request::Join { node, uptime });
            }
            (Pending::Leave, _) => self.down(node),
            (Pending::Orphans, Answer::Orphans(mut games)) => {
                if !games.is_empty() {
                    let first = self.random.index(games.len());
                    games.rotate_left(first);
                }
                self.take_up(node, games);
            }
            (Pending::Acquire(game), Answer::Held(Held::Mine(lease))) => {
                self.ask(node, Pending::Load(game, lease), Request::Load { game });
            }
            (Pending::Acquire(game), answer) => self.not_mine(node, game, answer),
            (Pending::Load(game, lease), Answer::Loaded { ply, last }) => {
                self.opened(node, game, lease, ply, last);
            }
            (Pending::Append(game, entry), answer) => self.appended(node, game, entry, answer),
            (Pending::Reload(game), Answer::Loaded { ply, last }) => {
                if let Some(Room::Open(room)) = self.nodes[node].rooms.get_mut(&game) {
                    (room.ply, room.last) = (ply, last);
                    let again = room.busy.take();
                    again
                        .into_iter()
                        .for_each(|again| room.queue.push_front(again));
                }
                self.go_on(node, game);
            }
            // What cannot be read now is read again.
            (Pending::Load(game, _) | Pending::Reload(game), _) => {
                self.ask(node, pending, Request::Load { game });
            }
            (Pending::GiveBack(game), _) => self.hand_on(node, game),
            (Pending::Join | Pending::Beat { .. } | Pending::Orphans, _) => {}
        }
    }

    fn joined(&mut self, node: usize, holder: Holder, uptime: Millis) {
        let now = self.now;
        let this = &mut self.nodes[node];
        if this.holder.is_none() {
            (this.uptime, this.stored) = (uptime, now);
        }
        this.holder = Some(holder);
        this.heard = now;
        self.close_all(node);
        self.look_at_all();
        self.look_for_orphans(node);
    }

    /// A game that was asked for is another's, or cannot be had.
    fn not_mine(&mut self, node: usize, game: usize, answer: Answer) {
        let Some(Room::Opening(asked)) = self.nodes[node].rooms.remove(&game) else {
            return;
        };
        let Answer::Held(Held::By(other)) = answer else {
            if matches!(answer, Answer::Failed) {
                self.nodes[node].doubtful.insert(game);
            }
            return;
        };
        for command in asked.into_iter().filter(|command| !command.forwarded) {
            let forwarded = true;
            let command = Command {
                forwarded,
                ..command
            };
            self.carry(node, index(&other), command);
        }
    }

    fn opened(&mut self, node: usize, game: usize, lease: Lease, ply: usize, last: Option<Entry>) {
        let rooms = &mut self.nodes[node].rooms;
        let Some(Room::Opening(asked)) = rooms.remove(&game) else {
            return;
        };
        let room = Open {
            lease,
            ply,
            last,
            busy: None,
            queue: asked.into(),
            closing: false,
        };
        rooms.insert(game, Room::Open(room));
        self.look_at(game);
        self.go_on(node, game);
    }

    fn appended(&mut self, node: usize, game: usize, entry: Entry, answer: Answer) {
        let Some(Room::Open(room)) = self.nodes[node].rooms.get_mut(&game) else {
            return;
        };
        match answer {
            Answer::Done => {
                let ply = room.ply;
                (room.ply, room.last) = (ply + 1, Some(entry));
                if let Some(command) = room.busy.take() {
                    self.acknowledge(node, command, ply, entry.said);
                    self.tell(node, game, ply + 1);
                }
                self.go_on(node, game);
            }
            Answer::Outdated => self.hand_on(node, game),
            // Whether it was written is known once the log was read again.
            _ => self.ask(node, Pending::Reload(game), Request::Load { game }),
        }
    }

    /// Closes a room and hands on what it was asked.
    fn hand_on(&mut self, node: usize, game: usize) {
        if let Some(Room::Open(room)) = self.nodes[node].rooms.remove(&game) {
            self.look_at(game);
            for command in room.busy.into_iter().chain(room.queue) {
                self.command(node, command);
            }
        }
    }
}
