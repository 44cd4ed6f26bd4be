use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use engine::{Resources, SharedData, Stop};
use game::Random;

use super::options::Options;
use super::{Command, Going};
use crate::analysis::{Analyser, Analysis, Limits, Value};
use crate::{Families, Lang, Session, Setup};

/// Our side of the protocol: lines in, lines out. It thinks on a thread of its own.
pub struct Engine<W: Write + Send + 'static> {
    out: Arc<Mutex<W>>,
    families: Families,
    /// How the options were at first.
    announced: Vec<String>,
    options: Options,
    session: Box<dyn Session>,
    /// Kept from one search to the next, as long as the options it was made by stay.
    analyser: Option<Box<dyn Analyser>>,
    search: Option<Search>,
    random: Random,
    shared: SharedData,
}

struct Search {
    stop: Stop,
    thread: JoinHandle<Box<dyn Analyser>>,
    /// Set before the best move is told, so that whoever has read it finds the engine free.
    done: Arc<AtomicBool>,
    /// Whether it ends by itself.
    limited: bool,
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// With the next line.
    On,
    /// No more.
    Over,
}

impl<W: Write + Send + 'static> Engine<W> {
    /// An engine that writes there, begins with this setup and reads others of these families,
    /// with what all searches share. What cannot be written is lost: who does not listen does not
    /// matter.
    #[must_use]
    pub fn new(out: W, families: &Families, setup: Setup, shared: SharedData) -> Engine<W> {
        let options = Options::new(setup);
        Engine {
            families: families.clone(),
            announced: options.announced(),
            out: Arc::new(Mutex::new(out)),
            session: options.setup.session(),
            options,
            analyser: None,
            search: None,
            random: Random::new(1),
            shared,
        }
    }

    /// Does what a line says; a line that says nothing that can be done is answered by an error.
    pub fn line(&mut self, line: &str) -> Flow {
        self.settle();
        match Command::read(line) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => {
                self.halt();
                return Flow::Over;
            }
            Ok(Some(command)) => self.obey(command),
            Err(error) => self.tell(&format!("error {error}")),
        }
        Flow::On
    }

    /// When no line is left: waits for a search that ends by itself, and gives back what it wrote
    /// to.
    pub fn finish(mut self) -> W
    where
        W: Default,
    {
        if self.search.as_ref().is_some_and(|search| search.limited) {
            self.wait();
        }
        self.halt();
        let mut out = self.out.lock().unwrap_or_else(|held| held.into_inner());
        std::mem::take(&mut *out)
    }

    fn obey(&mut self, command: Command) {
        let busy = self.search.is_some();
        match command {
            Command::Ready => self.tell("readyok"),
            Command::Stop => self.halt(),
            _ if busy => self.tell("error thinking: send stop first"),
            Command::Hello => {
                self.tell(concat!("id name Merelle ", env!("CARGO_PKG_VERSION")));
                self.announced.iter().for_each(|line| self.tell(line));
                self.tell("uciok");
            }
            Command::NewGame => {
                self.analyser = None;
                self.session = self.options.setup.session();
            }
            Command::Set { name, value } => match self.options.set(&name, &value, &self.families) {
                Ok(()) => {
                    self.analyser = None;
                    if self.session.setup() != self.options.setup.to_string() {
                        self.session = self.options.setup.session();
                    }
                }
                Err(reason) => self.tell(&format!("error {reason}")),
            },
            Command::Position { start, moves } => self.place(start.as_deref(), &moves),
            Command::Go(going) => self.go(&going),
            Command::Show => self.show(),
            Command::Quit => {}
        }
    }

    /// A position that is refused changes nothing.
    fn place(&mut self, start: Option<&str>, moves: &[String]) {
        let session = match start {
            None => Ok(self.options.setup.session()),
            Some(position) => self.options.setup.session_from(position),
        };
        let played = session.and_then(|mut session| {
            moves
                .iter()
                .try_for_each(|played| session.play(played).map(drop))?;
            Ok(session)
        });
        match played {
            Ok(session) => self.session = session,
            Err(refusal) => self.tell(&format!("error {}", refusal.text.get(Lang::EN))),
        }
    }

    fn show(&self) {
        self.tell(&format!("setup {}", self.session.setup()));
        self.tell(&format!("position {}", self.session.position()));
        self.tell(&format!("moves {}", self.session.moves().join(" ")));
        if let Some(outcome) = self.session.outcome() {
            self.tell(&format!("over {outcome}"));
        }
    }

    fn go(&mut self, going: &Going) {
        if let Some(player) = self.options.player() {
            let mut seated = self.options.setup.opponent(player, &self.resources());
            let played = seated.choose(self.session.as_ref(), &mut self.random);
            self.tell(&best_move(played.as_deref()));
            return;
        }
        let side = self.session.turn().index();
        let stop = going.time_for(side).map_or(Stop::never(), Stop::after);
        let limits = Limits {
            depth: going.depth.unwrap_or(u32::MAX),
            nodes: going.nodes.unwrap_or(u64::MAX),
            lines: self.options.lines as usize,
            stop: stop.clone(),
        };
        let options = &self.options;
        let resources = self.resources();
        let kept = self.analyser.take();
        let mut analyser = kept.unwrap_or_else(|| options.setup.analyser(&resources));
        let out = Arc::clone(&self.out);
        let session = self.session.fork();
        let done = Arc::new(AtomicBool::new(false));
        let known = Arc::clone(&done);
        let thread = thread::spawn(move || {
            let found = analyser.analyse(session.as_ref(), &limits, &mut |analysis| {
                tell_analysis(&out, analysis);
            });
            known.store(true, Ordering::Relaxed);
            match found {
                Ok(analysis) => {
                    tell_analysis(&out, &analysis);
                    let best = analysis.moves.first().map(|best| best.played.as_str());
                    tell(&out, &best_move(best));
                }
                Err(error) => {
                    tell(&out, &format!("error {}", error.text().get(Lang::EN)));
                    tell(
                        &out,
                        &best_move(session.moves().first().map(String::as_str)),
                    );
                }
            }
            analyser
        });
        self.search = Some(Search {
            stop,
            thread,
            done,
            limited: going.is_limited(),
        });
    }

    fn resources(&self) -> Resources {
        Resources {
            threads: self.options.threads as usize,
            shared: self.shared.clone(),
            ..Resources::new(self.options.memory())
        }
    }

    /// Takes the analyser back from a search that has ended.
    fn settle(&mut self) {
        let ended = |search: &Search| search.done.load(Ordering::Relaxed);
        if self.search.as_ref().is_some_and(ended) {
            self.wait();
        }
    }

    /// Waits for the search, if there is one.
    fn wait(&mut self) {
        if let Some(search) = self.search.take() {
            self.analyser = search.thread.join().ok();
        }
    }

    /// Ends the search, if there is one; it says what it knows.
    fn halt(&mut self) {
        if let Some(search) = &self.search {
            search.stop.now();
        }
        self.wait();
    }

    fn tell(&self, line: &str) {
        tell(&self.out, line);
    }
}

