use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use data_encoding::HEXLOWER;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::refused::Refused;

/// The page, inside the program.
#[derive(RustEmbed)]
#[folder = "web/"]
struct Web;

/// First parts of addresses that the page itself understands.
const PLACES: [&str; 12] = [
    "", "game", "lobby", "watch", "analysis", "editor", "atlas", "rules", "games", "person",
    "settings", "sign-in",
];

/// A file of the page, or the page for one of its places.
pub(super) async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return Refused::WrongMethod.into_response();
    }
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = Web::get(path) {
        return serve(path, &file, &headers);
    }
    let place = path.split('/').next().unwrap_or_default();
    match Web::get("index.html") {
        Some(page) if PLACES.contains(&place) => serve("index.html", &page, &headers),
        // The page itself tells people that there is nothing; programs are told by a problem.
        Some(page) if is_read_by_people(&headers) => {
            let kind = [(header::CONTENT_TYPE, kind("index.html"))];
            (StatusCode::NOT_FOUND, kind, page.data.into_owned()).into_response()
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

/// The colours of boards.
pub(super) async fn board_css() -> impl IntoResponse {
    let kind = "text/css; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], picture::style_sheet())
}

/// A browser asks each time, and is told when it has the file already.
fn serve(path: &str, file: &EmbeddedFile, headers: &HeaderMap) -> Response {
    let hash = file.metadata.sha256_hash();
    let tag = format!("\"{}\"", HEXLOWER.encode(&hash[..8]));
    let known = headers.get(header::IF_NONE_MATCH);
    let caching = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    // Compression on the way makes the tag a weak one.
    if known.is_some_and(|known| known.as_bytes().ends_with(tag.as_bytes())) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    let kind = [(header::CONTENT_TYPE, kind(path))];
    (caching, kind, file.data.clone().into_owned()).into_response()
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("txt") => "text/plain; charset=utf-8",
        Some("ogg") => "audio/ogg",
        Some("mp3") => "audio/mpeg",
        Some("wav") => "audio/wav",
        _ => "application/octet-stream",
    }
}
