use super::checker::Outage;
use super::node::Room;
use super::world::{Event, World};
use crate::cluster::Rest;

/// What ends a fault.
#[derive(Clone, Copy, Debug)]
pub(super) enum Heal {
    /// A node that is down starts anew.
    Start(usize),
    /// One that was stopped goes on.
    Wake(usize, u32),
    /// One that was cut off is connected again.
    Connect(usize),
    /// One that drains has had its time.
    Drained(usize, u32),
    Database,
}

/// Until when something may go wrong, in milliseconds; what does is over five seconds later, or has
/// as long to be.
pub(super) const FAULTS_UNTIL: u64 = 22_000;

/// What befalls a site, and how it ends.
impl World {
    /// Something goes wrong, and will again.
    pub(super) fn befall(&mut self) {
        let pause = self.random.between(200, 6000);
        if self.now + pause < FAULTS_UNTIL {
            self.after(pause, Event::Fault);
        }
        // Those who speak for something are the interesting ones.
        let mut node = self.random.index(self.nodes.len());
        for _ in 0..3 {
            if self.nodes[node].rooms.is_empty() {
                node = self.random.index(self.nodes.len());
            }
        }
        match self.random.index(16) {
            0..=3 => self.kill(node),
            4..=7 => self.stop(node),
            8..=10 => self.cut(node),
            11 | 12 => self.drain(node),
            13 => {
                self.database_up = false;
                let down = self.random.between(300, 6000);
                self.after(down, Event::Heal(Heal::Database));
            }
            14 => self.losing_until = self.now + self.random.between(500, 3000),
            _ => self.slow_until = self.now + self.random.between(500, 5000),
        }
        self.look_at_all();
        self.hit(node, self.cause);
        if !self.database_up {
            (0..self.nodes.len()).for_each(|node| self.hit(node, Outage::Silent));
        }
        self.cause = Outage::Silent;
    }

    fn kill(&mut self, node: usize) {
        if self.nodes[node].up {
            self.cause = Outage::Kill;
            self.nodes[node].die();
            let down = self.random.between(100, 15_000);
            self.after(down, Event::Heal(Heal::Start(node)));
        }
    }

    fn stop(&mut self, node: usize) {
        let this = &mut self.nodes[node];
        if this.up && !this.stopped {
            this.stopped = true;
            let process = this.process;
            let time = match self.random.index(4) {
                0 => self.random.between(200, 3000),
                _ => self.random.between(5000, 20_000),
            };
            self.after(time, Event::Heal(Heal::Wake(node, process)));
        }
    }

    /// From the database, from the wire, or both.
    fn cut(&mut self, node: usize) {
        let which = self.random.index(3);
        self.nodes[node].cut_from_database |= which != 1;
        self.nodes[node].cut_from_wire |= which != 0;
        let time = match self.random.index(3) {
            0 => self.random.between(200, 3000),
            _ => self.random.between(3000, 15_000),
        };
        self.after(time, Event::Heal(Heal::Connect(node)));
    }

    fn drain(&mut self, node: usize) {
        let this = &mut self.nodes[node];
        if !this.up || this.stopped || this.draining {
            return;
        }
        this.draining = true;
        let process = this.process;
        let idle = |room: &Room| matches!(room, Room::Open(room) if room.is_idle());
        let rooms = this.rooms.iter().filter(|(_, room)| idle(room));
        let games: Vec<usize> = rooms.map(|(game, _)| *game).collect();
        for game in games {
            self.give_back(node, game, Rest::Stands);
        }
        self.after(300, Event::Heal(Heal::Drained(node, process)));
    }

    /// A node that has left is down, and comes back.
    pub(super) fn down(&mut self, node: usize) {
        self.nodes[node].die();
        let pause = self.random.between(100, 8000);
        self.after(pause, Event::Heal(Heal::Start(node)));
        self.look_at_all();
    }

    pub(super) fn heal(&mut self, heal: Heal) {
        match heal {
            Heal::Start(node) => {
                if !self.nodes[node].up {
                    self.start(node);
                }
            }
            Heal::Wake(node, process) => {
                let this = &mut self.nodes[node];
                if this.process == process {
                    this.stopped = false;
                    let mut late = std::mem::take(&mut this.inbox);
                    // Nobody says what a process that wakes turns to first.
                    for place in (1..late.len()).rev() {
                        late.swap(place, self.random.index(place + 1));
                    }
                    late.into_iter().for_each(|event| self.after(0, event));
                }
                self.deliver_late(node);
            }
            Heal::Connect(node) => {
                self.nodes[node].cut_from_database = false;
                self.nodes[node].cut_from_wire = false;
                // What was asked over connections that are gone is not answered any more.
                let process = self.nodes[node].process;
                let asked: Vec<u64> = self.nodes[node].pending.keys().copied().collect();
                for id in asked {
                    self.fails(node, process, id, 30);
                }
                self.deliver_late(node);
            }
            Heal::Drained(node, process) => {
                if self.nodes[node].process == process {
                    self.leave(node);
                }
            }
            Heal::Database => {
                self.database_up = true;
                self.database_since = self.now;
            }
        }
        self.look_at_all();
    }

    /// What a node had sent arrives after all.
    fn deliver_late(&mut self, node: usize) {
        for event in std::mem::take(&mut self.nodes[node].outbox) {
            let travel = self.random.between(0, 20);
            self.after(travel, event);
        }
    }
}
