use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;

use super::app::App;

/// Whether the server can do its work: it can when it can store something.
pub(super) async fn health(State(app): State<Arc<App>>) -> impl IntoResponse {
    let stored = app.store.beat().await;
    let going_down = *app.closing.borrow();
    match stored {
        Ok(()) if !going_down => (StatusCode::OK, "ok\n".to_owned()),
        Ok(()) => (StatusCode::SERVICE_UNAVAILABLE, "going down\n".to_owned()),
        Err(error) => (StatusCode::SERVICE_UNAVAILABLE, format!("{error}\n")),
    }
}

/// What is counted, for Prometheus.
pub(super) async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], app.metrics.print())
}
