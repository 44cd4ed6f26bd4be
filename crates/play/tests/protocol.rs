//! The engine protocol: any line is obeyed or answered by an error, and a search ends by itself or
//! when it is told to.
#![allow(clippy::unwrap_used)]

use engine::SharedData;
use game::Random;
use play::Families;
use play::protocol::{Engine, Flow};

fn engine() -> Engine<Vec<u8>> {
    let families = Families::standard();
    let setup = families.setup("moulin:classique").unwrap();
    Engine::new(Vec::new(), &families, setup, SharedData::default())
}

/// What an engine says to these lines.
fn dialogue(lines: &[&str]) -> Vec<String> {
    let mut engine = engine();
    for line in lines {
        assert_eq!(engine.line(line), Flow::On, "{line}");
    }
    let told = String::from_utf8(engine.finish()).unwrap();
    told.lines().map(str::to_owned).collect()
}

#[test]
fn it_says_who_it_is_and_what_can_be_set() {
    let told = dialogue(&["uci", "isready"]);
    assert!(told[0].starts_with("id name Merelle "));
    assert!(told.contains(&"option name Setup type string default moulin:classique".to_owned()));
    assert_eq!(&told[told.len() - 2..], ["uciok", "readyok"]);
}

#[test]
fn it_thinks_about_both_families() {
    let mill = dialogue(&[
        "position w=a1,d1,g4,d7;b=b2,d2,f4;hand=0,0;turn=w",
        "go depth 3",
    ]);
    let best = mill.last().unwrap();
    assert!(best.starts_with("bestmove g4-g1x"), "{best}");
    let info = &mill[mill.len() - 2];
    assert!(
        info.starts_with("info multipv 1 score win 1 nodes "),
        "{info}"
    );
    assert!(info.contains(" pv g4-g1x"), "{info}");
    let end = "w=La1,La2,Eb2,Pc3,Ed2,Dd4,Db4;b=Ea3,Pa4,Lc2,Dc1,Ld3;turn=w;limit=none";
    let exact = dialogue(&[
        "setoption name Setup value mijnlieff",
        "setoption name MultiPV value 3",
        &format!("position {end}"),
        "go movetime 60000",
    ]);
    assert_eq!(exact.len(), 4, "{exact:?}");
    assert!(exact[0].contains("multipv 1 score points 3"), "{exact:?}");
    assert!(exact[0].ends_with("pv Pb3 Db1"), "{exact:?}");
    assert_eq!(exact[3], "bestmove Pb3");
}

#[test]
fn guesses_say_how_far_they_looked_and_are_told_on_the_way() {
    let opening = dialogue(&["position startpos moves d6 f4", "go depth 4"]);
    let known = "info multipv 1 score draw ";
    assert!(
        opening.iter().any(|line| line.starts_with(known)),
        "{opening:?}"
    );
    let told = dialogue(&[
        "setoption name Setup value moulin:classique,double=2",
        "position startpos moves d6 f4",
        "go depth 4",
    ]);
    for depth in 1..=4 {
        let info = format!("info depth {depth} multipv 1 score cp ");
        assert!(told.iter().any(|line| line.starts_with(&info)), "{told:?}");
    }
    assert!(told.last().unwrap().starts_with("bestmove "));
}

#[test]
fn stop_ends_a_search_without_end() {
    let mut engine = engine();
    engine.line("go infinite");
    engine.line("go depth 1");
    engine.line("isready");
    engine.line("stop");
    engine.line("stop");
    assert_eq!(engine.line("quit"), Flow::Over);
    let told = String::from_utf8(engine.finish()).unwrap();
    assert!(told.contains("error thinking"));
    assert!(told.contains("readyok"));
    let best = told.lines().filter(|line| line.starts_with("bestmove "));
    assert_eq!(best.count(), 1, "{told}");
}

#[test]
fn a_finished_game_has_no_best_move() {
    let lost = "w=a1,d1,g4;b=b2,d2;hand=0,0;turn=b";
    let told = dialogue(&[&format!("position {lost}"), "show", "go"]);
    assert!(told.contains(&"bestmove (none)".to_owned()), "{told:?}");
    assert!(
        told.iter().any(|line| line.starts_with("over ")),
        "{told:?}"
    );
}

#[test]
fn levels_play_too() {
    let told = dialogue(&["setoption name Level value 1", "go"]);
    assert!(told[0].starts_with("bestmove "), "{told:?}");
}

#[test]
fn what_is_refused_changes_nothing() {
    let told = dialogue(&[
        "position startpos moves d6",
        "position startpos moves d6 d6",
        "position w=",
        "setoption name Setup value chess",
        "setoption name Hash value 0",
        "setoption name Colour value red",
        "show",
    ]);
    let errors = told.iter().filter(|line| line.starts_with("error "));
    assert_eq!(errors.count(), 5, "{told:?}");
    assert!(told.contains(&"position w=d6;b=;hand=8,9;turn=b".to_owned()));
}

/// Random lines made of words of the protocol, of moves, and of junk.
#[test]
fn any_line_is_answered() {
    const WORDS: [&str; 24] = [
        "uci",
        "isready",
        "ucinewgame",
        "setoption",
        "name",
        "value",
        "Setup",
        "Hash",
        "MultiPV",
        "Level",
        "moulin:envol",
        "mijnlieff",
        "position",
        "startpos",
        "moves",
        "d6",
        "La1",
        "show",
        "stop",
        "-1",
        "99999999999999999999",
        "w=a1;b=;hand=8,9;turn=b",
        "\u{0}\u{7f}é",
        "info",
    ];
    let mut random = Random::new(3);
    let mut engine = engine();
    let mut lines = 0;
    for _ in 0..100_000 {
        let mut line = String::new();
        for _ in 0..random.below(6) {
            line += random.pick(&WORDS).unwrap();
            line += random.pick(&[" ", "  ", "\t", ""]).unwrap();
        }
        for _ in 0..random.below(3) {
            line.push(char::from_u32(random.below(0x300) as u32).unwrap_or('x'));
        }
        assert_eq!(engine.line(&line), Flow::On);
        lines += 1;
    }
    let told = String::from_utf8(engine.finish()).unwrap();
    let errors = told.lines().filter(|line| line.starts_with("error "));
    assert!(errors.count() > lines / 2);
}
