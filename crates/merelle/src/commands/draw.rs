use std::fs;
use std::path::Path;

use ::play::Session;
use ::play::draw::{Caption, Theme, to_svg};
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
    if file.as_os_str() == "-" {
        output.raw(&svg)?;
        return Ok(Answer::Done);
    }
    let name = file.display().to_string();
    if file
        .extension()
        .is_none_or(|ending| !ending.eq_ignore_ascii_case("svg"))
    {
        bail!("{name}: the name of a picture ends in .svg");
    }
    fs::write(file, svg).context(name.clone())?;
    if output.is_json() {
        output.value(&json!({ "setup": session.setup(), "file": name }))?;
    }
    Ok(Answer::Done)
}

fn svg(session: &dyn Session, theme: ThemeName, output: &Output) -> String {
    let theme = match theme {
        ThemeName::Auto => Theme::Auto,
        ThemeName::Light => Theme::Light,
        ThemeName::Dark => Theme::Dark,
    };
    let title = session.setup();
    let sentence = session.sentence();
    let description = format!("{} {}", session.position(), sentence.get(output.lang()));
    let caption = Caption {
        title: &title,
        description: &description,
    };
    to_svg(&session.scene().on_page(), theme, &caption)
}
