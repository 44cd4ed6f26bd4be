//! Questions whose answers tables know.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use engine::moulin::exam::{Phase, Question, Questions};
use game::{Game, Notation};
use moulin::{BARREAU, ENVOL, Moulin, Rules};
use tables::{Build, Solver, Store, Wdl};

#[test]
fn questions_are_drawn_read_back_and_have_the_answers_of_the_tables() {
    for rules in [ENVOL, BARREAU] {
        let rules = Rules { stones: 3, ..rules };
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(rules, folder.path());
        let mut solver = Solver::processor(2, 1 << 30);
        Build::whole(&store).run(&mut solver, |_| {}).unwrap();
        let moulin = Moulin::new(rules);
        let mut met = HashSet::new();
        for phase in Phase::ALL {
            let questions = Questions::new(&store).draw(phase, 40, 1).unwrap();
            assert_eq!(
                questions,
                Questions::new(&store).draw(phase, 40, 1).unwrap()
            );
            for question in questions {
                met.insert(phase);
                assert_eq!(Phase::of(&moulin, &question.position), phase);
                let text = question.text(&moulin);
                assert_eq!(Question::read(&moulin, &text).unwrap(), question, "{text}");
                let value = Wdl::from(store.probe(&question.position).unwrap().unwrap());
                let moves = moulin.moves(&question.position);
                let kept = moves.iter().filter(|played| {
                    let after = moulin.play(&question.position, **played);
                    let worth = store.probe(&after).unwrap().unwrap().before();
                    let keeps = Wdl::from(worth) == value;
                    assert_eq!(question.is_kept_by(**played), keeps, "{text}");
                    keeps
                });
                let kept = kept.count();
                assert!(0 < kept && kept < moves.len(), "{text}");
                assert_eq!(question.has_one_answer(), kept == 1);
            }
        }
        // Three stones fly, once, or never.
        let flying = rules.flight != BARREAU.flight;
        assert_eq!(met.contains(&Phase::Flying), flying);
        assert!(met.contains(&Phase::Placing) && met.contains(&Phase::Moving));
    }
}

#[test]
fn what_is_no_question_is_refused() {
    let moulin = Moulin::new(BARREAU);
    let position = "w=a1,d1,g4;b=a7,d7,f6;hand=0,0;turn=w";
    let moves = moulin.moves(&moulin.read_position(position).unwrap());
    let all: Vec<String> = moves
        .into_iter()
        .map(|played| moulin.move_text(played))
        .collect();
    let first = &all[0];
    assert!(Question::read(&moulin, &format!("moving {position} {first}")).is_ok());
    assert!(Question::read(&moulin, &format!("moving {position} but {first}")).is_ok());
    for wrong in [
        String::new(),
        "moving".to_owned(),
        format!("moving {position}"),
        format!("moving {position} but"),
        format!("moving {position} a1-g7"),
        format!("sitting {position} {first}"),
        format!("moving w=a1 {first}"),
        format!("moving {position} {}", all.join(" ")),
        format!("moving {position} but {}", all.join(" ")),
    ] {
        assert!(Question::read(&moulin, &wrong).is_err(), "{wrong}");
    }
}
