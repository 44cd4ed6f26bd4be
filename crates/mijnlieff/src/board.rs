use crate::{Cell, Kind, Layout, Square, Squares, Turning};

/// A layout with everything the rules ask of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    layout: Layout,
    gaps: Gaps,
    cells: Vec<Cell>,
    /// By kind and square: where the opponent may play next, empty or not (MJ4).
    reach: [Vec<Squares>; 4],
    /// Three squares in a row, a column or a diagonal, nothing missing between them.
    threes: Vec<Squares>,
    edge: Squares,
    corners: Squares,
}

/// Whether lines of play go on beyond missing squares (MJ6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gaps {
    /// They stop.
    Block,
    /// They jump over; lines that score never do.
    Cross,
}

/// A step on the grid: columns and rows.
type Step = (i16, i16);

const SIDES: [Step; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONALS: [Step; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

impl Board {
    /// The board of a layout.
    #[must_use]
    pub fn new(layout: Layout, gaps: Gaps) -> Board {
        // A set of cells is sorted by column, then row, which is the order of squares.
        let cells: Vec<Cell> = layout.cells().into_iter().collect();
        let mut board = Board {
            layout,
            gaps,
            cells,
            reach: [const { Vec::new() }; 4],
            threes: Vec::new(),
            edge: Squares::NONE,
            corners: Squares::NONE,
        };
        for kind in Kind::ALL {
            let reach = |square| board.reach_from(kind, square);
            board.reach[kind.index()] = board.squares().into_iter().map(reach).collect();
        }
        board.threes = board.find_threes();
        let is_edge = |square: &Square| SIDES.iter().any(|step| board.lacks(*square, *step));
        board.edge = board.squares().into_iter().filter(is_edge).collect();
        let is_corner = |square: &Square| {
            let lacks = |step| board.lacks(*square, step);
            (lacks((1, 0)) || lacks((-1, 0))) && (lacks((0, 1)) || lacks((0, -1)))
        };
        board.corners = board.squares().into_iter().filter(is_corner).collect();
        board
    }

    /// The layout it is made of.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Whether lines of play cross gaps.
    #[must_use]
    pub fn gaps(&self) -> Gaps {
        self.gaps
    }

    /// Every square.
    #[inline]
    #[must_use]
    pub fn squares(&self) -> Squares {
        Squares::first(self.cells.len())
    }

    /// Where a piece on `square` lets the opponent play, were all squares empty (MJ4 to MJ6).
    #[inline]
    #[must_use]
    pub fn reach(&self, kind: Kind, square: Square) -> Squares {
        self.reach[kind.index()][square.index()]
    }

    /// All lines of three. A run of n ≥ 3 squares holds n − 2 of them, so a player's points are
    /// the lines of three that are all theirs (MJ10).
    #[must_use]
    pub fn threes(&self) -> &[Squares] {
        &self.threes
    }

    /// The points of a player with pieces on `squares` (MJ10).
    #[inline]
    #[must_use]
    pub fn points(&self, squares: Squares) -> u32 {
        let complete = |three: &&Squares| three.without(squares).is_empty();
        self.threes.iter().filter(complete).count() as u32
    }

    /// The longest unbroken runs of at least three of these squares, each counted once (MJ10).
    #[must_use]
    pub fn runs(&self, squares: Squares) -> Vec<Vec<Square>> {
        let held = |cell: Cell| {
            self.square_at(cell)
                .filter(|square| squares.contains(*square))
        };
        let mut runs = Vec::new();
        for square in squares {
            let cell = self.cell(square);
            for (columns, rows) in LINES {
                if held(cell.offset(-columns, -rows)).is_some() {
                    continue;
                }
                let ahead = (0..).map(|n| held(cell.offset(n * columns, n * rows)));
                let run: Vec<Square> = ahead.map_while(|square| square).collect();
                if run.len() >= 3 {
                    runs.push(run);
                }
            }
        }
        runs
    }

    /// The squares that lack a side neighbour (MJ7).
    #[must_use]
    pub fn edge(&self) -> Squares {
        self.edge
    }

    /// The squares that lack a neighbour in both axes (MJ7).
    #[must_use]
    pub fn corners(&self) -> Squares {
        self.corners
    }

    /// Where a square lies on the grid, from the lower left.
    #[must_use]
    pub fn cell(&self, square: Square) -> Cell {
        self.cells[square.index()]
    }

    /// The square that lies there, if there is one.
    #[must_use]
    pub fn square_at(&self, cell: Cell) -> Option<Square> {
        self.cells.binary_search(&cell).ok().map(Square::new)
    }

    /// Where each square lies on the turned board, in the order of the squares; `None` when the
    /// other board is not this one turned.
    #[must_use]
    pub fn image(&self, turning: Turning, turned: &Board) -> Option<Vec<Square>> {
        let cells = || self.cells.iter().map(|cell| turning.cell(*cell));
        let left = cells().map(|cell| cell.column).min()?;
        let bottom = cells().map(|cell| cell.row).min()?;
        let image = cells().map(|cell| turned.square_at(cell.offset(-left, -bottom)));
        image
            .collect::<Option<Vec<Square>>>()
            .filter(|image| image.len() == turned.cells.len())
    }

    /// How many columns and rows the board spans.
    #[must_use]
    pub fn span(&self) -> (i16, i16) {
        let columns = self.cells.iter().map(|cell| cell.column + 1).max();
        let rows = self.cells.iter().map(|cell| cell.row + 1).max();
        (columns.unwrap_or(0), rows.unwrap_or(0))
    }

    /// The name of a column: a to z, then aa, ab, …
    #[must_use]
    pub fn column_name(column: i16) -> String {
        let letter = |n: i16| char::from(b'a' + (n % 26) as u8);
        match column {
            0..26 => String::from(letter(column)),
            _ => format!("{}{}", letter(column / 26 - 1), letter(column)),
        }
    }

    /// The name of a square: column letters and row number.
    #[must_use]
    pub fn name(&self, square: Square) -> String {
        let Cell { column, row } = self.cell(square);
        let mut name = Board::column_name(column);
        match row {
            // Whoever shows positions asks for many names: this is several times as quick.
            0..9 => name.push(char::from(b'1' + row as u8)),
            _ => name += &(row + 1).to_string(),
        }
        name
    }

    /// The square of that name, in either letter case.
    #[must_use]
    pub fn square(&self, name: &str) -> Option<Square> {
        let digits = name.find(|c: char| c.is_ascii_digit())?;
        let (letters, number) = name.split_at_checked(digits)?;
        let column = match letters.to_ascii_lowercase().as_bytes() {
            [a @ b'a'..=b'z'] => i16::from(a - b'a'),
            [a @ b'a'..=b'z', b @ b'a'..=b'z'] => {
                26 * (i16::from(a - b'a') + 1) + i16::from(b - b'a')
            }
            _ => return None,
        };
        let plain = !number.starts_with('0') && number.bytes().all(|byte| byte.is_ascii_digit());
        let row: i16 = number.parse().ok().filter(|_| plain)?;
        self.square_at(Cell::new(column, row - 1))
    }

    fn lacks(&self, square: Square, (columns, rows): Step) -> bool {
        let beside = self.cell(square).offset(columns, rows);
        self.square_at(beside).is_none()
    }

    fn reach_from(&self, kind: Kind, square: Square) -> Squares {
        let own = Squares::only(square);
        match kind {
            Kind::Straight => self.along(square, &SIDES),
            Kind::Diagonal => self.along(square, &DIAGONALS),
            Kind::Pusher => self.squares().without(own | self.touching(square)),
            Kind::Puller => self.touching(square),
        }
    }

    /// All eight neighbours.
    fn touching(&self, square: Square) -> Squares {
        let cell = self.cell(square);
        let around = SIDES.iter().chain(&DIAGONALS);
        around
            .filter_map(|(x, y)| self.square_at(cell.offset(*x, *y)))
            .collect()
    }

    /// The squares on lines of play from `square` in these directions (MJ5, MJ6).
    fn along(&self, square: Square, steps: &[Step]) -> Squares {
        let (columns, rows) = self.span();
        let mut found = Squares::NONE;
        for (x, y) in steps {
            for n in 1..columns.max(rows) {
                match (
                    self.square_at(self.cell(square).offset(n * x, n * y)),
                    self.gaps,
                ) {
                    (Some(square), _) => found = found | Squares::only(square),
                    (None, Gaps::Cross) => {}
                    (None, Gaps::Block) => break,
                }
            }
        }
        found
    }

    fn find_threes(&self) -> Vec<Squares> {
        let mut threes = Vec::new();
        for square in self.squares() {
            for (x, y) in LINES {
                let at = |n| self.square_at(self.cell(square).offset(n * x, n * y));
                if let (Some(second), Some(third)) = (at(1), at(2)) {
                    threes.push([square, second, third].into_iter().collect());
                }
            }
        }
        threes
    }
}

/// The four directions of lines, each once.
const LINES: [Step; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
