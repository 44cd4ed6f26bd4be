use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::{IntoResponse, Response};
use play::text::Text;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{MissedTickBehavior, interval};
use tracing::Instrument;

use super::app::App;
use super::questions::{Asking, Kind, Questions};
use super::visitor::{Address, Visitor};
use crate::fault::{Fault, contained};
use crate::game_id::GameId;
use crate::json;
use crate::limits::TooSoon;
use crate::log::Offence;
use crate::owner::{Network, Owner};
use crate::protocol::{ClientMessage, Code, MessageId, PositionQuery, ServerMessage};
use crate::refused::Refused;
use crate::rooms::{self, Command, Done, Inbox, Outbox, Outgoing, encode, outbox};
use crate::seat::PersonId;
use crate::secret::{TokenHash, random_bytes};
use crate::store::Person;
use crate::wire::Notes;

/// Bytes of the longest message of a client: a question about a long game.
const LONGEST: usize = 16 * 1024;

/// Bytes read and written at once. The default of 128 KiB is what ten thousand sockets cannot have.
const BUFFER: usize = 1024;

/// Bytes that may wait to be written.
const MOST_UNWRITTEN: usize = 256 * 1024;

/// Time for the last frame.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Games one socket may follow.
const GAMES: usize = 16;

/// Frames over the limit before the socket is closed.
const PATIENCE: u32 = 50;

/// Opens a socket.
pub(super) async fn open(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Address(address): Address,
    notes: Option<Extension<Notes>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    if let Err(soon) = app.limits.open_socket(address) {
        return Refused::from(soon).into_response();
    }
    // Gives the permit back also when the client goes away before the socket is open.
    let permit = Permit {
        app: Arc::clone(&app),
        address,
    };
    let span = tracing::Span::current();
    let Extension(notes) = notes.unwrap_or_default();
    notes.expect_messages();
    upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(MOST_UNWRITTEN)
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST)
        .on_upgrade(move |socket| {
            let connection = Connection::new(permit, visitor, notes);
            connection.serve(socket).instrument(span)
        })
}

/// One of the sockets an address may have.
pub(super) struct Permit {
    pub(super) app: Arc<App>,
    pub(super) address: IpAddr,
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.app.limits.close_socket(self.address);
    }
}

struct Connection {
    permit: Permit,
    person: Option<Person>,
    /// The session it was opened with, which may have ended.
    session: Option<TokenHash>,
    outbox: Outbox,
    inbox: Inbox,
    games: Vec<(GameId, mpsc::Sender<Command>)>,
    questions: Questions,
    /// What is known of the bytes that came.
    notes: Notes,
    excess: u32,
    /// The ping that is not answered yet, and when it was sent.
    pinged: Option<(Instant, Bytes)>,
}

/// Why a connection ends.
enum End {
    /// The client is gone, or says nothing.
    Gone,
    /// It does not keep to the rules.
    Close(u16, &'static str),
}

impl Connection {
    fn new(permit: Permit, visitor: Visitor, notes: Notes) -> Connection {
        let account = permit.app.flight.account(Network::of(permit.address));
        let (outbox, inbox) = outbox(account);
        Connection {
            permit,
            person: visitor.person,
            session: visitor.token,
            outbox,
            inbox,
            games: Vec::new(),
            questions: Questions::new(),
            notes,
            excess: 0,
            pinged: None,
        }
    }

    fn app(&self) -> &Arc<App> {
        &self.permit.app
    }

