use std::error::Error as StdError;

use rusqlite::types::{ToSqlOutput, ValueRef};
use tokio_postgres::types::private::BytesMut;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};

/// A value of a parameter, borrowed from whoever asks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value<'a> {
    Null,
    Integer(i64),
    Real(f64),
    Bool(bool),
    Text(&'a str),
    Bytes(&'a [u8]),
}

/// What can be a parameter.
pub(crate) trait ToValue {
    /// It as a parameter.
    fn value(&self) -> Value<'_>;
}

/// The parameters of a statement.
pub(crate) type Values<'a> = &'a [&'a dyn ToValue];

/// The parameters of a statement, from expressions.
macro_rules! params {
    ($($value:expr),* $(,)?) => {
        &[$(&$value as &dyn $crate::store::database::ToValue),*] as $crate::store::database::Values<'_>
    };
}
pub(crate) use params;

/// Each of the parameters.
pub(super) fn in_order(values: Values<'_>) -> impl ExactSizeIterator<Item = Value<'_>> {
    values.iter().map(|value| value.value())
}

impl ToValue for Value<'_> {
    fn value(&self) -> Value<'_> {
        *self
    }
}

impl ToValue for i64 {
    fn value(&self) -> Value<'_> {
        Value::Integer(*self)
    }
}

impl ToValue for u32 {
    fn value(&self) -> Value<'_> {
        Value::Integer((*self).into())
    }
}

impl ToValue for f64 {
    fn value(&self) -> Value<'_> {
        Value::Real(*self)
    }
}

impl ToValue for bool {
    fn value(&self) -> Value<'_> {
        Value::Bool(*self)
    }
}

impl ToValue for str {
    fn value(&self) -> Value<'_> {
        Value::Text(self)
    }
}

impl ToValue for String {
    fn value(&self) -> Value<'_> {
        Value::Text(self)
    }
}

impl ToValue for [u8] {
    fn value(&self) -> Value<'_> {
        Value::Bytes(self)
    }
}

impl ToValue for Vec<u8> {
    fn value(&self) -> Value<'_> {
        Value::Bytes(self)
    }
}

impl<const N: usize> ToValue for [u8; N] {
    fn value(&self) -> Value<'_> {
        Value::Bytes(self)
    }
}

impl<T: ToValue + ?Sized> ToValue for &T {
    fn value(&self) -> Value<'_> {
        (**self).value()
    }
}

impl<T: ToValue> ToValue for Option<T> {
    fn value(&self) -> Value<'_> {
        self.as_ref().map_or(Value::Null, ToValue::value)
    }
}

impl rusqlite::ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match *self {
            Value::Null => ValueRef::Null,
            Value::Integer(number) => ValueRef::Integer(number),
            Value::Real(number) => ValueRef::Real(number),
            Value::Bool(truth) => ValueRef::Integer(truth.into()),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

impl ToSql for Value<'_> {
    /// In the form of the column or expression it is for, as the server has found it.
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn StdError + Sync + Send>> {
        match *self {
            Value::Null => Ok(IsNull::Yes),
            Value::Integer(number) if *kind == Type::BOOL => (number != 0).to_sql(kind, out),
            Value::Integer(number) if *kind == Type::INT4 => {
                i32::try_from(number)?.to_sql(kind, out)
            }
            Value::Integer(number) if *kind == Type::FLOAT8 => (number as f64).to_sql(kind, out),
            Value::Integer(number) => number.to_sql_checked(kind, out),
            Value::Real(number) => number.to_sql_checked(kind, out),
            Value::Bool(truth) if *kind == Type::INT8 => i64::from(truth).to_sql(kind, out),
            Value::Bool(truth) => truth.to_sql_checked(kind, out),
            Value::Text(text) => text.to_sql_checked(kind, out),
            Value::Bytes(bytes) => bytes.to_sql_checked(kind, out),
        }
    }

    /// Each kind of value is checked when it is sent.
    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}
