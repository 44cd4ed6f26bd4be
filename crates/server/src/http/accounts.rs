use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};

use super::app::App;
use super::body::Body;
use super::cookie::{self, Purpose};
use super::proving::{Shown, hash, judged, let_in, prove};
use super::visitor::{Browser, Somebody, Visitor};
use crate::log::Event;
use crate::name::{Bearer, Name};
use crate::owner::Owner;
use crate::protocol::{
    AccountWithRecovery, Credentials, LogIn, Me, NewPassword, NewRecovery, Problem, Proof, Recovery,
};
use crate::recovery::RecoveryCode;
use crate::refused::Refused;
use crate::seat::{AccountKind, PersonId};
use crate::secret::Token;
use crate::store::{Entrance, NewAccount, NewSession, Person};

/// An answer that sets cookies.
type WithCookies<T> = (AppendHeaders<[(HeaderName, HeaderValue); 2]>, Json<T>);

/// The tokens of a browser in which somebody gets in: a new one for the session, and the one it is
/// known by, which stays.
struct Tokens {
    session: Token,
    device: Token,
}

impl Tokens {
    fn of(browser: &Browser) -> Tokens {
        Tokens {
            session: Token::random(),
            device: browser.device.clone().unwrap_or_else(Token::random),
        }
    }

    fn new_session(&self, browser: &Browser) -> NewSession {
        browser.new_session(&self.session, Some(&self.device))
    }

    fn answer<T>(&self, app: &App, body: T) -> WithCookies<T> {
        let session = cookie::set(&self.session, Purpose::Session, app.secure);
        let device = cookie::set(&self.device, Purpose::Device, app.secure);
        let cookies = [session, device].map(|cookie| (header::SET_COOKIE, cookie));
        (AppendHeaders(cookies), Json(body))
    }
}

