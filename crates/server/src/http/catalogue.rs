#![expect(
    unused_qualifications,
    reason = "written by the macro that describes addresses"
)]

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::{Html, IntoResponse};
use engine::mijnlieff::atlas::WIDENING;
use engine::mijnlieff::{Atlas, Entry};
use engine::{Player, Resources};
use play::families::mijnlieff::board_names;
use play::text::Text;
use play::{Computer, Families, Lang, Setup, rulebook};
use serde::Deserialize;
use utoipa::IntoParams;

use super::app::App;
use super::body::ParsedQuery;
use super::edition::EditionQuery;
use crate::protocol::{
    AtlasBoard, AtlasValue, Catalogue, ComputerPlayer, Language, Named, Offered, Phrase,
    PhraseText, PlayerWords, Problem, Stage, Words,
};
use crate::refused::Refused;

/// Computer players by name, the weakest first; not every game has all of them.
const PLAYERS: [&str; 10] = [
    "random", "level-1", "level-2", "level-3", "level-4", "level-5", "level-6", "level-7",
    "level-8", "perfect",
];

/// What there is to choose from: games, computer players, phrases.
#[utoipa::path(
    get,
    path = "/api/catalogue",
    tag = "positions",
    params(EditionQuery),
    responses(
        (status = 200, description = "All of it", body = Catalogue),
        (status = 400, description = "Something else was asked", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
    )
)]
pub(super) async fn catalogue(
    State(app): State<Arc<App>>,
    ParsedQuery(query): ParsedQuery<EditionQuery>,
) -> impl IntoResponse {
    let keeping = app.edition.keeping(query.edition.as_deref());
    (keeping, Json(offered(&app.families, &app.hub.resources)))
}

/// All of the catalogue.
pub(super) fn offered(families: &Families, resources: &Resources) -> Catalogue {
    let offers = families.offers();
    let levels = offers.first().map(|offer| levels(&offer.setup, resources));
    let games = offers.into_iter().map(|offer| {
        let strongest = |setup: &Setup| -> PlayerWords {
            play::PlayerWords::of(setup, Player::Perfect, resources).into()
        };
        Offered {
            players: players(&offer.setup),
            stage: Stage::from(&offer.setup),
            setup: offer.setup.to_string(),
            name: Words::from(&offer.name),
            about: Words::from(&offer.about),
            strongest: strongest(&offer.setup),
            sets: offer.larger.is_some(),
            strongest_with_sets: offer.larger.as_ref().map(strongest),
            boards: offer.boards,
            openings: offer.openings.iter().map(named).collect(),
        }
    });
    let families = families.titles().map(|title| named(&title));
    let phrases = Phrase::ALL.map(|phrase| PhraseText {
        phrase,
        text: Words::from(&phrase.text()),
    });
    Catalogue {
        families: families.collect(),
        games: games.collect(),
        players: levels.unwrap_or_default(),
        phrases: phrases.into(),
    }
}

fn named((word, name): &(&str, Text)) -> Named {
    Named {
        word: (*word).to_owned(),
        name: Words::from(name),
    }
}

/// The players that are the same at every game: all but the strongest.
fn levels(setup: &Setup, resources: &Resources) -> Vec<ComputerPlayer> {
    let players = PLAYERS
        .iter()
        .filter_map(|name| Some((name, name.parse().ok()?)));
    let others = players.filter(|(_, player)| *player != Player::Perfect);
    let told = others.map(|(name, player)| {
        let PlayerWords {
            name: called,
            about,
        } = play::PlayerWords::of(setup, player, resources).into();
        ComputerPlayer {
            player: (*name).to_owned(),
            name: called,
            about,
        }
    });
    told.collect()
}

fn players(setup: &Setup) -> Vec<String> {
    let plays = |name: &&&str| Computer::new(setup, name).is_ok();
    let names = PLAYERS.iter().filter(plays);
    names.map(|name| (*name).to_owned()).collect()
}

/// Whose rules are asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct RulesQuery {
    /// Which game and rules.
    setup: String,
    /// In which language, `en` or `fr`.
    lang: Option<Language>,
}

/// The rulebook of a setup, as a fragment of a page.
#[utoipa::path(
    get,
    path = "/api/rules",
    tag = "positions",
    params(RulesQuery),
    responses(
        (status = 200, description = "An article in HTML, its boards as SVG in the colours of \
            `/board.css`", content_type = "text/html", body = String),
        (status = 400, description = "Not readable", body = Problem),
        (status = 422, description = "No such setup", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
    )
)]
pub(super) async fn rules(
    State(app): State<Arc<App>>,
    ParsedQuery(query): ParsedQuery<RulesQuery>,
) -> Result<Html<String>, Refused> {
    let setup = app.families.setup(&query.setup).map_err(Refused::Setup)?;
    let lang = query.lang.map_or(Lang::EN, Lang::from);
    Ok(Html(rulebook::to_html(&setup.book(lang))))
}

/// What best play gives on every Mijnlieff board of four tiles.
#[utoipa::path(
    get,
    path = "/api/atlas",
    tag = "positions",
    responses(
        (status = 200, description = "The boards", body = Vec<AtlasBoard>),
        (status = 429, description = "Too much at once", body = Problem),
    )
)]
pub(super) async fn atlas(State(app): State<Arc<App>>) -> Json<Vec<AtlasBoard>> {
    Json(app.atlas.get_or_init(atlas_boards).clone())
}

fn atlas_boards() -> Vec<AtlasBoard> {
    let names = board_names();
    let board = |entry: &Entry| {
        let named = names.iter().find(|(board, _)| board == entry.layout());
        let openings = WIDENING.into_iter().filter_map(|opening| {
            let best = entry.best(opening)?;
            Some(AtlasValue {
                opening: opening.word().to_owned(),
                value: best.value,
                moves: best.moves.len() as u32,
            })
        });
        AtlasBoard {
            name: Words::from(&named.expect("the names are those of the atlas").1),
            board: entry.layout().to_string(),
            lines: entry.threes() as u32,
            openings: openings.collect(),
        }
    };
    Atlas::embedded().entries().iter().map(board).collect()
}
