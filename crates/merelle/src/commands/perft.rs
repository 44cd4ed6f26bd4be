use serde_json::json;

use super::open;
use crate::Answer;
use crate::arguments::Where;
use crate::output::Output;

/// `merelle perft`
pub(crate) fn run(place: &Where, depth: u32, output: &mut Output) -> anyhow::Result<Answer> {
    let session = open(place, output.lang())?;
    let mut counts = Vec::new();
    for depth in depth.min(1)..=depth {
        let count = session.perft(depth);
        counts.push(json!({ "depth": depth, "count": count }));
        if !output.is_json() {
            output.line(&format!("{depth} {count}"))?;
            output.flush()?;
        }
    }
    if output.is_json() {
        output.value(&json!({
            "setup": session.setup(),
            "position": session.position(),
            "perft": counts,
        }))?;
    }
    Ok(Answer::Done)
}
