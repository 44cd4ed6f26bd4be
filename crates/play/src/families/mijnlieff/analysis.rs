use std::time::{Duration, Instant};

use engine::mijnlieff::{Limits as Ahead, Score, SearchResult, Searcher, Solver};
use engine::{Resources, Stop};
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

/// Time for exact values before there are guesses to look at meanwhile, and for those.
const SOON: Duration = Duration::from_millis(30);
const MEANWHILE: Duration = Duration::from_millis(250);

/// Pieces on the board from which on every move gets a line on every board.
const SEARCHED: u32 = 3;

/// How far ahead all moves are looked at first: at the answers to each.
const FIRST_OF_ALL: u32 = 2;

/// Moves guessed at, the best first, and the positions looked at for it.
#[derive(Clone, Debug)]
struct Guess {
    moves: Vec<RankedMove>,
    nodes: u64,
}

/// Exact values, and the positions looked at for them.
struct Solved {
    moves: Vec<RankedMove>,
    nodes: u64,
    /// Whether every line that is wanted is there.
    is_whole: bool,
}

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

    /// The values of the best moves, as many as are wanted, if they are found in time, with lines as far as
    /// the time lasts.
    fn solve(&self, position: &Position, lines: usize, stop: &Stop) -> Option<Solved> {
        let solver = self.solver.as_ref()?;
        let before = solver.nodes();
        let text = |played| self.game.move_text(played);
        let mut valued = solver.moves(position, stop).ok()?;
        valued.sort_by_cached_key(|valued| (-valued.value, text(valued.played)));
        let with_line = if self.is_long_way_off(position) {
            1
        } else {
            lines
        };
        let mut moves = Vec::new();
        let mut is_whole = true;
        for (number, valued) in valued.into_iter().take(lines).enumerate() {
            let next = self.game.play(position, valued.played);
            let line = if number < with_line && is_whole {
                solver.line(&next, stop)
            } else {
                Ok(Vec::new())
            };
            is_whole &= line.is_ok();
            moves.push(RankedMove {
                played: text(valued.played),
                value: Value::Points(valued.value),
                line: line.unwrap_or_default().into_iter().map(text).collect(),
                limit_first: None,
            });
        }
        Some(Solved {
            moves,
            nodes: solver.nodes() - before,
            is_whole,
        })
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

    /// One move, looking so far ahead.
    fn guess(&mut self, position: &Position, depth: u32, limits: &Limits) -> Option<Guess> {
        let answer = self.look(position, depth, limits.nodes, &limits.stop)?;
        let judged = RankedMove {
            played: self.game.move_text(answer.played),
            value: value(answer.score),
            line: Vec::new(),
            limit_first: None,
        };
        Some(Guess {
            moves: vec![judged],
            nodes: answer.nodes,
        })
    }

    /// Every move, by looking so far ahead after each; the best of them. Nothing where that was stopped
    /// after something was known: values of different depths are not to be compared.
    fn guesses(
        &mut self,
        position: &Position,
        depth: u32,
        limits: &Limits,
        known: Option<&Guess>,
    ) -> Option<Guess> {
        let moves = self.game.moves(position);
        let most = limits.nodes / moves.len().max(1) as u64;
        let mut nodes = 0;
        let mut judged = Vec::new();
        for played in moves {
            if known.is_some() && limits.stop.is_due() {
                return None;
            }
            let next = self.game.play(position, played);
            let answer = self.look(&next, depth - 1, most, &limits.stop);
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
        if known.is_some() && limits.stop.is_due() {
            return None;
        }
        judged.sort_by_cached_key(RankedMove::order);
        judged.truncate(limits.lines);
        Some(Guess {
            moves: judged,
            nodes,
        })
    }

    /// Guesses further and further ahead until it is time to stop, or until they are exact; `known` is
    /// what was guessed before, and from how far ahead.
    fn deepen(
        &mut self,
        position: &Position,
        limits: &Limits,
        known: Option<(u32, Guess)>,
        progress: &mut dyn FnMut(&Guess),
    ) -> Option<(u32, Guess)> {
        let mut best = known;
        let mut nodes = best.as_ref().map_or(0, |(_, guess)| guess.nodes);
        loop {
            // One move is looked at from its own depth on, all of them from the answers to each on.
            let first = if limits.lines > 1 { FIRST_OF_ALL } else { 1 };
            let depth = best.as_ref().map_or(first, |(depth, _)| depth + 1);
            let is_enough = nodes >= limits.nodes || limits.stop.is_due();
            if best.is_some() && (depth > limits.depth || is_enough) {
                return best;
            }
            let depth = depth.min(limits.depth.max(1));
            let left = Limits {
                nodes: limits.nodes - nodes,
                ..limits.clone()
            };
            let found = if limits.lines > 1 {
                let known = best.as_ref().map(|(_, guess)| guess);
                self.guesses(position, depth, &left, known)
            } else {
                self.guess(position, depth, &left)
            };
            let Some(found) = found else { return best };
            nodes += found.nodes;
            let guess = Guess { nodes, ..found };
            progress(&guess);
            let is_exact = guess.moves.iter().all(|judged| judged.value.is_exact());
            best = Some((depth, guess));
            if is_exact {
                return best;
            }
        }
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
        let (mut known, mut values) = (None, None);
        // Exact search counts neither nodes nor depth: where these are limited it has no part.
        if self.solver.is_some() && (limits.nodes, limits.depth) == (u64::MAX, u32::MAX) {
            match self.solve(&position, limits.lines, &limits.stop.within(SOON)) {
                Some(solved) if solved.is_whole => return Ok(analysis(solved.moves, solved.nodes)),
                Some(solved) => {
                    let found = analysis(solved.moves, solved.nodes);
                    progress(&found);
                    values = Some(found);
                }
                None => {
                    let meanwhile = Limits {
                        stop: limits.stop.within(MEANWHILE),
                        ..limits.clone()
                    };
                    let told =
                        &mut |guess: &Guess| progress(&analysis(guess.moves.clone(), guess.nodes));
                    known = self.deepen(&position, &meanwhile, None, told);
                }
            }
            let left = limits.stop.left().map(|left| limits.stop.within(left / 2));
            let stop = left.as_ref().unwrap_or(&limits.stop);
            if let Some(solved) = self.solve(&position, limits.lines, stop) {
                return Ok(analysis(solved.moves, solved.nodes));
            }
            if let Some(without_lines) = values {
                return Ok(without_lines);
            }
        }
        let told = &mut |guess: &Guess| progress(&analysis(guess.moves.clone(), guess.nodes));
        let best = self.deepen(&position, limits, known, told);
        let (_, best) = best.ok_or(AnalysisError::Stopped)?;
        Ok(analysis(best.moves, best.nodes))
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
