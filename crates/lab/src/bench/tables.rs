use moulin::{CLASSIQUE, Rules, SHEETS};
use tables::{Pair, Solved};

use super::{Benchmark, Scale, Work, scaled};

/// Exact layers of the mill family.
pub(super) fn benchmarks(scale: Scale) -> Vec<Benchmark> {
    let most = scaled(scale, 8, 6);
    let few = SHEETS.map(|(name, rules)| {
        let pairs = (0..=most).flat_map(|stones| Pair::of_stones(&rules, stones));
        let name = format!("{name} up to {most} stones, 1 thread");
        solve(name, rules, pairs.collect(), 1)
    });
    let mut benchmarks = Vec::from(few);
    if scale == Scale::Full {
        benchmarks.extend([1, 2].map(|threads| {
            let name = format!("classique up to 6-6, {threads} thread(s)");
            let pairs = Pair::up_to(&CLASSIQUE, 6, 6);
            solve(name, CLASSIQUE, pairs, threads)
        }));
    }
    benchmarks
}

/// Solves pairs; the signature is a sum over all values.
fn solve(name: String, rules: Rules, pairs: Vec<Pair>, threads: usize) -> Benchmark {
    Benchmark::throughput(name, "slots", move || {
        let layers: Vec<_> = pairs.iter().flat_map(|pair| pair.layers()).collect();
        move || {
            let solved = Solved::new(rules, &pairs, threads);
            let solved = solved.expect("the wins of small layers are short");
            let values = layers.iter().filter_map(|layer| solved.values(*layer));
            Work {
                amount: solved.slots() as u64,
                signature: values.flatten().fold(0, |sum: u64, value| {
                    sum.wrapping_mul(31).wrapping_add(u64::from(*value))
                }),
            }
        }
    })
}
