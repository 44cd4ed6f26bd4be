//! Two nodes over one database of either kind, each with a store of its own.

use super::*;
use crate::cluster::{Cable, Epoch, Held, LEASE, Lease, NodeName, Standing};

/// Two stores on one database, as nodes `a` and `b`, and a game.
struct Two {
    a: Store,
    b: Store,
    game: Game,
    _database: TestDatabase,
}

fn name(name: &str) -> NodeName {
    name.parse().unwrap()
}

impl Two {
    async fn on(database: TestDatabase) -> Two {
        let a = database.open().unwrap();
        let b = database.open_beside(&a);
        a.join_site(name("a")).await.unwrap();
        b.join_site(name("b")).await.unwrap();
        let (_, _, game) = two_and_their_game(&a).await;
        Two {
            a,
            b,
            game,
            _database: database,
        }
    }

    /// Has `a` go silent for as long as it takes to be given up; `b` is heard of.
    async fn lose_a(&self) {
        self.a.pass_time(LEASE / 2);
        assert_eq!(
            self.b.beat_site(Cable::Whole).await.unwrap().standing,
            Standing::Kept
        );
        self.a.pass_time(LEASE / 2);
        assert_eq!(
            self.b.beat_site(Cable::Whole).await.unwrap().standing,
            Standing::Kept
        );
    }
}

#[track_caller]
fn mine(held: Result<Held, StoreError>) -> Lease {
    match held {
        Ok(Held::Mine(lease)) => lease,
        other => panic!("{other:?}"),
    }
}

fn held_by(node: &str) -> Result<Held, StoreError> {
    Ok(Held::By(name(node)))
}

/// An entry at the time of a game as its node has it now.
fn now(store: &Store, lease: Lease, ply: u32) -> Entry {
    let uptime = lease.behind.game(store.uptime().now());
    Entry {
        uptime,
        ..entry(ply, "d6")
    }
}

async fn one_node_speaks_for_a_game_until_it_gives_it_back(database: TestDatabase) {
    let Two { a, b, game, .. } = &Two::on(database).await;
    let first = mine(a.acquire(game.id).await);
    assert_eq!(mine(a.acquire(game.id).await), first, "asked for twice");
    assert_eq!(b.acquire(game.id).await, held_by("a"));
    a.release(game.id, Epoch(17)).await.unwrap();
    assert_eq!(b.acquire(game.id).await, held_by("a"), "another's claim");
    a.release(game.id, first.epoch).await.unwrap();
    let second = mine(b.acquire(game.id).await);
    assert!(second.epoch > first.epoch);
    assert_eq!(a.acquire(game.id).await, held_by("b"));
    assert_eq!(b.orphans().await.unwrap(), []);
}

async fn a_game_of_a_node_that_is_gone_is_taken_up_and_its_old_writes_are_refused(
    database: TestDatabase,
) {
    let two = Two::on(database).await;
    let Two { a, b, game, .. } = &two;
    let old = mine(a.acquire(game.id).await);
    let claim = Some(old.epoch);
    let first = a.append(game.key, claim, now(a, old, 0), GOES_ON).await;
    first.unwrap();
    assert_eq!(b.orphans().await.unwrap(), []);
    two.lose_a().await;
    assert_eq!(b.orphans().await.unwrap(), [game.id]);
    let new = mine(b.acquire(game.id).await);
    assert_eq!(new.epoch, Epoch(old.epoch.0 + 1));
    let outdated = Some(StoreError::Outdated);
    let late = a.append(game.key, claim, now(a, old, 1), GOES_ON).await;
    assert_eq!(late.err(), outdated);
    let shown = a.show_game(game.key, claim, [false; 2]).await;
    assert_eq!(shown.err(), outdated);
    let rematch = NewGame {
        after: Some(game.key),
        ..new_game(game.seats.clone())
    };
    let followed = a.create_game(rematch.clone(), claim).await;
    assert_eq!(followed.err(), outdated);
    assert_eq!(a.metrics.outdated.get(), 3);
    let claim = Some(new.epoch);
    let next = b.append(game.key, claim, now(b, new, 1), GOES_ON).await;
    next.unwrap();
    b.create_game(rematch, claim).await.unwrap();
    let (_, log) = b.load_game(game.id).await.unwrap();
    assert_eq!(log.len(), 2);
    assert!(log[0].uptime <= log[1].uptime);
    assert_eq!(b.metrics.outdated.get(), 0);
}

