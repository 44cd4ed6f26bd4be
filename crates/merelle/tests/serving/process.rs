//! A server as its own process.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use server::load::Holdings;

/// `merelle serve`, killed when it is dropped.
pub(crate) struct Process {
    child: Child,
    pub(crate) address: SocketAddr,
}

fn command(data: &Path, listen: &str, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_merelle"));
    command
        .args(["serve", "--json", "--listen", listen])
        .arg("--data")
        .arg(data)
        .args(more)
        .env("LC_ALL", "C");
    command
}

/// A server whose log is read.
pub(crate) struct Logged {
    pub(crate) server: Process,
    log: std::thread::JoinHandle<String>,
}

impl Logged {
    /// Starts a server and waits until it serves.
    pub(crate) fn start(data: &Path, more: &[&str]) -> Logged {
        let mut command = command(data, "127.0.0.1:0", more);
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut log = child.stderr.take().unwrap();
        let log = std::thread::spawn(move || {
            let mut text = Vec::new();
            std::io::Read::read_to_end(&mut log, &mut text).unwrap();
            String::from_utf8(text).unwrap()
        });
        let server = Process::of(child);
        Logged { server, log }
    }

    /// Ends it, and returns all it has logged.
    pub(crate) fn end(self) -> String {
        self.server.kill();
        self.log.join().unwrap()
    }
}

impl Process {
    /// Starts a server and waits until it serves.
    pub(crate) fn start(data: &Path, listen: &str, more: &[&str]) -> Process {
        Process::wait_for(command(data, listen, more))
    }

    fn wait_for(mut command: Command) -> Process {
        let child = command.stdout(Stdio::piped()).spawn().unwrap();
        Process::of(child)
    }

    fn of(mut child: Child) -> Process {
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let said: serde_json::Value = serde_json::from_str(&line).unwrap();
        let address = said["address"].as_str().unwrap().parse().unwrap();
        Process { child, address }
    }

    /// Starts a server that lives on when it may not write to a file any more, with its log in a file.
    #[cfg(unix)]
    pub(crate) fn start_stubborn(data: &Path, log: &Path) -> Process {
        // A limit to the size of files is a signal first, and an error where that is ignored.
        let mut shell = Command::new("sh");
        shell
            .args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""])
            .arg(env!("CARGO_BIN_EXE_merelle"))
            .args(["serve", "--json", "--listen", "127.0.0.1:0"])
            .args(["--metrics", "off", "--grace", "0", "--data"])
            .arg(data)
            .env("LC_ALL", "C")
            .stderr(std::fs::File::create(log).unwrap());
        Process::wait_for(shell)
    }

    /// Starts a server that its command is made ready for, with its log in a file.
    #[cfg(target_os = "linux")]
    pub(crate) fn start_with(
        data: &Path,
        log: &Path,
        prepare: impl FnOnce(&mut Command),
    ) -> Process {
        let mut command = command(data, "127.0.0.1:0", &["--metrics", "off", "--grace", "0"]);
        prepare(&mut command);
        command.stderr(std::fs::File::create(log).unwrap());
        Process::wait_for(command)
    }

    /// The number of the process.
    #[cfg(unix)]
    pub(crate) fn id(&self) -> rustix::process::Pid {
        rustix::process::Pid::from_child(&self.child)
    }

    /// What it holds now.
    pub(crate) fn holdings(&self) -> Holdings {
        let process = server::load::Process::new(self.child.id());
        process.holdings().expect("a process that runs")
    }

    /// Ends it as a power cut would.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a server says that does not start.
pub(crate) fn refused(data: &Path, listen: &str) -> Output {
    let mut command = command(data, listen, &[]);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut said = String::new();
    // A server that does start says so, and would be waited for in vain.
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut said).unwrap();
    if !said.is_empty() {
        child.kill().unwrap();
        panic!("it has started: {said}");
    }
    child.wait_with_output().unwrap()
}

/// A folder of a test's own, gone when the test is over.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("merelle-process-{}-{number}", std::process::id());
        Folder(std::env::temp_dir().join(name))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
