use super::Admin;
use crate::store::database::Connection;
use crate::store::{StoreError, read_all};

/// Faults that are told at most.
const MOST: u32 = 20;

impl Admin {
    /// Reads the whole database and tells what is wrong with it: nothing, if all is well. A server
    /// that runs goes on meanwhile.
    pub fn check(&self) -> Result<Vec<String>, StoreError> {
        if let Connection::Postgres(_) = self.connection {
            // What refers to what is the server's own business; so is what its pages hold, as long as
            // they can be read.
            return match read_all(&self.connection) {
                Ok(()) => Ok(Vec::new()),
                Err(StoreError::Damaged { detail }) => Ok(vec![detail]),
                Err(error) => Err(error),
            };
        }
        let sql = format!("PRAGMA integrity_check({MOST})");
        let mut faults: Vec<String> = self.connection.query(&sql, &[], |row| row.get(0))?;
        faults.retain(|fault| fault != "ok");
        let rows = self
            .connection
            .query("PRAGMA foreign_key_check", &[], |row| {
                let (table, row, parent): (String, Option<i64>, String) =
                    (row.get(0)?, row.get(1)?, row.get(2)?);
                let row = row.map_or_else(|| "?".to_owned(), |row| row.to_string());
                Ok(format!(
                    "row {row} of {table} refers to what is missing in {parent}"
                ))
            })?;
        faults.extend(rows.into_iter().take(MOST as usize));
        Ok(faults)
    }
}
