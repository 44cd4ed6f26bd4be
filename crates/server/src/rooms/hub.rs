use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use engine::{Resources, SharedData};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use super::blocks::{Blocks, Pair};
use super::command::Command;
use super::live_game::LiveGame;
use super::lobby::Lobby;
use super::openings::Openings;
use super::outbox::Outbox;
use super::removed::Removed;
use super::room::Room;
use super::site::{Claim, Site};
use super::whereabouts::Whereabouts;
use crate::cluster::{Epoch, Message, Neighbours, NodeName, RemoteRoom, raw};
use crate::desks::Desks;
use crate::fault::{contained, kept};
use crate::game_id::GameId;
use crate::line::Space;
use crate::metrics::Metrics;
use crate::protocol::Status;
use crate::refused::Refused;
use crate::seat::PersonId;
use crate::secret::TokenHash;
use crate::store::{EndedSession, Entered, Filter, Game, Person, Store, StoreError};
use crate::turns::{Kind, Turns};

/// How often it is written down that the server is up, while clocks run; one of several tells it always.
pub(super) const BEAT: Duration = Duration::from_millis(400);

/// How often it is looked whether days have run out.
const DUE: Duration = Duration::from_secs(30);

/// Sessions that are looked for in one go.
const AT_ONCE: usize = 500;

/// Open games that are read at once after a restart.
const OPEN: u32 = 1000;

/// Bytes a computer player may use for what it finds out.
const MEMORY: usize = 8 << 20;

/// Moves of the computer that are looked for at once; the memory of each is small at all levels.
const THOUGHTS: usize = 24;

/// Of these for one network when half are taken.
const FAIR: usize = 1;

/// Moves of the computer that may wait in line; more wait outside.
const WAITING: Space = Space {
    person: 32,
    network: 200,
    all: 2000,
};

/// All games in memory and everybody who is connected.
#[derive(Debug)]
pub(crate) struct Hub {
    pub(crate) store: Arc<Store>,
    pub(crate) lobby: Lobby,
    pub(crate) openings: Openings,
    pub(crate) blocks: Arc<Blocks>,
    /// The games out of everybody's sight but their players'.
    pub(crate) removed: Removed,
    /// Where the computer thinks about its moves.
    pub(crate) computers: Desks,
    pub(crate) whereabouts: Whereabouts,
    /// What each computer player may use.
    pub(crate) resources: Resources,
    pub(crate) metrics: Arc<Metrics>,
    /// The other nodes, where there are any.
    pub(crate) neighbours: Neighbours,
    /// Where it is one of several.
    pub(super) site: Option<Site>,
    rooms: Mutex<Rooms>,
    people: Mutex<HashMap<PersonId, Vec<Link>>>,
}

/// A connection of somebody, and the session it was opened with.
#[derive(Clone, Debug)]
struct Link {
    session: TokenHash,
    outbox: Outbox,
}

/// The rooms that are open.
#[derive(Debug, Default)]
struct Rooms {
    open: HashMap<GameId, (mpsc::Sender<Command>, Whose)>,
    closed: Closings,
    /// Whether the server goes down, or has no place in its site: no more are opened.
    held_off: bool,
}

/// How many rooms have closed so far, counted apart for the games of each of some groups: who reads a game meanwhile
/// has to read it again where its own room may have been among them. Counted together, a server on which some
/// room closes at any time would read games over and over.
#[derive(Debug)]
struct Closings(Vec<u64>);

impl Closings {
    const GROUPS: usize = 4096;

    fn of(&mut self, id: GameId) -> &mut u64 {
        let mut hasher = DefaultHasher::new();
        id.hash(&mut hasher);
        &mut self.0[hasher.finish() as usize % Closings::GROUPS]
    }
}

impl Default for Closings {
    fn default() -> Closings {
        Closings(vec![0; Closings::GROUPS])
    }
}

