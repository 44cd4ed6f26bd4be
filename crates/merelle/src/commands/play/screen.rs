use ::play::Session;
use game::Side;
use serde_json::json;

use crate::output::Output;

/// The board, both hands, the points and a sentence.
pub(super) fn show(session: &dyn Session, output: &mut Output) -> anyhow::Result<()> {
    let sentence = session.sentence();
    if output.is_json() {
        return output.value(&json!({
            "setup": session.setup(),
            "position": session.position(),
            "ply": session.history().len(),
            "last": session.history().last(),
            "moves": session.moves(),
            "points": session.points(),
            "outcome": session.outcome().map(|outcome| outcome.to_string()),
            "sentence": sentence.get(output.lang()),
        }));
    }
    output.line("")?;
    let board = session.board_text(output.style());
    output.raw(&board)?;
    output.line("")?;
    for side in Side::BOTH {
        let line = hand_line(session, side, output);
        output.line(&line)?;
    }
    output.text(&sentence)
}

/// `○ white  LL DD P EE  3 pt`
fn hand_line(session: &dyn Session, side: Side, output: &Output) -> String {
    let name = ::play::text::side(side);
    let sign = output.style().stone(side);
    let hand: Vec<String> = session
        .hand(side)
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .map(|(kind, count)| {
            let piece = kind.map_or(sign.to_owned(), String::from);
            piece.repeat(count as usize)
        })
        .collect();
    let points = session
        .points()
        .map(|points| format!("  {} pt", points[side.index()]));
    let line = format!(
        "{sign} {:6} {}{}",
        name.get(output.lang()),
        hand.join(" "),
        points.unwrap_or_default()
    );
    line.trim_end().to_owned()
}
