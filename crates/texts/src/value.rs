use crate::Text;

/// What a placeholder of a message stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Another message, in whatever language the whole is read.
    Text(Text),
    /// The same in every language: a name, a place, a path.
    Verbatim(String),
    /// A number, which may decide about the words around it.
    Number(Number),
    /// One of a few names, which decides about words and is not said.
    Key(Key),
    /// Several things to say one after the other.
    List(List),
}

/// A number and how many decimals of it are said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// In units of its last decimal.
    units: i64,
    decimals: u32,
}

impl Number {
    /// A number of which so many decimals are said.
    #[must_use]
    pub fn with_decimals(value: f64, decimals: u32) -> Number {
        Number {
            units: (value * 10_f64.powi(decimals as i32)).round() as i64,
            decimals,
        }
    }

    /// The number in digits, with a point before its decimals.
    pub(crate) fn digits(self) -> String {
        if self.decimals == 0 {
            return self.units.to_string();
        }
        let one = 10_u64.pow(self.decimals);
        let (whole, part) = (
            self.units.unsigned_abs() / one,
            self.units.unsigned_abs() % one,
        );
        let sign = if self.units < 0 { "-" } else { "" };
        format!(
            "{sign}{whole}.{part:0width$}",
            width = self.decimals as usize
        )
    }
}

/// One of a few names, such as that of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(pub &'static str);

/// Several things to say one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List(pub(crate) Vec<Value>);

impl<V: Into<Value>> FromIterator<V> for List {
    fn from_iter<I: IntoIterator<Item = V>>(values: I) -> List {
        List(values.into_iter().map(Into::into).collect())
    }
}

impl<V: Clone + Into<Value>> From<&[V]> for List {
    fn from(values: &[V]) -> List {
        values.iter().cloned().collect()
    }
}

impl<V: Clone + Into<Value>> From<&Vec<V>> for List {
    fn from(values: &Vec<V>) -> List {
        values.iter().cloned().collect()
    }
}

impl<V: Into<Value>> From<Vec<V>> for List {
    fn from(values: Vec<V>) -> List {
        values.into_iter().collect()
    }
}

impl<V: Into<Value>, const N: usize> From<[V; N]> for List {
    fn from(values: [V; N]) -> List {
        values.into_iter().collect()
    }
}

macro_rules! whole_numbers {
    ($($kind:ty),*) => {$(
        impl From<$kind> for Number {
            fn from(value: $kind) -> Number {
                Number { units: value as i64, decimals: 0 }
            }
        }

        impl From<$kind> for Value {
            fn from(value: $kind) -> Value {
                Value::Number(value.into())
            }
        }
    )*};
}

whole_numbers!(u8, u16, u32, u64, usize, i8, i16, i32, i64);

impl From<Number> for Value {
    fn from(number: Number) -> Value {
        Value::Number(number)
    }
}

impl From<Key> for Value {
    fn from(key: Key) -> Value {
        Value::Key(key)
    }
}

impl From<List> for Value {
    fn from(list: List) -> Value {
        Value::List(list)
    }
}

impl From<Text> for Value {
    fn from(text: Text) -> Value {
        Value::Text(text)
    }
}

impl From<&Text> for Value {
    fn from(text: &Text) -> Value {
        Value::Text(text.clone())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Verbatim(text)
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Value {
        Value::Verbatim(text.clone())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Verbatim(text.to_owned())
    }
}

impl From<char> for Value {
    fn from(character: char) -> Value {
        Value::Verbatim(character.to_string())
    }
}
