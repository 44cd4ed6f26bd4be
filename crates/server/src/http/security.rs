use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use picture::QrCode;

use super::app::App;
use super::body::Body;
use super::proving::{prove, prove_password};
use super::visitor::{Browser, Somebody};
use crate::log::Event;
use crate::one_time::{Secret, Step};
use crate::protocol::{OneTimeCode, Problem, Proof, SecondFactorSetup, Security};
use crate::refused::Refused;
use crate::seat::AccountKind;
use crate::seat::PersonId;
use crate::store::{StoreError, Which};
use crate::uptime::calendar;

/// How one is kept safe: where one is signed in, whether codes are asked for.
#[utoipa::path(
    get,
    path = "/api/me/security",
    tag = "people",
    security(("session" = [])),
    responses(
        (status = 200, description = "All of it", body = Security),
        (status = 401, description = "Nobody yet", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy", body = Problem),
    )
)]
pub(super) async fn security(
    State(app): State<Arc<App>>,
    somebody: Somebody,
) -> Result<Json<Security>, Refused> {
    let person = somebody.person.id;
    let account = match somebody.person.account_kind {
        AccountKind::Guest => None,
        AccountKind::Account => Some(app.store.account_of(person).await?),
    };
    let is = |what: fn(&crate::store::Account) -> bool| account.as_ref().is_some_and(what);
    Ok(Json(Security {
        second_factor: is(|account| account.second_factor),
        recovery: is(|account| account.recovery.is_some()),
        sessions: app.store.sessions_of(person, somebody.token).await?,
    }))
}

