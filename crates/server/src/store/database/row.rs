use std::error::Error as StdError;

use rusqlite::types::FromSql as FromSqlite;
use tokio_postgres::types::{FromSql, Type};

use super::{Error, Result};

/// A row of either database.
pub(crate) enum Row<'a> {
    Sqlite(&'a rusqlite::Row<'a>),
    Postgres(&'a tokio_postgres::Row),
}

/// What a column can be read as.
pub(crate) trait Column: Sized {
    /// Reads a column of a row.
    fn read(row: &Row<'_>, index: usize) -> Result<Self>;
}

impl Row<'_> {
    /// Reads a column, from 0.
    pub(crate) fn get<T: Column>(&self, index: usize) -> Result<T> {
        T::read(self, index)
    }
}

/// Reads a column as each database has it.
fn read<S: FromSqlite, P: for<'a> FromSql<'a>>(
    row: &Row<'_>,
    index: usize,
    same: impl FnOnce(P) -> S,
) -> Result<S> {
    match row {
        Row::Sqlite(row) => Ok(row.get(index)?),
        Row::Postgres(row) => Ok(same(row.try_get(index)?)),
    }
}

/// A whole number in any of the widths PostgreSQL has.
struct Whole(i64);

impl<'a> FromSql<'a> for Whole {
    fn from_sql(
        kind: &Type,
        raw: &'a [u8],
    ) -> std::result::Result<Whole, Box<dyn StdError + Sync + Send>> {
        Ok(Whole(match *kind {
            Type::INT4 => i32::from_sql(kind, raw)?.into(),
            _ => i64::from_sql(kind, raw)?,
        }))
    }

    fn accepts(kind: &Type) -> bool {
        matches!(*kind, Type::INT4 | Type::INT8)
    }
}

macro_rules! columns {
    ($($kind:ty as $postgres:ty: $same:expr;)*) => {$(
        impl Column for $kind {
            fn read(row: &Row<'_>, index: usize) -> Result<$kind> {
                read::<$kind, $postgres>(row, index, $same)
            }
        }

        impl Column for Option<$kind> {
            fn read(row: &Row<'_>, index: usize) -> Result<Option<$kind>> {
                read::<Option<$kind>, Option<$postgres>>(row, index, |found| found.map($same))
            }
        }
    )*};
}

columns! {
    i64 as Whole: |Whole(number)| number;
    f64 as f64: |number| number;
    bool as bool: |truth| truth;
    String as String: |text| text;
    Vec<u8> as Vec<u8>: |bytes| bytes;
}

/// What was counted.
impl Column for u32 {
    fn read(row: &Row<'_>, index: usize) -> Result<u32> {
        let number: i64 = row.get(index)?;
        u32::try_from(number).map_err(|_| Error::form(format!("{number} is not a count")))
    }
}

/// A hash.
impl Column for [u8; 32] {
    fn read(row: &Row<'_>, index: usize) -> Result<[u8; 32]> {
        hash(row.get(index)?)
    }
}

impl Column for Option<[u8; 32]> {
    fn read(row: &Row<'_>, index: usize) -> Result<Option<[u8; 32]>> {
        row.get::<Option<Vec<u8>>>(index)?.map(hash).transpose()
    }
}

fn hash(bytes: Vec<u8>) -> Result<[u8; 32]> {
    let wrong = |bytes: Vec<u8>| Error::form(format!("{} bytes instead of 32", bytes.len()));
    bytes.try_into().map_err(wrong)
}
