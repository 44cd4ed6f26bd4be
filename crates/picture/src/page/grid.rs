use super::sheet::Sheet;
use crate::{Bounds, Scene, Spot};

/// Between things cut out of one row.
const GAP: f64 = 4.0;

/// Things of one size in rows, centred on a page, with cut marks around.
pub struct Grid {
    /// How large each is on paper, in millimetres.
    pub size: f64,
    /// How many stand side by side.
    pub columns: usize,
}

impl Grid {
    /// As many columns as fit into a width, up to `most`.
    pub fn fitting(size: f64, width: f64, most: usize) -> Grid {
        let fitting = ((width + GAP) / (size + GAP) + 1e-6).floor() as usize;
        Grid {
            size,
            columns: fitting.clamp(1, most),
        }
    }

    /// How high so many things stand.
    pub fn height(&self, count: usize) -> f64 {
        let rows = count.div_ceil(self.columns) as f64;
        rows * (self.size + GAP) - GAP
    }

    /// Lays square scenes from `top` down; gives back how far down the page is then taken.
    pub fn lay(&self, sheet: &mut Sheet, top: f64, things: &[Scene]) -> f64 {
        let step = self.size + GAP;
        let across = things.len().min(self.columns);
        let width = step * across as f64 - GAP;
        let left = sheet.middle() - width / 2.0;
        let bottom = top + self.height(things.len());
        for (place, thing) in things.iter().enumerate() {
            let (column, row) = (place % self.columns, place / self.columns);
            let corner = Spot::new(left + step * column as f64, top + step * row as f64);
            sheet.lay(thing, corner, self.size / thing.width);
        }
        let edges = |from: f64, count: usize| -> Vec<f64> {
            let edge = |n: usize| from + step * n as f64;
            (0..count)
                .flat_map(|n| [edge(n), edge(n) + self.size])
                .collect()
        };
        let block = Bounds {
            left,
            top,
            right: left + width,
            bottom,
        };
        let rows = things.len().div_ceil(self.columns);
        sheet.cut(block, &edges(left, across), &edges(top, rows));
        bottom
    }
}
