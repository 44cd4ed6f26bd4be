use std::error::Error;
use std::fmt;

use crate::Lang;
use crate::text::Text;

/// A board does not fit on a page with squares of a useful size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardTooLarge {
    /// Its columns.
    pub columns: i16,
    /// Its rows.
    pub rows: i16,
}

impl BoardTooLarge {
    /// The reason for people.
    #[must_use]
    pub fn text(&self) -> Text {
        let BoardTooLarge { columns, rows } = self;
        Text::new(
            format!(
                "a board of {columns} columns and {rows} rows does not fit on a page: print its \
                 tiles instead"
            ),
            format!(
                "un plateau de {columns} colonnes et {rows} rangées ne tient pas sur une page : \
                 imprimez plutôt ses tuiles"
            ),
        )
    }
}

impl fmt::Display for BoardTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().get(Lang::EN))
    }
}

impl Error for BoardTooLarge {}
