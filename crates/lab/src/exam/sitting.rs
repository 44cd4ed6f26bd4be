use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use engine::moulin::exam::{Phase, Question};
use engine::{Bot, Computer};
use game::{Notation, Random};

use super::{Answers, Candidate, Exam};

/// An answer as it is given.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    /// What was asked.
    pub question: &'a Question,
    /// The move that was played.
    pub played: moulin::Move,
    /// Questions that are to be answered in this sitting.
    pub of: usize,
}

impl Given<'_> {
    /// Whether the move keeps the value of the position.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.question.is_kept_by(self.played)
    }
}

/// A count of questions and of moves that kept the value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accuracy {
    /// Questions.
    pub asked: u32,
    /// Answers that keep the value.
    pub kept: u32,
}

impl Accuracy {
    fn add(&mut self, kept: bool) {
        self.asked += 1;
        self.kept += u32::from(kept);
    }

    /// The share of answers that keep the value, in percent.
    #[must_use]
    pub fn percent(self) -> f64 {
        100.0 * f64::from(self.kept) / f64::from(self.asked.max(1))
    }
}

/// How a candidate did in one phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhaseResult {
    /// Which phase.
    pub phase: Phase,
    /// All its questions.
    pub all: Accuracy,
    /// Those that only one move answers.
    pub single: Accuracy,
}

impl Exam {
    /// Lets a candidate answer whatever has no answer yet, on so many threads; the results of the
    /// phases that were asked about.
    pub fn sit(
        &self,
        candidate: &Candidate,
        threads: usize,
        answers: &mut Answers,
        mut tell: impl FnMut(Given),
    ) -> io::Result<Vec<PhaseResult>> {
        let name = format!("{}@{:016x}", candidate.name(), self.moulin.levels_edition());
        let mut kept = self.answered(&name, answers);
        let open: Vec<usize> = (0..self.questions.len())
            .filter(|number| !kept.contains_key(number))
            .collect();
        let next = AtomicUsize::new(0);
        let resources = candidate.resources();
        let (sender, answered) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, next, open, resources) = (sender.clone(), &next, &open, &resources);
                scope.spawn(move || {
                    let mut bot = self.moulin.bot(candidate.player, resources);
                    while let Some(number) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let position = self.questions[*number].position;
                        let mut random = Random::new(*number as u64);
                        let played = bot.choose(&[position], &mut random);
                        let played = played.expect("a question has moves");
                        if sender.send((*number, played)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            for (number, played) in answered {
                let question = &self.questions[number];
                let given = Given {
                    question,
                    played,
                    of: open.len(),
                };
                answers.keep(&self.key(&name, question), &self.moulin.move_text(played))?;
                kept.insert(number, given.is_kept());
                tell(given);
            }
            io::Result::Ok(())
        })?;
        Ok(self.results(&kept))
    }

    /// What was answered before, by number, and whether it keeps the value.
    fn answered(&self, name: &str, answers: &Answers) -> HashMap<usize, bool> {
        let mut kept = HashMap::new();
        for (number, question) in self.questions.iter().enumerate() {
            let given = answers.get(&self.key(name, question));
            let read = |text: &str| self.moulin.read_move(&question.position, text).ok();
            if let Some(played) = given.and_then(read) {
                kept.insert(number, question.is_kept_by(played));
            }
        }
        kept
    }

    /// What the answer to a question is kept under.
    fn key(&self, name: &str, question: &Question) -> String {
        let setup = self.moulin.setup_text();
        let position = self.moulin.position_text(&question.position);
        format!("{setup} {name} {position}")
    }

    fn results(&self, kept: &HashMap<usize, bool>) -> Vec<PhaseResult> {
        let result = |phase: Phase| {
            let (mut all, mut single) = (Accuracy::default(), Accuracy::default());
            for (number, question) in self.questions.iter().enumerate() {
                if question.phase == phase {
                    all.add(kept[&number]);
                    if question.has_one_answer() {
                        single.add(kept[&number]);
                    }
                }
            }
            PhaseResult { phase, all, single }
        };
        let results = Phase::ALL.into_iter().map(result);
        results.filter(|result| result.all.asked > 0).collect()
    }
}
