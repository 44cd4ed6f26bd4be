use anyhow::anyhow;
use moulin::{CLASSIQUE, Rules, SHEETS};
use tables::{Pair, Solved};

use super::{Work, measure};
use crate::Answer;
use crate::output::Output;

/// `merelle bench tables`: exact layers of the mill family.
pub(crate) fn run(quick: bool, output: &mut Output) -> anyhow::Result<Answer> {
    let most = if quick { 6 } else { 8 };
    for (name, rules) in SHEETS {
        let pairs: Vec<Pair> = (0..=most)
            .flat_map(|stones| Pair::of_stones(&rules, stones))
            .collect();
        let name = format!("{name} up to {most} stones, 1 thread");
        solve(&name, rules, &pairs, 1, output)?;
    }
    if !quick {
        let pairs = Pair::up_to(&CLASSIQUE, 6, 6);
        for threads in [1, 2] {
            let name = format!("classique up to 6-6, {threads} thread(s)");
            solve(&name, CLASSIQUE, &pairs, threads, output)?;
        }
    }
    Ok(Answer::Done)
}

/// Solves pairs; the signature is a sum over all values.
fn solve(
    name: &str,
    rules: Rules,
    pairs: &[Pair],
    threads: usize,
    output: &mut Output,
) -> anyhow::Result<()> {
    let mut failed = None;
    let layers: Vec<_> = pairs.iter().flat_map(|pair| pair.layers()).collect();
    measure(name, "slots", output, || {
        let solved = match Solved::new(rules, pairs, threads) {
            Ok(solved) => solved,
            Err(error) => {
                failed = Some(error);
                return Work {
                    amount: 0,
                    signature: 0,
                };
            }
        };
        let values = layers.iter().filter_map(|layer| solved.values(*layer));
        Work {
            amount: solved.slots() as u64,
            signature: values.flatten().fold(0, |sum: u64, value| {
                sum.wrapping_mul(31).wrapping_add(u64::from(*value))
            }),
        }
    })?;
    failed.map_or(Ok(()), |error| Err(anyhow!("{error:?}")))
}
