/// A place on the endless grid that boards are laid on: column and row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// From the left.
    pub column: i16,
    /// From the bottom.
    pub row: i16,
}

impl Cell {
    /// The cell in that column and row.
    #[must_use]
    pub const fn new(column: i16, row: i16) -> Cell {
        Cell { column, row }
    }

    /// The cell so many columns and rows away.
    #[must_use]
    pub const fn offset(self, columns: i16, rows: i16) -> Cell {
        Cell::new(self.column + columns, self.row + rows)
    }
}

/// One of the eight ways to turn and mirror the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turning(u8);

impl Turning {
    /// All eight, the identity first.
    pub const ALL: [Turning; 8] = [
        Turning(0),
        Turning(1),
        Turning(2),
        Turning(3),
        Turning(4),
        Turning(5),
        Turning(6),
        Turning(7),
    ];

    /// Where a cell goes, the origin staying where it is.
    #[must_use]
    pub const fn cell(self, cell: Cell) -> Cell {
        let Cell { column, row } = cell;
        let column = if self.0 & 1 != 0 { -column } else { column };
        let row = if self.0 & 2 != 0 { -row } else { row };
        if self.0 & 4 != 0 {
            Cell::new(row, column)
        } else {
            Cell::new(column, row)
        }
    }
}
