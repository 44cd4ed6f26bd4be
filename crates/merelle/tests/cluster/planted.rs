//! The judge finds what must not be: each kind of violation is planted in a small run that is sound
//! otherwise.

use std::mem::discriminant;

use crate::checker::{Limits, Verdict, Violation, judge};
use crate::glicko;
use crate::history::{Event, Fault, Moment, What};
use crate::records::{Change, Entry, Game, Records, Standing};

const LIMITS: Limits = Limits { clock: 1000 };

/// A run of two people.
#[derive(Clone)]
struct Run {
    events: Vec<Event>,
    faults: Vec<Fault>,
    records: Records,
}

const MOVES: [&str; 6] = ["a1", "b1", "c1", "d1", "e1", "f1"];

/// Each move takes a second; black is told 10 ms after white's is stored, and the other way round.
const SECOND: Moment = 1000;

impl Run {
    /// Six moves, then white resigns; both had no rating before.
    fn sound() -> Run {
        let mut run = Run {
            events: Vec::new(),
            faults: Vec::new(),
            records: Records::default(),
        };
        let mut game = Game {
            name: "g".to_owned(),
            status: "over".to_owned(),
            rated: true,
            winner: Some(1),
            reason: Some("resignation".to_owned()),
            people: [Some(10), Some(11)],
            log: Vec::new(),
        };
        for client in 0..2 {
            let (game, side) = ("g".to_owned(), client);
            run.note(0, client, What::Connected { node: 0 });
            run.note(0, client, What::Seated { game, side });
        }
        let mut left = [60_000, 60_000];
        for (ply, text) in (0_u32..).zip(MOVES) {
            let side = ply as usize % 2;
            let sent = SECOND * (i64::from(ply) + 1);
            if ply >= 2 {
                left[side] -= SECOND;
            }
            run.note(sent, side, run.sent(ply, text));
            for client in 0..2 {
                run.note(sent + 10, client, run.told(ply, text));
            }
            game.log.push(Entry {
                ply,
                kind: "move".to_owned(),
                body: text.to_owned(),
                uptime: sent + 5,
                left: Some(left),
            });
        }
        game.log.push(Entry {
            ply: 6,
            kind: "end".to_owned(),
            body: "0-1 resignation".to_owned(),
            uptime: 7000,
            left: Some(left),
        });
        run.records.games.insert(1, game);
        run.rate();
        let changes = &run.records.changes;
        let ratings = [0, 1].map(|side: usize| Some([changes[side].before, changes[side].after]));
        for client in 0..2 {
            let over = What::Over {
                game: "g".to_owned(),
                winner: Some(1),
                reason: "resignation".to_owned(),
                ratings,
            };
            run.note(7010, client, over);
        }
        run
    }

    fn rate(&mut self) {
        for (person, score) in [(10, 0.0), (11, 1.0)] {
            let first = glicko::FIRST;
            let after = glicko::after(first, first, score, 1.0);
            self.records.changes.push(Change {
                person,
                family: "moulin".to_owned(),
                game: 1,
                before: first.value,
                after: after.value,
                deviation: after.deviation,
                weight: 1.0,
                mark: None,
            });
            self.records.standings.push(Standing {
                person,
                family: "moulin".to_owned(),
                value: after.value,
                deviation: after.deviation,
                games: 1,
            });
        }
    }

    fn note(&mut self, at: Moment, client: usize, what: What) {
        self.events.push(Event {
            at,
            client,
            connection: 0,
            what,
        });
    }

    fn sent(&self, ply: u32, text: &str) -> What {
        What::Sent {
            game: "g".to_owned(),
            ply,
            text: text.to_owned(),
        }
    }

    fn told(&self, ply: u32, text: &str) -> What {
        What::Told {
            game: "g".to_owned(),
            ply,
            text: text.to_owned(),
            clocks: None,
        }
    }

    fn game(&mut self) -> &mut Game {
        self.records.games.get_mut(&1).unwrap()
    }

    fn log(&mut self) -> &mut Vec<Entry> {
        &mut self.game().log
    }

