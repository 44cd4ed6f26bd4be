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
fn reports_are_read_and_accounts_barred_while_the_server_runs() {
    let folder = Folder::new();
    let server = Process::start(folder.path(), "127.0.0.1:0", &[]);
    let reports = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_merelle"));
        let command = command.arg("reports").args(arguments).arg("--data");
        let command = command.arg(folder.path()).env("LC_ALL", "C");
        command.output().unwrap()
    };
    let listed = reports(&[]);
    let said = String::from_utf8_lossy(&listed.stdout).into_owned();
    assert!(listed.status.success(), "{said}");
    assert_eq!(said.trim(), "no reports");
    check(&reports(&["bar", "Nobody"]), "no account Nobody");
    check(&reports(&["seen", "7"]), "no report 7");
    server.kill();
}
