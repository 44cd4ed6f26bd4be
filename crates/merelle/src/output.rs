use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use play::text::Text;
use play::{Colour, Glyphs, Lang, Style};
use serde_json::Value;

use crate::arguments::{Globals, When};

/// Where a command prints, and how it was asked to.
pub(crate) struct Output {
    stdout: BufWriter<Stdout>,
    lang: Lang,
    style: Style,
    json: bool,
}

impl Output {
    pub(crate) fn new(globals: &Globals) -> Output {
        let colour = match globals.color {
            When::Always => Colour::On,
            When::Never => Colour::Off,
            When::Auto if no_color() || !io::stdout().is_terminal() => Colour::Off,
            When::Auto => Colour::On,
        };
        let glyphs = if globals.ascii {
            Glyphs::Ascii
        } else {
            Glyphs::Unicode
        };
        Output {
            stdout: BufWriter::new(io::stdout()),
            lang: globals.lang.map_or_else(surroundings, Lang::from),
            style: Style { glyphs, colour },
            json: globals.json,
        }
    }

    pub(crate) fn lang(&self) -> Lang {
        self.lang
    }

    pub(crate) fn style(&self) -> Style {
        self.style
    }

    /// Whether JSON was asked for.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    pub(crate) fn line(&mut self, text: &str) -> anyhow::Result<()> {
        Ok(writeln!(self.stdout, "{text}")?)
    }

    pub(crate) fn text(&mut self, text: &Text) -> anyhow::Result<()> {
        let line = text.get(self.lang);
        self.line(&line)
    }

    /// A remark beside what was asked for.
    pub(crate) fn note(&self, text: &Text) {
        eprintln!("{}", text.get(self.lang));
    }

    pub(crate) fn raw(&mut self, text: &str) -> anyhow::Result<()> {
        self.bytes(text.as_bytes())
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        Ok(self.stdout.write_all(bytes)?)
    }

    pub(crate) fn value(&mut self, value: &Value) -> anyhow::Result<()> {
        self.line(&value.to_string())
    }

    pub(crate) fn flush(&mut self) -> anyhow::Result<()> {
        Ok(self.stdout.flush()?)
    }
}

/// Whether colour is unwanted (<https://no-color.org>): set and not empty.
fn no_color() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

/// The language that the environment asks for: `MERELLE_LANG`, or else that of the locale, looked up as POSIX
/// says.
pub(crate) fn surroundings() -> Lang {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let ours = set("MERELLE_LANG").and_then(|tag| Lang::find(&tag));
    ours.unwrap_or_else(|| {
        let mut variables = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter();
        Lang::of_locale(&variables.find_map(set).unwrap_or_default())
    })
}
