//! `merelle exam` as scripts see it.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_merelle"));
    command.args(arguments).env("LC_ALL", "C");
    command.output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Two endings that everybody wins who looks one turn ahead.
const QUESTIONS: &str = "moulin:classique
flying w=a1,d1,g4;b=a7,d7,f6;hand=0,0;turn=w g4-g1xa7 g4-g1xd7 g4-g1xf6
flying w=a7,d7,f6;b=a1,d1,g4;hand=0,0;turn=w f6-g7xa1 f6-g7xd1 f6-g7xg4
";

#[test]
fn an_exam_is_answered_counted_and_taken_up_again() {
    let folder = tempfile::tempdir().unwrap();
    let [questions, answers] =
        ["questions.txt", "answers.txt"].map(|name| folder.path().join(name));
    fs::write(&questions, QUESTIONS).unwrap();
    let [file, kept] = [&questions, &answers].map(|path| path.to_str().unwrap());
    let sit = [
        "exam",
        "sit",
        file,
        "--player",
        "nodes=2000",
        "--answers",
        kept,
    ];
    let output = run(&sit);
    let expected = "moulin:classique nodes=2000\nflying 2 2 100.0\nflying, one answer: 0 0 0.0\n";
    assert_eq!(text(&output.stdout), expected, "{output:?}");
    let given = fs::read_to_string(&answers).unwrap();
    assert_eq!(given.lines().count(), 2);
    // One answer is changed and the other cut: the first is believed, the second asked again.
    let (first, second) = given.split_once('\n').unwrap();
    let (question, _) = first.rsplit_once(' ').unwrap();
    let changed = format!("{question} a1-g7\n{}", &second[..second.len() - 9]);
    fs::write(&answers, changed).unwrap();
    let again = run(&[&sit[..], &["--json"]].concat());
    let report: serde_json::Value = serde_json::from_slice(&again.stdout).unwrap();
    assert_eq!(report["asked"], 2, "{report}");
    assert_eq!(report["kept"], 1, "{report}");
    let line = fs::read_to_string(&answers).unwrap();
    assert_eq!(line.lines().last(), Some(second.trim_end()));
}

#[test]
fn what_is_no_exam_is_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let questions = folder.path().join("questions.txt");
    let file = questions.to_str().unwrap();
    for (content, reason) in [
        ("", "unknown game"),
        ("mijnlieff\n", "mill family"),
        ("moulin:classique\nnonsense\n", "line 2 is not a question"),
    ] {
        fs::write(&questions, content).unwrap();
        let output = run(&["exam", "sit", file]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let said = text(&output.stderr);
        assert!(said.contains(reason) && said.lines().count() == 1, "{said}");
    }
    let output = run(&["exam", "sit", file, "--player", "wizard"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}
