use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ::play::analysis::Analyst;
use ::play::draw::{Caption, Document, Theme, to_pdf, to_svg_page};
use ::play::paper::{self, Paper, Puzzle};
use ::play::text::Text;
use ::play::{Lang, Setup, rulebook};
use anyhow::{Context, anyhow, bail};
use engine::Resources;
use serde_json::json;

use super::picture::Format;
use super::progress::Progress;
use super::replay::read_text;
use super::{cores, read_setup};
use crate::Answer;
use crate::arguments::{DiagramArguments, PrintArguments, PrintOptions, Printout};
use crate::output::Output;

/// The setups with a name.
const NAMED: [&str; 4] = [
    "mijnlieff",
    "moulin:classique",
    "moulin:envol",
    "moulin:barreau",
];

/// `merelle print`
pub(crate) fn run(arguments: &PrintArguments, output: &mut Output) -> anyhow::Result<Answer> {
    let options = &arguments.how;
    let (paper, lang) = (Paper::from(options.paper), output.lang());
    let (document, name) = match &arguments.what {
        Printout::Set { setup } => sheet(Sheet::Set, setup, paper, lang)?,
        Printout::Board { setup } => sheet(Sheet::Board, setup, paper, lang)?,
        Printout::Card { setup } => sheet(Sheet::Card, setup, paper, lang)?,
        Printout::Rules { setup } => sheet(Sheet::Rules, setup, paper, lang)?,
        Printout::Diagrams(arguments) => {
            (diagrams(arguments, paper, output)?, "diagrams".to_owned())
        }
        Printout::Everything => return everything(options, output),
    };
    let file = match &options.output {
        Some(file) => file.clone(),
        None => PathBuf::from(format!("{name}.pdf")),
    };
    let written = write(&document, &file, options.ink.into())?;
    report(&written, output)
}

fn diagrams(
    arguments: &DiagramArguments,
    paper: Paper,
    output: &Output,
) -> anyhow::Result<Document> {
    let lang = output.lang();
    let puzzles = Puzzle::read_all(&read_text(&arguments.file)?);
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
    let title = arguments.title.as_deref().unwrap_or(heading.get(lang));
    Ok(paper::diagrams(&puzzles, title, paper, lang))
}

/// What thinking about a setup may keep in memory, in bytes.
const MEMORY: usize = 64 << 20;

/// Finds what is to be found where nobody has said it.
fn solve(puzzles: &mut [Puzzle], arguments: &DiagramArguments, lang: Lang) -> anyhow::Result<()> {
    let time = Duration::from_secs(arguments.time.into());
    let library = arguments.shelf.library();
    let mut analysts: HashMap<String, Analyst> = HashMap::new();
    let unsolved: Vec<&mut Puzzle> = puzzles
        .iter_mut()
        .filter(|puzzle| puzzle.is_unsolved())
        .collect();
    let mut progress = Progress::new(unsolved.len(), lang);
    for puzzle in unsolved {
        let name = puzzle.session.setup();
        let setup = read_setup(&name, lang)?;
        let analyst = analysts.entry(name).or_insert_with(|| {
            let resources = Resources {
                memory: MEMORY,
                threads: cores(None),
                library: library.clone(),
            };
            Analyst::new(&setup, &resources)
        });
        let solved = puzzle.solve(analyst, time);
        solved.map_err(|error| anyhow!("{}", error.text().get(lang)))?;
        progress.done(&puzzle.session.position());
    }
    progress.finish();
    Ok(())
}

/// What there is to print of a setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sheet {
    Set,
    Board,
    Card,
    Rules,
}

impl Sheet {
    const fn word(self) -> &'static str {
        match self {
            Sheet::Set => "set",
            Sheet::Board => "board",
            Sheet::Card => "card",
            Sheet::Rules => "rules",
        }
    }
}

/// A document and a name for its file.
fn sheet(
    sheet: Sheet,
    setup: &str,
    paper: Paper,
    lang: Lang,
) -> anyhow::Result<(Document, String)> {
    let setup = read_setup(setup, lang)?;
    let document = match sheet {
        Sheet::Set => paper::set(&setup, paper, lang),
        Sheet::Board => {
            let board = paper::fixed_board(&setup, paper, lang);
            board.map_err(|error| anyhow!("{}", error.text().get(lang)))?
        }
        Sheet::Card => paper::card(&setup, paper, lang),
        Sheet::Rules => paper::rulebook(&rulebook::book(&setup, lang), paper),
    };
    Ok((document, format!("{}-{}", short_name(&setup), sheet.word())))
}

/// A name that any file system takes: `moulin-envol`, `mijnlieff`.
fn short_name(setup: &Setup) -> String {
    let name = setup.to_string();
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    name.chars().map(plain).collect()
}

fn everything(options: &PrintOptions, output: &mut Output) -> anyhow::Result<Answer> {
    let folder = options.output.clone().unwrap_or_else(|| "print".into());
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let (paper, lang) = (Paper::from(options.paper), output.lang());
    let mut written = Vec::new();
    for setup in NAMED {
        for kind in [Sheet::Set, Sheet::Card, Sheet::Rules] {
            let (document, name) = sheet(kind, setup, paper, lang)?;
            let file = folder.join(format!("{name}.pdf"));
            written.extend(write(&document, &file, options.ink.into())?);
        }
    }
    report(&written, output)
}

fn report(written: &[String], output: &mut Output) -> anyhow::Result<Answer> {
    if output.is_json() {
        output.value(&json!({ "files": written }))?;
    } else {
        for name in written {
            output.line(name)?;
        }
    }
    Ok(Answer::Done)
}

/// Writes a PDF file, or an SVG file for each page; the names come back.
fn write(document: &Document, file: &Path, theme: Theme) -> anyhow::Result<Vec<String>> {
    let files: Vec<(PathBuf, Vec<u8>)> = match Format::of(file)? {
        Format::Pdf => vec![(file.to_owned(), to_pdf(document, theme))],
        Format::Svg => {
            let page = |(number, page): (usize, &::play::draw::Page)| {
                let caption = Caption {
                    title: &document.title,
                    description: "",
                };
                let svg = to_svg_page(&page.scene, theme, &caption).into_bytes();
                (numbered(file, number, document.pages.len()), svg)
            };
            document.pages.iter().enumerate().map(page).collect()
        }
        Format::Png => bail!("{}: pages are PDF or SVG files", file.display()),
    };
    let mut names = Vec::new();
    for (file, bytes) in files {
        let name = file.display().to_string();
        fs::write(&file, bytes).context(name.clone())?;
        names.push(name);
    }
    Ok(names)
}

/// `x.svg` for a page that is alone, else `x-1.svg`, `x-2.svg`, …
fn numbered(file: &Path, page: usize, pages: usize) -> PathBuf {
    if pages == 1 {
        return file.to_owned();
    }
    let stem = file.file_stem().and_then(OsStr::to_str).unwrap_or("page");
    file.with_file_name(format!("{stem}-{}.svg", page + 1))
}
