//! A NATS server on this machine.

use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::ports::free_port;
use crate::program::{PATIENCE, Program};
use crate::web;

/// Where Debian has it; elsewhere it is looked for in the usual places.
const NATS: &str = "nats-server";

/// A NATS server at a port that stays the same over its restarts.
pub(crate) struct Nats {
    pub(crate) port: u16,
    /// Where it tells how it is.
    monitor: u16,
    said: PathBuf,
    program: Option<Program>,
}

impl Nats {
    pub(crate) fn is_installed() -> bool {
        let version = command().arg("--version").output();
        version.is_ok_and(|output| output.status.success())
    }

    pub(crate) fn start(folder: &Path) -> Nats {
        let mut nats = Nats {
            port: free_port(),
            monitor: free_port(),
            said: folder.join("nats.log"),
            program: None,
        };
        nats.restart();
        nats
    }

    /// Starts it, and waits until it is there.
    pub(crate) fn restart(&mut self) {
        let mut command = command();
        command.args(["-a", "127.0.0.1", "-p", &self.port.to_string()]);
        command.args(["-m", &self.monitor.to_string()]);
        let program = self.program.insert(Program::start(command, &self.said));
        let deadline = Instant::now() + PATIENCE;
        while TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_err() {
            assert!(program.ended().is_none(), "{}", program.said());
            assert!(Instant::now() < deadline, "{}", program.said());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Its process.
    pub(crate) fn id(&self) -> u32 {
        self.program.as_ref().expect("it runs").id()
    }

    /// Bytes that went in and out so far.
    pub(crate) async fn bytes(&self) -> f64 {
        let monitor = SocketAddr::from((Ipv4Addr::LOCALHOST, self.monitor));
        let told = web::ask(monitor, "GET", "/varz", None, None).await.unwrap();
        let told = told.json();
        let count = |key: &str| told[key].as_f64().unwrap();
        count("in_bytes") + count("out_bytes")
    }

    pub(crate) fn kill(&mut self) {
        self.program = None;
    }
}

fn command() -> Command {
    let mut command = Command::new(NATS);
    let path = std::env::var("PATH").unwrap_or_default();
    // Programs of the system's own are not in everybody's path.
    command.env("PATH", format!("{path}:/usr/sbin:/usr/local/sbin"));
    command
}

#[test]
fn nats_comes_back_at_the_same_port() {
    if !Nats::is_installed() {
        println!("not checked: NATS, Debian: apt-get install nats-server");
        return;
    }
    let folder = crate::program::folder("nats");
    let mut nats = Nats::start(folder.path());
    nats.kill();
    let gone = TcpStream::connect((Ipv4Addr::LOCALHOST, nats.port));
    assert!(gone.is_err());
    nats.restart();
}
