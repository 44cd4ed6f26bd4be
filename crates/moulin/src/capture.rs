use crate::{Double, Moulin, Point, Points, Takes};

/// What a turn that completes lines may take.
impl Moulin {
    /// The stones of `theirs` that a mill may take now (ML4).
    #[inline]
    #[must_use]
    pub fn takeable(&self, theirs: Points) -> Points {
        let rules = self.rules();
        if rules.takes == Takes::Any {
            return theirs;
        }
        let outside = theirs.without(rules.board.in_mills(theirs));
        match rules.takes {
            Takes::OutsideOrAll if outside.is_empty() => theirs,
            _ => outside,
        }
    }

    /// How many stones are to be taken by a stone that completes so many lines (ML3).
    pub(crate) fn captures(&self, completed: u32) -> u32 {
        match self.rules().double {
            Double::One => completed.min(1),
            Double::Two => completed.min(2),
        }
    }

    /// Calls `visit` for each set of stones that may be taken for `captures` captures; once with
    /// none when nothing may be taken.
    #[inline]
    pub(crate) fn each_capture(
        &self,
        captures: u32,
        theirs: Points,
        mut visit: impl FnMut(Points),
    ) {
        let takeable = self.takeable(theirs);
        if captures == 0 || takeable.is_empty() {
            visit(Points::NONE);
        } else if captures == 1 {
            for taken in takeable {
                visit(Points::only(taken));
            }
        } else {
            for pair in self.pairs(theirs) {
                visit(pair);
            }
        }
    }

    /// How many sets [`each_capture`](Moulin::each_capture) visits.
    #[inline]
    pub(crate) fn count_captures(&self, captures: u32, theirs: Points) -> u32 {
        match captures {
            0 => 1,
            1 => self.takeable(theirs).count().max(1),
            _ => (self.pairs(theirs).len() as u32).max(1),
        }
    }

    /// The set [`each_capture`](Moulin::each_capture) visits after `rank` others.
    #[inline]
    pub(crate) fn nth_capture(&self, captures: u32, theirs: Points, rank: u32) -> Points {
        let taken = match captures {
            0 => None,
            1 => {
                let takeable = self.takeable(theirs);
                (!takeable.is_empty()).then(|| Points::only(takeable.nth(rank)))
            }
            _ => self.pairs(theirs).get(rank as usize).copied(),
        };
        taken.unwrap_or(Points::NONE)
    }

    /// The sets that two captures, one after the other, may take. The second is judged on the
    /// board the first leaves; it may find nothing to take.
    fn pairs(&self, theirs: Points) -> Vec<Points> {
        let mut sets = Vec::new();
        let mut add = |set: Points| {
            if !sets.contains(&set) {
                sets.push(set);
            }
        };
        for first in self.takeable(theirs).into_iter().map(Points::only) {
            let second = self.takeable(theirs.without(first));
            if second.is_empty() {
                add(first);
            }
            second
                .into_iter()
                .for_each(|second: Point| add(first | Points::only(second)));
        }
        sets
    }
}
