use game::{Game, Random};
use moulin::{Moulin, Move, Position};

use super::geometry::Geometry;
use super::place::Place;
use super::search::{INFINITE, Search};
use super::state::State;
use super::thinker::{Line, Variety};
use super::turn::Turn;
use super::verdict::{PROVEN, Verdict};
use crate::Stopped;

/// A move at the root and what is known of it.
#[derive(Clone, Copy, Debug)]
struct Branch {
    played: Move,
    turn: Turn,
    child: State,
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
}

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
        wanted: usize,
        variety: Variety,
    ) -> Root {
        let mut random = Random::new(variety.seed);
        let moves = moulin.moves(position).into_iter();
        let branch = |played| Branch {
            played,
            turn: Turn::of(played),
            child: State::new(geometry, &moulin.play(position, played)),
            whim: random.below(u64::from(variety.margin) + 1) as i32,
            value: 0,
            depth: 0,
        };
        let mut branches: Vec<Branch> = moves.map(branch).collect();
        branches.sort_by_key(|branch| -branch.whim);
        let wanted = wanted.clamp(1, branches.len().max(1));
        Root {
            branches,
            wanted,
            quiet,
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
            let value = if index < self.wanted {
                -search.value(&branch.child, place, -INFINITE, INFINITE)?
            } else {
                let bar = self.branches[self.wanted - 1].appeal();
                let whim = if bar.abs() < PROVEN { branch.whim } else { 0 };
                let value = search.challenge(&branch.child, place, bar - whim, INFINITE)?;
                if (Branch { value, ..branch }).appeal() <= bar {
                    continue;
                }
                value
            };
            let branch = Branch {
                value,
                depth,
                ..branch
            };
            self.branches[index] = branch;
            let searched = &self.branches[..index.min(self.wanted)];
            let rank = searched.partition_point(|other| other.appeal() >= branch.appeal());
            self.branches[rank..=index].rotate_right(1);
        }
        Ok(())
    }

    /// Whether deeper search could change nothing.
    pub(super) fn is_settled(&self, search: &Search<'_>) -> bool {
        let mut best = self.branches[..self.wanted].iter();
        best.all(|branch| matches!(verdict(branch, search), Verdict::Exact(_)))
    }

    /// The best moves with what is expected to follow.
    pub(super) fn lines(&self, moulin: &Moulin, search: &Search<'_>) -> Vec<Line> {
        let line = |branch: &Branch| {
            let place = branch.place(branch.depth.max(1), self.quiet);
            let expected = search.expected(branch.child, place).into_iter();
            let board = moulin.rules().board;
            let follow = expected.map(|turn| turn.played(board));
            Line {
                verdict: verdict(branch, search),
                moves: std::iter::once(branch.played).chain(follow).collect(),
            }
        };
        self.branches[..self.wanted].iter().map(line).collect()
    }
}

fn verdict(branch: &Branch, search: &Search<'_>) -> Verdict {
    match search.exactly(&branch.child) {
        Some(exact) => Verdict::Exact(exact.before()),
        None => Verdict::new(branch.value, branch.depth),
    }
}
