/// How a stored value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
    /// It is this.
    Exact,
}

impl Bound {
    /// What a value found with this window says.
    #[inline]
    pub(crate) fn of(value: i32, alpha: i32, beta: i32) -> Bound {
        if value >= beta {
            Bound::Lower
        } else if value <= alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }

    /// Whether such a value answers a search with this window.
    #[inline]
    pub(crate) fn settles(self, value: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
            Bound::Exact => true,
        }
    }

    /// Two bits.
    #[inline]
    pub(crate) fn bits(self) -> u64 {
        self as u64
    }

    /// The bound of two bits.
    #[inline]
    pub(crate) fn from_bits(bits: u64) -> Bound {
        match bits & 3 {
            0 => Bound::Lower,
            1 => Bound::Upper,
            _ => Bound::Exact,
        }
    }
}
