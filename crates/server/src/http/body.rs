use std::sync::Arc;

use axum::body::{Bytes, HttpBody};
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::app::App;
use super::visitor::Visitor;
use crate::game_id::GameId;
use crate::json;
use crate::refused::Refused;

/// Characters of a reader's complaint that are passed on.
const DETAIL: usize = 200;

/// A JSON body.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned + Serialize> FromRequest<Arc<App>> for Body<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Body<T>, Refused> {
        if !is_json(request.headers()) {
            return Err(Refused::NotJson);
        }
        let sent = Bytes::from_request(request, app);
        let sent = tokio::time::timeout(app.patience, sent).await;
        let sent = sent.map_err(|_| malformed("it does not arrive"))?;
        let sent = sent.map_err(|rejection| refuse(&rejection))?;
        let body: T = json::read(&sent).map_err(|error| unreadable(&error))?;
        // Objects are also read from lists of their values, which is no form that is described.
        let sent: Value = serde_json::from_slice(&sent).map_err(|error| unreadable(&error))?;
        let read = serde_json::to_value(&body).map_err(|error| unreadable(&error))?;
        match has_shape_of(&sent, &read) {
            true => Ok(Body(body)),
            false => Err(malformed("a list where an object is described")),
        }
    }
}

/// A JSON body that may be left out.
pub(super) struct OptionalBody<T>(pub(super) Option<T>);

impl<T: DeserializeOwned + Serialize> FromRequest<Arc<App>> for OptionalBody<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<OptionalBody<T>, Refused> {
        if request.body().size_hint().exact() == Some(0) {
            return Ok(OptionalBody(None));
        }
        let Body(body) = Body::<Option<T>>::from_request(request, app).await?;
        Ok(OptionalBody(body))
    }
}

/// Whether no list stands where something else was read from it.
fn has_shape_of(sent: &Value, read: &Value) -> bool {
    match (sent, read) {
        (Value::Array(sent), Value::Array(read)) => sent
            .iter()
            .zip(read)
            .all(|(sent, read)| has_shape_of(sent, read)),
        (Value::Array(_), _) => false,
        (Value::Object(sent), Value::Object(read)) => sent
            .iter()
            .filter_map(|(name, sent)| Some((sent, read.get(name)?)))
            .all(|(sent, read)| has_shape_of(sent, read)),
        _ => true,
    }
}

fn unreadable(error: &serde_json::Error) -> Refused {
    malformed(&error.to_string())
}

/// Whether a body is said to be JSON.
fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next());
    kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

fn refuse(rejection: &BytesRejection) -> Refused {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refused::TooLarge,
        _ => malformed(&rejection.body_text()),
    }
}

fn malformed(detail: &str) -> Refused {
    Refused::Malformed {
        detail: detail.chars().take(DETAIL).collect(),
    }
}

/// Whether an address has the character of number zero in it, which no name has and PostgreSQL does not
/// take.
pub(super) fn has_zero(address: &str) -> bool {
    address.contains("%00")
}

/// What stands after the `?`.
pub(super) struct ParsedQuery<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for ParsedQuery<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<ParsedQuery<T>, Refused> {
        if parts.uri.query().is_some_and(has_zero) {
            return Err(malformed("the character of number zero"));
        }
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
