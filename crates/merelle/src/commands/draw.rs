use std::fs;
use std::path::Path;

use ::play::Session;
use ::play::draw::{Caption, to_svg};
use anyhow::{Context, bail};
use serde_json::json;

use super::open;
use crate::Answer;
use crate::arguments::{ThemeName, Where};
use crate::output::Output;

/// `merelle draw`
pub(crate) fn run(
    place: &Where,
    file: Option<&Path>,
    theme: ThemeName,
    output: &mut Output,
) -> anyhow::Result<Answer> {
    let session = open(place, output.lang())?;
    let Some(file) = file else {
        let board = session.board_text(output.style());
        if output.is_json() {
            output.value(&json!({ "setup": session.setup(), "board": board }))?;
        } else {
            output.raw(&board)?;
        }
        return Ok(Answer::Done);
    };
    let svg = svg(session.as_ref(), theme, output);
    let written = write_svg(file, &svg, output)?;
    if let Some(name) = written.filter(|_| output.is_json()) {
        output.value(&json!({ "setup": session.setup(), "file": name }))?;
    }
    Ok(Answer::Done)
}

/// Writes a picture to a file, whose name comes back, or to standard output for `-`.
pub(super) fn write_svg(
    file: &Path,
    svg: &str,
    output: &mut Output,
) -> anyhow::Result<Option<String>> {
    if file.as_os_str() == "-" {
        output.raw(svg)?;
        return Ok(None);
    }
    let name = file.display().to_string();
    if file
        .extension()
        .is_none_or(|ending| !ending.eq_ignore_ascii_case("svg"))
    {
        bail!("{name}: the name of a picture ends in .svg");
    }
    fs::write(file, svg).context(name.clone())?;
    Ok(Some(name))
}

fn svg(session: &dyn Session, theme: ThemeName, output: &Output) -> String {
    let title = session.setup();
    let sentence = session.sentence();
    let description = format!("{} {}", session.position(), sentence.get(output.lang()));
    let caption = Caption {
        title: &title,
        description: &description,
    };
    to_svg(&session.scene().on_page(), theme.into(), &caption)
}
