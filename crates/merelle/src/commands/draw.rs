use std::path::Path;

use ::picture::{Caption, Frame, Scene, Theme, filmstrip, to_animated_svg};
use ::play::record::{Record, Snapshot};
use ::play::text::Text;
use ::play::{Refusal, Session};
use anyhow::{anyhow, bail};
use serde_json::{Value, json};

use super::open;
use super::picture::{self, Format, Picture};
use super::replay::read_records;
use crate::Answer;
use crate::arguments::{DrawArguments, Where};
use crate::output::Output;

/// `merelle draw`
pub(crate) fn run(arguments: &DrawArguments, output: &mut Output) -> anyhow::Result<Answer> {
    if let Some(record) = &arguments.record {
        return game(record, arguments, output);
    }
    let place = Where {
        setup: arguments.setup.clone().unwrap_or_default(),
        position: arguments.position.clone(),
    };
    let session = open(&place, output.lang())?;
    let Some(file) = &arguments.output else {
        let board = session.board_text(output.style());
        if output.is_json() {
            output.value(&json!({ "setup": session.setup(), "board": board }))?;
        } else {
            output.raw(&board)?;
        }
        return Ok(Answer::Done);
    };
    let description = description(session.as_ref(), output);
    let title = session.setup();
    let scene = session.scene().on_page();
    let bytes = Picture {
        scene: &scene,
        caption: Caption {
            title: &title,
            description: &description,
        },
        theme: arguments.theme.into(),
        pixels: arguments.width,
        lang: output.lang(),
    };
    let bytes = bytes.file(Format::of(file, output.lang())?)?;
    finish(file, &bytes, &json!({ "setup": title }), output)
}

fn description(session: &dyn Session, output: &Output) -> String {
    let sentence = session.sentence();
    format!("{} {}", session.position(), sentence.get(output.lang()))
}

/// `merelle draw --record`: a filmstrip, or an animation.
fn game(record: &Path, arguments: &DrawArguments, output: &mut Output) -> anyhow::Result<Answer> {
    let lang = output.lang();
    let Some(file) = &arguments.output else {
        let reason = Text::new(
            "a recorded game is drawn into a file: name it with -o",
            "une partie notée se dessine dans un fichier : nommez-le avec -o",
        );
        bail!("{}", reason.get(lang));
    };
    let records = read_records(record, lang)?;
    let record = &records[0];
    let snapshots = record.snapshots();
    let snapshots = snapshots.map_err(|refusal: Refusal| anyhow!("{}", refusal.line(lang)))?;
    let title = title(record);
    let description = record.main_line().join(" ");
    let caption = Caption {
        title: &title,
        description: &description,
    };
    let (format, theme) = (Format::of(file, lang)?, Theme::from(arguments.theme));
    let bytes = if arguments.animate {
        if format != Format::Svg {
            let reason = Text::new(
                "only an SVG file can be animated: use a name that ends in .svg",
                "seul un fichier SVG s'anime : terminez le nom par .svg",
            );
            bail!("{}: {}", file.display(), reason.get(lang));
        }
        let scenes = snapshots
            .iter()
            .map(|snapshot| snapshot.session.scene().on_page());
        let scenes: Vec<Scene> = scenes.collect();
        to_animated_svg(&scenes, theme, &caption).into_bytes()
    } else {
        let beginning = Text::new("The beginning", "Au début");
        let frame = |snapshot: &Snapshot| Frame {
            scene: snapshot.session.scene(),
            label: match &snapshot.label {
                Some(label) => label.clone(),
                None => beginning.get(lang),
            },
        };
        let frames: Vec<Frame> = snapshots.iter().map(frame).collect();
        let scene = filmstrip(&frames).on_page();
        let picture = Picture {
            scene: &scene,
            caption,
            theme,
            pixels: arguments.width,
            lang,
        };
        picture.file(format)?
    };
    let said = json!({ "setup": record.setup.to_string(), "moves": record.main_line().len() });
    finish(file, &bytes, &said, output)
}

/// The players where they are known, and the game.
fn title(record: &Record) -> String {
    let tag = |name: &str| {
        let found = record.tags.iter().find(|(tag, _)| tag == name);
        found.map(|(_, value)| value.as_str())
    };
    match (tag("White"), tag("Black")) {
        (Some(white), Some(black)) => format!("{white} – {black}, {}", record.setup),
        _ => record.setup.to_string(),
    }
}

fn finish(file: &Path, bytes: &[u8], said: &Value, output: &mut Output) -> anyhow::Result<Answer> {
    let written = picture::write(file, bytes, output)?;
    if let Some(name) = written.filter(|_| output.is_json()) {
        let mut said = said.clone();
        said["file"] = json!(name);
        output.value(&said)?;
    }
    Ok(Answer::Done)
}
