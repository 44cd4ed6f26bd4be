//! The command line as scripts see it: what is printed, and the exit status.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn merelle() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_merelle"));
    command.env_remove("NO_COLOR").env("LC_ALL", "C");
    command
}

fn run(arguments: &[&str]) -> Output {
    merelle()
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn run_with_input(arguments: &[&str], input: &str) -> Output {
    let mut command = merelle();
    command.args(arguments).stdin(Stdio::piped());
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    child.wait_with_output().unwrap()
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

/// A file for one test, removed when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, content: &[u8]) -> Scratch {
        let path = std::env::temp_dir().join(format!("merelle-{}-{name}", std::process::id()));
        fs::write(&path, content).unwrap();
        Scratch(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Nothing depends on it being gone.
        let _ = fs::remove_file(&self.0);
    }
}

#[track_caller]
fn check(arguments: &[&str], status: i32, expected: &str) {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(stdout(&output), expected, "{arguments:?} {errors}");
    assert_eq!(output.status.code(), Some(status), "{arguments:?} {errors}");
}

/// Bad input: nothing on stdout, one line on stderr that holds `reason`, status 2, and soon: work that
/// grows with the square of the input would take hours.
#[track_caller]
fn refused(arguments: &[&str], reason: &str) {
    let begun = Instant::now();
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?} {errors}");
    assert_eq!(stdout(&output), "", "{arguments:?}");
    assert_eq!(errors.trim_end().lines().count(), 1, "{errors}");
    assert!(errors.contains(reason), "{errors}");
    assert!(errors.len() < 400, "{errors}");
    assert!(begun.elapsed() < Duration::from_secs(60), "{arguments:?}");
}

#[test]
fn moves_are_sorted_and_a_finished_game_has_none() {
    let barreau = "w=a1,d1,g4;b=b2,d2,f2;hand=0,0;turn=w";
    check(
        &["moves", "moulin:barreau", barreau],
        0,
        "a1-a4\nd1-g1\ng4-f4\ng4-g1\ng4-g7\n",
    );
    check(&["moves", "mijnlieff"], 0, "La1\nLa4\nLd1\nLd4\n");
    let over = "w=a1,d1;b=b2,d2,f2;hand=0,0;turn=w";
    check(&["moves", "moulin:barreau", over], 1, "");
}

#[test]
fn perft_has_a_line_a_depth() {
    check(
        &["perft", "mijnlieff:opening=edge", "3"],
        0,
        "1 48\n2 1152\n3 26272\n",
    );
    check(&["perft", "moulin:envol", "0"], 0, "0 1\n");
    let over = "w=a1,d1;b=b2,d2,f2;hand=0,0;turn=w";
    check(&["perft", "moulin:barreau", "2", over], 0, "1 0\n2 0\n");
}

const PUBLISHED: &str = include_str!("../../play/tests/records/published.txt");

#[test]
fn the_published_game_replays_with_its_open_squares() {
    let file = Scratch::new("published.txt", PUBLISHED.as_bytes());
    let expected = "\
1 La1 -> a2 a3 a4 b1 c1 d1
2 Ea3 -> a2 a4 b2 b3 b4
3 La2 -> a4 b2 c2 d2
4 Pa4 -> b1 b2 c1 c2 c3 c4 d1 d2 d3 d4
5 Eb2 -> b1 b3 c1 c2 c3
6 Lc2 -> c1 c3 c4 d2
7 Pc3 -> b1 c1 d1
8 Dc1 -> d2
9 Ed2 -> d1 d3
10 Ld3 -> b3 d1 d4
11 Dd4 -> pass
12 pass -> b1 b3 b4 c4 d1
13 Db4 -> pass
14 pass -> b1 b3 c4 d1
15 Pb3 -> b1 d1
16 Pb1 ->
1-0 last piece 4-1
";
    check(&["replay", file.path()], 0, expected);
    let output = run_with_input(&["replay", "-"], PUBLISHED);
    assert_eq!(stdout(&output), expected);
}

