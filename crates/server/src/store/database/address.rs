use std::fmt;
use std::str::FromStr;

use play::text::Text;
use serde::Deserialize;
use tokio_postgres::config::{Host, SslMode};

/// Which database a server keeps its games in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Database {
    /// SQLite, in the data folder.
    #[default]
    Folder,
    /// A PostgreSQL server, which several nodes may use.
    Postgres(PostgresAddress),
}

/// Where a PostgreSQL server is, and how to get in. What it shows has no password.
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresAddress {
    config: Box<tokio_postgres::Config>,
}

/// Why a text is not the address of a database. It does not repeat the text, which may have a password
/// in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DatabaseError {
    /// It does not begin as one.
    #[error("a database is postgres://USER@HOST/NAME")]
    Scheme,
    /// PostgreSQL does not know such an address.
    #[error("not an address of PostgreSQL: {detail}")]
    Address {
        /// What is wrong with it.
        detail: String,
    },
    /// It asks for a connection that is encrypted.
    #[error("connections to PostgreSQL are not encrypted: sslmode=require is refused")]
    Encryption,
}

impl DatabaseError {
    /// The reason for people.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            DatabaseError::Scheme => Text::new(
                "this is no address of a database: write postgres://USER:PASSWORD@HOST:PORT/NAME",
                "ce n'est pas l'adresse d'une base de données : écrivez \
                 postgres://UTILISATEUR:MOT_DE_PASSE@HÔTE:PORT/NOM",
            ),
            DatabaseError::Address { detail } => Text::new(
                format!("this is no address of PostgreSQL ({detail})"),
                format!("ce n'est pas une adresse PostgreSQL ({detail})"),
            ),
            DatabaseError::Encryption => Text::new(
                "this program does not encrypt its connections to PostgreSQL, so sslmode=require is \
                 refused: use a socket, a private network or an encrypted tunnel",
                "ce programme ne chiffre pas ses connexions à PostgreSQL, donc sslmode=require est \
                 refusé : passez par un socket, un réseau privé ou un tunnel chiffré",
            ),
        }
    }
}

impl PostgresAddress {
    pub(super) fn config(&self) -> &tokio_postgres::Config {
        &self.config
    }
}

impl FromStr for Database {
    type Err = DatabaseError;

    fn from_str(text: &str) -> Result<Database, DatabaseError> {
        text.parse().map(Database::Postgres)
    }
}

impl TryFrom<String> for Database {
    type Error = DatabaseError;

    fn try_from(text: String) -> Result<Database, DatabaseError> {
        text.parse()
    }
}

impl FromStr for PostgresAddress {
    type Err = DatabaseError;

    fn from_str(text: &str) -> Result<PostgresAddress, DatabaseError> {
        let known = ["postgres://", "postgresql://"];
        if !known.iter().any(|scheme| text.starts_with(scheme)) {
            return Err(DatabaseError::Scheme);
        }
        let config: tokio_postgres::Config = text.parse().map_err(|error| {
            let error: tokio_postgres::Error = error;
            let source = std::error::Error::source(&error).map(ToString::to_string);
            let detail = source.unwrap_or_else(|| error.to_string());
            DatabaseError::Address { detail }
        })?;
        if config.get_ssl_mode() == SslMode::Require {
            return Err(DatabaseError::Encryption);
        }
        if config.get_hosts().is_empty() {
            let detail = "no host".to_owned();
            return Err(DatabaseError::Address { detail });
        }
        Ok(PostgresAddress {
            config: Box::new(config),
        })
    }
}

impl fmt::Display for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let config = &self.config;
        f.write_str("postgres://")?;
        if let Some(user) = config.get_user() {
            write!(f, "{user}@")?;
        }
        let ports = config.get_ports();
        for (index, host) in config.get_hosts().iter().enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            match host {
                Host::Tcp(name) => f.write_str(name)?,
                #[cfg(unix)]
                Host::Unix(path) => write!(f, "{}", path.display())?,
            }
            let port = ports.get(index).or_else(|| ports.last());
            if let Some(port) = port.filter(|port| **port != 5432) {
                write!(f, ":{port}")?;
            }
        }
        let name = config.get_dbname().or_else(|| config.get_user());
        write!(f, "/{}", name.unwrap_or_default())
    }
}

impl fmt::Debug for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use play::Lang;

    use super::*;

    #[test]
    fn an_address_is_shown_without_its_password() {
        let address: PostgresAddress = "postgresql://ada:secret@db.example:5433,other/games"
            .parse()
            .unwrap();
        assert_eq!(
            address.to_string(),
            "postgres://ada@db.example:5433,other/games"
        );
        assert!(!format!("{:?}", Database::Postgres(address)).contains("secret"));
    }

    #[test]
    fn what_is_no_address_is_refused_without_being_repeated() {
        for (wrong, reason) in [
            ("mysql://ada:secret@host/games", DatabaseError::Scheme),
            ("host=db password=secret", DatabaseError::Scheme),
            (
                "postgres://ada:secret@host/games?sslmode=require",
                DatabaseError::Encryption,
            ),
        ] {
            assert_eq!(wrong.parse::<Database>(), Err(reason.clone()), "{wrong}");
            let text = reason.text();
            assert_ne!(text.get(Lang::EN), text.get(Lang::FR));
        }
        for wrong in ["postgres://ada:secret@host:port/games", "postgres://"] {
            let refused = wrong.parse::<Database>().unwrap_err();
            assert!(
                matches!(refused, DatabaseError::Address { .. }),
                "{refused:?}"
            );
            assert!(!refused.to_string().contains("secret"), "{refused}");
        }
    }
}
