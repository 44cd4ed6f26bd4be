use serde_json::json;
use tables::{Layer, Product, Store};

use super::file_error;
use crate::Answer;
use crate::output::Output;

/// `merelle tables census`
pub(super) fn census(store: &Store, output: &mut Output) -> anyhow::Result<Answer> {
    let layers = store.layers();
    for layer in &layers {
        census_of(store, *layer, output)?;
    }
    Ok(there(&layers))
}

/// The census of one layer.
pub(super) fn census_of(store: &Store, layer: Layer, output: &mut Output) -> anyhow::Result<()> {
    let census = store.census(layer);
    let census = census.map_err(|fault| file_error(&fault, output))?;
    let name = layer.text(store.rules());
    if output.is_json() {
        output.value(&json!({
            "layer": name,
            "win": census.win,
            "draw": census.draw,
            "loss": census.loss,
            "longest": census.longest,
        }))?;
    } else {
        output.line(&format!("{name} {census}"))?;
    }
    output.flush()
}

/// `merelle tables list`
pub(super) fn list(store: &Store, output: &mut Output) -> anyhow::Result<Answer> {
    let (full, compact) = (
        store.layers_of(Product::Full),
        store.layers_of(Product::Compact),
    );
    list_of(store, Product::Full, &full, output)?;
    list_of(store, Product::Compact, &compact, output)?;
    Ok(there(&[full, compact].concat()))
}

fn list_of(
    store: &Store,
    product: Product,
    layers: &[Layer],
    output: &mut Output,
) -> anyhow::Result<()> {
    for layer in layers {
        let bytes = store.bytes(product, *layer);
        let bytes = bytes.map_err(|fault| file_error(&fault, output))?;
        let (name, slots) = (layer.text(store.rules()), store.slots(*layer));
        let (word, mark) = match product {
            Product::Full => ("full", ""),
            Product::Compact => ("compact", " compact"),
        };
        if output.is_json() {
            let listed = json!({ "layer": name, "slots": slots, "bytes": bytes, "product": word });
            output.value(&listed)?;
        } else {
            output.line(&format!("{name} {slots} {bytes}{mark}"))?;
        }
    }
    Ok(())
}

/// Whether there is any layer at all.
fn there(layers: &[Layer]) -> Answer {
    if layers.is_empty() {
        Answer::No
    } else {
        Answer::Done
    }
}
