mod make;
mod sit;

use ::play::text::player_refusal;
use anyhow::anyhow;
use engine::Player;
use lab::exam::Candidate;

use crate::Answer;
use crate::arguments::ExamAction;
use crate::output::Output;

/// `merelle exam`
pub(super) fn run(action: ExamAction, output: &mut Output) -> anyhow::Result<Answer> {
    match action {
        ExamAction::Make {
            setup,
            folder,
            questions,
            seed,
        } => make::run(&setup, &folder, questions, seed, output),
        ExamAction::Sit {
            files,
            player,
            answers,
            tables,
            threads,
            memory,
        } => {
            let player = player.parse::<Player>();
            let refusal = |error| anyhow!("{}", player_refusal(&error).get(output.lang()));
            let player = player.map_err(refusal)?;
            let candidate = Candidate {
                player,
                tables,
                memory: (memory as usize) << 20,
            };
            sit::run(&files, &candidate, answers.as_deref(), threads, output)
        }
    }
}
