use std::borrow::Cow;

use crate::files::packed;

/// What table files tell of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Product {
    /// Value and distance, one byte per slot.
    Full,
    /// The value alone, two bits per slot; and of the layers that tell each other's values only one.
    Compact,
}

impl Product {
    /// As the header says it.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Product::Full => 1,
            Product::Compact => 2,
        }
    }

    /// Slots of each block but the last: 4 and 16 KiB of content.
    ///
    /// A probe unpacks one. Measured on full blocks of 6-6: 4 KiB take 9 µs and 0.208 bytes per slot,
    /// 8 KiB 15 µs and 0.196, 16 KiB 27 µs and 0.190.
    pub(crate) const fn block(self) -> usize {
        match self {
            Product::Full => 1 << 12,
            Product::Compact => 1 << 16,
        }
    }

    /// Bytes of content that so many slots take.
    pub(crate) const fn bytes(self, slots: usize) -> usize {
        match self {
            Product::Full => slots,
            Product::Compact => slots.div_ceil(packed::SLOTS),
        }
    }

    /// How hard blocks are packed. Compact files are made once and sent around; 19 takes a tenth
    /// off 3.
    pub(crate) const fn level(self) -> i32 {
        match self {
            Product::Full => 6,
            Product::Compact => 19,
        }
    }

    /// The content for these values, one byte per slot.
    pub(crate) fn content(self, values: &[u8]) -> Cow<'_, [u8]> {
        match self {
            Product::Full => Cow::Borrowed(values),
            Product::Compact => Cow::Owned(packed::pack(values)),
        }
    }

    /// How its files' names end.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Product::Full => "table",
            Product::Compact => "values",
        }
    }
}
