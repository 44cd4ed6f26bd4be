//! `merelle atlas` as scripts see it.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

const EMBEDDED: &str = include_str!("../../../data/atlas.json");

/// Boards that take well under a second, and one that takes about two.
const QUICK: [&str; 2] = ["0.0/2.2/4.4/6.6", "2.0/0.2/4.2/2.4"];
const SLOWER: &str = "0.0/2.1/1.3/4.3";

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_merelle"));
    command.arg("atlas").args(arguments).env("LC_ALL", "C");
    command.stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// What is printed by a command that does what it is asked.
#[track_caller]
fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    stdout(&output).to_owned()
}

#[track_caller]
fn refused(arguments: &[&str], reason: &str) {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert_eq!(stdout(&output), "", "{arguments:?}");
    assert!(stderr(&output).contains(reason), "{}", stderr(&output));
}

/// The atlas with those boards only whose tiles pass.
fn part(keep: impl Fn(&str) -> bool) -> String {
    let mut lines = EMBEDDED.lines();
    let head = lines.next().unwrap();
    let boards = lines.filter_map(|line| line.strip_prefix("{\"tiles\":\""));
    let boards = boards.filter(|line| keep(line.split('"').next().unwrap()));
    let boards = boards.map(|line| format!("{{\"tiles\":\"{}", line.trim_end_matches(',')));
    let boards: Vec<String> = boards.collect();
    format!("{head}\n{}\n]}}\n", boards.join(",\n"))
}

/// What an atlas says, without what it took to find out.
fn values(atlas: &str) -> Vec<&str> {
    let lines = atlas.lines();
    lines
        .map(|line| line.split("\"nodes\"").next().unwrap())
        .collect()
}

/// A folder for one test, removed when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path =
            std::env::temp_dir().join(format!("merelle-atlas-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn file(&self, name: &str, content: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Nothing depends on it being gone.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_table_has_a_line_a_board_and_its_counts_add_up() {
    let table = printed(&[]);
    let boards = table
        .lines()
        .filter(|line| line.starts_with(['0', '1', '2']) && line.contains('/'));
    assert_eq!(boards.count(), 145);
    assert!(table.ends_with(&printed(&["--summary"])));
    let summary: serde_json::Value =
        serde_json::from_str(&printed(&["--summary", "--json"])).unwrap();
    for (opening, counts) in summary["openings"].as_object().unwrap() {
        let counts = counts.as_object().unwrap().values();
        assert_eq!(
            counts.map(|count| count.as_u64().unwrap()).sum::<u64>(),
            145,
            "{opening}"
        );
    }
    assert!(printed(&["--lang", "fr"]).contains("le premier joueur gagne d’un point"));
    assert_eq!(printed(&["--json"]), EMBEDDED);
}

#[test]
fn a_board_is_found_however_it_lies() {
    let board = printed(&["0.0/2.2/4.4/6.6"]);
    assert!(
        board.starts_with("0.0/2.2/4.4/6.6: 6 lines of three\n"),
        "{board}"
    );
    assert_eq!(board.lines().count(), 5);
    assert_eq!(printed(&["7.1/5.3/3.5/1.7"]), board);
    let json = printed(&["0.0/2.2/4.4/6.6", "--json"]);
    assert!(EMBEDDED.contains(json.trim_end()));
}

#[test]
fn what_is_not_a_board_or_an_atlas_is_refused() {
    refused(
        &["0.0/1.1/4.4/6.6"],
        "MJ1: the tile at 1.1 lies on another one",
    );
    refused(&["0.0/2.2/4.4/6.6/8.8/8.6/8.4/8.2"], "MJ2");
    refused(&["--svg", "poster.png"], ".svg");
    let scratch = Scratch::new("refused");
    let damaged = scratch.file("damaged.json", &EMBEDDED[..EMBEDDED.len() / 2]);
    refused(&["--file", &damaged], "not an atlas");
    refused(&["solve", "--file", &damaged], "not an atlas");
    assert_eq!(
        fs::read_to_string(&damaged).unwrap(),
        EMBEDDED[..EMBEDDED.len() / 2]
    );
    let missing = format!("{damaged}/no/such.json");
    refused(&["--file", &missing], "such.json");
    refused(&["solve", "--file", &missing], "such.json");
}

#[test]
fn a_check_finds_what_is_wrong() {
    let scratch = Scratch::new("check");
    let right = part(|tiles| QUICK.contains(&tiles));
    let file = scratch.file("right.json", &right);
    let answer = printed(&["--file", &file, "--check", "9", "--seed", "4"]);
    assert_eq!(answer, "2 boards solved again (seed 4), 0 wrong\n");
    let file = scratch.file("wrong.json", &right.replace("\"value\":0", "\"value\":3"));
    let output = run(&["--file", &file, "--check", "2", "--seed", "4"]);
    assert_eq!(output.status.code(), Some(1));
    let answer = stdout(&output);
    let difference = "2.0/0.2/4.2/2.4 corner-straight: the atlas says +3 ";
    assert!(answer.starts_with(difference), "{answer}");
    assert!(answer.contains(", solving gives 0 "), "{answer}");
    assert!(
        answer.ends_with("2 boards solved again (seed 4), 1 wrong\n"),
        "{answer}"
    );
    let output = run(&["--file", &file, "--check", "2", "--seed", "4", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("\"wrong\":[{\"atlas\":{"));
}

#[test]
fn solving_goes_on_where_it_was_killed() {
    let scratch = Scratch::new("killed");
    let lacking = |tiles: &str| QUICK.contains(&tiles) || tiles == SLOWER;
    let file = scratch.file("atlas.json", &part(|tiles| !lacking(tiles)));
    let boards = || fs::read_to_string(&file).unwrap().matches("tiles").count();
    assert_eq!(boards(), 142);
    let mut solving = command(&["solve", "--file", &file, "--threads", "2"]);
    let mut solving = solving
        .stderr(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while boards() < 144 && solving.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(5));
    }
    solving.kill().unwrap();
    solving.wait().unwrap();
    let kept = boards();
    assert!(kept >= 144, "{kept}");
    let output = run(&["solve", "--file", &file]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        stderr(&output).lines().count(),
        145 - kept,
        "{}",
        stderr(&output)
    );
    let solved = fs::read_to_string(&file).unwrap();
    assert_eq!(values(&solved), values(EMBEDDED));
    let nothing = printed(&["solve", "--file", &file]);
    assert!(
        nothing.contains(": 0 boards solved, 0 nodes, "),
        "{nothing}"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), solved);
}
