//! The levels of the computer players, measured against each other.

mod results;

use std::io;

use engine::Resources;
use play::Setup;
use play::arena::{Arena, Entrant, Ladder, Pairing, Tally};
use serde_json::{Value, json};

pub use results::{Results, ResultsError};

/// How the levels are measured.
#[derive(Clone, Copy, Debug)]
pub struct Levels {
    /// How many games there are.
    pub ladder: Ladder,
    /// What all chance comes from.
    pub seed: u64,
    /// Games played at the same time.
    pub threads: usize,
    /// Bytes each player may use for what it finds out.
    pub memory: usize,
}

/// The result of a match between two levels.
#[derive(Clone, Debug)]
pub struct PairingResult {
    /// Who met, and how they should stand to each other.
    pub pairing: Pairing,
    /// The results, as the first player sees them.
    pub tally: Tally,
    /// How many of the games are unlike all the others.
    pub different: u32,
    key: Value,
}

impl PairingResult {
    /// Whether the result is as it should be.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.pairing.step.accepts(self.tally)
    }

    /// The line of a results file.
    #[must_use]
    pub fn json(&self) -> Value {
        let tally = self.tally;
        json!({
            "key": self.key,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "different": self.different,
            "score": tally.score(),
            "interval": tally.interval(),
            "draw_rate": tally.draw_rate(),
            "fits": self.fits(),
        })
    }
}

impl Levels {
    /// The matches there are to play at a game.
    #[must_use]
    pub fn pairings(&self, setup: &Setup) -> Vec<Pairing> {
        let pairings = self.ladder.pairings(setup.perfect_gap()).into_iter();
        pairings.filter(|pairing| pairing.games > 0).collect()
    }

    /// The result of a match: the one that is kept, or a new one, which is kept then.
    pub fn result(
        &self,
        setup: &Setup,
        pairing: Pairing,
        results: &mut Results,
        watch: &(dyn Fn(Tally) + Sync),
    ) -> io::Result<PairingResult> {
        let key = self.key(setup, pairing);
        if let Some((tally, different)) = results.get(&key) {
            return Ok(PairingResult {
                pairing,
                tally,
                different,
                key,
            });
        }
        let arena = Arena {
            seed: self.seed,
            threads: self.threads,
            resources: Resources::new(self.memory),
            ..Arena::new(
                setup.clone(),
                pairing.players.map(Entrant::Player),
                pairing.games,
            )
        };
        let report = arena.run(watch).expect("only programs spoil a match");
        let result = PairingResult {
            pairing,
            tally: report.tally,
            different: report.different,
            key,
        };
        results.keep(&result.json())?;
        Ok(result)
    }

    /// What a result depends on.
    fn key(&self, setup: &Setup, pairing: Pairing) -> Value {
        let edition = setup.levels_edition();
        json!({
            "setup": setup.to_string(),
            "players": pairing.players.map(|player| player.to_string()),
            "games": pairing.games,
            "seed": self.seed,
            "edition": format!("{edition:016x}"),
        })
    }
}
