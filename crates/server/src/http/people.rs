use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{AppendHeaders, IntoResponse};
use play::text::Text;

use super::accounts::nobody_again;
use super::app::App;
use super::body::{Body, OptionalBody};
use super::cookie::{self, Purpose};
use super::games::{record_of, state, summary, written};
use super::proving::prove;
use super::visitor::{Browser, Somebody, Visitor};
use crate::name::{Bearer, Name};
use crate::owner::Network;
use crate::protocol::{
    Action, Export, ExportedGame, Me, NewGuest, PersonChange, Problem, Profile, Proof, RatingPoint,
    Status, Words,
};
use crate::refused::Refused;
use crate::rooms::{Command, ask};
use crate::seat::{AccountKind, PersonId};
use crate::secret::Token;
use crate::store::{Entry, Filter, Game, Person};

/// Games in an export.
const ALL: u32 = 100_000;

/// Games read at once where all are wanted.
const AT_ONCE: u32 = 100;

/// Who one is.
#[utoipa::path(
    get,
    path = "/api/me",
    tag = "people",
    security(("session" = [])),
    responses(
        (status = 200, description = "Oneself", body = Me),
        (status = 401, description = "Nobody yet", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn me(somebody: Somebody) -> Json<Me> {
    Json(somebody.person.me())
}

/// Becomes a guest. Who is somebody already stays who they are.
#[utoipa::path(
    post,
    path = "/api/guest",
    tag = "people",
    security((), ("session" = [])),
    request_body = NewGuest,
    responses(
        (status = 200, description = "Oneself, with a cookie", body = Me,
            headers(("Set-Cookie" = String, description = "The cookie of the session"))),
        (status = 400, description = "Not readable", body = Problem),
        (status = 422, description = "No name", body = Problem),
        (status = 403, description = "From another site", body = Problem),
        (status = 409, description = "Somebody already, or the name looks like that of an account",
            body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn guest(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    browser: Browser,
    Body(NewGuest { name }): Body<NewGuest>,
) -> Result<impl IntoResponse, Refused> {
    if visitor.person.is_some() {
        return Err(Refused::not_now(
            "you are somebody already",
            "vous êtes déjà quelqu'un",
        ));
    }
    let name = match name {
        Some(name) => {
            let name = Name::read(&name, Bearer::Guest);
            name.map_err(Refused::BadName)?.shown
        }
        None => Name::invented(),
    };
    app.limits.guest(browser.address)?;
    let token = Token::random();
    let session = browser.new_session(&token, None);
    let person = app.store.create_guest(name, session).await?;
    let network = Network::of(browser.address);
    let mut before = app.newcomers.add(network, person.id);
    before.retain(|guest| !app.hub.is_online(*guest));
    if !before.is_empty() {
        // Those who play stay; where it fails they are only kept a little longer.
        let _ = app.store.remove_guests(before).await;
    }
    let cookie = cookie::set(&token, Purpose::Session, app.secure);
    let headers = AppendHeaders([(header::SET_COOKIE, cookie)]);
    Ok((headers, Json(person.me())))
}

/// Changes name and settings.
#[utoipa::path(
    patch,
    path = "/api/me",
    tag = "people",
    security(("session" = [])),
    request_body = PersonChange,
    responses(
        (status = 200, description = "Oneself", body = Me),
        (status = 400, description = "Not readable", body = Problem),
        (status = 422, description = "No name", body = Problem),
        (status = 401, description = "Nobody yet", body = Problem),
        (status = 403, description = "From another site", body = Problem),
        (status = 409, description = "An account keeps its name, or the name looks like that of one",
            body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn change(
    State(app): State<Arc<App>>,
    somebody: Somebody,
    Body(PersonChange { name, settings }): Body<PersonChange>,
) -> Result<Json<Me>, Refused> {
    let mut person = somebody.person;
    if let Some(name) = name {
        if person.account_kind == AccountKind::Account {
            return Err(Refused::not_now(
                "an account keeps its name",
                "un compte garde son nom",
            ));
        }
        let name = Name::read(&name, Bearer::Guest);
        let name = name.map_err(Refused::BadName)?.shown;
        app.store.set_name(person.id, name.clone()).await?;
        person.name = name;
        app.hub.person_changed(person.id).await;
    }
    if let Some(settings) = settings {
        app.store.set_settings(person.id, &settings).await?;
        person.settings = settings;
    }
    Ok(Json(person.me()))
}

/// Forgets a person. Their games stay, without their name. An account shows its password for it.
#[utoipa::path(
    delete,
    path = "/api/me",
    tag = "people",
    security(("session" = [])),
    request_body(content = Option<Proof>, description = "Needed of an account"),
    responses(
        (status = 204, description = "Nobody again",
            headers(("Set-Cookie" = String, description = "Forgets the cookie"))),
        (status = 400, description = "Not readable", body = Problem),
        (status = 401, description = "Nobody yet, or password or code is missing or wrong",
            body = Problem),
        (status = 403, description = "From another site", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 429, description = "Too much at once, or too many mistakes", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn forget(
    State(app): State<Arc<App>>,
    somebody: Somebody,
    browser: Browser,
    OptionalBody(proof): OptionalBody<Proof>,
) -> Result<impl IntoResponse, Refused> {
    let person = somebody.person.id;
    if somebody.person.account_kind == AccountKind::Account {
        prove(
            &app,
            &browser,
            person,
            proof.ok_or(Refused::WrongOldPassword)?,
        )
        .await?;
    }
    // Before, so that a rated game that is given up counts for the other; and once more after, for
    // what was begun in between.
    leave_games(&app, person).await?;
    app.store.forget_person(person).await?;
    app.hub.disconnect_all(person);
    app.hub.blocks.forget(person);
    app.hub.person_changed(person).await;
    if let Err(refused) = leave_games(&app, person).await {
        tracing::warn!(?refused, "a game of a forgotten person goes on");
    }
    Ok(nobody_again(&app))
}

/// Calls off or resigns what a person still plays, so that nobody waits for them.
async fn leave_games(app: &Arc<App>, person: PersonId) -> Result<(), Refused> {
    for status in [Status::Open, Status::Live] {
        let filter = Filter {
            player: Some(person),
            status: Some(status),
            limit: ALL,
            ..Filter::default()
        };
        for game in app.store.list_games(filter).await? {
            let state = state(app, game.id, Some(person)).await?;
            for action in [Action::Abort, Action::Resign] {
                let ply = state.ply;
                let left = ask(&app.hub, game.id, |reply| Command::Act {
                    person,
                    ply,
                    action,
                    id: None,
                    reply,
                });
                match left.await? {
                    Ok(_) => break,
                    Err(refused @ (Refused::Store(_) | Refused::InDoubt)) => return Err(refused),
                    // A game that has begun is not called off but resigned.
                    Err(_) => {}
                }
            }
        }
    }
    Ok(())
}

/// All that is kept about a person.
#[utoipa::path(
    get,
    path = "/api/me/export",
    tag = "people",
    security(("session" = [])),
    responses(
        (status = 200, description = "All of it", body = Export),
        (status = 401, description = "Nobody yet", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn export(
    State(app): State<Arc<App>>,
    somebody: Somebody,
) -> Result<Json<Export>, Refused> {
    let person = somebody.person;
    let filter = Filter {
        player: Some(person.id),
        limit: ALL,
        ..Filter::default()
    };
    let mut games = Vec::new();
    for game in app.store.list_games(filter).await? {
        games.push(ExportedGame {
            record: record_of(&app, game.id).await?.to_string(),
            summary: summary(&game, Some(person.id)),
        });
    }
    let about = Text::new(
        "All that this server keeps about you. Passwords and sessions are kept as hashes only.",
        "Tout ce que ce serveur garde sur vous. Mots de passe et sessions n'y sont que hachés.",
    );
    Ok(Json(Export {
        me: person.me(),
        since: person.since,
        sessions: app.store.sessions_of(person.id, somebody.token).await?,
        rating_histories: histories(&app, &person).await?,
        blocked: app.store.blocked_by(person.id).await?,
        reports: app.store.reports_of(person.id).await?,
        games,
        about: Words::from(&about),
    }))
}

/// The records of all games of a person in one file, the newest first.
#[utoipa::path(
    get,
    path = "/api/me/records",
    tag = "people",
    security(("session" = [])),
    responses(
        (status = 200, description = "The records", content_type = "text/plain", body = String),
        (status = 401, description = "Nobody yet", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn records(
    State(app): State<Arc<App>>,
    somebody: Somebody,
) -> Result<impl IntoResponse, Refused> {
    let mut filter = Filter {
        player: Some(somebody.person.id),
        limit: AT_ONCE,
        ..Filter::default()
    };
    let mut text = String::new();
    loop {
        let games = app.store.list_logs(filter).await?;
        filter.before = games.last().map(|(game, _)| game.id);
        let last = games.len() < AT_ONCE as usize;
        let written = tokio::task::spawn_blocking(move || records_text(games));
        text += &written.await.map_err(|_| Refused::Unavailable)??;
        if last {
            break;
        }
    }
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"merelle.txt\"",
        ),
    ];
    Ok((headers, text))
}

/// Records one after the other, without games in which nothing happened.
fn records_text(games: Vec<(Game, Vec<Entry>)>) -> Result<String, Refused> {
    let mut text = String::new();
    for (game, entries) in games.into_iter().filter(|(_, entries)| !entries.is_empty()) {
        let record = written(game, &entries)?.to_string();
        text += &record;
        text.push('\n');
    }
    Ok(text)
}

/// How the ratings of a person went, by the name of the family.
async fn histories(
    app: &App,
    person: &Person,
) -> Result<BTreeMap<String, Vec<RatingPoint>>, Refused> {
    let mut histories = BTreeMap::new();
    for family in person.ratings.keys() {
        let history = app.store.rating_history(person.id, family.clone()).await?;
        histories.insert(family.clone(), history);
    }
    Ok(histories)
}

/// The profile of an account.
#[utoipa::path(
    get,
    path = "/api/people/{name}",
    tag = "people",
    params(("name" = String, Path, description = "The name of the account")),
    responses(
        (status = 200, description = "What everybody may see", body = Profile),
        (status = 404, description = "No such account", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn profile(
    State(app): State<Arc<App>>,
    name: Result<Path<String>, axum::extract::rejection::PathRejection>,
) -> Result<Json<Profile>, Refused> {
    let Path(name) = name.map_err(|_| Refused::NotFound)?;
    let (_, profile) = app.store.profile(Name::key(&name)).await?;
    Ok(Json(profile))
}
