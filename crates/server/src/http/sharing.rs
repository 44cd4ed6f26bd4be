//! What is made to be passed on: pictures, animations, pages to print, codes to scan.
#![expect(
    unused_qualifications,
    reason = "written by the macro that describes addresses"
)]

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, Uri, header};
use axum::response::{IntoResponse, Response};
use engine::Player;
use picture::page::Paper;
use picture::{Caption, QrCode, Scene, Theme, to_animated_svg, to_pdf, to_png, to_svg};
use play::record::Record;
use play::{Lang, PlayerWords, Session, Setup};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::app::App;
use super::body::{GameInPath, ParsedQuery};
use super::games::record_of;
use super::questions::GameText;
use crate::owner::Owner;
use crate::protocol::{Language, Problem};
use crate::refused::Refused;

/// Turns of the longest game that is animated.
const MOST_FRAMES: usize = 400;

/// Bytes of the longest link that becomes a code: a larger code is hard to scan.
const LONGEST_LINK: usize = 1000;

/// How wide a picture of pixels is.
const PIXELS: f64 = 1200.0;

/// What a drawing that is looked at by itself may do: nothing but move.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/// A picture follows from its address; a new edition of the program may draw it better.
const FOR_A_DAY: &str = "public, max-age=86400";

/// Which colours something is drawn in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Colours {
    #[default]
    Light,
    Dark,
}

impl From<Colours> for Theme {
    fn from(colours: Colours) -> Theme {
        match colours {
            Colours::Light => Theme::Light,
            Colours::Dark => Theme::Dark,
        }
    }
}

/// What kind of file a picture is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum PictureFormat {
    #[default]
    Svg,
    Png,
}

/// A size of paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum PaperSize {
    #[default]
    A4,
    Letter,
}

impl From<PaperSize> for Paper {
    fn from(size: PaperSize) -> Paper {
        match size {
            PaperSize::A4 => Paper::A4,
            PaperSize::Letter => Paper::Letter,
        }
    }
}

/// Which picture is asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct PictureQuery {
    /// Which game and rules.
    setup: String,
    /// The position; the beginning when absent.
    position: Option<String>,
    /// Moves from there, with spaces between them.
    moves: Option<String>,
    /// `svg`, unless `png` is asked for.
    #[serde(default)]
    #[param(inline)]
    format: PictureFormat,
    /// `light`, unless `dark` is asked for.
    #[serde(default)]
    #[param(inline)]
    theme: Colours,
    /// In which language it is described, `en` or `fr`.
    lang: Option<Language>,
}

