use crate::{Colour, Ink};

/// Which colours a picture has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Those for a light page and for paper.
    Light,
    /// Those for a dark page.
    Dark,
    /// Those the reader's system asks for, light where it does not say.
    Auto,
    /// Greys for paper, with as little ink as does.
    Sparing,
}

impl Theme {
    /// The colour of an ink, where a file can have but one.
    #[must_use]
    pub const fn colour(self, ink: Ink) -> Colour {
        match self {
            Theme::Light | Theme::Auto => ink.light(),
            Theme::Dark => ink.dark(),
            Theme::Sparing => ink.sparing(),
        }
    }

    pub(crate) const fn class(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::Auto => "auto",
            Theme::Sparing => "sparing",
        }
    }
}
