use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use play::Lang;
use play::text::{Text, io_fault};

use super::database;
use crate::keys::KeysError;

/// Why something could not be stored or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Another entry has this number: the game has gone on.
    #[error("the game has gone on")]
    Stale,
    /// Another node speaks for the game now, or this one has lost its place.
    #[error("another node speaks for the game")]
    Outdated,
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
    /// The disk fails.
    #[error("the disk fails: {detail}")]
    Disk {
        /// What the database says.
        detail: String,
    },
    /// Another process keeps the database locked.
    #[error("another process keeps the database locked")]
    Locked,
    /// The database server cannot be reached, or has ended the connection. What was to be stored may
    /// have been.
    #[error("the database server is out of reach: {detail}")]
    Unreachable {
        /// What was noticed.
        detail: String,
    },
    /// Others were at the same rows all the time.
    #[error("others were at the same rows: {detail}")]
    Contended {
        /// What the database says.
        detail: String,
    },
    /// Servers use the database.
    #[error("a server uses {place}")]
    InUseElsewhere {
        /// Where it is.
        place: String,
    },
    /// What is to be moved has come only in part.
    #[error("the database was moved here in part only")]
    HalfMoved,
    /// What is to be moved must not be mixed with something else.
    #[error("{place} is not empty")]
    NotEmpty {
        /// Where it was to be moved.
        place: String,
    },
    /// What was moved is not what was there.
    #[error("table {table} differs")]
    Differs {
        /// Which table.
        table: String,
    },
    /// The database server is too old.
    #[error("the database server has version {found}, needed is {needed}")]
    OldServer {
        /// Its version.
        found: u32,
        /// The least that will do.
        needed: u32,
    },
    /// The disk does not answer.
    #[error("the disk has not answered for {seconds} s")]
    Stalled {
        /// For how long.
        seconds: u64,
    },
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
    /// A server of an earlier version uses the database.
    #[error("the database has version {found}, this program needs {known}")]
    Older {
        /// Its version.
        found: u32,
        /// The one this program needs.
        known: u32,
    },
    /// It belongs to another program.
    #[error("the database is another program's")]
    Foreign,
    /// Another process uses the folder.
    #[error("another process uses {folder}")]
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// The folder or a file in it cannot be used.
    #[error("{path}: {detail}")]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        kind: io::ErrorKind,
        /// What the system says.
        detail: String,
    },
    /// There is no database to copy or read.
    #[error("there is no {path}")]
    NoDatabase {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// Another process makes this backup.
    #[error("another process is making {path}")]
    BeingMade {
        /// What it is to become.
        path: PathBuf,
    },
    /// A backup overwrites nothing.
    #[error("{path} exists already")]
    Exists {
        /// What is there.
        path: PathBuf,
    },
    /// SQLite knows names in Unicode only.
    #[error("{path} is not a name in Unicode")]
    NotUnicode {
        /// The name.
        path: PathBuf,
    },
    /// The server is going down.
    #[error("the store is closed")]
    Closed,
    /// A part of a stored game cannot be read.
    #[error("game {game} has an unreadable {part}")]
    Unreadable {
        /// The game.
        game: String,
        /// Which part.
        part: GamePart,
    },
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

/// A part of a stored game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamePart {
    /// Its id.
    Id,
    /// Which game and rules.
    Setup,
    /// The clock.
    Clock,
    /// Where it stands in its life.
    Status,
    /// An entry of its log.
    Entry,
}

impl GamePart {
    /// As people call it.
    #[must_use]
    pub fn text(self) -> Text {
        match self {
            GamePart::Id => Text::new("id", "identifiant"),
            GamePart::Setup => Text::new("setup", "réglage de jeu"),
            GamePart::Clock => Text::new("clock", "pendule"),
            GamePart::Status => Text::new("status", "statut"),
            GamePart::Entry => Text::new("log entry", "entrée du journal"),
        }
    }
}

impl fmt::Display for GamePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().get(Lang::EN))
    }
}

impl StoreError {
    /// A file or folder that the system does not let us use.
    pub(super) fn file(path: &Path, error: &io::Error) -> StoreError {
        StoreError::File {
            path: path.to_owned(),
            kind: error.kind(),
            detail: error.to_string(),
        }
    }

    /// Whether it is the disk and not what was asked for: whatever else is to be stored would fail
    /// as well.
    pub(super) const fn is_trouble(&self) -> bool {
        matches!(
            self,
            StoreError::Full
                | StoreError::ReadOnly
                | StoreError::Disk { .. }
                | StoreError::Locked
                | StoreError::Unreachable { .. }
        )
    }

