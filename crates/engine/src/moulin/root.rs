use std::cmp::Reverse;

use game::{Game, Random};
use moulin::ending::DRAW_LIMITS;
use moulin::{Moulin, Move, Position};
use tables::kernel::{Geometry, State, Turn};
use tables::{Exact, Wdl};

use super::damage::Damage;
use super::node::Place;
use super::probe::Probe;
use super::score::{PROVEN, Score, WIDTH, shift, value};
use super::search::{INFINITE, Search};
use super::searcher::{Limits, Line};
use crate::Stopped;

/// A move at the root and what is known of it.
#[derive(Clone, Copy, Debug)]
struct Branch {
    played: Move,
    turn: Turn,
    after: Position,
    child: State,
    /// What it is worth to its player, if somebody knows that by heart.
    known: Option<Exact>,
    /// Whether it wins, draws or loses, if somebody knows that by heart.
    wdl: Option<Wdl>,
    /// That, or what it is taken for.
    standing: Wdl,
    /// A preference by chance.
    whim: i32,
    value: i32,
    /// Turns looked ahead for the value, this one included; 0 before the first search.
    depth: u32,
}

/// The moves of the position that is thought about, the best first.
#[derive(Clone, Debug)]
pub(super) struct Root {
    branches: Vec<Branch>,
    /// How many of the best are wanted.
    wanted: usize,
    quiet: u32,
    /// Whether every move is known by heart.
    informed: bool,
    /// Whether the WDL value of some moves is known and no more of them, so that only moves of the best
    /// standing are compared.
    guided: bool,
    /// The position's own WDL value, if it is guided and knows that.
    own: Option<Wdl>,
}

/// Turns that moves known to draw are looked ahead, so that the one that sets most problems is
/// played.
const PROBLEMS: u32 = 8;

/// Moves told of a line that is known by heart.
const TOLD: usize = 12;

impl Branch {
    /// What it is worth with its whim. Where an end is proven there is no room for whims.
    fn appeal(&self) -> i32 {
        if self.value.abs() < PROVEN {
            self.value + self.whim
        } else {
            self.value
        }
    }

    /// The place of its child in a search of this depth.
    fn place(&self, depth: u32, quiet: u32) -> Place {
        let ply = 0;
        Place { depth, ply, quiet }.after(self.turn)
    }
}

impl Root {
    /// The rules say what is legal here.
    pub(super) fn new(
        moulin: &Moulin,
        geometry: &Geometry,
        position: &Position,
        quiet: u32,
        limits: &Limits<'_>,
        probe: Option<&dyn Probe>,
        damage: &Damage,
    ) -> Root {
        let (wanted, variety) = (limits.lines, limits.variety);
        let mut random = Random::new(variety.seed);
        let moves = moulin.moves(position).into_iter();
        let branch = |played| {
            let after = moulin.play(position, played);
            let known = probe.and_then(|probe| damage.note(probe.position(&after)));
            let wdl = match known {
                Some(known) => Some(Wdl::from(known)),
                None => probe.and_then(|probe| damage.note(probe.wdl(&after))),
            };
            Branch {
                played,
                turn: Turn::of(played),
                after,
                child: State::new(geometry, &after),
                known: known.map(Exact::before),
                wdl: wdl.map(Wdl::before),
                standing: Wdl::Draw,
                whim: random.below(u64::from(variety.margin) + 1) as i32,
                value: 0,
                depth: 0,
            }
        };
        let mut branches: Vec<Branch> = moves.map(branch).collect();
        branches.sort_by_key(|branch| -branch.whim);
        let wanted = wanted.clamp(1, branches.len().max(1));
        let informed = branches.iter().all(|branch| branch.known.is_some());
        let unhurried = |branch: &Branch| branch.wdl.is_some() && branch.known.is_none();
        let guided = branches.iter().any(unhurried);
        let own = probe.filter(|_| guided);
        let own = own.and_then(|probe| damage.note(probe.wdl(position)));
        if guided {
            let unknown = taken_for(own, &branches);
            for branch in &mut branches {
                if own == Some(Wdl::Loss) {
                    branch.wdl = Some(Wdl::Loss);
                }
                branch.standing = branch.wdl.unwrap_or(unknown);
            }
            branches.sort_by_key(|branch| Reverse(branch.standing));
        }
        Root {
            branches,
            wanted,
            quiet,
            informed,
            guided,
            own,
        }
    }

    /// Whether every move is known by heart. Then the search only tells apart those that draw, and
    /// must not know that they do.
    pub(super) fn is_informed(&self) -> bool {
        self.informed
    }

    /// The value of a branch that needs no search.
    fn by_heart(&self, branch: &Branch) -> Option<i32> {
        let known = branch.known?;
        let searched = self.informed && known == Exact::Draw;
        (!searched).then(|| value(known, 0))
    }

    /// What is added to estimates of a branch for its standing.
    fn shift(&self, branch: &Branch) -> i32 {
        if self.guided {
            shift(branch.standing)
        } else {
            0
        }
    }

    /// The most that is guessed of a branch of unknown WDL value: in a drawn position nothing is better
    /// than a draw, nor as good as one that is known.
    fn most(&self, branch: &Branch) -> i32 {
        match (self.own, branch.standing) {
            (Some(Wdl::Draw), Wdl::Loss) => -1,
            (Some(Wdl::Draw), _) => 0,
            _ => i32::MAX,
        }
    }

