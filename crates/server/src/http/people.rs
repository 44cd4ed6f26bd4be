use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use play::text::Text;

use super::app::App;
use super::body::Body;
use super::cookie;
use super::games::{record_of, state, summary, written};
use super::visitor::{Address, Somebody, Visitor};
use crate::name::Name;
use crate::owner::Network;
use crate::owner::Owner;
use crate::password;
use crate::protocol::{
    Action, Credentials, Export, ExportedGame, Me, NewGuest, NewPassword, PersonChange, Problem,
    Profile, RatingPoint, Status, Words,
};
use crate::refused::Refused;
use crate::rooms::{Command, ask};
use crate::seat::{AccountKind, PersonId};
use crate::secret::{Token, TokenHash};
use crate::store::{Entrance, Entry, Filter, Game, Person};

/// Games in an export.
const ALL: u32 = 100_000;

/// Games read at once where all are wanted.
const AT_ONCE: u32 = 100;

/// An answer that sets a cookie.
type WithCookie = (
    AppendHeaders<[(header::HeaderName, axum::http::HeaderValue); 1]>,
    Json<Me>,
);

fn with_cookie(app: &App, token: &Token, person: &Person) -> WithCookie {
    let cookie = cookie::set(token, app.secure);
    let headers = AppendHeaders([(header::SET_COOKIE, cookie)]);
    (headers, Json(person.me()))
}

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
        (status = 409, description = "Somebody already", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn guest(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Address(address): Address,
    Body(NewGuest { name }): Body<NewGuest>,
) -> Result<WithCookie, Refused> {
    if visitor.person.is_some() {
        return Err(Refused::not_now(
            "you are somebody already",
            "vous êtes déjà quelqu'un",
        ));
    }
    let name = match name {
        Some(name) => Name::read(&name).map_err(Refused::BadName)?.shown,
        None => Name::invented(),
    };
    app.limits.guest(address)?;
    let token = Token::random();
    let person = app.store.create_guest(name, token.hash()).await?;
    let network = Network::of(address);
    let mut before = app.newcomers.add(network, person.id);
    before.retain(|guest| !app.hub.is_online(*guest));
    if !before.is_empty() {
        // Those who play stay; where it fails they are only kept a little longer.
        let _ = app.store.remove_guests(before).await;
    }
    Ok(with_cookie(&app, &token, &person))
}

/// Makes an account of a guest, or of nobody.
#[utoipa::path(
    post,
    path = "/api/account",
    tag = "people",
    security((), ("session" = [])),
    request_body = Credentials,
    responses(
        (status = 200, description = "Oneself, with another cookie", body = Me,
            headers(("Set-Cookie" = String, description = "The cookie of the session"))),
        (status = 400, description = "Not readable", body = Problem),
        (status = 422, description = "No name, or a weak password", body = Problem),
        (status = 403, description = "From another site", body = Problem),
        (status = 409, description = "The name is taken, or there is an account", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn account(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Address(address): Address,
    Body(Credentials { name, password }): Body<Credentials>,
) -> Result<WithCookie, Refused> {
    let is_account = |person: &Person| person.account_kind == AccountKind::Account;
    if visitor.person.as_ref().is_some_and(is_account) {
        return Err(Refused::not_now(
            "you have an account already",
            "vous avez déjà un compte",
        ));
    }
    let name = Name::read(&name).map_err(Refused::BadName)?;
    if let Some(why) = password::weakness(&password, &name.shown) {
        return Err(Refused::WeakPassword(why));
    }
    app.limits.entry(address)?;
    let owner = Owner::of(visitor.id(), address);
    let kept = hash(&app, owner, password).await?;
    let token = Token::random();
    // A guest made for an account whose name turns out to be taken is tidied away by itself.
    let person = match visitor.id() {
        Some(person) => person,
        None => {
            app.store
                .create_guest(name.shown.clone(), token.hash())
                .await?
                .id
        }
    };
    app.store
        .make_account(person, name.shown, name.key, kept)
        .await?;
    renew(&app, person, visitor.token, Others::Stay).await
}

/// Lets somebody in by name and password.
#[utoipa::path(
    post,
    path = "/api/login",
    tag = "people",
    security((), ("session" = [])),
    request_body = Credentials,
    responses(
        (status = 200, description = "Oneself, with another cookie", body = Me,
            headers(("Set-Cookie" = String, description = "The cookie of the session"))),
        (status = 400, description = "Not readable", body = Problem),
        (status = 401, description = "Name or password is wrong", body = Problem),
        (status = 403, description = "The account is closed, or from another site", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn login(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Address(address): Address,
    Body(Credentials { name, password }): Body<Credentials>,
) -> Result<WithCookie, Refused> {
    app.limits.entry(address)?;
    // What cannot be a name is nobody's.
    let key = Name::read(&name).map_err(|_| Refused::WrongPassword)?.key;
    app.limits.log_in(&key)?;
    let account = app.store.account(key).await?;
    let kept = account.as_ref().map(|account| account.password.clone());
    let owner = Owner::of(None, address);
    let right = verify(&app, owner, password, kept).await?;
    let account = account.filter(|_| right).ok_or(Refused::WrongPassword)?;
    if account.entrance == Entrance::Closed {
        return Err(Refused::Barred);
    }
    renew(&app, account.person, visitor.token, Others::Stay).await
}

/// Ends the session.
#[utoipa::path(
    post,
    path = "/api/logout",
    tag = "people",
    security((), ("session" = [])),
    responses(
        (status = 204, description = "Nobody again",
            headers(("Set-Cookie" = String, description = "Forgets the cookie"))),
        (status = 403, description = "From another site", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn logout(
    State(app): State<Arc<App>>,
    visitor: Visitor,
) -> Result<impl IntoResponse, Refused> {
    if let Some(token) = visitor.token {
        app.store.end_session(token).await?;
    }
    if let Some(person) = visitor.id() {
        app.hub.disconnect_all(person);
    }
    Ok(nobody_again(&app))
}

fn nobody_again(app: &App) -> impl IntoResponse + use<> {
    let cookie = cookie::clear(app.secure);
    (
        StatusCode::NO_CONTENT,
        AppendHeaders([(header::SET_COOKIE, cookie)]),
    )
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
        (status = 409, description = "An account keeps its name", body = Problem),
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
        let name = Name::read(&name).map_err(Refused::BadName)?.shown;
        app.store.set_name(person.id, name.clone()).await?;
        person.name = name;
    }
    if let Some(settings) = settings {
        app.store.set_settings(person.id, &settings).await?;
        person.settings = settings;
    }
    Ok(Json(person.me()))
}

/// Changes the password and ends all other sessions.
#[utoipa::path(
    post,
    path = "/api/me/password",
    tag = "people",
    security(("session" = [])),
    request_body = NewPassword,
    responses(
        (status = 200, description = "Oneself, with another cookie", body = Me,
            headers(("Set-Cookie" = String, description = "The cookie of the session"))),
        (status = 400, description = "Not readable", body = Problem),
        (status = 422, description = "A weak password", body = Problem),
        (status = 401, description = "Nobody yet, or the wrong password", body = Problem),
        (status = 403, description = "Needs an account, or from another site", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn new_password(
    State(app): State<Arc<App>>,
    somebody: Somebody,
    Address(address): Address,
    Body(NewPassword { old, new }): Body<NewPassword>,
) -> Result<WithCookie, Refused> {
    let Somebody { person, token } = somebody;
    if person.account_kind == AccountKind::Guest {
        return Err(Refused::NeedsAccount);
    }
    if let Some(why) = password::weakness(&new, &person.name) {
        return Err(Refused::WeakPassword(why));
    }
    app.limits.entry(address)?;
    let account = app.store.account(Name::key(&person.name)).await?;
    let kept = account.map(|account| account.password);
    let owner = Owner::of(Some(person.id), address);
    if !verify(&app, owner, old, kept).await? {
        return Err(Refused::WrongOldPassword);
    }
    let kept = hash(&app, owner, new).await?;
    app.store.set_password(person.id, kept).await?;
    renew(&app, person.id, Some(token), Others::End).await
}

/// Forgets a person. Their games stay, without their name.
#[utoipa::path(
    delete,
    path = "/api/me",
    tag = "people",
    security(("session" = [])),
    responses(
        (status = 204, description = "Nobody again",
            headers(("Set-Cookie" = String, description = "Forgets the cookie"))),
        (status = 401, description = "Nobody yet", body = Problem),
        (status = 403, description = "From another site", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn forget(
    State(app): State<Arc<App>>,
    somebody: Somebody,
) -> Result<impl IntoResponse, Refused> {
    let person = somebody.person.id;
    leave_games(&app, person).await?;
    app.store.forget_person(person).await?;
    app.hub.blocks.forget(person);
    app.hub.person_changed(person).await;
    app.hub.disconnect_all(person);
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
        sessions: app.store.sessions_of(person.id).await?,
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

/// What happens to the other sessions of a person.
enum Others {
    Stay,
    End,
}

async fn renew(
    app: &App,
    person: PersonId,
    old: Option<TokenHash>,
    others: Others,
) -> Result<WithCookie, Refused> {
    if matches!(others, Others::End) {
        app.store.end_sessions(person).await?;
        app.hub.disconnect_all(person);
    }
    let token = Token::random();
    let person = app.store.renew_session(person, old, token.hash()).await?;
    Ok(with_cookie(app, &token, &person))
}

async fn hash(app: &App, owner: Owner, password: String) -> Result<String, Refused> {
    let hashed = app.passwords.run(owner, move || password::hash(&password));
    Ok(hashed.await?)
}

async fn verify(
    app: &App,
    owner: Owner,
    password: String,
    kept: Option<String>,
) -> Result<bool, Refused> {
    let verified = app
        .passwords
        .run(owner, move || password::verify(&password, kept.as_deref()));
    Ok(verified.await?)
}
