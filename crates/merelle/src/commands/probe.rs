use std::io::{self, BufRead};

use ::play::Setup;
use ::play::families::moulin::table_damaged;
use anyhow::anyhow;
use game::Notation;
use moulin::{Moulin, Position};
use serde_json::json;
use tables::{FileFault, Store};

use super::tables::{file_error, read_moulin};
use crate::Answer;
use crate::arguments::Folder;
use crate::output::Output;

/// `merelle probe`
pub(super) fn run(
    setup: &str,
    position: &str,
    folder: &Folder,
    output: &mut Output,
) -> anyhow::Result<Answer> {
    let moulin = read_moulin(setup, output)?;
    let store = engine::moulin::store(*moulin.rules(), Some(&folder.dir));
    if position != "-" {
        return probe(&moulin, &store, position, output);
    }
    let mut answer = Answer::Done;
    for line in io::stdin().lock().lines() {
        if probe(&moulin, &store, &line?, output)? == Answer::No {
            answer = Answer::No;
        }
    }
    Ok(answer)
}

/// Prints what one position is worth, or `unknown`.
fn probe(
    moulin: &Moulin,
    store: &Store,
    text: &str,
    output: &mut Output,
) -> anyhow::Result<Answer> {
    let position = moulin.read_position(text).map_err(|_| {
        let refusal = Setup::of(*moulin).session_from(text).err();
        let reason = refusal.map(|refusal| refusal.line(output.lang()));
        anyhow!("{}", reason.unwrap_or_default())
    })?;
    let told = told(store, &position).map_err(|fault| refusal(&fault, output))?;
    let shown = told.as_deref().unwrap_or("unknown");
    if output.is_json() {
        let position = moulin.position_text(&position);
        output.value(&json!({ "position": position, "value": shown }))?;
    } else {
        output.line(shown)?;
    }
    Ok(match told {
        Some(_) => Answer::Done,
        None => Answer::No,
    })
}

/// Why a position has no value although its table is there.
fn refusal(fault: &FileFault, output: &Output) -> anyhow::Error {
    let reason = file_error(fault, output);
    if fault.fault.is_damage() {
        let damaged = table_damaged(&fault.name());
        return anyhow!("{} ({reason})", damaged.get(output.lang()));
    }
    reason
}

/// Value and distance, or the value alone where only compact tables are there.
fn told(store: &Store, position: &Position) -> Result<Option<String>, FileFault> {
    if let Some(exact) = store.probe(position)? {
        return Ok(Some(exact.to_string()));
    }
    let wdl = store.wdl(position)?;
    Ok(wdl.map(|wdl| wdl.to_string()))
}
