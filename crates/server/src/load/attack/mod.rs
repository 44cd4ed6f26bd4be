//! People who mean harm: each attack takes the shape that once made a server stall, fill up or turn
//! others away. They come from addresses of their own and never wait when they are told to.

mod over_http;
mod over_sockets;
mod target;

use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use play::Setup;
use serde::Serialize;
use tokio::runtime::Runtime;

use super::ClientError;
use super::analyst::random_game;
use target::Target;

/// What an attacker does over and over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Attack {
    /// Has the boards of a long record made.
    Records,
    /// Has the boards of a long line made.
    Frames,
    /// Asks for much and reads nothing of it.
    Unread,
    /// Opens sockets, asks for games and reads nothing.
    Deaf,
    /// Sends control frames without end.
    Control,
    /// Asks for the value of games under ever other rules.
    Rules,
    /// Has the computer think where it is dearest, in many games at once.
    Thoughts,
    /// Asks for values and reviews where they are dearest.
    Questions,
    /// Becomes ever other guests.
    Guests,
    /// Makes games that wait in the lobby.
    Wishes,
    /// Guesses a password.
    LogIns,
    /// Moves against the computer and takes back, on and on.
    Takebacks,
}

impl Attack {
    /// All of them.
    pub const ALL: [Attack; 12] = [
        Attack::Records,
        Attack::Frames,
        Attack::Unread,
        Attack::Deaf,
        Attack::Control,
        Attack::Rules,
        Attack::Thoughts,
        Attack::Questions,
        Attack::Guests,
        Attack::Wishes,
        Attack::LogIns,
        Attack::Takebacks,
    ];

    /// How it is called on a command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Attack::Records => "records",
            Attack::Frames => "frames",
            Attack::Unread => "unread",
            Attack::Deaf => "deaf",
            Attack::Control => "control",
            Attack::Rules => "rules",
            Attack::Thoughts => "thoughts",
            Attack::Questions => "questions",
            Attack::Guests => "guests",
            Attack::Wishes => "wishes",
            Attack::LogIns => "log-ins",
            Attack::Takebacks => "takebacks",
        }
    }

    /// How many do it at the same time at each address.
    fn hands(self) -> u64 {
        match self {
            Attack::Unread => 40,
            Attack::Thoughts => 50,
            Attack::Deaf | Attack::Questions => 20,
            Attack::Wishes => 10,
            Attack::Records
            | Attack::Frames
            | Attack::Control
            | Attack::Rules
            | Attack::LogIns
            | Attack::Takebacks => 8,
            Attack::Guests => 4,
        }
    }

    /// Does it until the connection breaks off.
    async fn strike(self, target: &Target) -> Result<(), ClientError> {
        match self {
            Attack::Records => over_http::records(target).await,
            Attack::Frames => over_http::frames(target).await,
            Attack::Unread => over_http::unread(target).await,
            Attack::Rules => over_http::rules(target).await,
            Attack::Guests => over_http::guests(target).await,
            Attack::Wishes => over_http::wishes(target).await,
            Attack::LogIns => over_http::log_ins(target).await,
            Attack::Takebacks => over_http::takebacks(target).await,
            Attack::Deaf => over_sockets::deaf(target).await,
            Attack::Control => over_sockets::control(target).await,
            Attack::Thoughts => over_sockets::thoughts(target).await,
            Attack::Questions => over_sockets::questions(target).await,
        }
    }
}

/// Who attacks, from where, and with what.
#[derive(Clone, Debug)]
pub struct AttackPlan {
    /// Where the server is.
    pub server: SocketAddr,
    /// The addresses of this machine that they come from.
    pub homes: Vec<IpAddr>,
    /// What they do, all at the same time.
    pub attacks: Vec<Attack>,
    /// A game that goes on for long and has many turns.
    pub long: Setup,
    /// A game in which the computer thinks long.
    pub dear: Setup,
    /// The strongest player at it.
    pub player: String,
    /// Games under rules that hardly anybody plays.
    pub odd: Vec<String>,
    /// What all chance comes from.
    pub seed: u64,
}

/// What came of an attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// What was done for the attackers.
    pub granted: u64,
    /// What they were refused.
    pub refused: u64,
    /// How often they were thrown out.
    pub cut: u64,
}

/// Attackers at work, until dropped. They have threads of their own, so that whoever is timed beside
/// them waits for the server and not for them.
#[derive(Debug)]
pub struct Attackers {
    runtime: Option<Runtime>,
    tallies: BTreeMap<Attack, Arc<Mutex<Tally>>>,
}

/// From being thrown out to the next attempt.
const AGAIN: Duration = Duration::from_millis(200);

/// Moves of the long game: as many as a server takes.
const LONG: usize = 1000;

/// Games of which the longest is taken.
const TRIES: u64 = 40;

impl Attackers {
    /// Begins.
    pub fn begin(plan: &AttackPlan) -> io::Result<Attackers> {
        let games = (0..TRIES).map(|try_| random_game(&plan.long, plan.seed ^ try_, LONG));
        let long = games.max_by_key(String::len).unwrap_or_default();
        // Without its last move it has no end, whatever that was.
        let long = long.rsplit_once(' ').map_or("", |(long, _)| long);
        let runtime = Runtime::new()?;
        let mut tallies = BTreeMap::new();
        for attack in &plan.attacks {
            let tally: Arc<Mutex<Tally>> = Arc::default();
            tallies.insert(*attack, Arc::clone(&tally));
            for (place, home) in plan.homes.iter().enumerate() {
                for hand in 0..attack.hands() {
                    let number = place as u64 * attack.hands() + hand;
                    let target = Target::new(plan, *home, long, number, &tally);
                    runtime.spawn(work(*attack, target));
                }
            }
        }
        Ok(Attackers {
            runtime: Some(runtime),
            tallies,
        })
    }

    /// What came of it so far.
    #[must_use]
    pub fn tallies(&self) -> BTreeMap<&'static str, Tally> {
        let tallies = self.tallies.iter();
        let read = |tally: &Mutex<Tally>| *tally.lock().expect("nothing panics while it holds it");
        tallies
            .map(|(attack, tally)| (attack.name(), read(tally)))
            .collect()
    }
}

impl Drop for Attackers {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

async fn work(attack: Attack, target: Target) {
    loop {
        if attack.strike(&target).await.is_err() {
            target.note(|tally| tally.cut += 1);
        }
        tokio::time::sleep(AGAIN).await;
    }
}