/// Who speaks for the game of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    /// This node, under this epoch where it is one of several.
    Own(Option<Epoch>),
    /// Another one.
    Remote,
}

impl Rooms {
    /// An open room, or how many have closed so far that may have been the game's.
    fn find(&mut self, id: GameId) -> Result<mpsc::Sender<Command>, u64> {
        let room = self.open.get(&id).map(|(room, _)| room);
        let room = room.filter(|room| !room.is_closed());
        room.cloned().ok_or(*self.closed.of(id))
    }

    /// Whether the open room of a game is this node's.
    fn is_own(&self, id: GameId) -> bool {
        self.open
            .get(&id)
            .is_some_and(|(_, whose)| matches!(whose, Whose::Own(_)))
    }

    /// The rooms of games that this node speaks for, and under which epoch.
    fn own(&self) -> Vec<(GameId, mpsc::Sender<Command>, Epoch)> {
        let own = self.open.iter().filter_map(|(id, (room, whose))| {
            let Whose::Own(Some(epoch)) = whose else {
                return None;
            };
            Some((*id, room.clone(), *epoch))
        });
        own.collect()
    }

    fn insert(&mut self, id: GameId, room: mpsc::Sender<Command>, whose: Whose) {
        self.open.insert(id, (room, whose));
    }

    fn all(&self) -> Vec<mpsc::Sender<Command>> {
        self.open.values().map(|(room, _)| room.clone()).collect()
    }
}

impl Hub {
    /// Where the computer thinks about its moves, in these turns.
    pub(crate) fn computers(turns: Arc<Turns>) -> Desks {
        Desks::new(Kind::Game, THOUGHTS, FAIR, WAITING, turns)
    }

    /// All that is in memory. A store that has joined a site by now is one of several.
    pub(crate) fn new(
        store: Arc<Store>,
        computers: Desks,
        metrics: Arc<Metrics>,
        shared: SharedData,
    ) -> Arc<Hub> {
        let blocks: Arc<Blocks> = Arc::default();
        let site = store.membership().map(|member| Site::new(member.name));
        Arc::new(Hub {
            store,
            site,
            lobby: Lobby::new(Arc::clone(&blocks)),
            openings: Openings::default(),
            blocks,
            removed: Removed::default(),
            computers,
            whereabouts: Whereabouts::default(),
            resources: Resources {
                shared,
                ..Resources::new(MEMORY)
            },
            metrics,
            neighbours: Neighbours::default(),
            rooms: Mutex::default(),
            people: Mutex::default(),
        })
    }

    /// Takes up what was going on before a restart, and keeps an eye on lobby and clocks from now
    /// on, until that is aborted.
    pub(crate) async fn resume(self: &Arc<Hub>) -> Result<Vec<AbortHandle>, StoreError> {
        self.blocks.add(self.store.blocks().await?);
        self.fill_lobby().await?;
        if self.site.is_some() {
            self.take_orphans().await?;
        }
        for game in self.store.ticking_games().await? {
            // One game that cannot be read must not keep the others from being played.
            let taken = contained(&self.metrics, self.room(game)).await;
            match taken.unwrap_or(Err(Refused::Internal)) {
                Ok(_) => {}
                // Another node has it.
                Err(Refused::Unavailable) if self.site.is_some() => {}
                Err(refused) => tracing::error!(%game, ?refused, "a game was not taken up"),
            }
        }
        let hub = Arc::clone(self);
        let lobby = async move { kept(&hub.metrics, || Arc::clone(&hub).keep_lobby()).await };
        let hub = Arc::clone(self);
        let time = async move { kept(&hub.metrics, || Arc::clone(&hub).keep_time()).await };
        let mut keepers = vec![
            tokio::spawn(lobby).abort_handle(),
            tokio::spawn(time).abort_handle(),
        ];
        keepers.extend(self.spawn_site());
        Ok(keepers)
    }