#[test]
fn json_is_one_value_a_line() {
    let parse = |arguments: &[&str]| -> serde_json::Value {
        let output = run(arguments);
        serde_json::from_str(stdout(&output)).unwrap()
    };
    let moves = parse(&["moves", "mijnlieff", "--json"]);
    assert_eq!(moves["moves"][3], "Ld4");
    let perft = parse(&["perft", "mijnlieff", "2", "--json"]);
    assert_eq!(perft["perft"][1]["count"], 96);
    let file = Scratch::new("json.txt", PUBLISHED.as_bytes());
    let replay = parse(&["replay", file.path(), "--json"]);
    assert_eq!(replay["score"], serde_json::json!([4, 1]));
    assert_eq!(replay["moves"][15]["open"], serde_json::json!([]));
    let rules = parse(&["rules", "moulin:envol", "--json"]);
    assert_eq!(rules["points"][0]["rule"], "ML1");
    assert!(
        parse(&["man", "--json"])["man"]
            .as_str()
            .unwrap()
            .contains("merelle")
    );
}

#[test]
fn bad_setups_are_refused_with_the_reason() {
    refused(&["moves", "chess"], "unknown game");
    refused(&["moves", ""], "unknown game");
    refused(&["moves", "moulin:x"], "unknown rule set");
    refused(&["moves", "moulin:classique,flight=2"], "flight=2");
    refused(&["moves", "mijnlieff:sets=0"], "MJ2");
    refused(&["moves", "mijnlieff:sets=200"], "MJ2");
    refused(&["moves", "mijnlieff:board=0.0/1.1/4.4/6.6"], "MJ1");
    refused(&["moves", "mijnlieff:board=0.0/2.0/0.2/9.9"], "MJ1");
    refused(&["moves", "mijnlieff:board=0.0/2.0/0.2"], "MJ2");
    refused(&["moves", "mijnlieff:board=x"], "not a tile");
    refused(&["moves", "mijnlieff:opening=middle"], "opening=middle");
    refused(&["moves", "mijnlieff:colour=red"], "unknown key");
    let long = "a".repeat(100_000);
    refused(&["moves", &long], "unknown game");
    let long = format!("mijnlieff:board={}", "0.0/".repeat(25_000));
    refused(&["moves", &long], "MJ2");
}

#[test]
fn bad_arguments_are_refused_in_one_line() {
    refused(&["moves"], "<SETUP>");
    refused(
        &["fly"],
        "there is no command ‘fly’ – did you mean play? (merelle --help",
    );
    refused(&["perft", "mijnlieff", "many"], "not ‘many’");
    refused(&["perft", "mijnlieff", "61"], "from 0 to 60, not ‘61’");
    refused(&["moves", "mijnlieff", "--lang", "de"], "‘de’");
    refused(
        &["tables", "build", "--bogus"],
        "(merelle tables build --help tells more)",
    );
    let long = "9".repeat(100_000);
    refused(&["perft", "mijnlieff", &long], "999…");
}

#[test]
fn bad_arguments_and_files_are_refused_in_french_too() {
    let missing = "/nonexistent/game.txt";
    refused(&["--lang", "fr", "fly"], "il n’y a pas de commande");
    refused(
        &["tables", "build", "--bogus", "--lang=fr"],
        "(merelle tables build --help en dit plus)",
    );
    refused(
        &["replay", missing, "--lang", "fr"],
        "/nonexistent/game.txt\u{a0}: ce fichier ou ce dossier n’existe pas",
    );
    refused(
        &["serve", "--limit", "x=1", "--lang", "fr"],
        "il n’y a pas de limite",
    );
    let output = merelle()
        .env("LC_ALL", "fr_FR.UTF-8")
        .arg("moves")
        .output()
        .unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("il manque\u{a0}: <SETUP>"), "{errors}");
}