/// Writes a line. Nothing listens any more where that fails, so nothing is lost.
fn tell<W: Write>(out: &Mutex<W>, line: &str) {
    if let Ok(mut out) = out.lock() {
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    }
}

fn best_move(played: Option<&str>) -> String {
    format!("bestmove {}", played.unwrap_or("(none)"))
}

fn tell_analysis<W: Write>(out: &Mutex<W>, analysis: &Analysis) {
    let time = analysis.time.as_millis();
    for (number, ranked) in analysis.moves.iter().enumerate() {
        let (depth, score) = score(ranked.value);
        let depth = depth.map_or(String::new(), |depth| format!(" depth {depth}"));
        let line = ranked.line_with_move().join(" ");
        tell(
            out,
            &format!(
                "info{depth} multipv {} score {score} nodes {} time {time} pv {line}",
                number + 1,
                analysis.nodes,
            ),
        );
        if let Some(note) = ranked.limit_note() {
            tell(out, &format!("info string {}", note.get(Lang::EN)));
        }
    }
    for note in &analysis.notes {
        tell(out, &format!("info string {}", note.get(Lang::EN)));
    }
}

/// A value as the protocol writes it, with how far a guess has looked.
fn score(value: Value) -> (Option<u32>, String) {
    match value {
        Value::Points(points) => (None, format!("points {points}")),
        Value::Win(turns) => (None, format!("win {turns}")),
        Value::Draw => (None, "draw".to_owned()),
        Value::Loss(turns) => (None, format!("loss {turns}")),
        Value::Won => (None, "win".to_owned()),
        Value::Lost => (None, "loss".to_owned()),
        Value::Score { hundredths, depth } => (Some(depth), format!("cp {hundredths}")),
    }
}
