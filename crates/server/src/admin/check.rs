use super::Admin;
use crate::store::StoreError;

/// Faults that are told at most.
const MOST: u32 = 20;

impl Admin {
    /// Reads the whole database and tells what is wrong with it: nothing, if all is well. A server
    /// that runs goes on meanwhile.
    pub fn check(&self) -> Result<Vec<String>, StoreError> {
        let sql = format!("PRAGMA integrity_check({MOST})");
        let mut select = self.connection.prepare(&sql)?;
        let rows = select.query_map([], |row| row.get(0))?;
        let mut faults: Vec<String> = rows.collect::<rusqlite::Result<_>>()?;
        faults.retain(|fault| fault != "ok");
        let mut select = self.connection.prepare("PRAGMA foreign_key_check")?;
        let rows = select.query_map([], |row| {
            let (table, row, parent): (String, Option<i64>, String) =
                (row.get(0)?, row.get(1)?, row.get(2)?);
            let row = row.map_or_else(|| "?".to_owned(), |row| row.to_string());
            Ok(format!(
                "row {row} of {table} refers to what is missing in {parent}"
            ))
        })?;
        for fault in rows.take(MOST as usize) {
            faults.push(fault?);
        }
        Ok(faults)
    }
}
