use std::fmt;

/// What a shape is inked as. The colour follows from it and from light or dark, never the other
/// way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ink {
    /// What the board lies on.
    Page,
    /// The board.
    Wood,
    /// A square let into the wood.
    Recess,
    /// A square that is not open while others are.
    Dimmed,
    /// The quiet edges of wood.
    Grain,
    /// Lines and points of the board, outlines of pieces.
    Line,
    /// Letters and numbers around the board, and words of lesser weight.
    Coordinate,
    /// Words to be read.
    Text,
    /// A white piece.
    StoneWhite,
    /// A black piece.
    StoneBlack,
    /// Symbols and marks on a white piece.
    OnWhite,
    /// Symbols and marks on a black piece.
    OnBlack,
    /// Where one may play.
    Target,
    /// The last move.
    Last,
    /// What may be taken.
    Capture,
    /// A run of pieces that counts.
    Run,
}

/// A colour on a screen: red, green, blue. Prints as `#RRGGBB`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Ink {
    /// Every ink.
    pub const ALL: [Ink; 16] = [
        Ink::Page,
        Ink::Wood,
        Ink::Recess,
        Ink::Dimmed,
        Ink::Grain,
        Ink::Line,
        Ink::Coordinate,
        Ink::Text,
        Ink::StoneWhite,
        Ink::StoneBlack,
        Ink::OnWhite,
        Ink::OnBlack,
        Ink::Target,
        Ink::Last,
        Ink::Capture,
        Ink::Run,
    ];

    /// Its colour on a light page and on paper.
    #[must_use]
    pub const fn light(self) -> Colour {
        match self {
            Ink::Page => Colour(0xFA, 0xF6, 0xEF),
            Ink::Wood => Colour(0xE3, 0xC9, 0x9B),
            Ink::Recess => Colour(0xEF, 0xDD, 0xB9),
            Ink::Dimmed => Colour(0xDA, 0xBE, 0x8D),
            Ink::Grain => Colour(0xB0, 0x93, 0x68),
            Ink::Line => Colour(0x5E, 0x41, 0x27),
            Ink::Coordinate => Colour(0x66, 0x59, 0x4E),
            Ink::Text => Colour(0x2A, 0x24, 0x20),
            Ink::StoneWhite | Ink::OnBlack => Colour(0xFB, 0xF7, 0xEE),
            Ink::StoneBlack | Ink::OnWhite => Colour(0x2B, 0x2A, 0x2E),
            Ink::Target => Colour(0x0F, 0x5E, 0x5A),
            Ink::Last => Colour(0x8A, 0x52, 0x00),
            Ink::Capture => Colour(0xA1, 0x30, 0x1D),
            Ink::Run => Colour(0x2C, 0x66, 0x33),
        }
    }

    /// Its colour on a dark page.
    #[must_use]
    pub const fn dark(self) -> Colour {
        match self {
            Ink::Page => Colour(0x1A, 0x18, 0x16),
            Ink::Wood => Colour(0x4B, 0x3C, 0x2D),
            Ink::Recess => Colour(0x5C, 0x4B, 0x39),
            Ink::Dimmed => Colour(0x42, 0x35, 0x28),
            Ink::Grain => Colour(0x7E, 0x69, 0x4F),
            Ink::Line => Colour(0xCD, 0xB4, 0x8D),
            Ink::Coordinate => Colour(0xB9, 0xAD, 0x9E),
            Ink::Text => Colour(0xF0, 0xE9, 0xDE),
            Ink::StoneWhite | Ink::OnBlack => Colour(0xF0, 0xE7, 0xD7),
            Ink::StoneBlack | Ink::OnWhite => Colour(0x12, 0x11, 0x14),
            Ink::Target => Colour(0x74, 0xCC, 0xC2),
            Ink::Last => Colour(0xF0, 0xB0, 0x4A),
            Ink::Capture => Colour(0xF0, 0x8D, 0x78),
            Ink::Run => Colour(0x8C, 0xCB, 0x8F),
        }
    }

    /// Its grey where ink is to be saved: white wood, black lines, and a grey just dark enough to
    /// tell black's pieces from white's.
    #[must_use]
    pub const fn sparing(self) -> Colour {
        const fn grey(part: u8) -> Colour {
            Colour(part, part, part)
        }
        match self {
            Ink::Page | Ink::Wood | Ink::Recess | Ink::StoneWhite => grey(0xFF),
            Ink::Dimmed => grey(0xE6),
            Ink::StoneBlack => grey(0xC4),
            Ink::Grain => grey(0x8C),
            Ink::Coordinate => grey(0x55),
            Ink::Run => grey(0x66),
            Ink::Line | Ink::Text | Ink::OnWhite | Ink::OnBlack => grey(0x00),
            Ink::Target | Ink::Last | Ink::Capture => grey(0x00),
        }
    }

    /// Its name in class names.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Ink::Page => "page",
            Ink::Wood => "wood",
            Ink::Recess => "recess",
            Ink::Dimmed => "dimmed",
            Ink::Grain => "grain",
            Ink::Line => "line",
            Ink::Coordinate => "coordinate",
            Ink::Text => "text",
            Ink::StoneWhite => "stone-white",
            Ink::StoneBlack => "stone-black",
            Ink::OnWhite => "on-white",
            Ink::OnBlack => "on-black",
            Ink::Target => "target",
            Ink::Last => "last",
            Ink::Capture => "capture",
            // Style sheets know it by this name.
            Ink::Run => "mill",
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Colour(red, green, blue) = self;
        write!(f, "#{red:02X}{green:02X}{blue:02X}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Finish;

    fn luminance(Colour(red, green, blue): Colour) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// The contrast of two colours as the web's accessibility guidelines reckon it.
    fn contrast(a: Colour, b: Colour) -> f64 {
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        (a / b).max(b / a)
    }

    #[track_caller]
    fn check(mark: Ink, grounds: &[Ink], least: f64) {
        for ground in grounds {
            let mut pairs = vec![(mark.sparing(), ground.sparing())];
            for finish in Finish::ALL {
                pairs.push((finish.light(mark), finish.light(*ground)));
                pairs.push((finish.dark(mark), finish.dark(*ground)));
            }
            for (one, other) in pairs {
                let found = contrast(one, other);
                assert!(
                    found >= least,
                    "{mark:?} {one} on {ground:?} {other}: {found:.2}"
                );
            }
        }
    }

    #[test]
    fn everything_stands_out_from_its_ground() {
        check(Ink::Coordinate, &[Ink::Page], 4.5);
        check(Ink::Text, &[Ink::Page], 4.5);
        check(Ink::Line, &[Ink::Wood, Ink::Recess, Ink::Dimmed], 3.0);
        check(Ink::OnWhite, &[Ink::StoneWhite], 4.5);
        check(Ink::OnBlack, &[Ink::StoneBlack], 4.5);
        let wood = [Ink::Wood, Ink::Recess, Ink::Dimmed];
        for mark in [Ink::Target, Ink::Last, Ink::Capture, Ink::Run] {
            check(mark, &wood, 3.0);
        }
    }
}
