mod fit;
mod sample;

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
        } => sample::run(&setup, &file, &folder, positions, seed, output),
        LessonsAction::Learn { lessons, file } => fit::run(&lessons, &file, output),
    }
}
