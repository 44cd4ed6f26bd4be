//! Matches of computer players from the command line.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_merelle"));
    command.args(arguments).env("LC_ALL", "C").output().unwrap()
}

fn stdout(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?} {errors}");
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn refused(arguments: &[&str], reason: &str) {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?} {errors}");
    assert!(errors.contains(reason), "{errors}");
}

/// A file name for one test, removed when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let name = format!("merelle-{}-{name}", std::process::id());
        Scratch(std::env::temp_dir().join(name))
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

#[test]
fn a_match_prints_its_result_and_saves_games_that_replay() {
    let file = Scratch::new("match.txt");
    let arguments = [
        "match",
        "3",
        "greedy",
        "--games",
        "6",
        "--save",
        file.path(),
    ];
    let text = stdout(&arguments);
    assert!(text.starts_with("level-3 scores "), "{text}");
    assert!(text.ends_with("6 games, 6 of them different.\n"), "{text}");
    let saved = fs::read_to_string(file.path()).unwrap();
    assert_eq!(saved.matches("[White \"level-3\"]").count(), 3);
    assert_eq!(saved.matches("[Black \"level-3\"]").count(), 3);
    let replayed = stdout(&["replay", file.path(), "--json"]);
    assert_eq!(replayed.lines().count(), 6);
    // The same again, on more threads.
    assert_eq!(
        stdout(&[&arguments[..], &["--threads", "2"]].concat()),
        text
    );
    assert_eq!(fs::read_to_string(file.path()).unwrap(), saved);
}

#[test]
fn a_match_has_json_and_french() {
    let arguments = ["match", "nodes=50", "random", "--games", "4"];
    let json = stdout(&[&arguments[..], &["--json", "--setup", "mijnlieff:sets=2"]].concat());
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["setup"], "mijnlieff:sets=2");
    assert_eq!(value["games"], 4);
    assert_eq!(value["players"][0], "nodes=50");
    let french = stdout(&[&arguments[..], &["--lang", "fr"]].concat());
    assert!(french.contains("une nulle vaut un demi"), "{french}");
}

/// Our own engine, as any other program that speaks the protocol.
#[test]
fn a_program_plays_both_families() {
    let program = format!("run={} engine", env!("CARGO_BIN_EXE_merelle"));
    for setup in ["moulin:envol", "mijnlieff:sets=2"] {
        let order = [
            "match", &program, "random", "--setup", setup, "--games", "2",
        ];
        let text = stdout(&[&order[..], &["--go", "depth 2"]].concat());
        assert!(text.contains("2 wins, 0 draws"), "{text}");
    }
}

#[test]
fn what_cannot_play_is_refused() {
    refused(&["match", "chess", "random"], "unknown player");
    refused(&["match", "9", "random"], "levels 1 to 8");
    refused(&["match", "time=0ms", "random"], "not a limit");
    refused(
        &["match", "random", "run=/nonexistent/x"],
        "cannot be started",
    );
    refused(&["match", "random", "run=true"], "has ended");
    refused(
        &["match", "random", "random", "--save", "/nonexistent/x"],
        "/nonexistent/x",
    );
}

#[test]
fn the_levels_are_measured_and_a_broken_run_goes_on() {
    let file = Scratch::new("levels.jsonl");
    let arguments = [
        "levels",
        "mijnlieff:board=0.0/2.0/4.0/6.0",
        "--games",
        "2",
        "--others",
        "0",
    ];
    let arguments = [&arguments[..], &["--file", file.path()]].concat();
    let first = run(&arguments);
    let kept = fs::read_to_string(file.path()).unwrap();
    assert_eq!(kept.lines().count(), 9);
    // Without its last line and a half, those two are measured again.
    let lines: Vec<&str> = kept.lines().collect();
    fs::write(
        file.path(),
        format!("{}\n{}", lines[..7].join("\n"), &lines[7][..20]),
    )
    .unwrap();
    assert_eq!(run(&arguments).stdout, first.stdout);
    let again = fs::read_to_string(file.path()).unwrap();
    assert_eq!(again.lines().count(), 10);
    assert!(again.ends_with(&format!("{}\n{}\n", lines[7], lines[8])));
    fs::write(file.path(), "something else").unwrap();
    refused(&arguments, "line 1 is not a result of merelle levels");
    assert_eq!(fs::read_to_string(file.path()).unwrap(), "something else");
}
