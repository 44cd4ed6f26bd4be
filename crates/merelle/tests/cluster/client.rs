//! People who play, written apart from the server: each has one seat at a table, goes to another node
//! when a socket fails or says nothing, sends again what was not answered, and writes down what it saw.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::history::{History, Side, What};
use crate::random::Random;

/// How often a client looks what is due.
const TICK: Duration = Duration::from_millis(100);

/// How often it asks for a sign of life, and without one for so long the connection is dead to it.
const BEAT: Duration = Duration::from_millis(500);
pub(crate) const SILENCE: Duration = Duration::from_millis(2500);

/// What is not answered is said again after this.
const AGAIN: Duration = Duration::from_millis(1000);

/// After it was refused for now, it is said again after this, and so often before another node is tried.
const SOON: Duration = Duration::from_millis(250);
const REFUSALS: u32 = 6;

/// From this entry on somebody may resign, and games that go on for longer than most end soon.
const MAY_RESIGN: u32 = 10;
const IS_LONG: u32 = 60;

type Socket = WebSocketStream<TcpStream>;

/// What a client waits for an answer to.
#[derive(Clone, Debug)]
struct Pending {
    ply: u32,
    /// A move; without one it resigns.
    text: Option<String>,
    id: u64,
    /// When to say it again.
    again: Instant,
    refusals: u32,
}

/// What a client does next, if nothing happens before.
#[derive(Clone, Debug)]
struct Plan {
    ply: u32,
    text: Option<String>,
    due: Instant,
}

/// Why a connection is over.
enum End {
    /// It failed, was closed, or the node refuses everything.
    Failed,
    Silent,
    /// The test is over.
    Stopped,
}

/// Somebody at a table.
pub(crate) struct Client {
    /// Clients 2n and 2n + 1 sit at table n.
    pub(crate) number: usize,
    pub(crate) cookie: String,
    pub(crate) nodes: Vec<SocketAddr>,
    pub(crate) game: String,
    pub(crate) pause: Duration,
    pub(crate) random: Random,
    pub(crate) history: History,
    pub(crate) state: Playing,
}

/// Where a client is in its game.
#[derive(Debug, Default)]
pub(crate) struct Playing {
    node: usize,
    connection: u32,
    side: Option<Side>,
    pending: Option<Pending>,
    plan: Option<Plan>,
    /// The game is over: when to ask for another one, by which entry.
    rematch: Option<(u32, Instant)>,
    /// When to ask for the whole game, if it does not come.
    look: Option<Instant>,
    /// When to ask to follow the game once more, which was refused for now. An answer to something else
    /// tells how it stands, but not that it is followed.
    follow: Option<Instant>,
    ids: u64,
}

impl Client {
    /// Plays until the test is over.
    pub(crate) async fn play(mut self, mut over: watch::Receiver<bool>) {
        self.state.node = self.number % self.nodes.len();
        while !*over.borrow() {
            if let Ok(Some(mut socket)) = timeout(SILENCE, self.connect()).await {
                let node = self.state.node;
                self.note(What::Connected { node });
                let end = tokio::select! {
                    end = self.talk(&mut socket) => end,
                    _ = over.wait_for(|over| *over) => End::Stopped,
                };
                let silent = match end {
                    End::Stopped => return,
                    End::Silent => true,
                    End::Failed => false,
                };
                self.note(What::Lost { silent });
                self.state.connection += 1;
            }
            let others = self.nodes.len().max(2) as u64 - 1;
            let step = 1 + self.random.below(others) as usize;
            self.state.node = (self.state.node + step) % self.nodes.len();
            let wait = Duration::from_millis(self.random.between(50, 200));
            tokio::time::sleep(wait).await;
        }
    }

    fn note(&self, what: What) {
        self.history.note(self.number, self.state.connection, what);
    }

    async fn connect(&self) -> Option<Socket> {
        let server = self.nodes[self.state.node];
        let stream = TcpStream::connect(server).await.ok()?;
        stream.set_nodelay(true).ok()?;
        let mut request = format!("ws://{server}/socket").into_client_request().ok()?;
        let cookie = self.cookie.parse().ok()?;
        request.headers_mut().insert("cookie", cookie);
        let opened = tokio_tungstenite::client_async(request, stream).await;
        opened.ok().map(|(socket, _)| socket)
    }

