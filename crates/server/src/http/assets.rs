use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use data_encoding::HEXLOWER;
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use super::app::App;
use crate::refused::Refused;

/// The page, inside the program.
#[derive(RustEmbed)]
#[folder = "web/"]
struct Web;

/// First parts of addresses that the page itself understands, and the module that shows each.
const PLACES: [(&str, &str); 14] = [
    ("", "home"),
    ("game", "game"),
    ("lobby", "lobby"),
    ("watch", "lobby"),
    ("analysis", "analysis"),
    ("editor", "editor"),
    ("atlas", "atlas"),
    ("rules", "rules"),
    ("games", "games"),
    ("person", "person"),
    ("leaders", "leaders"),
    ("settings", "settings"),
    ("account", "account"),
    ("sign-in", "sign-in"),
];

/// The module by which the page begins.
const ENTRY: &str = "app/main.js";

/// What a browser may keep for ever: another content has another address.
pub(super) const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// The files of the page, ready to be sent. They lie in one folder whose name is the fingerprint of
/// them all, so that browsers keep them until one changes, and never mix those of two versions.
#[derive(Debug)]
pub(crate) struct Assets {
    files: BTreeMap<String, Asset>,
    /// The folder, as it begins addresses.
    folder: String,
    /// The page for each place: the same but for what is loaded ahead.
    pages: BTreeMap<&'static str, Asset>,
}

/// A file with what is known about it.
#[derive(Debug)]
struct Asset {
    kind: &'static str,
    tag: String,
    plain: Bytes,
    /// Compressed once somebody asks; nothing where that saves nothing.
    packed: OnceLock<Option<Bytes>>,
}

impl Assets {
    /// The page. Where it asks for what follows from the program alone, it names this `edition` of it.
    pub(crate) fn new(edition: &str) -> Assets {
        let mut files: BTreeMap<String, Asset> = Web::iter()
            .filter_map(|path| {
                let file = Web::get(&path)?;
                let content = match kind(&path) {
                    SCRIPT | STYLE => without_comments(&String::from_utf8_lossy(&file.data)).into(),
                    _ => Bytes::from(file.data.into_owned()),
                };
                Some((path.to_string(), Asset::new(&path, content)))
            })
            .collect();
        let colours = Asset::new("board.css", Bytes::from(picture::style_sheet()));
        files.insert("board.css".to_owned(), colours);
        let folder = format!("/files/{}", fingerprint(&files));
        let index = files.remove("index.html").expect("the page is embedded");
        let index = String::from_utf8_lossy(&index.plain).into_owned();
        let page = |module: &str| {
            let html = index
                .replace("{files}", &folder)
                .replace("{edition}", edition)
                .replace("{preload}", &preloads(&files, module, &folder));
            Asset::new("index.html", Bytes::from(html))
        };
        let pages = PLACES.map(|(place, module)| (place, page(module)));
        Assets {
            pages: BTreeMap::from(pages),
            files,
            folder,
        }
    }

    /// The page for a place; none where there is no such place.
    fn page(&self, place: &str) -> Option<&Asset> {
        self.pages.get(place)
    }

    /// The address of a file.
    pub(super) fn address(&self, path: &str) -> String {
        format!("{}/{path}", self.folder)
    }
}

