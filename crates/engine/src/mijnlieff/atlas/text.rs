use std::fmt;

use game::{Excerpt, Game, Notation};
use mijnlieff::{Board, Gaps, Layout, LayoutError, Mijnlieff, Move, Opening};
use serde::{Deserialize, Serialize};

use super::{Atlas, Best, Entry, WIDENING};

/// Why a text is no atlas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AtlasError {
    /// Not JSON, or not of this form.
    Form {
        /// Where, from 1.
        line: usize,
        /// Where, from 1.
        column: usize,
    },
    /// An atlas of something else.
    Other {
        /// Its game.
        game: Excerpt,
        /// Its reading of gaps.
        gaps: Excerpt,
    },
    /// Tiles that make no board (MJ1).
    Layout {
        /// The tiles.
        tiles: Excerpt,
        /// Why not.
        error: LayoutError,
    },
    /// Tiles of several sets, or not the smallest printed form of the board.
    Printed {
        /// The tiles.
        tiles: Excerpt,
    },
    /// A board that is not after the one before it.
    Order {
        /// The board.
        layout: Layout,
    },
    /// Not the number of lines the board has.
    Lines {
        /// The board.
        layout: Layout,
        /// The number given.
        given: usize,
        /// The number it has.
        found: usize,
    },
    /// No opening is solved.
    Unsolved {
        /// The board.
        layout: Layout,
    },
    /// A best first move that is no first move, or not after the one before it.
    Move {
        /// The board.
        layout: Layout,
        /// The opening.
        opening: Opening,
        /// The move.
        text: Excerpt,
    },
    /// No best first move, or less than a narrower opening gives.
    Value {
        /// The board.
        layout: Layout,
        /// The opening.
        opening: Opening,
    },
}

const GAPS: &str = "block";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: String,
    gaps: String,
    boards: Vec<Line>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Line {
    tiles: String,
    lines: usize,
    openings: Openings,
    nodes: u64,
}

#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Openings {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    corner_straight: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    corner: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    edge: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    anywhere: Option<Value>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Value {
    value: i32,
    best: Vec<String>,
}

impl Openings {
    fn of(&mut self, opening: Opening) -> &mut Option<Value> {
        match opening {
            Opening::CornerStraight => &mut self.corner_straight,
            Opening::Corner => &mut self.corner,
            Opening::Edge => &mut self.edge,
            Opening::Anywhere => &mut self.anywhere,
        }
    }
}

impl Atlas {
    /// Reads what [`Display`](fmt::Display) prints, and nothing that contradicts the boards.
    pub fn read(text: &str) -> Result<Atlas, AtlasError> {
        let file: File = serde_json::from_str(text).map_err(|error| AtlasError::Form {
            line: error.line(),
            column: error.column(),
        })?;
        if file.game != mijnlieff::NAME || file.gaps != GAPS {
            return Err(AtlasError::Other {
                game: Excerpt::of(&file.game),
                gaps: Excerpt::of(&file.gaps),
            });
        }
        let mut entries: Vec<Entry> = Vec::new();
        for line in file.boards {
            let entry = read_entry(line)?;
            let layout = entry.layout.clone();
            let before = entries.last().map(|entry| entry.layout.to_string());
            if before >= Some(layout.to_string()) {
                return Err(AtlasError::Order { layout });
            }
            entries.push(entry);
        }
        Ok(Atlas { entries })
    }
}

fn read_entry(mut line: Line) -> Result<Entry, AtlasError> {
    let tiles = Excerpt::of(&line.tiles);
    let layout = match Layout::read(&line.tiles) {
        Ok(layout) => layout,
        Err(error) => return Err(AtlasError::Layout { tiles, error }),
    };
    if layout.sets() != 1 || layout.canonical().to_string() != line.tiles {
        return Err(AtlasError::Printed { tiles });
    }
    let found = Board::new(layout.clone(), Gaps::Block).threes().len();
    if line.lines != found {
        let given = line.lines;
        return Err(AtlasError::Lines {
            layout,
            given,
            found,
        });
    }
    let mut solved: Vec<(Opening, Best)> = Vec::new();
    for opening in WIDENING {
        if let Some(value) = line.openings.of(opening).take() {
            let best = read_best(&layout, opening, value)?;
            if solved
                .last()
                .is_some_and(|(_, before)| before.value > best.value)
            {
                return Err(AtlasError::Value { layout, opening });
            }
            solved.push((opening, best));
        }
    }
    if solved.is_empty() {
        return Err(AtlasError::Unsolved { layout });
    }
    Ok(Entry {
        layout,
        threes: found,
        solved,
        nodes: line.nodes,
    })
}

fn read_best(layout: &Layout, opening: Opening, value: Value) -> Result<Best, AtlasError> {
    let game = Mijnlieff::new(layout.clone(), opening, Gaps::Block);
    let mut moves: Vec<Move> = Vec::new();
    for (index, text) in value.best.iter().enumerate() {
        let played = game.read_move(&game.start(), text).ok();
        let sorted = index == 0 || value.best[index - 1] < *text;
        let printed = played.filter(|played| sorted && game.move_text(*played) == *text);
        moves.push(printed.ok_or_else(|| AtlasError::Move {
            layout: layout.clone(),
            opening,
            text: Excerpt::of(text),
        })?);
    }
    if moves.is_empty() {
        let layout = layout.clone();
        return Err(AtlasError::Value { layout, opening });
    }
    let value = value.value;
    Ok(Best { value, moves })
}

/// As JSON, one line per board.
impl fmt::Display for Atlas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = mijnlieff::NAME;
        write!(f, "{{\"game\":\"{game}\",\"gaps\":\"{GAPS}\",\"boards\":[")?;
        for (index, entry) in self.entries.iter().enumerate() {
            let separator = if index == 0 { "" } else { "," };
            write!(f, "{separator}\n{entry}")?;
        }
        writeln!(f, "\n]}}")
    }
}

/// As a JSON object in one line.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = Line {
            tiles: self.layout.to_string(),
            lines: self.threes,
            openings: Openings::default(),
            nodes: self.nodes,
        };
        for (opening, Best { value, moves }) in &self.solved {
            let game = self.game(*opening);
            let best = moves.iter().map(|played| game.move_text(*played));
            *line.openings.of(*opening) = Some(Value {
                value: *value,
                best: best.collect(),
            });
        }
        let json = serde_json::to_string(&line).map_err(|_| fmt::Error)?;
        f.write_str(&json)
    }
}
