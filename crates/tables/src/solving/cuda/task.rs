use moulin::{Double, Rules, Stuck, Takes};

use super::device::Address;
use crate::kernel::{Flying, Laws};
use crate::numbering::followers::Way;
use crate::numbering::index::Index;
use crate::numbering::layer::Layer;

/// A layer and what it leads to, as `struct Task` of `kernels.cu`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Task {
    pub(crate) chart: Address,
    /// By stones lost, without a flight and with one that is used up.
    pub(crate) leads_to: [Address; 6],
    pub(crate) values: Address,
    pub(crate) counts: Address,
    pub(crate) marks: Address,
    pub(crate) positions: Address,
    pub(crate) sums: Address,
    pub(crate) all: u32,
    pub(crate) slots: u32,
    pub(crate) width: u32,
    pub(crate) rows: u32,
    pub(crate) columns: u32,
    pub(crate) rows_move: u32,
    pub(crate) placing: u32,
    pub(crate) theirs: u32,
    pub(crate) takes: u32,
    pub(crate) double_takes_two: u32,
    pub(crate) stuck_passes: u32,
    pub(crate) flying: u32,
}

impl Task {
    /// Of a layer, with no memory yet but that of the chart.
    pub(crate) fn new(index: &Index, chart: Address, layer: Layer) -> Task {
        let rules = index.rules();
        let pair = layer.pair();
        Task {
            chart,
            leads_to: [0; 6],
            values: 0,
            counts: 0,
            marks: 0,
            positions: 0,
            sums: 0,
            all: index.geometry.points,
            slots: index.slots(layer) as u32,
            width: index.width(pair.rows, pair.columns) as u32,
            rows: u32::from(pair.rows),
            columns: u32::from(pair.columns),
            rows_move: u32::from(layer.rows_move()),
            placing: u32::from(layer.hands[0] > 0),
            theirs: u32::from(layer.other + layer.hands[1]),
            takes: takes(rules),
            double_takes_two: u32::from(rules.double == Double::Two),
            stuck_passes: u32::from(rules.stuck == Stuck::Pass),
            flying: match layer.flying(&index.laws) {
                Flying::Never => 0,
                Flying::Always => 1,
                Flying::Once => 2,
            },
        }
    }

    /// The same layer as a table whose rows are the stones of the side that waits; both have as
    /// many.
    pub(crate) fn turned(self) -> Task {
        Task {
            rows_move: 1 - self.rows_move,
            ..self
        }
    }
}

/// What may be taken, as `enum Takes` of `kernels.cu`.
pub(crate) fn takes(rules: &Rules) -> u32 {
    match rules.takes {
        Takes::Any => 0,
        Takes::Outside => 1,
        Takes::OutsideOrAll => 2,
    }
}

/// The layers that a turn may lead to, with their place in [`Task::leads_to`]; not the one that quiet
/// turns of the moving phase lead to.
pub(crate) fn leads_to(laws: &Laws, layer: Layer) -> Vec<(usize, Layer)> {
    let placing = layer.hands[0] > 0;
    let followers = layer.followers(laws).into_iter();
    let found = followers.filter_map(|follower| {
        let place = match follower.way {
            Way::Plain if follower.taken == 0 && !placing => return None,
            Way::Plain => follower.taken,
            Way::LastFlight => 3 + follower.taken,
        };
        Some((usize::from(place), follower.layer))
    });
    found.collect()
}
