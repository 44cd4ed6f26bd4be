//! `merelle backup` and `merelle restore` as people meet them, also when they are killed.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::process::{Folder, Process};

fn merelle(arguments: &[&str], data: &Path, file: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_merelle"));
    command.args(arguments).arg("--data").arg(data);
    command.arg(file).env("LC_ALL", "C");
    command
}

fn said(output: &Output) -> String {
    let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    format!("{out}{err}")
}

#[test]
fn a_backup_that_is_killed_leaves_nothing_under_its_name() {
    let (folder, copies) = (Folder::new(), Folder::new());
    Process::start(folder.path(), "127.0.0.1:0", &[]).kill();
    fs::create_dir_all(copies.path()).unwrap();
    let file = copies.path().join("copy.db");
    let partial = copies.path().join("copy.db.partial");
    let mut in_the_middle = 0;
    for _ in 0..50 {
        let mut command = merelle(&["backup"], folder.path(), &file);
        let mut backup = command.stdout(Stdio::null()).spawn().unwrap();
        let deadline = Instant::now() + Duration::from_secs(10);
        while !partial.exists() && !file.exists() && Instant::now() < deadline {
            std::hint::spin_loop();
        }
        backup.kill().unwrap();
        backup.wait().unwrap();
        if file.exists() {
            // It was faster: then it is whole.
            let whole = Folder::new();
            let restored = merelle(&["restore"], whole.path(), &file).output().unwrap();
            assert!(restored.status.success(), "{}", said(&restored));
            fs::remove_file(&file).unwrap();
        } else {
            assert!(partial.exists(), "it had begun");
            in_the_middle += 1;
        }
        if in_the_middle == 5 {
            break;
        }
    }
    assert!(in_the_middle > 0, "none was killed in the middle");
    let made = merelle(&["backup"], folder.path(), &file).output().unwrap();
    assert!(made.status.success(), "{}", said(&made));
    assert!(file.exists() && !partial.exists());
}

#[test]
fn a_backup_is_restored_while_no_server_runs() {
    let (folder, copies) = (Folder::new(), Folder::new());
    let server = Process::start(folder.path(), "127.0.0.1:0", &[]);
    let made = merelle(&["backup", "--keep", "2"], folder.path(), copies.path());
    let made = { made }.output().unwrap();
    assert!(made.status.success(), "{}", said(&made));
    let entries: Vec<_> = fs::read_dir(copies.path()).unwrap().collect();
    assert_eq!(entries.len(), 1);
    let file = entries[0].as_ref().unwrap().path();
    let restore = || {
        merelle(&["restore"], folder.path(), &file)
            .output()
            .unwrap()
    };
    let refused = restore();
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        said(&refused).contains("another server uses"),
        "{}",
        said(&refused)
    );
    server.kill();
    let restored = restore();
    assert!(restored.status.success(), "{}", said(&restored));
    assert!(
        said(&restored).contains("merelle.before-"),
        "{}",
        said(&restored)
    );
    Process::start(folder.path(), "127.0.0.1:0", &[]).kill();
}

#[cfg(unix)]
#[test]
fn nobody_else_may_read_what_is_kept_whatever_the_umask() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let copies = Folder::new();
    let script = "umask 000; \"$0\" backup --data \"$1\" --keep 1 \"$2\"";
    let server = Process::start(folder.path(), "127.0.0.1:0", &[]);
    let made = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_merelle")])
        .args([folder.path(), copies.path()])
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", said(&made));
    for place in [folder.path(), copies.path()] {
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(place), 0o700);
        for entry in fs::read_dir(place).unwrap() {
            let path = entry.unwrap().path();
            assert_eq!(mode(&path), 0o600, "{}", path.display());
        }
    }
    server.kill();
}
