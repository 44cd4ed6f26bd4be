use std::path::PathBuf;

use clap::Args;

use super::ThemeName;
use super::value::number;

/// What to draw, and how.
#[derive(Debug, Args)]
pub(crate) struct DrawArguments {
    /// Which game and rules, such as moulin:classique
    #[arg(required_unless_present = "record")]
    pub(crate) setup: Option<String>,
    /// A position of it [default: the start of the game]
    pub(crate) position: Option<String>,
    /// Draw the first game of a record file instead; - reads standard input
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "setup",
        requires = "output"
    )]
    pub(crate) record: Option<PathBuf>,
    /// Show the positions of the game one after the other, in an SVG file
    #[arg(long, requires = "record")]
    pub(crate) animate: bool,
    /// Write an SVG, PNG or PDF file, by its extension; - writes SVG to standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The colours of the picture
    #[arg(long, default_value = "auto")]
    pub(crate) theme: ThemeName,
    /// Width of a PNG in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 800, value_parser = number(1..=10_000_u32))]
    pub(crate) width: u32,
}
