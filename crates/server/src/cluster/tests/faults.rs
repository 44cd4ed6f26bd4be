use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn with_messages_lost_everybody_ends_with_the_same_game() {
    let site = TestSite::new(&["a", "b", "c"]).await;
    let (ada, bo) = (site.guest("Ada").await, site.guest("Bo").await);
    let game = site.game(0, "mijnlieff", [&ada, &bo]).await;
    let mut players = [
        Follower::new(site.hub(1), Some(&ada), game).await,
        Follower::new(site.hub(2), Some(&bo), game).await,
    ];
    for one in &mut players {
        one.sees("the game", |it| it.status == Status::Live).await;
    }
    site.board.lose(Some(5));
    play(&mut players, 1000).await;
    site.board.lose(None);
    assert_eq!(players[0].status, Status::Over);
    assert_eq!(players[0].position, players[1].position);
    let gaps = [1, 2].map(|index| site.hub(index).metrics.wire_gaps.get());
    assert!(gaps.iter().sum::<u64>() > 0, "{gaps:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_when_the_node_that_speaks_for_it_vanishes() {
    let site = TestSite::new(&["a", "b", "c"]).await;
    let (ada, bo) = (site.guest("Ada").await, site.guest("Bo").await);
    let game = site.game(0, "mijnlieff", [&ada, &bo]).await;
    let mut players = [
        Follower::new(site.hub(1), Some(&ada), game).await,
        Follower::new(site.hub(2), Some(&bo), game).await,
    ];
    for one in &mut players {
        one.sees("the game", |it| it.status == Status::Live).await;
    }
    play(&mut players, 3).await;
    site.kill(0);
    play(&mut players, 1000).await;
    assert_eq!(players[0].status, Status::Over);
    assert_eq!(players[0].position, players[1].position);
    assert!(
        !players.iter().any(|player| player.cut),
        "sockets stay open"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_drains_hands_its_games_over() {
    let site = TestSite::new(&["a", "b"]).await;
    let (ada, bo) = (site.guest("Ada").await, site.guest("Bo").await);
    let game = site.game(0, "mijnlieff", [&ada, &bo]).await;
    let mut players = [
        Follower::new(site.hub(1), Some(&ada), game).await,
        Follower::new(site.hub(1), Some(&bo), game).await,
    ];
    for one in &mut players {
        one.sees("the game", |it| it.status == Status::Live).await;
    }
    play(&mut players, 3).await;
    let node = &site.nodes[0];
    node.hub.drain();
    node.closing.send_replace(true);
    node.hub.close();
    until("its rooms are closed", || node.hub.metrics.rooms.get() == 0).await;
    play(&mut players, 1000).await;
    assert_eq!(players[0].status, Status::Over);
    assert!(
        !players.iter().any(|player| player.cut),
        "sockets stay open"
    );
    assert!(*node.app.closing.borrow());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_cut_off_refuses_with_a_sentence_and_heals() {
    let site = TestSite::new(&["a", "b"]).await;
    let (ada, bo) = (site.guest("Ada").await, site.guest("Bo").await);
    let game = site.game(0, "mijnlieff", [&ada, &bo]).await;
    let mut players = [
        Follower::new(site.hub(0), Some(&ada), game).await,
        Follower::new(site.hub(1), Some(&bo), game).await,
    ];
    for one in &mut players {
        one.sees("the game", |it| it.status == Status::Live).await;
    }
    play(&mut players, 1).await;
    site.board.cut("b");
    assert!(site.hub(1).neighbours.cable() == Cable::Cut);
    let turn = players[1].turns[0].clone();
    let refused = players[1].play(&turn).await.unwrap_err();
    assert_eq!(refused, Refused::Between);
    let problem = refused.problem();
    assert!(
        problem.text.en.contains("catching its breath"),
        "{problem:?}"
    );
    assert!(
        problem.text.fr.contains("reprend son souffle"),
        "{problem:?}"
    );
    assert!(problem.wait.is_some());
    site.board.mend("b");
    play(&mut players, 1000).await;
    assert_eq!(players[0].status, Status::Over);
    assert_eq!(players[0].position, players[1].position);
}

/// What the move of an entry took off the clock of who made it.
async fn charged(hub: &Hub, game: GameId, ply: usize) -> Duration {
    let (_, log) = hub.store.load_game(game).await.unwrap();
    let left = |ply: usize| log[ply].left.unwrap()[ply % 2];
    // Clocks begin to run once both have moved.
    assert!(ply >= 3);
    Duration::from_millis(left(ply - 2).minus(left(ply)).0)
}

/// How long something is held, and the most of it that may be charged. Much less is, but machines are
/// busy.
const HELD: Duration = Duration::from_secs(8);
const CHARGED: Duration = Duration::from_secs(5);

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_charged_while_their_node_cannot_reach_the_one_that_speaks() {
    let site = TestSite::new(&["a", "b", "c"]).await;
    let (ada, bo) = (site.guest("Ada").await, site.guest("Bo").await);
    let game = site
        .game_with_clock(0, "moulin:classique", [&ada, &bo])
        .await;
    let mut players = [
        Follower::new(site.hub(0), Some(&ada), game).await,
        Follower::new(site.hub(1), Some(&bo), game).await,
    ];
    for one in &mut players {
        one.sees("the game", |it| it.status == Status::Live).await;
    }
    play(&mut players, 3).await;
    let mover = usize::from(!players[0].is_to_move());
    assert_eq!(mover, 1, "black follows from another node");
    site.board.cut("b");
    tokio::time::sleep(HELD).await;
    site.board.mend("b");
    play(&mut players, 1).await;
    let charged = charged(site.hub(0), game, 3).await;
    assert!(charged < CHARGED, "{charged:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_there_is_charged_while_others_cannot_reach_the_node() {
    let site = TestSite::new(&["a", "b"]).await;
    let (ada, bo) = (site.guest("Ada").await, site.guest("Bo").await);
    let game = site
        .game_with_clock(0, "moulin:classique", [&ada, &bo])
        .await;
    let mut players = [
        Follower::new(site.hub(1), Some(&ada), game).await,
        Follower::new(site.hub(0), Some(&bo), game).await,
    ];
    for one in &mut players {
        one.sees("the game", |it| it.status == Status::Live).await;
    }
    play(&mut players, 3).await;
    assert!(players[1].is_to_move());
    site.board.cut("b");
    tokio::time::sleep(HELD).await;
    site.board.mend("b");
    play(&mut players, 1).await;
    let charged = charged(site.hub(0), game, 3).await;
    assert!(charged >= HELD, "{charged:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_cannot_talk_to_the_others_leaves_its_games_to_them() {
    let site = TestSite::new(&["a", "b", "c"]).await;
    let (ada, bo) = (site.guest("Ada").await, site.guest("Bo").await);
    let game = site.game(0, "mijnlieff", [&ada, &bo]).await;
    let mut players = [
        Follower::new(site.hub(1), Some(&ada), game).await,
        Follower::new(site.hub(2), Some(&bo), game).await,
    ];
    for one in &mut players {
        one.sees("the game", |it| it.status == Status::Live).await;
    }
    play(&mut players, 3).await;
    site.board.cut("a");
    play(&mut players, 3).await;
    until("it has no place", || {
        site.hub(0).store.membership().is_none()
    })
    .await;
    assert!(matches!(
        site.hub(0).speaker(game).await,
        Err(Refused::Store(_))
    ));
    site.board.mend("a");
    until("it is back", || site.hub(0).store.membership().is_some()).await;
    play(&mut players, 1000).await;
    assert_eq!(players[0].status, Status::Over);
    assert_eq!(players[0].position, players[1].position);
    assert!(!players.iter().any(|player| player.cut));
}

#[tokio::test(flavor = "multi_thread")]
async fn with_the_wire_down_for_all_each_node_keeps_its_games() {
    let site = TestSite::new(&["a", "b"]).await;
    let (ada, bo) = (site.guest("Ada").await, site.guest("Bo").await);
    let game = site.game(0, "mijnlieff", [&ada, &bo]).await;
    let mut players = [
        Follower::new(site.hub(0), Some(&ada), game).await,
        Follower::new(site.hub(0), Some(&bo), game).await,
    ];
    for one in &mut players {
        one.sees("the game", |it| it.status == Status::Live).await;
    }
    let before = site.hub(0).store.membership();
    site.board.cut("a");
    site.board.cut("b");
    tokio::time::sleep(Duration::from_secs(4)).await;
    play(&mut players, 1000).await;
    assert_eq!(players[0].status, Status::Over);
    assert_eq!(
        site.hub(0).store.membership(),
        before,
        "it is the same node"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_malformed_or_unknown_changes_nothing() {
    let site = TestSite::new(&["a", "b"]).await;
    let (ada, bo) = (site.guest("Ada").await, site.guest("Bo").await);
    let game = site.game(0, "mijnlieff", [&ada, &bo]).await;
    let mut players = [
        Follower::new(site.hub(0), Some(&ada), game).await,
        Follower::new(site.hub(1), Some(&bo), game).await,
    ];
    for one in &mut players {
        one.sees("the game", |it| it.status == Status::Live).await;
    }
    let life = r#"{"node":"a","run":1}"#;
    let samples = [
        String::new(),
        "null".to_owned(),
        "{}".to_owned(),
        "[[[[".repeat(1000),
        format!(r#"{{"v":1,"from":{life},"body":{{"of-the-future":[1]}}}}"#),
        format!(r#"{{"v":99,"from":{life},"body":{{"forget":[0,1,2,3]}}}}"#),
        format!(r#"{{"v":1,"from":{life},"body":{{"forget":"all"}}}}"#),
        r#"{"v":1,"from":{"node":"A B","run":1},"body":{"forget":[1]}}"#.to_owned(),
        format!(
            r#"{{"v":1,"from":{life},"body":{{"forget":[{}]}}}}"#,
            u64::MAX
        ),
        format!(r#"{{"v":1,"from":{life},"body":{{"waits":"nothing"}}}}"#),
        format!(
            r#"{{"v":1,"from":{life},"body":{{"told":{{"game":"{game}","follower":0,"watching":1,"number":99,"what":{{"text":1}}}}}}}}"#
        ),
        "\u{0}\u{1}\u{2}".to_owned(),
    ];
    for number in 0..10_000 {
        let mut bytes = samples[number % samples.len()].clone().into_bytes();
        if number >= samples.len() && !bytes.is_empty() {
            let place = (number * 7919) % bytes.len();
            bytes[place] = (number % 251) as u8;
        }
        site.board.inject(&bytes);
        if number % 500 == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    play(&mut players, 1000).await;
    assert_eq!(players[0].status, Status::Over);
    assert_eq!(players[0].position, players[1].position);
    for index in [0, 1] {
        assert!(site.hub(index).metrics.wire_unread.get() > 1000);
        assert_eq!(site.hub(index).metrics.panics.get(), 0);
    }
}
