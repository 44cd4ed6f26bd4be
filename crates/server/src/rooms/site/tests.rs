//! Two hubs, each a node of one site, over one database.

use std::time::Duration;

use play::{Families, TimeControl};
use tokio::sync::oneshot;

use super::*;
use crate::cluster::Cable;
use crate::metrics::Metrics;
use crate::protocol::Status;
use crate::rooms::ask_room;
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

/// A room whose game another node has taken up learns it by its first write: it closes, and says
/// nothing of what it was asked.
#[tokio::test]
async fn a_room_that_hears_it_is_outdated_closes_and_another_node_goes_on() {
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
    let (ada, bo) = (guest("Ada").await.unwrap(), guest("Bo").await.unwrap());
    let new = NewGame {
        setup: Families::standard().setup("moulin:classique").unwrap(),
        start: None,
        seats: [seat(&ada), seat(&bo)],
        random_colours: false,
        public: false,
        shows: [false; 2],
        clock: TimeControl::None,
        rated: false,
        after: None,
    };
    let game = a.store.create_game(new, None).await.unwrap();
    let play = |ply: u32, person, text: &str| {
        let text = text.to_owned();
        move |reply: oneshot::Sender<_>| Command::Move {
            person,
            ply,
            text,
            came: std::time::Instant::now(),
            reply,
        }
    };
    let old = a.room(game.id).await.unwrap();
    let moved = ask_room(&old, play(0, ada.id, "d6")).await.unwrap();
    assert_eq!(moved.unwrap().ply, 1);
    // There is no wire between them.
    assert_eq!(b.room(game.id).await.err(), Some(Refused::Between));

    // `a` is not heard of until it counts as gone.
    a.store.pass_time(LEASE / 2);
    b.store.beat_site(Cable::Whole).await.unwrap();
    a.store.pass_time(LEASE / 2);
    b.store.beat_site(Cable::Whole).await.unwrap();
    b.take_orphans().await.unwrap();
    let new = b.room(game.id).await.unwrap();
    let late = ask_room(&old, play(1, bo.id, "f4")).await;
    assert!(matches!(late, Err(Refused::Unavailable)), "nothing is said");
    let closed = timeout(Duration::from_secs(30), old.closed()).await;
    closed.expect("the old room closes");
    let moved = ask_room(&new, play(1, bo.id, "f4")).await.unwrap();
    assert_eq!(moved.unwrap().ply, 2);
    let (game, log) = b.store.load_game(game.id).await.unwrap();
    assert_eq!((game.status, log.len()), (Status::Live, 2));
}
