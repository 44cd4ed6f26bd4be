use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use ::picture::page::{Document, Page};
use ::picture::{Caption, Theme, to_pdf, to_svg_page};
use ::play::Lang;
use ::play::text::Text;
use anyhow::bail;

use crate::commands::picture;
use crate::output::Output;

/// Where printed pages go.
pub(super) enum Destination {
    /// A PDF file, or standard output when it is called `-`.
    Pdf(PathBuf),
    /// An SVG file for each page.
    Svg(PathBuf),
}

impl Destination {
    /// What was asked for; in a folder, and where nothing was, pages have a name of their own.
    pub(super) fn of(asked: Option<&Path>, name: &str, lang: Lang) -> anyhow::Result<Destination> {
        let own = format!("{name}.pdf");
        let Some(asked) = asked else {
            return Ok(Destination::Pdf(own.into()));
        };
        if asked.as_os_str() == "-" {
            return Ok(Destination::Pdf(asked.into()));
        }
        if asked.is_dir() || asked.as_os_str().as_encoded_bytes().ends_with(b"/") {
            return Ok(Destination::Pdf(asked.join(own)));
        }
        let ending = asked.extension().unwrap_or_default().to_ascii_lowercase();
        match ending.to_str() {
            Some("pdf") => Ok(Destination::Pdf(asked.into())),
            Some("svg") => Ok(Destination::Svg(asked.into())),
            _ => {
                let reason = Text::new(
                    "pages are PDF or SVG files: use a name that ends in .pdf or .svg",
                    "les pages sont des fichiers PDF ou SVG : terminez le nom par .pdf ou .svg",
                );
                bail!("{}: {}", asked.display(), reason.get(lang));
            }
        }
    }

    /// Writes the pages; the names of the files come back.
    pub(super) fn write(
        &self,
        document: &Document,
        theme: Theme,
        output: &mut Output,
    ) -> anyhow::Result<Vec<String>> {
        let files = match self {
            Destination::Pdf(file) => vec![(file.clone(), to_pdf(document, theme))],
            Destination::Svg(file) => {
                let svg = |(number, page): (usize, &Page)| {
                    let caption = Caption {
                        title: &document.title,
                        description: "",
                    };
                    let svg = to_svg_page(&page.scene, theme, &caption).into_bytes();
                    (numbered(file, number, document.pages.len()), svg)
                };
                document.pages.iter().enumerate().map(svg).collect()
            }
        };
        let mut names = Vec::new();
        for (file, bytes) in files {
            names.extend(picture::write(&file, &bytes, output)?);
        }
        Ok(names)
    }
}

/// `x.svg` for a page that is alone, else `x-1.svg`, `x-2.svg`, …
fn numbered(file: &Path, page: usize, pages: usize) -> PathBuf {
    if pages == 1 {
        return file.to_owned();
    }
    let stem = file.file_stem().and_then(OsStr::to_str).unwrap_or("page");
    file.with_file_name(format!("{stem}-{}.svg", page + 1))
}
