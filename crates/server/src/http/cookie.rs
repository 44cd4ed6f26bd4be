use axum::http::{HeaderMap, HeaderValue, header};
use cookie::{Cookie, SameSite};
use time::Duration;

use crate::secret::Token;

/// How long a browser keeps the cookie: as long as browsers do. The server ends a session that is
/// not used much sooner.
const LIFE: Duration = Duration::days(400);

/// What a cookie is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Who one is.
    Session,
    /// The browser, by which an account knows it again after the session.
    Device,
}

/// Over HTTPS the prefix keeps other hosts of the domain from setting it.
fn name(purpose: Purpose, secure: bool) -> &'static str {
    match (purpose, secure) {
        (Purpose::Session, true) => "__Host-merelle",
        (Purpose::Session, false) => "merelle",
        (Purpose::Device, true) => "__Host-merelle-device",
        (Purpose::Device, false) => "merelle-device",
    }
}

/// The token a client shows.
pub(super) fn read(headers: &HeaderMap, purpose: Purpose, secure: bool) -> Option<Token> {
    let headers = headers.get_all(header::COOKIE).into_iter();
    let cookies = headers.filter_map(|value| value.to_str().ok());
    let mut cookies = cookies.flat_map(Cookie::split_parse).flatten();
    let cookie = cookies.find(|cookie| cookie.name() == name(purpose, secure))?;
    Token::read(cookie.value())
}

/// Tells a browser to keep a token.
pub(super) fn set(token: &Token, purpose: Purpose, secure: bool) -> HeaderValue {
    header_value(token.as_str(), purpose, LIFE, secure)
}

/// Tells it to forget its session.
pub(super) fn clear(secure: bool) -> HeaderValue {
    header_value("", Purpose::Session, Duration::ZERO, secure)
}

fn header_value(value: &str, purpose: Purpose, life: Duration, secure: bool) -> HeaderValue {
    let cookie = Cookie::build((name(purpose, secure), value))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .max_age(life)
        .secure(secure);
    HeaderValue::from_str(&cookie.to_string()).expect("tokens are plain hexadecimal")
}
