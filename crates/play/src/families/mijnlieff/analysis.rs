use std::time::{Duration, Instant};

use engine::mijnlieff::{Limits as Ahead, Score, SearchResult, Searcher, Solver};
use engine::{Resources, Stop, Stopped};
use game::{Game, Notation, Side};
use mijnlieff::{Layout, Mijnlieff, Position};

use crate::Match;
use crate::analysis::{Analysis, AnalysisError, GameAnalyser, Limits, RankedMove, Value};

/// Judges positions of Mijnlieff: exactly on boards of one set where it may, else by guesses that say so.
pub(super) struct MijnlieffAnalyser {
    game: Mijnlieff,
    solver: Option<Solver>,
    searcher: Searcher,
}

/// Time for guesses when none is given.
const GUESSING: Duration = Duration::from_secs(5);

/// Pieces on the board from which on every move gets a line on every board.
const SEARCHED: u32 = 3;

/// What part of the memory guesses have beside exact values.
const SHARE: usize = 4;

impl MijnlieffAnalyser {
    pub(super) fn new(game: &Mijnlieff, resources: &Resources) -> MijnlieffAnalyser {
        let Resources {
            memory, threads, ..
        } = *resources;
        let solver = Solver::new(game, memory - memory / SHARE, threads).ok();
        let guessing = if solver.is_some() {
            memory / SHARE
        } else {
            memory
        };
        MijnlieffAnalyser {
            game: game.clone(),
            solver: solver.map(Solver::with_book),
            searcher: Searcher::new(game, guessing),
        }
    }

    /// The values of the best moves, as many as are wanted.
    fn exact(
        &self,
        solver: &Solver,
        position: &Position,
        lines: usize,
        stop: &Stop,
    ) -> Result<Vec<RankedMove>, Stopped> {
        let text = |played| self.game.move_text(played);
        let mut valued = solver.moves(position, stop)?;
        valued.sort_by_cached_key(|valued| (-valued.value, text(valued.played)));
        let with_line = if self.is_long_way_off(position) {
            1
        } else {
            lines
        };
        let mut judged = Vec::new();
        for (number, valued) in valued.into_iter().take(lines).enumerate() {
            let next = self.game.play(position, valued.played);
            let line = if number < with_line {
                solver.line(&next, stop)?
            } else {
                Vec::new()
            };
            judged.push(RankedMove {
                played: text(valued.played),
                value: Value::Points(valued.value),
                line: line.into_iter().map(text).collect(),
                limit_first: None,
            });
        }
        Ok(judged)
    }

    /// Whether a line takes so long that only the best move gets one. Values of the first turn come
    /// from a book, but each line after one of 64 moves takes about a second of search on boards
    /// without symmetry: a minute and a half for the slowest board instead of two seconds. The base
    /// board has a book for the following turns too.
    fn is_long_way_off(&self, position: &Position) -> bool {
        let base = Layout::standard(1).as_ref() == Some(self.game.board().layout());
        let pieces = position.pieces(Side::White) | position.pieces(Side::Black);
        !base && pieces.count() < SEARCHED
    }

    /// One move, looking ahead further and further.
    fn guess(
        &mut self,
        position: &Position,
        limits: &Limits,
        progress: &mut dyn FnMut(RankedMove, u64),
    ) -> Option<(RankedMove, u64)> {
        let mut nodes = 0;
        let mut best = None;
        for depth in 1..=limits.depth {
            let answer = self.look(position, depth, limits.nodes - nodes, &limits.stop)?;
            nodes += answer.nodes;
            let judged = RankedMove {
                played: self.game.move_text(answer.played),
                value: value(answer.score),
                line: Vec::new(),
                limit_first: None,
            };
            best = Some((judged.clone(), nodes));
            if judged.value.is_exact() || nodes >= limits.nodes || limits.stop.is_due() {
                break;
            }
            progress(judged, nodes);
        }
        best
    }

    /// Every move, by thinking about the answers to each; the best of them.
    fn guesses(&mut self, position: &Position, limits: &Limits) -> (Vec<RankedMove>, u64) {
        let moves = self.game.moves(position);
        let share = moves.len().max(1) as u32;
        let left = limits.stop.left().unwrap_or(GUESSING) / share;
        let mut nodes = 0;
        let mut judged = Vec::new();
        for played in moves {
            let next = self.game.play(position, played);
            let stop = limits.stop.within(left);
            let (ahead, most) = (limits.depth - 1, limits.nodes / u64::from(share));
            let answer = self.look(&next, ahead, most, &stop);
            nodes += answer.map_or(0, |answer| answer.nodes);
            judged.push(RankedMove {
                played: self.game.move_text(played),
                value: match answer {
                    Some(answer) => value(answer.score).before(),
                    None => margin(&self.game, &next).before(),
                },
                line: answer
                    .iter()
                    .map(|answer| self.game.move_text(answer.played))
                    .collect(),
                limit_first: None,
            });
        }
        judged.sort_by_cached_key(RankedMove::order);
        judged.truncate(limits.lines);
        (judged, nodes)
    }

    fn look(
        &mut self,
        position: &Position,
        depth: u32,
        nodes: u64,
        stop: &Stop,
    ) -> Option<SearchResult> {
        self.searcher
            .search(position, &Ahead { nodes, depth, stop })
    }
}

impl GameAnalyser<Mijnlieff> for MijnlieffAnalyser {
    fn analyse(
        &mut self,
        played: &Match<Mijnlieff>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, AnalysisError> {
        let begun = Instant::now();
        let position = *played.position();
        let nothing = margin(&self.game, &position);
        let analysis = |moves: Vec<RankedMove>, nodes| Analysis {
            value: moves.first().map_or(nothing, |best| best.value),
            moves,
            nodes,
            time: begun.elapsed(),
            notes: Vec::new(),
        };
        if played.outcome().is_some() {
            return Ok(analysis(Vec::new(), 0));
        }
        // Exact search counts neither nodes nor depth: where these are limited it has no part.
        if let Some(solver) = &self.solver
            && (limits.nodes, limits.depth) == (u64::MAX, u32::MAX)
        {
            let left = limits.stop.left().map(|left| limits.stop.within(left / 2));
            let stop = left.as_ref().unwrap_or(&limits.stop);
            let before = solver.nodes();
            if let Ok(moves) = self.exact(solver, &position, limits.lines, stop) {
                return Ok(analysis(moves, solver.nodes() - before));
            }
        }
        if limits.lines > 1 {
            let (moves, nodes) = self.guesses(&position, limits);
            return Ok(analysis(moves, nodes));
        }
        let told = &mut |judged, nodes| progress(&analysis(vec![judged], nodes));
        let best = self.guess(&position, limits, told);
        let (best, nodes) = best.ok_or(AnalysisError::Stopped)?;
        Ok(analysis(vec![best], nodes))
    }
}

/// The points of the side to move less those of the other.
fn margin(game: &Mijnlieff, position: &Position) -> Value {
    let points = game.score(position).map(|points| points as i32);
    let side = position.turn();
    Value::Points(points[side.index()] - points[side.other().index()])
}

fn value(score: Score) -> Value {
    match score {
        Score::Exact(points) => Value::Points(points),
        Score::Estimate { hundredths, depth } => Value::Score { hundredths, depth },
    }
}
