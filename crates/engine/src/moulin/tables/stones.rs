use game::Side;
use moulin::{Flights, Moulin, Points, Position, PositionError};

use super::layer::{Layer, exchanged};

/// The stones of a position of the moving phase, a bit a point as in [`Points::bits`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stones {
    /// Of the side to move.
    pub mover: u32,
    /// Of the other side.
    pub other: u32,
}

impl Stones {
    /// The layer they belong to, white standing for the side to move among the flights.
    #[must_use]
    pub fn layer(self, flights: Flights) -> Layer {
        Layer {
            hands: [0, 0],
            mover: self.mover.count_ones() as u8,
            other: self.other.count_ones() as u8,
            flights,
        }
    }

    /// The stones and flights of a position, unless stones are still in hand.
    #[must_use]
    pub fn of(position: &Position) -> Option<(Stones, Flights)> {
        let (mover, other) = (position.turn(), position.turn().other());
        let moving = position.hand(mover) == 0 && position.hand(other) == 0;
        moving.then(|| {
            let stones = Stones {
                mover: position.stones(mover).bits(),
                other: position.stones(other).bits(),
            };
            let flights = match mover {
                Side::White => position.flights(),
                Side::Black => exchanged(position.flights()),
            };
            (stones, flights)
        })
    }

    /// The position with white to move.
    pub fn position(self, moulin: &Moulin, flights: Flights) -> Result<Position, PositionError> {
        let points = |set: u32| -> Points {
            let board = moulin.rules().board.points().into_iter();
            board
                .filter(|point| set >> point.index() & 1 == 1)
                .collect()
        };
        let stones = [points(self.mover), points(self.other)];
        moulin.position(stones, [0, 0], Side::White, flights)
    }
}
