use crate::{Colour, Ink};

/// What boards and pieces are made of: the colours a reader of the page may choose instead of wood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Finish {
    /// Wood, as everywhere else.
    Wood,
    /// Grey stone.
    Slate,
    /// Black on white, or white on black.
    Contrast,
}

impl Finish {
    /// Every finish.
    pub const ALL: [Finish; 3] = [Finish::Wood, Finish::Slate, Finish::Contrast];

    /// Its name in style sheets.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Finish::Wood => "wood",
            Finish::Slate => "slate",
            Finish::Contrast => "contrast",
        }
    }

    /// The colour of an ink on a light page.
    #[must_use]
    pub const fn light(self, ink: Ink) -> Colour {
        match (self, ink) {
            (Finish::Slate, Ink::Wood) => Colour(0xC9, 0xD1, 0xD6),
            (Finish::Slate, Ink::Recess) => Colour(0xDC, 0xE2, 0xE6),
            (Finish::Slate, Ink::Dimmed) => Colour(0xB9, 0xC3, 0xC9),
            (Finish::Slate, Ink::Grain) => Colour(0x84, 0x92, 0x9B),
            (Finish::Slate, Ink::Line) => Colour(0x33, 0x41, 0x4B),
            (Finish::Contrast, Ink::Wood | Ink::Recess | Ink::StoneWhite | Ink::OnBlack) => {
                Colour(0xFF, 0xFF, 0xFF)
            }
            (Finish::Contrast, Ink::Dimmed) => Colour(0xD0, 0xD0, 0xD0),
            (
                Finish::Contrast,
                Ink::Grain | Ink::Line | Ink::Coordinate | Ink::StoneBlack | Ink::OnWhite,
            ) => Colour(0x00, 0x00, 0x00),
            (Finish::Contrast, Ink::Target) => Colour(0x0A, 0x4F, 0x8F),
            (Finish::Contrast, Ink::Last) => Colour(0x8A, 0x4B, 0x00),
            (Finish::Contrast, Ink::Capture) => Colour(0xB0, 0x00, 0x20),
            (Finish::Contrast, Ink::Run) => Colour(0x0B, 0x6B, 0x2E),
            _ => ink.light(),
        }
    }

    /// The colour of an ink on a dark page.
    #[must_use]
    pub const fn dark(self, ink: Ink) -> Colour {
        match (self, ink) {
            (Finish::Slate, Ink::Wood) => Colour(0x36, 0x42, 0x4B),
            (Finish::Slate, Ink::Recess) => Colour(0x45, 0x53, 0x5D),
            (Finish::Slate, Ink::Dimmed) => Colour(0x2E, 0x39, 0x41),
            (Finish::Slate, Ink::Grain) => Colour(0x6B, 0x7A, 0x84),
            (Finish::Slate, Ink::Line) => Colour(0xB9, 0xC7, 0xD0),
            (
                Finish::Contrast,
                Ink::Grain | Ink::Line | Ink::Coordinate | Ink::StoneWhite | Ink::OnBlack,
            ) => Colour(0xFF, 0xFF, 0xFF),
            (Finish::Contrast, Ink::Dimmed) => Colour(0x3A, 0x3A, 0x3A),
            (Finish::Contrast, Ink::Wood | Ink::Recess | Ink::StoneBlack | Ink::OnWhite) => {
                Colour(0x00, 0x00, 0x00)
            }
            (Finish::Contrast, Ink::Target) => Colour(0x6C, 0xC7, 0xFF),
            (Finish::Contrast, Ink::Last) => Colour(0xFF, 0xC3, 0x4D),
            (Finish::Contrast, Ink::Capture) => Colour(0xFF, 0x8A, 0x80),
            (Finish::Contrast, Ink::Run) => Colour(0x7C, 0xE3, 0x8B),
            _ => ink.dark(),
        }
    }
}
