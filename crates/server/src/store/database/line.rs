use std::time::{Duration, Instant};

use super::{Connection, Error, PostgresAddress};
use crate::store::StoreError;

/// A connection that is made anew when it was lost.
#[derive(Debug)]
pub(in crate::store) struct Line {
    connection: Option<Connection>,
    /// Where another one can be made. A file is opened once.
    address: Option<PostgresAddress>,
    /// When it was used for the last time.
    used: Instant,
    failure: Option<Failure>,
}

/// A connection that could not be made.
#[derive(Debug)]
struct Failure {
    error: StoreError,
    /// Until when nobody tries again, and how long that is.
    until: Instant,
    pause: Duration,
}

/// A connection that nobody has used for so long is looked at before it is used.
const IDLE: Duration = Duration::from_millis(100);

/// From one try to the next: twice as long each time.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

impl Line {
    /// A line that has a connection, and where another one can be made.
    pub(in crate::store) fn new(connection: Connection, address: Option<&PostgresAddress>) -> Line {
        Line {
            connection: Some(connection),
            address: address.cloned(),
            used: Instant::now(),
            failure: None,
        }
    }

    /// The connection, which is made anew where it was lost.
    pub(in crate::store) fn connection(&mut self) -> Result<&Connection, StoreError> {
        let idle = self.used.elapsed() > IDLE;
        self.used = Instant::now();
        if let Some(Connection::Postgres(session)) = &self.connection {
            if idle {
                session.look();
            }
            if session.is_lost() {
                self.connection = None;
            }
        }
        match self.connection {
            Some(ref connection) => Ok(connection),
            None => self.connect(),
        }
    }

    /// The connection as it is, if there is one.
    pub(in crate::store) fn present(&self) -> Option<&Connection> {
        self.connection.as_ref()
    }

    fn connect(&mut self) -> Result<&Connection, StoreError> {
        let Some(address) = &self.address else {
            return Err(StoreError::Closed);
        };
        let failed = self.failure.take();
        let pause = match &failed {
            Some(failure) if Instant::now() < failure.until => {
                let error = failure.error.clone();
                self.failure = failed;
                return Err(error);
            }
            Some(failure) => (failure.pause * 2).min(LONGEST_PAUSE),
            None => FIRST_PAUSE,
        };
        match Connection::postgres(address) {
            Ok(connection) => Ok(self.connection.insert(connection)),
            Err(error) => {
                // Whatever the server says: as long as it lets nobody in, nothing can be stored.
                let detail = error.to_string();
                let error = StoreError::from(Error::Lost { detail });
                self.failure = Some(Failure {
                    error: error.clone(),
                    until: Instant::now() + pause,
                    pause,
                });
                Err(error)
            }
        }
    }
}
