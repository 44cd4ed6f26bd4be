use crate::kernel::bits;
use crate::numbering::index::Index;

/// Where a stone of a row may go, the points of the columns being free: from row to row.
pub(crate) struct Steps {
    /// By row: where its steps begin; and where the last one's end.
    begin: Vec<u32>,
    steps: Vec<Step>,
}

/// One stone of a row goes to a point that no stone of the row is on.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    /// The row it leads to.
    pub(crate) row: u32,
    /// The symmetry that makes it this row.
    pub(crate) symmetry: u8,
    /// Point it leaves.
    pub(crate) from: u8,
    /// Point it goes to.
    pub(crate) to: u8,
    /// Lines it completes.
    pub(crate) lines: u8,
    pub(crate) way: Way,
}

/// How a stone goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// To a neighbouring point.
    Slide,
    /// Anywhere else.
    Fly,
}

impl Steps {
    /// The steps of all rows of so many stones, flights among them if they are asked for.
    pub(crate) fn new(index: &Index, stones: u8, ways: &[Way]) -> Steps {
        let mut begin = vec![0];
        let mut steps = Vec::new();
        for set in index.rows(stones) {
            for from in bits(*set) {
                let rest = set & !(1 << from);
                for to in bits(index.geometry.points & !set) {
                    let near = index.geometry.neighbours(from) & 1 << to != 0;
                    let way = if near { Way::Slide } else { Way::Fly };
                    if !ways.contains(&way) {
                        continue;
                    }
                    let canonical = index.canonical(rest | 1 << to);
                    steps.push(Step {
                        row: canonical.class() as u32,
                        symmetry: canonical.symmetry() as u8,
                        from: from as u8,
                        to: to as u8,
                        lines: index.geometry.completed(to, rest) as u8,
                        way,
                    });
                }
            }
            begin.push(steps.len() as u32);
        }
        Steps { begin, steps }
    }

    /// The steps of a row.
    pub(crate) fn of(&self, row: usize) -> &[Step] {
        &self.steps[self.begin[row] as usize..self.begin[row + 1] as usize]
    }
}
