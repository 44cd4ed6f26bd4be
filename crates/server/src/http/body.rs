use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::app::App;
use super::visitor::Visitor;
use crate::game_id::GameId;
use crate::refused::Refused;

/// Characters of a reader's complaint that are passed on.
const DETAIL: usize = 200;

/// A JSON body.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Body<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Body<T>, Refused> {
        let read = axum::Json::<T>::from_request(request, app);
        let read = tokio::time::timeout(app.patience, read).await;
        let read = read.map_err(|_| malformed("it does not arrive"))?;
        read.map(|axum::Json(body)| Body(body)).map_err(refuse)
    }
}

fn refuse(rejection: JsonRejection) -> Refused {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refused::TooLarge,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => Refused::NotJson,
        _ => malformed(&rejection.body_text()),
    }
}

fn malformed(detail: &str) -> Refused {
    Refused::Malformed {
        detail: detail.chars().take(DETAIL).collect(),
    }
}

/// What stands after the `?`.
pub(super) struct ParsedQuery<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for ParsedQuery<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<ParsedQuery<T>, Refused> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        let query = query.map_err(|rejection| malformed(&rejection.body_text()))?;
        Ok(ParsedQuery(query.0))
    }
}

/// The game an address names.
pub(super) struct GameInPath(pub(super) GameId);

impl FromRequestParts<Arc<App>> for GameInPath {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<GameInPath, Refused> {
        let path = Path::<String>::from_request_parts(parts, app).await;
        let Path(id) = path.map_err(|_| Refused::NotFound)?;
        let game: GameId = id.parse().map_err(|_| Refused::NotFound)?;
        // Here, so that no address can forget it.
        if app.hub.removed.has(game) {
            let person = Visitor::identify(parts, app).await?;
            let plays = match person {
                Some(person) => app.store.plays(person.id, game).await?,
                None => false,
            };
            if !plays {
                return Err(Refused::Removed);
            }
        }
        Ok(GameInPath(game))
    }
}
