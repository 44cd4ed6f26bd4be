use serde_json::json;

use super::open;
use crate::Answer;
use crate::arguments::Where;
use crate::output::Output;

/// `merelle moves`
pub(crate) fn run(place: &Where, output: &mut Output) -> anyhow::Result<Answer> {
    let session = open(place, output.lang())?;
    let moves = session.moves();
    if output.is_json() {
        output.value(&json!({
            "setup": session.setup(),
            "position": session.position(),
            "moves": moves,
            "outcome": session.outcome().map(|outcome| outcome.to_string()),
        }))?;
    } else {
        for played in &moves {
            output.line(played)?;
        }
    }
    Ok(if moves.is_empty() {
        Answer::No
    } else {
        Answer::Done
    })
}
