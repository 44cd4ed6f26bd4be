//! What clients saw: each thing they sent or heard with its time. The checker judges by it.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Milliseconds since the test began, on the clock that is never set.
pub(crate) type Moment = i64;

/// The clocks of a game as they were shown, in milliseconds left: white, black.
pub(crate) type Shown = [i64; 2];

/// Who sits where: white is 0, black is 1.
pub(crate) type Side = usize;

/// One thing that happened to a client.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) at: Moment,
    /// Which client, from 0. Clients 2n and 2n + 1 sit at table n.
    pub(crate) client: usize,
    /// Which of its connections, from 0.
    pub(crate) connection: u32,
    pub(crate) what: What,
}

/// What can happen to a client.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum What {
    /// It is connected to a node, by number.
    Connected { node: usize },
    /// It lost the connection, or gave it up because nothing was heard.
    Lost { silent: bool },
    /// It has a seat in a game.
    Seated { game: String, side: Side },
    /// It sent a move, for the first time or again.
    Sent {
        game: String,
        ply: u32,
        text: String,
    },
    /// It was told of a move by a message of its own: of its own move, that is the acknowledgement.
    Told {
        game: String,
        ply: u32,
        text: String,
        clocks: Option<Shown>,
    },
    /// It was told that what it asked for by an id was done.
    Done { game: String, ply: u32 },
    /// It was told a whole game: so many entries, these moves.
    State {
        game: String,
        ply: u32,
        moves: Vec<String>,
    },
    /// Its move or act was refused.
    Refused {
        game: String,
        ply: u32,
        code: String,
    },
    /// It was told how a game ended, and what that did to the ratings: before and after, by side.
    Over {
        game: String,
        winner: Option<Side>,
        reason: String,
        ratings: [Option<[f64; 2]>; 2],
    },
}

/// Where all clients write.
#[derive(Clone, Debug)]
pub(crate) struct History {
    began: Instant,
    events: Arc<Mutex<Vec<Event>>>,
}

impl History {
    pub(crate) fn new() -> History {
        History {
            began: Instant::now(),
            events: Arc::default(),
        }
    }

    pub(crate) fn now(&self) -> Moment {
        self.began.elapsed().as_millis() as Moment
    }

    pub(crate) fn note(&self, client: usize, connection: u32, what: What) {
        let mut events = self.events.lock().unwrap();
        // Under the lock, so that the events are in the order of their times.
        let at = self.now();
        events.push(Event {
            at,
            client,
            connection,
            what,
        });
    }

    /// A copy of all that was written so far.
    pub(crate) fn events(&self) -> Vec<Event> {
        self.events.lock().unwrap().clone()
    }

    /// How many moves each table was told of since a moment.
    pub(crate) fn progress(&self, tables: usize, since: Moment) -> Vec<usize> {
        let mut moves = vec![0; tables];
        let events = self.events.lock().unwrap();
        let recent = events.iter().rev().take_while(|event| event.at > since);
        for event in recent.filter(|event| event.what.goes_on()) {
            moves[event.client / 2] += 1;
        }
        moves
    }

    /// The last things that happened at a table.
    pub(crate) fn last(&self, table: usize, count: usize) -> Vec<Event> {
        let events = self.events.lock().unwrap();
        let theirs = events
            .iter()
            .rev()
            .filter(|event| event.client / 2 == table);
        let mut last: Vec<Event> = theirs.take(count).cloned().collect();
        last.reverse();
        last
    }

    /// Waits until every table has gone on after a moment, and returns whether all have in time.
    pub(crate) async fn all_go_on(&self, tables: usize, since: Moment, limit: Duration) -> bool {
        let deadline = Instant::now() + limit;
        while Instant::now() < deadline {
            if self.progress(tables, since).iter().all(|moves| *moves > 0) {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        false
    }
}

impl What {
    /// The game it is about.
    pub(crate) fn game(&self) -> Option<&str> {
        match self {
            What::Seated { game, .. }
            | What::State { game, .. }
            | What::Told { game, .. }
            | What::Sent { game, .. }
            | What::Done { game, .. }
            | What::Refused { game, .. }
            | What::Over { game, .. } => Some(game),
            What::Connected { .. } | What::Lost { .. } => None,
        }
    }

    /// Whether it shows that play goes on.
    pub(crate) fn goes_on(&self) -> bool {
        matches!(self, What::Told { .. } | What::Over { .. })
    }
}

/// Something that was done to the site.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fault {
    pub(crate) name: String,
    pub(crate) from: Moment,
    /// When it was over.
    pub(crate) to: Moment,
    /// From when on games have to go on again, and how soon.
    pub(crate) counts_from: Moment,
    pub(crate) within: i64,
}