/// Makes an account of a guest, or of nobody.
#[utoipa::path(
    post,
    path = "/api/account",
    tag = "people",
    security((), ("session" = [])),
    request_body = Credentials,
    responses(
        (status = 200, description = "Oneself, with other cookies, and the recovery code",
            body = AccountWithRecovery,
            headers(("Set-Cookie" = String, description = "The cookies of session and browser"))),
        (status = 400, description = "Not readable", body = Problem),
        (status = 422, description = "No name, or a weak password", body = Problem),
        (status = 403, description = "From another site", body = Problem),
        (status = 409, description = "The name, or one that looks like it, is taken, or there is an \
            account", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn account(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    browser: Browser,
    Body(Credentials { name, password }): Body<Credentials>,
) -> Result<WithCookies<AccountWithRecovery>, Refused> {
    let is_account = |person: &Person| person.account_kind == AccountKind::Account;
    if visitor.person.as_ref().is_some_and(is_account) {
        return Err(Refused::not_now(
            "you have an account already",
            "vous avez déjà un compte",
        ));
    }
    let name = Name::read(&name, Bearer::Account).map_err(Refused::BadName)?;
    app.admit_entry(browser.address)?;
    let owner = Owner::of(visitor.id(), browser.address);
    let password = judged(&app, owner, password, name.shown.clone()).await?;
    let password = hash(&app, owner, password).await?;
    let (tokens, code) = (Tokens::of(&browser), RecoveryCode::random());
    let account = NewAccount {
        guest: visitor.id(),
        name,
        password,
        recovery: code.hash(),
    };
    let session = tokens.new_session(&browser);
    let entered = app.store.create_account(account, visitor.token, session);
    let person = app.hub.entered(entered.await?);
    // Games they play as a guest show the account.
    app.hub.person_changed(person.id).await;
    if let Some(token) = visitor.token {
        app.hub.end_session(person.id, token);
    }
    tracing::info!(
        event = Event::AccountMade.word(),
        person = person.id.0,
        "an account was made"
    );
    let body = AccountWithRecovery {
        me: person.me(),
        recovery: code.to_string(),
    };
    Ok(tokens.answer(&app, body))
}

/// Lets somebody in by name and password, and a one-time code where the account asks for one.
#[utoipa::path(
    post,
    path = "/api/login",
    tag = "people",
    security((), ("session" = [])),
    request_body = LogIn,
    responses(
        (status = 200, description = "Oneself, with other cookies", body = Me,
            headers(("Set-Cookie" = String, description = "The cookies of session and browser"))),
        (status = 400, description = "Not readable", body = Problem),
        (status = 401, description = "Name or password is wrong; or a code is needed (`second-factor`), \
            or it is wrong (`wrong-code`)", body = Problem),
        (status = 403, description = "The account is closed, or from another site", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 429, description = "Too much at once, or too many mistakes", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn login(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    browser: Browser,
    Body(LogIn {
        name,
        password,
        code,
    }): Body<LogIn>,
) -> Result<WithCookies<Me>, Refused> {
    app.admit_entry(browser.address)?;
    let keys = Name::keys(&name);
    let typed = keys[1].clone();
    let account = app.store.account(keys).await?;
    let shown = Shown {
        password,
        code,
        typed,
    };
    let known = account.as_ref().map(|account| account.person);
    let account = let_in(&app, &browser, account, shown).await;
    let account = account.inspect_err(|refused| tell_refused(known, refused))?;
    let tokens = Tokens::of(&browser);
    let session = tokens.new_session(&browser);
    let entered = app.store.enter(account.person, visitor.token, session);
    let person = app.hub.entered(entered.await?);
    if let (Some(before), Some(token)) = (visitor.id(), visitor.token) {
        app.hub.end_session(before, token);
    }
    tracing::info!(
        event = Event::LogIn.word(),
        person = person.id.0,
        "logged in"
    );
    Ok(tokens.answer(&app, person.me()))
}

/// Tells those who run the server that somebody was not let in.
fn tell_refused(known: Option<PersonId>, refused: &Refused) {
    let person = known.map(|person| person.0);
    match refused {
        Refused::TooMany { .. } => {
            tracing::warn!(
                event = Event::LogInBraked.word(),
                person,
                "a log-in has to wait"
            );
        }
        Refused::WrongPassword | Refused::WrongCode | Refused::WrongRecovery | Refused::Barred => {
            tracing::warn!(event = Event::LogInFailed.word(), person, "not let in");
        }
        _ => {}
    }
}

/// Sets a new password by the recovery code. One-time codes are not asked for any more, all sessions
/// end, and there is a new recovery code.
#[utoipa::path(
    post,
    path = "/api/recover",
    tag = "people",
    security((), ("session" = [])),
    request_body = Recovery,
    responses(
        (status = 200, description = "Oneself, with other cookies, and the next recovery code",
            body = AccountWithRecovery,
            headers(("Set-Cookie" = String, description = "The cookies of session and browser"))),
        (status = 400, description = "Not readable", body = Problem),
        (status = 422, description = "A weak password", body = Problem),
        (status = 401, description = "Name or code is wrong, or the code was used", body = Problem),
        (status = 403, description = "The account is closed, or from another site", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn recover(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    browser: Browser,
    Body(Recovery {
        name,
        recovery,
        password,
    }): Body<Recovery>,
) -> Result<WithCookies<AccountWithRecovery>, Refused> {
    app.admit_entry(browser.address)?;
    let code = RecoveryCode::read(&recovery).ok_or(Refused::WrongRecovery)?;
    let account = app.store.account(Name::keys(&name)).await?;
    let known = account.as_ref().map(|account| account.person);
    // A hash of 125 random bits is compared: nobody guesses, and nobody learns anything by time.
    let account = account
        .filter(|account| account.recovery == Some(code.hash()))
        .ok_or(Refused::WrongRecovery)
        .inspect_err(|refused| tell_refused(known, refused))?;
    if account.entrance == Entrance::Closed {
        return Err(Refused::Barred);
    }
    let owner = Owner::of(visitor.id(), browser.address);
    let password = judged(&app, owner, password, account.name.clone()).await?;
    let password = hash(&app, owner, password).await?;
    let (tokens, next) = (Tokens::of(&browser), RecoveryCode::random());
    let session = tokens.new_session(&browser);
    let (used, new) = (code.hash(), next.hash());
    let recovered = app
        .store
        .recover(account.person, used, new, password, session);
    let entered = recovered.await.map_err(|error| match error {
        crate::store::StoreError::Missing => Refused::WrongRecovery,
        other => other.into(),
    })?;
    let person = app.hub.entered(entered);
    app.hub.disconnect_all(person.id);
    if let (Some(before), Some(token)) = (visitor.id(), visitor.token) {
        app.store.end_session(token).await?;
        app.hub.end_session(before, token);
    }
    tracing::warn!(
        event = Event::PasswordReset.word(),
        person = person.id.0,
        "a password was reset"
    );
    let body = AccountWithRecovery {
        me: person.me(),
        recovery: next.to_string(),
    };
    Ok(tokens.answer(&app, body))
}

/// Makes a new recovery code in place of the one there was.
#[utoipa::path(
    post,
    path = "/api/me/recovery",
    tag = "people",
    security(("session" = [])),
    request_body = Proof,
    responses(
        (status = 200, description = "The code", body = NewRecovery),
        (status = 400, description = "Not readable", body = Problem),
        (status = 401, description = "Nobody yet, or password or code is missing or wrong",
            body = Problem),
        (status = 403, description = "Needs an account, or from another site", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 429, description = "Too much at once, or too many mistakes", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn new_recovery(
    State(app): State<Arc<App>>,
    somebody: Somebody,
    browser: Browser,
    Body(proof): Body<Proof>,
) -> Result<Json<NewRecovery>, Refused> {
    let person = somebody.account()?;
    prove(&app, &browser, person, proof).await?;
    let code = RecoveryCode::random();
    app.store.set_recovery(person, code.hash()).await?;
    tracing::info!(
        event = Event::RecoveryCode.word(),
        person = person.0,
        "a new recovery code"
    );
    let recovery = code.to_string();
    Ok(Json(NewRecovery { recovery }))
}

/// Changes the password and ends all other sessions.
#[utoipa::path(
    post,
    path = "/api/me/password",
    tag = "people",
    security(("session" = [])),
    request_body = NewPassword,
    responses(
        (status = 200, description = "Oneself, with other cookies", body = Me,
            headers(("Set-Cookie" = String, description = "The cookies of session and browser"))),
        (status = 400, description = "Not readable", body = Problem),
        (status = 422, description = "A weak password", body = Problem),
        (status = 401, description = "Nobody yet, or the password is wrong", body = Problem),
        (status = 403, description = "Needs an account, or from another site", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 429, description = "Too much at once, or too many mistakes", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn new_password(
    State(app): State<Arc<App>>,
    somebody: Somebody,
    browser: Browser,
    Body(NewPassword { old, new }): Body<NewPassword>,
) -> Result<WithCookies<Me>, Refused> {
    let person = somebody.account()?;
    let owner = Owner::of(Some(person), browser.address);
    let new = judged(&app, owner, new, somebody.person.name.clone()).await?;
    super::proving::prove_password(&app, &browser, person, old).await?;
    let new = hash(&app, owner, new).await?;
    let tokens = Tokens::of(&browser);
    let session = tokens.new_session(&browser);
    let entered = app.store.change_password(person, new, session).await?;
    let person = app.hub.entered(entered);
    app.hub.disconnect_all(person.id);
    tracing::info!(
        event = Event::PasswordChanged.word(),
        person = person.id.0,
        "another password"
    );
    Ok(tokens.answer(&app, person.me()))
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
        if let Some(person) = visitor.id() {
            app.hub.end_session(person, token);
            tracing::info!(
                event = Event::SessionsEnded.word(),
                person = person.0,
                count = 1,
                "logged out"
            );
        }
    }
    Ok(nobody_again(&app))
}

/// The answer to who is nobody any more.
pub(super) fn nobody_again(app: &App) -> impl IntoResponse + use<> {
    let cookie = cookie::clear(app.secure);
    (
        StatusCode::NO_CONTENT,
        AppendHeaders([(header::SET_COOKIE, cookie)]),
    )
}
