#![expect(
    unused_qualifications,
    reason = "written by the macro that describes addresses"
)]

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use engine::Resources;
use play::analysis::{Analysis, AnalysisError, Analyst, RankedMove, Value};
use play::record::Record;
use play::{Session, Setup};
use serde::Deserialize;
use utoipa::IntoParams;

use super::app::App;
use super::body::{Body, ParsedQuery};
use crate::protocol::{
    Frame, Judged, PositionQuery, PositionValue, Problem, RecordFrames, RecordText, Score, Stage,
    ValueQuery, View, Words,
};
use crate::refused::Refused;

/// Moves that are played from a position.
const MOST_MOVES: usize = 1000;

/// Time and memory to value a position.
const TIME: Duration = Duration::from_secs(5);
const MEMORY: usize = 64 << 20;

/// Which board is asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
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
        (status = 400, description = "No such setup", body = Problem),
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
        (status = 400, description = "No such setup or position", body = Problem),
        (status = 413, description = "Too many moves", body = Problem),
        (status = 422, description = "A rule forbids a move", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
    )
)]
pub(super) async fn position(
    State(app): State<Arc<App>>,
    ParsedQuery(query): ParsedQuery<PositionQuery>,
) -> Result<Json<View>, Refused> {
    let setup = app.families.setup(&query.setup).map_err(Refused::Setup)?;
    let mut session = session(&setup, query.position.as_deref())?;
    let moves = query.moves.as_deref().unwrap_or_default();
    if moves.split_whitespace().count() > MOST_MOVES {
        return Err(Refused::TooLarge);
    }
    for text in moves.split_whitespace() {
        session.play(text).map_err(Refused::Illegal)?;
    }
    Ok(Json(session.view().into()))
}

fn session(setup: &Setup, position: Option<&str>) -> Result<Box<dyn Session>, Refused> {
    match position {
        None => Ok(setup.session()),
        Some(position) => setup.session_from(position).map_err(Refused::Position),
    }
}

/// What a position and each of its moves is worth.
#[utoipa::path(
    get,
    path = "/api/value",
    tag = "positions",
    params(ValueQuery),
    responses(
        (status = 200, description = "The values, for the side to move", body = PositionValue),
        (status = 400, description = "No such setup or position", body = Problem),
        (status = 422, description = "No value can be told", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn value(
    State(app): State<Arc<App>>,
    ParsedQuery(query): ParsedQuery<ValueQuery>,
) -> Result<Json<PositionValue>, Refused> {
    let setup = app.families.setup(&query.setup).map_err(Refused::Setup)?;
    let session = session(&setup, query.position.as_deref())?;
    let resources = Resources {
        memory: MEMORY,
        ..app.hub.resources.clone()
    };
    let analysis = app.analysts.run(move || {
        let mut analyst = Analyst::new(&setup, &resources);
        analyst.analyse(session.as_ref(), Some(TIME))
    });
    let Analysis {
        value,
        moves,
        notes,
        ..
    } = analysis
        .await
        .map_err(|_| Refused::Unavailable)?
        .map_err(refuse)?;
    for note in &notes {
        app.log_fault(note);
    }
    let judged = |ranked: RankedMove| Judged {
        text: ranked.played,
        value: score(ranked.value),
        line: ranked.line,
        limit_first: ranked.limit_first.is_some(),
    };
    Ok(Json(PositionValue {
        value: score(value),
        moves: moves.into_iter().map(judged).collect(),
        notes: notes.iter().map(Words::from).collect(),
    }))
}

fn refuse(error: AnalysisError) -> Refused {
    match error {
        AnalysisError::Refused(refusal) => Refused::Position(refusal),
        AnalysisError::Stopped | AnalysisError::OtherGame => {
            Refused::NoValue(play::text::Text::new(
                "no value was found in time",
                "aucune valeur n'a été trouvée à temps",
            ))
        }
    }
}

fn score(value: Value) -> Score {
    Score {
        exact: value.is_exact(),
        text: value.to_string(),
        hundredths: value.hundredths(),
    }
}

/// Reads a record and shows the boards it goes through.
#[utoipa::path(
    post,
    path = "/api/record",
    tag = "positions",
    request_body = RecordText,
    responses(
        (status = 200, description = "The boards, the beginning first", body = RecordFrames),
        (status = 400, description = "Not readable, or no record of one game", body = Problem),
        (status = 403, description = "From another site", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 422, description = "A rule forbids a move", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
    )
)]
pub(super) async fn record(
    State(app): State<Arc<App>>,
    Body(RecordText { record }): Body<RecordText>,
) -> Result<Json<RecordFrames>, Refused> {
    let records = Record::read_all(&record, &app.families).map_err(Refused::Record)?;
    match records.as_slice() {
        [record] if record.line.moves.len() <= MOST_MOVES => Ok(Json(frames_of(record)?)),
        [_] => Err(Refused::TooLarge),
        _ => Err(Refused::Malformed {
            detail: "send one game at a time".to_owned(),
        }),
    }
}

/// The boards of a record.
pub(super) fn frames_of(record: &Record) -> Result<RecordFrames, Refused> {
    let mut session = match &record.position {
        None => record.setup.session(),
        Some(position) => record
            .setup
            .session_from(position)
            .map_err(Refused::Position)?,
    };
    let mut frames = vec![Frame {
        text: None,
        view: session.view().into(),
    }];
    for text in record.main_line() {
        let played = session.play(text).map_err(Refused::Illegal)?;
        frames.push(Frame {
            text: Some(played),
            view: session.view().into(),
        });
    }
    let outcome = match record.ending {
        play::record::Ending::Over(outcome) => Some(outcome.into()),
        play::record::Ending::Unfinished | play::record::Ending::Abandoned => None,
    };
    Ok(RecordFrames {
        setup: record.setup.to_string(),
        tags: record.tags.clone(),
        outcome,
        frames,
    })
}