    async fn serve(mut self, mut socket: WebSocket) {
        let app = Arc::clone(self.app());
        app.metrics.sockets.inc();
        app.bars
            .enter(self.permit.address, &self.outbox, &app.addresses);
        let person = self.person_id();
        if let Some((person, session)) = person.zip(self.session) {
            app.hub.connect(person, session, &self.outbox);
            // One that has ended between the request and this is not heard of otherwise.
            if !matches!(app.store.session_lasts(session).await, Ok(true)) {
                self.outbox.cut();
            }
        }
        let talked = contained(&app.metrics, self.talk(&mut socket)).await;
        let end = match talked {
            Ok(Err(end)) => end,
            Err(Fault) => End::Close(close_code::ERROR, "a fault of the server"),
        };
        if let End::Close(code, reason) = end {
            let frame = CloseFrame {
                code,
                reason: Utf8Bytes::from_static(reason),
            };
            // A client that does not read does not hear the reason either.
            let last = socket.send(Message::Close(Some(frame)));
            let _ = tokio::time::timeout(LAST_WORDS, last).await;
        }
        if let Some(person) = person {
            app.hub.disconnect(person, &self.outbox);
        }
        app.bars.leave(&self.outbox);
        app.hub.lobby.leave(&self.outbox);
        for (game, room) in self.games.drain(..) {
            let outbox = self.outbox.clone();
            if room.send(Command::Leave { outbox }).await.is_err() {
                // It has brought whoever was there over to another one, if there is one.
                app.hub.leave(game, &self.outbox);
            }
        }
        app.metrics.sockets.dec();
    }

    /// Talks until there is an end, and why there is one.
    async fn talk(&mut self, socket: &mut WebSocket) -> Result<Infallible, End> {
        let me = self.person.as_ref().map(|person| Box::new(person.me()));
        let hello = encode(&ServerMessage::Hello { me });
        let mut closing = self.app().closing.clone();
        let mut ping = interval(self.app().patience);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        self.send(socket, Message::Text(hello)).await?;
        loop {
            tokio::select! {
                outgoing = self.inbox.next() => match outgoing {
                    Outgoing::Message(text) => self.send(socket, Message::Text(text)).await?,
                    Outgoing::Cut => return Err(self.cut()),
                    Outgoing::Closed => return Err(End::Gone),
                },
                answers = self.questions.next() => {
                    for text in answers {
                        self.send(socket, Message::Text(text)).await?;
                    }
                }
                frame = socket.recv() => self.receive(frame).await?,
                _ = ping.tick() => {
                    if let Some(ping) = self.ping()? {
                        self.send(socket, ping).await?;
                    }
                }
                _ = closing.changed() => return Err(going_down()),
            }
        }
    }

    /// Sends a frame. Who does not read it is not waited for when there is a reason to end.
    async fn send(&self, socket: &mut WebSocket, message: Message) -> Result<(), End> {
        let mut closing = self.app().closing.clone();
        tokio::select! {
            biased;
            sent = socket.send(message) => sent.map_err(|_| End::Gone),
            _ = closing.wait_for(|closing| *closing) => Err(going_down()),
            () = self.inbox.cut() => Err(self.cut()),
        }
    }

    fn cut(&self) -> End {
        self.app().metrics.cut.inc();
        End::Close(close_code::POLICY, "come again")
    }

    /// The next question whether the client reads; none while it has time to answer the last one.
    /// So who does not read is gone after three times the time between two, whatever it sends.
    fn ping(&mut self) -> Result<Option<Message>, End> {
        match &self.pinged {
            // The second tick after it, which may come a little early.
            Some((since, _)) if since.elapsed() > self.app().patience * 3 / 2 => {
                self.app().metrics.cut.inc();
                Err(End::Close(close_code::POLICY, "you do not read"))
            }
            Some(_) => Ok(None),
            None => {
                // Only who reads it can answer it.
                let word = Bytes::copy_from_slice(&random_bytes::<4>());
                self.pinged = Some((Instant::now(), word.clone()));
                Ok(Some(Message::Ping(word)))
            }
        }
    }

    /// A frame has come, or an end.
    async fn receive(&mut self, frame: Option<Result<Message, axum::Error>>) -> Result<(), End> {
        let came = Instant::now();
        let message = match frame {
            Some(Ok(message)) => message,
            Some(Err(_)) if self.notes.is_flooded() => return Err(self.flood()),
            Some(Err(_)) | None => return Err(End::Gone),
        };
        match message {
            Message::Text(text) => {
                self.notes.claim(text.len());
                self.hear(&text, came).await
            }
            Message::Binary(_) => Err(End::Close(close_code::UNSUPPORTED, "text only")),
            Message::Ping(word) => {
                self.notes.claim(word.len());
                self.count().map(|_| ())
            }
            Message::Pong(word) => {
                self.notes.claim(word.len());
                self.pinged.take_if(|(_, awaited)| *awaited == word);
                self.count().map(|_| ())
            }
            Message::Close(_) => Err(End::Gone),
        }
    }

