//! `merelle serve` and `merelle backup` as people meet them.

use std::fs;
use std::process::{Command, Output};

use crate::process::{Folder, Process, refused};

#[track_caller]
fn check(output: &Output, reason: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains(reason), "{said}");
    assert_eq!(said.trim().lines().count(), 1, "{said}");
}

#[test]
fn what_keeps_a_server_from_starting_is_told_in_a_line() {
    let folder = Folder::new();
    let server = Process::start(folder.path(), "127.0.0.1:0", &[]);
    let (taken, other) = (server.address.to_string(), Folder::new());
    check(&refused(other.path(), &taken), "is in use");
    check(
        &refused(folder.path(), "127.0.0.1:0"),
        "another server uses",
    );
    server.kill();
    // The log beside a database holds all of it until it is copied over: without the log it is lost.
    for name in ["merelle.db-wal", "merelle.db-shm"] {
        fs::remove_file(folder.path().join(name)).unwrap();
    }
    fs::write(
        folder.path().join("merelle.db"),
        "this is no database at all",
    )
    .unwrap();
    check(
        &refused(folder.path(), "127.0.0.1:0"),
        "the database is damaged",
    );
    let file = other.path().join("file");
    fs::create_dir_all(other.path()).unwrap();
    fs::write(&file, "").unwrap();
    check(&refused(&file, "127.0.0.1:0"), "file");
}

#[test]
fn a_backup_is_made_while_the_server_runs() {
    let folder = Folder::new();
    let server = Process::start(folder.path(), "127.0.0.1:0", &[]);
    let backup = |file: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_merelle"));
        let command = command.args(["backup", "--data"]).arg(folder.path());
        let command = command.arg(folder.path().join(file)).env("LC_ALL", "C");
        command.output().unwrap()
    };
    let copied = backup("copy.db");
    assert!(
        copied.status.success(),
        "{}",
        String::from_utf8_lossy(&copied.stderr)
    );
    check(&backup("copy.db"), "exists already");
    server.kill();
}

#[test]
fn a_settings_file_is_read_and_its_faults_are_told() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path()).unwrap();
    let file = folder.path().join("merelle.toml");
    let start = |text: &str| {
        fs::write(&file, text).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_merelle"));
        command
            .args(["serve", "--config"])
            .arg(&file)
            .env("LC_ALL", "C");
        command.output().unwrap()
    };
    check(&start("port = 8080\n"), "unknown field `port`");
    check(
        &start("origins = [\"example.org\"]\n"),
        "example.org is not an origin",
    );
}

#[test]
fn what_keeps_a_server_from_starting_is_told_in_the_language_asked_for() {
    let (folder, missing) = (Folder::new(), Folder::new());
    let server = Process::start(folder.path(), "127.0.0.1:0", &[]);
    let taken = server.address.to_string();
    let data = folder.path().to_str().unwrap();
    let file = missing.path().join("none.toml");
    let (file, none) = (file.to_str().unwrap(), missing.path().to_str().unwrap());
    for (arguments, reason) in [
        (
            ["--limit", "socket=1", "--data", none],
            "il n’y a pas de limite",
        ),
        (
            ["--limit", "sockets=many", "--data", none],
            "n’est pas un nombre entier",
        ),
        (["--listen", &taken, "--data", none], "est déjà pris"),
        (
            ["--listen", "127.0.0.1:0", "--data", data],
            "un autre serveur utilise",
        ),
        (
            ["--listen", "127.0.0.1:0", "--data", "/dev/null/x"],
            "n’est pas un dossier",
        ),
        (
            ["--listen", "127.0.0.1:0", "--config", file],
            "n’existe pas",
        ),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_merelle"));
        let command = command.args(["--lang", "fr", "serve"]).args(arguments);
        check(&command.output().unwrap(), reason);
    }
    server.kill();
}

#[test]
fn an_operator_works_while_the_server_runs() {
    let folder = Folder::new();
    let server = Process::start(folder.path(), "127.0.0.1:0", &[]);
    let admin = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_merelle"));
        let command = command.arg("admin").args(arguments).arg("--data");
        let command = command.arg(folder.path()).env("LC_ALL", "C");
        command.env("SUDO_USER", "ada").output().unwrap()
    };
    let says = |arguments: &[&str], text: &str| {
        let output = admin(arguments);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        assert!(said.contains(text), "{arguments:?}: {said}");
    };
    says(&["reports"], "no reports");
    says(&["people"], "nobody");
    says(&["addresses"], "no address is kept out");
    says(&["check"], "the database is whole");
    says(&["statistics"], "people: 0 accounts, 0 guests, 0 kept out");
    says(&["journal"], "nothing was done yet");
    check(&admin(&["bar", "Nobody"]), "missing: --reason <TEXT>");
    let reason = ["--reason", "because"];
    let act = |arguments: &[&str]| admin(&[arguments, &reason].concat());
    check(&act(&["bar", "Nobody"]), "no account Nobody");
    check(&act(&["remove-game", "x"]), "no game x");
    check(&admin(&["seen", "7"]), "no report 7");
    check(&act(&["bar-address", "192.0.2.7"]), "say for how long");
    check(
        &act(&["bar-address", "somewhere", "--for", "1d"]),
        "is no address",
    );
    check(
        &act(&["bar-address", "10.0.0.0/8", "--for", "1d"]),
        "Add --yes",
    );
    check(
        &act(&["bar-address", "127.0.0.1", "--for", "1d"]),
        "Add --yes",
    );
    check(
        &act(&["bar-address", "192.0.2.7", "--for", "1y"]),
        "30m, 12h or 7d",
    );
    check(
        &act(&["bar-address", "192.0.2.7", "--until", "tomorrow"]),
        "2026-12-24",
    );
    check(&act(&["end-sessions", "--everybody"]), "Add --yes");
    says(
        &[
            "bar-address",
            "192.0.2.7",
            "--for",
            "1d",
            "--reason",
            "flood\nof \u{1b}[31mred",
        ],
        "192.0.2.7 is kept out until",
    );
    says(&["addresses"], "192.0.2.7  until");
    says(
        &["end-sessions", "--everybody", "--yes", "--reason", "x"],
        "all 0 sessions ended",
    );
    says(
        &["unbar-address", "192.0.2.7", "--reason", "over"],
        "may come in again",
    );
    check(&act(&["unbar-address", "192.0.2.7"]), "so already");
    says(&["journal"], "ada  bar-address  192.0.2.7  → ");
    says(&["journal"], "flood of [31mred");
    says(
        &["journal", "--json", "--limit", "1"],
        "\"act\":\"unbar-address\"",
    );
    server.kill();
    says(&["statistics"], "sessions: 0");
    let nowhere = Folder::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_merelle"));
    let command = command.args(["--lang", "fr", "admin", "people", "--data"]);
    let command = command.arg(nowhere.path());
    check(
        &command.output().unwrap(),
        "aucun serveur n’y garde ses données",
    );
}