    /// Shows all games that wait, also those that waited before a restart or were made at another node, and
    /// none that wait no more.
    async fn fill_lobby(&self) -> Result<(), StoreError> {
        let shown = self.lobby.queue();
        let mut waiting = HashSet::new();
        let mut before = None;
        loop {
            let open = Filter {
                status: Some(Status::Open),
                before,
                limit: OPEN,
                ..Filter::default()
            };
            let games = self.store.list_games(open).await?;
            for game in games.iter().filter(|game| game.public) {
                waiting.insert(game.id);
                self.lobby.add_missing(game);
            }
            match games.last() {
                Some(last) if games.len() == OPEN as usize => before = Some(last.id),
                _ => break,
            }
        }
        // Those that were made since are not looked at.
        for game in shown.into_iter().filter(|game| !waiting.contains(game)) {
            self.lobby.remove(game);
        }
        Ok(())
    }

    /// Shows a game that waits, made at another node.
    pub(crate) async fn show_waiting(&self, game: GameId) -> Result<(), StoreError> {
        let (game, _) = self.store.load_game(game).await?;
        if game.public && game.status == Status::Open {
            self.lobby.add_missing(&game);
        }
        Ok(())
    }

    /// Reads anew what every node keeps in memory.
    pub(crate) async fn refresh(&self) -> Result<(), StoreError> {
        self.blocks.replace(self.store.blocks().await?);
        self.fill_lobby().await
    }

    /// The rooms of games that this node speaks for, and under which epoch.
    pub(super) fn own_rooms(&self) -> Vec<(GameId, mpsc::Sender<Command>, Epoch)> {
        self.with_rooms(|rooms| rooms.own())
    }

    /// Lets all rooms end, and opens no more: nobody can send them anything any more.
    pub(crate) fn close(&self) {
        self.with_rooms(|rooms| {
            rooms.held_off = true;
            rooms.open.clear();
        });
    }

    /// Opens rooms again.
    pub(super) fn reopen(&self) {
        self.with_rooms(|rooms| rooms.held_off = false);
    }

    async fn keep_lobby(self: Arc<Hub>) {
        let telling = self.lobby.keep_telling(|person| self.is_online(person));
        tokio::join!(telling, self.keep_pairing());
    }

    async fn keep_time(self: Arc<Hub>) {
        let mut beat = tokio::time::interval(BEAT);
        let mut due = tokio::time::interval(DUE);
        loop {
            let done = tokio::select! {
                _ = beat.tick() => {
                    let needless =
                        self.metrics.rooms.get() == 0 && !self.store.condition().is_troubled();
                    if needless || self.site.is_some() {
                        continue;
                    }
                    self.store.beat().await
                }
                _ = due.tick() => self.end_due().await.and(self.end_expired().await),
            };
            if let Err(error) = done {
                // The store itself tells of trouble, once and not at every beat.
                tracing::debug!(%error, "not stored");
            }
        }
    }

    /// Wakes the games whose days have run out.
    async fn end_due(self: &Arc<Hub>) -> Result<(), StoreError> {
        for game in self.store.due_games().await? {
            if let Ok(room) = self.room(game).await {
                // A room that is just closing is woken the next time.
                let _ = room.send(Command::Tick).await;
            }
        }
        Ok(())
    }

    /// Closes the connections of sessions whose time is over, or that have ended in any way that was not
    /// told here.
    pub(crate) async fn end_expired(&self) -> Result<(), StoreError> {
        let connected: Vec<EndedSession> = self.with_people(|people| {
            let links = people.iter().flat_map(|(person, links)| {
                links.iter().map(|link| EndedSession {
                    person: *person,
                    token: link.session,
                })
            });
            links.collect()
        });
        for some in connected.chunks(AT_ONCE) {
            for EndedSession { person, token } in self.store.over(some.to_vec()).await? {
                self.end_session_here(person, token);
            }
        }
        Ok(())
    }

