//! Matches between computer players: both colours from the same random openings, no two games
//! alike, and the same games again from the same seed.
//!
//! ```
//! use play::Families;
//! use play::arena::Arena;
//!
//! let setup = Families::standard().setup("mijnlieff").unwrap();
//! let players = ["greedy", "random"].map(|name| name.parse().unwrap());
//! let report = Arena::new(setup, players, 20).run(&|_| {}).unwrap();
//! assert_eq!(report.tally.games(), 20);
//! assert_eq!(report.different, 20);
//! ```

mod entrant;
mod ladder;
mod openings;
mod runner;
mod tally;

use engine::Resources;
use game::Side;

use crate::Setup;
use crate::protocol::ProgramError;
use crate::record::Record;

pub use entrant::Entrant;
pub use ladder::{Ladder, Pairing, Step};
pub(crate) use runner::contest;
pub use tally::Tally;

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Arena {
    /// Which game.
    pub setup: Setup,
    /// The two players; the result is the first one's.
    pub players: [Entrant; 2],
    /// How many games: two from each opening, colours changed.
    pub games: u32,
    /// Random turns at the beginning of each game; more where these do not give an opening for
    /// every pair of games.
    pub opening: u32,
    /// What all chance comes from.
    pub seed: u64,
    /// Games played at the same time.
    pub threads: usize,
    /// What each player of each thread may use.
    pub resources: Resources,
    /// What programs are told after `go`: how long to think about a move.
    pub go: String,
}

/// A program that spoiled a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spoiled {
    /// Which one.
    pub entrant: Entrant,
    /// What it did.
    pub error: ProgramError,
}

/// What a match has given.
#[derive(Clone, Debug)]
pub struct Report {
    /// The results, as the first player sees them.
    pub tally: Tally,
    /// How many of the games are unlike all the others.
    pub different: u32,
    /// Random turns at the beginning of each game.
    pub opening: u32,
    /// The games in order.
    pub games: Vec<Played>,
}

/// One game of a match.
#[derive(Clone, Debug)]
pub struct Played {
    /// The colour of the match's first player.
    pub first: Side,
    /// What was played.
    pub record: Record,
}

impl Arena {
    /// A match of players on one thread, with three random turns and 32 MiB for each player.
    #[must_use]
    pub fn new(setup: Setup, players: [Entrant; 2], games: u32) -> Arena {
        Arena {
            setup,
            players,
            games,
            opening: 3,
            seed: 1,
            threads: 1,
            resources: Resources::new(32 << 20),
            go: "movetime 1000".to_owned(),
        }
    }

    /// Plays the match. `see` is told the results so far after each pair of games.
    ///
    /// The games depend on the seed alone, however many threads there are, unless a player's
    /// limit is time or a program plays.
    pub fn run(&self, see: &(dyn Fn(Tally) + Sync)) -> Result<Report, Spoiled> {
        self.setup.contest(self, see)
    }
}
