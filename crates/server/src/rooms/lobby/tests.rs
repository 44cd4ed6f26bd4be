//! Which games are shown, held and given up, without a store.

use std::net::{IpAddr, Ipv4Addr};

use play::Families;

use super::*;
use crate::protocol::Status;
use crate::seat::Seated;
use crate::store::Audience;

fn network(number: u8) -> Network {
    Network::of(IpAddr::V4(Ipv4Addr::new(192, 0, 2, number)))
}

fn game(number: i64, by: i64, setup: &str, clock: &str) -> Game {
    Game {
        key: number,
        id: GameId::random(),
        setup: Families::standard().setup(setup).unwrap(),
        start: None,
        seats: [
            Seat::Person(Seated {
                person: PersonId(by),
                name: format!("Person {by}"),
                account_kind: AccountKind::Guest,
                rating: None,
            }),
            Seat::Empty,
        ],
        random_colours: true,
        public: true,
        audience: Audience::Everybody,
        shows: [true; 2],
        clock: clock.parse().unwrap(),
        rated: false,
        status: Status::Open,
        created: number as u64,
        outcome: None,
        next: None,
        rating_changes: [None; 2],
        mark: None,
    }
}

fn lobby() -> Lobby {
    Lobby::new(Arc::default())
}

fn names(list: &LobbyList) -> HashSet<String> {
    let by = |challenge: &Challenge| match &challenge.by {
        protocol::Player::Person { name, .. } => name.clone(),
        other => panic!("{other:?}"),
    };
    list.challenges.iter().map(by).collect()
}

#[test]
fn a_flood_hides_nobody() {
    let lobby = lobby();
    // One person and one network were here before, then a thousand wishes from elsewhere came.
    lobby.add(&game(1, 1, "mijnlieff", "none"), Some(network(1)));
    lobby.add(&game(2, 2, "moulin:envol", "3d"), None);
    for number in 3..1003 {
        lobby.add(
            &game(number, number % 100 + 10, "mijnlieff", "none"),
            Some(network(2)),
        );
    }
    let all = lobby.challenges(None, &LobbyFilter::ALL, |_| false);
    assert_eq!((all.challenges.len(), all.count), (SHOWN, 1002));
    let seen = names(&all);
    assert!(
        seen.contains("Person 1") && seen.contains("Person 2"),
        "{seen:?}"
    );
    assert_eq!(seen.len(), SHOWN, "each of the others once");
    let times: Vec<u64> = all.challenges.iter().map(|one| one.created).collect();
    assert!(
        times.is_sorted_by(|one, other| one > other),
        "the newest first"
    );
    // What is looked for is looked for among all, and one's own are always there.
    let filter = LobbyFilter {
        family: Some("moulin".to_owned()),
        ..LobbyFilter::ALL
    };
    let mills = lobby.challenges(None, &filter, |_| false);
    assert_eq!((mills.challenges.len(), mills.count), (1, 1));
    let own = lobby.challenges(Some(PersonId(15)), &LobbyFilter::ALL, |_| false);
    let yours = own.challenges.iter().filter(|one| one.yours).count();
    assert_eq!(yours, 10);
    assert_eq!(own.challenges.len(), SHOWN);
}

#[test]
fn filters_are_about_family_setup_clock_and_rating() {
    let lobby = lobby();
    let rated = Game {
        rated: true,
        ..game(4, 4, "mijnlieff:sets=2", "300+3")
    };
    lobby.add(&game(1, 1, "mijnlieff", "none"), None);
    lobby.add(&game(2, 2, "moulin:envol", "3d"), None);
    lobby.add(&game(3, 3, "mijnlieff", "300+3"), None);
    lobby.add(&rated, None);
    let found = |filter: LobbyFilter| {
        let list = lobby.challenges(None, &filter, |_| true);
        let times = list.challenges.iter().map(|one| one.created);
        times.collect::<Vec<u64>>()
    };
    let all = LobbyFilter::ALL;
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(found(all.clone()), [4, 3, 2, 1]);
    let family = text("mijnlieff");
    assert_eq!(
        found(LobbyFilter {
            family,
            ..all.clone()
        }),
        [4, 3, 1]
    );
    let setup = text("mijnlieff");
    assert_eq!(
        found(LobbyFilter {
            setup,
            ..all.clone()
        }),
        [3, 1]
    );
    for (kind, expected) in [
        (ClockKind::None, &[1][..]),
        (ClockKind::Days, &[2]),
        (ClockKind::Seconds, &[4, 3]),
    ] {
        let clock = Some(kind);
        assert_eq!(
            found(LobbyFilter {
                clock,
                ..all.clone()
            }),
            expected
        );
    }
    let rated = Some(true);
    assert_eq!(found(LobbyFilter { rated, ..all }), [4]);
}