    /// Where to send commands for a game; it is taken into memory when it is not there, or followed
    /// at the node that speaks for it.
    pub(crate) async fn room(
        self: &Arc<Hub>,
        id: GameId,
    ) -> Result<mpsc::Sender<Command>, Refused> {
        match (self.with_rooms(|rooms| rooms.find(id)), &self.site) {
            (Ok(room), _) => Ok(room),
            (Err(_), None) => self.open(id).await,
            (Err(_), Some(_)) => self.open_in_site(id).await,
        }
    }

    pub(super) async fn open(
        self: &Arc<Hub>,
        id: GameId,
    ) -> Result<mpsc::Sender<Command>, Refused> {
        loop {
            let closed = match self.with_rooms(|rooms| rooms.find(id)) {
                Ok(room) => return Ok(room),
                Err(closed) => closed,
            };
            if self.with_rooms(|rooms| rooms.held_off) {
                return Err(Refused::Unavailable);
            }
            // Before the log is read: nobody else adds to it after that.
            let room = match self.claim(id).await? {
                Err(node) => self.enter_remote(id, node, closed)?,
                Ok(claim) => {
                    let (game, entries) = self.store.load_game(id).await?;
                    let live = LiveGame::load(game, &entries)?;
                    // A room that has come and gone since may have written to the log.
                    let entered = self.enter(live, &claim, closed);
                    if claim.is_taken_over() {
                        // Whoever follows it elsewhere looks for a node that is gone.
                        self.neighbours.tell_all(&Message::Taken(id));
                    }
                    entered
                }
            };
            if let Some(room) = room {
                return Ok(room);
            }
        }
    }

    /// The node that speaks for a game; none when this one does, or does from now on.
    pub(crate) async fn speaker(&self, game: GameId) -> Result<Option<NodeName>, Refused> {
        Ok(self.claim(game).await?.err())
    }

    /// Where to send commands for a game that this node speaks for, if it does.
    pub(crate) async fn own_room(
        self: &Arc<Hub>,
        id: GameId,
    ) -> Result<Option<mpsc::Sender<Command>>, Refused> {
        let own = self.with_rooms(|rooms| rooms.find(id).map(|room| (room, rooms.is_own(id))));
        match own {
            Ok((room, true)) => Ok(Some(room)),
            // The room of another node's game ends when it hears that this one speaks.
            Ok((_, false)) => Ok(None),
            Err(_) if self.speaker(id).await?.is_some() => Ok(None),
            Err(_) => {
                let room = self.room(id).await?;
                Ok(self.with_rooms(|rooms| rooms.is_own(id)).then_some(room))
            }
        }
    }

    /// The room of a game that another node speaks for, unless others have closed since.
    fn enter_remote(
        self: &Arc<Hub>,
        id: GameId,
        node: NodeName,
        closed: u64,
    ) -> Result<Option<mpsc::Sender<Command>>, Refused> {
        let wire = self.neighbours.wire().ok_or(Refused::Between)?;
        let entered = self.with_rooms(|rooms| match rooms.find(id) {
            Ok(room) => Some(room),
            Err(now) if now == closed => {
                let room = RemoteRoom::open(Arc::clone(self), Arc::clone(wire), id, node);
                rooms.insert(id, room.clone(), Whose::Remote);
                Some(room)
            }
            Err(_) => None,
        });
        Ok(entered)
    }

    /// Lets a connection follow a game no more, wherever it is.
    pub(crate) fn leave(&self, game: GameId, outbox: &Outbox) {
        if let Ok(room) = self.with_rooms(|rooms| rooms.find(game)) {
            let outbox = outbox.clone();
            // A room too busy to hear it notices by itself that nobody reads.
            let _ = room.try_send(Command::Leave { outbox });
        }
    }

    /// Has the games in memory show a person as they are now, at every node.
    pub(crate) async fn person_changed(&self, person: PersonId) {
        self.neighbours.tell_all(&Message::PersonChanged(person));
        self.person_changed_here(person).await;
    }

