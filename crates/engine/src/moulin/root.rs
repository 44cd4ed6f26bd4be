use std::cmp::Reverse;

use game::{Game, Random};
use moulin::ending::DRAW_LIMITS;
use moulin::{Moulin, Move, Position};
use tables::kernel::{Geometry, State, Turn};
use tables::{Exact, Wdl};

use super::damage::NotingProbe;
use super::node::Node;
use super::score::{PROVEN, Score, WIDTH, shift, value};
use super::search::{INFINITE, Search};
use super::searcher::{Limits, Line};
use crate::Stopped;
use crate::search::{Negamax, Progress, RankedMove, Ranking};

/// A move at the root and what is known of it.
#[derive(Clone, Copy, Debug)]
struct RootMove {
    played: Move,
    turn: Turn,
    after: Position,
    child: State,
    /// Its exact value for its player, if tables have it.
    exact: Option<Exact>,
    /// Whether it wins, draws or loses, if tables have that.
    wdl: Option<Wdl>,
    /// That, or what it is assumed to be.
    assumed: Wdl,
    /// A random preference.
    bonus: i32,
    value: i32,
    /// Turns looked ahead for the value, this one included; 0 before the first search.
    depth: u32,
}

/// The moves of the position that is searched, the best first.
#[derive(Clone, Debug)]
pub(super) struct Root {
    ranking: Ranking<RootMove>,
    quiet: u32,
    knowledge: RootKnowledge,
}

/// What tables know of the moves at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RootKnowledge {
    /// The exact values of all of them. Then the search only tells apart those that draw, and must
    /// not know that they do.
    Exact,
    /// Of some of them no more than whether they win, draw or lose, so that only moves with the best
    /// assumed outcome are compared; and the position's own outcome, if that is known.
    Wdl(Option<Wdl>),
    /// The exact values of some of them, or nothing.
    Part,
}

/// Turns that moves known to draw are looked ahead, so that the one that sets most problems is
/// played.
const PROBLEMS: u32 = 8;

/// The longest line that is told from tables.
const LONGEST_LINE: usize = 12;

impl RankedMove for RootMove {
    /// A proven value gets no bonus.
    fn rank(&self) -> i32 {
        if self.value.abs() < PROVEN {
            self.value + self.bonus
        } else {
            self.value
        }
    }
}

impl RootMove {
    /// Where its child is in a search of this depth.
    fn node(&self, depth: u32, quiet: u32) -> Node {
        let ply = 0;
        Node { depth, ply, quiet }.after(self.turn)
    }
}

impl Root {
    /// The legal moves. The rules say which they are.
    pub(super) fn new(
        moulin: &Moulin,
        geometry: &Geometry,
        position: &Position,
        quiet: u32,
        limits: &Limits<'_>,
        probe: Option<NotingProbe<'_>>,
    ) -> Root {
        let variety = limits.variety;
        let mut random = Random::new(variety.seed);
        let moves = moulin.moves(position).into_iter();
        let root_move = |played| {
            let after = moulin.play(position, played);
            let exact = probe.and_then(|probe| probe.position(&after));
            let wdl = match exact {
                Some(exact) => Some(Wdl::from(exact)),
                None => probe.and_then(|probe| probe.wdl(&after)),
            };
            RootMove {
                played,
                turn: Turn::of(played),
                after,
                child: State::new(geometry, &after),
                exact: exact.map(Exact::before),
                wdl: wdl.map(Wdl::before),
                assumed: Wdl::Draw,
                bonus: random.below(u64::from(variety.margin) + 1) as i32,
                value: 0,
                depth: 0,
            }
        };
        let mut moves: Vec<RootMove> = moves.map(root_move).collect();
        moves.sort_by_key(|candidate| -candidate.bonus);
        let knowledge = RootKnowledge::of(&moves, position, probe);
        if let RootKnowledge::Wdl(own) = knowledge {
            assume(own, &mut moves);
        }
        Root {
            ranking: Ranking::new(moves, limits.lines),
            quiet,
            knowledge,
        }
    }

