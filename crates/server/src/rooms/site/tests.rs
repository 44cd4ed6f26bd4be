//! Two hubs, each a node of one site, over one database.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use play::{Families, TimeControl};
use tokio::sync::oneshot;

use super::*;
use crate::cluster::Cable;
use crate::metrics::Metrics;
use crate::protocol::Status;
use crate::rooms::{Done, ask_room};
use crate::seat::{AccountKind, Seat, Seated};
use crate::secret::Token;
use crate::store::{NewGame, Person, Store};
use crate::test_folder::TestFolder;
use crate::turns::Turns;

async fn hub(store: Store, name: &str, folder: &TestFolder) -> Arc<Hub> {
    store.join_site(name.parse().unwrap()).await.unwrap();
    let computers = Hub::computers(Arc::new(Turns::new(1)));
    let shared = engine::SharedData::with_tables(folder.path().to_owned());
    Hub::new(
        Arc::new(store),
        computers,
        Arc::new(Metrics::default()),
        shared,
    )
}

fn seat(person: &Person) -> Seat {
    Seat::Person(Seated {
        person: person.id,
        name: person.name.clone(),
        account_kind: AccountKind::Guest,
        rating: None,
    })
}

/// Two nodes of one site, and a game between two people.
struct Two {
    a: Arc<Hub>,
    b: Arc<Hub>,
    game: GameId,
    people: [Person; 2],
    _folder: TestFolder,
}

impl Two {
    async fn new() -> Two {
        let folder = TestFolder::new();
        let first = folder.store(&Arc::default()).unwrap();
        let second = first.open_beside().unwrap();
        let (a, b) = (
            hub(first, "a", &folder).await,
            hub(second, "b", &folder).await,
        );
        let guest = |name: &str| {
            let token = Token::random().hash();
            a.store.create_guest(name.to_owned(), token)
        };
        let people = [guest("Ada").await.unwrap(), guest("Bo").await.unwrap()];
        let new = NewGame {
            setup: Families::standard().setup("moulin:classique").unwrap(),
            start: None,
            seats: [seat(&people[0]), seat(&people[1])],
            random_colours: false,
            public: false,
            shows: [false; 2],
            clock: TimeControl::None,
            rated: false,
            after: None,
        };
        let game = a.store.create_game(new, None).await.unwrap().id;
        Two {
            a,
            b,
            game,
            people,
            _folder: folder,
        }
    }

    /// A move of the side whose turn it is.
    fn play(
        &self,
        ply: u32,
        text: &str,
    ) -> impl FnOnce(oneshot::Sender<Result<Done, Refused>>) -> Command + use<> {
        let (person, text) = (self.people[ply as usize % 2].id, text.to_owned());
        move |reply| Command::Move {
            person,
            ply,
            text,
            came: std::time::Instant::now(),
            reply,
        }
    }

    /// The first node is not heard of until it counts as gone, and the second takes its games up.
    async fn take_up(&self) -> mpsc::Sender<Command> {
        for _ in 0..2 {
            self.a.store.pass_time(LEASE / 2);
            self.b.store.beat_site(Cable::Whole).await.unwrap();
        }
        self.b.take_orphans().await.unwrap();
        self.b.room(self.game).await.unwrap()
    }
}

async fn closes(room: &mpsc::Sender<Command>) {
    let closed = timeout(Duration::from_secs(30), room.closed()).await;
    closed.expect("the old room closes");
}

/// A room whose game another node has taken up learns it by its first write: it closes, and says
/// nothing of what it was asked.
#[tokio::test]
async fn a_room_that_hears_it_is_outdated_closes_and_another_node_goes_on() {
    let two = Two::new().await;
    let old = two.a.room(two.game).await.unwrap();
    let moved = ask_room(&old, two.play(0, "d6")).await.unwrap();
    assert_eq!(moved.unwrap().ply, 1);
    // There is no wire between them.
    assert_eq!(two.b.room(two.game).await.err(), Some(Refused::Between));

    let new = two.take_up().await;
    let late = ask_room(&old, two.play(1, "f4")).await;
    assert!(matches!(late, Err(Refused::Unavailable)), "nothing is said");
    closes(&old).await;
    let moved = ask_room(&new, two.play(1, "f4")).await.unwrap();
    assert_eq!(moved.unwrap().ply, 2);
    let (game, log) = two.b.store.load_game(two.game).await.unwrap();
    assert_eq!((game.status, log.len()), (Status::Live, 2));
}

/// On a busy server some room closes at any moment. That is no reason to read another game anew.
#[tokio::test]
async fn a_room_opens_while_rooms_of_other_games_close_without_end() {
    let two = Two::new().await;
    let (hub, over) = (Arc::clone(&two.a), Arc::new(AtomicBool::new(false)));
    let closing = std::thread::spawn({
        let over = Arc::clone(&over);
        move || {
            while !over.load(Ordering::Relaxed) {
                hub.retire(GameId::random());
                std::thread::sleep(Duration::from_micros(20));
            }
        }
    });
    let opened = timeout(Duration::from_secs(30), two.a.room(two.game)).await;
    over.store(true, Ordering::Relaxed);
    closing.join().unwrap();
    assert!(opened.expect("it opens").is_ok());
}

/// Who only waits in a room writes nothing: it is looked after whether the room speaks for its game.
#[tokio::test]
async fn a_room_that_nobody_writes_in_is_closed_when_it_is_outdated() {
    let two = Two::new().await;
    let old = two.a.room(two.game).await.unwrap();
    two.a.close_outdated().await.unwrap();
    ask_room(&old, two.play(0, "d6")).await.unwrap().unwrap();

    let new = two.take_up().await;
    two.a.close_outdated().await.unwrap();
    closes(&old).await;
    two.b.close_outdated().await.unwrap();
    let moved = ask_room(&new, two.play(1, "f4")).await.unwrap();
    assert_eq!(moved.unwrap().ply, 2, "the new one stays");
}