#[test]
fn help_lists_the_commands_in_groups() {
    for arguments in [&["--help"][..], &["-h"], &["help"]] {
        let output = run(arguments);
        let help = stdout(&output);
        assert_eq!(output.status.code(), Some(0));
        for group in ["Play", "Solved games", "For developers and researchers"] {
            assert!(help.contains(&format!("\n{group}:\n")), "{help}");
        }
        assert!(!help.contains('\x1b'), "no colour in a file");
    }
    // A command that consists of commands lists them.
    let output = run(&["tables"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("census"));
}

#[test]
fn bad_positions_are_refused_with_the_reason() {
    let refused =
        |position: &str, reason| refused(&["moves", "moulin:classique", position], reason);
    refused("w=z9;b=;hand=8,9;turn=b", "z9");
    refused("w=a1,a1;b=;hand=7,9;turn=b", "twice");
    refused(
        "w=a1,a4,a7,b2,b4,b6,c3,c4,c5,d1;b=;hand=0,0;turn=w",
        "10 stones",
    );
    refused("w=a1;b=;hand=9,9;turn=b", "10 stones");
    refused("w=a1;b=;hand=8,8;turn=b", "ML1");
    refused("w=a1;b=;hand=8,9;turn=b;flight=w", "ML6");
    refused("w=a1;b=;hand=8,9;turn=b;more", "key=value");
    refused("", "w= is missing");
}

#[test]
fn bad_records_are_refused_with_line_and_column() {
    let refused = |name: &str, content: &[u8], reason: &str| {
        let file = Scratch::new(name, content);
        refused(&["replay", file.path()], reason);
    };
    refused("empty", b"", "no game");
    refused("binary", &[0x7f, b'E', b'L', b'F', 0xff, 0xfe, 0], "UTF-8");
    refused(
        "mid-move",
        b"[Setup \"mijnlieff\"]\n1. La1 Ea",
        "line 2, column 8",
    );
    refused(
        "mid-game",
        b"[Setup \"mijnlieff\"]\n1. La1 Ea3",
        "without a result",
    );
    refused("a", &vec![b'a'; 100_000_000], "line 1, column 1");
    let mut long = b"[Setup \"mijnlieff\"]\n".to_vec();
    long.resize(100_000_000, b'a');
    refused("long-move", &long, "line 2, column 1");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    refused(
        &["replay", "/nonexistent/game.txt"],
        "/nonexistent/game.txt",
    );
    refused(&["draw", "mijnlieff", "-o", "/dev/null/x.svg"], "/dev/null");
    refused(&["draw", "mijnlieff", "-o", "x.bmp"], ".svg");
}

#[test]
fn messages_follow_the_locale_and_the_lang_option() {
    let errors = |command: &mut Command| {
        let output = command.args(["moves", "chess"]).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(errors(merelle().env("LC_ALL", "fr_FR.UTF-8")).contains("jeu inconnu"));
    assert!(errors(merelle().env_remove("LC_ALL").env("LANG", "fr_CA")).contains("jeu inconnu"));
    assert!(errors(merelle().env("MERELLE_LANG", "fr")).contains("jeu inconnu"));
    let unknown = errors(merelle().env("MERELLE_LANG", "tlh").env("LC_ALL", "fr_FR"));
    assert!(unknown.contains("jeu inconnu"), "the locale's then");
    let both = ["--lang", "en"];
    assert!(errors(merelle().env("MERELLE_LANG", "fr").args(both)).contains("unknown game"));
    assert!(errors(merelle().args(["--lang", "fr"])).contains("jeu inconnu"));
    assert!(errors(&mut merelle()).contains("unknown game"));
}

#[test]
fn a_whole_game_is_played_at_the_keyboard() {
    let moves = "La1 Ea3 La2 Pa4 Eb2 Lc2 Pc3 Dc1 Ed2 Ld3 Dd4 pass Db4 pass Pb3 Pb1";
    let input = format!("1\n?\nPa1\n{}\nquit\n", moves.replace(' ', "\n"));
    let output = run_with_input(&["play"], &input);
    let text = stdout(&output);
    assert!(
        text.contains("MJ7: the first piece is a straight"),
        "{text}"
    );
    assert!(
        text.contains("White wins 4–1: the last piece is placed (MJ9)."),
        "{text}"
    );
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn the_keyboard_game_takes_back_resigns_agrees_and_saves() {
    let file = Scratch::new("saved.txt", b"");
    let save = format!("save {}\n", file.path());
    let input = format!("d6\nd6\nundo\nundo\nundo\na1\nd1\ndraw\nd7\ndraw\n{save}");
    let output = run_with_input(&["play", "moulin:envol"], &input);
    let text = stdout(&output);
    assert!(text.contains("ML1: d6 is not free"), "{text}");
    assert!(text.contains("There is no move to take back."), "{text}");
    assert!(text.contains("A draw: both agreed."), "{text}");
    let saved = fs::read_to_string(file.path()).unwrap();
    assert!(saved.contains("[Termination \"agreement\"]"), "{saved}");
    let replayed = run(&["replay", file.path()]);
    assert!(
        stdout(&replayed).ends_with("\n1/2-1/2 agreement\n"),
        "{saved}"
    );
    let output = run_with_input(&["play", "moulin:envol", "--lang", "fr"], "d6\nabandon\n");
    assert!(stdout(&output).contains("Les blancs gagnent\u{a0}: les noirs ont abandonné."));
}

#[test]
fn boards_line_up_in_unicode_and_ascii() {
    let mill = run(&["draw", "moulin:classique", "w=d6,f4;b=a1;hand=7,8;turn=b"]);
    assert_eq!(
        stdout(&mill),
        "\
7  ·───────────·───────────·
   │           │           │
6  │   ·───────○───────·   │
   │   │       │       │   │
5  │   │   ·───·───·   │   │
   │   │   │       │   │   │
4  ·───·───·       ·───○───·
   │   │   │       │   │   │
3  │   │   ·───·───·   │   │
   │   │       │       │   │
2  │   ·───────·───────·   │
   │           │           │
1  ●───────────·───────────·
   a   b   c   d   e   f   g
"
    );
    let hole = "mijnlieff:board=0.1/2.0/1.3/3.2,opening=edge";
    let ascii = run(&["draw", hole, "--ascii"]);
    assert_eq!(
        stdout(&ascii),
        "        +----+----+
5       | .  | .  |
        +----+----+----+----+
4       | .  | .  | .  | .  |
   +----+----+----+----+----+
3  | .  | .  |    | .  | .  |
   +----+----+----+----+----+
2  | .  | .  | .  | .  |
   +----+----+----+----+
1            | .  | .  |
             +----+----+
     a    b    c    d    e
"
    );
}

#[test]
fn a_picture_is_written_as_svg() {
    let file = Scratch::new("board.svg", b"");
    let position = "w=La1;b=;turn=b;limit=La1";
    check(&["draw", "mijnlieff", position, "-o", file.path()], 0, "");
    let svg = fs::read_to_string(file.path()).unwrap();
    assert!(
        svg.starts_with("<svg ") && svg.ends_with("</svg>\n"),
        "{svg}"
    );
    assert_eq!(
        svg.matches("class=\"target\"").count(),
        6,
        "the six open squares"
    );
    assert_eq!(
        stdout(&run(&["draw", "mijnlieff", position, "-o", "-"])),
        svg
    );
}

#[test]
fn analysis_gives_the_value_then_the_moves_best_first() {
    let end = "w=La1,La2,Eb2,Pc3,Ed2,Dd4,Db4;b=Ea3,Pa4,Lc2,Dc1,Ld3;turn=w;limit=none";
    check(
        &["analyse", "mijnlieff", end],
        0,
        "value 3\n\
         Pb3 value 3 Db1\n\
         Pc4 value 3 Db1\n\
         Pb1 value 2 Db3\n\
         Pd1 value 2 Db1\n",
    );
    let json = run(&["analyse", "mijnlieff", end, "--json"]);
    let json: serde_json::Value = serde_json::from_str(stdout(&json)).unwrap();
    assert_eq!(json["moves"][0]["value"], "value 3");
    let over = "w=La1,La2,Eb2,Pc3,Ed2,Dd4,Db4,Pb3;b=Ea3,Pa4,Lc2,Dc1,Ld3,Pb1;turn=w;limit=Pb1";
    check(&["analyse", "mijnlieff", over], 0, "value 3\n");
    let mill = "w=a1,d1,g4,d7;b=b2,d2,f4;hand=0,0;turn=w";
    let won = run(&["analyse", "moulin:classique", mill, "--time", "0.2"]);
    assert!(stdout(&won).starts_with("win 1\ng4-g1xb2 win 1\n"));
    let guess = run(&["analyse", "mijnlieff:sets=2", "--time", "0.1"]);
    assert!(stdout(&guess).starts_with("score "), "{}", stdout(&guess));
    refused(&["analyse", "mijnlieff", "--time", "-1"], "--time");
    let early = "w=La1;b=;turn=b;limit=La1";
    let late = run(&[
        "analyse",
        "mijnlieff:board=0.0/2.0/4.0/6.0",
        early,
        "--time",
        "0",
    ]);
    assert!(stdout(&late).starts_with("score "), "{}", stdout(&late));
}

#[test]
fn colour_is_used_on_request_only_and_respects_no_color() {
    let position = "w=La1;b=;turn=b;limit=La1";
    let always = run(&["draw", "mijnlieff", position, "--color", "always"]);
    assert!(stdout(&always).contains('\x1b'));
    assert!(!stdout(&run(&["draw", "mijnlieff", position])).contains('\x1b'));
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    let mut child = merelle()
        .args(["perft", "mijnlieff", "60"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn completions_and_a_manual_page_are_printed() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(
            stdout(&run(&["completions", shell])).contains("merelle"),
            "{shell}"
        );
    }
    let man = run(&["man"]);
    assert!(stdout(&man).contains(".TH merelle 1"), "{}", stdout(&man));
    assert!(stdout(&run(&["--help"])).contains("Examples:"));
}

/// What a quick benchmark computes, by name.
#[track_caller]
fn check_signatures(suite: &str, expected: &[(&str, &str)]) {
    let output = run(&["bench", suite, "--quick", "--json"]);
    let signature = |line: &str| -> (String, String) {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| value[key].as_str().unwrap().to_owned();
        (text("name"), text("signature"))
    };
    let found: Vec<(String, String)> = stdout(&output).lines().map(signature).collect();
    let expected = expected.iter();
    let expected = expected.map(|(name, signature)| ((*name).to_owned(), (*signature).to_owned()));
    assert_eq!(found, expected.collect::<Vec<_>>());
}

#[test]
fn the_signatures_of_the_rules_benchmark_are_pinned() {
    let expected = [
        ("moulin perft, every leaf played", "71585f9602630aa4"),
        ("moulin perft, last turn counted", "00000000004e7140"),
        ("mijnlieff perft, every leaf played", "970d01ce3d2efea7"),
        ("mijnlieff perft, last turn counted", "00000000009a58f8"),
        ("moulin random games", "00000000000287d8"),
        ("mijnlieff random games", "0000000000008135"),
    ];
    check_signatures("rules", &expected);
}

#[test]
fn the_signatures_of_the_mill_search_are_pinned() {
    let expected = [
        ("moulin:classique, 8 turns", "bddd74cd055567bb"),
        ("moulin:envol, 8 turns", "a3b7442d3020a527"),
        ("moulin:barreau, 8 turns", "20ee1ec31f94c04f"),
        ("moulin:classique, 10 turns, threads: 1", "9cb447d7044f5103"),
        ("moulin:classique, 10 turns, threads: 2", "6afe6d0f117cf331"),
        (
            "moulin:classique, middle game, 14 turns",
            "64b2959ceedbd3bd",
        ),
    ];
    check_signatures("moulin", &expected);
}

#[test]
fn one_person_plays_against_the_computer_and_may_ask_for_hints() {
    let input = "Ed2\nhint\nundo\nDd2\nquit\n";
    // So late that the hint is exact however slow the machine is.
    let late = "w=La1,La2,Eb2,Pc3;b=Ea3,Pa4,Dc1,Lc2;turn=w;limit=Dc1";
    let order = ["play", "mijnlieff", late, "--against", "3", "--lang", "en"];
    let game = run_with_input(&order, input);
    assert_eq!(game.status.code(), Some(0));
    let told = stdout(&game);
    assert_eq!(told.matches("The computer plays ").count(), 2, "{told}");
    assert!(told.contains(" value "), "{told}");
    // The openings of the sheets are known by heart, those of other rules are not.
    for (setup, hint) in [
        ("moulin", " draw"),
        ("moulin:classique,double=2", " score "),
    ] {
        let rest = ["--against", "1", "--side", "black", "--lang", "fr"];
        let order = [&["play", setup], rest.as_slice()].concat();
        let game = run_with_input(&order, "conseil\nnulle\n");
        let told = stdout(&game);
        assert!(told.contains("L’ordinateur joue "), "{told}");
        assert!(told.contains(hint), "{told}");
    }
    refused(&["play", "--against", "chess"], "unknown player");
}

#[test]
fn the_signatures_of_the_exact_layers_are_pinned() {
    let expected = [
        ("classique up to 6 stones, 1 thread", "7ecfb98862ba5ed5"),
        ("envol up to 6 stones, 1 thread", "2cc010448823afd2"),
        ("barreau up to 6 stones, 1 thread", "476335284e2f7dca"),
    ];
    check_signatures("tables", &expected);
}

#[test]
fn training_needs_tables_to_sample_and_samples_to_fit() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (empty, to) = (path("empty"), path("to"));
    let draw = [
        "training",
        "sample",
        "moulin:classique",
        &to,
        "--dir",
        &empty,
    ];
    refused(&draw, "no tables there; make them first");
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    refused(
        &["training", "fit", manifest, &to],
        "not a file of samples, or a damaged one",
    );
    refused(
        &["training", "fit", &empty, &to],
        "empty: no such file or folder",
    );
    let bind = ["tables", "bind", "moulin:classique", &to, "--dir", &empty];
    refused(&bind, "there is no such table");
    assert!(!folder.path().join("to").exists());
}
