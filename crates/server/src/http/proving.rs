//! Whether somebody is who they say: passwords and one-time codes, shown to get in or for what must not
//! be done by who only found a browser open.

use super::app::App;
use super::visitor::Browser;
use crate::guesses::Target;
use crate::log::Event;
use crate::name::Name;
use crate::one_time::Step;
use crate::owner::Owner;
use crate::password;
use crate::protocol::Proof;
use crate::refused::Refused;
use crate::seat::PersonId;
use crate::secret::Token;
use crate::seen_as::site;
use crate::store::{Account, Entrance, Place};
use crate::uptime::calendar;

/// What somebody shows to get in.
pub(super) struct Shown {
    pub(super) password: String,
    pub(super) code: Option<String>,
    /// What the name they typed is found by.
    pub(super) typed: String,
}

/// Lets somebody in who shows the right password, and code where one is asked for. Without an account
/// everything is done alike, so that nobody learns which names exist.
pub(super) async fn let_in(
    app: &App,
    browser: &Browser,
    account: Option<Account>,
    shown: Shown,
) -> Result<Account, Refused> {
    let place = place(app, browser, account.as_ref().map(|account| account.person)).await?;
    let name = account
        .as_ref()
        .map_or(shown.typed, |account| Name::key(&account.name));
    let attempt = app.attempt(Target::Password, &name, place, browser.address)?;
    let kept = account.as_ref().map(|account| account.password.clone());
    let owner = Owner::of(None, browser.address);
    let verified = verify(app, owner, shown.password, kept).await;
    let right = verified.inspect_err(|_| app.undone(&attempt))?;
    let account = account.filter(|_| right).ok_or(Refused::WrongPassword)?;
    app.right(attempt);
    if account.entrance == Entrance::Closed {
        return Err(Refused::Barred);
    }
    if account.second_factor {
        let code = shown.code.ok_or(Refused::SecondFactor)?;
        check_code(app, browser, place, &account, &code).await?;
    }
    Ok(account)
}

/// Has an account that is signed in show its password, and a code where one is asked for.
pub(super) async fn prove(
    app: &App,
    browser: &Browser,
    person: PersonId,
    proof: Proof,
) -> Result<(), Refused> {
    let account = prove_password(app, browser, person, proof.password).await?;
    if account.second_factor {
        let place = place(app, browser, Some(person)).await?;
        let code = proof.code.ok_or(Refused::SecondFactor)?;
        check_code(app, browser, place, &account, &code).await?;
    }
    Ok(())
}

/// Has an account that is signed in show its password.
pub(super) async fn prove_password(
    app: &App,
    browser: &Browser,
    person: PersonId,
    password: String,
) -> Result<Account, Refused> {
    app.admit_entry(browser.address)?;
    let account = app.store.account_of(person).await?;
    let place = place(app, browser, Some(person)).await?;
    let attempt = app.attempt(
        Target::Password,
        &Name::key(&account.name),
        place,
        browser.address,
    )?;
    let owner = Owner::of(Some(person), browser.address);
    let verified = verify(app, owner, password, Some(account.password.clone())).await;
    if !verified.inspect_err(|_| app.undone(&attempt))? {
        tracing::warn!(
            event = Event::LogInFailed.word(),
            person = person.0,
            "not who they say"
        );
        return Err(Refused::WrongOldPassword);
    }
    app.right(attempt);
    Ok(account)
}

/// Whether a one-time code is right now and was never used.
async fn check_code(
    app: &App,
    browser: &Browser,
    place: Place,
    account: &Account,
    code: &str,
) -> Result<(), Refused> {
    let attempt = app.attempt(
        Target::Code,
        &Name::key(&account.name),
        place,
        browser.address,
    )?;
    let factor = app.store.second_factor(account.person).await;
    let factor = factor.inspect_err(|_| app.undone(&attempt))?;
    let secret = factor.and_then(|factor| factor.secret);
    let step = secret.and_then(|secret| secret.step_of(code, Step::at(calendar())));
    let step = step.ok_or(Refused::WrongCode)?;
    if !app.store.use_code(account.person, step).await? {
        return Err(Refused::WrongCode);
    }
    app.right(attempt);
    Ok(())
}

async fn place(app: &App, browser: &Browser, person: Option<PersonId>) -> Result<Place, Refused> {
    let device = browser.device.as_ref().map(Token::hash);
    let network = site(browser.address);
    Ok(app.store.place(person, device, network).await?)
}

/// A password that is good enough for a name.
pub(super) async fn judged(
    app: &App,
    owner: Owner,
    password: String,
    name: String,
) -> Result<String, Refused> {
    let judging = app.passwords.run(owner, move || {
        let weakness = password::weakness(&password, &name);
        weakness.map_or(Ok(password), Err)
    });
    judging.await?.map_err(Refused::WeakPassword)
}

/// What is kept of a password.
pub(super) async fn hash(app: &App, owner: Owner, password: String) -> Result<String, Refused> {
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
