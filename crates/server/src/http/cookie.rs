use axum::http::{HeaderMap, HeaderValue, header};
use cookie::{Cookie, SameSite};
use time::Duration;

use crate::secret::Token;

/// How long a browser keeps the cookie: as long as browsers do. The server ends a session that is
/// not used much sooner.
const LIFE: Duration = Duration::days(400);

/// Over HTTPS the prefix keeps other hosts of the domain from setting it.
fn name(secure: bool) -> &'static str {
    if secure { "__Host-merelle" } else { "merelle" }
}

/// The token a client shows.
pub(super) fn read(headers: &HeaderMap, secure: bool) -> Option<Token> {
    let headers = headers.get_all(header::COOKIE).into_iter();
    let cookies = headers.filter_map(|value| value.to_str().ok());
    let mut cookies = cookies.flat_map(Cookie::split_parse).flatten();
    let cookie = cookies.find(|cookie| cookie.name() == name(secure))?;
    Token::read(cookie.value())
}

/// Tells a browser to keep a token.
pub(super) fn set(token: &Token, secure: bool) -> HeaderValue {
    header_value(token.as_str(), LIFE, secure)
}

/// Tells it to forget it.
pub(super) fn clear(secure: bool) -> HeaderValue {
    header_value("", Duration::ZERO, secure)
}

fn header_value(value: &str, life: Duration, secure: bool) -> HeaderValue {
    let cookie = Cookie::build((name(secure), value))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .max_age(life)
        .secure(secure);
    HeaderValue::from_str(&cookie.to_string()).expect("tokens are plain hexadecimal")
}
