//! A node: one `merelle serve` with a name, a port that stays its own, and a log.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::ports::free_port;
use crate::program::{PATIENCE, Program};
use crate::web;

/// Limits that simulated people from one address would meet at once.
const LIMITS: [&str; 9] = [
    "requests=100000000",
    "changes=100000000",
    "guests=100000000",
    "entries=100000000",
    "attempts=100000000",
    "connections=20000",
    "sockets=20000",
    "messages=100000",
    "traffic=1000000",
];

/// How a node is started.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The program, this build's unless another one is tried.
    pub(crate) program: PathBuf,
    /// The folder of its own.
    pub(crate) folder: PathBuf,
    /// What it is told besides.
    pub(crate) flags: Vec<String>,
}

impl Plan {
    /// A node of this build, or of the one that `MERELLE_PROGRAM` names, in a folder, with more flags.
    pub(crate) fn new(folder: &Path, flags: &[String]) -> Plan {
        Plan {
            program: this_build(),
            folder: folder.to_owned(),
            flags: flags.to_vec(),
        }
    }
}

/// The program that is tried.
pub(crate) fn this_build() -> PathBuf {
    let program = std::env::var_os("MERELLE_PROGRAM");
    let program = program.unwrap_or_else(|| env!("CARGO_BIN_EXE_merelle").into());
    PathBuf::from(program)
}

/// A node, killed when it is dropped.
pub(crate) struct Node {
    plan: Plan,
    pub(crate) address: SocketAddr,
    metrics: SocketAddr,
    program: Option<Program>,
}

impl Node {
    /// Starts a node and waits until people can come.
    pub(crate) async fn start(plan: Plan) -> Node {
        std::fs::create_dir_all(&plan.folder).unwrap();
        let here = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let mut node = Node {
            plan,
            address: here(free_port()),
            metrics: here(free_port()),
            program: None,
        };
        node.restart().await;
        node
    }

    /// Where people come, and where it is watched.
    pub(crate) fn addresses(&self) -> (SocketAddr, SocketAddr) {
        (self.address, self.metrics)
    }

    /// Starts it again, and waits until people can come.
    pub(crate) async fn restart(&mut self) {
        self.begin();
        self.ready().await;
    }

    /// Starts it again without waiting.
    pub(crate) fn begin(&mut self) {
        let mut command = Command::new(&self.plan.program);
        command
            .args([
                "serve", "--json", "--log", "json", "--grace", "0", "--listen",
            ])
            .arg(self.address.to_string())
            .arg("--metrics")
            .arg(self.metrics.to_string())
            .arg("--data")
            .arg(self.plan.folder.join("data"))
            .args(LIMITS.iter().flat_map(|limit| ["--limit", limit]))
            .args(&self.plan.flags)
            .env("LC_ALL", "C");
        let said = self.plan.folder.join("node.log");
        self.program = Some(Program::start(command, &said));
    }

    /// Its process.
    pub(crate) fn id(&self) -> u32 {
        self.program.as_ref().expect("a node that runs").id()
    }

    /// Takes another program the next time it starts.
    pub(crate) fn upgrade_to(&mut self, program: &Path) {
        self.plan.program = program.to_owned();
    }

    /// Waits until it says of itself that it can serve.
    pub(crate) async fn ready(&mut self) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let answer = web::ask(self.address, "GET", "/ready", None, None).await;
            if answer.is_ok_and(|answer| answer.status == 200) {
                return;
            }
            let program = self.program.as_mut().expect("a node that was started");
            let ended = program.ended();
            assert!(ended.is_none(), "{ended:?}: {}", program.said());
            assert!(Instant::now() < deadline, "{}", program.said());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Ends it as a power cut would.
    pub(crate) fn kill(&mut self) {
        self.program = None;
    }

    /// Asks it to end in good order, and waits until it has.
    pub(crate) async fn drain(&mut self) {
        let Some(mut program) = self.program.take() else {
            return;
        };
        program.signal(Signal::TERM);
        let ended = tokio::task::spawn_blocking(move || program.wait());
        assert!(ended.await.unwrap().success());
    }

    /// Holds it where it is: it does nothing and closes nothing.
    pub(crate) fn stop(&self) {
        self.signal(Signal::STOP);
    }

    /// Lets it go on, without knowing that it was held.
    pub(crate) fn go_on(&self) {
        self.signal(Signal::CONT);
    }

    fn signal(&self, signal: Signal) {
        if let Some(program) = &self.program {
            program.signal(signal);
        }
    }

    /// What it and those before it logged.
    pub(crate) fn said(&self) -> String {
        self.program.as_ref().map(Program::said).unwrap_or_default()
    }

    /// A metric without labels, if it answers and has it.
    pub(crate) async fn metric(&self, name: &str) -> Option<f64> {
        let answer = web::ask(self.metrics, "GET", "/metrics", None, None).await;
        let text = answer.ok()?.body;
        let mut lines = text.lines().filter_map(|line| line.split_once(' '));
        let (_, value) = lines.find(|(found, _)| *found == name)?;
        value.parse().ok()
    }
}
