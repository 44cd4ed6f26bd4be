mod check;
mod poster;
mod solve;
mod table;

use std::fs;
use std::path::Path;

use ::play::Lang;
use ::play::families::mijnlieff::{atlas_fault, layout_refusal};
use ::play::text::Text;
use anyhow::{Context, anyhow};
use engine::mijnlieff::Atlas;
use mijnlieff::Layout;

use crate::Answer;
use crate::arguments::{AtlasAction, AtlasArguments};
use crate::commands::cores;
use crate::output::Output;

/// `merelle atlas`
pub(crate) fn run(arguments: AtlasArguments, output: &mut Output) -> anyhow::Result<Answer> {
    if let Some(AtlasAction::Solve {
        file,
        opening,
        threads,
    }) = arguments.action
    {
        return solve::run(&file, &opening, cores(threads), output);
    }
    let atlas = match &arguments.file {
        None => Atlas::embedded(),
        Some(file) => read(file, output.lang())?,
    };
    if let Some(count) = arguments.check {
        let threads = cores(arguments.threads);
        return check::run(&atlas, count, arguments.seed, threads, output);
    }
    if let Some(file) = &arguments.svg {
        return poster::run(&atlas, file, arguments.theme, output);
    }
    if let Some(board) = &arguments.board {
        return table::board(&atlas, &layout(board, output.lang())?, output);
    }
    if arguments.summary {
        return table::summary(&atlas, output);
    }
    table::run(&atlas, output)
}

/// The atlas in a file.
fn read(file: &Path, lang: Lang) -> anyhow::Result<Atlas> {
    let name = file.display().to_string();
    let text = fs::read_to_string(file).context(name.clone())?;
    let atlas = Atlas::read(&text);
    atlas.map_err(|error| anyhow!("{name}: {}", atlas_fault(&error).get(lang)))
}

/// The tiles of one set named on the command line.
fn layout(tiles: &str, lang: Lang) -> anyhow::Result<Layout> {
    let refusal = |error| anyhow!("{}", layout_refusal(&error).get(lang));
    let layout = Layout::read(tiles).map_err(refusal)?;
    if layout.sets() != 1 {
        let refusal = Text::new(
            "MJ2: the atlas has boards of four tiles only",
            "MJ2 : l'atlas n'a que des plateaux de quatre tuiles",
        );
        return Err(anyhow!("{}", refusal.get(lang)));
    }
    Ok(layout)
}
