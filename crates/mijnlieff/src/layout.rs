use std::collections::BTreeSet;
use std::fmt;

use game::Excerpt;

use crate::{Cell, Turning};

/// How tiles lie: each by its lower left square, the least column and row 0, sorted by row, then
/// column. Every layout is one that can be played on (MJ1, MJ2).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    tiles: Vec<Cell>,
}

/// Why tiles make no board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayoutError {
    /// Not `column.row`.
    Tile {
        /// What was there.
        text: Excerpt,
    },
    /// Not four tiles for each of one to four sets.
    Count {
        /// How many tiles were given.
        tiles: usize,
    },
    /// Two tiles share a square.
    Overlap {
        /// A tile that lies on another, as it was given.
        tile: Cell,
    },
    /// A tile touches none of those connected with the first.
    Apart {
        /// The tile, as it was given.
        tile: Cell,
    },
}

/// The most sets a game is played with (MJ2).
pub(crate) const MOST_SETS: usize = 4;

/// Tiles of one set.
const TILES_A_SET: usize = 4;

/// Columns and rows beyond these are refused, which keeps sums small.
const FARTHEST: i16 = 9999;

impl Layout {
    /// The layout of these tiles, in any order and anywhere on the grid.
    pub fn new(tiles: &[Cell]) -> Result<Layout, LayoutError> {
        let count = tiles.len();
        if count == 0 || !count.is_multiple_of(TILES_A_SET) || count > TILES_A_SET * MOST_SETS {
            return Err(LayoutError::Count { tiles: count });
        }
        for (i, tile) in tiles.iter().enumerate() {
            if tiles[..i].iter().any(|other| distance(*tile, *other) < 2) {
                return Err(LayoutError::Overlap { tile: *tile });
            }
        }
        let joined = connected(tiles);
        if let Some(tile) = tiles.iter().find(|tile| !joined.contains(tile)) {
            return Err(LayoutError::Apart { tile: *tile });
        }
        Ok(Layout::normal(tiles.to_vec()))
    }

    /// The board used when none is given: 4×4, 8×4, 12×4, 8×8; `None` for more than four sets.
    #[must_use]
    pub fn standard(sets: u8) -> Option<Layout> {
        let (columns, rows) = match sets {
            1 => (2, 2),
            2 => (4, 2),
            3 => (6, 2),
            4 => (4, 4),
            _ => return None,
        };
        let row = |row: i16| (0..columns).map(move |column| Cell::new(2 * column, 2 * row));
        Some(Layout::normal((0..rows).flat_map(row).collect()))
    }

    fn normal(mut tiles: Vec<Cell>) -> Layout {
        let left = tiles.iter().map(|tile| tile.column).min().unwrap_or(0);
        let bottom = tiles.iter().map(|tile| tile.row).min().unwrap_or(0);
        for tile in &mut tiles {
            *tile = tile.offset(-left, -bottom);
        }
        tiles.sort_by_key(|tile| (tile.row, tile.column));
        Layout { tiles }
    }

    /// Reads `0.0/2.1/4.2/6.3`.
    pub fn read(text: &str) -> Result<Layout, LayoutError> {
        let mut tiles = Vec::new();
        for part in text.split('/') {
            if tiles.len() > TILES_A_SET * MOST_SETS {
                // Enough to refuse it, and a text of any length costs no more than this.
                let tiles = text.split('/').count();
                return Err(LayoutError::Count { tiles });
            }
            let number = |text: &str| {
                let text = text.trim();
                let digits = text.strip_prefix('-').unwrap_or(text);
                let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
                let number: Option<i16> = text.parse().ok().filter(|_| plain);
                number.filter(|number| (-FARTHEST..=FARTHEST).contains(number))
            };
            let tile = part
                .split_once('.')
                .and_then(|(column, row)| Some(Cell::new(number(column)?, number(row)?)));
            tiles.push(tile.ok_or_else(|| LayoutError::Tile {
                text: Excerpt::of(part),
            })?);
        }
        Layout::new(&tiles)
    }

    /// The tiles by their lower left squares.
    #[must_use]
    pub fn tiles(&self) -> &[Cell] {
        &self.tiles
    }

    /// How many sets of tiles and pieces the layout takes (MJ2).
    #[must_use]
    pub fn sets(&self) -> u8 {
        (self.tiles.len() / TILES_A_SET) as u8
    }

    /// The squares of all tiles.
    #[must_use]
    pub fn cells(&self) -> BTreeSet<Cell> {
        self.tiles
            .iter()
            .flat_map(|tile| tile_cells(*tile))
            .collect()
    }

    /// The layout turned or mirrored.
    #[must_use]
    pub fn turned(&self, turning: Turning) -> Layout {
        let turned = self.tiles.iter().map(|tile| {
            let cells = tile_cells(*tile).map(|cell| turning.cell(cell));
            let column = cells.iter().map(|cell| cell.column).min().unwrap_or(0);
            let row = cells.iter().map(|cell| cell.row).min().unwrap_or(0);
            Cell::new(column, row)
        });
        Layout::normal(turned.collect())
    }

    /// Of the eight turned and mirrored layouts the one that prints smallest.
    #[must_use]
    pub fn canonical(&self) -> Layout {
        let printed = Turning::ALL.map(|turning| {
            let layout = self.turned(turning);
            (layout.to_string(), layout)
        });
        let least = printed.into_iter().min_by(|a, b| a.0.cmp(&b.0));
        least.expect("there are eight of them").1
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, tile) in self.tiles.iter().enumerate() {
            let separator = if i == 0 { "" } else { "/" };
            write!(f, "{separator}{}.{}", tile.column, tile.row)?;
        }
        Ok(())
    }
}

/// How far apart two tiles lie in the direction in which they are farther apart: below 2 they
/// overlap, at 2 they touch, by a side or a corner.
fn distance(a: Cell, b: Cell) -> u16 {
    a.column.abs_diff(b.column).max(a.row.abs_diff(b.row))
}

/// The tiles that are connected with the first.
fn connected(tiles: &[Cell]) -> Vec<Cell> {
    let mut joined: Vec<Cell> = tiles.iter().take(1).copied().collect();
    let mut next = 0;
    while let Some(tile) = joined.get(next).copied() {
        let touching = tiles.iter().filter(|other| distance(tile, **other) == 2);
        let new: Vec<Cell> = touching
            .filter(|other| !joined.contains(other))
            .copied()
            .collect();
        joined.extend(new);
        next += 1;
    }
    joined
}

fn tile_cells(tile: Cell) -> [Cell; 4] {
    [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(columns, rows)| tile.offset(columns, rows))
}