    fn judge(&self) -> Verdict {
        judge(&self.events, &self.faults, &self.records, LIMITS)
    }
}

/// The judge finds a violation of this kind in the run, and none of another kind.
#[track_caller]
fn finds(run: &Run, expected: &Violation) {
    let verdict = run.judge();
    let found = verdict.violations;
    let same = |it: &Violation| discriminant(it) == discriminant(expected);
    assert!(found.iter().any(same), "{expected:?} is not found");
    assert!(found.iter().all(same), "{found:?}");
}

/// The judge finds exactly this in the run, whatever else follows from it.
#[track_caller]
fn finds_among_others(run: &Run, expected: &Violation) {
    let found = run.judge().violations;
    assert!(found.contains(expected), "{found:?}");
}

fn name() -> String {
    "g".to_owned()
}

#[test]
fn a_sound_run_is_sound() {
    let verdict = Run::sound().judge();
    assert_eq!(verdict.violations, []);
    assert_eq!(verdict.figures.told, MOVES.len());
    assert_eq!(verdict.figures.rated, 1);
    assert_eq!(verdict.figures.clocks, MOVES.len() - 2);
}

#[test]
fn an_acknowledged_move_that_is_lost_is_found() {
    let mut run = Run::sound();
    run.log().truncate(5);
    let (game, ply, text) = (name(), 5, "f1".to_owned());
    finds(&run, &Violation::Lost { game, ply, text });
}

#[test]
fn a_lost_move_is_found_that_only_a_whole_game_told_of() {
    let mut run = Run::sound();
    let mut moves: Vec<String> = MOVES.map(str::to_owned).to_vec();
    moves.push("g1".to_owned());
    let (game, ply) = (name(), 7);
    run.note(8000, 1, What::State { game, ply, moves });
    let (game, ply, text) = (name(), 6, "g1".to_owned());
    finds(&run, &Violation::Lost { game, ply, text });
}

#[test]
fn a_lost_move_is_found_that_was_only_answered_by_done() {
    let mut run = Run::sound();
    run.note(8000, 0, run.sent(6, "g1"));
    let (game, ply) = (name(), 6);
    run.note(8010, 0, What::Done { game, ply });
    let (game, ply, text) = (name(), 6, "g1".to_owned());
    finds(&run, &Violation::Lost { game, ply, text });
}

#[test]
fn a_move_in_place_of_another_is_found() {
    let mut run = Run::sound();
    run.log()[3].body = "x1".to_owned();
    let expected = Violation::Replaced {
        game: name(),
        ply: 3,
        told: "d1".to_owned(),
        stored: "x1".to_owned(),
    };
    finds_among_others(&run, &expected);
}

#[test]
fn a_move_that_is_stored_twice_is_found() {
    let mut run = Run::sound();
    let end = run.log().pop().unwrap();
    let mut again = run.log()[5].clone();
    again.ply = 6;
    run.log().push(again);
    run.log().push(Entry { ply: 7, ..end });
    let (game, ply, text) = (name(), 6, "f1".to_owned());
    finds(&run, &Violation::Doubled { game, ply, text });
}

#[test]
fn a_move_that_nobody_sent_is_found() {
    let mut run = Run::sound();
    run.events
        .retain(|event| !matches!(&event.what, What::Sent { ply: 4, .. }));
    let (game, ply, text) = (name(), 4, "e1".to_owned());
    finds(&run, &Violation::Unsent { game, ply, text });
}

#[test]
fn moves_told_out_of_order_are_found() {
    let mut run = Run::sound();
    run.note(8000, 1, run.told(2, "c1"));
    let (client, game, ply) = (1, name(), 2);
    finds(&run, &Violation::OutOfOrder { client, game, ply });
}

#[test]
fn a_view_older_than_what_its_reader_knew_is_counted() {
    let mut run = Run::sound();
    let moves = MOVES[..3].iter().map(|&text| text.to_owned()).collect();
    let (game, ply) = (name(), 3);
    run.note(8000, 1, What::State { game, ply, moves });
    let verdict = run.judge();
    assert_eq!(verdict.violations, []);
    assert_eq!(verdict.figures.outdated_views, 1);
}