    /// Whether tables have the exact values of all moves.
    pub(super) fn is_exact(&self) -> bool {
        self.knowledge == RootKnowledge::Exact
    }

    fn score(&self, candidate: &RootMove) -> Score {
        if let Some(exact) = candidate.exact {
            return Score::Exact(exact);
        }
        match (Score::new(candidate.value, candidate.depth), candidate.wdl) {
            (Score::Estimate { .. }, Some(wdl)) => Score::Wdl(wdl),
            (Score::Estimate { hundredths, depth }, None) if depth > 0 => {
                let hundredths = hundredths - self.knowledge.shift(candidate);
                Score::Estimate {
                    hundredths: hundredths.min(self.knowledge.most(candidate)),
                    depth,
                }
            }
            (score, _) => score,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.ranking.moves().is_empty()
    }

    /// Searches every move so deep and puts the best first.
    pub(super) fn search(
        &mut self,
        search: &mut Search<'_>,
        depth: u32,
    ) -> Result<Progress, Stopped> {
        search.restart();
        let (knowledge, quiet) = (self.knowledge, self.quiet);
        self.ranking.update(|candidate, last| {
            let node = candidate.node(depth, quiet);
            let value = knowledge.search(search, &candidate, node, last.as_ref())?;
            Ok(value.map(|value| RootMove {
                value,
                depth,
                ..candidate
            }))
        })?;
        Ok(if self.is_settled(depth) {
            Progress::Settled
        } else {
            Progress::Open
        })
    }

    /// Whether a search beyond this depth could change nothing that matters.
    fn is_settled(&self, depth: u32) -> bool {
        let mut best = self.ranking.best().iter();
        best.all(|candidate| match self.score(candidate) {
            Score::Exact(Exact::Draw) => !self.is_exact() || depth >= PROBLEMS,
            Score::Exact(_) => true,
            Score::Wdl(_) | Score::Estimate { .. } => false,
        })
    }

    /// The best moves with their principal variations.
    pub(super) fn lines(&self, moulin: &Moulin, search: &Search<'_>) -> Vec<Line> {
        let line = |candidate: &RootMove| {
            let node = candidate.node(candidate.depth.max(1), self.quiet);
            let turns = search.principal_variation(candidate.child, node);
            let board = moulin.rules().board;
            let follow = turns.into_iter().map(|turn| turn.played(board));
            Line {
                score: self.score(candidate),
                moves: std::iter::once(candidate.played).chain(follow).collect(),
                limit_first: false,
            }
        };
        self.ranking.best().iter().map(line).collect()
    }

    /// Replaces the lines of moves with exact values by the best replies that tables have, and tells
    /// whether a draw limit comes before the end.
    pub(super) fn follow(&self, moulin: &Moulin, probe: NotingProbe<'_>, lines: &mut [Line]) {
        for (candidate, line) in self.ranking.moves().iter().zip(lines) {
            let Some(exact) = candidate.exact else {
                continue;
            };
            let turns = match exact {
                Exact::Win(turns) | Exact::Loss(turns) => turns as usize,
                Exact::Draw => 0,
            };
            let mut quiet = candidate.node(1, self.quiet).quiet;
            let doubtful = quiet + turns as u32 > DRAW_LIMITS.quiet_turns;
            let length = if doubtful {
                turns
            } else {
                turns.min(LONGEST_LINE)
            };
            let mut moves = vec![candidate.played];
            let mut position = candidate.after;
            while moves.len() < length
                && let Some(played) = best_known(moulin, probe, &position)
            {
                line.limit_first |= quiet >= DRAW_LIMITS.quiet_turns;
                quiet = if Turn::of(played).is_quiet() {
                    quiet + 1
                } else {
                    0
                };
                position = moulin.play(&position, played);
                moves.push(played);
            }
            if moves.len() > 1 {
                moves.truncate(LONGEST_LINE);
                line.moves = moves;
            }
        }
    }
}

impl RootKnowledge {
    fn of(
        moves: &[RootMove],
        position: &Position,
        probe: Option<NotingProbe<'_>>,
    ) -> RootKnowledge {
        if moves.iter().all(|candidate| candidate.exact.is_some()) {
            return RootKnowledge::Exact;
        }
        let wdl_only = |candidate: &RootMove| candidate.wdl.is_some() && candidate.exact.is_none();
        if moves.iter().any(wdl_only) {
            return RootKnowledge::Wdl(probe.and_then(|probe| probe.wdl(position)));
        }
        RootKnowledge::Part
    }