    /// What an update says that gives somebody a name which another has.
    pub(crate) fn taken(error: database::Error) -> StoreError {
        match error {
            database::Error::Constraint { .. } => StoreError::NameTaken,
            error => error.into(),
        }
    }

    /// The reason for people.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            StoreError::Stale => Text::new("the game has gone on", "la partie a continué"),
            StoreError::Outdated => Text::new(
                "another machine of this site has taken the game up: try again in a moment",
                "une autre machine de ce site a repris la partie : réessayez dans un instant",
            ),
            StoreError::NameTaken => Text::new(
                "this name, or one that looks like it, is taken: choose another one",
                "ce nom, ou un nom qui lui ressemble, est pris : choisissez-en un autre",
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
            StoreError::Disk { detail } => Text::new(
                format!("the disk fails ({detail}): nothing was changed; try again in a moment"),
                format!(
                    "le disque est défaillant ({detail}) : rien n'a été modifié ; réessayez dans un \
                     instant"
                ),
            ),
            StoreError::Locked => Text::new(
                "another program keeps the database locked: nothing was changed; try again in a \
                 moment",
                "un autre programme verrouille la base de données : rien n'a été modifié ; réessayez \
                 dans un instant",
            ),
            StoreError::Unreachable { detail } => Text::new(
                format!("the database server is out of reach ({detail}): try again in a moment"),
                format!(
                    "le serveur de base de données est injoignable ({detail}) : réessayez dans un \
                     instant"
                ),
            ),
            StoreError::Contended { detail } => Text::new(
                format!("others were changing the same things ({detail}): try again in a moment"),
                format!(
                    "d'autres modifiaient les mêmes éléments ({detail}) : réessayez dans un instant"
                ),
            ),
            StoreError::InUseElsewhere { place } => Text::new(
                format!("a server uses {place}: stop it, then try again"),
                format!("un serveur utilise {place} : arrêtez-le, puis réessayez"),
            ),
            StoreError::HalfMoved => Text::new(
                "the database was moved here in part only: run merelle move-database again until it \
                 is done",
                "la base de données n'a été transférée ici qu'en partie : relancez \
                 merelle move-database jusqu'au bout",
            ),
            StoreError::NotEmpty { place } => Text::new(
                format!("{place} is not empty: move the database to an empty one"),
                format!("{place} n'est pas vide : transférez la base vers une base vide"),
            ),
            StoreError::Differs { table } => Text::new(
                format!(
                    "table {table} is not the same in both databases: the new one is not to be used"
                ),
                format!(
                    "la table {table} n'est pas la même dans les deux bases : la nouvelle ne doit \
                     pas être utilisée"
                ),
            ),
            StoreError::OldServer { found, needed } => Text::new(
                format!(
                    "the database server is PostgreSQL {found}, needed is {needed} or newer: nothing \
                     was changed"
                ),
                format!(
                    "le serveur de base de données est PostgreSQL {found}, il faut la version \
                     {needed} ou plus récente : rien n'a été modifié"
                ),
            ),
            StoreError::Stalled { seconds } => Text::new(
                format!("the disk has not answered for {seconds} s"),
                format!("le disque ne répond plus depuis {seconds} s"),
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
            StoreError::Older { found, known } => Text::new(
                format!(
                    "the server that runs is older than this program (its database has version \
                     {found}, needed is {known}): start it anew with this version, then try again"
                ),
                format!(
                    "le serveur en marche est plus ancien que ce programme (sa base de données a la \
                     version {found}, il faut la {known}) : relancez-le avec cette version, puis \
                     réessayez"
                ),
            ),
            StoreError::Foreign => Text::new(
                "this is the database of another program: nothing was changed",
                "c'est la base de données d'un autre programme : rien n'a été modifié",
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
            StoreError::File { path, kind, detail } => {
                let (path, fault) = (path.display(), io::Error::new(*kind, detail.clone()));
                let fault = io_fault(&fault);
                Text::new(
                    format!("{path}: {}", fault.get(Lang::EN)),
                    format!("{path} : {}", fault.get(Lang::FR)),
                )
            }
            StoreError::NoDatabase { path } => {
                let path = path.display();
                Text::new(
                    format!("{path} does not exist: no server keeps its data there"),
                    format!("{path} n'existe pas : aucun serveur n'y garde ses données"),
                )
            }
            StoreError::BeingMade { path } => {
                let path = path.display();
                Text::new(
                    format!("another process is making {path}: wait until it is done"),
                    format!("un autre processus prépare {path} : attendez qu'il ait fini"),
                )
            }
            StoreError::Exists { path } => {
                let path = path.display();
                Text::new(
                    format!("{path} exists already: choose another name"),
                    format!("{path} existe déjà : choisissez un autre nom"),
                )
            }
            StoreError::NotUnicode { path } => {
                let path = path.display();
                Text::new(
                    format!("{path} is not a name in Unicode: choose another name"),
                    format!("{path} n'est pas un nom en Unicode : choisissez un autre nom"),
                )
            }
            StoreError::Closed => Text::new("the server is going down", "le serveur s'arrête"),
            StoreError::Unreadable { game, part } => {
                let part = part.text();
                Text::new(
                    format!(
                        "the stored game {game} cannot be read ({})",
                        part.get(Lang::EN)
                    ),
                    format!(
                        "la partie enregistrée {game} est illisible ({})",
                        part.get(Lang::FR)
                    ),
                )
            }
            StoreError::Unplayable { game, ply } => Text::new(
                format!("the stored game {game} does not replay at entry {ply}"),
                format!("la partie enregistrée {game} ne se rejoue pas à l'entrée {ply}"),
            ),
            StoreError::Database { detail } => Text::new(
                format!("the database refuses: {detail}"),
                format!("la base de données refuse : {detail}"),
            ),
        }
    }
}

impl From<KeysError> for StoreError {
    fn from(error: KeysError) -> StoreError {
        match error {
            KeysError::File { path, error } => StoreError::file(&path, &error),
            KeysError::Unreadable { path } => {
                let error = io::Error::new(io::ErrorKind::InvalidData, "no keys");
                StoreError::file(&path, &error)
            }
        }
    }
}

impl From<database::Error> for StoreError {
    fn from(error: database::Error) -> StoreError {
        use database::Error;
        match error {
            Error::NoRow => StoreError::Missing,
            Error::Full => StoreError::Full,
            Error::ReadOnly => StoreError::ReadOnly,
            Error::Disk { detail } => StoreError::Disk { detail },
            Error::Locked => StoreError::Locked,
            Error::Damaged { detail } => StoreError::Damaged { detail },
            Error::Lost { detail } => StoreError::Unreachable { detail },
            Error::Conflict { detail } => StoreError::Contended { detail },
            Error::Constraint { detail } | Error::Other { detail } => {
                StoreError::Database { detail }
            }
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        database::Error::from(error).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_keeps_a_server_from_starting_is_told_in_both_languages() {
        let path = PathBuf::from("/data");
        let errors = [
            StoreError::Full,
            StoreError::ReadOnly,
            StoreError::Disk {
                detail: "disk I/O error".to_owned(),
            },
            StoreError::Locked,
            StoreError::Unreachable {
                detail: "connection closed".to_owned(),
            },
            StoreError::Contended {
                detail: "deadlock detected".to_owned(),
            },
            StoreError::InUseElsewhere {
                place: "postgres://db/games".to_owned(),
            },
            StoreError::HalfMoved,
            StoreError::NotEmpty {
                place: "/data".to_owned(),
            },
            StoreError::Differs {
                table: "log".to_owned(),
            },
            StoreError::OldServer {
                found: 14,
                needed: 15,
            },
            StoreError::Stalled { seconds: 4 },
            StoreError::Damaged {
                detail: "page 3".to_owned(),
            },
            StoreError::Newer { found: 2, known: 1 },
            StoreError::Older { found: 1, known: 2 },
            StoreError::Foreign,
            StoreError::InUse {
                folder: path.clone(),
            },
            StoreError::file(&path, &io::ErrorKind::PermissionDenied.into()),
            StoreError::NoDatabase { path: path.clone() },
            StoreError::BeingMade { path: path.clone() },
            StoreError::Exists { path: path.clone() },
            StoreError::NotUnicode { path },
            StoreError::Outdated,
            StoreError::Unreadable {
                game: "bcd".to_owned(),
                part: GamePart::Clock,
            },
            StoreError::Database {
                detail: "busy".to_owned(),
            },
        ];
        for error in errors {
            let text = error.text();
            assert_ne!(text.get(Lang::EN), text.get(Lang::FR), "{error:?}");
        }
    }
}
