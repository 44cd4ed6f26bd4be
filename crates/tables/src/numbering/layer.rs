use std::fmt;

use game::Side;
use moulin::{FEWEST, Flight, Flights, Rules};

/// The positions with so many stones each, in hand and on the board, by who may still fly once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layer {
    /// Stones in hand, of the side to move and of the other: none in the moving phase.
    pub hands: [u8; 2],
    /// Stones of the side to move on the board.
    pub mover: u8,
    /// Stones of the other side on the board.
    pub other: u8,
    /// Who has not used the one flight, white standing for the side to move.
    pub flights: Flights,
}

/// Two layers that lead to each other by quiet turns: the same stones, and either side to move.
///
/// The side with more stones is the side of the rows, the other that of the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// Stones of the side with more.
    pub rows: u8,
    /// Stones of the side with fewer, or as many.
    pub columns: u8,
    /// Who has not used the one flight, white standing for the rows.
    pub flights: Flights,
}

impl Layer {
    /// Whether the stones of the side to move are the rows of the table.
    pub(crate) fn rows_move(self) -> bool {
        self.mover >= self.other
    }

    /// Whether its positions are searched when they are asked for: those with the last few stones
    /// in hand would fill most of a disk, and are a few turns away from the moving phase.
    #[must_use]
    pub fn is_searched(self) -> bool {
        (1..=Layer::SEARCHED).contains(&self.hands.iter().sum())
    }

    /// The most stones in both hands together of layers that are searched.
    pub const SEARCHED: u8 = 3;

    /// Whether compact tables leave it out: what its positions are worth follows from their turns, and
    /// those lead to the side that has as many stones or more. With four stones in hand the turns
    /// to come are searched anyway, and a search would be too long.
    #[must_use]
    pub fn is_derived(self) -> bool {
        let hands: u8 = self.hands.iter().sum();
        self.mover < self.other && (hands == 0 || hands > Layer::SEARCHED + 1)
    }

    /// Who has not used the one flight: bit 0 the side to move, bit 1 the other.
    pub fn rights(self) -> u8 {
        let [mover, other] = Side::BOTH.map(|side| u8::from(self.flights.has(side)));
        mover | other << 1
    }

    /// The pair it belongs to, or would if no stone were in hand.
    #[must_use]
    pub fn pair(self) -> Pair {
        if self.rows_move() {
            Pair {
                rows: self.mover,
                columns: self.other,
                flights: self.flights,
            }
        } else {
            Pair {
                rows: self.other,
                columns: self.mover,
                flights: exchanged(self.flights),
            }
        }
    }

    /// As the notation writes it: `4-3`, while stones are being placed `h5,4:3-4`, and with flights
    /// granted once `4-3+w`.
    #[must_use]
    pub fn text(self, rules: &Rules) -> String {
        let mut stones = format!("{}-{}", self.mover, self.other);
        if self.hands != [0, 0] {
            let [mover, other] = self.hands;
            stones = format!("h{mover},{other}:{stones}");
        }
        if !matches!(rules.flight, Flight::Once(_)) {
            return stones;
        }
        let holders: String = Side::BOTH
            .into_iter()
            .filter(|side| self.flights.has(*side))
            .map(Side::letter)
            .collect();
        match holders.as_str() {
            "" => stones + "-",
            _ => format!("{stones}+{holders}"),
        }
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.rows, self.columns)
    }
}

impl Pair {
    /// The layer in which the rows move.
    #[must_use]
    pub fn rows_to_move(self) -> Layer {
        Layer {
            hands: [0, 0],
            mover: self.rows,
            other: self.columns,
            flights: self.flights,
        }
    }

    /// The layer in which the columns move.
    #[must_use]
    pub fn columns_to_move(self) -> Layer {
        Layer {
            hands: [0, 0],
            mover: self.columns,
            other: self.rows,
            flights: exchanged(self.flights),
        }
    }

    /// Its layers: two, or one whose mirror image is the other.
    #[must_use]
    pub fn layers(self) -> Vec<Layer> {
        let (one, other) = (self.rows_to_move(), self.columns_to_move());
        if one == other {
            vec![one]
        } else {
            vec![one, other]
        }
    }

    /// All pairs with so many stones together, each after those it leads to.
    #[must_use]
    pub fn of_stones(rules: &Rules, stones: u8) -> Vec<Pair> {
        let columns = (FEWEST..=stones / 2).filter(|columns| stones - columns <= rules.stones);
        columns
            .flat_map(|columns| Pair::of(rules, stones - columns, columns))
            .collect()
    }

    /// The pairs of so many stones each, fewest rights to fly first.
    fn of(rules: &Rules, rows: u8, columns: u8) -> impl Iterator<Item = Pair> {
        let holders = holders(rules, rows, columns).into_iter();
        holders.map(move |flights| Pair {
            rows,
            columns,
            flights,
        })
    }

    /// All pairs with at most so many stones, each after those it leads to.
    #[must_use]
    pub fn up_to(rules: &Rules, rows: u8, columns: u8) -> Vec<Pair> {
        let (rows, columns) = (rows.max(columns), rows.min(columns));
        let mut pairs = Vec::new();
        for more in FEWEST..=rows {
            for fewer in FEWEST..=columns.min(more) {
                pairs.extend(Pair::of(rules, more, fewer));
            }
        }
        pairs
    }
}

/// Who may have the right to fly once with so many stones, fewest rights first. A pair of as many
/// stones each is its own mirror image, so that the rows alone having it stands for both ways.
fn holders(rules: &Rules, rows: u8, columns: u8) -> Vec<Flights> {
    let Flight::Once(at) = rules.flight else {
        return vec![Flights::NONE];
    };
    let (only_rows, only_columns) = (
        Flights::BOTH.without(Side::Black),
        Flights::BOTH.without(Side::White),
    );
    [Flights::NONE, only_rows, only_columns, Flights::BOTH]
        .into_iter()
        .filter(|flights| rows <= at || flights.has(Side::White))
        .filter(|flights| columns <= at || flights.has(Side::Black))
        .filter(|flights| rows != columns || *flights != only_columns)
        .collect()
}

/// The same rights with the sides exchanged.
pub(crate) fn exchanged(flights: Flights) -> Flights {
    Side::BOTH.into_iter().fold(Flights::BOTH, |rights, side| {
        if flights.has(side) {
            rights
        } else {
            rights.without(side.other())
        }
    })
}
