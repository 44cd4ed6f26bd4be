use std::path::PathBuf;

use clap::Args;

use super::ThemeName;

/// What to draw, and how.
#[derive(Debug, Args)]
pub(crate) struct DrawArguments {
    /// Which game and rules, such as moulin:classique
    #[arg(required_unless_present = "record")]
    pub(crate) setup: Option<String>,
    /// A position of it; the beginning when absent
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
    /// Write a picture, an SVG, PNG or PDF file by its ending; - writes SVG to standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The colours of the picture
    #[arg(long, default_value = "auto")]
    pub(crate) theme: ThemeName,
    /// How many pixels wide a PNG is
    #[arg(long, value_name = "PIXELS", default_value_t = 800, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) width: u32,
}
