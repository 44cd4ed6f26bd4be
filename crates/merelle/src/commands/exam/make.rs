use engine::moulin::exam::{Phase, Questions};
use game::Notation;

use crate::Answer;
use crate::arguments::Folder;
use crate::commands::tables::{file_error, read_moulin};
use crate::output::Output;

/// `merelle exam make`
pub(super) fn run(
    setup: &str,
    folder: &Folder,
    questions: usize,
    seed: u64,
    output: &mut Output,
) -> anyhow::Result<Answer> {
    let moulin = read_moulin(setup, output)?;
    let store = engine::moulin::store(*moulin.rules(), Some(&folder.dir));
    output.line(&moulin.setup_text())?;
    for phase in Phase::ALL {
        let drawn = Questions::new(&store).draw(phase, questions, seed);
        for question in drawn.map_err(|fault| file_error(&fault, output))? {
            output.line(&question.text(&moulin))?;
        }
    }
    Ok(Answer::Done)
}
