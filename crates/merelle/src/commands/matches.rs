use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use ::play::arena::{Arena, Contest, Report, Tally};
use ::play::{Lang, Setup, text};
use anyhow::{Context, anyhow};
use engine::Player;
use mijnlieff::Mijnlieff;
use serde_json::{Value, json};

use super::read_setup;
use crate::Answer;
use crate::arguments::Work;
use crate::output::Output;

/// Where a match begins.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    /// Which game and rules.
    pub(super) setup: &'a str,
    /// Random turns at the beginning.
    pub(super) opening: u32,
}

/// `merelle match`
pub(super) fn run(
    players: [&str; 2],
    games: u32,
    place: Place<'_>,
    work: Work,
    save: Option<&Path>,
    output: &mut Output,
) -> anyhow::Result<Answer> {
    let lang = output.lang();
    let [first, second] = players;
    let players = [read_player(first, lang)?, read_player(second, lang)?];
    let game = mijnlieff(place.setup, lang)?;
    // A file that cannot be written is better known before the match than after it.
    let file = save.map(|path| File::create(path).with_context(|| path.display().to_string()));
    let file = file.transpose()?;
    let arena = Arena {
        opening: place.opening,
        ..arena(game, players, games, work)
    };
    let report = arena.run(&|tally| progress(&arena, tally));
    end_progress();
    if let (Some(file), Some(path)) = (file, save) {
        write_records(&report, file).with_context(|| path.display().to_string())?;
    }
    if output.is_json() {
        let value = as_json(&arena, &report);
        output.value(&value)?;
    } else {
        output.text(&text::match_result(players, &report))?;
    }
    Ok(Answer::Done)
}

/// A match with the work as it was asked for.
pub(super) fn arena<G: Contest>(game: G, players: [Player; 2], games: u32, work: Work) -> Arena<G> {
    Arena {
        seed: work.seed,
        threads: usize::from(work.threads),
        memory: (work.memory as usize) << 20,
        ..Arena::new(game, players, games)
    }
}

/// Reads the name of a player, with the reason for a refusal in the language asked for.
fn read_player(name: &str, lang: Lang) -> anyhow::Result<Player> {
    let refuse = |error| anyhow!("{}", text::player_refusal(&error).get(lang));
    name.parse().map_err(refuse)
}

/// Reads a setup that computer players can play.
pub(super) fn mijnlieff(setup: &str, lang: Lang) -> anyhow::Result<Mijnlieff> {
    match read_setup(setup, lang)? {
        Setup::Mijnlieff(game) => Ok(game),
        Setup::Moulin(_) => Err(anyhow!("{}", text::no_players().get(lang))),
    }
}

/// Shows on a terminal how far a match is.
pub(super) fn progress<G>(arena: &Arena<G>, tally: Tally) {
    if !io::stderr().is_terminal() {
        return;
    }
    let [one, other] = arena.players;
    let (done, all) = (tally.games(), arena.games);
    let score = 100.0 * tally.score();
    eprint!("\r\x1b[K{one} – {other}  {done}/{all}  {score:.1} %");
}

/// Clears the line of [`progress`].
pub(super) fn end_progress() {
    if io::stderr().is_terminal() {
        eprint!("\r\x1b[K");
    }
}

fn write_records(report: &Report, file: File) -> io::Result<()> {
    let mut file = BufWriter::new(file);
    for (number, game) in report.games.iter().enumerate() {
        if number > 0 {
            writeln!(file)?;
        }
        write!(file, "{}", game.record)?;
    }
    file.flush()
}

fn as_json<G: Contest>(arena: &Arena<G>, report: &Report) -> Value {
    let [one, other] = arena.players.map(|player| player.to_string());
    json!({
        "setup": arena.game.setup().to_string(),
        "players": [one, other],
        "seed": arena.seed,
        "opening": report.opening,
        "games": report.tally.games(),
        "wins": report.tally.wins,
        "draws": report.tally.draws,
        "losses": report.tally.losses,
        "different": report.different,
        "score": report.tally.score(),
        "interval": report.tally.interval(),
        "draw_rate": report.tally.draw_rate(),
    })
}
