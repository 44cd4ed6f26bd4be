//! A program that was started by a test, ended with it.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// As long as anything may take on a machine that has much else to do.
pub(crate) const PATIENCE: Duration = Duration::from_secs(90);

/// A process and the file with all that it and those before it said.
pub(crate) struct Program {
    child: Child,
    said: PathBuf,
}

impl Program {
    pub(crate) fn start(mut command: Command, said: &Path) -> Program {
        let log = log_file(said);
        command.stdout(log.try_clone().unwrap()).stderr(log);
        let child = command.stdin(Stdio::null()).spawn();
        let child = child.unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let said = said.to_owned();
        Program { child, said }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn signal(&self, signal: Signal) {
        let id = Pid::from_child(&self.child);
        // One that has ended by itself is not there any more.
        let _ = kill_process(id, signal);
    }

    /// Ends it as a power cut would.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// How it ended, if it has.
    pub(crate) fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().unwrap()
    }

    /// Waits until it has ended by itself.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.ended() {
                return status;
            }
            assert!(
                Instant::now() < deadline,
                "it does not end: {}",
                self.said()
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// What it and those before it said.
    pub(crate) fn said(&self) -> String {
        std::fs::read_to_string(&self.said).unwrap_or_default()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}

fn log_file(path: &Path) -> File {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.unwrap()
}

/// A folder of a test's own that other users may pass through, gone with the test.
pub(crate) fn folder(name: &str) -> tempfile::TempDir {
    use std::os::unix::fs::PermissionsExt;
    let all = std::fs::Permissions::from_mode(0o755);
    let name = format!("merelle-{name}-");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&name).permissions(all).tempdir().unwrap()
}
