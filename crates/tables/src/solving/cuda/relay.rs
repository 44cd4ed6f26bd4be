use moulin::{Stuck, Takes};

use super::device::{Address, Device, Memory};
use super::fault::CardFault;
use super::task::takes;
use crate::kernel::Flying;
use crate::numbering::index::Index;
use crate::numbering::layer::Pair;
use crate::solving::steps::{Steps, Way};

/// Both layers of a pair and the distance being worked on, as `struct Relay` of `kernels.cu`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Relay {
    pub(crate) chart: Address,
    pub(crate) values: [Address; 2],
    pub(crate) counts: [Address; 2],
    pub(crate) marks: Address,
    pub(crate) begin: Address,
    pub(crate) steps: Address,
    pub(crate) all: u32,
    pub(crate) slots: u32,
    pub(crate) width: u32,
    pub(crate) rows: u32,
    pub(crate) columns: u32,
    pub(crate) takes: u32,
    pub(crate) columns_fly: u32,
    pub(crate) rows_pass: u32,
    pub(crate) columns_pass: u32,
    pub(crate) distance: u32,
}

impl Relay {
    /// Of a pair, with no memory yet but that of the chart and the steps.
    pub(crate) fn new(
        index: &Index,
        chart: Address,
        pair: Pair,
        [begin, steps]: [Address; 2],
    ) -> Relay {
        let rules = index.rules();
        let rows_fly = pair.rows_to_move().flying(&index.laws);
        let columns_fly = pair.columns_to_move().flying(&index.laws);
        let pass = |fly| u32::from(rules.stuck == Stuck::Pass && fly == Flying::Never);
        Relay {
            chart,
            values: [0; 2],
            counts: [0; 2],
            marks: 0,
            begin,
            steps,
            all: index.geometry.points,
            slots: index.slots(pair.rows_to_move()) as u32,
            width: index.width(pair.rows, pair.columns) as u32,
            rows: u32::from(pair.rows),
            columns: u32::from(pair.columns),
            takes: takes(rules),
            columns_fly: u32::from(columns_fly == Flying::Always),
            rows_pass: pass(rows_fly),
            columns_pass: pass(columns_fly),
            distance: 0,
        }
    }
}

/// The quiet steps of the rows of so many stones, by the row they lead to.
pub(crate) struct StepsBack {
    pub(crate) begin: Memory<u32>,
    pub(crate) steps: Memory<u32>,
}

impl StepsBack {
    /// Flights are among them where every turn may be one.
    pub(crate) fn new(
        device: &Device,
        index: &Index,
        stones: u8,
        flying: Flying,
    ) -> Result<StepsBack, CardFault> {
        let ways: &[Way] = match flying {
            Flying::Always => &[Way::Slide, Way::Fly],
            Flying::Never | Flying::Once => &[Way::Slide],
        };
        let rows = index.rows(stones).len();
        let steps = Steps::new(index, stones, ways);
        let each = || {
            let all = (0..rows).flat_map(|row| steps.of(row).iter().map(move |step| (row, step)));
            // What completes a line is quiet only where nothing may be taken.
            all.filter(|(_, step)| step.lines == 0 || index.rules().takes == Takes::Outside)
        };
        let mut begin = vec![0u32; rows + 1];
        each().for_each(|(_, step)| begin[step.row as usize + 1] += 1);
        for row in 0..rows {
            begin[row + 1] += begin[row];
        }
        let mut free = begin.clone();
        let mut words = vec![0u32; 2 * begin[rows] as usize];
        for (row, step) in each() {
            let image = &index.geometry.images()[usize::from(step.symmetry)];
            let left = image.point(usize::from(step.from));
            let place = &mut free[step.row as usize];
            let at = 2 * *place as usize;
            words[at] = row as u32;
            words[at + 1] =
                u32::from(image.inverse) | (left as u32) << 8 | u32::from(step.lines) << 16;
            *place += 1;
        }
        Ok(StepsBack {
            begin: device.upload(&begin)?,
            steps: device.upload(&words)?,
        })
    }
}
