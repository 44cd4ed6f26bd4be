//! What both games share in their text forms: sides, squares, and the fields of a position.

use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    White,
    Black,
}

impl Side {
    pub(crate) fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// The letter of this side in `turn=` and `flight=`.
    pub(crate) fn letter(self) -> &'static str {
        match self {
            Side::White => "w",
            Side::Black => "b",
        }
    }

    /// The result of a game that this side has won.
    pub(crate) fn wins(self) -> &'static str {
        match self {
            Side::White => "1-0",
            Side::Black => "0-1",
        }
    }
}

pub(crate) fn read_side(text: &str) -> Side {
    match text {
        "w" => Side::White,
        "b" => Side::Black,
        _ => panic!("{text:?} is not a side"),
    }
}

/// Column and row, both from 0. Pairs compare by column, then row: the order of printing.
pub(crate) type Square = (i32, i32);

/// Columns are letters from the left (after z: aa, ab, …), rows are numbers from the bottom.
pub(crate) fn print_square((column, row): Square) -> String {
    let letter = |n: i32| char::from(b'a' + u8::try_from(n).expect("a letter"));
    let mut name = String::new();
    if column >= 26 {
        name.push(letter(column / 26 - 1));
    }
    name.push(letter(column % 26));
    format!("{name}{}", row + 1)
}

pub(crate) fn read_square(name: &str) -> Square {
    let digits = name
        .find(|c: char| c.is_ascii_digit())
        .unwrap_or_else(|| panic!("{name:?} has no row"));
    // a = 1 … z = 26, aa = 27 …: bijective base 26.
    let mut column = 0;
    for letter in name[..digits].chars() {
        assert!(letter.is_ascii_lowercase(), "bad column in {name:?}");
        column = column * 26 + (letter as i32 - 'a' as i32 + 1);
    }
    let row: i32 = name[digits..].parse().expect("a row number");
    let square = (column - 1, row - 1);
    assert_eq!(print_square(square), name, "bad square");
    square
}

/// Splits `key=value;key=value;…`, where every key is one of `known` and comes at most once.
pub(crate) fn fields<'a>(position: &'a str, known: &[&str]) -> BTreeMap<&'a str, &'a str> {
    let mut fields = BTreeMap::new();
    for field in position.split(';') {
        let (key, value) = field.split_once('=').expect("key=value");
        assert!(known.contains(&key), "unknown field {key:?}");
        assert!(fields.insert(key, value).is_none(), "{key:?} twice");
    }
    fields
}

/// The entries of a comma list; the empty text is the empty list.
pub(crate) fn list(text: &str) -> Vec<&str> {
    if text.is_empty() {
        Vec::new()
    } else {
        text.split(',').collect()
    }
}
