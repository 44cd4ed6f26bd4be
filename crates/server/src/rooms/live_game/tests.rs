//! What a game does with what players ask, without sockets and store.

use play::Families;

use super::*;
use crate::protocol::{Code, Status};
use crate::seat::{AccountKind, Seated};
use crate::store::{Audience, Rated};

const WHITE: PersonId = PersonId(1);
const BLACK: PersonId = PersonId(2);

fn person(person: PersonId) -> Seat {
    Seat::Person(Seated {
        person,
        name: format!("Person {}", person.0),
        account_kind: AccountKind::Account,
        rating: None,
    })
}

fn game(setup: &str, clock: &str) -> Game {
    Game {
        key: 1,
        id: GameId::random(),
        setup: Families::standard().setup(setup).unwrap(),
        start: None,
        seats: [person(WHITE), person(BLACK)],
        random_colours: false,
        public: false,
        audience: Audience::Players,
        shows: [false; 2],
        clock: clock.parse().unwrap(),
        rated: true,
        status: Status::Live,
        created: 0,
        outcome: None,
        next: None,
        rating_changes: [None; 2],
        mark: None,
    }
}

fn live(setup: &str, clock: &str) -> LiveGame {
    LiveGame::load(game(setup, clock), &[]).unwrap()
}

fn against_computer() -> LiveGame {
    let mut game = game("mijnlieff", "none");
    game.seats[1] = Seat::Computer("level-1".to_owned());
    LiveGame::load(game, &[]).unwrap()
}

impl LiveGame {
    #[track_caller]
    fn moves(&mut self, texts: &[&str], mut now: u64) {
        for text in texts {
            let side = self.session.turn();
            let answer = self.propose_move(side, self.ply, text, Millis(now));
            self.store(answer);
            now += 1000;
        }
    }

    #[track_caller]
    fn store(&mut self, answer: Result<Proposal, Refused>) {
        match answer {
            Ok(Proposal::Entry(entry)) => self.apply(&entry).unwrap(),
            other => panic!("{other:?}"),
        }
    }

    fn act(&mut self, side: Side, action: Action) -> Result<Proposal, Refused> {
        let proposal = self.propose_action(side, self.ply, action, None, Millis(5_000));
        if let Ok(Proposal::Offers(offers) | Proposal::Decline(offers)) = proposal {
            self.set_offers(offers);
        }
        proposal
    }

    /// All that follows from the log. Since when a clock runs is known better in memory.
    pub(crate) fn logged(&self) -> impl PartialEq + std::fmt::Debug {
        let session = (self.session.history(), self.session.outcome());
        let count = (self.ply, self.moves);
        let game = self.game.clone();
        let begun = self.last.as_ref().map_or(Millis(0), |last| last.uptime);
        let clock = self.clock.map(|clock| {
            let left = Side::BOTH.map(|side| clock.left(side, begun));
            (left, clock.running())
        });
        (game, session, clock, count, self.last.clone())
    }
}

fn offered(offers: Offers) -> Result<Proposal, Refused> {
    Ok(Proposal::Offers(offers))
}

#[track_caller]
fn refused<T: std::fmt::Debug>(answer: Result<T, Refused>, code: Code) {
    assert_eq!(answer.unwrap_err().code(), code);
}

#[test]
fn a_move_needs_the_turn_the_ply_and_the_rules() {
    let mut live = live("moulin:classique", "none");
    let now = Millis(0);
    refused(
        live.propose_move(Side::Black, 0, "d6", now),
        Code::NotYourTurn,
    );
    refused(live.propose_move(Side::White, 1, "d6", now), Code::Stale);
    refused(
        live.propose_move(Side::White, 0, "d6-d7", now),
        Code::IllegalMove,
    );
    refused(
        live.propose_move(Side::White, 0, "zz", now),
        Code::IllegalMove,
    );
    live.moves(&["d6"], 0);
    refused(live.propose_move(Side::Black, 0, "f4", now), Code::Stale);
    refused(
        live.propose_move(Side::Black, 1, "d6", now),
        Code::IllegalMove,
    );
}

