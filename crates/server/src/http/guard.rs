use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::app::{App, Client};
use super::headers;
use super::visitor::Address;
use crate::config::Proxy;
use crate::refused::Refused;

/// What every request passes first, and every answer last.
pub(super) async fn guard(
    State(app): State<Arc<App>>,
    mut request: Request,
    next: Next,
) -> Response {
    let (began, method, path) = (
        Instant::now(),
        request.method().clone(),
        request.uri().path().to_owned(),
    );
    let address = address(&app, &request);
    let answer = if let Err(soon) = app.limits.request(address, work(&path)) {
        Refused::from(soon).into_response()
    } else if is_from_elsewhere(&app, &request) {
        Refused::OtherSite.into_response()
    } else {
        request.extensions_mut().insert(Address(address));
        next.run(request).await
    };
    let status = answer.status().as_u16();
    let micros = began.elapsed().as_micros() as u64;
    if status >= 500 {
        tracing::warn!(%method, path, status, micros, "request");
    } else {
        tracing::debug!(%method, path, status, micros, "request");
    }
    app.metrics.answered(status);
    headers::finish(answer, app.secure)
}

/// How much work an address is, where a plain request of the API is one. What is made once and kept
/// in memory, such as the files of the page, costs nothing.
fn work(path: &str) -> u32 {
    /// What searches or draws.
    const COSTLY: [(&str, u32); 5] = [
        ("/api/value", 20),
        ("/api/hint", 4),
        ("/api/record", 5),
        ("/api/picture", 5),
        ("/api/sheet", 5),
    ];
    /// What is drawn of a whole game.
    const DRAWN: [&str; 2] = ["/animation", "/sheet"];
    if !(path.starts_with("/api/") || path == "/socket") {
        return 0;
    }
    let costly = COSTLY.iter().find(|(prefix, _)| path.starts_with(prefix));
    match costly {
        Some((_, work)) => *work,
        None if DRAWN.iter().any(|end| path.ends_with(end)) => 10,
        None => 1,
    }
}

fn address(app: &App, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<Client>().map(|client| client.0);
    let forwarded = match app.proxy {
        Proxy::None => None,
        Proxy::Forwards => forwarded(request.headers()),
    };
    let unknown = std::net::Ipv4Addr::UNSPECIFIED.into();
    forwarded.or(peer).unwrap_or(unknown)
}

/// The last address of `X-Forwarded-For`: those before it are what the client says.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let mut all = headers.get_all("x-forwarded-for").into_iter();
    let last = all.next_back()?.to_str().ok()?;
    last.rsplit(',').next()?.trim().parse().ok()
}

/// Whether a browser says that another site makes it ask for a change or for a socket. Programs
/// that are no browsers say nothing, and hold no cookies of others.
fn is_from_elsewhere(app: &App, request: &Request) -> bool {
    let headers = request.headers();
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if reads && !headers.contains_key(header::UPGRADE) {
        return false;
    }
    let site = headers.get("sec-fetch-site");
    let other_site = site.is_some_and(|site| site != "same-origin" && site != "none");
    let origin = headers.get(header::ORIGIN);
    let other_origin = origin.is_some_and(|origin| {
        !app.origins
            .iter()
            .any(|allowed| origin.as_bytes() == allowed.as_bytes())
    });
    other_site || other_origin
}
