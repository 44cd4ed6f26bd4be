use crate::{Board, Move, Point, Points, Position};

/// A renaming of the points that keeps every line: turning, mirroring, and on nested squares
/// also swapping the inner with the outer one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    image: [Point; Point::MOST],
}

impl Board {
    /// All symmetries of this board, the identity among them. They are found from its lines, so
    /// every board has them.
    #[must_use]
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let mut found = Vec::new();
        let image = [Point::new(0); Point::MOST];
        self.extend_symmetry(image, Points::NONE, Points::NONE, &mut found);
        found
    }

    /// Gives one more point an image, in every way that keeps neighbours neighbours.
    fn extend_symmetry(
        &self,
        image: [Point; Point::MOST],
        mapped: Points,
        used: Points,
        found: &mut Vec<Symmetry>,
    ) {
        let Some(point) = self.points().without(mapped).into_iter().next() else {
            let symmetry = Symmetry { image };
            if self
                .lines()
                .all(|line| self.lines().any(|other| other == symmetry.points(line)))
            {
                found.push(symmetry);
            }
            return;
        };
        for candidate in self.points().without(used) {
            let agrees = mapped.into_iter().all(|other| {
                self.neighbours(point).contains(other)
                    == self.neighbours(candidate).contains(image[other.index()])
            });
            if agrees {
                let mut image = image;
                image[point.index()] = candidate;
                let mapped = mapped | Points::only(point);
                self.extend_symmetry(image, mapped, used | Points::only(candidate), found);
            }
        }
    }
}

impl Symmetry {
    /// Where a point goes.
    #[must_use]
    pub fn point(&self, point: Point) -> Point {
        self.image[point.index()]
    }

    /// Where a set of points goes.
    #[must_use]
    pub fn points(&self, points: Points) -> Points {
        points.into_iter().map(|point| self.point(point)).collect()
    }

    /// The position seen through the symmetry.
    #[must_use]
    pub fn position(&self, position: &Position) -> Position {
        Position {
            stones: position.stones.map(|stones| self.points(stones)),
            ..*position
        }
    }

    /// The move seen through the symmetry.
    #[must_use]
    pub fn played(&self, played: Move) -> Move {
        let takes = self.points(played.takes());
        match played {
            Move::Place { to, .. } => Move::Place {
                to: self.point(to),
                takes,
            },
            Move::Shift { from, to, .. } => Move::Shift {
                from: self.point(from),
                to: self.point(to),
                takes,
            },
            Move::Pass => Move::Pass,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::NINE;

    #[test]
    fn the_sheets_board_has_sixteen_symmetries() {
        assert_eq!(NINE.symmetries().len(), 16);
    }
}