#[test]
fn the_same_move_twice_is_told_again_and_played_once() {
    let mut live = live("moulin:classique", "none");
    live.moves(&["d6"], 0);
    let again = live.propose_move(Side::White, 0, "d6", Millis(0));
    assert_eq!(again, Ok(Proposal::Already));
    refused(
        live.propose_move(Side::White, 0, "f4", Millis(0)),
        Code::Stale,
    );
    refused(
        live.propose_move(Side::Black, 0, "d6", Millis(0)),
        Code::Stale,
    );
}

#[test]
fn a_late_move_is_not_played_after_a_takeback() {
    let mut live = live("moulin:classique", "none");
    live.moves(&["d6", "f4"], 0);
    assert_eq!(
        live.act(Side::Black, Action::Takeback),
        offered(Offers {
            takeback: Some(Side::Black.into()),
            ..Offers::default()
        })
    );
    let granted = live.act(Side::White, Action::Takeback);
    live.store(granted);
    assert_eq!(live.session.history(), ["d6"]);
    assert_eq!(live.ply, 3);
    refused(
        live.propose_move(Side::Black, 1, "f4", Millis(0)),
        Code::Stale,
    );
    live.moves(&["f4"], 0);
}

#[test]
fn a_log_replays_to_the_same_table() {
    let mut live = live("moulin:envol", "300+5");
    let mut entries = Vec::new();
    let mut keep = |live: &mut LiveGame, answer: Result<Proposal, Refused>| {
        let Ok(Proposal::Entry(entry)) = answer else {
            panic!("{answer:?}")
        };
        live.apply(&entry).unwrap();
        entries.push(entry);
    };
    for (ply, text) in ["d6", "f4", "b4", "a1"].into_iter().enumerate() {
        let (side, now) = (live.session.turn(), Millis(1_000 * ply as u64));
        let answer = live.propose_move(side, ply as u32, text, now);
        keep(&mut live, answer);
    }
    live.act(Side::White, Action::Takeback).unwrap();
    let back = live.act(Side::Black, Action::Takeback);
    keep(&mut live, back);
    let end = live.act(Side::Black, Action::Resign);
    keep(&mut live, end);
    let again = LiveGame::load(
        Game {
            status: Status::Live,
            outcome: None,
            ..live.game.clone()
        },
        &entries,
    );
    let again = again.unwrap();
    assert_eq!(again.session.history(), live.session.history());
    assert_eq!(again.clock, live.clock);
    assert_eq!(again.ply, live.ply);
    assert_eq!(again.game.outcome, live.game.outcome);
    assert_eq!(again.game.status, Status::Over);
}

#[test]
fn clocks_run_once_both_have_moved_and_fall_for_who_is_to_move() {
    let mut live = live("moulin:classique", "60+0");
    live.moves(&["d6"], 50_000);
    assert_eq!(live.deadline(), None);
    live.moves(&["f4"], 100_000);
    assert_eq!(live.deadline(), Some(Millis(160_000)));
    assert_eq!(live.flag(Millis(159_999)), None);
    let flag = live.flag(Millis(160_000)).unwrap();
    live.apply(&flag).unwrap();
    let outcome = live.game.outcome.unwrap();
    assert_eq!(outcome, Outcome::win(Side::Black, Reason::Time));
    assert_eq!(live.deadline(), None);
    let rated = Some(Rated {
        family: "moulin",
        people: [WHITE, BLACK],
        mark: Some(Mark::Short),
    });
    let ending = Ending::Over { outcome, rated };
    assert_eq!(live.consequence().ending, Some(ending));
}

