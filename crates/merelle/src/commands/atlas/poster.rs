use std::path::Path;

use ::picture::{Caption, to_svg};
use ::play::families::mijnlieff::{atlas_title, poster};
use ::play::text::Text;
use anyhow::bail;
use engine::mijnlieff::Atlas;
use serde_json::json;

use crate::Answer;
use crate::arguments::ThemeName;
use crate::commands::picture::{self, Format};
use crate::output::Output;

/// `merelle atlas --svg`
pub(super) fn run(
    atlas: &Atlas,
    file: &Path,
    theme: ThemeName,
    output: &mut Output,
) -> anyhow::Result<Answer> {
    let lang = output.lang();
    let title = atlas_title();
    let description = Text::new(
        "Every board of four tiles with what the first player wins by under each opening",
        "Chaque plateau de quatre tuiles avec ce que gagne le premier joueur selon l'ouverture",
    );
    let caption = Caption {
        title: &title.get(lang),
        description: &description.get(lang),
    };
    if Format::of(file, lang)? != Format::Svg {
        let reason = Text::new(
            "the name of the poster must end in .svg",
            "le nom de l'affiche se termine par .svg",
        );
        bail!("{}: {}", file.display(), reason.get(lang));
    }
    let scene = poster(atlas, lang).on_page();
    let svg = to_svg(&scene, theme.into(), &caption);
    let written = picture::write(file, svg.as_bytes(), output)?;
    if let Some(name) = written.filter(|_| output.is_json()) {
        output.value(&json!({ "boards": atlas.entries().len(), "file": name }))?;
    }
    Ok(Answer::Done)
}
