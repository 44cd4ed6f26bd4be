use game::{Excerpt, FieldError, Fields};

use crate::layout::MOST_SETS;
use crate::{Gaps, Layout, LayoutError, Mijnlieff, Opening};

/// The game's name in a setup text.
pub const NAME: &str = "mijnlieff";

/// The keys of a setup.
pub const KEYS: &[&str] = &["sets", "board", "opening", "gaps"];

/// Why a setup is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// The options are not known `key=value` parts.
    Field(FieldError),
    /// A key with a value it cannot have.
    Value {
        /// The key.
        key: &'static str,
        /// The value.
        value: Excerpt,
        /// The values it can have.
        expected: &'static str,
    },
    /// Not one to four sets (MJ2).
    Sets {
        /// What was asked for.
        value: Excerpt,
    },
    /// The tiles make no board (MJ1).
    Layout(LayoutError),
    /// The board does not have four tiles for each set (MJ2).
    SetsAndBoard {
        /// The sets given.
        sets: u8,
        /// The tiles given.
        tiles: usize,
    },
}

impl Opening {
    /// The word for it in a setup.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Opening::CornerStraight => "corner-straight",
            Opening::Edge => "edge",
            Opening::Corner => "corner",
            Opening::Anywhere => "anywhere",
        }
    }
}

impl Mijnlieff {
    /// Reads what follows `mijnlieff:`; nothing means the base board and the sheet's rules.
    ///
    /// ```
    /// use game::Notation;
    /// use mijnlieff::Mijnlieff;
    ///
    /// let mijnlieff = Mijnlieff::from_options("opening=edge,board=7.5/5.5/5.3/7.3").unwrap();
    /// assert_eq!(mijnlieff.setup_text(), "mijnlieff:opening=edge");
    /// ```
    pub fn from_options(options: &str) -> Result<Mijnlieff, SetupError> {
        let fields = Fields::read(options, ',', KEYS).map_err(SetupError::Field)?;
        let sets = fields.get("sets").map(read_sets).transpose()?;
        let layout = match fields.get("board") {
            Some(text) => Layout::read(text).map_err(SetupError::Layout)?,
            None => Layout::standard(sets.unwrap_or(1)).ok_or_else(|| SetupError::Sets {
                value: Excerpt::of(fields.get("sets").unwrap_or_default()),
            })?,
        };
        if let Some(sets) = sets.filter(|sets| *sets != layout.sets()) {
            let tiles = layout.tiles().len();
            return Err(SetupError::SetsAndBoard { sets, tiles });
        }
        let opening = fields
            .get("opening")
            .map_or(Ok(Opening::CornerStraight), read_opening)?;
        let gaps = fields.get("gaps").map_or(Ok(Gaps::Block), read_gaps)?;
        Ok(Mijnlieff::new(layout, opening, gaps))
    }

    pub(crate) fn print_setup(&self) -> String {
        let layout = self.board().layout();
        let mut options = Vec::new();
        if Layout::standard(layout.sets()).as_ref() != Some(layout) {
            options.push(format!("board={layout}"));
        } else if layout.sets() != 1 {
            options.push(format!("sets={}", layout.sets()));
        }
        if self.opening() != Opening::CornerStraight {
            options.push(format!("opening={}", self.opening().word()));
        }
        if self.board().gaps() == Gaps::Cross {
            options.push("gaps=cross".to_owned());
        }
        if options.is_empty() {
            NAME.to_owned()
        } else {
            format!("{NAME}:{}", options.join(","))
        }
    }
}

fn read_sets(text: &str) -> Result<u8, SetupError> {
    match text.as_bytes() {
        [digit @ b'1'..=b'9'] if usize::from(digit - b'0') <= MOST_SETS => Ok(digit - b'0'),
        _ => Err(SetupError::Sets {
            value: Excerpt::of(text),
        }),
    }
}

fn read_opening(text: &str) -> Result<Opening, SetupError> {
    let mut all = Opening::ALL.into_iter();
    let found = all.find(|opening| opening.word().eq_ignore_ascii_case(text));
    found.ok_or_else(|| SetupError::Value {
        key: "opening",
        value: Excerpt::of(text),
        expected: "corner-straight, edge, corner, anywhere",
    })
}

fn read_gaps(text: &str) -> Result<Gaps, SetupError> {
    match text.to_ascii_lowercase().as_str() {
        "block" => Ok(Gaps::Block),
        "cross" => Ok(Gaps::Cross),
        _ => Err(SetupError::Value {
            key: "gaps",
            value: Excerpt::of(text),
            expected: "block, cross",
        }),
    }
}
