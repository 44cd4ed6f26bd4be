mod destination;
mod diagrams;

use ::picture::page::{Document, Paper};
use ::play::paper;
use ::play::text::Text;
use ::play::{Lang, Setup};
use anyhow::{anyhow, bail};
use serde_json::json;

use super::{named_setups, read_setup};
use crate::Answer;
use crate::arguments::{PrintArguments, PrintOptions, Printout};
use crate::output::Output;
use destination::Destination;

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
            let sheets = diagrams::diagrams(arguments, paper, output)?;
            (sheets, "diagrams".to_owned())
        }
        Printout::Everything => return everything(options, output),
    };
    let destination = Destination::of(options.output.as_deref(), &name, lang)?;
    let written = destination.write(&document, options.ink.into(), output)?;
    report(&written, output)
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
        Sheet::Set => setup.cut_out_set(paper, lang),
        Sheet::Board => {
            let board = setup.fixed_board(paper, lang);
            board.map_err(|error| anyhow!("{}", error.text().get(lang)))?
        }
        Sheet::Card => paper::card(&setup, paper, lang),
        Sheet::Rules => paper::rulebook(&setup.book(lang), paper),
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
    let (paper, lang) = (Paper::from(options.paper), output.lang());
    if folder.as_os_str() == "-" || folder.extension().is_some_and(|ending| ending == "pdf") {
        let reason = Text::new(
            "everything goes into a folder: name one",
            "tout va dans un dossier : nommez-en un",
        );
        bail!("{}: {}", folder.display(), reason.get(lang));
    }
    let mut written = Vec::new();
    for setup in &named_setups() {
        for kind in [Sheet::Set, Sheet::Card, Sheet::Rules] {
            let (document, name) = sheet(kind, setup, paper, lang)?;
            let destination = Destination::Pdf(folder.join(format!("{name}.pdf")));
            written.extend(destination.write(&document, options.ink.into(), output)?);
        }
    }
    report(&written, output)
}

fn report(written: &[String], output: &mut Output) -> anyhow::Result<Answer> {
    if written.is_empty() {
        // The pages themselves went to standard output.
        return Ok(Answer::Done);
    }
    if output.is_json() {
        output.value(&json!({ "files": written }))?;
    } else {
        for name in written {
            output.line(name)?;
        }
    }
    Ok(Answer::Done)
}
