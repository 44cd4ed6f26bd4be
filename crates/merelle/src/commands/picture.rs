use std::fs;
use std::path::Path;

use ::picture::page::Document;
use ::picture::{Caption, Placement, Scene, Spot, Theme, to_pdf, to_png, to_svg};
use ::play::Lang;
use ::play::text::Text;
use anyhow::{Context, bail};

use crate::output::Output;

/// What kind of file a picture becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Svg,
    Png,
    Pdf,
}

impl Format {
    /// The format a file's name asks for; standard output gets SVG.
    pub(super) fn of(file: &Path, lang: Lang) -> anyhow::Result<Format> {
        if file.as_os_str() == "-" {
            return Ok(Format::Svg);
        }
        let ending = file.extension().unwrap_or_default().to_ascii_lowercase();
        match ending.to_str() {
            Some("svg") => Ok(Format::Svg),
            Some("png") => Ok(Format::Png),
            Some("pdf") => Ok(Format::Pdf),
            _ => {
                let reason = Text::new(
                    "the name of a picture must end in .svg, .png or .pdf",
                    "le nom d'une image se termine par .svg, .png ou .pdf",
                );
                bail!("{}: {}", file.display(), reason.get(lang));
            }
        }
    }
}

/// How a scene becomes a file.
pub(super) struct Picture<'a> {
    pub(super) scene: &'a Scene,
    pub(super) caption: Caption<'a>,
    pub(super) theme: Theme,
    /// Of a PNG.
    pub(super) pixels: u32,
    pub(super) lang: Lang,
}

/// A PDF picture is as wide as a page has room, in millimetres, but no board unit larger than the
/// squares of a set.
const PDF_WIDTH: f64 = 190.0;
const LARGEST_UNIT: f64 = 24.0;

impl Picture<'_> {
    pub(super) fn file(&self, format: Format) -> anyhow::Result<Vec<u8>> {
        Ok(match format {
            Format::Svg => to_svg(self.scene, self.theme, &self.caption).into_bytes(),
            Format::Png => {
                let scale = f64::from(self.pixels) / self.scene.width;
                let too_large = Text::new(
                    "a picture this large does not fit into memory: choose a smaller --width",
                    "une image si grande ne tient pas en mémoire : choisissez un --width plus petit",
                );
                to_png(self.scene, self.theme, scale).with_context(|| too_large.get(self.lang))?
            }
            Format::Pdf => self.pdf(),
        })
    }

    fn pdf(&self) -> Vec<u8> {
        let scale = (PDF_WIDTH / self.scene.width).min(LARGEST_UNIT);
        let mut page = Scene {
            width: scale * self.scene.width,
            height: scale * self.scene.height,
            groups: Vec::new(),
        };
        let corner = Spot::new(0.0, 0.0);
        page.lay(self.scene, Placement { scale, corner });
        let document = Document::of(self.caption.title.to_owned(), self.lang.tag(), vec![page]);
        to_pdf(&document, self.theme)
    }
}

/// Writes to a file, whose name comes back, or to standard output for `-`. A folder that is not
/// there is made.
pub(super) fn write(
    file: &Path,
    bytes: &[u8],
    output: &mut Output,
) -> anyhow::Result<Option<String>> {
    if file.as_os_str() == "-" {
        output.bytes(bytes)?;
        return Ok(None);
    }
    let name = file.display().to_string();
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    fs::write(file, bytes).context(name.clone())?;
    Ok(Some(name))
}
