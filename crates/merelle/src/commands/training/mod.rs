mod fit;
mod sample;

use crate::Answer;
use crate::arguments::TrainingAction;
use crate::output::Output;

/// `merelle training`
pub(super) fn run(action: TrainingAction, output: &mut Output) -> anyhow::Result<Answer> {
    match action {
        TrainingAction::Sample {
            setup,
            file,
            folder,
            positions,
            seed,
        } => sample::run(&setup, &file, &folder, positions, seed, output),
        TrainingAction::Fit { samples, file } => fit::run(&samples, &file, output),
    }
}
