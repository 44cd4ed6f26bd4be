use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{AppendHeaders, IntoResponse};

use super::accounts::nobody_again;
use super::app::App;
use super::body::{Body, OptionalBody};
use super::cookie::{self, Purpose};
use super::games::state;
use super::proving::prove;
use super::visitor::{Browser, Somebody, Visitor};
use crate::log::Event;
use crate::name::{Bearer, Name};
use crate::owner::Network;
use crate::protocol::{Action, Me, NewGuest, PersonChange, Problem, Profile, Proof, Status};
use crate::refused::Refused;
use crate::rooms::{Command, ask};
use crate::seat::{AccountKind, PersonId};
use crate::secret::Token;
use crate::store::Filter;

/// Games of a person that are looked through.
const ALL: u32 = 100_000;

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
    app.admit_guest(browser.address)?;
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
    app.hub.forget_person(person);
    app.hub.person_changed(person).await;
    if let Err(refused) = leave_games(&app, person).await {
        tracing::warn!(?refused, "a game of a forgotten person goes on");
    }
    if somebody.person.account_kind == AccountKind::Account {
        tracing::info!(
            event = Event::AccountDeleted.word(),
            person = person.0,
            "an account was deleted"
        );
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
                    Err(refused) if refused.is_in_doubt() => return Err(refused),
                    // A game that has begun is not called off but resigned.
                    Err(_) => {}
                }
            }
        }
    }
    Ok(())
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
