//! Values of positions and moves, and reviews of recorded games.
//!
//! ```
//! use play::Setup;
//! use play::analysis::{Analyst, Value};
//!
//! let setup: Setup = "mijnlieff:opening=edge".parse().unwrap();
//! let mut analyst = Analyst::new(&setup, 16 << 20, 1).unwrap();
//! let (value, moves) = analyst.judge(None, None).unwrap();
//! assert_eq!(value, Value::Points(-1)); // the second player wins by a point
//! assert_eq!(moves.len(), 48);
//! ```

use std::cmp::Reverse;
use std::fmt;
use std::time::Duration;

use engine::mijnlieff::{Limits, Solver, Thinker, Valued, Verdict};
use engine::{Stop, Stopped};
use game::{Game, Notation};
use mijnlieff::{Mijnlieff, Position};

use crate::record::{Line, Node, Record};
use crate::text::Text;
use crate::{Refusal, Setup};

/// What a position or a move is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Exact: the points by which it wins with best play of both.
    Points(i32),
    /// A guess, where the end is too far away.
    Score {
        /// The points it seems to win by, in hundredths.
        hundredths: i32,
        /// Pieces looked ahead.
        depth: u32,
    },
}

impl Value {
    fn hundredths(self) -> i32 {
        match self {
            Value::Points(points) => 100 * points,
            Value::Score { hundredths, .. } => hundredths,
        }
    }

    /// The value of a move, from what its opponent's answer is worth.
    fn before(verdict: Verdict) -> Value {
        match verdict {
            Verdict::Exact(points) => Value::Points(-points),
            Verdict::Estimate { hundredths, depth } => Value::Score {
                hundredths: -hundredths,
                depth: depth + 1,
            },
        }
    }
}

impl fmt::Display for Value {
    /// `value -1`, or `score +0.42 depth 14`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = match *self {
            Value::Points(points) => Verdict::Exact(points),
            Value::Score { hundredths, depth } => Verdict::Estimate { hundredths, depth },
        };
        verdict.fmt(f)
    }
}

/// A legal move, its value, and one best line after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The move.
    pub played: String,
    /// Its value to the player who makes it.
    pub value: Value,
    /// How play goes on.
    pub line: Vec<String>,
}

/// Somebody who judges positions of one setup: exactly on boards of one set, on larger ones as
/// well as can be told in the time.
pub struct Analyst {
    game: Mijnlieff,
    mind: Mind,
}

enum Mind {
    Exact(Box<Solver>),
    Guess(Box<Thinker>),
}

/// Why there is no analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnalysisError {
    /// The board has too many squares for exact values, without which there is no review.
    TooLarge {
        /// Its squares.
        squares: u32,
    },
    /// The mill family has no analysis yet.
    NoMill,
    /// The position or a move is refused.
    Refused(Refusal),
    /// It was told to stop, or its time ran out.
    Stopped,
}

impl AnalysisError {
    /// The reason for people.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            AnalysisError::TooLarge { squares } => Text::new(
                format!("exact values need a board of 16 squares; this one has {squares}"),
                format!(
                    "les valeurs exactes demandent un plateau de 16 cases ; celui-ci en a {squares}"
                ),
            ),
            AnalysisError::NoMill => Text::new(
                "the mill family cannot be analysed yet",
                "la famille du moulin ne peut pas encore être analysée",
            ),
            AnalysisError::Refused(refusal) => refusal.text.clone(),
            AnalysisError::Stopped => Text::new(
                "not finished in the time given: allow more with --time",
                "pas fini dans le temps donné : accordez-en plus avec --time",
            ),
        }
    }
}

impl From<Stopped> for AnalysisError {
    fn from(_: Stopped) -> AnalysisError {
        AnalysisError::Stopped
    }
}

impl Analyst {
    /// An analyst with so much memory and so many threads.
    pub fn new(setup: &Setup, memory: usize, threads: usize) -> Result<Analyst, AnalysisError> {
        let game = match setup {
            Setup::Mijnlieff(game) => game.clone(),
            Setup::Moulin(_) => return Err(AnalysisError::NoMill),
        };
        let mind = match Solver::new(&game, memory, threads) {
            Ok(solver) => Mind::Exact(Box::new(solver.with_book())),
            Err(_) => Mind::Guess(Box::new(Thinker::new(&game, memory))),
        };
        Ok(Analyst { game, mind })
    }

    /// The value of a position and of each of its moves, best first, with a line. Exact values take
    /// the time they need, up to `time`; guesses share it.
    pub fn judge(
        &mut self,
        position: Option<&str>,
        time: Option<Duration>,
    ) -> Result<(Value, Vec<Judged>), AnalysisError> {
        let position = self.read(position)?;
        if let Mind::Guess(thinker) = &mut self.mind {
            let time = time.unwrap_or(GUESSING);
            return Ok(guess(&self.game, thinker, &position, time));
        }
        let stop = &time.map_or(Stop::never(), Stop::after);
        let value = Value::Points(self.solver()?.value(&position, stop)?);
        let mut judged = Vec::new();
        for valued in self.valued(&position, stop)? {
            let next = self.game.play(&position, valued.played);
            judged.push(Judged {
                played: self.game.move_text(valued.played),
                value: Value::Points(valued.value),
                line: self.line(&next, stop)?,
            });
        }
        Ok((value, judged))
    }

