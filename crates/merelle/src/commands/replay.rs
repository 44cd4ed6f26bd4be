use std::fs;
use std::io::Read;
use std::path::Path;

use ::play::record::{Ending, Record, RecordError, Records};
use ::play::text::Text;
use ::play::{Families, Lang, Refusal, Session};
use anyhow::{Context, anyhow};
use serde_json::{Value, json};

use crate::Answer;
use crate::output::Output;

/// `merelle replay`
pub(crate) fn run(file: &Path, output: &mut Output) -> anyhow::Result<Answer> {
    let lang = output.lang();
    let name = file.display().to_string();
    let text = read_text(file, lang)?;
    for (number, record) in Records::new(&text, &Families::standard()).enumerate() {
        let refused = |error: RecordError| anyhow!("{name}: {}", error.text().get(lang));
        let record = record.map_err(refused)?;
        if output.is_json() {
            let value = as_json(&record, lang)?;
            output.value(&value)?;
        } else {
            if number > 0 {
                output.line("")?;
            }
            print(&record, output)?;
        }
    }
    Ok(Answer::Done)
}

/// All games of a record file.
pub(crate) fn read_records(file: &Path, lang: Lang) -> anyhow::Result<Vec<Record>> {
    let name = file.display();
    let refused = |error: RecordError| anyhow!("{name}: {}", error.text().get(lang));
    Record::read_all(&read_text(file, lang)?, &Families::standard()).map_err(refused)
}

/// Reads a whole file as text.
pub(crate) fn read_text(file: &Path, lang: Lang) -> anyhow::Result<String> {
    let name = file.display();
    let mut bytes = Vec::new();
    if file.as_os_str() == "-" {
        std::io::stdin().read_to_end(&mut bytes)?;
    } else {
        bytes = fs::read(file).with_context(|| name.to_string())?;
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let reason = Text::new(
            format!("{name}: not text in UTF-8 (byte {at})"),
            format!("{name} : ce n'est pas du texte en UTF-8 (octet {at})"),
        );
        anyhow!("{}", reason.get(lang))
    })
}

/// Calls `see` after each move of the record.
fn each_move(
    record: &Record,
    lang: Lang,
    mut see: impl FnMut(usize, &str, &dyn Session) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let refused = |refusal: Refusal| anyhow!("{}", refusal.line(lang));
    let mut session = record.start().map_err(refused)?;
    for (index, played) in record.main_line().into_iter().enumerate() {
        let played = session.play(played).map_err(refused)?;
        see(index + 1, &played, session.as_ref())?;
    }
    Ok(())
}

/// `1-0 last piece 4-1`, or `* unfinished`.
fn last_line(ending: Ending, points: Option<[u32; 2]>) -> String {
    let line = format!("{} {}", ending.result(), ending.termination());
    match points {
        Some([white, black]) => format!("{line} {white}-{black}"),
        None => line,
    }
}

fn print(record: &Record, output: &mut Output) -> anyhow::Result<()> {
    each_move(record, output.lang(), |ply, played, session| {
        let open = session.open().join(" ");
        output.line(format!("{ply} {played} -> {open}").trim_end())
    })?;
    output.line(&last_line(record.ending, record.points))
}

fn as_json(record: &Record, lang: Lang) -> anyhow::Result<Value> {
    let mut moves = Vec::new();
    each_move(record, lang, |ply, played, session| {
        moves.push(json!({
            "ply": ply,
            "move": played,
            "open": session.open(),
            "position": session.position(),
        }));
        Ok(())
    })?;
    Ok(json!({
        "setup": record.setup.to_string(),
        "position": record.position,
        "tags": record.tags.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
        "moves": moves,
        "result": record.ending.result(),
        "reason": record.ending.termination(),
        "score": record.points,
    }))
}