    /// Counts a frame of whatever kind; tells how long to wait where it is one too many.
    fn count(&mut self) -> Result<Option<TooSoon>, End> {
        let (person, address) = (self.person_id(), self.permit.address);
        let Err(soon) = self.app().limits.message(person, address) else {
            return Ok(None);
        };
        let app = self.app();
        app.tally
            .count(Offence::Limit("messages"), address, &app.addresses);
        self.excess += 1;
        if self.excess > PATIENCE {
            return Err(self.flood());
        }
        Ok(Some(soon))
    }

    fn flood(&self) -> End {
        self.app().metrics.cut.inc();
        End::Close(close_code::POLICY, "too many messages")
    }

    /// Does what a message asks and answers it.
    async fn hear(&mut self, text: &str, came: Instant) -> Result<(), End> {
        if let Some(soon) = self.count()? {
            self.refuse(About::default(), &soon.into());
            return Ok(());
        }
        let message = match json::read(text.as_bytes()) {
            Ok(message) => message,
            Err(error) => {
                let detail = error.to_string();
                self.refuse(About::default(), &Refused::Malformed { detail });
                return Ok(());
            }
        };
        let about = About::of(&message);
        let id = about.id;
        match (self.obey(message, came).await, id) {
            (Err(refused), _) => self.refuse(about, &refused),
            (Ok(()), Some(id)) => {
                let _ = self.outbox.send(&encode(&ServerMessage::Done { id }));
            }
            (Ok(()), None) => {}
        }
        Ok(())
    }

    fn refuse(&self, about: About, refused: &Refused) {
        let (app, address) = (self.app(), self.permit.address);
        app.metrics.refuse(refused.code());
        if refused.code() == Code::Malformed {
            app.tally.count(Offence::Malformed, address, &app.addresses);
        }
        let message = ServerMessage::Refused {
            id: about.id,
            game: about.game,
            ply: about.ply,
            question: about.question,
            problem: refused.problem(),
        };
        // A connection that is overrun is closed all the same.
        let _ = self.outbox.send(&encode(&message));
    }

    async fn obey(&mut self, message: ClientMessage, came: Instant) -> Result<(), Refused> {
        match message {
            ClientMessage::Ping => {
                let _ = self.outbox.send(&encode(&ServerMessage::Pong));
            }
            ClientMessage::EnterLobby { filter } => {
                let (person, filter) = (self.person_id(), filter.unwrap_or_default());
                self.app().hub.lobby.watch(person, filter, &self.outbox);
            }
            ClientMessage::Analyse {
                question,
                setup,
                position,
                moves,
            } => {
                let game = PositionQuery {
                    setup,
                    position,
                    moves,
                };
                self.question(question, Kind::Value, game).await?;
            }
            ClientMessage::Review {
                question,
                setup,
                position,
                moves,
            } => {
                let game = PositionQuery {
                    setup,
                    position,
                    moves: Some(moves),
                };
                self.question(question, Kind::Review, game).await?;
            }
            ClientMessage::Stop { question } => self.questions.stop(question),
            ClientMessage::LeaveLobby => self.app().hub.lobby.leave(&self.outbox),
            ClientMessage::Watch { game } => self.watch(read(&game)?).await?,
            ClientMessage::Leave { game } => self.leave(read(&game)?).await,
            ClientMessage::Move {
                game, ply, text, ..
            } => {
                let (person, game) = (self.somebody()?, read(&game)?);
                self.ask(game, |reply| Command::Move {
                    person,
                    ply,
                    text,
                    came,
                    reply,
                })
                .await?;
                self.acknowledge(game).await?;
            }
            ClientMessage::Act {
                game,
                ply,
                action,
                id,
            } => {
                let (person, game) = (self.somebody()?, read(&game)?);
                self.ask(game, |reply| Command::Act {
                    person,
                    ply,
                    action,
                    id,
                    reply,
                })
                .await?;
                self.acknowledge(game).await?;
            }
            ClientMessage::Say { game, phrase } => {
                let person = self.somebody()?;
                self.ask(read(&game)?, |reply| Command::Say {
                    person,
                    phrase,
                    reply,
                })
                .await?;
            }
        }
        Ok(())
    }

