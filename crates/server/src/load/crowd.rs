use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use play::Setup;
use serde::Deserialize;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

use super::analyst::{Reviews, review};
use super::player::{Habits, Ledger, play};
use super::visitor::{Visits, visit};
use super::{Client, ClientError};
use crate::protocol::{ColourWish, NewGame, OpponentWish};

/// Many pairs of people who play each other, one game after the other.
#[derive(Debug)]
pub struct Crowd {
    players: JoinSet<()>,
    /// Where each node of the site is now; nothing when everybody is to go home.
    nodes: Vec<watch::Sender<Option<SocketAddr>>>,
    ledger: Arc<Mutex<Ledger>>,
    practice: Arc<Mutex<Ledger>>,
}

/// People who play the computer beside the crowd; its replies are timed apart.
#[derive(Clone, Debug)]
pub struct Practice {
    /// How many.
    pub people: usize,
    /// What they play, in turns.
    pub setups: Vec<String>,
    /// Against whom, such as `level-8`, in turns.
    pub players: Vec<String>,
}

/// What a crowd is made of.
#[derive(Clone, Debug)]
pub struct CrowdPlan {
    /// Where the server is, or each node of the site. People come to them in turns, so that two who play
    /// each other are at different ones.
    pub nodes: Vec<SocketAddr>,
    /// The addresses of this machine that they come from, in turns; any where there are none.
    pub homes: Vec<IpAddr>,
    /// How many play: two per game.
    pub people: usize,
    /// What they play, in turns.
    pub setups: Vec<String>,
    /// The clock of their games.
    pub clock: String,
    /// From one's own move to one's next.
    pub pause: Duration,
    /// Who plays the computer beside them.
    pub practice: Option<Practice>,
    /// Whether every acknowledged move is kept.
    pub memory: Memory,
    /// What all chance comes from.
    pub seed: u64,
}

/// Whether a crowd keeps what was acknowledged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// Only how long it took.
    Times,
    /// Every move.
    Moves,
}

/// Pairs that come in at the same time.
const AT_ONCE: usize = 64;

impl Crowd {
    /// Lets everybody in and begins to play.
    pub async fn gather(plan: &CrowdPlan) -> Result<Crowd, ClientError> {
        let nodes = plan.nodes.iter().map(|node| watch::channel(Some(*node)).0);
        let ledger = Ledger {
            acknowledged: (plan.memory == Memory::Moves).then(Vec::new),
            ..Ledger::default()
        };
        let mut crowd = Crowd {
            players: JoinSet::new(),
            nodes: nodes.collect(),
            ledger: Arc::new(Mutex::new(ledger)),
            practice: Arc::default(),
        };
        let doors = Arc::new(Semaphore::new(AT_ONCE));
        let mut pairs = JoinSet::new();
        for pair in 0..plan.people / 2 {
            let (plan, doors) = (plan.clone(), Arc::clone(&doors));
            pairs.spawn(async move {
                let _door = doors.acquire().await;
                (pair, meet(&plan, pair).await)
            });
        }
        while let Some(met) = pairs.join_next().await {
            let (pair, met) = met.map_err(|_| ClientError::Closed)?;
            let (clients, game) = met?;
            for (index, client) in clients.into_iter().enumerate() {
                let habits = plan.habits(2 * pair + index);
                let ledger = Arc::clone(&crowd.ledger);
                let server = crowd.node(2 * pair + index);
                crowd
                    .players
                    .spawn(play(client, game.clone(), habits, ledger, server));
            }
        }
        if let Some(practice) = &plan.practice {
            crowd.practise(plan, practice).await?;
        }
        Ok(crowd)
    }

    async fn practise(&mut self, plan: &CrowdPlan, practice: &Practice) -> Result<(), ClientError> {
        for number in 0..practice.people {
            let client = plan.client(number);
            let mut client = client.named(&format!("Pupil {number}")).await?;
            let new = NewGame {
                setup: practice.setups[number % practice.setups.len()].clone(),
                position: None,
                opponent: OpponentWish::Computer {
                    player: practice.players[number % practice.players.len()].clone(),
                },
                colour: ColourWish::Random,
                clock: "none".to_owned(),
                rated: false,
                listed: None,
            };
            let game: Made = client.post("/api/games", &new).await?;
            let habits = plan.habits(plan.people + number);
            let (ledger, server) = (Arc::clone(&self.practice), self.node(number));
            self.players
                .spawn(play(client, game.id, habits, ledger, server));
        }
        Ok(())
    }