async fn joining_an_open_game_needs_the_claim_to_it(database: TestDatabase) {
    let Two { a, .. } = &Two::on(database).await;
    let (ada, bo) = (guest(a, "Cy").await, guest(a, "Di").await);
    let open = new_game([seat(&ada), Seat::Empty]);
    let game = a.create_game(open, None).await.unwrap();
    let lease = mine(a.acquire(game.id).await);
    let seats = [ada.id, bo.id];
    let old = a.join_game(game.key, Some(Epoch(0)), seats, None).await;
    assert_eq!(old.err(), Some(StoreError::Outdated));
    let claim = Some(lease.epoch);
    let joined = a.join_game(game.key, claim, seats, None).await.unwrap();
    assert_eq!(joined.status, Status::Live);
}

async fn a_node_that_was_not_heard_of_loses_its_place_and_joins_as_another(database: TestDatabase) {
    let two = Two::on(database).await;
    let Two { a, b, game, .. } = &two;
    let old = mine(a.acquire(game.id).await);
    two.lose_a().await;
    assert_eq!(
        a.beat_site(Cable::Whole).await.unwrap().standing,
        Standing::Lost
    );
    assert_eq!(a.acquire(game.id).await, Err(StoreError::Outdated));
    let before = b.beat_site(Cable::Whole).await.unwrap();
    assert_eq!(before.peers, []);
    let again = a.join_site(name("a")).await.unwrap();
    let peers = b.beat_site(Cable::Whole).await.unwrap().peers;
    assert_eq!(peers.len(), 1);
    assert_eq!(peers[0].incarnation, again.incarnation);
    let late = a
        .append(game.key, Some(old.epoch), entry(0, "d6"), GOES_ON)
        .await;
    assert_eq!(
        late.err(),
        Some(StoreError::Outdated),
        "given up is nobody's"
    );
    assert_eq!(b.orphans().await.unwrap(), [game.id]);
    assert!(mine(b.acquire(game.id).await).epoch > old.epoch);
}

async fn time_of_a_game_goes_on_from_the_last_beat_of_who_is_gone(database: TestDatabase) {
    let two = Two::on(database).await;
    let Two { a, b, game, .. } = &two;
    let old = mine(a.acquire(game.id).await);
    let first = now(a, old, 0);
    let stored = a
        .append(game.key, Some(old.epoch), first.clone(), GOES_ON)
        .await;
    stored.unwrap();
    let before = old.behind.game(a.uptime().now());
    a.beat_site(Cable::Whole).await.unwrap();
    let beat = old.behind.game(a.uptime().now());
    two.lose_a().await;
    // As long as nobody speaks for it, its time stands still.
    let pause = Duration::from_millis(50);
    tokio::time::sleep(pause).await;
    let asked = b.uptime().now();
    let new = mine(b.acquire(game.id).await);
    let got = b.uptime().now();
    // Somewhere between being asked for and being got it was what it was at the beat.
    assert!(new.behind.game(asked) <= beat, "{new:?}");
    assert!(new.behind.game(got) >= before, "{new:?}");
    assert!(new.behind.game(got) >= first.uptime);
}

async fn time_of_a_game_stands_still_while_it_is_handed_over_and_runs_where_nobody_came(
    database: TestDatabase,
) {
    let Two { a, b, game, .. } = &Two::on(database).await;
    let pause = Duration::from_millis(60);
    let first = mine(a.acquire(game.id).await);
    a.hand_over(game.id, first.epoch).await.unwrap();
    let left = first.behind.game(a.uptime().now());
    assert_eq!(b.orphans().await.unwrap(), [game.id]);
    tokio::time::sleep(pause).await;
    let asked = b.uptime().now();
    let second = mine(b.acquire(game.id).await);
    assert!(second.behind.game(asked) <= left, "it stood");
    b.release(game.id, second.epoch).await.unwrap();
    let left = second.behind.game(b.uptime().now());
    assert_eq!(b.orphans().await.unwrap(), [], "nobody needs it");
    tokio::time::sleep(pause).await;
    let third = mine(b.acquire(game.id).await);
    let got = third.behind.game(b.uptime().now());
    assert!(got >= left.plus(Millis(50)), "it ran: {left:?} {got:?}");
}