    /// The same at this node.
    pub(crate) async fn person_changed_here(&self, person: PersonId) {
        let rooms: Vec<_> = self.with_rooms(|rooms| rooms.all());
        for room in rooms {
            // A room that has closed is read anew when it is opened.
            let _ = room.send(Command::Changed { person }).await;
        }
    }

    /// Shows a person under another name, wherever they are shown.
    pub(crate) async fn rename(&self, person: PersonId) -> Result<(), StoreError> {
        self.neighbours.tell_all(&Message::Renamed(person));
        self.rename_here(person).await
    }

    /// The same at this node.
    pub(crate) async fn rename_here(&self, person: PersonId) -> Result<(), StoreError> {
        if let Some(name) = self.store.name_of(person).await? {
            self.lobby.rename(person, &name);
        }
        self.person_changed_here(person).await;
        Ok(())
    }

    /// Somebody has blocked somebody, which every node hears of.
    pub(crate) fn block(&self, pair: Pair) {
        let Pair { person, blocked } = pair;
        self.blocks.add([pair]);
        self.neighbours.tell_all(&Message::Blocked(person, blocked));
    }

    /// They have not any more.
    pub(crate) fn unblock(&self, pair: Pair) {
        let Pair { person, blocked } = pair;
        self.blocks.remove(pair);
        self.neighbours
            .tell_all(&Message::Unblocked(person, blocked));
    }

    /// Somebody is not known any more: nobody has blocked them.
    pub(crate) fn forget_person(&self, person: PersonId) {
        self.blocks.forget(person);
        self.neighbours.tell_all(&Message::Forgotten(person));
    }

    /// Has those leave a game who only watch it, if it is out of sight.
    pub(crate) async fn show_out(&self, game: GameId) {
        if let Ok(room) = self.with_rooms(|rooms| rooms.find(game)) {
            // Nobody watches a room that has closed.
            let _ = room.send(Command::ShowOut).await;
        }
    }

    /// Opens the room of a game that was just made, so that nobody can have changed it.
    pub(crate) async fn open_room(self: &Arc<Hub>, game: &Game) -> Result<(), Refused> {
        if self.site.is_some() {
            return self.room(game.id).await.map(drop);
        }
        let live = LiveGame::load(game.clone(), &[])?;
        let closed = self.with_rooms(|rooms| *rooms.closed.of(game.id));
        self.enter(live, &Claim::ALONE, closed);
        Ok(())
    }

    /// The room of a game that was read when so many rooms had closed, unless others have since.
    fn enter(
        self: &Arc<Hub>,
        live: LiveGame,
        claim: &Claim,
        closed: u64,
    ) -> Option<mpsc::Sender<Command>> {
        self.with_rooms(|rooms| {
            let id = live.id();
            match rooms.find(id) {
                Ok(room) => Some(room),
                Err(now) if now == closed => {
                    let room = Room::open(Arc::clone(self), live, claim.clone());
                    rooms.insert(id, room.clone(), Whose::Own(claim.epoch()));
                    Some(room)
                }
                Err(_) => None,
            }
        })
    }

    /// Forgets a room that has closed, unless it was opened anew.
    pub(crate) fn retire(&self, id: GameId) {
        self.with_rooms(|rooms| {
            *rooms.closed.of(id) += 1;
            if rooms
                .open
                .get(&id)
                .is_some_and(|(room, _)| room.is_closed())
            {
                rooms.open.remove(&id);
            }
        });
    }

    /// A connection of a person has opened, with this session.
    pub(crate) fn connect(&self, person: PersonId, session: TokenHash, outbox: &Outbox) {
        let first = self.with_people(|people| {
            let links = people.entry(person).or_default();
            links.push(Link {
                session,
                outbox: outbox.clone(),
            });
            links.len() == 1
        });
        if first && self.lobby.waiting_of(person) > 0 {
            self.lobby.look_again();
            self.say_alive();
        }
    }

