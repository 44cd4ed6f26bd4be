mod draw;
mod learn;

use crate::Answer;
use crate::arguments::LessonsAction;
use crate::output::Output;

/// `merelle lessons`
pub(super) fn run(action: LessonsAction, output: &mut Output) -> anyhow::Result<Answer> {
    match action {
        LessonsAction::Draw {
            setup,
            file,
            folder,
            positions,
            seed,
        } => draw::run(&setup, &file, &folder, positions, seed, output),
        LessonsAction::Learn { lessons, file } => learn::run(&lessons, &file, output),
    }
}
