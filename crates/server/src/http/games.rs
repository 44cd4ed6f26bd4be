#![expect(
    unused_qualifications,
    reason = "written by the macro that describes addresses"
)]

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use game::Side;
use play::record::{Ending, Record};
use play::{Computer, Setup, TimeControl};
use serde::Deserialize;
use utoipa::IntoParams;

use super::app::App;
use super::body::{Body, GameInPath, ParsedQuery};
use super::visitor::{Address, Somebody, Visitor};
use crate::game_id::GameId;
use crate::name::{Bearer, Name};
use crate::owner::{Network, Owner};
use crate::protocol::{
    self, ActionRequest, Against, Both, ColourWish, Entry, GameResult, GameState, GameSummary,
    ListedRequest, LobbyFilter, LobbyList, MoveRequest, OpponentWish, Problem, Status,
};
use crate::rating::Mark;
use crate::refused::{Refused, Unrateable};
use crate::rooms::{Command, Joining, LiveGame, Waits, Wish, ask, random_side};
use crate::seat::{AccountKind, Here, PersonId, Seat, Seated};
use crate::store::{self, Audience, Filter, Game, NewGame, Person};

/// Games listed at once.
const PAGE: u32 = 50;

/// Which games are asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ListQuery {
    /// Only those of a person with an account, by name, or of oneself: `me`.
    player: Option<String>,
    /// Only those in this state of their life.
    status: Option<Status>,
    /// Only those of a family of games, by its word in the catalogue.
    family: Option<String>,
    /// Only those with this setup.
    setup: Option<String>,
    /// Only those that count for the ratings, or only those that do not.
    rated: Option<bool>,
    /// Only those that ended like this; `won` and `lost` are for one player.
    #[param(inline)]
    result: Option<GameResult>,
    /// Only those against the computer, between people, or of two at one screen.
    #[param(inline)]
    against: Option<Against>,
    /// Only those made then or later, in milliseconds since 1970.
    since: Option<u64>,
    /// Only those made before then, in milliseconds since 1970.
    until: Option<u64>,
    /// Only those made before this one: the last of the page before.
    before: Option<String>,
}