#[test]
fn a_gap_in_a_log_is_found() {
    let mut run = Run::sound();
    run.log()[6].ply = 7;
    let (game, ply) = (name(), 6);
    finds(&run, &Violation::Gap { game, ply });
}

#[test]
fn time_of_a_game_that_goes_back_is_found() {
    let mut run = Run::sound();
    run.log()[4].uptime = 10;
    let (game, ply) = (name(), 4);
    finds(&run, &Violation::TimeGoesBack { game, ply });
}

#[test]
fn an_entry_after_the_end_is_found() {
    let mut run = Run::sound();
    let mut again = run.log()[6].clone();
    again.ply = 7;
    run.log().push(again);
    let (game, ply) = (name(), 7);
    finds(&run, &Violation::AfterTheEnd { game, ply });
}

#[test]
fn an_end_that_was_told_otherwise_is_found() {
    for plant in [
        |game: &mut Game| game.status = "live".to_owned(),
        |game: &mut Game| game.reason = Some("time".to_owned()),
        |game: &mut Game| game.winner = None,
    ] {
        let mut run = Run::sound();
        plant(run.game());
        let game = name();
        finds_among_others(&run, &Violation::OtherEnd { game });
    }
}

#[test]
fn ratings_that_were_told_otherwise_are_found() {
    let mut run = Run::sound();
    for event in &mut run.events {
        if let What::Over { ratings, .. } = &mut event.what {
            ratings[0] = Some([1500.0, 1510.0]);
        }
    }
    let game = name();
    finds(&run, &Violation::OtherRatings { game });
}

#[test]
fn an_end_that_is_not_counted_or_counted_by_half_is_found() {
    for times in [0, 1] {
        let mut run = Run::sound();
        run.records.changes.truncate(times);
        finds_among_others(&run, &Violation::Counted { game: 1, times });
    }
}

#[test]
fn an_end_that_is_counted_twice_is_found() {
    let mut run = Run::sound();
    let again = run.records.changes.clone();
    run.records.changes.extend(again);
    finds_among_others(&run, &Violation::Counted { game: 1, times: 4 });
}

#[test]
fn ratings_of_a_game_that_is_not_rated_are_found() {
    let mut run = Run::sound();
    run.game().rated = false;
    finds_among_others(&run, &Violation::Counted { game: 1, times: 2 });
}

#[test]
fn a_rating_that_was_computed_from_an_old_one_is_found() {
    let mut run = Run::sound();
    // A second game of the same two that began from the first ratings again: a lost update.
    let again = run.records.games[&1].clone();
    let second = Game {
        name: "h".to_owned(),
        ..again
    };
    run.records.games.insert(2, second);
    let changes = run.records.changes.clone();
    let second = changes.into_iter().map(|it| Change { game: 2, ..it });
    run.records.changes.extend(second);
    finds(&run, &Violation::Unexplained { game: 2 });
}

#[test]
fn two_games_in_the_wrong_order_of_their_times_are_no_fault() {
    let mut run = Run::sound();
    let after = run.records.changes.clone();
    let ratings = [0, 1].map(|side: usize| glicko::Rating {
        value: after[side].after,
        deviation: after[side].deviation,
        ..glicko::after(glicko::FIRST, glicko::FIRST, side as f64, 1.0)
    });
    let second = Game {
        name: "h".to_owned(),
        ..run.records.games[&1].clone()
    };
    run.records.games.insert(2, second);
    run.records.standings.clear();
    let mut later = Vec::new();
    for (side, change) in after.iter().enumerate() {
        let [me, other] = [ratings[side], ratings[1 - side]];
        let rating = glicko::after(me, other, side as f64, 1.0);
        later.push(Change {
            game: 2,
            before: change.after,
            after: rating.value,
            deviation: rating.deviation,
            ..change.clone()
        });
        run.records.standings.push(Standing {
            person: change.person,
            family: change.family.clone(),
            value: rating.value,
            deviation: rating.deviation,
            games: 2,
        });
    }
    // Calendars of two nodes differ: the later one is listed first.
    run.records.changes.splice(0..0, later);
    assert_eq!(run.judge().violations, []);
}

