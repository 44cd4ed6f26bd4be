//! The boards that games go through, some at a time.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use play::Session;
use play::record::{Ending, Line, Record};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::app::App;
use super::body::{Body, GameInPath, ParsedQuery};
use super::games::written;
use super::questions::{GameText, MOST_MOVES, check_length};
use crate::owner::Owner;
use crate::protocol::{Frame, FramesPage, FramesQuery, Outcome, Problem, RecordFrames, RecordText};
use crate::refused::Refused;

/// Boards that are shown at once where nobody says how many, and at most.
const USUAL: u32 = 32;
const MOST: u32 = 64;

/// Bytes of boards after which no more are added: some positions have hundreds of turns.
const ENOUGH: usize = 128 * 1024;

/// Reads a record and shows the boards it goes through, some at a time.
#[utoipa::path(
    post,
    path = "/api/record",
    tag = "positions",
    request_body = RecordText,
    responses(
        (status = 200, description = "Boards, the beginning first", body = RecordFrames),
        (status = 400, description = "Not readable", body = Problem),
        (status = 403, description = "From another site", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 422, description = "No record of one game, or a rule forbids a move", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn record(
    State(app): State<Arc<App>>,
    owner: Owner,
    Body(text): Body<RecordText>,
) -> Result<Response, Refused> {
    let made = app.apart(owner, move |app| {
        let page = FramesPage {
            from: text.from,
            count: text.count,
        };
        let records = Record::read_all(&text.record, &app.families).map_err(Refused::Record)?;
        match records.as_slice() {
            [record] if record.line.moves.len() <= MOST_MOVES => of_record(record, page),
            [_] => Err(Refused::TooLarge),
            _ => Err(Refused::NotOneRecord),
        }
    });
    made.await.map(json)
}

/// A position and moves from there, as the boards they go through, some at a time.
#[utoipa::path(
    get,
    path = "/api/frames",
    tag = "positions",
    params(FramesQuery),
    responses(
        (status = 200, description = "Boards, the beginning first", body = RecordFrames),
        (status = 400, description = "Not readable", body = Problem),
        (status = 413, description = "Too many moves", body = Problem),
        (status = 422, description = "No such setup or position, or a rule forbids a move",
            body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn frames(
    State(app): State<Arc<App>>,
    owner: Owner,
    ParsedQuery(query): ParsedQuery<FramesQuery>,
) -> Result<Response, Refused> {
    let made = app.apart(owner, move |app| of_moves(app, &query));
    made.await.map(json)
}

/// The boards a game went through, some at a time.
#[utoipa::path(
    get,
    path = "/api/games/{id}/frames",
    tag = "games",
    params(("id" = String, Path, description = "The game"), FramesPage),
    responses(
        (status = 200, description = "Boards, the beginning first", body = RecordFrames),
        (status = 400, description = "Not readable", body = Problem),
        (status = 404, description = "No such game", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn of_game(
    State(app): State<Arc<App>>,
    owner: Owner,
    GameInPath(game): GameInPath,
    ParsedQuery(page): ParsedQuery<FramesPage>,
) -> Result<Response, Refused> {
    let (game, entries) = app.store.load_game(game).await?;
    let made = app.apart(owner, move |_| of_record(&written(game, &entries)?, page));
    made.await.map(json)
}

/// What was written apart, as an answer.
fn json(written: Vec<u8>) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (kind, written).into_response()
}

fn of_moves(app: &App, query: &FramesQuery) -> Result<Vec<u8>, Refused> {
    let start = GameText {
        setup: &query.setup,
        position: query.position.as_deref(),
        moves: None,
    };
    let (setup, session) = start.open(&app.families)?;
    let moves = query.moves.as_deref().unwrap_or_default();
    check_length(moves)?;
    let page = FramesPage {
        from: query.from,
        count: query.count,
    };
    let boards = Boards::of(session, moves.split_whitespace(), page)?;
    let moves = boards.played.join(" ");
    let outcome = boards.session.outcome().map(Outcome::from);
    Ok(boards.write(&setup.to_string(), &[], outcome, &moves))
}

fn of_record(record: &Record, page: FramesPage) -> Result<Vec<u8>, Refused> {
    let session = match &record.position {
        None => record.setup.session(),
        Some(position) => record
            .setup
            .session_from(position)
            .map_err(Refused::Position)?,
    };
    let boards = Boards::of(session, record.main_line().into_iter(), page)?;
    let outcome = match record.ending {
        Ending::Over(outcome) => Some(outcome.into()),
        Ending::Unfinished | Ending::Abandoned => None,
    };
    let moves = with_variations(&record.line).join(" ");
    Ok(boards.write(&record.setup.to_string(), &record.tags, outcome, &moves))
}

/// Some of the boards that moves go through.
struct Boards {
    from: u32,
    /// As they are sent: what they take is known only so.
    frames: Vec<Box<RawValue>>,
    played: Vec<String>,
    /// The game after all moves.
    session: Box<dyn Session>,
}

impl Boards {
    fn of<'a>(
        mut session: Box<dyn Session>,
        moves: impl Iterator<Item = &'a str>,
        page: FramesPage,
    ) -> Result<Boards, Refused> {
        let from = page.from.unwrap_or(0);
        let count = page.count.unwrap_or(USUAL).clamp(1, MOST);
        let wanted = from..from.saturating_add(count);
        let mut frames = Vec::new();
        let mut bytes = 0;
        let mut show = |number: u32, text: Option<&String>, session: &dyn Session| {
            if wanted.contains(&number) && bytes < ENOUGH {
                let frame = Frame {
                    text: text.cloned(),
                    view: session.view().into(),
                };
                let written = to_raw_value(&frame).expect("boards are plain data");
                bytes += written.get().len();
                frames.push(written);
            }
        };
        show(0, None, session.as_ref());
        let mut played = Vec::new();
        for (text, number) in moves.zip(1..) {
            let text = session.play(text).map_err(Refused::Illegal)?;
            show(number, Some(&text), session.as_ref());
            played.push(text);
        }
        Ok(Boards {
            from,
            frames,
            played,
            session,
        })
    }

    fn write(
        &self,
        setup: &str,
        tags: &[(String, String)],
        outcome: Option<Outcome>,
        moves: &str,
    ) -> Vec<u8> {
        /// [`RecordFrames`] with boards that are written already.
        #[derive(Serialize)]
        struct Written<'a> {
            setup: &'a str,
            tags: &'a [(String, String)],
            outcome: Option<Outcome>,
            from: u32,
            total: u32,
            frames: &'a [Box<RawValue>],
            moves: &'a str,
        }
        let written = Written {
            setup,
            tags,
            outcome,
            from: self.from,
            total: self.played.len() as u32 + 1,
            frames: &self.frames,
            moves,
        };
        serde_json::to_vec(&written).expect("boards are plain data")
    }
}

/// The moves of a line, with their variations in brackets.
fn with_variations(line: &Line) -> Vec<&str> {
    let mut words = Vec::new();
    for node in &line.moves {
        words.push(node.played.as_str());
        for variation in &node.variations {
            words.push("(");
            words.extend(with_variations(variation));
            words.push(")");
        }
    }
    words
}