    /// It has closed.
    pub(crate) fn disconnect(&self, person: PersonId, outbox: &Outbox) {
        let last = self.with_people(|people| {
            let Some(outboxes) = people.get_mut(&person) else {
                return false;
            };
            outboxes.retain(|other| !other.outbox.is(outbox));
            let last = outboxes.is_empty();
            if last {
                people.remove(&person);
            }
            last
        });
        if last && self.lobby.waiting_of(person) > 0 {
            self.lobby.seen(person);
            self.lobby.look_again();
            self.say_alive();
        }
    }

    /// Whether somebody is connected, where their games wait to any node.
    pub(crate) fn is_online(&self, person: PersonId) -> bool {
        self.is_here(person) || self.neighbours.is_online(person)
    }

    /// Whether somebody is connected to this node.
    pub(crate) fn is_here(&self, person: PersonId) -> bool {
        self.with_people(|people| people.contains_key(&person))
    }

    /// Closes every connection of a person, at every node: all their sessions are over.
    pub(crate) fn disconnect_all(&self, person: PersonId) {
        self.neighbours.tell_all(&Message::SessionsEnded(person));
        self.disconnect_here(person);
    }

    /// The same at this node.
    pub(crate) fn disconnect_here(&self, person: PersonId) {
        self.cut(person, |_| true);
    }

    /// Closes the connections of one session of a person, at every node: it is over.
    pub(crate) fn end_session(&self, person: PersonId, session: TokenHash) {
        let hash = data_encoding::HEXLOWER.encode(&session.0);
        self.neighbours
            .tell_all(&Message::SessionEnded(person, hash));
        self.end_session_here(person, session);
    }

    /// The same at this node.
    pub(crate) fn end_session_here(&self, person: PersonId, session: TokenHash) {
        self.cut(person, |link| link.session == session);
    }

    /// Closes the connections of sessions that are over.
    pub(crate) fn ended(&self, sessions: &[EndedSession]) {
        for EndedSession { person, token } in sessions {
            self.end_session(*person, *token);
        }
    }

    /// Somebody has got in: sessions that made room for theirs are over.
    pub(crate) fn entered(&self, Entered { person, ended }: Entered) -> Person {
        self.ended(&ended);
        person
    }

    fn cut(&self, person: PersonId, which: impl Fn(&Link) -> bool) {
        self.with_people(|people| {
            let links = people.get(&person).into_iter().flatten();
            links
                .filter(|link| which(link))
                .for_each(|link| link.outbox.cut());
        });
    }

    /// Closes the connections of all who are known: all sessions are over.
    pub(crate) fn disconnect_everybody(&self) {
        self.with_people(|people| people.values().flatten().for_each(|link| link.outbox.cut()));
    }

    /// Tells every connection of a person, at every node.
    pub(crate) fn tell_person(&self, person: PersonId, message: &Utf8Bytes) {
        if let Some(raw) = self.neighbours.wire().and_then(|_| raw(message)) {
            self.neighbours.tell_all(&Message::Person(person, raw));
        }
        self.tell_here(person, message);
    }

    /// The same at this node.
    pub(crate) fn tell_here(&self, person: PersonId, message: &Utf8Bytes) {
        self.with_people(|people| {
            for link in people.get(&person).into_iter().flatten() {
                // A connection that is gone departs by itself.
                let _ = link.outbox.send(message);
            }
        });
    }

    fn with_rooms<T>(&self, work: impl FnOnce(&mut Rooms) -> T) -> T {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        work(&mut rooms)
    }

    fn with_people<T>(&self, work: impl FnOnce(&mut HashMap<PersonId, Vec<Link>>) -> T) -> T {
        let mut people = self.people.lock().unwrap_or_else(PoisonError::into_inner);
        work(&mut people)
    }
}