/// Ends one session of one's own, wherever it is. Its sockets close at once.
#[utoipa::path(
    delete,
    path = "/api/me/sessions/{id}",
    tag = "people",
    security(("session" = [])),
    params(("id" = String, Path, description = "The session")),
    responses(
        (status = 204, description = "It is over"),
        (status = 401, description = "Nobody yet", body = Problem),
        (status = 403, description = "From another site", body = Problem),
        (status = 404, description = "No such session", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn end_session(
    State(app): State<Arc<App>>,
    somebody: Somebody,
    id: Result<Path<String>, axum::extract::rejection::PathRejection>,
) -> Result<StatusCode, Refused> {
    let Path(id) = id.map_err(|_| Refused::NotFound)?;
    let ended = app.store.end_sessions(somebody.person.id, Which::Id(id));
    let ended = ended.await?;
    if ended.is_empty() {
        return Err(Refused::NotFound);
    }
    app.hub.ended(&ended);
    tell_ended(somebody.person.id, ended.len());
    Ok(StatusCode::NO_CONTENT)
}

fn tell_ended(person: PersonId, count: usize) {
    let event = Event::SessionsEnded.word();
    tracing::info!(event, person = person.0, count, "sessions ended");
}

/// Ends all sessions of one's own but this one.
#[utoipa::path(
    delete,
    path = "/api/me/sessions",
    tag = "people",
    security(("session" = [])),
    responses(
        (status = 204, description = "They are over"),
        (status = 401, description = "Nobody yet", body = Problem),
        (status = 403, description = "From another site", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn end_other_sessions(
    State(app): State<Arc<App>>,
    somebody: Somebody,
) -> Result<StatusCode, Refused> {
    let others = Which::Others(somebody.token);
    let ended = app.store.end_sessions(somebody.person.id, others).await?;
    app.hub.ended(&ended);
    tell_ended(somebody.person.id, ended.len());
    Ok(StatusCode::NO_CONTENT)
}

/// Begins to ask for one-time codes: what makes them is shown once, and a first code confirms it.
#[utoipa::path(
    post,
    path = "/api/me/second-factor",
    tag = "people",
    security(("session" = [])),
    request_body = Proof,
    responses(
        (status = 200, description = "What makes the codes", body = SecondFactorSetup),
        (status = 400, description = "Not readable", body = Problem),
        (status = 401, description = "Nobody yet, or the password is wrong", body = Problem),
        (status = 403, description = "Needs an account, or from another site", body = Problem),
        (status = 409, description = "Codes are asked for already", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 429, description = "Too much at once, or too many mistakes", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn begin_second_factor(
    State(app): State<Arc<App>>,
    somebody: Somebody,
    browser: Browser,
    Body(proof): Body<Proof>,
) -> Result<Json<SecondFactorSetup>, Refused> {
    let person = somebody.account()?;
    prove_password(&app, &browser, person, proof.password).await?;
    let secret = Secret::random();
    let begun = app.store.begin_second_factor(person, secret.clone());
    begun.await.map_err(|error| match error {
        StoreError::Missing => Refused::not_now(
            "codes are asked for already",
            "les codes sont déjà demandés",
        ),
        other => other.into(),
    })?;
    let link = secret.link(&somebody.person.name);
    let code = QrCode::of(&link).expect("a short link fits into a code");
    Ok(Json(SecondFactorSetup {
        secret: secret.text(),
        picture: code.to_svg(),
        link,
    }))
}

/// Shows a first one-time code. From now on a code is asked for at every log-in.
#[utoipa::path(
    post,
    path = "/api/me/second-factor/confirm",
    tag = "people",
    security(("session" = [])),
    request_body = OneTimeCode,
    responses(
        (status = 204, description = "Codes are asked for from now on"),
        (status = 400, description = "Not readable", body = Problem),
        (status = 401, description = "Nobody yet, or the code is wrong", body = Problem),
        (status = 403, description = "Needs an account, or from another site", body = Problem),
        (status = 409, description = "It was not begun, or codes are asked for already", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 429, description = "Too much at once", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn confirm_second_factor(
    State(app): State<Arc<App>>,
    somebody: Somebody,
    Body(OneTimeCode { code }): Body<OneTimeCode>,
) -> Result<StatusCode, Refused> {
    let person = somebody.account()?;
    let factor = app.store.second_factor(person).await?;
    let secret = factor
        .filter(|factor| !factor.confirmed)
        .and_then(|factor| factor.secret)
        .ok_or_else(|| Refused::not_now("nothing is to be confirmed", "rien n'est à confirmer"))?;
    // Who is here has been shown the secret: there is nothing to guess.
    let step = secret.step_of(&code, Step::at(calendar()));
    let step = step.ok_or(Refused::WrongCode)?;
    match app.store.use_code(person, step).await? {
        true => {
            tracing::info!(
                event = Event::SecondFactor.word(),
                person = person.0,
                "added"
            );
            Ok(StatusCode::NO_CONTENT)
        }
        false => Err(Refused::WrongCode),
    }
}

/// Asks for one-time codes no more.
#[utoipa::path(
    post,
    path = "/api/me/second-factor/remove",
    tag = "people",
    security(("session" = [])),
    request_body = Proof,
    responses(
        (status = 204, description = "No code is asked for"),
        (status = 400, description = "Not readable", body = Problem),
        (status = 401, description = "Nobody yet, or password or code is missing or wrong",
            body = Problem),
        (status = 403, description = "Needs an account, or from another site", body = Problem),
        (status = 413, description = "Too large", body = Problem),
        (status = 429, description = "Too much at once, or too many mistakes", body = Problem),
        (status = 503, description = "Busy, or not stored", body = Problem),
    )
)]
pub(super) async fn remove_second_factor(
    State(app): State<Arc<App>>,
    somebody: Somebody,
    browser: Browser,
    Body(proof): Body<Proof>,
) -> Result<StatusCode, Refused> {
    let person = somebody.account()?;
    prove(&app, &browser, person, proof).await?;
    app.store.remove_second_factor(person).await?;
    tracing::info!(
        event = Event::SecondFactor.word(),
        person = person.0,
        "taken away"
    );
    Ok(StatusCode::NO_CONTENT)
}