/// A script or style sheet without the lines that are nothing but comments: a third of what would be
/// sent. The others keep their numbers, for who looks for a fault.
fn without_comments(text: &str) -> String {
    let mut inside = false;
    let lines = text.lines().map(|line| {
        let start = line.trim_start();
        let begins = start.starts_with("/*");
        if !inside && !begins {
            return if start.starts_with("//") { "" } else { line };
        }
        inside = !line.contains("*/");
        let alone = line.trim_end().ends_with("*/") || inside;
        if alone { "" } else { line }
    });
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The fingerprint of all files, their names included.
fn fingerprint(files: &BTreeMap<String, Asset>) -> String {
    let mut hash = Sha256::new();
    for (path, Asset { tag, .. }) in files {
        hash.update(format!("{path}\n{tag}\n"));
    }
    HEXLOWER.encode(&hash.finalize()[..8])
}

/// The elements that have a browser load all modules of a place at once, instead of one after the
/// other as it finds them imported. From home a game is a click away.
fn preloads(files: &BTreeMap<String, Asset>, module: &str, folder: &str) -> String {
    let mut wanted = BTreeSet::new();
    let next = if module == "home" { "game" } else { module };
    for path in [
        ENTRY,
        &format!("app/places/{module}.js"),
        &format!("app/places/{next}.js"),
    ] {
        gather(files, path, &mut wanted);
    }
    wanted
        .iter()
        .map(|path| format!("<link rel=\"modulepreload\" href=\"{folder}/{path}\">"))
        .collect()
}

/// A module and all it imports, and so on.
fn gather(files: &BTreeMap<String, Asset>, path: &str, wanted: &mut BTreeSet<String>) {
    let Some(module) = files.get(path) else {
        return;
    };
    if !wanted.insert(path.to_owned()) {
        return;
    }
    let text = String::from_utf8_lossy(&module.plain);
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    for import in text.split(" from \"").skip(1) {
        let named = import.split('"').next().unwrap_or_default();
        gather(files, &join(folder, named), wanted);
    }
}

/// A path such as `../words.js`, seen from a folder.
fn join(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').collect();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    parts.join("/")
}

impl Asset {
    fn new(path: &str, plain: Bytes) -> Asset {
        let hash = Sha256::digest(&plain);
        Asset {
            kind: kind(path),
            tag: format!("\"{}\"", HEXLOWER.encode(&hash[..8])),
            plain,
            packed: OnceLock::new(),
        }
    }

    fn packed(&self) -> Option<&Bytes> {
        let packed = self.packed.get_or_init(|| {
            let mut packer = GzEncoder::new(Vec::new(), Compression::best());
            let packed = packer.write_all(&self.plain).and_then(|()| packer.finish());
            let smaller = packed.ok().filter(|packed| packed.len() < self.plain.len());
            smaller.map(Bytes::from)
        });
        packed.as_ref()
    }

    fn answer(&self, caching: &'static str, headers: &HeaderMap) -> Response {
        let caching = [
            (header::ETAG, self.tag.clone()),
            (header::CACHE_CONTROL, caching.to_owned()),
            (header::VARY, "accept-encoding".to_owned()),
        ];
        let known = headers.get(header::IF_NONE_MATCH);
        if known.is_some_and(|known| known.as_bytes().ends_with(self.tag.as_bytes())) {
            return (StatusCode::NOT_MODIFIED, caching).into_response();
        }
        let kind = [(header::CONTENT_TYPE, self.kind)];
        let packed = self.packed().filter(|_| unpacks(headers));
        match packed {
            None => (caching, kind, self.plain.clone()).into_response(),
            Some(packed) => {
                let encoding = [(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"))];
                (caching, kind, encoding, packed.clone()).into_response()
            }
        }
    }
}

/// Whether who asks reads what is compressed.
fn unpacks(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING);
    let accepted = accepted.and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| accepted.split(',').any(|name| name.trim() == "gzip"))
}

/// A file of the page by its lasting address.
pub(super) async fn file(
    State(app): State<Arc<App>>,
    Path((edition, path)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    let current = app.assets.folder.ends_with(&format!("/{edition}"));
    let file = app.assets.files.get(&path).filter(|_| current);
    // The files of another version are gone: the page that asks for them has to be loaded anew.
    file.map_or_else(
        || Refused::NotFound.into_response(),
        |file| file.answer(FOR_EVER, &headers),
    )
}

/// The page for one of its places, or a file that is looked for at the root.
pub(super) async fn page(
    State(app): State<Arc<App>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return Refused::WrongMethod.into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let place = path.split('/').next().unwrap_or_default();
    if let Some(page) = app.assets.page(place) {
        return page.answer("no-cache", &headers);
    }
    if let Some(file) = app.assets.files.get(path).filter(|_| !path.contains('/')) {
        return file.answer("no-cache", &headers);
    }
    match app.assets.page("") {
        // The page itself tells people that there is nothing; programs are told by a problem.
        Some(page) if is_read_by_people(&headers) => {
            let kind = [(header::CONTENT_TYPE, page.kind)];
            (StatusCode::NOT_FOUND, kind, page.plain.clone()).into_response()
        }
        _ => Refused::NotFound.into_response(),
    }
}

fn is_read_by_people(headers: &HeaderMap) -> bool {
    let accepted = headers
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains("text/html"))
}

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => SCRIPT,
        Some("css") => STYLE,
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_has_its_module_and_the_page_agrees() {
        let router = Web::get("app/router.js").unwrap().data;
        let router = String::from_utf8_lossy(&router);
        let listed = router.matches("() => import(\"./places/").count();
        assert_eq!(listed, PLACES.len());
        for (place, module) in PLACES {
            let name = match place {
                "" => "\"\"".to_owned(),
                place if place.contains('-') => format!("\"{place}\""),
                place => place.to_owned(),
            };
            let line = format!("  {name}: () => import(\"./places/{module}.js\"),\n");
            assert!(router.contains(&line), "{line}");
        }
    }

    #[test]
    fn all_modules_of_a_place_are_loaded_ahead() {
        let assets = Assets::new("1");
        let page = |place| String::from_utf8_lossy(&assets.pages[place].plain).into_owned();
        let home = page("");
        for module in [
            "main",
            "connection",
            "places/home",
            "places/game",
            "board/table",
        ] {
            let link = format!("href=\"{}\"", assets.address(&format!("app/{module}.js")));
            assert!(home.contains(&link), "{module}");
        }
        assert!(!home.contains("places/atlas.js"));
        assert!(page("atlas").contains("places/atlas.js"));
        assert!(!home.contains('{'), "something was not filled in");
    }

    #[test]
    fn comments_that_stand_alone_are_left_out_and_lines_keep_their_numbers() {
        let text = "/** One.\n * @type {X}\n */\nlet a = 1; // here\n  // alone\n/* in line */ b();\nc /* x */;\n";
        let plain = "\n\n\nlet a = 1; // here\n\n/* in line */ b();\nc /* x */;\n";
        assert_eq!(without_comments(text), plain);
    }

    /// A text over several lines could hold what looks like a comment.
    #[test]
    fn no_script_has_a_text_over_several_lines() {
        for path in Web::iter().filter(|path| kind(path) == SCRIPT) {
            let file = Web::get(&path).unwrap().data;
            let text = without_comments(&String::from_utf8_lossy(&file));
            for (index, line) in text.lines().enumerate() {
                let quotes = line.matches('`').count();
                assert!(quotes % 2 == 0, "{path}:{}", index + 1);
            }
        }
    }

    #[test]
    fn the_folder_changes_with_every_file() {
        let files = |content: &'static str| {
            let file = Asset::new("a.js", Bytes::from_static(content.as_bytes()));
            BTreeMap::from([("a.js".to_owned(), file)])
        };
        assert_ne!(fingerprint(&files("1")), fingerprint(&files("2")));
        let file = Asset::new("a.js", Bytes::from_static(b"1"));
        let renamed = BTreeMap::from([("b.js".to_owned(), file)]);
        assert_ne!(fingerprint(&files("1")), fingerprint(&renamed));
    }
}
