use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::mem;
use std::time::Duration;

use futures_util::TryStreamExt;
use futures_util::future::join;
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::{Client, NoTls, Row, Statement};

use super::value::in_order;
use super::{Error, PostgresAddress, Result, Values};

/// What every session of ours is set to. What was acknowledged is on the disk; a server that has
/// stronger wishes keeps them. Whoever waits for others' rows, and keeps others waiting meanwhile, gives up
/// and tries again: sooner than PostgreSQL, after a second, finds that two wait for each other. Whoever was
/// stopped in the middle of a transaction lets go of its rows.
const SETTINGS: &str = "SELECT set_config('synchronous_commit', \
     CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, \
     false); \
     SET default_transaction_isolation = 'read committed'; \
     SET lock_timeout = '100ms'; \
     SET idle_in_transaction_session_timeout = '1500ms'; \
     SET client_min_messages = 'warning'";

/// How long making a connection may take.
const CONNECT: Duration = Duration::from_secs(3);

/// How long bytes may be under way before the connection is given up, and how a silent one is looked
/// after.
const UNANSWERED: Duration = Duration::from_secs(5);
const LOOK_AFTER: Duration = Duration::from_secs(2);
const LOOK_AGAIN: Duration = Duration::from_secs(1);
const LOOKS: u32 = 3;

/// A session with PostgreSQL, driven by the thread that uses it.
pub(crate) struct Session {
    /// Runs the wire while an answer is waited for. Gone only when the session is.
    runtime: Option<Runtime>,
    client: Client,
    /// Statements the server knows, by their text.
    statements: RefCell<HashMap<String, Statement>>,
    /// What is to be done before the next statement, and is sent with it: it costs no way there and
    /// back.
    deferred: RefCell<String>,
    lost: Cell<bool>,
    /// How often an answer was waited for.
    trips: Cell<u64>,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("lost", &self.is_lost())
            .finish_non_exhaustive()
    }
}

impl Session {
    /// Makes a connection to a server that may be written to.
    pub(super) fn connect(address: &PostgresAddress) -> Result<Session> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| Error::Lost {
            detail: error.to_string(),
        })?;
        let mut config = address.config().clone();
        config.target_session_attrs(tokio_postgres::config::TargetSessionAttrs::ReadWrite);
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT);
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(UNANSWERED);
        }
        if config.get_keepalives_interval().is_none() {
            config.keepalives_idle(LOOK_AFTER);
            config.keepalives_interval(LOOK_AGAIN);
            config.keepalives_retries(LOOKS);
        }
        if config.get_application_name().is_none() {
            config.application_name("merelle");
        }
        let client = runtime.block_on(async {
            let (client, wire) = config.connect(NoTls).await?;
            // It ends with an error when the connection does; whoever waits for an answer then hears
            // of it.
            tokio::spawn(async move { drop(wire.await) });
            client.batch_execute(SETTINGS).await?;
            Ok::<Client, tokio_postgres::Error>(client)
        })?;
        Ok(Session {
            runtime: Some(runtime),
            client,
            statements: RefCell::default(),
            deferred: RefCell::default(),
            lost: Cell::new(false),
            trips: Cell::new(0),
        })
    }

    /// Whether there is no connection any more.
    pub(super) fn is_lost(&self) -> bool {
        self.lost.get() || self.client.is_closed()
    }

    /// Looks whether the server has ended the connection while nobody used it.
    pub(super) fn look(&self) {
        self.runtime().block_on(async {
            // The first turn reads what has come, the next ones give it to who runs the wire.
            for _ in 0..3 {
                tokio::task::yield_now().await;
            }
        });
    }

    /// Does something without parameters before the next statement.
    pub(super) fn defer(&self, sql: &str) {
        let mut deferred = self.deferred.borrow_mut();
        if !deferred.is_empty() {
            deferred.push_str("; ");
        }
        deferred.push_str(sql);
    }

    /// Does not do what was deferred.
    pub(super) fn forget_deferred(&self) {
        self.deferred.borrow_mut().clear();
    }

    pub(super) fn execute_batch(&self, sql: &str) -> Result<()> {
        self.defer(sql);
        self.flush()
    }

    pub(super) fn execute(&self, sql: &str, values: Values<'_>) -> Result<usize> {
        let statement = self.statement(sql)?;
        self.ask(async {
            let changed = self
                .client
                .execute_raw(&statement, in_order(values))
                .await?;
            Ok(usize::try_from(changed).unwrap_or(usize::MAX))
        })
    }

    pub(super) fn query(&self, sql: &str, values: Values<'_>) -> Result<Vec<Row>> {
        let statement = self.statement(sql)?;
        self.ask(async {
            let rows = self.client.query_raw(&statement, in_order(values)).await?;
            rows.try_collect().await
        })
    }

    /// How often an answer was waited for so far.
    #[cfg(test)]
    pub(in crate::store) fn trips(&self) -> u64 {
        self.trips.get()
    }

    /// Sends what was deferred, and what is asked right behind it.
    fn ask<T>(
        &self,
        asked: impl Future<Output = std::result::Result<T, tokio_postgres::Error>>,
    ) -> Result<T> {
        let deferred = mem::take(&mut *self.deferred.borrow_mut());
        self.wait(async {
            if deferred.is_empty() {
                return asked.await;
            }
            let (before, answer) = join(self.client.batch_execute(&deferred), asked).await;
            before.and(answer)
        })
    }

    fn flush(&self) -> Result<()> {
        let deferred = mem::take(&mut *self.deferred.borrow_mut());
        if deferred.is_empty() {
            return Ok(());
        }
        self.wait(self.client.batch_execute(&deferred))
    }

    /// The statement as the server knows it.
    fn statement(&self, sql: &str) -> Result<Statement> {
        if let Some(statement) = self.statements.borrow().get(sql) {
            return Ok(statement.clone());
        }
        // In a transaction that has failed nothing can be prepared until it has gone back.
        self.flush()?;
        let statement = self.wait(self.client.prepare(&numbered(sql)))?;
        let known = statement.clone();
        self.statements.borrow_mut().insert(sql.to_owned(), known);
        Ok(statement)
    }

    fn runtime(&self) -> &Runtime {
        let runtime = self.runtime.as_ref();
        runtime.expect("it is there until the session is dropped")
    }

    fn wait<T>(
        &self,
        answer: impl Future<Output = std::result::Result<T, tokio_postgres::Error>>,
    ) -> Result<T> {
        self.trips.set(self.trips.get() + 1);
        let answer = self.runtime().block_on(answer).map_err(Error::from);
        if let Err(Error::Lost { .. }) = answer {
            self.lost.set(true);
        }
        answer
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Waiting is not allowed everywhere, and there is nothing to wait for.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// `?1` as PostgreSQL writes it. No text of ours has a question mark before a digit.
fn numbered(sql: &str) -> String {
    let mut numbered = String::with_capacity(sql.len());
    let mut letters = sql.chars().peekable();
    while let Some(letter) = letters.next() {
        let parameter = letter == '?' && letters.peek().is_some_and(char::is_ascii_digit);
        numbered.push(if parameter { '$' } else { letter });
    }
    numbered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_numbered_in_the_way_of_postgresql() {
        assert_eq!(
            numbered("SELECT ?1, '?' WHERE a = ?12 AND b = ?1"),
            "SELECT $1, '?' WHERE a = $12 AND b = $1"
        );
    }
}
