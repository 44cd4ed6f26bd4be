use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use play::Touch;
use play::text::Text;

use super::app::App;
use super::body::ParsedQuery;
use super::positions::{Errand, valued};
use super::questions::GameText;
use crate::owner::Owner;
use crate::protocol::{Forbidden, Hint, PositionQuery, Problem, Threats, WhyNot, WhyQuery};
use crate::refused::Refused;

/// How long to look for a hint.
const HINT: Errand = Errand {
    path: "/api/hint",
    time: Duration::from_millis(350),
};

/// Things that are touched at once.
const MOST_TOUCHED: usize = 8;

/// Why a place is closed, a piece cannot move, or a kind cannot be placed.
#[utoipa::path(
    get,
    path = "/api/why",
    tag = "positions",
    params(WhyQuery),
    responses(
        (status = 200, description = "The rule that forbids it", body = WhyNot),
        (status = 400, description = "Not readable", body = Problem),
        (status = 413, description = "Too many moves or things", body = Problem),
        (status = 422, description = "No such setup or position, or a rule forbids a move",
            body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
    )
)]
pub(super) async fn why(
    State(app): State<Arc<App>>,
    owner: Owner,
    ParsedQuery(query): ParsedQuery<WhyQuery>,
) -> Result<Json<WhyNot>, Refused> {
    let touched: Result<Vec<Touch>, _> = query.touched.split(' ').map(str::parse).collect();
    let touched = touched.map_err(|_| Refused::Malformed {
        detail: "touched: places, or kinds in the hand as hand:L".to_owned(),
    })?;
    if touched.len() > MOST_TOUCHED {
        return Err(Refused::TooLarge);
    }
    let made = app.apart(owner, move |app| {
        let game = GameText {
            setup: &query.setup,
            position: query.position.as_deref(),
            moves: query.moves.as_deref(),
        };
        let (_, session) = game.open(&app.families)?;
        let why = session.why_not(&touched).map(Forbidden::from);
        Ok(Json(WhyNot { why }))
    });
    made.await
}

/// Help for who is to move: where to look, which move, and why.
#[utoipa::path(
    get,
    path = "/api/hint",
    tag = "positions",
    security((), ("session" = [])),
    params(PositionQuery),
    responses(
        (status = 200, description = "The hint", body = Hint),
        (status = 400, description = "Not readable", body = Problem),
        (status = 413, description = "Too many moves", body = Problem),
        (status = 422, description = "No such setup or position, a rule forbids a move, or the game is over", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn hint(
    State(app): State<Arc<App>>,
    owner: Owner,
    ParsedQuery(query): ParsedQuery<PositionQuery>,
) -> Result<Json<Hint>, Refused> {
    let opened = app.apart(owner, move |app| GameText::from(&query).open(&app.families));
    let (setup, session) = opened.await?;
    let analysis = valued(&app, owner, setup.clone(), session.fork(), HINT).await?;
    let hint = play::Hint::of(&setup, session.as_ref(), &analysis);
    let over = Text::new(
        "The game is over: there is no move to find.",
        "La partie est finie : il n'y a pas de coup à trouver.",
    );
    Ok(Json(hint.ok_or(Refused::NoValue(over))?.into()))
}

/// What the side that is not to move would do next, if it were its turn.
#[utoipa::path(
    get,
    path = "/api/threats",
    tag = "positions",
    params(PositionQuery),
    responses(
        (status = 200, description = "What it threatens", body = Threats),
        (status = 400, description = "Not readable", body = Problem),
        (status = 413, description = "Too many moves", body = Problem),
        (status = 422, description = "No such setup or position, a rule forbids a move, or there are no threats", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
    )
)]
pub(super) async fn threats(
    State(app): State<Arc<App>>,
    owner: Owner,
    ParsedQuery(query): ParsedQuery<PositionQuery>,
) -> Result<Json<Threats>, Refused> {
    let none = Text::new(
        "There are no threats to tell of here.",
        "Il n'y a pas de menace à signaler ici.",
    );
    let made = app.apart(owner, move |app| {
        let (_, session) = GameText::from(&query).open(&app.families)?;
        let threats = session.threats().ok_or(Refused::NoValue(none))?;
        Ok(Json(threats.into()))
    });
    made.await
}