#[test]
fn ghosts_are_hidden_after_seconds_and_called_off_after_minutes() {
    let lobby = lobby();
    let (quick, slow) = (
        game(1, 1, "mijnlieff", "300+3"),
        game(2, 2, "mijnlieff", "3d"),
    );
    lobby.add(&quick, None);
    lobby.add(&slow, None);
    let count = |online: bool| lobby.challenges(None, &LobbyFilter::ALL, |_| online).count;
    let left = |ago: Duration| {
        lobby.with(|state| {
            let all = state.waiting.values_mut();
            all.for_each(|waiting| waiting.seen = Instant::now().checked_sub(ago).unwrap());
        });
    };
    let gone = |online: bool, today: u64| {
        let gone = lobby.forsaken(Instant::now(), today, |_| online);
        gone.into_iter().map(|(game, _)| game).collect::<Vec<_>>()
    };
    assert_eq!(count(false), 2, "a page is loaded again");
    left(GRACE);
    assert_eq!(
        (count(false), count(true)),
        (1, 2),
        "who is gone does not play now"
    );
    assert_eq!(gone(false, 10), []);
    left(GHOST);
    assert_eq!(gone(true, 10), []);
    assert_eq!(gone(false, 10), [quick.id]);
    assert_eq!(
        gone(true, OLDEST + 2).len(),
        2,
        "a month is enough for anybody"
    );
    lobby.seen(PersonId(1));
    assert_eq!(count(false), 2, "who comes back is there");
}

#[test]
fn nobody_is_held_for_two_games_against_the_clock() {
    let lobby = lobby();
    let (one, other) = (
        game(1, 1, "mijnlieff", "300+3"),
        game(2, 1, "mijnlieff", "60+0"),
    );
    let (calm, theirs) = (
        game(3, 1, "mijnlieff", "none"),
        game(4, 2, "moulin:envol", "60+0"),
    );
    for game in [&one, &other, &calm, &theirs] {
        lobby.add(game, None);
    }
    let people = [PersonId(1), PersonId(2)];
    assert!(lobby.hold(&one, people, None));
    assert!(
        !lobby.hold(&one, [PersonId(1), PersonId(3)], None),
        "it is taken"
    );
    assert!(
        !lobby.hold(&other, [PersonId(1), PersonId(3)], None),
        "so is its maker"
    );
    assert!(
        !lobby.hold(&theirs, [PersonId(2), PersonId(3)], None),
        "and who takes it"
    );
    assert!(
        lobby.hold(&calm, [PersonId(1), PersonId(3)], None),
        "not without a clock"
    );
    lobby.release(one.id);
    assert!(lobby.hold(&other, [PersonId(1), PersonId(3)], None));
    lobby.release(other.id);
    assert!(lobby.hold(&one, people, None));
    let called_off: HashSet<GameId> = lobby
        .begun(one.id, None)
        .into_iter()
        .map(|(game, _)| game)
        .collect();
    assert_eq!(called_off, HashSet::from([other.id, theirs.id]));
    assert_eq!(lobby.queue(), [calm.id]);
}

#[test]
fn two_games_that_wait_for_each_other_are_found_whichever_asks() {
    let lobby = lobby();
    let (one, other) = (
        game(1, 1, "mijnlieff", "300+3"),
        game(2, 2, "mijnlieff", "300+3"),
    );
    lobby.add(&one, None);
    lobby.add(&other, None);
    let tried = HashSet::new();
    for asked in [one.id, other.id] {
        let met = lobby.meeting(asked, &tried, |_| true).unwrap();
        assert_eq!((met.older, met.newer.game), (one.id, other.id));
    }
    let tried = HashSet::from([other.id]);
    assert!(lobby.meeting(one.id, &tried, |_| true).is_none());
    lobby.blocks.add([super::super::blocks::Pair {
        person: PersonId(2),
        blocked: PersonId(1),
    }]);
    let tried = HashSet::new();
    assert!(lobby.meeting(one.id, &tried, |_| true).is_none());
}