async fn a_node_that_leaves_leaves_its_games_to_others_at_once(database: TestDatabase) {
    let Two { a, b, game, .. } = &Two::on(database).await;
    let old = mine(a.acquire(game.id).await);
    a.leave_site().await.unwrap();
    assert_eq!(a.membership(), None);
    assert_eq!(b.beat_site(Cable::Whole).await.unwrap().peers, []);
    assert_eq!(b.orphans().await.unwrap(), [game.id]);
    assert!(mine(b.acquire(game.id).await).epoch > old.epoch);
}

async fn a_deadline_is_found_by_every_node_whoever_had_the_game(database: TestDatabase) {
    let two = Two::on(database).await;
    let Two { a, b, game, .. } = &two;
    let old = mine(a.acquire(game.id).await);
    let soon = a.uptime().now().plus(Millis(300));
    let due = Consequence {
        ending: None,
        deadline: Some(soon),
    };
    let first = a
        .append(game.key, Some(old.epoch), now(a, old, 0), due)
        .await;
    first.unwrap();
    two.lose_a().await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    let new = mine(b.acquire(game.id).await);
    let deadline = new.behind.uptime(old.behind.game(soon));
    let stored = b.read(move |connection| {
        let sql = "SELECT deadline FROM games WHERE deadline IS NOT NULL";
        Ok(connection.query_row(sql, params![], |row| row.get::<i64>(0))?)
    });
    assert_eq!(stored.await.unwrap() as u64, deadline.0);
    let started = std::time::Instant::now();
    while b.due_games().await.unwrap().is_empty() {
        assert!(started.elapsed() < Duration::from_secs(30));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(b.uptime().now() >= deadline);
}

async fn leases_of_games_that_are_long_over_are_swept(database: TestDatabase) {
    let two = Two::on(database).await;
    let Two { a, b, game, .. } = &two;
    let lease = mine(a.acquire(game.id).await);
    let ended = Consequence {
        ending: Some(Ending::Aborted),
        deadline: None,
    };
    let over = Entry {
        kind: EntryKind::Abort,
        ..now(a, lease, 0)
    };
    let stored = a.append(game.key, Some(lease.epoch), over, ended).await;
    stored.unwrap();
    assert_eq!(b.sweep_leases().await.unwrap(), 0);
    two.lose_a().await;
    assert_eq!(b.orphans().await.unwrap(), [], "nobody has to speak for it");
    let day = 24 * 3600 * 1000_i64;
    let later = b.write(move |connection| {
        let sql = "UPDATE server SET uptime = uptime + ?1";
        Ok(connection.execute(sql, params![day + 1000_i64])?)
    });
    later.await.unwrap();
    b.pass_time(Duration::from_millis(day as u64) + 2 * LEASE);
    assert_eq!(b.sweep_leases().await.unwrap(), 3, "a lease and two nodes");
    assert_eq!(b.sweep_leases().await.unwrap(), 0);
}

async fn a_server_that_is_alone_names_no_epoch_and_has_no_lease(database: TestDatabase) {
    let store = database.open().unwrap();
    let (_, _, game) = two_and_their_game(&store).await;
    let moved = store.append(game.key, None, entry(0, "d6"), GOES_ON).await;
    moved.unwrap();
    assert_eq!(store.acquire(game.id).await, Err(StoreError::Outdated));
    let leases = store.read(|connection| {
        let sql = "SELECT count(*) FROM leases";
        Ok(connection.query_row(sql, params![], |row| row.get::<i64>(0))?)
    });
    assert_eq!(leases.await.unwrap(), 0);
}

on_both![
    one_node_speaks_for_a_game_until_it_gives_it_back,
    a_game_of_a_node_that_is_gone_is_taken_up_and_its_old_writes_are_refused,
    joining_an_open_game_needs_the_claim_to_it,
    a_node_that_was_not_heard_of_loses_its_place_and_joins_as_another,
    time_of_a_game_goes_on_from_the_last_beat_of_who_is_gone,
    time_of_a_game_stands_still_while_it_is_handed_over_and_runs_where_nobody_came,
    a_node_that_leaves_leaves_its_games_to_others_at_once,
    a_deadline_is_found_by_every_node_whoever_had_the_game,
    leases_of_games_that_are_long_over_are_swept,
    a_server_that_is_alone_names_no_epoch_and_has_no_lease,
];
