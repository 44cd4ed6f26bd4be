use std::collections::HashMap;
use std::time::Duration;

use ::picture::page::{Document, Paper};
use ::play::analysis::Analyst;
use ::play::paper::{self, Puzzle};
use ::play::text::Text;
use ::play::{Families, Lang};
use anyhow::anyhow;
use engine::Resources;

use crate::arguments::DiagramArguments;
use crate::commands::progress::Progress;
use crate::commands::replay::read_text;
use crate::commands::{cores, read_setup};
use crate::output::Output;

/// The sheets of `merelle print diagrams`.
pub(super) fn diagrams(
    arguments: &DiagramArguments,
    paper: Paper,
    output: &Output,
) -> anyhow::Result<Document> {
    let lang = output.lang();
    let text = read_text(&arguments.file, lang)?;
    let puzzles = Puzzle::read_all(&text, &Families::standard());
    let refused = |error: paper::PuzzleError| {
        anyhow!("{}: {}", arguments.file.display(), error.text().get(lang))
    };
    let mut puzzles = puzzles.map_err(refused)?;
    if arguments.solve {
        solve(&mut puzzles, arguments, lang)?;
    }
    match puzzles.iter().filter(|puzzle| puzzle.is_unsolved()).count() {
        0 => {}
        1 => output.note(&Text::new(
            "one position has no solution: --solve looks for it",
            "une position n'a pas de solution : --solve la cherche",
        )),
        unsolved => output.note(&Text::new(
            format!("{unsolved} positions have no solution: --solve looks for them"),
            format!("{unsolved} positions n'ont pas de solution : --solve les cherche"),
        )),
    }
    let heading = Text::new("Find the move", "Trouvez le coup");
    let title = arguments.title.clone();
    let title = title.unwrap_or_else(|| heading.get(lang));
    let sheets = paper::diagrams(&puzzles, &title, paper, lang);
    let missing: String = sheets.without_glyph().into_iter().collect();
    if !missing.is_empty() {
        output.note(&Text::new(
            format!("the font has no {missing}: a box is printed instead"),
            format!("la police n'a pas {missing} : une case les remplace"),
        ));
    }
    Ok(sheets)
}

/// What thinking about a setup may keep in memory, in bytes.
const MEMORY: usize = 64 << 20;

/// Finds what is to be found where nobody has said it.
fn solve(puzzles: &mut [Puzzle], arguments: &DiagramArguments, lang: Lang) -> anyhow::Result<()> {
    let time = Duration::from_secs(arguments.time.into());
    let shared = arguments.shelf.shared();
    let mut analysts: HashMap<String, Analyst> = HashMap::new();
    let unsolved: Vec<&mut Puzzle> = puzzles
        .iter_mut()
        .filter(|puzzle| puzzle.is_unsolved())
        .collect();
    let mut progress = Progress::new(unsolved.len() as u64, lang);
    for puzzle in unsolved {
        let name = puzzle.session.setup();
        let setup = read_setup(&name, lang)?;
        let analyst = analysts.entry(name).or_insert_with(|| {
            let resources = Resources {
                threads: cores(None),
                shared: shared.clone(),
                ..Resources::new(MEMORY)
            };
            Analyst::new(&setup, &resources)
        });
        let solved = puzzle.solve(analyst, time);
        solved.map_err(|error| anyhow!("{}", error.text().get(lang)))?;
        progress.done(1, &puzzle.session.position());
    }
    progress.finish();
    Ok(())
}
