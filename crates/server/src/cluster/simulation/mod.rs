//! A site of many nodes in virtual time, with everything that may befall it, by the rule of
//! [`super::ownership`] itself. All that happens follows from a seed: what goes wrong once goes wrong
//! again.
//!
//! `MERELLE_SEEDS` says how many seeds are tried, and `MERELLE_SEED` tries one.

mod checker;
mod database;
mod faults;
mod node;
mod random;
mod world;

use world::{Event, World};

/// Mistakes that could be made, to see that they are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bug {
    /// Writes are taken under any epoch.
    EpochIgnored,
    /// Who takes a game up goes on under the epoch of who had it.
    EpochKept,
    /// Whether a node lives is judged by the clock of who asks.
    OwnClock,
    /// A move is acknowledged before it is stored.
    EarlyAnswer,
    /// The time of a game goes by the uptime of whoever takes it up.
    BehindForgotten,
}

/// How long a site is watched, and how recently each game has to have gone on in the end, in
/// milliseconds of virtual time.
const END: u64 = 60_000;
const RECENTLY: u64 = 8000;

/// Seeds that are tried unless somebody says otherwise.
const SEEDS: u64 = 3000;

/// Seeds after which a mistake has to be found.
const FOUND: u64 = 1000;

/// What came of a seed.
struct Tried {
    violation: Option<String>,
    acknowledged: u64,
    refused: u64,
}

fn attempt(seed: u64, bug: Option<Bug>) -> Tried {
    let mut world = World::new(seed, bug);
    world.after(500, Event::Idle);
    world.after(2000, Event::Fault);
    world.run(END);
    let sound = world.sound();
    world.checker.end(END, sound, RECENTLY);
    let checker = world.checker;
    Tried {
        violation: checker.violation,
        acknowledged: checker.acknowledged,
        refused: checker.refused,
    }
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

#[test]
fn whatever_befalls_a_site_nothing_acknowledged_is_lost_and_games_go_on() {
    if let Some(seed) = number("MERELLE_SEED") {
        assert_eq!(attempt(seed, None).violation, None, "seed {seed}");
        return;
    }
    let seeds = number("MERELLE_SEEDS").unwrap_or(SEEDS);
    let (mut acknowledged, mut refused) = (0, 0);
    for seed in 0..seeds {
        let tried = attempt(seed, None);
        assert_eq!(tried.violation, None, "seed {seed}");
        acknowledged += tried.acknowledged;
        refused += tried.refused;
    }
    println!("{seeds} seeds: {acknowledged} moves acknowledged, {refused} old writes refused");
    assert!(acknowledged > 10 * seeds && refused > seeds / 10);
}

#[test]
fn every_planted_mistake_is_found() {
    let bugs = [
        Bug::EpochIgnored,
        Bug::EpochKept,
        Bug::OwnClock,
        Bug::EarlyAnswer,
        Bug::BehindForgotten,
    ];
    for bug in bugs {
        let found = (0..FOUND).find_map(|seed| {
            let violation = attempt(seed, Some(bug)).violation?;
            Some((seed, violation))
        });
        let (seed, violation) = found.unwrap_or_else(|| panic!("{bug:?} was not found"));
        println!("{bug:?} was found after {} seeds: {violation}", seed + 1);
    }
}

#[test]
fn a_seed_always_comes_out_the_same() {
    for seed in 0..20 {
        let (one, two) = (attempt(seed, None), attempt(seed, None));
        assert_eq!(one.acknowledged, two.acknowledged);
        assert_eq!(one.refused, two.refused);
    }
}
