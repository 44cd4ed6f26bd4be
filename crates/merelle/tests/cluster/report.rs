//! What a run came to, for people.

use crate::checker::Verdict;
use crate::history::Fault;

/// Prints what was seen, and fails where something must not be.
#[track_caller]
pub(crate) fn conclude(what: &str, faults: &[Fault], verdict: &Verdict) {
    let figures = &verdict.figures;
    println!(
        "{what}: {} faults, {} moves told in {} games, {} over, {} rated; {} clocks, {} over a fault, too \
         long by {} ms a fault at most; {} outdated views",
        faults.len(),
        figures.told,
        figures.games,
        figures.over,
        figures.rated,
        figures.clocks,
        figures.clocks_over_faults,
        figures.worst_clock,
        figures.outdated_views,
    );
    for (fault, slowest) in &figures.slowest {
        println!("  {fault}: no table stood still for longer than {slowest} ms");
    }
    let violations = &verdict.violations;
    for violation in violations.iter().take(20) {
        println!("  VIOLATION {violation:?}");
    }
    assert!(violations.is_empty(), "{} violations", violations.len());
    assert!(figures.told > 0, "nobody has played");
}
