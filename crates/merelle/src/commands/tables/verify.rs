use ::play::families::moulin::table_wrong;
use ::play::text::Text;
use moulin::Moulin;
use serde_json::json;
use tables::{Layer, Product, Sample, Store, Verification};

use crate::Answer;
use crate::output::Output;

/// `merelle tables verify`
pub(super) fn run(
    store: &Store,
    samples: Option<usize>,
    seed: u64,
    stones: u8,
    output: &mut Output,
) -> anyhow::Result<Answer> {
    let sample = |layer: Layer| match samples {
        Some(count) if count < store.slots(layer) => Sample::Random { count, seed },
        _ => Sample::Whole,
    };
    let verification = Verification::new(store);
    let few = |layer: &Layer| layer.mover + layer.other <= stones;
    let mut wrong = 0;
    let mut looked = 0;
    let files = [Product::Full, Product::Compact].map(|product| {
        let layers = store.layers_of(product).into_iter().filter(few);
        layers.map(move |layer| (product, layer))
    });
    for (product, layer) in files.into_iter().flatten() {
        let name = layer.text(store.rules());
        let verified = match product {
            Product::Full => verification.layer(layer, sample(layer)),
            Product::Compact => verification.compact(layer, sample(layer)),
        };
        match verified {
            // Progress goes to standard error: a large layer takes a while.
            Ok(positions) => {
                eprintln!("{name}: {positions}");
                looked += positions;
            }
            Err(fault) => {
                wrong += 1;
                let moulin = Moulin::new(*store.rules());
                let reason = table_wrong(&moulin, &fault);
                if output.is_json() {
                    let reason = reason.get(output.lang());
                    output.value(&json!({ "layer": name, "wrong": reason }))?;
                } else {
                    output.text(&reason)?;
                }
            }
        }
    }
    if output.is_json() {
        output.value(&json!({ "positions": looked, "wrong": wrong }))?;
    } else if wrong == 0 {
        output.text(&Text::new(
            format!("{looked} positions checked, nothing wrong"),
            format!("{looked} positions examinées, rien de faux"),
        ))?;
    }
    Ok(if wrong == 0 { Answer::Done } else { Answer::No })
}