/// Games, the newest first, fifty at a time. What is asked for is looked for among all games.
#[utoipa::path(
    get,
    path = "/api/games",
    tag = "games",
    security((), ("session" = [])),
    params(ListQuery),
    responses(
        (status = 200, description = "The games", body = Vec<GameSummary>),
        (status = 400, description = "Not readable", body = Problem),
        (status = 401, description = "Nobody yet", body = Problem),
        (status = 404, description = "No such person or game", body = Problem),
        (status = 409, description = "Won or lost by whom", body = Problem),
        (status = 422, description = "No such setup", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn list(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Address(address): Address,
    ParsedQuery(query): ParsedQuery<ListQuery>,
) -> Result<Json<Vec<GameSummary>>, Refused> {
    let player = match query.player.as_deref() {
        None => None,
        Some("me") => Some(visitor.id().ok_or(Refused::NobodyYet)?),
        Some(name) => Some(app.store.profile(Name::key(name)).await?.0),
    };
    let before = query
        .before
        .map(|id| id.parse().map_err(|_| Refused::NotFound));
    let own = player.is_some() && player == visitor.id();
    let for_one = matches!(query.result, Some(GameResult::Won | GameResult::Lost));
    if for_one && player.is_none() {
        return Err(Refused::not_now(
            "a game is won or lost by somebody: name a player",
            "une partie est gagnée ou perdue par quelqu'un : nommez un joueur",
        ));
    }
    let setup = query.setup.map(|setup| app.families.setup(&setup));
    let setup = setup.transpose().map_err(Refused::Setup)?;
    let filter = Filter {
        player,
        status: query.status,
        family: query.family,
        setup: setup.map(|setup| setup.to_string()),
        rated: query.rated,
        result: query.result,
        against: query.against,
        since: query.since,
        until: query.until,
        asked_by: if own {
            Audience::Players
        } else {
            Audience::Everybody
        },
        before: before.transpose()?,
        limit: PAGE,
    };
    let games = app.store.list_logs(filter).await?;
    let you = visitor.id();
    // Replaying fifty games takes longer than others should have to wait for.
    let drawn = app.apart(Owner::of(you, address), move |_| {
        let games = games.into_iter();
        let drawn = games.map(|(game, entries)| drawn_summary(game, &entries, you));
        Ok(Json(drawn.collect()))
    });
    drawn.await
}

/// A game in a list with its board, where the log can be replayed: one that cannot must not keep
/// others from being listed.
fn drawn_summary(game: Game, entries: &[store::Entry], you: Option<PersonId>) -> GameSummary {
    let summary = summary(&game, you);
    let Ok(live) = LiveGame::load(game, entries) else {
        return summary;
    };
    let view = live.view();
    GameSummary {
        turn: Some(view.turn),
        points: view.points,
        miniature: Some(view.into()),
        ..summary
    }
}

/// A game in a list, without its board.
pub(super) fn summary(game: &Game, you: Option<PersonId>) -> GameSummary {
    let here = |seat: &Seat| matches!(seat, Seat::Here(_));
    let sits = |seat: &Seat| you.is_some() && seat.person() == you && !here(seat);
    let [white, black] = &game.seats;
    GameSummary {
        id: game.id.to_string(),
        setup: game.setup.to_string(),
        status: game.status,
        players: Both::from([white.player(), black.player()]),
        clock: game.clock.to_string(),
        rated: game.rated,
        listed: game.audience == Audience::Everybody,
        created: game.created,
        outcome: game.outcome.map(Into::into),
        rating_mark: game.mark.map(Into::into),
        you: if sits(white) {
            Some(Side::White.into())
        } else {
            sits(black).then(|| Side::Black.into())
        },
        turn: None,
        points: None,
        miniature: None,
    }
}

/// Games that wait for somebody.
#[utoipa::path(
    get,
    path = "/api/lobby",
    tag = "games",
    security((), ("session" = [])),
    params(LobbyFilter),
    responses(
        (status = 200, description = "Those that are looked for, and how many there are",
            body = LobbyList),
        (status = 400, description = "Not readable", body = Problem),
        (status = 422, description = "No such setup", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn lobby(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    ParsedQuery(mut filter): ParsedQuery<LobbyFilter>,
) -> Result<Json<LobbyList>, Refused> {
    if let Some(setup) = &mut filter.setup {
        *setup = app
            .families
            .setup(setup)
            .map_err(Refused::Setup)?
            .to_string();
    }
    let hub = &app.hub;
    let list = hub
        .lobby
        .challenges(visitor.id(), &filter, |person| hub.is_online(person));
    Ok(Json(list))
}

/// Makes a game.
#[utoipa::path(
    post,
    path = "/api/games",
    tag = "games",
    security(("session" = [])),
    request_body = protocol::NewGame,
    responses(
        (status = 201, description = "The game", body = GameState),
        (status = 400, description = "Not readable", body = Problem),
        (status = 401, description = "Nobody yet", body = Problem),
        (status = 403, description = "Needs an account, or from another site", body = Problem),
        (status = 409, description = "Not now", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 422, description = "No such setup, position, clock or computer, or no name",
            body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn create(
    State(app): State<Arc<App>>,
    somebody: Somebody,
    Address(address): Address,
    Body(new): Body<protocol::NewGame>,
) -> Result<(StatusCode, Json<GameState>), Refused> {
    let person = somebody.person;
    let setup = app.families.setup(&new.setup).map_err(Refused::Setup)?;
    let clock: TimeControl = new.clock.parse().map_err(Refused::Clock)?;
    let start = start(&setup, new.position.as_deref())?;
    let opponent = match &new.opponent {
        OpponentWish::Computer { player } => {
            let computer = Computer::new(&setup, player).map_err(Refused::Computer)?;
            Seat::Computer(computer.name())
        }
        // Who sits there is called by a name of their own.
        OpponentWish::Here { .. } => Seat::Here(Here {
            person: person.id,
            name: None,
        }),
        OpponentWish::Friend {} | OpponentWish::Anyone {} => Seat::Empty,
    };
    let alone = opponent != Seat::Empty;
    if new.rated {
        rateable(&person, &opponent, start.is_some())?;
    }
    let public = matches!(new.opponent, OpponentWish::Anyone {});
    let _gate = app.hub.lobby.one_at_a_time(person.id).await;
    let network = Network::of(address);
    let side = match new.colour {
        ColourWish::White => Side::White,
        ColourWish::Black => Side::Black,
        ColourWish::Random => random_side(),
    };
    let family = setup.family();
    let mut seats = [opponent.clone(), opponent];
    seats[side.index()] = seat(&person, family);
    if let OpponentWish::Here { white, black } = &new.opponent {
        seats = [seat_here(&person, white)?, seat_here(&person, black)?];
    }
    let listed = new.listed.unwrap_or(public);
    let other_shows = match new.opponent {
        OpponentWish::Computer { .. } => true,
        OpponentWish::Here { .. } | OpponentWish::Anyone {} => listed,
        OpponentWish::Friend {} => false,
    };
    let mut shows = [other_shows; 2];
    shows[side.index()] = listed;
    let wish = Wish {
        person: person.id,
        network,
        setup: setup.to_string(),
        position: start.clone(),
        clock: clock.to_string(),
        rated: new.rated,
        colour: new.colour,
    };
    let game = NewGame {
        setup,
        start,
        seats,
        random_colours: new.colour == ColourWish::Random && !alone,
        public,
        shows,
        clock,
        rated: new.rated,
        after: None,
    };
    let game = if public {
        app.hub.seek(&person, &wish, game).await?
    } else {
        let kind = if alone { Waits::No } else { Waits::Yes };
        app.hub.has_room(person.id, network, kind).await?;
        app.hub.begin(game, network).await?.id
    };
    let state = state(&app, game, Some(person.id)).await?;
    Ok((StatusCode::CREATED, Json(state)))
}

/// Refuses a rated game that would say nothing about two people: against the computer, at one
/// screen, from a position one of them has chosen; or whose maker has no account to be rated.
fn rateable(person: &Person, opponent: &Seat, chosen: bool) -> Result<(), Refused> {
    match opponent {
        Seat::Computer(_) => Err(Refused::NotRated(Unrateable::Computer)),
        Seat::Here(_) => Err(Refused::NotRated(Unrateable::OneScreen)),
        Seat::Empty | Seat::Person(_) if chosen => Err(Refused::NotRated(Unrateable::Position)),
        Seat::Empty | Seat::Person(_) => match person.account_kind {
            AccountKind::Guest => Err(Refused::NeedsAccount),
            AccountKind::Account => Ok(()),
        },
    }
}

/// The printed start, unless it is the beginning. A position that is over is no start.
fn start(setup: &Setup, position: Option<&str>) -> Result<Option<String>, Refused> {
    let Some(position) = position else {
        return Ok(None);
    };
    let session = setup.session_from(position).map_err(Refused::Position)?;
    if session.outcome().is_some() {
        return Err(Refused::not_now(
            "this position is the end of a game",
            "cette position est la fin d'une partie",
        ));
    }
    Ok(session.start())
}

/// A seat of a game at one screen.
fn seat_here(person: &Person, name: &Option<String>) -> Result<Seat, Refused> {
    let read = |name: &str| Name::read(name, Bearer::Guest);
    let name = name.as_deref().map(read).transpose();
    Ok(Seat::Here(Here {
        person: person.id,
        name: name.map_err(Refused::BadName)?.map(|name| name.shown),
    }))
}

fn seat(person: &Person, family: &str) -> Seat {
    Seat::Person(Seated {
        person: person.id,
        name: person.name.clone(),
        account_kind: person.account_kind,
        rating: person.rating(family),
    })
}

pub(super) async fn state(
    app: &Arc<App>,
    game: GameId,
    person: Option<PersonId>,
) -> Result<GameState, Refused> {
    let state = ask(&app.hub, game, |reply| Command::State { person, reply });
    Ok(*state.await??)
}

/// A game as it stands.
#[utoipa::path(
    get,
    path = "/api/games/{id}",
    tag = "games",
    security((), ("session" = [])),
    params(("id" = String, Path, description = "The game")),
    responses(
        (status = 200, description = "The game", body = GameState),
        (status = 404, description = "No such game", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn read(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    GameInPath(game): GameInPath,
) -> Result<Json<GameState>, Refused> {
    if let Some(person) = visitor.id() {
        // Who asks how their game stands is there, with or without a socket.
        app.hub.lobby.seen(person);
    }
    Ok(Json(state(&app, game, visitor.id()).await?))
}

/// Says whether one wants everybody to find a game in lists. A game by link is found when both its
/// players want it, and no more as soon as one of them does not.
#[utoipa::path(
    put,
    path = "/api/games/{id}/listed",
    tag = "games",
    security(("session" = [])),
    params(("id" = String, Path, description = "The game")),
    request_body = ListedRequest,
    responses(
        (status = 200, description = "The game after it", body = GameState),
        (status = 400, description = "Not readable", body = Problem),
        (status = 401, description = "Nobody yet", body = Problem),
        (status = 403, description = "Not your game, or from another site", body = Problem),
        (status = 404, description = "No such game", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn set_listed(
    State(app): State<Arc<App>>,
    somebody: Somebody,
    GameInPath(game): GameInPath,
    Body(ListedRequest { listed }): Body<ListedRequest>,
) -> Result<Json<GameState>, Refused> {
    let person = somebody.person.id;
    ask(&app.hub, game, |reply| Command::Show {
        person,
        listed,
        reply,
    })
    .await??;
    Ok(Json(state(&app, game, Some(person)).await?))
}

/// Takes the free seat of a game.
#[utoipa::path(
    post,
    path = "/api/games/{id}/join",
    tag = "games",
    security(("session" = [])),
    params(("id" = String, Path, description = "The game")),
    responses(
        (status = 200, description = "The game, which begins", body = GameState),
        (status = 401, description = "Nobody yet", body = Problem),
        (status = 403, description = "Needs an account, or from another site", body = Problem),
        (status = 404, description = "No such game", body = Problem),
        (status = 409, description = "The seat is taken", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn join(
    State(app): State<Arc<App>>,
    somebody: Somebody,
    GameInPath(game): GameInPath,
) -> Result<Json<GameState>, Refused> {
    let joining = Joining::by_link(somebody.person.id, somebody.person.account_kind);
    let joined = ask(&app.hub, game, |reply| Command::Join { joining, reply });
    Ok(Json(*joined.await??))
}

/// Makes a move.
#[utoipa::path(
    post,
    path = "/api/games/{id}/moves",
    tag = "games",
    security(("session" = [])),
    params(("id" = String, Path, description = "The game")),
    request_body = MoveRequest,
    responses(
        (status = 200, description = "The game after it", body = GameState),
        (status = 400, description = "Not readable", body = Problem),
        (status = 401, description = "Nobody yet", body = Problem),
        (status = 403, description = "Not your game, or from another site", body = Problem),
        (status = 404, description = "No such game", body = Problem),
        (status = 409, description = "Not your turn, stale, or not live", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 422, description = "A rule forbids it", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn play(
    State(app): State<Arc<App>>,
    somebody: Somebody,
    GameInPath(game): GameInPath,
    Body(MoveRequest { ply, text }): Body<MoveRequest>,
) -> Result<Json<GameState>, Refused> {
    let (person, came) = (somebody.person.id, std::time::Instant::now());
    ask(&app.hub, game, |reply| Command::Move {
        person,
        ply,
        text,
        came,
        reply,
    })
    .await??;
    Ok(Json(state(&app, game, Some(person)).await?))
}

/// Does something else in a game.
#[utoipa::path(
    post,
    path = "/api/games/{id}/actions",
    tag = "games",
    security(("session" = [])),
    params(("id" = String, Path, description = "The game")),
    request_body = ActionRequest,
    responses(
        (status = 200, description = "The game after it", body = GameState),
        (status = 400, description = "Not readable", body = Problem),
        (status = 401, description = "Nobody yet", body = Problem),
        (status = 403, description = "Not your game, or from another site", body = Problem),
        (status = 404, description = "No such game", body = Problem),
        (status = 409, description = "Not now, stale, or not live", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn act(
    State(app): State<Arc<App>>,
    somebody: Somebody,
    GameInPath(game): GameInPath,
    Body(ActionRequest { ply, action, id }): Body<ActionRequest>,
) -> Result<Json<GameState>, Refused> {
    let person = somebody.person.id;
    ask(&app.hub, game, |reply| Command::Act {
        person,
        ply,
        action,
        id,
        reply,
    })
    .await??;
    Ok(Json(state(&app, game, Some(person)).await?))
}

/// The log of a game.
#[utoipa::path(
    get,
    path = "/api/games/{id}/log",
    tag = "games",
    params(("id" = String, Path, description = "The game")),
    responses(
        (status = 200, description = "Its entries", body = Vec<Entry>),
        (status = 404, description = "No such game", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn log(
    State(app): State<Arc<App>>,
    GameInPath(game): GameInPath,
) -> Result<Json<Vec<Entry>>, Refused> {
    let (_, entries) = app.store.load_game(game).await?;
    Ok(Json(entries.iter().map(Entry::from).collect()))
}

/// The record of a game.
#[utoipa::path(
    get,
    path = "/api/games/{id}/record",
    tag = "games",
    params(("id" = String, Path, description = "The game")),
    responses(
        (status = 200, description = "The record", content_type = "text/plain", body = String),
        (status = 404, description = "No such game", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn record(
    State(app): State<Arc<App>>,
    owner: Owner,
    GameInPath(game): GameInPath,
) -> Result<impl IntoResponse, Refused> {
    let text = record_of(&app, owner, game).await?.to_string();
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((kind, text))
}

/// A stored game as a record.
pub(super) async fn record_of(
    app: &Arc<App>,
    owner: Owner,
    game: GameId,
) -> Result<Record, Refused> {
    let (game, entries) = app.store.load_game(game).await?;
    let made = app.apart(owner, move |_| written(game, &entries));
    made.await
}

/// A game with its log as a record.
pub(super) fn written(game: Game, entries: &[store::Entry]) -> Result<Record, Refused> {
    let live = LiveGame::load(game, entries)?;
    let game = live.game();
    let name = |side: Side| match &game.seats[side.index()] {
        Seat::Empty => "?".to_owned(),
        Seat::Person(seated) if seated.name.is_empty() => "?".to_owned(),
        Seat::Person(seated) => match seated.account_kind {
            AccountKind::Account => seated.name.clone(),
            AccountKind::Guest => Name::of_guest(&seated.name),
        },
        Seat::Here(here) => here
            .name
            .as_deref()
            .map_or_else(|| "?".to_owned(), Name::at_one_screen),
        Seat::Computer(player) => player.clone(),
    };
    let mut tags = vec![
        ("White".to_owned(), name(Side::White)),
        ("Black".to_owned(), name(Side::Black)),
        ("Date".to_owned(), crate::date::date(game.created)),
        ("TimeControl".to_owned(), game.clock.to_string()),
    ];
    if game.rated {
        tags.push(("Rated".to_owned(), rated_tag(game.mark)));
    }
    let mut record = Record::of(live.session(), game.setup.clone(), tags);
    if game.status == Status::Aborted {
        record.ending = Ending::Abandoned;
    }
    Ok(record)
}

/// What the record of a rated game says about how much it counts: `yes`, or less and why.
fn rated_tag(mark: Option<Mark>) -> String {
    mark.map_or_else(|| "yes".to_owned(), |mark| mark.to_string())
}
