use super::super::database::{Connection, Kind};

/// Whether a row that is read stays as it is until the transaction ends. SQLite has one writer, and so
/// whatever it reads before it writes does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// It may be changed at once.
    Free,
    /// Nobody changes it; others may read it likewise.
    Shared,
    /// It is going to be changed.
    Alone,
}

impl Reading {
    pub(super) fn of(self, connection: &Connection, sql: &str) -> String {
        let lock = match (connection.kind(), self) {
            (Kind::Sqlite, _) | (_, Reading::Free) => "",
            (Kind::Postgres, Reading::Shared) => " FOR SHARE",
            (Kind::Postgres, Reading::Alone) => " FOR UPDATE",
        };
        format!("{sql}{lock}")
    }
}
