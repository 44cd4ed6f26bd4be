use std::hash::{Hash, Hasher};

use game::{Excerpt, FieldError, Side};

use crate::{Flight, Point, Points, Rules};

/// Where the stones are, how many are in hand, whose turn it is, who may still fly once.
///
/// Made by a [`Moulin`](crate::Moulin), so that it always fits its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub(crate) stones: [Points; 2],
    pub(crate) hand: [u8; 2],
    pub(crate) turn: Side,
    pub(crate) flights: Flights,
}

/// Who has not used the one flight of the game (ML6); nobody under other flight rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flights(u8);

impl Flights {
    /// Nobody.
    pub const NONE: Flights = Flights(0);
    /// Both players.
    pub const BOTH: Flights = Flights(3);

    /// Whether `side` has the right.
    #[inline]
    #[must_use]
    pub const fn has(self, side: Side) -> bool {
        self.0 & (1 << side.index()) != 0
    }

    /// Without the right of `side`.
    #[inline]
    #[must_use]
    pub const fn without(self, side: Side) -> Flights {
        Flights(self.0 & !(1 << side.index()))
    }

    /// The rights at the start of a game under `flight`.
    #[must_use]
    pub const fn at_start(flight: Flight) -> Flights {
        match flight {
            Flight::Once(_) => Flights::BOTH,
            Flight::Never | Flight::At(_) => Flights::NONE,
        }
    }
}

impl Position {
    pub(crate) const fn start(rules: &Rules) -> Position {
        Position {
            stones: [Points::NONE; 2],
            hand: [rules.stones; 2],
            turn: Side::White,
            flights: Flights::at_start(rules.flight),
        }
    }

    /// A position of these parts, if they fit the rules and each other.
    pub(crate) fn checked(self, rules: &Rules) -> Result<Position, PositionError> {
        let [white, black] = self.stones;
        if let Some(point) = (white & black).into_iter().next() {
            return Err(PositionError::Twice { point });
        }
        for side in Side::BOTH {
            let count = self.total(side);
            if count > u32::from(rules.stones) {
                let most = rules.stones;
                return Err(PositionError::TooMany { side, count, most });
            }
        }
        let [white, black] = self.hand;
        let fits = match self.turn {
            Side::White => white == black,
            Side::Black => black == white + 1 || (white, black) == (0, 0),
        };
        if !fits {
            let (hand, turn) = (self.hand, self.turn);
            return Err(PositionError::HandsAndTurn { hand, turn });
        }
        if let Flight::Once(at) = rules.flight {
            for side in Side::BOTH {
                let grounded = self.total(side) > u32::from(at);
                if grounded && !self.flights.has(side) {
                    return Err(PositionError::FlightNotUsed { side, at });
                }
            }
        } else if self.flights != Flights::NONE {
            return Err(PositionError::NoFlights);
        }
        Ok(self)
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// The points where `side` has stones.
    #[inline]
    #[must_use]
    pub const fn stones(&self, side: Side) -> Points {
        self.stones[side.index()]
    }

    /// How many stones `side` has yet to place.
    #[inline]
    #[must_use]
    pub const fn hand(&self, side: Side) -> u8 {
        self.hand[side.index()]
    }

    /// How many stones `side` has, on the board and in hand.
    #[inline]
    #[must_use]
    pub const fn total(&self, side: Side) -> u32 {
        self.stones(side).count() + self.hand(side) as u32
    }

    /// Who has not used the one flight.
    #[inline]
    #[must_use]
    pub const fn flights(&self) -> Flights {
        self.flights
    }

    /// The whole position in one number, different for different positions.
    #[inline]
    #[must_use]
    pub fn bits(&self) -> u64 {
        u64::from(self.stones[0].bits())
            | u64::from(self.stones[1].bits()) << 24
            | u64::from(self.hand[0]) << 48
            | u64::from(self.hand[1]) << 52
            | (self.turn as u64) << 56
            | u64::from(self.flights.0) << 57
    }
}

impl Hash for Position {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.bits());
    }
}

/// Why a position is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The text is not made of the known parts.
    Field(FieldError),
    /// A name that no point has.
    UnknownPoint {
        /// The name.
        name: Excerpt,
    },
    /// A point given twice.
    Twice {
        /// The point.
        point: Point,
    },
    /// More stones than a player has, hand included.
    TooMany {
        /// Whose.
        side: Side,
        /// How many there would be.
        count: u32,
        /// How many there are.
        most: u8,
    },
    /// Not two numbers of stones.
    Hand {
        /// What was there.
        text: Excerpt,
    },
    /// White places first, so the hands and the turn belong together.
    HandsAndTurn {
        /// White's and black's hand.
        hand: [u8; 2],
        /// The side to move.
        turn: Side,
    },
    /// Neither `w` nor `b`.
    Turn {
        /// What was there.
        text: Excerpt,
    },
    /// None of `wb`, `w`, `b`, `-`.
    Flight {
        /// What was there.
        text: Excerpt,
    },
    /// Flight rights are no part of a position under these rules.
    NoFlights,
    /// This side had too many stones ever to have flown.
    FlightNotUsed {
        /// Whose right is missing.
        side: Side,
        /// The number of stones from which a flight is granted.
        at: u8,
    },
}