#[test]
fn a_draw_needs_both() {
    let mut live = live("moulin:classique", "none");
    assert_eq!(
        live.act(Side::White, Action::Draw),
        offered(Offers {
            draw: Some(Side::White.into()),
            ..Offers::default()
        })
    );
    assert_eq!(
        live.act(Side::White, Action::Draw),
        offered(Offers {
            draw: Some(Side::White.into()),
            ..Offers::default()
        })
    );
    assert_eq!(
        live.act(Side::Black, Action::Decline),
        Ok(Proposal::Decline(Offers::default()))
    );
    assert_eq!(
        live.act(Side::Black, Action::Draw),
        offered(Offers {
            draw: Some(Side::Black.into()),
            ..Offers::default()
        })
    );
    live.moves(&["d6", "f4"], 0);
    assert_eq!(live.offers, Offers::default(), "a move withdraws");
    live.act(Side::Black, Action::Draw).unwrap();
    let agreed = live.act(Side::White, Action::Draw);
    live.store(agreed);
    assert_eq!(live.game.outcome, Some(Outcome::draw(Reason::Agreement)));
    refused(live.act(Side::White, Action::Resign), Code::NotLive);
}

#[test]
fn the_computer_takes_back_at_once_and_draws_never() {
    let mut live = against_computer();
    refused(live.act(Side::White, Action::Takeback), Code::NotNow);
    live.moves(&["La1"], 0);
    assert_eq!(live.computer_to_move(), Some("level-1"));
    refused(live.act(Side::White, Action::Draw), Code::NotNow);
    let back = live.act(Side::White, Action::Takeback);
    live.store(back);
    assert_eq!(live.moves, 0);
    assert_eq!(live.computer_to_move(), None);
}

#[test]
fn a_game_is_called_off_only_at_its_beginning() {
    let mut begun = live("moulin:classique", "none");
    begun.moves(&["d6", "f4"], 0);
    refused(begun.act(Side::White, Action::Abort), Code::NotNow);
    let mut fresh = live("moulin:classique", "none");
    fresh.moves(&["d6"], 0);
    let aborted = fresh.act(Side::Black, Action::Abort);
    fresh.store(aborted);
    assert_eq!(fresh.game.status, Status::Aborted);
    assert_eq!(fresh.consequence().ending, Some(Ending::Aborted));
    refused(fresh.act(Side::White, Action::Resign), Code::NotLive);
}

#[test]
fn who_left_long_ago_while_it_is_their_turn_has_lost() {
    let mut live = live("moulin:classique", "600+0");
    live.moves(&["d6", "f4", "a1"], 0);
    let claim = |side, seconds: u64| {
        let absence = Some(Absence(Millis(1000 * seconds)));
        live.propose_action(side, 3, Action::Claim, absence, Millis(0))
    };
    refused(claim(Side::White, 60), Code::NotNow);
    refused(claim(Side::Black, 600), Code::NotNow);
    assert!(matches!(claim(Side::White, 120), Ok(Proposal::Entry(_))));
}

#[test]
fn a_rematch_comes_after_the_game_and_once() {
    let mut live = live("moulin:classique", "none");
    refused(live.act(Side::White, Action::Rematch), Code::NotNow);
    let end = live.act(Side::White, Action::Resign);
    live.store(end);
    assert_eq!(
        live.act(Side::White, Action::Rematch),
        offered(Offers {
            rematch: Some(Side::White.into()),
            ..Offers::default()
        })
    );
    assert_eq!(
        live.act(Side::Black, Action::Rematch),
        Ok(Proposal::Rematch)
    );
    live.set_next(GameId::random());
    assert_eq!(
        live.act(Side::White, Action::Rematch),
        Ok(Proposal::Already)
    );
}

/// Plays so far, has `side` act, and acts again as if the answer was lost.
#[track_caller]
fn done_once(moves: &[&str], side: Side, action: Action, prepare: impl Fn(&mut LiveGame)) {
    let mut live = live("moulin:classique", "600+0");
    live.moves(moves, 0);
    prepare(&mut live);
    let (ply, away) = (live.ply, || Some(Absence(Absence::SHORT)));
    let act = |live: &LiveGame| live.propose_action(side, ply, action, away(), Millis(9_000));
    let first = act(&live);
    live.store(first);
    assert_eq!(act(&live), Ok(Proposal::Already), "{action:?}");
    let other = live.propose_action(side, ply, Action::Rematch, None, Millis(9_000));
    refused(other, Code::Stale);
}

