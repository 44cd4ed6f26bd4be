//! Exams: positions whose best moves tables know, put to a computer player.

mod answers;
mod candidate;
mod sitting;

use engine::moulin::exam::Question;
use moulin::Moulin;

pub use answers::Answers;
pub use candidate::Candidate;
pub use sitting::{Accuracy, Given, PhaseResult};

/// The questions of one rule set.
#[derive(Clone, Debug)]
pub struct Exam {
    /// The game they are about.
    pub moulin: Moulin,
    /// What is asked.
    pub questions: Vec<Question>,
}

/// A line that is not a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAQuestion {
    /// Its number, the first being 1.
    pub line: usize,
}

impl Exam {
    /// Reads one question per line.
    pub fn read(moulin: Moulin, lines: &str) -> Result<Exam, NotAQuestion> {
        let read = |(number, line)| {
            let line_number = NotAQuestion { line: number };
            Question::read(&moulin, line).map_err(|_| line_number)
        };
        let questions = (1..).zip(lines.lines()).map(read);
        let questions = questions.collect::<Result<Vec<Question>, NotAQuestion>>()?;
        Ok(Exam { moulin, questions })
    }
}
