#![expect(
    unused_qualifications,
    reason = "written by the macro that describes addresses"
)]

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use play::analysis::{Analysis, Unit};
use play::{Session, Setup};
use serde::Deserialize;
use tokio::sync::oneshot;
use utoipa::IntoParams;

use super::app::App;
use super::body::{Body, ParsedQuery};
use super::guard::work;
use super::questions::{GameText, refuse};
use crate::analysis::{Found, Question, Subject, Telling};
use crate::desks::Crowded;
use crate::owner::Owner;
use crate::protocol::{
    Arrangement, PositionQuery, PositionValue, Problem, Stage, ValueQuery, View,
};
use crate::refused::Refused;

/// How long to value a position.
const VALUE: Errand = Errand {
    path: "/api/value",
    time: Duration::from_secs(5),
};

/// Which board is asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct StageQuery {
    /// Which game and rules.
    setup: String,
    /// The edition of the program for which the answer may be kept.
    edition: Option<String>,
}

/// The empty board of a setup, to be drawn.
#[utoipa::path(
    get,
    path = "/api/stage",
    tag = "positions",
    params(StageQuery),
    responses(
        (status = 200, description = "The board", body = Stage),
        (status = 400, description = "Not readable", body = Problem),
        (status = 422, description = "No such setup", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
    )
)]
pub(super) async fn stage(
    State(app): State<Arc<App>>,
    ParsedQuery(query): ParsedQuery<StageQuery>,
) -> Result<impl IntoResponse, Refused> {
    let setup = app.families.setup(&query.setup).map_err(Refused::Setup)?;
    let keeping = app.edition.keeping(query.edition.as_deref());
    Ok((keeping, Json(Stage::from(&setup))))
}

/// A position with its legal moves.
#[utoipa::path(
    get,
    path = "/api/position",
    tag = "positions",
    params(PositionQuery),
    responses(
        (status = 200, description = "What to show of it", body = View),
        (status = 400, description = "Not readable", body = Problem),
        (status = 413, description = "Too many moves", body = Problem),
        (status = 422, description = "No such setup or position, or a rule forbids a move",
            body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
    )
)]
pub(super) async fn position(
    State(app): State<Arc<App>>,
    owner: Owner,
    ParsedQuery(query): ParsedQuery<PositionQuery>,
) -> Result<Json<View>, Refused> {
    let made = app.apart(owner, move |app| {
        let (_, session) = GameText::from(&query).open(&app.families)?;
        Ok(Json(session.view().into()))
    });
    made.await
}

/// A position that was set up by hand, with its legal moves.
#[utoipa::path(
    post,
    path = "/api/position",
    tag = "positions",
    request_body = Arrangement,
    responses(
        (status = 200, description = "What to show of it", body = View),
        (status = 400, description = "Not readable", body = Problem),
        (status = 422, description = "No such setup, or no position of it", body = Problem),
        (status = 403, description = "From another site", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
    )
)]
pub(super) async fn arrange(
    State(app): State<Arc<App>>,
    owner: Owner,
    Body(arrangement): Body<Arrangement>,
) -> Result<Json<View>, Refused> {
    let made = app.apart(owner, move |app| {
        let setup = app.families.setup(&arrangement.setup);
        let setup = setup.map_err(Refused::Setup)?;
        let session = setup.arrange(&(&arrangement).into());
        Ok(Json(session.map_err(Refused::Position)?.view().into()))
    });
    made.await
}

/// What a position and each of its moves is worth.
#[utoipa::path(
    get,
    path = "/api/value",
    tag = "positions",
    security((), ("session" = [])),
    params(ValueQuery),
    responses(
        (status = 200, description = "The values, for the side to move", body = PositionValue),
        (status = 400, description = "Not readable", body = Problem),
        (status = 422, description = "No such setup or position, or no value can be told",
            body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn value(
    State(app): State<Arc<App>>,
    owner: Owner,
    ParsedQuery(query): ParsedQuery<ValueQuery>,
) -> Result<Json<PositionValue>, Refused> {
    let game = GameText {
        setup: &query.setup,
        position: query.position.as_deref(),
        moves: None,
    };
    let (setup, session) = game.open(&app.families)?;
    let unit = Unit::of(session.as_ref());
    let analysis = valued(&app, owner, setup, session, VALUE).await?;
    Ok(Json(PositionValue::of(&analysis, unit)))
}

/// A request that has a position valued.
#[derive(Clone, Copy, Debug)]
pub(super) struct Errand {
    /// Where it was asked, which says what was paid in advance.
    pub(super) path: &'static str,
    /// How long to think about it.
    pub(super) time: Duration,
}

/// What the analysts find about a game. Whoever asks pays for what it was more work than usual.
pub(super) async fn valued(
    app: &Arc<App>,
    owner: Owner,
    setup: Setup,
    session: Box<dyn Session>,
    errand: Errand,
) -> Result<Analysis, Refused> {
    let (reply, answer) = oneshot::channel();
    let mut reply = Some(reply);
    let payer = Arc::clone(app);
    // Kept until there is an answer: who goes away before takes the question along.
    let asked = app.analysts.ask(Question {
        owner,
        setup,
        session,
        subject: Subject::Value(errand.time),
        charge: Box::new(move |worked| {
            payer
                .limits
                .charge_time(owner.network, worked, work(errand.path));
        }),
        tell: Telling::new(move |found| {
            let last = match found {
                Found::LastValue(analysis) => Ok(analysis),
                Found::Failed(error) => Err(refuse(error)),
                Found::Lost => Err(Crowded::LATER.into()),
                Found::Value(_) | Found::Move(..) | Found::Reviewed(_) => return,
            };
            if let Some(reply) = reply.take() {
                // Nobody may wait any more.
                let _ = reply.send(last);
            }
        }),
    });
    let _asked = asked?;
    let analysis = answer.await.map_err(|_| Refused::Unavailable)??;
    for note in &analysis.notes {
        app.log_fault(note);
    }
    Ok(analysis)
}
