use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use tracing::Instrument;

use super::app::{App, Client};
use super::body::has_zero;
use super::headers;
use super::unread::Unread;
use super::visitor::Address;
use crate::bars::KeptOut;
use crate::fault::{Fault, contained};
use crate::limits::TooSoon;
use crate::log::{Event, Offence};
use crate::protocol::Code;
use crate::refused::Refused;

/// What every request passes first, and every answer last.
pub(super) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let (mut request, unread) = Unread::watch(request);
    let (began, method, path) = (
        Instant::now(),
        request.method().clone(),
        request.uri().path().to_owned(),
    );
    let address = address(&app, &request);
    let id = app.request_id();
    // Every line that is written on the way says which request it is about.
    let span = tracing::info_span!(
        "request",
        id,
        address = app.addresses.write(address),
        person = tracing::field::Empty
    );
    let kept_out = app.bars.admit(address, &app.addresses);
    let limited = match kept_out {
        Ok(()) => app.limits.request(address, work(&path)),
        Err(_) => Ok(()),
    };
    let mut answer = if let Err(KeptOut { until }) = kept_out {
        Refused::KeptOut { until }.into_response()
    } else if let Err(soon) = limited {
        Refused::from(soon).into_response()
    } else if is_from_elsewhere(&app, &request) {
        Refused::OtherSite.into_response()
    } else if has_zero(&path) {
        Refused::NotFound.into_response()
    } else {
        request.extensions_mut().insert(Address(address));
        let answer = next.run(request).instrument(span.clone());
        // A fault that one request meets is nobody else's.
        let answer = contained(&app.metrics, answer).await;
        answer.unwrap_or_else(|Fault| Refused::Internal.into_response())
    };
    let status = answer.status().as_u16();
    let micros = began.elapsed().as_micros() as u64;
    span.in_scope(|| {
        // A server that is busy or cannot store says so elsewhere, and not for every request.
        if status >= 500 && status != 503 {
            tracing::warn!(%method, path, status, micros, "request");
        } else {
            tracing::debug!(%method, path, status, micros, "request");
        }
    });
    if let Some(code) = answer.extensions().get::<Code>() {
        app.metrics.refuse(*code);
        if let Some(kind) = offence(*code, &limited, &path) {
            app.tally.count(kind, address, &app.addresses);
        }
        if *code == Code::TooMany {
            tokio::time::sleep(app.limits.refusal(address)).await;
        }
    }
    if status >= 400 {
        // For who asks what went wrong: it is in the log by this id.
        let id = HeaderValue::from_str(&id).expect("digits");
        answer.headers_mut().insert("x-request-id", id);
    }
    unread.tell(&mut answer);
    app.metrics.answered(status);
    headers::finish(answer, app.transport.as_ref())
}

/// What an address is told of in the log for, which a request was refused with this code.
fn offence(code: Code, limited: &Result<(), TooSoon>, path: &str) -> Option<Offence> {
    Some(match code {
        Code::TooMany if limited.is_err() => Offence::Limit("requests"),
        Code::TooMany => Offence::Limit(match path {
            "/socket" => "sockets",
            "/api/guest" => "guests",
            "/api/login" | "/api/account" | "/api/recover" | "/api/me/password" => "entries",
            _ => "work",
        }),
        Code::Malformed | Code::TooLarge => Offence::Malformed,
        Code::OtherSite => Offence::OtherSite,
        Code::Barred if path != "/api/login" => Offence::Barred,
        _ => return None,
    })
}

/// How much work an address is, where a plain request of the API is one. What is made once and kept
/// in memory, such as the files of the page, costs nothing.
pub(super) fn work(path: &str) -> u32 {
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
    let unknown = std::net::Ipv4Addr::UNSPECIFIED.into();
    let peer = request.extensions().get::<Client>();
    let peer = peer.map_or(unknown, |client| client.0);
    if app.proxies.is_presumed(peer, request.headers()) && app.first_presumed() {
        let (event, address) = (Event::UntrustedProxy.word(), app.addresses.write(peer));
        tracing::warn!(
            event,
            address,
            "says for whom it asks, but is no trusted proxy: if it is yours, add --trusted-proxy"
        );
    }
    app.proxies.client(peer, request.headers())
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