    /// Plays over one connection for as long as it holds.
    async fn talk(&mut self, socket: &mut Socket) -> End {
        let mut heard = Instant::now();
        let mut beat = Instant::now();
        // What was not answered is said on every connection anew, once the game is known.
        self.state.look = Some(Instant::now());
        self.state.follow = None;
        let mut tick = tokio::time::interval(TICK);
        loop {
            let mut words = Vec::new();
            tokio::select! {
                message = socket.next() => match message {
                    Some(Ok(Message::Text(text))) => {
                        heard = Instant::now();
                        let message = serde_json::from_str(text.as_str()).unwrap_or(Value::Null);
                        self.hear(&message, &mut words);
                    }
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return End::Failed,
                    Some(Ok(_)) => heard = Instant::now(),
                },
                _ = tick.tick() => {
                    if heard.elapsed() > SILENCE {
                        return End::Silent;
                    }
                    if beat.elapsed() > BEAT {
                        beat = Instant::now();
                        words.push(json!({"type": "ping"}));
                    }
                    self.act(&mut words);
                }
            }
            if self
                .state
                .pending
                .as_ref()
                .is_some_and(|it| it.refusals >= REFUSALS)
            {
                self.state.pending.as_mut().expect("it was there").refusals = 0;
                return End::Failed;
            }
            for word in words {
                match timeout(SILENCE, socket.send(Message::text(word.to_string()))).await {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) => return End::Failed,
                    Err(_) => return End::Silent,
                }
            }
        }
    }

    /// Says what is due.
    fn act(&mut self, words: &mut Vec<Value>) {
        let now = Instant::now();
        if self.state.look.is_some_and(|due| due <= now) {
            self.state.look = Some(now + AGAIN);
            words.push(json!({"type": "watch", "game": self.game}));
        }
        if self.state.follow.take_if(|due| *due <= now).is_some() {
            words.push(json!({"type": "watch", "game": self.game}));
        }
        if let Some(plan) = self.state.plan.take_if(|plan| plan.due <= now) {
            let id = self.id();
            self.state.pending = Some(Pending {
                ply: plan.ply,
                text: plan.text,
                id,
                again: now,
                refusals: 0,
            });
        }
        if let Some(pending) = &mut self.state.pending
            && pending.again <= now
        {
            pending.again = now + AGAIN;
            let Pending { ply, text, id, .. } = pending.clone();
            self.say(ply, text, id, words);
        }
        if let Some((ply, due)) = &mut self.state.rematch
            && *due <= now
        {
            *due = now + AGAIN;
            let ply = *ply;
            let id = self.id();
            // Wishes are in memory only: whoever speaks for the game now may not know of it. And it may
            // have been granted already.
            words.push(json!({
                "type": "act", "game": self.game, "ply": ply, "action": "rematch", "id": id,
            }));
            words.push(json!({"type": "watch", "game": self.game}));
        }
    }

    fn say(&self, ply: u32, text: Option<String>, id: u64, words: &mut Vec<Value>) {
        let game = self.game.clone();
        match text {
            Some(text) => {
                words.push(json!({
                    "type": "move", "game": game, "ply": ply, "move": text, "id": id,
                }));
                self.note(What::Sent { game, ply, text });
            }
            None => words.push(json!({
                "type": "act", "game": game, "ply": ply, "action": "resign", "id": id,
            })),
        }
    }

    fn id(&mut self) -> u64 {
        self.state.ids += 1;
        ((self.number as u64 + 1) << 32) + self.state.ids
    }

    fn hear(&mut self, message: &Value, words: &mut Vec<Value>) {
        let about = |key: &str| message[key].as_str() == Some(self.game.as_str());
        match message["type"].as_str().unwrap_or_default() {
            "game" if about("id") => self.see(message, words),
            "played" if about("game") => self.played(message),
            "over" if about("game") => self.over(message),
            "rematch" if about("game") => self.follow(&message["next"], words),
            "done" => self.done(message),
            "refused" => self.refused(message),
            _ => {}
        }
    }

    /// A whole game.
    fn see(&mut self, state: &Value, words: &mut Vec<Value>) {
        self.state.look = None;
        let ply = number(&state["ply"]);
        let moves = state["history"].as_array().into_iter().flatten();
        let moves = moves.filter_map(Value::as_str).map(str::to_owned).collect();
        let game = self.game.clone();
        if self.state.side.is_none()
            && let Some(side) = side(&state["you"])
        {
            self.state.side = Some(side);
            let game = game.clone();
            self.note(What::Seated { game, side });
        }
        self.note(What::State { game, ply, moves });
        if state["next"].is_string() {
            return self.follow(&state["next"], words);
        }
        if state["status"] != "live" {
            self.state.pending = None;
            self.state.plan = None;
            let due = Instant::now();
            self.state.rematch.get_or_insert((ply, due));
            return;
        }
        match &mut self.state.pending {
            // Whether it was stored is not known: to say it again does no harm.
            Some(pending) if pending.ply >= ply => pending.again = Instant::now(),
            _ => {
                self.state.pending = None;
                self.choose(ply, &state["view"]);
            }
        }
    }

    fn played(&mut self, message: &Value) {
        let ply = number(&message["ply"]);
        let clocks = &message["clocks"];
        let left = |side: &str| clocks[side].as_i64();
        self.note(What::Told {
            game: self.game.clone(),
            ply,
            text: word(&message["move"]),
            clocks: left("white").zip(left("black")).map(Into::into),
        });
        self.state.pending.take_if(|pending| pending.ply <= ply);
        self.choose(ply + 1, &message["view"]);
    }

    fn over(&mut self, message: &Value) {
        let outcome = &message["outcome"];
        if outcome.is_object() {
            let rating = |side: &str| {
                let change = &message["rating_changes"][side];
                let part = |key: &str| change[key].as_f64();
                part("before").zip(part("after")).map(Into::into)
            };
            self.note(What::Over {
                game: self.game.clone(),
                winner: side(&outcome["winner"]),
                reason: word(&outcome["reason"]),
                ratings: [rating("white"), rating("black")],
            });
        }
        self.state.pending = None;
        self.state.plan = None;
        let wait = Duration::from_millis(self.random.between(20, 200));
        self.state.rematch = Some((number(&message["ply"]), Instant::now() + wait));
    }

    fn done(&mut self, message: &Value) {
        let id = message["id"].as_u64();
        let pending = self.state.pending.take_if(|it| Some(it.id) == id);
        if let Some(Pending { ply, text, .. }) = pending {
            if text.is_some() {
                let game = self.game.clone();
                self.note(What::Done { game, ply });
            }
            // What came of it is told before, unless the game is not followed here.
            self.state.look = Some(Instant::now());
        }
    }

    fn refused(&mut self, message: &Value) {
        let code = word(&message["problem"]["code"]);
        let for_now = matches!(
            code.as_str(),
            "unavailable" | "not-stored" | "too-many" | "internal"
        );
        let id = message["id"].as_u64();
        let Some(pending) = self.state.pending.as_mut().filter(|it| Some(it.id) == id) else {
            if id.is_none() && message["game"].as_str() == Some(&self.game) {
                self.state.follow = for_now.then(|| Instant::now() + SOON);
                let (game, ply) = (self.game.clone(), 0);
                self.note(What::Refused { game, ply, code });
            }
            return;
        };
        let ply = pending.ply;
        if for_now {
            pending.again = Instant::now() + SOON;
            pending.refusals += 1;
        } else {
            self.state.pending = None;
            self.state.look = Some(Instant::now());
        }
        let game = self.game.clone();
        self.note(What::Refused { game, ply, code });
    }

    /// Goes on to the next game.
    fn follow(&mut self, next: &Value, words: &mut Vec<Value>) {
        let next = word(next);
        words.push(json!({"type": "leave", "game": self.game}));
        self.game = next;
        let (node, connection, ids) = (self.state.node, self.state.connection, self.state.ids);
        self.state = Playing {
            node,
            connection,
            ids,
            look: Some(Instant::now()),
            ..Playing::default()
        };
    }

    /// Plans what to do where it is one's own turn.
    fn choose(&mut self, ply: u32, view: &Value) {
        let planned = self.state.plan.as_ref().is_some_and(|plan| plan.ply == ply);
        if planned || self.state.pending.is_some() {
            return;
        }
        self.state.plan = None;
        let own = self.state.side.is_some() && side(&view["turn"]) == self.state.side;
        let turns = view["turns"].as_array().map(Vec::as_slice);
        let turn = self.random.pick(turns.unwrap_or_default());
        if let (true, Some(turn)) = (own, turn) {
            let one_in = if ply >= IS_LONG { 4 } else { 60 };
            let resigns = ply >= MAY_RESIGN && self.random.below(one_in) == 0;
            let part = self.random.between(50, 150) as u32;
            self.state.plan = Some(Plan {
                ply,
                text: (!resigns).then(|| word(&turn["move"])),
                due: Instant::now() + self.pause * part / 100,
            });
        }
    }
}

fn number(value: &Value) -> u32 {
    value.as_u64().unwrap_or_default() as u32
}

fn word(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn side(value: &Value) -> Option<Side> {
    match value.as_str()? {
        "white" => Some(0),
        "black" => Some(1),
        _ => None,
    }
}
