use std::fmt;

/// What a position or a move is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Exact: the points by which it wins with best play of both.
    Points(i32),
    /// Exact: it wins after so many turns of both.
    Win(u32),
    /// Exact: nobody can win.
    Draw,
    /// Exact: it loses after so many turns of both.
    Loss(u32),
    /// Exact: it wins, nobody knows how soon.
    Won,
    /// Exact: it loses, nobody knows how soon.
    Lost,
    /// A guess, where the end is too far away.
    Score {
        /// The points or stones it seems to be ahead by, in hundredths.
        hundredths: i32,
        /// Turns looked ahead.
        depth: u32,
    },
}

/// What a won game counts in stones, where it is compared with guesses: as much as being ahead by
/// more than anybody ever makes good.
pub(super) const WON: i32 = 600;

impl Value {
    /// About how far ahead the side is, in hundredths of a point or a stone.
    #[must_use]
    pub fn hundredths(self) -> i32 {
        match self {
            Value::Points(points) => 100 * points,
            Value::Win(_) | Value::Won => WON,
            Value::Draw => 0,
            Value::Loss(_) | Value::Lost => -WON,
            Value::Score { hundredths, .. } => hundredths,
        }
    }

    /// The same, where what was proven is compared with guesses: no guess counts more than a won game.
    pub(super) fn comparable(self) -> i32 {
        match self {
            Value::Score { hundredths, .. } => hundredths.clamp(-WON, WON),
            exact => exact.hundredths(),
        }
    }

    /// Whether it is proven that nobody wins.
    pub(super) fn is_draw(self) -> bool {
        matches!(self, Value::Draw | Value::Points(0))
    }

    /// Better ones are greater: a near win is better than a far one, a far loss than a near one, and
    /// guesses stand between them.
    #[must_use]
    pub fn rank(self) -> i32 {
        const PROVEN: i32 = 1_000_000;
        match self {
            Value::Win(turns) => PROVEN - turns as i32,
            Value::Loss(turns) => turns as i32 - PROVEN,
            Value::Won => PROVEN / 2,
            Value::Lost => -PROVEN / 2,
            other => other.hundredths(),
        }
    }

    /// Whether it is proven.
    #[must_use]
    pub fn is_exact(self) -> bool {
        !matches!(self, Value::Score { .. })
    }

    /// The value of a move, from what the position after it is worth to the other.
    #[must_use]
    pub fn before(self) -> Value {
        match self {
            Value::Points(points) => Value::Points(-points),
            Value::Win(turns) => Value::Loss(turns + 1),
            Value::Draw => Value::Draw,
            Value::Loss(turns) => Value::Win(turns + 1),
            Value::Won => Value::Lost,
            Value::Lost => Value::Won,
            Value::Score { hundredths, depth } => Value::Score {
                hundredths: -hundredths,
                depth: depth + 1,
            },
        }
    }
}

impl fmt::Display for Value {
    /// `value -1`, `win 5`, `draw`, `loss 4`, `win` and `loss` alone where nobody knows how soon, or `score +0.42 depth 14`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Value::Points(points) => write!(f, "value {points}"),
            Value::Win(turns) => write!(f, "win {turns}"),
            Value::Draw => f.write_str("draw"),
            Value::Loss(turns) => write!(f, "loss {turns}"),
            Value::Won => f.write_str("win"),
            Value::Lost => f.write_str("loss"),
            Value::Score { hundredths, depth } => {
                let sign = if hundredths < 0 { '-' } else { '+' };
                let (whole, part) = (hundredths.abs() / 100, hundredths.abs() % 100);
                write!(f, "score {sign}{whole}.{part:02} depth {depth}")
            }
        }
    }
}
