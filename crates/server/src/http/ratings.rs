#![expect(
    unused_qualifications,
    reason = "written by the macro that describes addresses"
)]

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use serde::Deserialize;
use utoipa::IntoParams;

use super::app::App;
use super::body::ParsedQuery;
use crate::name::Name;
use crate::protocol::{Leaders, Problem, RatingPoint};
use crate::rating;
use crate::refused::Refused;

/// People listed at once.
const PAGE: u32 = 50;

/// Which leaders are asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct LeadersQuery {
    /// The family of games, by its word in the catalogue.
    family: String,
    /// How many to leave out; none when absent.
    #[serde(default)]
    skip: u32,
}

/// The highest ratings in a family of games, fifty at a time. Only settled ratings of people who have
/// played lately are there; `needs` says what that takes.
#[utoipa::path(
    get,
    path = "/api/leaders",
    tag = "people",
    params(LeadersQuery),
    responses(
        (status = 200, description = "The highest first", body = Leaders),
        (status = 400, description = "Not readable", body = Problem),
        (status = 404, description = "No such family", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn leaders(
    State(app): State<Arc<App>>,
    ParsedQuery(LeadersQuery { family, skip }): ParsedQuery<LeadersQuery>,
) -> Result<Json<Leaders>, Refused> {
    known(&app, &family)?;
    let (leaders, more) = app.store.leaders(family, skip, PAGE).await?;
    Ok(Json(Leaders {
        needs: rating::NEEDED,
        leaders,
        more,
    }))
}

/// Which history is asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct HistoryQuery {
    /// The family of games, by its word in the catalogue.
    family: String,
}

/// How the rating of an account went, game by game: the newest thousand.
#[utoipa::path(
    get,
    path = "/api/people/{name}/ratings",
    tag = "people",
    params(("name" = String, Path, description = "The name of the account"), HistoryQuery),
    responses(
        (status = 200, description = "The oldest first", body = Vec<RatingPoint>),
        (status = 400, description = "Not readable", body = Problem),
        (status = 404, description = "No such account or family", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn history(
    State(app): State<Arc<App>>,
    name: Result<Path<String>, PathRejection>,
    ParsedQuery(HistoryQuery { family }): ParsedQuery<HistoryQuery>,
) -> Result<Json<Vec<RatingPoint>>, Refused> {
    let Path(name) = name.map_err(|_| Refused::NotFound)?;
    known(&app, &family)?;
    let (person, _) = app.store.profile(Name::key(&name)).await?;
    Ok(Json(app.store.rating_history(person, family).await?))
}

/// Refuses a family that there is not.
fn known(app: &App, family: &str) -> Result<(), Refused> {
    let mut titles = app.families.titles();
    let known = titles.any(|(name, _)| name == family);
    known.then_some(()).ok_or(Refused::NotFound)
}
