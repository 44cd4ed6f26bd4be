use game::Side;
use moulin::{Double, Flight, Rules, Stuck, Takes};

use super::device::Address;
use crate::numbering::index::Index;
use crate::numbering::layer::{FEWEST, Layer, exchanged};
use crate::solving::field::Flying;

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
        let rules = &index.rules;
        let pair = layer.pair();
        Task {
            chart,
            leads_to: [0; 6],
            values: 0,
            counts: 0,
            marks: 0,
            positions: 0,
            sums: 0,
            all: index.ground.all,
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
            flying: match flying(rules, layer) {
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

/// How the side to move of a layer may fly.
pub(crate) fn flying(rules: &Rules, layer: Layer) -> Flying {
    match rules.flight {
        _ if layer.hands[0] > 0 => Flying::Never,
        Flight::At(at) if layer.mover <= at => Flying::Always,
        Flight::Once(at) if layer.mover <= at && layer.flights.has(Side::White) => Flying::Once,
        _ => Flying::Never,
    }
}

/// The layers that a turn may lead to, with their place in [`Task::leads_to`]; not the one that quiet
/// turns of the moving phase lead to.
pub(crate) fn leads_to(rules: &Rules, layer: Layer) -> Vec<(usize, Layer)> {
    let placing = layer.hands[0] > 0;
    let most = match rules.double {
        Double::One => 1,
        Double::Two => 2,
    };
    let flown = flying(rules, layer) == Flying::Once;
    // Without three stones there is no mill.
    let mill = layer.mover + u8::from(placing) >= FEWEST;
    let mut found = Vec::new();
    for lost in (0..=most).filter(|lost| *lost == 0 || mill) {
        let left = layer.other.checked_sub(lost);
        let left = left.filter(|left| left + layer.hands[1] >= FEWEST);
        let Some(left) = left else { continue };
        let after = |flights| Layer {
            hands: [layer.hands[1], layer.hands[0].saturating_sub(1)],
            mover: left,
            other: layer.mover + u8::from(placing),
            flights: exchanged(flights),
        };
        if placing || lost > 0 {
            found.push((usize::from(lost), after(layer.flights)));
        }
        if flown {
            let used = layer.flights.without(Side::White);
            found.push((3 + usize::from(lost), after(used)));
        }
    }
    found
}