/// A position as a picture.
#[utoipa::path(
    get,
    path = "/api/picture",
    tag = "sharing",
    params(PictureQuery),
    responses(
        (status = 200, description = "The board with its hands, as SVG or PNG",
            content((String = "image/svg+xml"), (String = "image/png"))),
        (status = 400, description = "Not readable", body = Problem),
        (status = 413, description = "Too many moves", body = Problem),
        (status = 422, description = "No such setup or position, or a rule forbids a move",
            body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn picture(
    State(app): State<Arc<App>>,
    owner: Owner,
    ParsedQuery(query): ParsedQuery<PictureQuery>,
) -> Result<Response, Refused> {
    let drawn = app.draw(owner, move |app| {
        let game = GameText {
            setup: &query.setup,
            position: query.position.as_deref(),
            moves: query.moves.as_deref(),
        };
        let (_, session) = game.open(&app.families)?;
        let (lang, theme) = (lang(query.lang), Theme::from(query.theme));
        match query.format {
            PictureFormat::Svg => Ok(drawing(svg(session.as_ref(), theme, lang))),
            PictureFormat::Png => {
                let drawn = png(session.as_ref(), theme).ok_or(Refused::TooLarge)?;
                let kind = [(header::CONTENT_TYPE, "image/png")];
                Ok((kind, drawn).into_response())
            }
        }
    });
    Ok(([(header::CACHE_CONTROL, FOR_A_DAY)], drawn.await?).into_response())
}

fn lang(asked: Option<Language>) -> Lang {
    asked.map_or(Lang::EN, Lang::from)
}

fn svg(session: &dyn Session, theme: Theme, lang: Lang) -> String {
    let sentence = session.sentence();
    let caption = Caption {
        title: &session.setup(),
        description: &sentence.get(lang),
    };
    to_svg(&session.scene().on_page(), theme, &caption)
}

fn png(session: &dyn Session, theme: Theme) -> Option<Vec<u8>> {
    let scene = session.scene().on_page();
    to_png(&scene, theme, PIXELS / scene.width)
}

/// A drawing as an answer.
fn drawing(svg: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    (headers, svg).into_response()
}

/// How a game is animated.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct AnimationQuery {
    /// `light`, unless `dark` is asked for.
    #[serde(default)]
    #[param(inline)]
    theme: Colours,
    /// In which language the players are named, `en` or `fr`.
    lang: Option<Language>,
}

/// A game as a drawing that moves.
#[utoipa::path(
    get,
    path = "/api/games/{id}/animation",
    tag = "sharing",
    params(("id" = String, Path, description = "The game"), AnimationQuery),
    responses(
        (status = 200, description = "Its boards one after the other",
            content_type = "image/svg+xml", body = String),
        (status = 400, description = "Not readable", body = Problem),
        (status = 404, description = "No such game", body = Problem),
        (status = 413, description = "Too many moves", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn animation(
    State(app): State<Arc<App>>,
    owner: Owner,
    GameInPath(game): GameInPath,
    ParsedQuery(query): ParsedQuery<AnimationQuery>,
) -> Result<Response, Refused> {
    let record = record_of(&app, owner, game).await?;
    if record.main_line().len() > MOST_FRAMES {
        return Err(Refused::TooLarge);
    }
    let drawn = app.draw(owner, move |app| {
        let title = title(app, &record, lang(query.lang));
        animated(&record, &title, Theme::from(query.theme))
    });
    drawn.await.map(drawing)
}

fn animated(record: &Record, title: &str, theme: Theme) -> Result<String, Refused> {
    let snapshots = record.snapshots().map_err(Refused::Illegal)?;
    let scenes = snapshots
        .iter()
        .map(|shown| shown.session.scene().on_page());
    let scenes: Vec<Scene> = scenes.collect();
    let caption = Caption {
        title,
        description: &record.main_line().join(" "),
    };
    Ok(to_animated_svg(&scenes, theme, &caption))
}

/// The players of a record, where it names them; the computer's as people call them.
fn title(app: &App, record: &Record, lang: Lang) -> String {
    let tag = |name: &str| {
        let (_, value) = record.tags.iter().find(|(tag, _)| tag == name)?;
        let computer: Option<Player> = value.parse().ok();
        let known = computer.map(|player| {
            let words = PlayerWords::of(&record.setup, player, &app.hub.resources);
            words.name.get(lang)
        });
        Some(known.unwrap_or_else(|| value.clone()))
    };
    match (tag("White"), tag("Black")) {
        (Some(white), Some(black)) => format!("{white} – {black}"),
        _ => record.setup.to_string(),
    }
}

/// On what and in which language something is printed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct PrintQuery {
    /// `a4`, unless `letter` is asked for.
    #[serde(default)]
    #[param(inline)]
    paper: PaperSize,
    /// `en` or `fr`.
    lang: Option<Language>,
}

/// A game to be printed: the board as it stands, the moves, and boards on the way.
#[utoipa::path(
    get,
    path = "/api/games/{id}/sheet",
    tag = "sharing",
    params(("id" = String, Path, description = "The game"), PrintQuery),
    responses(
        (status = 200, description = "The pages", content_type = "application/pdf", body = String),
        (status = 400, description = "Not readable", body = Problem),
        (status = 404, description = "No such game", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn game_sheet(
    State(app): State<Arc<App>>,
    owner: Owner,
    GameInPath(game): GameInPath,
    ParsedQuery(query): ParsedQuery<PrintQuery>,
) -> Result<Response, Refused> {
    let record = record_of(&app, owner, game).await?;
    let drawn = app.draw(owner, move |app| {
        let title = title(app, &record, lang(query.lang));
        printed(app, &record, &title, &query)
    });
    drawn.await.map(paper)
}

/// Which position is printed, and how.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct SheetQuery {
    /// Which game and rules.
    setup: String,
    /// The position; the beginning when absent.
    position: Option<String>,
    /// Moves from there, with spaces between them.
    moves: Option<String>,
    /// `a4`, unless `letter` is asked for.
    #[serde(default)]
    #[param(inline)]
    paper: PaperSize,
    /// `en` or `fr`.
    lang: Option<Language>,
}

/// A position to be printed, and the moves that led there.
#[utoipa::path(
    get,
    path = "/api/sheet",
    tag = "sharing",
    params(SheetQuery),
    responses(
        (status = 200, description = "The pages", content_type = "application/pdf", body = String),
        (status = 400, description = "Not readable", body = Problem),
        (status = 413, description = "Too many moves", body = Problem),
        (status = 422, description = "No such setup or position, or a rule forbids a move",
            body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn sheet(
    State(app): State<Arc<App>>,
    owner: Owner,
    ParsedQuery(query): ParsedQuery<SheetQuery>,
) -> Result<Response, Refused> {
    let drawn = app.draw(owner, move |app| {
        let game = GameText {
            setup: &query.setup,
            position: query.position.as_deref(),
            moves: query.moves.as_deref(),
        };
        let (setup, session) = game.open(&app.families)?;
        let print = PrintQuery {
            paper: query.paper,
            lang: query.lang,
        };
        let title = name_of(app, &setup, lang(print.lang));
        let record = Record::of(session.as_ref(), setup, Vec::new());
        printed(app, &record, &title, &print)
    });
    drawn.await.map(paper)
}

/// What people call a setup; its text where it is none that is offered.
fn name_of(app: &App, setup: &Setup, lang: Lang) -> String {
    let offers = app.families.offers();
    let offered = offers.iter().find(|offer| offer.setup == *setup);
    offered.map_or_else(|| setup.to_string(), |offer| offer.name.get(lang))
}

/// A record as pages.
fn printed(
    app: &App,
    record: &Record,
    title: &str,
    print: &PrintQuery,
) -> Result<Vec<u8>, Refused> {
    let lang = lang(print.lang);
    let mut about = vec![name_of(app, &record.setup, lang)];
    about.retain(|name| name != title);
    let dates = record.tags.iter().filter(|(tag, _)| tag == "Date");
    about.extend(dates.map(|(_, date)| date.clone()));
    let about = about.join(" · ");
    let paper = Paper::from(print.paper);
    let document = play::paper::game_sheet(record, title, &about, paper, lang);
    let document = document.map_err(Refused::Illegal)?;
    Ok(to_pdf(&document, Theme::Sparing))
}

/// Pages as an answer.
fn paper(pdf: Vec<u8>) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/pdf")];
    (kind, pdf).into_response()
}

/// Which link becomes a code.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct QrQuery {
    /// A link to this server, from `http` on.
    link: String,
}

/// A link to this server as a code that phones scan.
#[utoipa::path(
    get,
    path = "/api/qr",
    tag = "sharing",
    params(QrQuery),
    responses(
        (status = 200, description = "The code", content_type = "image/svg+xml", body = String),
        (status = 400, description = "Not readable", body = Problem),
        (status = 404, description = "No page of this server", body = Problem),
        (status = 413, description = "Too long to be scanned", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn qr(
    State(app): State<Arc<App>>,
    owner: Owner,
    headers: HeaderMap,
    ParsedQuery(query): ParsedQuery<QrQuery>,
) -> Result<Response, Refused> {
    if query.link.len() > LONGEST_LINK {
        return Err(Refused::TooLarge);
    }
    if !is_ours(&query.link, &headers) {
        return Err(Refused::NotFound);
    }
    let code = app.draw(owner, move |_| {
        let code = QrCode::of(&query.link).ok_or(Refused::TooLarge)?;
        Ok(code.to_svg())
    });
    let svg = drawing(code.await?);
    Ok(([(header::CACHE_CONTROL, FOR_A_DAY)], svg).into_response())
}

/// Whether a link leads to the host that was asked: nobody makes codes for others here.
fn is_ours(link: &str, headers: &HeaderMap) -> bool {
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let Ok(link) = link.parse::<Uri>() else {
        return false;
    };
    let web = matches!(link.scheme_str(), Some("http" | "https"));
    web && link.authority().map(|there| there.as_str()) == host
}