    /// Asks something about a position or a game.
    async fn question(
        &mut self,
        number: u32,
        kind: Kind,
        game: PositionQuery,
    ) -> Result<(), Refused> {
        let owner = Owner::of(self.person_id(), self.permit.address);
        let asking = Asking { kind, game };
        let asked = self.questions.ask(&self.permit.app, owner, number, asking);
        asked.await
    }

    fn somebody(&self) -> Result<PersonId, Refused> {
        self.person_id().ok_or(Refused::NobodyYet)
    }

    fn person_id(&self) -> Option<PersonId> {
        self.person.as_ref().map(|person| person.id)
    }

    /// Tells how a game stands after something was done, to who is not told anyway.
    async fn acknowledge(&self, game: GameId) -> Result<(), Refused> {
        if self.games.iter().any(|(known, _)| *known == game) {
            return Ok(());
        }
        let person = self.person_id();
        let state = rooms::ask(&self.app().hub, game, |reply| Command::State {
            person,
            reply,
        });
        let _ = self
            .outbox
            .send(&encode(&ServerMessage::Game(state.await??)));
        Ok(())
    }

    async fn watch(&mut self, game: GameId) -> Result<(), Refused> {
        let follows = self.games.iter().any(|(known, _)| *known == game);
        if !follows && self.games.len() >= GAMES {
            return Err(Refused::TooManyOpen(Text::new(
                format!("A connection follows at most {GAMES} games."),
                format!("Une connexion suit au plus {GAMES} parties."),
            )));
        }
        let room = self.app().hub.room(game).await?;
        let (person, outbox) = (self.person_id(), self.outbox.clone());
        rooms::ask_room(&room, |reply| Command::Watch {
            person,
            outbox,
            reply,
        })
        .await??;
        self.games.retain(|(known, _)| *known != game);
        self.games.push((game, room));
        Ok(())
    }

    async fn leave(&mut self, game: GameId) {
        let index = self.games.iter().position(|(known, _)| *known == game);
        if let Some(index) = index {
            let (_, room) = self.games.swap_remove(index);
            let outbox = self.outbox.clone();
            if room.send(Command::Leave { outbox }).await.is_err() {
                self.app().hub.leave(game, &self.outbox);
            }
        }
    }

    /// Asks a room and waits for its answer: a client has one thing done at a time.
    async fn ask(
        &self,
        game: GameId,
        command: impl FnOnce(oneshot::Sender<Result<Done, Refused>>) -> Command,
    ) -> Result<Done, Refused> {
        let known = self.games.iter().find(|(known, _)| *known == game);
        let Some((_, room)) = known.filter(|(_, room)| !room.is_closed()) else {
            return rooms::ask(&self.app().hub, game, command).await?;
        };
        rooms::ask_room(room, command).await?
    }
}

fn going_down() -> End {
    End::Close(close_code::RESTART, "the server goes down")
}

fn read(game: &str) -> Result<GameId, Refused> {
    game.parse().map_err(|_| Refused::NotFound)
}

/// What a message is about, as its refusal names it.
#[derive(Default)]
struct About {
    game: Option<String>,
    ply: Option<u32>,
    id: Option<MessageId>,
    question: Option<u32>,
}

impl About {
    fn of(message: &ClientMessage) -> About {
        let nothing = About::default();
        match message {
            ClientMessage::Watch { game }
            | ClientMessage::Leave { game }
            | ClientMessage::Say { game, .. } => About {
                game: Some(game.clone()),
                ..nothing
            },
            ClientMessage::Move { game, ply, id, .. }
            | ClientMessage::Act { game, ply, id, .. } => About {
                game: Some(game.clone()),
                ply: Some(*ply),
                id: *id,
                ..nothing
            },
            ClientMessage::Analyse { question, .. }
            | ClientMessage::Review { question, .. }
            | ClientMessage::Stop { question } => About {
                question: Some(*question),
                ..nothing
            },
            ClientMessage::EnterLobby { .. } | ClientMessage::LeaveLobby | ClientMessage::Ping => {
                nothing
            }
        }
    }
}
