use super::*;
use crate::owner::Network;
use crate::protocol::LobbyFilter;
use crate::rooms::Wish;

fn wish(person: &Person, clock: &str) -> Wish {
    Wish {
        person: person.id,
        network: Network::of(std::net::Ipv4Addr::LOCALHOST.into()),
        setup: "moulin:classique".to_owned(),
        position: None,
        clock: clock.to_owned(),
        rated: false,
        colour: ColourWish::Random,
    }
}

fn wished(person: &Person, clock: &str) -> NewGame {
    let mut new = new_game("moulin:classique", [seat(person), Seat::Empty]);
    new.random_colours = true;
    new.clock = clock.parse().unwrap();
    new
}

#[tokio::test(flavor = "multi_thread")]
async fn equal_wishes_at_two_nodes_meet_in_exactly_one_game() {
    let site = TestSite::new(&["a", "b", "c"]).await;
    for round in 0..5 {
        let people = [
            site.guest(&format!("Ada{round}")).await,
            site.guest(&format!("Bo{round}")).await,
        ];
        let seeks = [0, 1].map(|index| {
            let (hub, person) = (Arc::clone(site.hub(index)), people[index].clone());
            tokio::spawn(async move {
                let (wish, new) = (wish(&person, "none"), wished(&person, "none"));
                hub.seek(&person, &wish, new).await
            })
        });
        let mut games = Vec::new();
        for seek in seeks {
            games.push(seek.await.unwrap().unwrap());
        }
        let since = Instant::now();
        let mut last = [games[0], games[1]];
        loop {
            for game in &mut last {
                let (found, _) = site.hub(2).store.load_game(*game).await.unwrap();
                *game = found.next.unwrap_or(*game);
            }
            let (found, _) = site.hub(2).store.load_game(last[0]).await.unwrap();
            if last[0] == last[1] && found.status == Status::Live {
                break;
            }
            assert!(since.elapsed() < LIMIT, "{last:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        for person in &people {
            let going = site.hub(0).store.going(person.id).await.unwrap();
            assert_eq!((going.live, going.open), (1, 0));
        }
        let hub = site.hub(2);
        until("nothing waits", || hub.lobby.queue().is_empty()).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wish_is_seen_everywhere_while_its_maker_is_at_any_node() {
    let site = TestSite::new(&["a", "b"]).await;
    let (ada, bo) = (site.guest("Ada").await, site.guest("Bo").await);
    let (outbox, _inbox) = outbox(Account::of_nobody());
    site.hub(1).connect(ada.id, Token::random().hash(), &outbox);
    let (wish, new) = (wish(&ada, "300+3"), wished(&ada, "300+3"));
    let game = site.hub(0).seek(&ada, &wish, new).await.unwrap();
    for index in [0, 1] {
        let hub = site.hub(index);
        until("the wish is shown", || {
            let online = |person| hub.is_online(person);
            let list = hub.lobby.challenges(Some(bo.id), &LobbyFilter::ALL, online);
            hub.is_online(ada.id) && list.challenges.iter().any(|it| it.game == game.to_string())
        })
        .await;
    }
    site.hub(1).disconnect(ada.id, &outbox);
    let hub = site.hub(0);
    until("she is gone", || !hub.is_online(ada.id)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_ended_at_one_node_is_ended_at_all() {
    let site = TestSite::new(&["a", "b"]).await;
    let ada = site.guest("Ada").await;
    let (one, other) = (Token::random().hash(), Token::random().hash());
    let (ended, mut ends) = outbox(Account::of_nobody());
    let (stays, mut stayed) = outbox(Account::of_nobody());
    site.hub(1).connect(ada.id, one, &ended);
    site.hub(1).connect(ada.id, other, &stays);
    site.hub(0).end_session(ada.id, one);
    let cut = tokio::time::timeout(LIMIT, ends.next()).await.unwrap();
    assert_eq!(cut, Outgoing::Cut);
    let message = crate::rooms::encode(&ServerMessage::Pong);
    site.hub(0).tell_person(ada.id, &message);
    let told = tokio::time::timeout(LIMIT, stayed.next()).await.unwrap();
    assert_eq!(told, Outgoing::Message(message));
    site.hub(0).disconnect_all(ada.id);
    let cut = tokio::time::timeout(LIMIT, stayed.next()).await.unwrap();
    assert_eq!(cut, Outgoing::Cut);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_blocks_somebody_is_known_to_every_node() {
    let site = TestSite::new(&["a", "b"]).await;
    let (ada, bo) = (site.guest("Ada").await, site.guest("Bo").await);
    let pair = crate::rooms::Pair {
        person: ada.id,
        blocked: bo.id,
    };
    site.hub(0).block(pair);
    let hub = site.hub(1);
    until("the block is known", || hub.blocks.has(ada.id, bo.id)).await;
    site.hub(0).unblock(pair);
    until("it is gone", || !hub.blocks.has(ada.id, bo.id)).await;
}
