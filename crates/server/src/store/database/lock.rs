use super::{Connection, Kind, Result, params};

/// What several nodes must not do at the same time. SQLite has one writer, so nothing is locked there;
/// PostgreSQL keeps a lock until the transaction ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lock {
    /// Give a name to an account: names that look alike are found by reading.
    Names,
    /// Give orders: whoever reads them by number must not pass one that is yet to come.
    Orders,
    /// Change something that hangs on these people, such as their ratings.
    People(Vec<i64>),
    /// Change these games.
    Games(Vec<i64>),
}

/// What tells our locks from those of other programs in the same database.
const SPACE: i64 = 0x6d65_7265;

impl Connection {
    /// Waits until nobody else does such a thing. Rows are locked in the order of their numbers, so
    /// that nobody waits for each other.
    pub(crate) fn lock(&self, lock: Lock) -> Result<()> {
        if self.kind() == Kind::Sqlite {
            return Ok(());
        }
        match lock {
            Lock::Names => self.lock_number(1),
            Lock::Orders => self.lock_number(2),
            Lock::People(people) => self.lock_rows("people", people),
            Lock::Games(games) => self.lock_rows("games", games),
        }
    }

    fn lock_number(&self, number: i64) -> Result<()> {
        let sql = "SELECT 1 FROM pg_advisory_xact_lock(?1)";
        self.execute(sql, params![(SPACE << 8) + number])
            .map(|_| ())
    }

    fn lock_rows(&self, table: &str, mut rows: Vec<i64>) -> Result<()> {
        rows.sort_unstable();
        rows.dedup();
        // References to the rows may be made meanwhile, by entries of a log for one.
        let sql = format!("SELECT 1 FROM {table} WHERE id = ?1 FOR NO KEY UPDATE");
        for row in rows {
            self.execute(&sql, params![row])?;
        }
        Ok(())
    }
}