#[test]
fn what_was_done_is_not_done_again_and_not_refused() {
    let both = &["d6", "f4", "a1"];
    done_once(both, Side::White, Action::Resign, |_| {});
    done_once(both, Side::White, Action::Claim, |_| {});
    done_once(&["d6"], Side::Black, Action::Abort, |_| {});
    done_once(both, Side::White, Action::Draw, |live| {
        live.act(Side::Black, Action::Draw).unwrap();
    });
    done_once(both, Side::White, Action::Takeback, |live| {
        live.act(Side::Black, Action::Takeback).unwrap();
    });
    let mut live = live("moulin:classique", "none");
    for _ in 0..2 {
        let declined = Ok(Proposal::Decline(Offers::default()));
        assert_eq!(live.act(Side::White, Action::Decline), declined);
    }
}

#[test]
fn a_resignation_of_the_other_is_not_ones_own() {
    let mut live = live("moulin:classique", "none");
    live.moves(&["d6", "f4"], 0);
    let end = live.act(Side::White, Action::Resign);
    live.store(end);
    let late = live.propose_action(Side::Black, 2, Action::Resign, None, Millis(0));
    refused(late, Code::NotLive);
}

#[test]
fn a_resignation_that_crosses_a_move_counts() {
    let mut live = live("moulin:classique", "none");
    live.moves(&["d6", "f4", "a1"], 0);
    let resigned = live.propose_action(Side::Black, 2, Action::Resign, None, Millis(0));
    let Ok(Proposal::Entry(entry)) = resigned else {
        panic!("{resigned:?}");
    };
    assert_eq!(entry.ply, 3);
    for wrong in [0, 1, 4, u32::MAX] {
        let resigned = live.propose_action(Side::Black, wrong, Action::Resign, None, Millis(0));
        refused(resigned, Code::Stale);
    }
}

#[test]
fn days_are_written_down_as_a_deadline() {
    let mut live = live("moulin:classique", "1d");
    live.moves(&["d6", "f4"], 0);
    assert_eq!(live.consequence().deadline, Some(Millis(86_401_000)));
}

#[test]
fn a_log_that_breaks_a_rule_is_refused() {
    let entry = |ply, kind| Entry {
        ply,
        kind,
        uptime: Millis(0),
        at: 0,
        left: None,
    };
    let place = |point: &str| EntryKind::Move(point.to_owned());
    for entries in [
        vec![entry(0, place("d6")), entry(1, place("d6"))],
        vec![entry(1, place("d6"))],
        vec![entry(0, EntryKind::Back(1))],
    ] {
        let loaded = LiveGame::load(game("moulin:classique", "none"), &entries);
        assert!(matches!(loaded, Err(StoreError::Unplayable { .. })));
    }
}

#[test]
fn a_rated_game_is_called_off_whoever_leaves_before_both_have_moved() {
    let away = || Some(Absence(Absence::LONG));
    for moves in [&[][..], &["d6"][..]] {
        let mut live = live("moulin:classique", "none");
        live.moves(moves, 0);
        let (ply, turn) = (live.ply, live.session.turn());
        let aborts = |live: &LiveGame, side, action, absence| match live.propose_action(
            side,
            ply,
            action,
            absence,
            Millis(9),
        ) {
            Ok(Proposal::Entry(entry)) => assert_eq!(entry.kind, EntryKind::Abort),
            other => panic!("{other:?}"),
        };
        for side in Side::BOTH {
            aborts(&live, side, Action::Resign, None);
        }
        aborts(&live, turn.other(), Action::Claim, away());
        live.set_offers(Offers {
            draw: Some(turn.into()),
            ..Offers::default()
        });
        aborts(&live, turn.other(), Action::Draw, None);
        let left = live.act(turn, Action::Resign);
        live.store(left);
        assert_eq!(live.consequence().ending, Some(Ending::Aborted));
        for action in [Action::Resign, Action::Abort] {
            let again = live.propose_action(turn, ply, action, None, Millis(9));
            assert_eq!(again, Ok(Proposal::Already));
        }
    }
    let mut live = live("moulin:classique", "none");
    live.moves(&["d6", "f4"], 0);
    let resigned = live.act(Side::White, Action::Resign);
    live.store(resigned);
    assert_eq!(live.game.status, Status::Over);
}

