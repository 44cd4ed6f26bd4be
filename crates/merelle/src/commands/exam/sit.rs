use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use ::play::text::Text;
use anyhow::{Context, anyhow};
use engine::moulin::exam::{Phase, Question};
use engine::{Computer, Player, Resources, Seat, SharedData};
use game::{Notation, Random};
use moulin::Moulin;
use serde_json::json;

use super::answers::Answers;
use crate::Answer;
use crate::commands::progress::Progress;
use crate::commands::tables::read_moulin;
use crate::output::Output;

/// Who answers, and with what.
pub(super) struct Candidate {
    pub(super) player: Player,
    pub(super) tables: Option<PathBuf>,
    pub(super) memory: usize,
}

impl Candidate {
    fn resources(&self) -> Resources {
        let folder = self.tables.clone();
        Resources {
            shared: folder.map_or_else(SharedData::default, SharedData::with_tables),
            ..Resources::new(self.memory)
        }
    }

    /// What its answers are kept under.
    fn name(&self) -> String {
        match self.tables {
            None => self.player.to_string(),
            Some(_) => format!("{}+tables", self.player),
        }
    }
}

/// A count of questions and of moves that kept the value.
#[derive(Clone, Copy, Default)]
struct Tally {
    asked: u32,
    kept: u32,
}

impl Tally {
    fn add(&mut self, kept: bool) {
        self.asked += 1;
        self.kept += u32::from(kept);
    }

    fn line(self, name: &str) -> String {
        let percent = 100.0 * f64::from(self.kept) / f64::from(self.asked.max(1));
        format!("{name} {} {} {percent:.1}", self.kept, self.asked)
    }
}

/// `merelle exam sit`
pub(super) fn run(
    files: &[PathBuf],
    candidate: &Candidate,
    answers: Option<&Path>,
    threads: u16,
    output: &mut Output,
) -> anyhow::Result<Answer> {
    let mut answers = Answers::open(answers)?;
    for file in files {
        let (moulin, questions) = read(file, output)?;
        let given = answer(
            &moulin,
            &questions,
            candidate,
            threads,
            &mut answers,
            output,
        )?;
        report(&moulin, candidate, &questions, &given, output)?;
    }
    Ok(Answer::Done)
}

/// The rules and the questions of a file.
fn read(file: &Path, output: &Output) -> anyhow::Result<(Moulin, Vec<Question>)> {
    let shown = || file.display().to_string();
    let text = fs::read_to_string(file).with_context(shown)?;
    let mut lines = text.lines();
    let moulin = read_moulin(lines.next().unwrap_or_default(), output).with_context(shown)?;
    let mut questions = Vec::new();
    for (number, line) in lines.enumerate() {
        let question = Question::read(&moulin, line).map_err(|_| {
            let (file, number) = (shown(), number + 2);
            let reason = Text::new(
                format!("{file}: line {number} is no question"),
                format!("{file} : la ligne {number} n'est pas une question"),
            );
            anyhow!("{}", reason.get(output.lang()))
        })?;
        questions.push(question);
    }
    Ok((moulin, questions))
}

/// Whether each question was answered by a move that keeps the value.
fn answer(
    moulin: &Moulin,
    questions: &[Question],
    candidate: &Candidate,
    threads: u16,
    answers: &mut Answers,
    output: &Output,
) -> anyhow::Result<Vec<bool>> {
    let setup = moulin.setup_text();
    let name = format!("{}@{:016x}", candidate.name(), moulin.levels_edition());
    let key = |question: &Question| {
        let position = moulin.position_text(&question.position);
        format!("{setup} {name} {position}")
    };
    let mut given: HashMap<usize, bool> = HashMap::new();
    for (number, question) in questions.iter().enumerate() {
        let kept = answers.get(&key(question));
        let played = kept.and_then(|text| moulin.read_move(&question.position, text).ok());
        if let Some(played) = played {
            given.insert(number, question.is_kept_by(played));
        }
    }
    let open: Vec<usize> = (0..questions.len())
        .filter(|number| !given.contains_key(number))
        .collect();
    let mut progress = Progress::new(open.len() as u64, output.lang());
    let resources = candidate.resources();
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next, open, resources) = (sender.clone(), &next, &open, &resources);
            scope.spawn(move || {
                let mut seat = moulin.sit(candidate.player, resources);
                while let Some(number) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let position = questions[*number].position;
                    let mut random = Random::new(*number as u64);
                    let played = seat.choose(&[position], &mut random);
                    let played = played.expect("a question has moves");
                    if sender.send((*number, played)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (number, played) in results {
            let question = &questions[number];
            let text = moulin.move_text(played);
            answers.keep(&key(question), &text)?;
            let kept = question.is_kept_by(played);
            given.insert(number, kept);
            let mark = if kept { '+' } else { '-' };
            let position = moulin.position_text(&question.position);
            progress.done(1, &format!("{mark} {} {position} {text}", question.phase));
        }
        anyhow::Ok(())
    })?;
    progress.finish();
    Ok((0..questions.len()).map(|number| given[&number]).collect())
}

/// What came out, phase by phase.
fn report(
    moulin: &Moulin,
    candidate: &Candidate,
    questions: &[Question],
    given: &[bool],
    output: &mut Output,
) -> anyhow::Result<()> {
    let setup = moulin.setup_text();
    if !output.is_json() {
        output.line(&format!("{setup} {}", candidate.name()))?;
    }
    for phase in Phase::ALL {
        let (mut all, mut single) = (Tally::default(), Tally::default());
        let asked = questions.iter().zip(given);
        for (question, kept) in asked.filter(|(question, _)| question.phase == phase) {
            all.add(*kept);
            if question.has_one_answer() {
                single.add(*kept);
            }
        }
        if all.asked == 0 {
            continue;
        }
        if output.is_json() {
            output.value(&json!({
                "setup": setup,
                "player": candidate.name(),
                "phase": phase.to_string(),
                "asked": all.asked,
                "kept": all.kept,
                "one_answer": { "asked": single.asked, "kept": single.kept },
            }))?;
        } else {
            output.line(&all.line(&phase.to_string()))?;
            output.line(&single.line(&format!("{phase}, one answer:")))?;
        }
    }
    Ok(())
}