    fn score(&self, branch: &Branch) -> Score {
        if let Some(known) = branch.known {
            return Score::Exact(known);
        }
        match (Score::new(branch.value, branch.depth), branch.wdl) {
            (Score::Estimate { .. }, Some(wdl)) => Score::Wdl(wdl),
            (Score::Estimate { hundredths, depth }, None) if depth > 0 => {
                let hundredths = hundredths - self.shift(branch);
                Score::Estimate {
                    hundredths: hundredths.min(self.most(branch)),
                    depth,
                }
            }
            (score, _) => score,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.branches.is_empty()
    }

    /// Searches every branch and puts the best first. When it is stopped, what it has found by then
    /// stays: the old best are looked at first, so what is better than they is better.
    pub(super) fn deepen(&mut self, search: &mut Search<'_>, depth: u32) -> Result<(), Stopped> {
        search.begin();
        for index in 0..self.branches.len() {
            let branch = self.branches[index];
            let place = branch.place(depth, self.quiet);
            let last = (index >= self.wanted).then(|| self.branches[self.wanted - 1]);
            if self.guided && last.is_some_and(|last| branch.standing < last.standing) {
                continue;
            }
            let bar = last.map(|last| last.appeal());
            let shift = self.shift(&branch);
            let value = match (self.by_heart(&branch), bar) {
                (Some(_), _) if search.repeats(&branch.child, place) => 0,
                (Some(known), _) => known,
                (None, _) if shift != 0 && search.repeats(&branch.child, place) => 0,
                (None, None) => {
                    let found = -search.value(&branch.child, place, -INFINITE, INFINITE)?;
                    shifted(found, shift)
                }
                (None, Some(bar)) => {
                    let beside = if bar.abs() < PROVEN {
                        branch.whim + shift
                    } else {
                        0
                    };
                    let found = search.challenge(&branch.child, place, bar - beside, INFINITE)?;
                    shifted(found, shift)
                }
            };
            let branch = Branch {
                value,
                depth,
                ..branch
            };
            if bar.is_some_and(|bar| branch.appeal() <= bar) {
                continue;
            }
            self.branches[index] = branch;
            let searched = &self.branches[..index.min(self.wanted)];
            let rank = searched.partition_point(|other| other.appeal() >= branch.appeal());
            self.branches[rank..=index].rotate_right(1);
        }
        Ok(())
    }

    /// Whether search beyond this depth could change nothing that matters.
    pub(super) fn is_settled(&self, depth: u32) -> bool {
        let mut best = self.branches[..self.wanted].iter();
        best.all(|branch| match self.score(branch) {
            Score::Exact(Exact::Draw) => !self.informed || depth >= PROBLEMS,
            Score::Exact(_) => true,
            Score::Wdl(_) | Score::Estimate { .. } => false,
        })
    }

    /// The best moves with what is expected to follow.
    pub(super) fn lines(&self, moulin: &Moulin, search: &Search<'_>) -> Vec<Line> {
        let line = |branch: &Branch| {
            let place = branch.place(branch.depth.max(1), self.quiet);
            let expected = search.expected(branch.child, place).into_iter();
            let board = moulin.rules().board;
            let follow = expected.map(|turn| turn.played(board));
            Line {
                score: self.score(branch),
                moves: std::iter::once(branch.played).chain(follow).collect(),
                limit_first: false,
            }
        };
        self.branches[..self.wanted].iter().map(line).collect()
    }

    /// Tells what follows moves that are known by heart, from the best known replies, and whether a
    /// draw limit comes before the end.
    pub(super) fn follow(
        &self,
        moulin: &Moulin,
        probe: &dyn Probe,
        damage: &Damage,
        lines: &mut [Line],
    ) {
        for (branch, line) in self.branches.iter().zip(lines) {
            let Some(known) = branch.known else { continue };
            let turns = match known {
                Exact::Win(turns) | Exact::Loss(turns) => turns as usize,
                Exact::Draw => 0,
            };
            let mut quiet = branch.place(1, self.quiet).quiet;
            let doubtful = quiet + turns as u32 > DRAW_LIMITS.quiet_turns;
            let told = if doubtful { turns } else { turns.min(TOLD) };
            let mut moves = vec![branch.played];
            let mut position = branch.after;
            while moves.len() < told
                && let Some(played) = best_known(moulin, probe, damage, &position)
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
                moves.truncate(TOLD);
                line.moves = moves;
            }
        }
    }
}

/// The best move of a position all of whose moves are known by heart.
fn best_known(
    moulin: &Moulin,
    probe: &dyn Probe,
    damage: &Damage,
    position: &Position,
) -> Option<Move> {
    let mut best = None;
    for played in moulin.moves(position) {
        let told = probe.position(&moulin.play(position, played));
        let exact = damage.note(told)?.before();
        let worth = value(exact, 0);
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, played));
        }
    }
    best.map(|(_, played)| played)
}

/// What moves of unknown WDL value are taken for, given the position's own: no move is better than
/// that, and where one is known to be as good there is no need for the others.
fn taken_for(own: Option<Wdl>, branches: &[Branch]) -> Wdl {
    match own {
        Some(own) if branches.iter().any(|branch| branch.wdl == Some(own)) => Wdl::Loss,
        _ => Wdl::Draw,
    }
}

/// What a search has found for a move whose WDL value is known; what is proven needs no help.
fn shifted(found: i32, shift: i32) -> i32 {
    if found.abs() >= PROVEN || shift == 0 {
        found
    } else {
        found.clamp(1 - WIDTH, WIDTH - 1) + shift
    }
}
