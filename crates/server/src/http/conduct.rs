use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;

use super::app::App;
use super::body::Body;
use super::visitor::Somebody;
use crate::name::Name;
use crate::protocol::{Blocked, Problem, ReportRequest, Whom};
use crate::refused::Refused;
use crate::rooms::Pair;
use crate::seat::{PersonId, Seat};
use crate::store::{NewReport, Reported};

/// Characters of a report.
const LONGEST: usize = 500;

/// Whom one has blocked.
#[utoipa::path(
    get,
    path = "/api/me/blocks",
    tag = "people",
    security(("session" = [])),
    responses(
        (status = 200, description = "The last first", body = Vec<Blocked>),
        (status = 401, description = "Nobody yet", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn blocks(
    State(app): State<Arc<App>>,
    somebody: Somebody,
) -> Result<Json<Vec<Blocked>>, Refused> {
    Ok(Json(app.store.blocked_by(somebody.person.id).await?))
}

/// Blocks somebody: neither joins the games of the other, nor sees them in the lobby, and what they
/// say is not heard.
#[utoipa::path(
    post,
    path = "/api/me/blocks",
    tag = "people",
    security(("session" = [])),
    request_body = Whom,
    responses(
        (status = 200, description = "Whom one has blocked", body = Vec<Blocked>),
        (status = 400, description = "Not readable", body = Problem),
        (status = 401, description = "Nobody yet", body = Problem),
        (status = 403, description = "From another site", body = Problem),
        (status = 404, description = "No such person or game", body = Problem),
        (status = 409, description = "Oneself, or too many", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn block(
    State(app): State<Arc<App>>,
    somebody: Somebody,
    Body(whom): Body<Whom>,
) -> Result<Json<Vec<Blocked>>, Refused> {
    let person = somebody.person.id;
    let Meant { blocked, .. } = find(&app, person, whom.name, whom.game).await?;
    let pair = Pair { person, blocked };
    if !app.store.block(pair).await? {
        return Err(Refused::not_now(
            "you have blocked as many people as you may",
            "vous avez bloqué autant de personnes que possible",
        ));
    }
    app.hub.block(pair);
    app.hub.lobby.look_again();
    Ok(Json(app.store.blocked_by(person).await?))
}

/// Blocks somebody no more.
#[utoipa::path(
    delete,
    path = "/api/me/blocks/{id}",
    tag = "people",
    security(("session" = [])),
    params(("id" = i64, Path, description = "As in the list")),
    responses(
        (status = 204, description = "Whether they were blocked or not"),
        (status = 401, description = "Nobody yet", body = Problem),
        (status = 403, description = "From another site", body = Problem),
        (status = 404, description = "No such person", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn unblock(
    State(app): State<Arc<App>>,
    somebody: Somebody,
    id: Result<Path<i64>, PathRejection>,
) -> Result<StatusCode, Refused> {
    let Path(id) = id.map_err(|_| Refused::NotFound)?;
    let pair = Pair {
        person: somebody.person.id,
        blocked: PersonId(id),
    };
    app.store.unblock(pair).await?;
    app.hub.unblock(pair);
    app.hub.lobby.look_again();
    Ok(StatusCode::NO_CONTENT)
}

/// Tells those who run the server about somebody, or a game.
#[utoipa::path(
    post,
    path = "/api/reports",
    tag = "people",
    security(("session" = [])),
    request_body = ReportRequest,
    responses(
        (status = 204, description = "It is kept for them"),
        (status = 400, description = "Not readable", body = Problem),
        (status = 401, description = "Nobody yet", body = Problem),
        (status = 403, description = "From another site", body = Problem),
        (status = 404, description = "No such person or game", body = Problem),
        (status = 409, description = "About oneself", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 429, description = "A few an hour", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn report(
    State(app): State<Arc<App>>,
    somebody: Somebody,
    Body(request): Body<ReportRequest>,
) -> Result<StatusCode, Refused> {
    let ReportRequest {
        name,
        game,
        reason,
        text,
    } = request;
    if text.chars().count() > LONGEST {
        return Err(Refused::TooLarge);
    }
    let reporter = somebody.person.id;
    let Meant { blocked, game } = find(&app, reporter, name, game).await?;
    let report = NewReport {
        reporter,
        reported: blocked,
        game,
        reason,
        text,
    };
    match app.store.report(report).await? {
        Reported::Kept => Ok(StatusCode::NO_CONTENT),
        Reported::TooMany { wait } => Err(Refused::TooMany { wait }),
    }
}

/// Who is meant, and which game.
struct Meant {
    blocked: PersonId,
    game: Option<i64>,
}

/// Finds an account by name, or else the other player of a game of one's own.
async fn find(
    app: &App,
    person: PersonId,
    name: Option<String>,
    game: Option<String>,
) -> Result<Meant, Refused> {
    let game = match game {
        None => None,
        Some(id) => {
            let id = id.parse().map_err(|_| Refused::NotFound)?;
            Some(app.store.load_game(id).await?.0)
        }
    };
    let blocked = match (name, &game) {
        (Some(name), _) => app.store.profile(Name::key(&name)).await?.0,
        (None, Some(game)) => {
            let people: Vec<PersonId> = game.seats.iter().filter_map(Seat::person).collect();
            let other = people.iter().find(|other| **other != person);
            let plays = people.contains(&person);
            *other.filter(|_| plays).ok_or(Refused::NotFound)?
        }
        (None, None) => {
            let detail = "name or game is missing".to_owned();
            return Err(Refused::Malformed { detail });
        }
    };
    if blocked == person {
        return Err(Refused::not_now("that is you", "c'est vous"));
    }
    let game = game.map(|game| game.key);
    Ok(Meant { blocked, game })
}