    /// The value of a move, or a bound if it is no better than the last of those that are wanted;
    /// nothing where it cannot be better.
    fn search(
        self,
        search: &mut Search<'_>,
        candidate: &RootMove,
        node: Node,
        last: Option<&RootMove>,
    ) -> Result<Option<i32>, Stopped> {
        let guided = matches!(self, RootKnowledge::Wdl(_));
        if guided && last.is_some_and(|last| candidate.assumed < last.assumed) {
            return Ok(None);
        }
        let shift = self.shift(candidate);
        let value = match (self.known_value(candidate), last) {
            (Some(_), _) if search.repeats(&candidate.child, node) => 0,
            (Some(known), _) => known,
            (None, _) if shift != 0 && search.repeats(&candidate.child, node) => 0,
            (None, None) => {
                let found = -search.value(&candidate.child, node, -INFINITE, INFINITE)?;
                shifted(found, shift)
            }
            (None, Some(last)) => {
                let bar = last.rank();
                let added = if bar.abs() < PROVEN {
                    candidate.bonus + shift
                } else {
                    0
                };
                let found = search.scout(&candidate.child, node, bar - added, INFINITE)?;
                shifted(found, shift)
            }
        };
        Ok(Some(value))
    }

    /// The value of a move that needs no search.
    fn known_value(self, candidate: &RootMove) -> Option<i32> {
        let exact = candidate.exact?;
        let searched = self == RootKnowledge::Exact && exact == Exact::Draw;
        (!searched).then(|| value(exact, 0))
    }

    /// What is added to the estimate of a move for its assumed outcome.
    fn shift(self, candidate: &RootMove) -> i32 {
        match self {
            RootKnowledge::Wdl(_) => shift(candidate.assumed),
            RootKnowledge::Exact | RootKnowledge::Part => 0,
        }
    }

    /// The most that is estimated of a move of unknown outcome: in a drawn position nothing is better
    /// than a draw, nor as good as one that is known.
    fn most(self, candidate: &RootMove) -> i32 {
        match (self, candidate.assumed) {
            (RootKnowledge::Wdl(Some(Wdl::Draw)), Wdl::Loss) => -1,
            (RootKnowledge::Wdl(Some(Wdl::Draw)), _) => 0,
            _ => i32::MAX,
        }
    }
}

/// Gives moves of unknown outcome an assumed one and puts the best first, given the position's own:
/// no move is better than that, and where one is known to be as good there is no need for the others.
fn assume(own: Option<Wdl>, moves: &mut [RootMove]) {
    let as_good = |own| moves.iter().any(|candidate| candidate.wdl == Some(own));
    let unknown = match own {
        Some(own) if as_good(own) => Wdl::Loss,
        _ => Wdl::Draw,
    };
    for candidate in &mut *moves {
        if own == Some(Wdl::Loss) {
            candidate.wdl = Some(Wdl::Loss);
        }
        candidate.assumed = candidate.wdl.unwrap_or(unknown);
    }
    moves.sort_by_key(|candidate| Reverse(candidate.assumed));
}

/// The best move of a position all of whose moves tables have.
fn best_known(moulin: &Moulin, probe: NotingProbe<'_>, position: &Position) -> Option<Move> {
    let mut best = None;
    for played in moulin.moves(position) {
        let exact = probe.position(&moulin.play(position, played))?.before();
        let worth = value(exact, 0);
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, played));
        }
    }
    best.map(|(_, played)| played)
}

/// The value found for a move, shifted by its assumed outcome unless it is proven.
fn shifted(found: i32, shift: i32) -> i32 {
    if found.abs() >= PROVEN || shift == 0 {
        found
    } else {
        found.clamp(1 - WIDTH, WIDTH - 1) + shift
    }
}
