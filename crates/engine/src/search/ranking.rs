use super::Stopped;

/// A move at the root of a search.
pub(crate) trait RankedMove: Copy {
    /// What it is ranked by: its value, with whatever its player adds to it.
    fn rank(&self) -> i32;
}

/// The moves at the root, the best first. So many of the best are wanted with their exact values;
/// of the others it is enough to know that they are no better.
#[derive(Clone, Debug)]
pub(crate) struct Ranking<M> {
    moves: Vec<M>,
    wanted: usize,
}

impl<M: RankedMove> Ranking<M> {
    /// The moves in the order in which they are searched first.
    pub(crate) fn new(moves: Vec<M>, wanted: usize) -> Ranking<M> {
        let wanted = wanted.clamp(1, moves.len().max(1));
        Ranking { moves, wanted }
    }

    /// All moves.
    pub(crate) fn moves(&self) -> &[M] {
        &self.moves
    }

    /// The best move, unless there is none.
    pub(crate) fn first(&self) -> Option<&M> {
        self.moves.first()
    }

    /// The moves that are wanted.
    pub(crate) fn best(&self) -> &[M] {
        &self.moves[..self.wanted.min(self.moves.len())]
    }

    /// Searches every move and puts the best first. `search` is given a move and, once as many as
    /// are wanted were searched, the last of those, which it has to beat; it returns the move with
    /// its value, or nothing where it cannot matter.
    ///
    /// When it is stopped, what it has found by then stays: the old best are searched first, so
    /// whatever is better than they are is better.
    pub(crate) fn update(
        &mut self,
        mut search: impl FnMut(M, Option<M>) -> Result<Option<M>, Stopped>,
    ) -> Result<(), Stopped> {
        for index in 0..self.moves.len() {
            let last = (index >= self.wanted).then(|| self.moves[self.wanted - 1]);
            let Some(searched) = search(self.moves[index], last)? else {
                continue;
            };
            if last.is_some_and(|last| searched.rank() <= last.rank()) {
                continue;
            }
            self.moves[index] = searched;
            let best = &self.moves[..index.min(self.wanted)];
            let place = best.partition_point(|other| other.rank() >= searched.rank());
            self.moves[place..=index].rotate_right(1);
        }
        Ok(())
    }
}
