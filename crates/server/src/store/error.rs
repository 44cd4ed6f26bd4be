use std::path::PathBuf;

use play::text::Text;
use rusqlite::ErrorCode;

/// Why something could not be stored or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Another entry has this number: the game has gone on.
    #[error("the game has gone on")]
    Stale,
    /// An account has this name.
    #[error("the name is taken")]
    NameTaken,
    /// There is no such thing.
    #[error("there is no such thing")]
    Missing,
    /// No room on the disk.
    #[error("the disk is full")]
    Full,
    /// The database may not be written.
    #[error("the database is read-only")]
    ReadOnly,
    /// The file is no database, or a damaged one.
    #[error("the database is damaged: {detail}")]
    Damaged {
        /// What was found.
        detail: String,
    },
    /// A later program made it.
    #[error("the database has version {found}, this program knows {known}")]
    Newer {
        /// Its version.
        found: u32,
        /// The latest this program knows.
        known: u32,
    },
    /// Another process uses the folder.
    #[error("another process uses {folder}")]
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// The folder or a file in it cannot be used.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: PathBuf,
        /// What the system says.
        error: String,
    },
    /// The server is going down.
    #[error("the store is closed")]
    Closed,
    /// What is stored makes no sense.
    #[error("game {game} does not replay at entry {ply}")]
    Unplayable {
        /// The game.
        game: String,
        /// The entry.
        ply: u32,
    },
    /// Anything else the database says.
    #[error("{detail}")]
    Database {
        /// What it says.
        detail: String,
    },
}

impl StoreError {
    /// The reason for people.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            StoreError::Stale => Text::new("the game has gone on", "la partie a continué"),
            StoreError::NameTaken => Text::new(
                "this name is taken: choose another one",
                "ce nom est pris : choisissez-en un autre",
            ),
            StoreError::Missing => Text::new("there is no such thing", "cela n'existe pas"),
            StoreError::Full => Text::new(
                "the disk is full: nothing was changed; make room and try again",
                "le disque est plein : rien n'a été modifié ; faites de la place et réessayez",
            ),
            StoreError::ReadOnly => Text::new(
                "the database may not be written: check who owns it and its permissions",
                "la base de données ne peut pas être modifiée : vérifiez son propriétaire et ses \
                 droits",
            ),
            StoreError::Damaged { detail } => Text::new(
                format!(
                    "the database is damaged ({detail}): put a backup in its place; the file was \
                     left as it is"
                ),
                format!(
                    "la base de données est endommagée ({detail}) : remettez une sauvegarde à sa \
                     place ; le fichier est resté tel quel"
                ),
            ),
            StoreError::Newer { found, known } => Text::new(
                format!(
                    "the database was made by a later version of this program (it has version \
                     {found}, known is {known}): use that one; nothing was changed"
                ),
                format!(
                    "la base de données vient d'une version plus récente de ce programme (elle a \
                     la version {found}, la dernière connue est {known}) : utilisez celle-là ; \
                     rien n'a été modifié"
                ),
            ),
            StoreError::InUse { folder } => {
                let folder = folder.display();
                Text::new(
                    format!("another server uses {folder}: stop it, or choose another --data"),
                    format!(
                        "un autre serveur utilise {folder} : arrêtez-le, ou choisissez un autre \
                         --data"
                    ),
                )
            }
            StoreError::File { path, error } => {
                let about = format!("{}: {error}", path.display());
                Text::new(&about, &about)
            }
            StoreError::Closed => Text::new("the server is going down", "le serveur s'arrête"),
            StoreError::Unplayable { game, ply } => Text::new(
                format!("the stored game {game} does not replay at entry {ply}"),
                format!("la partie enregistrée {game} ne se rejoue pas à l'entrée {ply}"),
            ),
            StoreError::Database { detail } => Text::new(detail, detail),
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full,
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen) => StoreError::ReadOnly,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Damaged {
                detail: error.to_string(),
            },
            _ if matches!(error, rusqlite::Error::QueryReturnedNoRows) => StoreError::Missing,
            _ => StoreError::Database {
                detail: error.to_string(),
            },
        }
    }
}
