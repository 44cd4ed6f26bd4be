mod faults;
mod games;
mod over_nats;
mod people;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use play::{Families, TimeControl};
use tokio::sync::watch;
use tokio::task::AbortHandle;

use super::Cable;
use super::switchboard::Switchboard;
use super::wire::{Deliveries, Wire};
use crate::config::Config;
use crate::flight::Account;
use crate::game_id::GameId;
use crate::http::App;
use crate::metrics::Metrics;
use crate::protocol::{Action, ColourWish, MessageId, ServerMessage, Status};
use crate::refused::Refused;
use crate::rooms::{Command, Done, Hub, Inbox, Joining, Outbox, Outgoing, ask, outbox};
use crate::seat::{AccountKind, Seat, Seated};
use crate::secret::Token;
use crate::store::{NewGame, Person};
use crate::test_folder::TestFolder;

/// How long a test waits for what has to come, on however busy a machine.
const LIMIT: Duration = Duration::from_secs(60);

/// Nodes of one site, in one process.
struct TestSite {
    nodes: Vec<Node>,
    board: Switchboard,
    folder: TestFolder,
}

/// One of them.
struct Node {
    name: String,
    hub: Arc<Hub>,
    app: Arc<App>,
    keepers: Vec<AbortHandle>,
    closing: watch::Sender<bool>,
}

impl TestSite {
    async fn new(names: &[&str]) -> TestSite {
        let mut site = TestSite {
            nodes: Vec::new(),
            board: Switchboard::default(),
            folder: TestFolder::new(),
        };
        for name in names {
            let metrics = Arc::new(Metrics::default());
            let wire = site.board.wire(name, Arc::clone(&metrics));
            let node = Node::start(&site.folder, name, metrics, wire).await;
            site.nodes.push(node);
        }
        // Each has heard of the others.
        for (index, node) in site.nodes.iter().enumerate() {
            until("nodes know each other", || {
                node.hub.say_alive();
                site.nodes[index].hub.neighbours.count() + 1 == names.len()
            })
            .await;
        }
        site
    }

    fn hub(&self, index: usize) -> &Arc<Hub> {
        &self.nodes[index].hub
    }

    async fn guest(&self, name: &str) -> Person {
        let token = Token::random().hash();
        let made = self.hub(0).store.create_guest(name.to_owned(), token);
        made.await.unwrap()
    }

    /// A game of two people, for which a node speaks.
    async fn game(&self, index: usize, setup: &str, people: [&Person; 2]) -> GameId {
        let new = new_game(setup, people.map(seat));
        self.begin(index, new).await
    }

    /// The same with an hour for each.
    async fn game_with_clock(&self, index: usize, setup: &str, people: [&Person; 2]) -> GameId {
        let new = NewGame {
            clock: "3600+0".parse().unwrap(),
            ..new_game(setup, people.map(seat))
        };
        self.begin(index, new).await
    }

    async fn begin(&self, index: usize, new: NewGame) -> GameId {
        let hub = self.hub(index);
        let game = hub.store.create_game(new, None).await.unwrap();
        hub.room(game.id).await.unwrap();
        game.id
    }

    /// The node is gone from one moment to the next.
    fn kill(&self, index: usize) {
        let node = &self.nodes[index];
        self.board.vanish(&node.name);
        node.keepers.iter().for_each(AbortHandle::abort);
    }
}

impl Drop for TestSite {
    fn drop(&mut self) {
        let keepers = self.nodes.iter().flat_map(|node| &node.keepers);
        keepers.for_each(AbortHandle::abort);
    }
}

impl Node {
    async fn start(
        folder: &TestFolder,
        name: &str,
        metrics: Arc<Metrics>,
        (wire, deliveries): (Arc<Wire>, Deliveries),
    ) -> Node {
        let store = Arc::new(folder.store_beside(&metrics).unwrap());
        store.join_site(name.parse().unwrap()).await.unwrap();
        let config = Config::local(PathBuf::new(), 8080);
        let (closing, closes) = watch::channel(false);
        let app = App::new(&config, Families::standard(), 8080, store, metrics, closes);
        let app = Arc::new(app);
        let mut keepers = app.hub.plug_in(wire, deliveries);
        keepers.extend(app.hub.resume().await.unwrap());
        Node {
            name: name.to_owned(),
            hub: Arc::clone(&app.hub),
            app,
            keepers,
            closing,
        }
    }
}

fn seat(person: &Person) -> Seat {
    Seat::Person(Seated {
        person: person.id,
        name: person.name.clone(),
        account_kind: AccountKind::Guest,
        rating: None,
    })
}

fn new_game(setup: &str, seats: [Seat; 2]) -> NewGame {
    NewGame {
        setup: Families::standard().setup(setup).unwrap(),
        start: None,
        public: seats.contains(&Seat::Empty),
        seats,
        random_colours: false,
        shows: [false; 2],
        clock: TimeControl::None,
        rated: false,
        after: None,
    }
}

