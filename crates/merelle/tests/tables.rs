//! `merelle tables` and `merelle probe` as scripts see them.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use game::Random;
use tempfile::TempDir;

fn command(arguments: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_merelle"));
    command.args(arguments).arg("--dir").arg(folder);
    command.env("LC_ALL", "C").stdin(Stdio::null());
    command
}

fn run(arguments: &[&str], folder: &Path) -> Output {
    command(arguments, folder).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[track_caller]
fn check(arguments: &[&str], folder: &Path, status: i32, expected: &str) {
    let output = run(arguments, folder);
    let printed = (output.status.code(), text(&output.stdout));
    assert_eq!(
        printed,
        (Some(status), expected),
        "{}",
        text(&output.stderr)
    );
}

const CENSUS: &str = "3-3 2232160 4112 455648\n";

fn built() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let build = ["tables", "build", "moulin:classique", "--upto", "3-3"];
    check(&build, folder.path(), 0, CENSUS);
    folder
}

#[test]
fn a_survey_writes_no_files_and_prints_a_line_a_layer() {
    let folder = tempfile::tempdir().unwrap();
    let build = ["tables", "build", "moulin:classique", "--upto", "3-3"];
    let survey = [&build[..], &["--product", "none"]].concat();
    let line = "3-3 2232160 4112 455648 26 \
        828448bdc8511cb715a5354ec62219b43c9c5980d38f35ab019d6ac582a23433 \
        w=d1,d7,g4;b=a1,a7,g7;hand=0,0;turn=w\n";
    check(&survey, folder.path(), 0, line);
    assert!(fs::read_dir(folder.path()).unwrap().next().is_none());
}

#[cfg(not(feature = "cuda"))]
#[test]
fn a_program_without_the_feature_says_so_when_asked_for_a_card() {
    let folder = tempfile::tempdir().unwrap();
    let build = ["tables", "build", "moulin:classique", "--device", "cuda"];
    let output = run(&build, folder.path());
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("--features cuda"),
        "{output:?}"
    );
}

/// A part is packed, what is missing is said, and a probe asks what there is.
#[test]
fn tables_are_packed_listed_verified_and_probed() {
    let folder = built();
    let compact = tempfile::tempdir().unwrap();
    let to = compact.path().to_str().unwrap();
    let pack = ["tables", "pack", "moulin:classique", "--to", to];
    let output = run(&pack, folder.path());
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stdout).contains("1 layer packed"),
        "{output:?}"
    );
    assert!(
        text(&output.stderr).contains("the first of them 4-3"),
        "{output:?}"
    );
    let list = run(&["tables", "list", "moulin:classique"], compact.path());
    let listed = text(&list.stdout);
    assert!(
        listed.starts_with("3-3 210140 ") && listed.ends_with(" compact\n"),
        "{listed}"
    );
    let verify = ["tables", "verify", "moulin:classique", "--samples", "1000"];
    let nothing = "1000 positions checked, nothing wrong\n";
    check(&verify, compact.path(), 0, nothing);
    let won = "w=a1,d1,g4;b=a7,d7,f6;hand=0,0;turn=w";
    let probe = ["probe", "moulin:classique", won];
    check(&probe, compact.path(), 0, "win\n");
    check(&probe, folder.path(), 0, "win 1\n");
}

/// Those of few stones follow from the rules alone, and are no part of a square of stones.
#[test]
fn tables_are_built_by_the_number_of_stones() {
    let folder = tempfile::tempdir().unwrap();
    let build = ["tables", "build", "moulin:classique", "--stones", "7"];
    let output = run(&build, folder.path());
    let names = text(&output.stdout).lines();
    let names: Vec<&str> = names.filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, ["3-3", "4-3", "3-4"]);
}

#[test]
fn tables_are_built_counted_listed_and_verified() {
    let folder = built();
    let folder = folder.path();
    check(&["tables", "census", "moulin:classique"], folder, 0, CENSUS);
    let list = run(&["tables", "list", "moulin:classique"], folder);
    assert!(text(&list.stdout).starts_with("3-3 210140 "), "{list:?}");
    check(
        &["tables", "verify", "moulin:classique", "--samples", "1000"],
        folder,
        0,
        "1000 positions checked, nothing wrong\n",
    );
    check(
        &["tables", "verify", "moulin:classique", "--lang", "fr"],
        folder,
        0,
        "210140 positions examinées, rien de faux\n",
    );
    check(&["tables", "census", "moulin:barreau"], folder, 1, "");
}

#[test]
fn positions_are_probed() {
    let folder = built();
    let folder = folder.path();
    let won = "w=a1,d1,g4;b=a7,d7,f6;hand=0,0;turn=w";
    check(&["probe", "moulin:classique", won], folder, 0, "win 1\n");
    let over = "w=a1,d1;b=a7,d7,f6;hand=0,0;turn=w";
    check(&["probe", "moulin:classique", over], folder, 0, "loss 0\n");
    let large = "w=a1,d1,g4,g1;b=a7,d7,f6;hand=0,0;turn=w";
    check(
        &["probe", "moulin:classique", large],
        folder,
        1,
        "unknown\n",
    );
    check(&["probe", "moulin:envol", won], folder, 1, "unknown\n");
    check(&["probe", "moulin:classique", "w=x9"], folder, 2, "");
    check(&["probe", "mijnlieff", won], folder, 2, "");
    let mut many = command(&["probe", "moulin:classique", "-"], folder);
    let mut many = many
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = format!("{won}\n{over}\n");
    let mut stdin = many.stdin.take().unwrap();
    stdin.write_all(lines.as_bytes()).unwrap();
    drop(stdin);
    let output = many.wait_with_output().unwrap();
    assert_eq!(text(&output.stdout), "win 1\nloss 0\n");
}

