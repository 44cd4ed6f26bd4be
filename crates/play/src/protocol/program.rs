use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use game::Excerpt;

use crate::{Session, Setup};

/// Another program that speaks the protocol, running.
pub struct Program {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
    go: String,
}

/// What went wrong with another program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramError {
    /// It could not be started.
    Start {
        /// What the system says.
        reason: String,
    },
    /// It has ended, or closed its output.
    Gone,
    /// It did not answer in time.
    Silent {
        /// What was asked.
        asked: Excerpt,
    },
    /// It answered with an error.
    Refuses {
        /// What it says.
        says: Excerpt,
    },
    /// It plays what is no legal move.
    Illegal {
        /// The move.
        played: Excerpt,
    },
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProgramError::Start { reason } => write!(f, "cannot be started: {reason}"),
            ProgramError::Gone => f.write_str("has ended"),
            ProgramError::Silent { asked } => write!(f, "does not answer '{asked}'"),
            ProgramError::Refuses { says } => write!(f, "says: {says}"),
            ProgramError::Illegal { played } => write!(f, "plays '{played}', which is not legal"),
        }
    }
}

/// How long a program may take to get ready.
const START: Duration = Duration::from_secs(30);

/// How long a move may take. Who plays by a longer limit is stopped.
const MOVE: Duration = Duration::from_secs(600);

/// The longest line that is read; programs that write longer ones are not worth listening to.
const LONGEST: u64 = 1 << 20;

impl Program {
    /// Starts a program for a setup. It is to think as `go` says, as in `movetime 200`.
    pub fn start(command: &str, setup: &Setup, go: &str) -> Result<Program, ProgramError> {
        let refused = |reason: String| ProgramError::Start { reason };
        let mut words = command.split_whitespace();
        let name = words.next().ok_or_else(|| refused("no name".to_owned()))?;
        let child = Command::new(name)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child = child.map_err(|error| refused(error.to_string()))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (stdin, stdout) = pipes.ok_or_else(|| refused("no pipes".to_owned()))?;
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            loop {
                let mut line = Vec::new();
                let mut limited = std::io::Read::take(&mut stdout, LONGEST);
                match limited.read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => return,
                    Ok(_) => {}
                }
                let line = String::from_utf8_lossy(&line).trim().to_owned();
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut program = Program {
            child,
            stdin,
            lines,
            go: go.to_owned(),
        };
        program.ask("uci", "uciok", START)?;
        program.say(&format!("setoption name Setup value {setup}"))?;
        program.ask("isready", "readyok", START)?;
        Ok(program)
    }

    /// Its move in a session.
    pub fn choose(&mut self, session: &dyn Session) -> Result<String, ProgramError> {
        let start = session.start().unwrap_or_else(|| "startpos".to_owned());
        let moves = session.history().join(" ");
        self.say(&format!("position {start} moves {moves}"))?;
        let go = format!("go {}", self.go);
        let answer = self.ask(&go, "bestmove", MOVE)?;
        let played = answer.split_whitespace().nth(1).unwrap_or_default();
        let legal = session.moves().iter().any(|legal| legal == played);
        legal
            .then(|| played.to_owned())
            .ok_or_else(|| ProgramError::Illegal {
                played: Excerpt::of(played),
            })
    }

    fn say(&mut self, line: &str) -> Result<(), ProgramError> {
        let said = writeln!(self.stdin, "{line}").and_then(|()| self.stdin.flush());
        said.map_err(|_| ProgramError::Gone)
    }

    /// Says a line and waits for the answer that begins so.
    fn ask(&mut self, line: &str, answer: &str, time: Duration) -> Result<String, ProgramError> {
        self.say(line)?;
        let until = Instant::now() + time;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let told = match self.lines.recv_timeout(left) {
                Ok(told) => told,
                Err(RecvTimeoutError::Disconnected) => return Err(ProgramError::Gone),
                Err(RecvTimeoutError::Timeout) => {
                    let asked = Excerpt::of(line);
                    return Err(ProgramError::Silent { asked });
                }
            };
            let first = told.split_whitespace().next();
            if first == Some(answer) {
                return Ok(told);
            }
            if first == Some("error") {
                let says = Excerpt::of(&told);
                return Err(ProgramError::Refuses { says });
            }
        }
    }
}

impl Drop for Program {
    /// Asks it to leave, and ends it if it does not.
    fn drop(&mut self) {
        let asked = self.say("quit").is_ok();
        let patience = if asked { 50 } else { 0 };
        for _ in 0..patience {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        // It may have ended by itself just now: then there is nothing to end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