/// Waits for something that has to come.
#[track_caller]
fn until(what: &str, mut come: impl FnMut() -> bool) -> impl Future<Output = ()> {
    let (what, since) = (what.to_owned(), Instant::now());
    async move {
        while !come() {
            assert!(since.elapsed() < LIMIT, "{what}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Somebody who follows a game at a node, as a page does.
struct Follower {
    hub: Arc<Hub>,
    person: Option<Person>,
    game: GameId,
    outbox: Outbox,
    inbox: Inbox,
    ply: u32,
    position: String,
    turns: Vec<String>,
    status: Status,
    you: Option<crate::protocol::Side>,
    turn: Option<crate::protocol::Side>,
    /// What was told, by kind.
    heard: Vec<String>,
    next: Option<String>,
    /// Whether the connection is to be closed.
    cut: bool,
    ids: u64,
}

impl Follower {
    async fn new(hub: &Arc<Hub>, person: Option<&Person>, game: GameId) -> Follower {
        let (outbox, inbox) = outbox(Account::of_nobody());
        let mut follower = Follower {
            hub: Arc::clone(hub),
            person: person.cloned(),
            game,
            outbox,
            inbox,
            ply: 0,
            position: String::new(),
            turns: Vec::new(),
            status: Status::Open,
            you: None,
            turn: None,
            heard: Vec::new(),
            next: None,
            cut: false,
            ids: 0,
        };
        follower.watch().await.unwrap();
        follower
    }

    async fn watch(&mut self) -> Result<(), Refused> {
        let person = self.person.as_ref().map(|person| person.id);
        let outbox = self.outbox.clone();
        ask(&self.hub, self.game, |reply| Command::Watch {
            person,
            outbox,
            reply,
        })
        .await?
    }

    /// Takes in what has come by now.
    fn read(&mut self) {
        while let Some(text) = self.inbox.waiting() {
            self.hear(text.as_str());
        }
    }

    fn hear(&mut self, text: &str) {
        let message: ServerMessage = serde_json::from_str(text).unwrap();
        let value: serde_json::Value = serde_json::from_str(text).unwrap();
        self.heard.push(value["type"].as_str().unwrap().to_owned());
        match message {
            ServerMessage::Game(state) => {
                self.ply = state.ply;
                self.status = state.status;
                self.you = state.you;
                self.show(&state.view);
            }
            ServerMessage::Played { ply, view, .. } | ServerMessage::Back { ply, view, .. } => {
                self.ply = ply + 1;
                self.show(&view);
            }
            ServerMessage::Over {
                ply, outcome, view, ..
            } => {
                self.ply = ply;
                self.status = match outcome {
                    Some(_) => Status::Over,
                    None => Status::Aborted,
                };
                self.show(&view);
            }
            ServerMessage::Rematch { next, .. } => self.next = Some(next),
            _ => {}
        }
    }

    fn show(&mut self, view: &crate::protocol::View) {
        self.position = view.position.clone();
        self.turns = view.turns.iter().map(|turn| turn.text.clone()).collect();
        self.turn = Some(view.turn);
    }

    /// Waits until what was told makes something true.
    async fn sees(&mut self, what: &str, is: impl Fn(&Follower) -> bool) {
        let since = Instant::now();
        loop {
            self.read();
            if is(self) {
                return;
            }
            let left = LIMIT.saturating_sub(since.elapsed());
            let Ok(came) = tokio::time::timeout(left, self.inbox.next()).await else {
                panic!("{what}: ply {}, heard {:?}", self.ply, self.heard);
            };
            match came {
                Outgoing::Message(text) => self.hear(text.as_str()),
                Outgoing::Cut => {
                    self.cut = true;
                    // As a page does, which comes again until it is let in.
                    while !is(self) && self.watch().await.is_err() {
                        assert!(since.elapsed() < LIMIT, "{what}: not let in again");
                        tokio::time::sleep(Duration::from_millis(100)).await;
                    }
                }
                Outgoing::Closed => panic!("{what}: closed"),
            }
        }
    }

    async fn play(&self, text: &str) -> Result<Done, Refused> {
        let (person, ply, text) = (self.person.as_ref().unwrap().id, self.ply, text.to_owned());
        let came = Instant::now();
        ask(&self.hub, self.game, |reply| Command::Move {
            person,
            ply,
            text,
            came,
            reply,
        })
        .await?
    }

    async fn act(&mut self, action: Action) -> Result<Done, Refused> {
        self.read();
        let (person, ply) = (self.person.as_ref().unwrap().id, self.ply);
        self.ids += 1;
        let id: Option<MessageId> = serde_json::from_value(self.ids.into()).ok();
        ask(&self.hub, self.game, |reply| Command::Act {
            person,
            ply,
            action,
            id,
            reply,
        })
        .await?
    }

    fn is_to_move(&self) -> bool {
        self.status == Status::Live && self.you.is_some() && self.you == self.turn
    }
}

/// Plays a game to its end, or so many moves of it; whoever is to move says it again until it is done, as a page
/// does.
async fn play(players: &mut [Follower; 2], most: usize) {
    let mut random: usize = 12345;
    for _ in 0..most {
        let [one, two] = &mut *players;
        if one.status != Status::Live {
            break;
        }
        let (mover, other) = if one.is_to_move() {
            (one, two)
        } else {
            (two, one)
        };
        assert!(mover.is_to_move(), "{} {}", mover.ply, other.ply);
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let turn = mover.turns[(random >> 33) % mover.turns.len()].clone();
        let (ply, since) = (mover.ply, Instant::now());
        loop {
            match mover.play(&turn).await {
                Ok(_) => break,
                Err(refused) if refused.is_in_doubt() || refused == Refused::Unavailable => {
                    assert!(since.elapsed() < LIMIT, "{refused:?}");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
                Err(refused) => panic!("{turn}: {refused:?}"),
            }
        }
        mover.sees("one's own move", |it| it.ply > ply).await;
        other.sees("the other's move", |it| it.ply > ply).await;
        // An end is an entry of its own, or told by itself.
        if mover.turns.is_empty() {
            mover.sees("the end", |it| it.status != Status::Live).await;
            other.sees("the end", |it| it.status != Status::Live).await;
        }
    }
}

fn joining(person: &Person) -> Joining {
    Joining {
        person: person.id,
        account_kind: AccountKind::Guest,
        colour: ColourWish::Random,
        instead: None,
    }
}
