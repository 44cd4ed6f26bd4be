//! How long and how strict a run is. Short forms run with the tests:
//!
//! - `MERELLE_ROUNDS`: how many faults,
//! - `MERELLE_GAMES`: how many games at a time,
//! - `MERELLE_SEED`: which chances,
//! - `MERELLE_FAULTS`: which kinds, such as `kill,stop,cut-postgres`,
//! - `MERELLE_STRICT=1`: judges times as well. Without it only what is printed tells them: a machine that
//!   has much else to do is no fault of the server.

use std::time::Duration;

use crate::checker::Limits;
use crate::random::Random;

/// How long and how strict.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) rounds: u32,
    pub(crate) games: usize,
    pub(crate) seed: u64,
    /// The kinds of faults; all where none is named.
    faults: Vec<String>,
    strict: bool,
}

/// What people are promised, in milliseconds: a clock is off by no more for each fault, and games go on
/// after a kill and after a cut that nobody is told of.
const CLOCK: i64 = 1000;
const AFTER_A_KILL: i64 = 5000;
const AFTER_A_CUT: i64 = 10_000;

/// How much longer a machine may take that has much else to do.
const PATIENT: i64 = 12;

impl Settings {
    /// What the environment says, or these.
    pub(crate) fn read(rounds: u32, games: usize) -> Settings {
        let faults = std::env::var("MERELLE_FAULTS").unwrap_or_default();
        let faults = faults.split(',').map(str::trim);
        Settings {
            rounds: number("MERELLE_ROUNDS").map_or(rounds, |rounds| rounds as u32),
            games: number("MERELLE_GAMES").map_or(games, |games| games as usize),
            seed: number("MERELLE_SEED").unwrap_or(18),
            faults: faults
                .filter(|it| !it.is_empty())
                .map(str::to_owned)
                .collect(),
            strict: number("MERELLE_STRICT") == Some(1),
        }
    }

    /// One of the kinds of faults that are asked for.
    pub(crate) fn pick<'a>(&self, kinds: &[&'a str], random: &mut Random) -> &'a str {
        let asked =
            |kind: &&&str| self.faults.is_empty() || self.faults.iter().any(|it| it == **kind);
        let asked: Vec<&str> = kinds.iter().filter(asked).copied().collect();
        let picked = random.pick(&asked);
        picked.unwrap_or_else(|| panic!("MERELLE_FAULTS names none of {kinds:?}"))
    }

    fn stretched(&self, time: i64) -> i64 {
        if self.strict { time } else { time * PATIENT }
    }

    pub(crate) fn limits(&self) -> Limits {
        Limits {
            clock: self.stretched(CLOCK),
        }
    }

    /// How soon games go on after a node was killed.
    pub(crate) fn after_a_kill(&self) -> i64 {
        self.stretched(AFTER_A_KILL)
    }

    /// How soon games go on after something went silent.
    pub(crate) fn after_a_cut(&self) -> i64 {
        self.stretched(AFTER_A_CUT)
    }

    /// How long it is waited for games to go on before the next fault: longer than any promise, so that
    /// the judge sees by how much it is broken.
    pub(crate) fn patience(&self) -> Duration {
        let times = if self.strict { 4 } else { PATIENT };
        Duration::from_millis((AFTER_A_CUT * times) as u64)
    }
}

/// A number that the environment gives.
pub(crate) fn number(name: &str) -> Option<u64> {
    let given = std::env::var(name).ok()?;
    Some(
        given
            .parse()
            .unwrap_or_else(|_| panic!("{name} is no number: {given}")),
    )
}
