use ::play::text::Text;
use game::Notation;
use moulin::Moulin;
use serde_json::json;
use tables::{Card, Store};

use super::card_error;
use crate::Answer;
use crate::output::Output;

/// `merelle tables check`
pub(super) fn run(
    store: &Store,
    samples: usize,
    seed: u64,
    stones: u8,
    output: &mut Output,
) -> anyhow::Result<Answer> {
    let card = Card::open(store).map_err(|fault| card_error(&fault, output))?;
    let agreed = card.agree(store, stones, samples, seed);
    let agreed = agreed.map_err(|fault| card_error(&fault, output))?;
    let name = card.name();
    let wrong = agreed.err().map(|wrong| {
        let moulin = Moulin::new(*store.rules());
        moulin.position_text(&wrong.position)
    });
    if output.is_json() {
        output.value(&json!({ "card": name, "positions": agreed.ok(), "wrong": wrong }))?;
    } else if let Some(position) = &wrong {
        output.text(&Text::new(
            format!("{position}: {name} finds different turns from the rules"),
            format!("{position} : {name} trouve d'autres coups que les règles"),
        ))?;
    } else {
        let looked = agreed.unwrap_or_default();
        output.text(&Text::new(
            format!("{name}: {looked} positions checked, the same turns everywhere"),
            format!("{name} : {looked} positions examinées, partout les mêmes coups"),
        ))?;
    }
    Ok(if wrong.is_none() {
        Answer::Done
    } else {
        Answer::No
    })
}
