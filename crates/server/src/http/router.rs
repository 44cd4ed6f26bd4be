use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::http::header;
use axum::response::{Html, IntoResponse};
use axum::routing::get;
use axum::{Router, middleware};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::app::App;
use super::description::{self, Description};
use super::{
    accounts, answer, assets, asyncapi, catalogue, conduct, downloads, frames, games, guard,
    headers, help, monitoring, people, positions, ratings, reference, security, sharing, socket,
    stream,
};
use crate::refused::Refused;

/// Bytes of the largest body of a request: a long record.
const LARGEST: usize = 64 * 1024;

/// Answers shorter than this are not worth compressing.
const WORTH_IT: u64 = 1024;

/// Everything that can be asked for.
pub(crate) fn router(app: Arc<App>) -> Router {
    let (api, description) = described().split_for_parts();
    let files = ["style/page.css", "reference.css", "reference.js"];
    let [common, style, script] = files.map(|file| app.assets.address(file));
    let files = reference::Files {
        styles: &[&common, &style],
        script: &script,
    };
    let description = description::complete(&description);
    let page = Html(reference::page(&description, &files));
    let messages = asyncapi::describe(&description).to_string();
    let json = |text: String| get(([(header::CONTENT_TYPE, "application/json")], text));
    let guarded = middleware::from_fn_with_state(Arc::clone(&app), guard::guard);
    let counted = middleware::from_fn_with_state(Arc::clone(&app), answer::count);
    // A stream must arrive line by line.
    let worth_it = SizeAbove::new(WORTH_IT)
        .and(NotForContentType::const_new("application/x-ndjson"))
        .and(NotForContentType::IMAGES);
    api.route("/api", get(page))
        .route("/openapi.json", json(description.to_string()))
        .route("/asyncapi.json", json(messages))
        .route("/socket", get(socket::open))
        .route("/live", get(monitoring::live))
        .route("/ready", get(monitoring::ready))
        .route("/health", get(monitoring::health))
        .route("/files/{edition}/{*path}", get(assets::file))
        .fallback(assets::page)
        .method_not_allowed_fallback(|| async { Refused::WrongMethod.into_response() })
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(counted)
        .layer(CompressionLayer::new().compress_when(worth_it))
        .layer(guarded)
        .with_state(app)
}

/// What those who run the server can ask for, at an address of their own.
pub(crate) fn monitoring_router(app: Arc<App>) -> Router {
    Router::new()
        .route("/metrics", get(monitoring::metrics))
        .route("/live", get(monitoring::live))
        .route("/ready", get(monitoring::ready))
        .route("/health", get(monitoring::health))
        .fallback(|| async { Refused::NotFound.into_response() })
        .method_not_allowed_fallback(|| async { Refused::WrongMethod.into_response() })
        .layer(middleware::map_response(|answer| async {
            headers::finish(answer, None)
        }))
        .with_state(app)
}

/// The addresses of the API, each with its description.
pub(super) fn described() -> OpenApiRouter<Arc<App>> {
    let description: OpenApi = Description::openapi();
    OpenApiRouter::with_openapi(description)
        .routes(routes!(games::list, games::create))
        .routes(routes!(games::lobby))
        .routes(routes!(games::read))
        .routes(routes!(games::set_listed))
        .routes(routes!(games::join))
        .routes(routes!(games::play))
        .routes(routes!(games::act))
        .routes(routes!(games::log))
        .routes(routes!(frames::of_game))
        .routes(routes!(games::record))
        .routes(routes!(sharing::animation))
        .routes(routes!(sharing::game_sheet))
        .routes(routes!(stream::stream))
        .routes(routes!(positions::position, positions::arrange))
        .routes(routes!(frames::frames))
        .routes(routes!(positions::value))
        .routes(routes!(frames::record))
        .routes(routes!(help::why))
        .routes(routes!(help::hint))
        .routes(routes!(help::threats))
        .routes(routes!(positions::stage))
        .routes(routes!(sharing::picture))
        .routes(routes!(sharing::sheet))
        .routes(routes!(sharing::qr))
        .routes(routes!(catalogue::catalogue))
        .routes(routes!(catalogue::rules))
        .routes(routes!(catalogue::atlas))
        .routes(routes!(people::me, people::change, people::forget))
        .routes(routes!(downloads::export))
        .routes(routes!(downloads::records))
        .routes(routes!(people::guest))
        .routes(routes!(accounts::account))
        .routes(routes!(accounts::login))
        .routes(routes!(accounts::logout))
        .routes(routes!(accounts::recover))
        .routes(routes!(accounts::new_password))
        .routes(routes!(accounts::new_recovery))
        .routes(routes!(security::security))
        .routes(routes!(security::end_other_sessions))
        .routes(routes!(security::end_session))
        .routes(routes!(security::begin_second_factor))
        .routes(routes!(security::confirm_second_factor))
        .routes(routes!(security::remove_second_factor))
        .routes(routes!(people::profile))
        .routes(routes!(conduct::blocks, conduct::block))
        .routes(routes!(conduct::unblock))
        .routes(routes!(conduct::report))
        .routes(routes!(ratings::history))
        .routes(routes!(ratings::leaders))
}
