use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;

use super::assets::FOR_EVER;

/// What a page of ours may do: only what comes from here, and no script or style inside a page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     media-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
     base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const ALWAYS: [(HeaderName, &str); 2] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// What every answer says that a browser could show as a page. The files of the page are none, and
/// there are many of them.
const SHOWN: [(HeaderName, &str); 4] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::REFERRER_POLICY, "same-origin"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// Adds what every answer says, over HTTPS also how to come back.
pub(super) fn finish(mut answer: Response, transport: Option<&HeaderValue>) -> Response {
    let headers = answer.headers_mut();
    let kept = headers
        .get(header::CACHE_CONTROL)
        .is_some_and(|keeping| keeping == FOR_EVER);
    let shown = SHOWN.into_iter().filter(|_| !kept);
    for (name, value) in ALWAYS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // A drawing brings a policy of its own.
    for (name, value) in shown {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    if let Some(transport) = transport {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, transport.clone());
    }
    // What says nothing else is only for who asked, now.
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    answer
}
