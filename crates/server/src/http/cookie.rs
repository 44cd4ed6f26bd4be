use axum::http::{HeaderMap, HeaderValue, header};

use crate::secret::Token;

/// Seconds a browser keeps the cookie: as long as browsers do. The server ends a session that is
/// not used much sooner.
const LIFE: u32 = 400 * 86_400;

/// Over HTTPS the prefix keeps other hosts of the domain from setting it.
fn name(secure: bool) -> &'static str {
    if secure { "__Host-merelle" } else { "merelle" }
}

/// The token a client shows.
pub(super) fn read(headers: &HeaderMap, secure: bool) -> Option<Token> {
    let cookies = headers.get_all(header::COOKIE).into_iter();
    let cookies = cookies.filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';'));
    let value = pairs.find_map(|pair| {
        let (found, value) = pair.trim().split_once('=')?;
        (found == name(secure)).then_some(value)
    });
    Token::read(value?)
}

/// Tells a browser to keep a token.
pub(super) fn set(token: &Token, secure: bool) -> HeaderValue {
    header_value(token.as_str(), LIFE, secure)
}

/// Tells it to forget it.
pub(super) fn clear(secure: bool) -> HeaderValue {
    header_value("", 0, secure)
}

fn header_value(value: &str, life: u32, secure: bool) -> HeaderValue {
    let name = name(secure);
    let only_secure = if secure { "; Secure" } else { "" };
    let text =
        format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={life}{only_secure}");
    HeaderValue::from_str(&text).expect("tokens are plain hexadecimal")
}
