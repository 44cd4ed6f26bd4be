//! A reader of the PDF files that are written here, sharing nothing with what writes them: what is
//! painted, where, and what its text says.

mod content;
mod structure;

use std::collections::BTreeMap;
use std::io::Read;

use flate2::read::ZlibDecoder;

pub(crate) use content::Painted;
pub(crate) use structure::Spoken;

/// A file as its objects by number.
pub(crate) struct Pdf {
    objects: BTreeMap<u32, Object>,
}

struct Object {
    /// What stands before its stream.
    text: String,
    stream: Vec<u8>,
}

/// A page in millimetres.
pub(crate) struct Page {
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// The shapes, in the order in which they are painted.
    pub(crate) painted: Vec<Painted>,
    /// The texts, in the same order.
    pub(crate) texts: Vec<String>,
    /// What is marked as belonging to something, by its number.
    pub(crate) marked: BTreeMap<u32, String>,
    /// How many shapes and texts are marked neither as belonging to something nor as decoration.
    pub(crate) unmarked: usize,
    /// How many of its parts lead somewhere.
    pub(crate) links: usize,
}

impl Pdf {
    pub(crate) fn read(bytes: &[u8]) -> Pdf {
        assert!(bytes.starts_with(b"%PDF-"));
        let mut objects = BTreeMap::new();
        let mut at = 0;
        while let Some(found) = find(&bytes[at..], b" 0 obj\n") {
            let header = at + found;
            let digits = bytes[..header].iter().rev();
            let digits = digits.take_while(|byte| byte.is_ascii_digit()).count();
            let number = latin(&bytes[header - digits..header]).parse().unwrap();
            let body = header + b" 0 obj\n".len();
            let end = find(&bytes[body..], b"endobj").unwrap();
            let text = latin(&bytes[body..body + end]);
            let (text, stream, length) = match text.split_once("stream\n") {
                None => (text.clone(), Vec::new(), end),
                Some((dictionary, _)) => {
                    let start = body + dictionary.len() + b"stream\n".len();
                    let length = integer(dictionary, "/Length").unwrap() as usize;
                    let raw = &bytes[start..start + length];
                    let stream = plain(dictionary, raw);
                    (dictionary.to_owned(), stream, start + length - body)
                }
            };
            at = body + length;
            objects.insert(number, Object { text, stream });
        }
        Pdf { objects }
    }

    pub(crate) fn pages(&self) -> Vec<Page> {
        let kids = self.page_numbers();
        kids.iter().map(|kid| self.page(*kid)).collect()
    }

    /// The objects of the pages.
    fn page_numbers(&self) -> Vec<u32> {
        let root = self.with("/Type/Pages");
        references(between(&root.text, "/Kids[", "]"))
    }

    /// The title of the document.
    pub(crate) fn title(&self) -> String {
        let info = self.with("/Creator");
        string(info.text.split_once("/Title").unwrap().1)
    }

    /// The language of the document.
    pub(crate) fn language(&self) -> String {
        let catalog = self.with("/Type/Catalog");
        string(catalog.text.split_once("/Lang").unwrap().1)
    }

    /// The titles of its chapters.
    pub(crate) fn bookmarks(&self) -> Vec<String> {
        let titled = self.objects.values();
        let titled =
            titled.filter(|object| object.text.contains("/Dest") && object.text.contains("/Title"));
        titled
            .map(|object| string(object.text.split_once("/Title").unwrap().1))
            .collect()
    }

    fn with(&self, text: &str) -> &Object {
        let mut objects = self.objects.values();
        objects.find(|object| object.text.contains(text)).unwrap()
    }

    fn page(&self, number: u32) -> Page {
        let page = &self.objects[&number];
        let size: Vec<f64> = between(&page.text, "/MediaBox[", "]")
            .split(' ')
            .map(|side| side.parse().unwrap())
            .collect();
        let contents = &self.objects[&reference(&page.text, "/Contents")];
        let resources = &self.objects[&reference(&page.text, "/Resources")];
        let links = match page.text.contains("/Annots[") {
            true => references(between(&page.text, "/Annots[", "]")).len(),
            false => 0,
        };
        let drawn = content::read(&contents.stream, size[3], &self.fonts(&resources.text));
        Page {
            width: content::millimetres(size[2]),
            height: content::millimetres(size[3]),
            painted: drawn.painted,
            texts: drawn.texts,
            marked: drawn.marked,
            unmarked: drawn.unmarked,
            links,
        }
    }