    /// Lets so many people in who look around and value these games.
    pub fn look_around(
        &mut self,
        plan: &CrowdPlan,
        people: usize,
        setups: &[String],
    ) -> Arc<Mutex<Visits>> {
        let visits: Arc<Mutex<Visits>> = Arc::default();
        for number in 0..people {
            let (visits, server) = (Arc::clone(&visits), self.node(number));
            let looking = visit(
                plan.home(number),
                setups.to_vec(),
                number as u64,
                visits,
                server,
            );
            self.players.spawn(looking);
        }
        visits
    }

    /// Lets so many people in who have games of so many moves reviewed, one after the other.
    pub async fn analyse(
        &mut self,
        plan: &CrowdPlan,
        setup: &Setup,
        people: usize,
        plies: usize,
    ) -> Result<Arc<Mutex<Reviews>>, ClientError> {
        let reviews: Arc<Mutex<Reviews>> = Arc::default();
        for number in 0..people {
            let client = plan.client(number);
            let mut client = client.named(&format!("Reader {number}")).await?;
            client.connect().await?;
            let seed = plan.seed ^ ((number as u64) << 32);
            let server = self.node(number);
            let reading = review(
                client,
                setup.clone(),
                plies,
                seed,
                Arc::clone(&reviews),
                server,
            );
            self.players.spawn(reading);
        }
        Ok(reviews)
    }

    /// Tells everybody where the one server is now.
    pub fn moved(&self, server: SocketAddr) {
        for node in &self.nodes {
            node.send_replace(Some(server));
        }
    }

    /// Where somebody comes to.
    fn node(&self, number: usize) -> watch::Receiver<Option<SocketAddr>> {
        self.nodes[number % self.nodes.len()].subscribe()
    }

    /// What was written down so far.
    pub fn read<T>(&self, read: impl FnOnce(&mut Ledger) -> T) -> T {
        read(&mut open(&self.ledger))
    }

    /// What those who play the computer have written down so far.
    pub fn read_practice<T>(&self, read: impl FnOnce(&mut Ledger) -> T) -> T {
        read(&mut open(&self.practice))
    }

    /// Waits until so many are connected, and tells how long it took; gives up after `most`.
    pub async fn connected(&self, people: usize, most: Duration) -> Option<Duration> {
        let began = Instant::now();
        while began.elapsed() < most {
            if self.read(|ledger| ledger.open) >= people {
                return Some(began.elapsed());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        None
    }

    /// Sends everybody home.
    pub async fn end(mut self) {
        for node in &self.nodes {
            node.send_replace(None);
        }
        let home = async { while self.players.join_next().await.is_some() {} };
        // Who waits for a connection that does not come is left behind.
        let _ = tokio::time::timeout(Duration::from_secs(5), home).await;
    }
}

fn open(ledger: &Mutex<Ledger>) -> MutexGuard<'_, Ledger> {
    ledger.lock().unwrap_or_else(PoisonError::into_inner)
}

impl CrowdPlan {
    fn home(&self, number: usize) -> Option<IpAddr> {
        self.homes.get(number % self.homes.len().max(1)).copied()
    }

    fn client(&self, number: usize) -> Client {
        let node = self.nodes[number % self.nodes.len()];
        Client::new(node).at(self.home(number))
    }

    fn habits(&self, number: usize) -> Habits {
        Habits {
            pause: self.pause,
            seed: self.seed ^ number as u64,
            number: number as u64,
        }
    }
}

/// A game as far as it matters here: servers of other versions tell other things of it.
#[derive(Deserialize)]
struct Made {
    id: String,
}

/// Two guests and their game.
async fn meet(plan: &CrowdPlan, pair: usize) -> Result<([Client; 2], String), ClientError> {
    let client = || plan.client(pair);
    let mut white = client().named(&format!("First {pair}")).await?;
    let mut black = client().named(&format!("Second {pair}")).await?;
    let new = NewGame {
        setup: plan.setups[pair % plan.setups.len()].clone(),
        position: None,
        opponent: OpponentWish::Friend {},
        colour: ColourWish::White,
        clock: plan.clock.clone(),
        rated: false,
        listed: None,
    };
    let game: Made = white.post("/api/games", &new).await?;
    let join = format!("/api/games/{}/join", game.id);
    let _: Made = black.post(&join, &()).await?;
    Ok(([white, black], game.id))
}