    fn solver(&self) -> Result<&Solver, AnalysisError> {
        match &self.mind {
            Mind::Exact(solver) => Ok(solver),
            Mind::Guess(_) => Err(AnalysisError::TooLarge {
                squares: self.game.board().squares().count(),
            }),
        }
    }

    /// The record with each mistake marked: `?` for one or two points, `??` for more, what it cost,
    /// and a better line as a variation. `progress` hears how many moves are done.
    pub fn review(
        &self,
        record: &Record,
        stop: &Stop,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<Record, AnalysisError> {
        let mut reviewed = record.clone();
        let mut position = self.read(record.position.as_deref())?;
        let all = record.line.moves.len();
        for (index, node) in reviewed.line.moves.iter_mut().enumerate() {
            let played = self.game.read_move(&position, &node.played);
            let played = played.map_err(|error| {
                let refusal = crate::Family::explain_move(&self.game, &position, &error);
                AnalysisError::Refused(refusal)
            })?;
            let valued = self.valued(&position, stop)?;
            let own = valued.iter().find(|valued| valued.played == played);
            if let (Some(best), Some(own)) = (valued.first(), own)
                && best.value > own.value
            {
                let better = self.better(&position, *best, stop)?;
                mark(node, best.value - own.value, better);
            }
            position = self.game.play(&position, played);
            progress(index + 1, all);
        }
        Ok(reviewed)
    }

    /// The legal moves with their values, best first, equal ones in the order of their texts.
    fn valued(&self, position: &Position, stop: &Stop) -> Result<Vec<Valued>, AnalysisError> {
        let mut valued = self.solver()?.moves(position, stop)?;
        valued.sort_by_cached_key(|valued| (-valued.value, self.game.move_text(valued.played)));
        Ok(valued)
    }

    fn line(&self, position: &Position, stop: &Stop) -> Result<Vec<String>, AnalysisError> {
        let line = self.solver()?.line(position, stop)?.into_iter();
        Ok(line.map(|played| self.game.move_text(played)).collect())
    }

    /// A variation that begins with a better move.
    fn better(
        &self,
        position: &Position,
        best: Valued,
        stop: &Stop,
    ) -> Result<Line, AnalysisError> {
        let next = self.game.play(position, best.played);
        let first = self.game.move_text(best.played);
        let moves = [first].into_iter().chain(self.line(&next, stop)?);
        Ok(Line {
            comments: Vec::new(),
            moves: moves.map(Node::of).collect(),
        })
    }

    fn read(&self, position: Option<&str>) -> Result<Position, AnalysisError> {
        let Some(text) = position else {
            return Ok(self.game.start());
        };
        let refused = |error| {
            let text = crate::Family::explain_position(&self.game, &error);
            AnalysisError::Refused(Refusal { rule: None, text })
        };
        self.game.read_position(text).map_err(refused)
    }
}

/// Time for the guesses of a position when none is given.
const GUESSING: Duration = Duration::from_secs(5);

/// Judges a position by thinking about the answer to each of its moves.
fn guess(
    game: &Mijnlieff,
    thinker: &mut Thinker,
    position: &Position,
    time: Duration,
) -> (Value, Vec<Judged>) {
    let moves = game.moves(position);
    let share = time / (moves.len().max(1) as u32);
    let mut judged: Vec<Judged> = moves
        .into_iter()
        .map(|played| {
            let next = game.play(position, played);
            let limits = Limits {
                nodes: u64::MAX,
                depth: u32::MAX,
                stop: &Stop::after(share),
            };
            let answer = thinker.think(&next, &limits);
            Judged {
                played: game.move_text(played),
                value: answer.map_or_else(
                    || Value::Points(-margin(game, &next)),
                    |answer| Value::before(answer.verdict),
                ),
                line: answer
                    .iter()
                    .map(|answer| game.move_text(answer.played))
                    .collect(),
            }
        })
        .collect();
    judged.sort_by_cached_key(|judged| (Reverse(judged.value.hundredths()), judged.played.clone()));
    let best = judged.first().map(|judged| judged.value);
    (
        best.unwrap_or(Value::Points(margin(game, position))),
        judged,
    )
}

/// The points of the side to move less those of the other.
fn margin(game: &Mijnlieff, position: &Position) -> i32 {
    let points = game.score(position).map(|points| points as i32);
    let side = position.turn();
    points[side.index()] - points[side.other().index()]
}

/// Glyphs of PGN: a mistake, a blunder.
const MISTAKE: u8 = 2;
const BLUNDER: u8 = 4;

fn mark(node: &mut Node, cost: i32, better: Line) {
    let glyph = if cost <= 2 { MISTAKE } else { BLUNDER };
    node.glyphs.retain(|old| !(1..=6).contains(old));
    node.glyphs.push(glyph);
    node.comments.push(format!("-{cost}"));
    node.variations.push(better);
}
