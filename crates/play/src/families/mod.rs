//! The families of games, one folder each, and the registry that lists them.

pub mod mijnlieff;
pub mod moulin;

use std::fmt;
use std::sync::Arc;

use game::Excerpt;

use crate::text::{self, Text};
use crate::{Family, Setup};

/// The families of games a program knows: a value that is handed to whoever reads setups.
///
/// ```
/// use play::Families;
///
/// let families = Families::standard();
/// let setup = families.setup("moulin:classique,flight=never,take=outside").unwrap();
/// assert_eq!(setup.to_string(), "moulin:barreau");
/// ```
#[derive(Clone)]
pub struct Families {
    entries: Arc<[Entry]>,
}

/// A family in the registry.
#[derive(Clone, Copy)]
struct Entry {
    name: &'static str,
    title: fn() -> Text,
    read: fn(&str) -> Result<Setup, Text>,
    offers: fn() -> Vec<Offer>,
}

/// A game that people are offered to play, print and read about.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Its setup.
    pub setup: Setup,
    /// What it is called.
    pub name: Text,
    /// What is its own, in a few words.
    pub about: Text,
    /// The printed sheet that it follows, if it follows one.
    pub source: Option<Text>,
    /// The same game with more material, where it can be played so.
    pub larger: Option<Setup>,
    /// The usual boards of one set, of two and so on, as a setup names them by `board=…`; none where
    /// boards are not laid of tiles.
    pub boards: Vec<String>,
    /// Ways to begin that a setup may name as `opening=…`, the usual one first.
    pub openings: Vec<(&'static str, Text)>,
}

/// Why a setup text is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// The text begins with the name of no game.
    UnknownGame {
        /// What it begins with.
        name: Excerpt,
        /// The names that are known.
        known: Vec<&'static str>,
    },
    /// The family refuses its options.
    Options(Text),
}

impl SetupError {
    /// The reason for people.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            SetupError::UnknownGame { name, known } => text::unknown_game(name, known),
            SetupError::Options(text) => text.clone(),
        }
    }
}

impl Families {
    /// The families that this program is about.
    #[must_use]
    pub fn standard() -> Families {
        Families::none()
            .with::<::mijnlieff::Mijnlieff>()
            .with::<::moulin::Moulin>()
    }

    /// No family yet.
    #[must_use]
    pub fn none() -> Families {
        Families {
            entries: Arc::new([]),
        }
    }

    /// These families and one more.
    #[must_use]
    pub fn with<G: Family>(&self) -> Families {
        let entry = Entry {
            name: G::NAME,
            title: G::title,
            read: |options| G::read_options(options).map(Setup::of),
            offers: G::offers,
        };
        Families {
            entries: self.entries.iter().copied().chain([entry]).collect(),
        }
    }

    /// The names of the families, which setups begin with.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.entries.iter().map(|entry| entry.name)
    }

    /// The families by name, with what people call them.
    pub fn titles(&self) -> impl Iterator<Item = (&'static str, Text)> {
        let entries = self.entries.iter();
        entries.map(|entry| (entry.name, (entry.title)()))
    }

    /// Reads a setup text.
    pub fn setup(&self, text: &str) -> Result<Setup, SetupError> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let name = name.trim();
        let mut entries = self.entries.iter();
        match entries.find(|entry| name.eq_ignore_ascii_case(entry.name)) {
            Some(entry) => (entry.read)(options).map_err(SetupError::Options),
            None => Err(SetupError::UnknownGame {
                name: Excerpt::of(name),
                known: self.names().collect(),
            }),
        }
    }

    /// The games that people are offered, in the order in which they are shown.
    #[must_use]
    pub fn offers(&self) -> Vec<Offer> {
        let offers = self.entries.iter().map(|entry| (entry.offers)());
        offers.flatten().collect()
    }
}

impl fmt::Debug for Families {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}
