use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::app::App;
use crate::cluster::Cable;
use crate::metrics::Line;
use crate::refused::Refused;

/// Whether the process answers at all: who gets no answer may start it anew.
pub(super) async fn live() -> &'static str {
    "ok\n"
}

/// Whether the server can do its work: it can when it can store something, and is not going down.
pub(super) async fn ready(State(app): State<Arc<App>>) -> Response {
    match readiness(&app).await {
        Ok(()) => "ok\n".into_response(),
        Err(refused) => refused.into_response(),
    }
}

/// Whether all is well: it can store something, is not going down, and its database is whole as far as was
/// looked. A wire that is cut heals by itself, and nobody has to see to this node for it.
pub(super) async fn health(State(app): State<Arc<App>>) -> Response {
    let damage = app.store.condition().damage().map_or(Ok(()), Err);
    match works(&app).await.and(damage.map_err(Refused::Store)) {
        Ok(()) => "ok\n".into_response(),
        Err(refused) => refused.into_response(),
    }
}

/// Whether people should come here: it works, and reaches the other nodes.
async fn readiness(app: &App) -> Result<(), Refused> {
    works(app).await?;
    match app.hub.neighbours.cable() == Cable::Whole && !app.hub.neighbours.is_draining() {
        true => Ok(()),
        false => Err(Refused::Between),
    }
}

async fn works(app: &App) -> Result<(), Refused> {
    app.store.verdict().await?;
    if *app.closing.borrow() {
        return Err(Refused::Unavailable);
    }
    Ok(())
}

/// What is counted, for Prometheus.
pub(super) async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    for (line, waiting) in [
        (Line::Computer, app.hub.computers.waiting()),
        (Line::Passwords, app.passwords.waiting()),
        (Line::Pictures, app.artists.waiting()),
    ] {
        app.metrics.waits(line, waiting);
    }
    let unread = i64::try_from(app.flight.bytes()).unwrap_or(i64::MAX);
    app.metrics.unread.set(unread);
    ([(header::CONTENT_TYPE, kind)], app.metrics.print())
}
