use super::database::{self, Connection, Lock, Optional, Row, params};
use super::people::{changed_one, find, insert_guest};
use super::sessions::{Entered, NewSession, begin, end, end_all};
use super::{Entrance, Store, StoreError, devices, looks, second_factors};
use crate::admin::IS_BARRED;
use crate::name::Name;
use crate::recovery::RecoveryHash;
use crate::seat::PersonId;
use crate::secret::TokenHash;
use crate::uptime::calendar;

/// What is needed to let somebody in.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    pub(crate) person: PersonId,
    /// As it is shown.
    pub(crate) name: String,
    /// The hash of the password.
    pub(crate) password: String,
    pub(crate) entrance: Entrance,
    /// Whether one-time codes are asked for.
    pub(crate) second_factor: bool,
    /// What is kept of the code that sets a new password, where there is one.
    pub(crate) recovery: Option<RecoveryHash>,
}

/// An account to be made.
#[derive(Clone, Debug)]
pub(crate) struct NewAccount {
    /// The guest who gets it, with all their games; somebody new when there is none.
    pub(crate) guest: Option<PersonId>,
    pub(crate) name: Name,
    /// The hash of the password.
    pub(crate) password: String,
    pub(crate) recovery: RecoveryHash,
}

/// Asks for an account; the present is its first parameter.
fn select(condition: &str) -> String {
    format!(
        "SELECT id, name, password, {IS_BARRED}, recovery, \
         EXISTS (SELECT 1 FROM second_factors WHERE person = id AND since IS NOT NULL) \
         FROM people WHERE {condition}"
    )
}

impl Store {
    /// Makes an account with a session, and ends `old`: all of it or nothing.
    pub(crate) async fn create_account(
        &self,
        account: NewAccount,
        old: Option<TokenHash>,
        session: NewSession,
    ) -> Result<Entered, StoreError> {
        let folder = self.folder.clone();
        self.write(move |connection| {
            let NewAccount {
                guest,
                name,
                password,
                recovery,
            } = account;
            connection.lock(Lock::Names)?;
            looks::check_free(connection, &folder, &name.shown, guest)?;
            let person = match guest {
                Some(guest) => guest,
                None => insert_guest(connection, &name.shown)?,
            };
            let sql = "UPDATE people SET name = ?2, key = ?3, password = ?4, recovery = ?5 \
                 WHERE id = ?1 AND key IS NULL";
            let values = params![person.0, name.shown, name.key, password, recovery.0];
            changed_one(connection.execute(sql, values))?;
            looks::insert(connection, person, &name.shown)?;
            enter(connection, person, old, &session)
        })
        .await
    }

    /// The account of a name as it was typed: by the first of the keys that is somebody's.
    pub(crate) async fn account(
        &self,
        keys: impl Into<Vec<String>>,
    ) -> Result<Option<Account>, StoreError> {
        let keys = keys.into();
        self.read(move |connection| {
            for key in keys {
                let asked = params![calendar() as i64, key];
                let found = connection.query_row(&select("key = ?2"), asked, read);
                if let Some(account) = found.optional()? {
                    return Ok(Some(account));
                }
            }
            Ok(None)
        })
        .await
    }

    /// The account of a person.
    pub(crate) async fn account_of(&self, person: PersonId) -> Result<Account, StoreError> {
        self.read(move |connection| {
            let sql = select("id = ?2 AND key IS NOT NULL");
            let asked = params![calendar() as i64, person.0];
            Ok(connection.query_row(&sql, asked, read)?)
        })
        .await
    }

    /// Lets somebody in: begins a session, ends `old`, and remembers the browser.
    pub(crate) async fn enter(
        &self,
        person: PersonId,
        old: Option<TokenHash>,
        session: NewSession,
    ) -> Result<Entered, StoreError> {
        self.write(move |connection| enter(connection, person, old, &session))
            .await
    }

    /// Changes a password, ends all sessions and begins a new one: all of it or nothing.
    pub(crate) async fn change_password(
        &self,
        person: PersonId,
        password: String,
        session: NewSession,
    ) -> Result<Entered, StoreError> {
        self.write(move |connection| {
            let sql = "UPDATE people SET password = ?2 WHERE id = ?1 AND key IS NOT NULL";
            let values = params![person.0, password];
            changed_one(connection.execute(sql, values))?;
            end_all(connection, person)?;
            enter(connection, person, None, &session)
        })
        .await
    }

    /// Sets a new password by the recovery code, which is used up: another one takes its place, the
    /// second factor is gone, all sessions end and a new one begins. Missing when the code was used
    /// meanwhile.
    pub(crate) async fn recover(
        &self,
        person: PersonId,
        used: RecoveryHash,
        next: RecoveryHash,
        password: String,
        session: NewSession,
    ) -> Result<Entered, StoreError> {
        self.write(move |connection| {
            let sql = "UPDATE people SET password = ?2, recovery = ?3 \
                       WHERE id = ?1 AND recovery = ?4 AND key IS NOT NULL";
            let values = params![person.0, password, next.0, used.0];
            changed_one(connection.execute(sql, values))?;
            second_factors::remove(connection, person)?;
            devices::forget_all(connection, person)?;
            end_all(connection, person)?;
            enter(connection, person, None, &session)
        })
        .await
    }

    /// Puts another recovery code in place of the one there was.
    pub(crate) async fn set_recovery(
        &self,
        person: PersonId,
        next: RecoveryHash,
    ) -> Result<(), StoreError> {
        self.write(move |connection| {
            let sql = "UPDATE people SET recovery = ?2 WHERE id = ?1 AND key IS NOT NULL";
            changed_one(connection.execute(sql, params![person.0, next.0]))
        })
        .await
    }
}

fn enter(
    connection: &Connection,
    person: PersonId,
    old: Option<TokenHash>,
    session: &NewSession,
) -> Result<Entered, StoreError> {
    if let Some(old) = old {
        end(connection, old)?;
    }
    let ended = begin(connection, person, session)?;
    devices::remember(connection, person, session)?;
    let person = find(connection, person)?;
    Ok(Entered { person, ended })
}

fn read(row: &Row<'_>) -> database::Result<Account> {
    Ok(Account {
        person: PersonId(row.get(0)?),
        name: row.get(1)?,
        password: row.get(2)?,
        entrance: match row.get::<bool>(3)? {
            true => Entrance::Closed,
            false => Entrance::Open,
        },
        recovery: row.get::<Option<[u8; 32]>>(4)?.map(RecoveryHash),
        second_factor: row.get(5)?,
    })
}