#[test]
fn a_rating_that_its_games_do_not_come_to_is_found() {
    for plant in [
        |it: &mut Standing| it.value += 1.0,
        |it: &mut Standing| it.deviation += 1.0,
        |it: &mut Standing| it.games += 1,
    ] {
        let mut run = Run::sound();
        plant(&mut run.records.standings[1]);
        finds(&run, &Violation::Standing { person: 11 });
    }
}

/// Takes from white's clock for the entries from one on.
fn charge(run: &mut Run, from: usize, time: i64) {
    for entry in &mut run.log()[from..] {
        entry.left.as_mut().unwrap()[0] -= time;
    }
}

fn overcharged() -> Violation {
    Violation::Overcharged {
        game: name(),
        ply: 4,
        charged: 0,
        used: 0,
        allowed: 0,
    }
}

#[test]
fn a_clock_that_ran_while_nobody_could_move_is_found() {
    let mut run = Run::sound();
    charge(&mut run, 4, 1500);
    finds(&run, &overcharged());
}

#[test]
fn a_clock_may_be_off_by_a_second_for_each_fault_on_the_way() {
    let fault = Fault {
        name: "kill".to_owned(),
        from: 4200,
        to: 4300,
        counts_from: 4200,
        within: 5000,
    };
    let mut run = Run::sound();
    run.faults = vec![fault.clone(), fault];
    charge(&mut run, 4, 1900);
    assert_eq!(run.judge().violations, []);
    charge(&mut run, 4, 200);
    finds(&run, &overcharged());
}

#[test]
fn the_wait_at_a_silent_connection_is_the_clients_own() {
    let mut run = Run::sound();
    charge(&mut run, 4, 2500);
    let sent = run
        .events
        .iter()
        .position(|event| matches!(&event.what, What::Sent { ply: 4, .. }));
    let at = run.events[sent.unwrap()].at;
    // White waits for two seconds, then sends it at another node. What follows is later by as much.
    for event in &mut run.events[sent.unwrap() + 1..] {
        event.at += 2000;
    }
    let lost = Event {
        at: at + 2000,
        client: 0,
        connection: 0,
        what: What::Lost { silent: true },
    };
    run.events.insert(sent.unwrap() + 1, lost);
    assert_eq!(run.judge().violations, []);
}

#[test]
fn a_clock_that_stood_still_without_a_fault_is_found() {
    let mut run = Run::sound();
    // White thought for six seconds.
    for event in &mut run.events {
        let later = match &event.what {
            What::Sent { ply, .. } | What::Told { ply, .. } => *ply >= 4,
            What::Over { .. } => true,
            _ => false,
        };
        event.at += if later { 5000 } else { 0 };
    }
    let expected = Violation::Undercharged {
        game: name(),
        ply: 4,
        charged: 0,
        used: 0,
        allowed: 0,
    };
    finds(&run, &expected);
}

#[test]
fn a_table_that_stands_still_after_a_fault_is_found() {
    let mut run = Run::sound();
    run.faults.push(Fault {
        name: "kill".to_owned(),
        from: 7020,
        to: 7020,
        counts_from: 7020,
        within: 5000,
    });
    // Somebody else plays on for a while.
    run.note(14_000, 2, What::Connected { node: 0 });
    let (fault, table, gap) = ("kill".to_owned(), 0, 6980);
    finds(&run, &Violation::Stuck { fault, table, gap });
}

#[test]
fn a_message_that_was_on_its_way_does_not_hide_a_pause() {
    let mut run = Run::sound();
    run.faults.push(Fault {
        name: "kill".to_owned(),
        from: 7005,
        to: 7005,
        counts_from: 7005,
        within: 5000,
    });
    run.note(14_000, 2, What::Connected { node: 0 });
    let (fault, table, gap) = ("kill".to_owned(), 0, 6990);
    finds(&run, &Violation::Stuck { fault, table, gap });
}