    /// The characters of each font by their codes.
    fn fonts(&self, resources: &str) -> BTreeMap<String, BTreeMap<u16, String>> {
        let Some((_, fonts)) = resources.split_once("/Font<<") else {
            return BTreeMap::new();
        };
        let fonts = fonts.split(">>").next().unwrap().split('/').skip(1);
        let font = |entry: &str| {
            let (name, font) = entry.split_once(' ').unwrap();
            let font = &self.objects[&references(font)[0]];
            assert!(self.is_embedded(&font.text), "{}", font.text);
            let map = &self.objects[&reference(&font.text, "/ToUnicode")];
            (name.to_owned(), characters(&latin(&map.stream)))
        };
        fonts.map(font).collect()
    }

    fn is_embedded(&self, font: &str) -> bool {
        let descendant = &self.objects[&references(between(font, "/DescendantFonts[", "]"))[0]];
        let descriptor = &self.objects[&reference(&descendant.text, "/FontDescriptor")];
        let file = &self.objects[&reference(&descriptor.text, "/FontFile3")];
        !file.stream.is_empty()
    }
}

/// Lines `<code> <character>` of a map.
fn characters(map: &str) -> BTreeMap<u16, String> {
    let mut characters = BTreeMap::new();
    for line in map.lines().filter(|line| line.starts_with('<')) {
        let mut parts = line.split(['<', '>', ' ']).filter(|part| !part.is_empty());
        let (code, character) = (parts.next().unwrap(), parts.next().unwrap());
        if let (Ok(code), None) = (u16::from_str_radix(code, 16), parts.next()) {
            characters.insert(code, utf_16(character));
        }
    }
    characters
}

/// A text string: `(plain)`, or `<FEFF…>` in UTF-16.
fn string(text: &str) -> String {
    match text.strip_prefix("<FEFF") {
        Some(hex) => utf_16(hex.split('>').next().unwrap()),
        None => {
            let inner = text.strip_prefix('(').unwrap();
            let mut depth = 1;
            let end = inner.find(|c| {
                depth += i32::from(c == '(') - i32::from(c == ')');
                depth == 0
            });
            inner[..end.unwrap()].to_owned()
        }
    }
}

fn utf_16(hex: &str) -> String {
    let units = hex.as_bytes().chunks(4);
    let units = units.map(|unit| u16::from_str_radix(&latin(unit), 16).unwrap());
    String::from_utf16(&units.collect::<Vec<u16>>()).unwrap()
}

fn plain(dictionary: &str, raw: &[u8]) -> Vec<u8> {
    if !dictionary.contains("/FlateDecode") {
        return raw.to_vec();
    }
    let mut plain = Vec::new();
    ZlibDecoder::new(raw).read_to_end(&mut plain).unwrap();
    plain
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

/// Bytes as characters of the same number, so that lengths agree when all are ASCII.
fn latin(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

fn between<'text>(text: &'text str, before: &str, after: &str) -> &'text str {
    let (_, rest) = text.split_once(before).unwrap();
    rest.split_once(after).unwrap().0
}

fn integer(text: &str, key: &str) -> Option<u32> {
    let (_, rest) = text.split_once(key)?;
    let digits = rest.trim_start().split(|c: char| !c.is_ascii_digit());
    digits.into_iter().next()?.parse().ok()
}

fn reference(text: &str, key: &str) -> u32 {
    integer(text, key).unwrap()
}

/// `12 0 R 13 0 R`
fn references(text: &str) -> Vec<u32> {
    let references = text
        .split('R')
        .filter_map(|part| part.split_whitespace().next());
    references
        .filter_map(|number| number.parse().ok())
        .collect()
}