#[test]
fn a_damaged_table_is_named() {
    let folder = built();
    let path = folder.path().join("moulin.classique/3-3.table");
    let mut bytes = fs::read(&path).unwrap();
    bytes[1_000] ^= 4;
    fs::write(&path, bytes).unwrap();
    let output = run(&["tables", "verify", "moulin:classique"], folder.path());
    assert_eq!(output.status.code(), Some(1));
    let expected = format!(
        "{}: the checksum does not match the content\n",
        path.display()
    );
    assert_eq!(text(&output.stdout), expected);
    let won = "w=a1,d1,g4;b=a7,d7,f6;hand=0,0;turn=w";
    let probe = ["probe", "moulin:classique", won];
    let output = run(&probe, folder.path());
    let (printed, reason) = (text(&output.stdout), text(&output.stderr));
    let sound = printed == "win 1\n";
    assert!(sound || reason.contains("3-3.table: block "), "{output:?}");
    // With its header damaged, nothing of the file can be told.
    let mut bytes = fs::read(&path).unwrap();
    bytes[40] ^= 4;
    fs::write(&path, bytes).unwrap();
    let output = run(&probe, folder.path());
    assert!(!output.status.success() && output.stdout.is_empty());
    let reason = text(&output.stderr);
    assert!(reason.contains("table damaged: 3-3.table ("), "{reason}");
}

#[test]
fn an_analysis_and_the_protocol_name_the_damaged_table_they_need() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("moulin.classique");
    fs::create_dir(&tables).unwrap();
    fs::write(tables.join("4-5.table"), "no table").unwrap();
    let with_tables = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_merelle"));
        command.args(arguments).arg("--tables").arg(folder.path());
        command.env("LC_ALL", "C");
        command
    };
    let nine = "w=a1,d2,f6,b4,e3;b=d6,f4,b2,c4;hand=0,0;turn=w";
    let analyse = ["analyse", "moulin:classique", nine, "--time", "0.1"];
    let output = with_tables(&analyse).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(text(&output.stderr), "table damaged: 4-5.table\n");
    let eight = "w=a1,d2,f6,b4;b=d6,f4,b2,c4;hand=0,0;turn=w";
    let analyse = ["analyse", "moulin:classique", eight, "--time", "60"];
    let output = with_tables(&analyse).output().unwrap();
    assert!(text(&output.stdout).starts_with("draw\n"), "{output:?}");
    assert_eq!(text(&output.stderr), "");
    let mut engine = with_tables(&["engine"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let commands = format!("position {nine}\ngo depth 2\n");
    let input = engine.stdin.as_mut().unwrap();
    input.write_all(commands.as_bytes()).unwrap();
    let output = engine.wait_with_output().unwrap();
    let told = text(&output.stdout);
    assert!(
        told.contains("info string table damaged: 4-5.table\n"),
        "{told}"
    );
}

/// Kills a build at random moments until it was killed so often or is done, lets it finish, and
/// compares every file with those of an undisturbed build.
#[track_caller]
fn check_kills(upto: &str, kills: u32, longest: Duration) {
    let build = ["tables", "build", "moulin:classique", "--upto", upto];
    let undisturbed = tempfile::tempdir().unwrap();
    assert!(run(&build, undisturbed.path()).status.success());
    let folder = tempfile::tempdir().unwrap();
    let mut random = Random::new(u64::from(kills));
    for _ in 0..kills {
        let mut quiet = command(&build, folder.path());
        let quiet = quiet.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = quiet.spawn().unwrap();
        let millis = random.below(longest.as_millis() as u64);
        thread::sleep(Duration::from_millis(millis));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(run(&build, folder.path()).status.success());
    let files = |folder: &Path| {
        let entries = fs::read_dir(folder.join("moulin.classique")).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        let tables = paths.filter(|path| path.extension().is_some_and(|end| end == "table"));
        let mut files: Vec<_> = tables
            .map(|path| {
                (
                    path.file_name().unwrap().to_owned(),
                    fs::read(path).unwrap(),
                )
            })
            .collect();
        files.sort();
        files
    };
    let same = files(undisturbed.path()) == files(folder.path());
    assert!(same, "files differ after {kills} kills");
}

#[test]
fn killed_builds_lose_and_spoil_nothing() {
    check_kills("4-3", 4, Duration::from_millis(700));
}

#[test]
#[ignore = "long: 50 kills of a build of some minutes"]
fn fifty_kills_lose_and_spoil_nothing() {
    check_kills("6-5", 50, Duration::from_secs(4));
}

#[test]
fn layers_outside_the_game_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for upto in ["2-3", "10-3", "6", "6-", "a-b"] {
        let build = ["tables", "build", "moulin:classique", "--upto", upto];
        check(&build, folder.path(), 2, "");
    }
}
