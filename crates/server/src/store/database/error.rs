use rusqlite::ErrorCode;
use tokio_postgres::error::SqlState;

/// Why a database does not do what it is asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Error {
    /// Nothing was found.
    #[error("no row was found")]
    NoRow,
    /// It would break a promise of the schema: a key twice, a reference to nothing.
    #[error("{detail}")]
    Constraint {
        /// What the database says.
        detail: String,
    },
    /// Others were at the same rows: it may well succeed when it is tried again.
    #[error("{detail}")]
    Conflict {
        /// What the database says.
        detail: String,
    },
    /// There is no connection any more, or none could be made.
    #[error("{detail}")]
    Lost {
        /// What was noticed.
        detail: String,
    },
    /// No room on the disk.
    #[error("the disk is full")]
    Full,
    /// Nothing may be written.
    #[error("the database is read-only")]
    ReadOnly,
    /// The disk fails.
    #[error("{detail}")]
    Disk {
        /// What the database says.
        detail: String,
    },
    /// Another process keeps it locked.
    #[error("another process keeps the database locked")]
    Locked,
    /// What is stored is not what it should be.
    #[error("{detail}")]
    Damaged {
        /// What the database says.
        detail: String,
    },
    /// Anything else.
    #[error("{detail}")]
    Other {
        /// What the database says.
        detail: String,
    },
}

/// What a database answers.
pub(crate) type Result<T> = std::result::Result<T, Error>;

/// Answers that may be missing.
pub(crate) trait Optional<T> {
    /// Nothing where no row was found.
    fn optional(self) -> Result<Option<T>>;
}

impl<T> Optional<T> for Result<T> {
    fn optional(self) -> Result<Option<T>> {
        match self {
            Ok(found) => Ok(Some(found)),
            Err(Error::NoRow) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl Error {
    /// A column that has not the form it should.
    pub(super) fn form(detail: String) -> Error {
        Error::Other { detail }
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        let detail = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::ConstraintViolation) => Error::Constraint { detail },
            Some(ErrorCode::DiskFull) => Error::Full,
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen) => Error::ReadOnly,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Error::Damaged { detail },
            Some(ErrorCode::SystemIoFailure) => Error::Disk { detail },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Error::Locked,
            _ if matches!(error, rusqlite::Error::QueryReturnedNoRows) => Error::NoRow,
            _ => Error::Other { detail },
        }
    }
}

impl From<tokio_postgres::Error> for Error {
    fn from(error: tokio_postgres::Error) -> Error {
        let Some(said) = error.as_db_error() else {
            let detail = with_sources(&error);
            return match error.is_closed() || is_io(&error) {
                true => Error::Lost { detail },
                false => Error::Other { detail },
            };
        };
        let detail = said.message().to_owned();
        match said.code() {
            code if code.code().starts_with("23") => Error::Constraint { detail },
            &SqlState::T_R_SERIALIZATION_FAILURE
            | &SqlState::T_R_DEADLOCK_DETECTED
            | &SqlState::LOCK_NOT_AVAILABLE => Error::Conflict { detail },
            &SqlState::DISK_FULL => Error::Full,
            // A server that has become a standby is no longer the one to write to.
            &SqlState::READ_ONLY_SQL_TRANSACTION => Error::Lost { detail },
            &SqlState::IO_ERROR => Error::Disk { detail },
            &SqlState::DATA_CORRUPTED | &SqlState::INDEX_CORRUPTED => Error::Damaged { detail },
            // The server ends connections: it is told to stop, restarts, or has waited for too long.
            code if code.code().starts_with("57P") || code.code().starts_with("08") => {
                Error::Lost { detail }
            }
            &SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT
            | &SqlState::TOO_MANY_CONNECTIONS
            | &SqlState::QUERY_CANCELED => Error::Lost { detail },
            _ => Error::Other { detail },
        }
    }
}

fn is_io(error: &tokio_postgres::Error) -> bool {
    let mut source = std::error::Error::source(error);
    while let Some(error) = source {
        if error.is::<std::io::Error>() {
            return true;
        }
        source = error.source();
    }
    false
}

/// What it says, with the reasons behind it.
fn with_sources(error: &tokio_postgres::Error) -> String {
    let mut text = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(error) = source {
        let reason = error.to_string();
        if !text.ends_with(&reason) {
            text = format!("{text}: {reason}");
        }
        source = error.source();
    }
    text
}
