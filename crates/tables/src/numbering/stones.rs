use game::Side;
use moulin::{Flights, Moulin, Points, Position, PositionError};

use super::layer::{Layer, exchanged};

/// The stones of a position on the board, a bit per point as in [`Points::bits`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stones {
    /// Of the side to move.
    pub mover: u32,
    /// Of the other side.
    pub other: u32,
}

impl Stones {
    /// The layer of the moving phase they belong to, white standing for the side to move among the
    /// flights.
    #[must_use]
    pub fn layer(self, flights: Flights) -> Layer {
        Layer {
            hands: [0, 0],
            mover: self.mover.count_ones() as u8,
            other: self.other.count_ones() as u8,
            flights,
        }
    }

    /// The stones and the layer of a position.
    #[must_use]
    pub fn of(position: &Position) -> (Stones, Layer) {
        let sides = [position.turn(), position.turn().other()];
        let [mover, other] = sides.map(|side| position.stones(side).bits());
        let stones = Stones { mover, other };
        let flights = seen_by(position.turn(), position.flights());
        let hands = sides.map(|side| position.hand(side));
        let layer = stones.layer(flights);
        (stones, Layer { hands, ..layer })
    }

    /// The position of a layer: white moves when both have as many in hand.
    pub fn position(self, moulin: &Moulin, layer: Layer) -> Result<Position, PositionError> {
        let points = |set: u32| -> Points {
            let board = moulin.rules().board.points().into_iter();
            let members = board.filter(|point| set >> point.index() & 1 == 1);
            members.collect()
        };
        let mut stones = [points(self.mover), points(self.other)];
        let mut hands = layer.hands;
        let turn = if hands[0] == hands[1] {
            Side::White
        } else {
            stones.reverse();
            hands.reverse();
            Side::Black
        };
        moulin.position(stones, hands, turn, seen_by(turn, layer.flights))
    }
}

/// Flights with white standing for the side to move, from those of the colours; and back.
fn seen_by(mover: Side, flights: Flights) -> Flights {
    match mover {
        Side::White => flights,
        Side::Black => exchanged(flights),
    }
}
