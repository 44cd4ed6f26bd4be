use rusqlite::types::ValueRef;
use tokio_postgres::types::Type;

use super::row::{Column, Row};
use super::{Error, Result, ToValue, Value};

/// What a column holds, whatever it is. Whether something is so is 0 or 1.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Anything {
    Null,
    Integer(i64),
    Real(f64),
    Text(String),
    Bytes(Vec<u8>),
}

impl Anything {
    /// Writes it so that no two values are written alike.
    pub(crate) fn write(&self, mut write: impl FnMut(&[u8])) {
        let mut long = |kind: u8, bytes: &[u8]| {
            write(&[kind]);
            write(&(bytes.len() as u64).to_le_bytes());
            write(bytes);
        };
        match self {
            Anything::Null => long(0, &[]),
            Anything::Integer(number) => long(1, &number.to_le_bytes()),
            Anything::Real(number) => long(2, &number.to_bits().to_le_bytes()),
            Anything::Text(text) => long(3, text.as_bytes()),
            Anything::Bytes(bytes) => long(4, bytes),
        }
    }
}

impl ToValue for Anything {
    fn value(&self) -> Value<'_> {
        match self {
            Anything::Null => Value::Null,
            Anything::Integer(number) => Value::Integer(*number),
            Anything::Real(number) => Value::Real(*number),
            Anything::Text(text) => Value::Text(text),
            Anything::Bytes(bytes) => Value::Bytes(bytes),
        }
    }
}

impl Column for Anything {
    fn read(row: &Row<'_>, index: usize) -> Result<Anything> {
        match row {
            Row::Sqlite(row) => Ok(match row.get_ref(index)? {
                ValueRef::Null => Anything::Null,
                ValueRef::Integer(number) => Anything::Integer(number),
                ValueRef::Real(number) => Anything::Real(number),
                ValueRef::Text(text) => {
                    let text = std::str::from_utf8(text);
                    let text = text.map_err(|error| Error::form(error.to_string()))?;
                    Anything::Text(text.to_owned())
                }
                ValueRef::Blob(bytes) => Anything::Bytes(bytes.to_owned()),
            }),
            Row::Postgres(row) => {
                let found = match *row.columns()[index].type_() {
                    Type::BOOL => {
                        let truth: Option<bool> = row.try_get(index)?;
                        truth.map(|truth| Anything::Integer(truth.into()))
                    }
                    Type::INT8 => row.try_get::<_, Option<i64>>(index)?.map(Anything::Integer),
                    Type::FLOAT8 => row.try_get::<_, Option<f64>>(index)?.map(Anything::Real),
                    Type::TEXT => row.try_get::<_, Option<String>>(index)?.map(Anything::Text),
                    Type::BYTEA => row
                        .try_get::<_, Option<Vec<u8>>>(index)?
                        .map(Anything::Bytes),
                    ref other => return Err(Error::form(format!("a column of {other}"))),
                };
                Ok(found.unwrap_or(Anything::Null))
            }
        }
    }
}