#[test]
fn a_game_left_before_a_third_of_the_pieces_is_placed_does_not_count() {
    let moves = ["d6", "f4", "d2", "b4", "a1", "g7", "g1", "a7"];
    let mark = |count: usize, leave: &dyn Fn(&mut LiveGame)| {
        let mut live = live("moulin:classique", "none");
        live.moves(&moves[..count], 0);
        leave(&mut live);
        match live.consequence().ending {
            Some(Ending::Over { rated, .. }) => rated.unwrap().mark,
            other => panic!("{other:?}"),
        }
    };
    let resign = |live: &mut LiveGame| {
        let resigned = live.act(Side::Black, Action::Resign);
        live.store(resigned);
    };
    let agree = |live: &mut LiveGame| {
        live.set_offers(Offers {
            draw: Some(Side::White.into()),
            ..Offers::default()
        });
        let agreed = live.act(Side::Black, Action::Draw);
        live.store(agreed);
    };
    for leave in [&resign as &dyn Fn(&mut LiveGame), &agree] {
        for count in 2..6 {
            assert_eq!(mark(count, leave), Some(Mark::Short), "{count}");
        }
        for count in 6..8 {
            assert_eq!(mark(count, leave), None, "{count}");
        }
    }
}

#[test]
fn a_rated_game_from_a_chosen_position_does_not_count() {
    let mut begun = game("moulin:classique", "none");
    begun.start = Some("w=a1,d2,f6;b=d6,f4,b2;hand=0,0;turn=w".to_owned());
    let mut live = LiveGame::load(begun, &[]).unwrap();
    for _ in 0..8 {
        let text = live.session.moves()[0].clone();
        live.moves(&[&text], 0);
    }
    let resigned = live.act(Side::Black, Action::Resign);
    live.store(resigned);
    let Some(Ending::Over { rated, .. }) = live.consequence().ending else {
        panic!("over");
    };
    assert_eq!(rated.unwrap().mark, Some(Mark::Position));
}

#[test]
fn moves_are_taken_back_so_often_and_no_more() {
    let mut live = live("moulin:classique", "none");
    let now = Millis(0);
    let play = |live: &mut LiveGame, side, text: &str| {
        let proposal = live.propose_move(side, live.ply(), text, now).unwrap();
        let Proposal::Entry(entry) = proposal else {
            panic!("a move")
        };
        *live = live.after(&entry).unwrap();
    };
    for _ in 0..TAKEBACKS {
        play(&mut live, Side::White, "d6");
        let back = live.entry(EntryKind::Back(1), now);
        live = live.after(&back).unwrap();
    }
    play(&mut live, Side::White, "d6");
    let ply = live.ply();
    let refused_now = live.propose_action(Side::White, ply, Action::Takeback, None, now);
    refused(refused_now, Code::NotNow);
    play(&mut live, Side::Black, "f4");
    assert_eq!(live.ply(), 2 * TAKEBACKS + 2, "it is played on");
}

#[test]
fn what_nobody_needs_is_called_off_once() {
    let live = live("moulin:classique", "none");
    let entry = live.call_off(Millis(3)).unwrap();
    assert_eq!(entry.kind, EntryKind::Abort);
    assert_eq!(live.after(&entry).unwrap().call_off(Millis(4)), None);
}
