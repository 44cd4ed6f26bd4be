use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn two_at_different_nodes_play_whole_games_of_both_families() {
    let site = TestSite::new(&["a", "b", "c"]).await;
    let (ada, bo) = (site.guest("Ada").await, site.guest("Bo").await);
    for setup in ["mijnlieff", "moulin:classique"] {
        let game = site.game(0, setup, [&ada, &bo]).await;
        let mut players = [
            Follower::new(site.hub(1), Some(&ada), game).await,
            Follower::new(site.hub(0), Some(&bo), game).await,
        ];
        let mut looker = Follower::new(site.hub(2), None, game).await;
        for one in &mut players {
            one.sees("the game", |it| it.status == Status::Live).await;
        }
        play(&mut players, 1000).await;
        assert_eq!(players[0].status, Status::Over, "{setup}");
        let (ply, position) = (players[0].ply, players[0].position.clone());
        looker
            .sees("the end", |it| it.ply == ply && it.status == Status::Over)
            .await;
        assert_eq!(looker.position, position);
        assert_eq!(players[1].position, position);
    }
    assert!(site.hub(1).metrics.remote_rooms.get() > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_takebacks_and_a_rematch_reach_the_other_node() {
    let site = TestSite::new(&["a", "b"]).await;
    let (ada, bo) = (site.guest("Ada").await, site.guest("Bo").await);
    let game = site.game(0, "moulin:classique", [&ada, &bo]).await;
    let mut players = [
        Follower::new(site.hub(0), Some(&ada), game).await,
        Follower::new(site.hub(1), Some(&bo), game).await,
    ];
    for one in &mut players {
        one.sees("the game", |it| it.status == Status::Live).await;
    }
    play(&mut players, 4).await;
    let [ada, bo] = &mut players;
    bo.act(Action::Takeback).await.unwrap();
    let offered = |it: &Follower| it.heard.iter().any(|kind| kind == "offers");
    ada.sees("an offer", offered).await;
    ada.act(Action::Takeback).await.unwrap();
    let back = |it: &Follower| it.heard.iter().any(|kind| kind == "back");
    bo.sees("a takeback", back).await;
    ada.sees("a takeback", back).await;
    assert_eq!(ada.position, bo.position);
    bo.act(Action::Draw).await.unwrap();
    ada.act(Action::Decline).await.unwrap();
    let declined = |it: &Follower| it.heard.iter().any(|kind| kind == "declined");
    bo.sees("no", declined).await;
    bo.act(Action::Resign).await.unwrap();
    ada.sees("the end", |it| it.status == Status::Over).await;
    bo.sees("the end", |it| it.status == Status::Over).await;
    ada.act(Action::Rematch).await.unwrap();
    bo.act(Action::Rematch).await.unwrap();
    bo.sees("the next game", |it| it.next.is_some()).await;
    ada.sees("the next game", |it| it.next.is_some()).await;
    assert_eq!(ada.next, bo.next);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_is_the_same_at_every_node() {
    let site = TestSite::new(&["a", "b"]).await;
    let (ada, bo) = (site.guest("Ada").await, site.guest("Bo").await);
    let game = site.game(0, "moulin:classique", [&ada, &bo]).await;
    let mut problems = Vec::new();
    for index in [0, 1] {
        let mut player = Follower::new(site.hub(index), Some(&ada), game).await;
        player
            .sees("the game", |it| it.status == Status::Live)
            .await;
        let mut refused = vec![player.play("z9").await.unwrap_err()];
        player.ply = 7;
        refused.push(player.play("a1").await.unwrap_err());
        let other = Follower::new(site.hub(index), Some(&bo), game).await;
        refused.push(other.play("a1").await.unwrap_err());
        let told = refused.iter().map(|refused| {
            let code = refused.code();
            (refused.problem(), code, refused.wait())
        });
        problems.push(told.collect::<Vec<_>>());
    }
    assert_eq!(problems[0], problems[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_taken_by_its_link_at_another_node() {
    let site = TestSite::new(&["a", "b"]).await;
    let (ada, bo) = (site.guest("Ada").await, site.guest("Bo").await);
    let mut new = new_game("mijnlieff", [seat(&ada), Seat::Empty]);
    new.public = false;
    let made = site.hub(0).store.create_game(new, None).await.unwrap();
    let mut maker = Follower::new(site.hub(0), Some(&ada), made.id).await;
    let joined = ask(site.hub(1), made.id, |reply| Command::Join {
        joining: joining(&bo),
        reply,
    });
    let state = joined.await.unwrap().unwrap();
    assert_eq!(state.status, Status::Live);
    maker.sees("the game", |it| it.status == Status::Live).await;
    let again = ask(site.hub(1), made.id, |reply| Command::Join {
        joining: joining(&bo),
        reply,
    });
    let refused = again.await.unwrap().unwrap_err();
    assert_eq!(refused.problem(), Refused::SeatTaken.problem());
}
