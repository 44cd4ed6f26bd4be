use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Method, header};

use super::app::App;
use super::cookie::{self, Purpose};
use crate::owner::Owner;
use crate::refused::Refused;
use crate::seat::{AccountKind, PersonId};
use crate::secret::{Token, TokenHash};
use crate::seen_as::SeenAs;
use crate::store::{NewSession, Person};

/// Whoever asks, known or not.
pub(super) struct Visitor {
    pub(super) person: Option<Person>,
    /// The session they show, which may have ended.
    pub(super) token: Option<TokenHash>,
}

/// Somebody who is known.
pub(super) struct Somebody {
    pub(super) person: Person,
    pub(super) token: TokenHash,
}

impl Visitor {
    pub(super) fn id(&self) -> Option<PersonId> {
        self.person.as_ref().map(|person| person.id)
    }
}

impl Visitor {
    /// Who shows a session, without counting what they do.
    pub(super) async fn identify(parts: &Parts, app: &App) -> Result<Option<Person>, Refused> {
        let token = cookie::read(&parts.headers, Purpose::Session, app.secure);
        Ok(match token {
            Some(token) => app.store.session(token.hash()).await?,
            None => None,
        })
    }
}

impl Somebody {
    /// Their number, where they have an account.
    pub(super) fn account(&self) -> Result<PersonId, Refused> {
        match self.person.account_kind {
            AccountKind::Guest => Err(Refused::NeedsAccount),
            AccountKind::Account => Ok(self.person.id),
        }
    }
}

impl FromRequestParts<Arc<App>> for Visitor {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Visitor, Refused> {
        let token =
            cookie::read(&parts.headers, Purpose::Session, app.secure).map(|token| token.hash());
        let person = Visitor::identify(parts, app).await?;
        if let Some(person) = &person {
            tracing::Span::current().record("person", person.id.0);
        }
        if let Some(person) = &person {
            let Ok(Address(address)) = Address::from_request_parts(parts, app).await;
            app.hub.whereabouts.saw(person.id, address);
        }
        let changes = !matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS);
        if let Some(person) = person.as_ref().filter(|_| changes) {
            app.limits.change(person.id)?;
        }
        Ok(Visitor { person, token })
    }
}

impl FromRequestParts<Arc<App>> for Somebody {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Somebody, Refused> {
        let Visitor { person, token } = Visitor::from_request_parts(parts, app).await?;
        let known = person.zip(token).ok_or(Refused::NobodyYet)?;
        let (person, token) = known;
        Ok(Somebody { person, token })
    }
}

/// The address a request comes from, as the guard has found it.
#[derive(Clone, Copy)]
pub(super) struct Address(pub(super) std::net::IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for Address {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Address, Infallible> {
        let found = parts.extensions.get::<Address>().copied();
        let unknown = std::net::Ipv4Addr::UNSPECIFIED.into();
        Ok(found.unwrap_or(Address(unknown)))
    }
}

/// Whose work it is that a request asks for.
impl FromRequestParts<Arc<App>> for Owner {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Owner, Refused> {
        let visitor = Visitor::from_request_parts(parts, app).await?;
        let Ok(Address(address)) = Address::from_request_parts(parts, app).await;
        Ok(Owner::of(visitor.id(), address))
    }
}

/// The browser a request comes from.
pub(super) struct Browser {
    pub(super) address: std::net::IpAddr,
    /// What it is known by, where it has been here before.
    pub(super) device: Option<Token>,
    seen_as: SeenAs,
}

impl Browser {
    /// A session to begin in it.
    pub(super) fn new_session(&self, token: &Token, device: Option<&Token>) -> NewSession {
        NewSession {
            token: token.hash(),
            device: device.map(Token::hash),
            seen_as: self.seen_as.clone(),
        }
    }
}

impl FromRequestParts<Arc<App>> for Browser {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Browser, Infallible> {
        let Address(address) = Address::from_request_parts(parts, app).await?;
        let agent = parts.headers.get(header::USER_AGENT);
        let agent = agent.and_then(|agent| agent.to_str().ok());
        Ok(Browser {
            address,
            device: cookie::read(&parts.headers, Purpose::Device, app.secure),
            seen_as: SeenAs::of(agent, address),
        })
    }
}
