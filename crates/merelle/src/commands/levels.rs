use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;

use ::play::Setup;
use ::play::arena::{Contest, Entrant, Ladder, Pairing, Tally};
use ::play::text::{self, Text};
use anyhow::{Context, anyhow};
use serde_json::{Value, json};

use super::matches::{arena, end_progress, progress};
use super::read_setup;
use crate::Answer;
use crate::arguments::Work;
use crate::output::Output;

/// The boards the levels are made for.
const BOARDS: [&str; 3] = [
    "mijnlieff",
    "mijnlieff:board=0.0/2.1/4.2/6.3",
    "mijnlieff:sets=2",
];

/// A result that was measured, now or in an earlier run.
#[derive(Clone, Copy)]
struct Measured {
    tally: Tally,
    different: u32,
}

/// `merelle levels`
pub(super) fn run(
    setups: &[String],
    ladder: Ladder,
    work: Work,
    file: Option<&Path>,
    output: &mut Output,
) -> anyhow::Result<Answer> {
    let mut names: Vec<&str> = setups.iter().map(String::as_str).collect();
    if names.is_empty() {
        names.extend(BOARDS);
    }
    let setups = names.iter().map(|name| read_setup(name, output.lang()));
    let setups = setups.collect::<anyhow::Result<Vec<Setup>>>()?;
    let kept = file.map(read_kept).transpose()?.unwrap_or_default();
    let task = Task {
        ladder,
        work,
        file,
        kept: &kept,
    };
    let mut wrong = 0;
    for setup in setups {
        wrong += match setup {
            Setup::Mijnlieff(game) => task.run(&game, output)?,
            Setup::Moulin(game) => task.run(&game, output)?,
        };
    }
    if wrong == 0 {
        return Ok(Answer::Done);
    }
    if !output.is_json() {
        output.text(&Text::new(
            format!("{wrong} not as they should be"),
            format!("{wrong} ne sont pas comme il faut"),
        ))?;
    }
    Ok(Answer::No)
}

/// The work on one game.
struct Task<'a> {
    ladder: Ladder,
    work: Work,
    file: Option<&'a Path>,
    kept: &'a [Value],
}

impl Task<'_> {
    /// Measures what is not kept already; how many results are not as they should be.
    fn run<G: Contest>(&self, game: &G, output: &mut Output) -> anyhow::Result<u32> {
        let setup = game.setup().to_string();
        if !output.is_json() {
            output.line(&setup)?;
        }
        let mut wrong = 0;
        let pairings = self.ladder.pairings(G::SUMMIT).into_iter();
        for pairing in pairings.filter(|pairing| pairing.games > 0) {
            let key = key(game, &setup, pairing, self.work.seed);
            let kept = self.kept.iter().find_map(|kept| same(kept, &key));
            let measured = match kept {
                Some(measured) => measured,
                None => measure(game, pairing, self.work)?,
            };
            let fits = pairing.step.accepts(measured.tally);
            wrong += u32::from(!fits);
            let value = as_json(&key, measured, fits);
            if let (Some(path), None) = (self.file, kept) {
                append(path, &value)?;
            }
            if output.is_json() {
                output.value(&value)?;
            } else {
                let Measured { tally, different } = measured;
                let line = text::ladder_line(pairing.players, pairing.step, tally, different);
                output.text(&line)?;
            }
            output.flush()?;
        }
        Ok(wrong)
    }
}

fn measure<G: Contest>(game: &G, pairing: Pairing, work: Work) -> anyhow::Result<Measured> {
    let players = pairing.players.map(Entrant::Player);
    let arena = arena(game.clone(), players, pairing.games, work);
    let report = arena.run(&|tally| progress(&arena, tally));
    end_progress();
    let report = report.map_err(|spoiled| anyhow!("{spoiled:?}"))?;
    Ok(Measured {
        tally: report.tally,
        different: report.different,
    })
}

/// What a result depends on.
fn key<G: Contest>(game: &G, setup: &str, pairing: Pairing, seed: u64) -> Value {
    let edition = game.levels_edition();
    json!({
        "setup": setup,
        "players": pairing.players.map(|player| player.to_string()),
        "games": pairing.games,
        "seed": seed,
        "edition": format!("{edition:016x}"),
    })
}

/// The result in a kept line, if it is the one with this key.
fn same(kept: &Value, key: &Value) -> Option<Measured> {
    if kept.get("key") != Some(key) {
        return None;
    }
    let number = |name: &str| u32::try_from(kept.get(name)?.as_u64()?).ok();
    Some(Measured {
        tally: Tally {
            wins: number("wins")?,
            draws: number("draws")?,
            losses: number("losses")?,
        },
        different: number("different")?,
    })
}

fn as_json(key: &Value, measured: Measured, fits: bool) -> Value {
    let Measured { tally, different } = measured;
    json!({
        "key": key,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "different": different,
        "score": tally.score(),
        "interval": tally.interval(),
        "draw_rate": tally.draw_rate(),
        "fits": fits,
    })
}

/// The lines of an earlier run; none where there is no file. A line that was broken off is skipped
/// and measured again.
fn read_kept(path: &Path) -> anyhow::Result<Vec<Value>> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        read => read.with_context(|| path.display().to_string())?,
    };
    let mut kept = Vec::new();
    for (number, line) in text.lines().enumerate() {
        match serde_json::from_str(line) {
            Ok(value) => kept.push(value),
            Err(_) if line.starts_with('{') || line.is_empty() => {}
            Err(_) => {
                let (path, number) = (path.display(), number + 1);
                return Err(anyhow!("{path}: line {number} is no result of the levels"));
            }
        }
    }
    Ok(kept)
}

/// Adds a line to the file, behind one that was broken off too.
fn append(path: &Path, value: &Value) -> anyhow::Result<()> {
    let name = || path.display().to_string();
    let begun = fs::read(path).is_ok_and(|bytes| bytes.last().is_some_and(|last| *last != b'\n'));
    let line = if begun {
        format!("\n{value}\n")
    } else {
        format!("{value}\n")
    };
    let open = OpenOptions::new().create(true).append(true).open(path);
    let mut file = open.with_context(name)?;
    file.write_all(line.as_bytes()).with_context(name)
}
