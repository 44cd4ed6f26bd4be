use std::time::Duration;

use engine::Stop;
use game::Side;

use super::{Analysis, AnalysisError, Analyst, Cost, Limits, RankedMove, Unit, Value};
use crate::Session;
use crate::text::Text;

/// How long each position of a game is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// At first, for a mark as soon as can be.
    pub glance: Duration,
    /// Then again, wherever the value was not exact.
    pub look: Duration,
}

/// A move of a game and what is thought of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveReview {
    /// Which: the first is 1.
    pub ply: usize,
    /// Who made it.
    pub side: Side,
    /// The move.
    pub played: String,
    /// The best move there was.
    pub best: RankedMove,
    /// What the one that was made is worth to its player.
    pub own: Value,
    /// What it cost, if it was a mistake.
    pub cost: Option<Cost>,
    /// That in words: the end of a sentence that begins with the move.
    pub words: Option<Text>,
    /// Why, where that can be said.
    pub why: Option<Text>,
    /// Whether this is the last word about it: it is not looked at again.
    pub is_settled: bool,
}

impl MoveReview {
    /// Turns looked ahead for the value that looks least far; nothing where both are exact.
    #[must_use]
    pub fn depth(&self) -> Option<u32> {
        let depth = |value| match value {
            Value::Score { depth, .. } => Some(depth),
            _ => None,
        };
        let depths = [self.best.value, self.own].into_iter().filter_map(depth);
        depths.min()
    }
}

/// The game that is reviewed, as it stood after each move.
struct Course {
    /// The boards, the beginning first.
    boards: Vec<Box<dyn Session>>,
    /// What was found about each so far.
    looks: Vec<Option<Analysis>>,
    /// Whether the move made there was told for good.
    settled: Vec<bool>,
    unit: Unit,
}

impl Analyst {
    /// What each move of the game that a session has come to was worth. From the end back to the
    /// beginning, as values are found sooner near the end, and twice: at a glance, then in earnest. So
    /// every move is told twice, unless its values were exact at once.
    ///
    /// `stop` makes what ends the search of a position that may take so long; `told` says whether to
    /// go on.
    pub fn review_game(
        &mut self,
        session: &dyn Session,
        pace: Pace,
        stop: &mut dyn FnMut(Duration) -> Stop,
        told: &mut dyn FnMut(MoveReview) -> bool,
    ) -> Result<(), AnalysisError> {
        let mut course = Course::of(session);
        for (time, last) in [(pace.glance, false), (pace.look, true)] {
            for board in (0..course.boards.len()).rev() {
                if !course.is_exact(board) {
                    let limits = Limits::until(&stop(time));
                    let session = course.boards[board].as_ref();
                    let found = self.analyser.analyse(session, &limits, &mut |_| {})?;
                    course.looks[board] = Some(found);
                }
                let settled = last || (course.is_exact(board) && course.is_exact(board + 1));
                if !course.settled[board]
                    && let Some(review) = self.judge(&course, board, settled)
                    && !told(review)
                {
                    return Err(AnalysisError::Stopped);
                }
                course.settled[board] = settled;
            }
        }
        Ok(())
    }

    /// The move that was made on a board, if one was.
    fn judge(&self, course: &Course, board: usize, is_settled: bool) -> Option<MoveReview> {
        let session = &course.boards[board];
        let played = course.boards.get(board + 1)?.history().pop()?;
        let (before, after) = (course.look(board)?, course.look(board + 1)?);
        let best = before.moves.first()?.clone();
        // Both searches looked at the best move: the one from before it looked at what else there is.
        let own = if best.played == played {
            best.value
        } else {
            after.value.before()
        };
        let cost = Cost::of(&best, &played, own);
        let why = cost.and_then(|_| {
            let line = after.moves.first().map(RankedMove::line_with_move);
            self.why(&session.position(), &played, &line.unwrap_or_default())
        });
        Some(MoveReview {
            ply: board + 1,
            side: session.turn(),
            played,
            best,
            own,
            cost,
            words: cost.map(|cost| cost.text(course.unit)),
            why,
            is_settled,
        })
    }
}

impl Course {
    fn of(session: &dyn Session) -> Course {
        let mut boards = vec![session.fork()];
        while let Some(mut board) = boards.last().map(|last| last.fork())
            && board.take_back()
        {
            boards.push(board);
        }
        boards.reverse();
        Course {
            looks: boards.iter().map(|_| None).collect(),
            settled: vec![false; boards.len()],
            boards,
            unit: Unit::of(session),
        }
    }

    fn look(&self, board: usize) -> Option<&Analysis> {
        self.looks.get(board)?.as_ref()
    }

    /// Whether nothing more can be found out about a board; so it is beyond the end.
    fn is_exact(&self, board: usize) -> bool {
        match self.looks.get(board) {
            Some(look) => look.as_ref().is_some_and(|look| look.value.is_exact()),
            None => true,
        }
    }
}
