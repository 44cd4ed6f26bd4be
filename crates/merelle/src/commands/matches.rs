use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};

use ::play::arena::{Arena, Entrant, Report, Tally};
use ::play::{Lang, caveat, text};
use anyhow::{Context, anyhow};
use engine::Resources;
use serde_json::{Value, json};

use super::read_setup;
use crate::Answer;
use crate::arguments::MatchArguments;
use crate::output::Output;

/// `merelle match`
pub(super) fn run(arguments: &MatchArguments, output: &mut Output) -> anyhow::Result<Answer> {
    let lang = output.lang();
    let setup = read_setup(&arguments.setup, lang)?;
    let players = [
        read_player(&arguments.first, lang)?,
        read_player(&arguments.second, lang)?,
    ];
    // A file that cannot be written is better known before the match than after it.
    let save = arguments.save.as_deref();
    let file = save.map(|path| File::create(path).with_context(|| path.display().to_string()));
    let file = file.transpose()?;
    let work = arguments.work;
    let arena = Arena {
        opening: arguments.opening,
        seed: work.seed,
        threads: work.threads.into(),
        resources: Resources {
            shared: arguments.shelf.shared(),
            ..Resources::new((work.memory as usize) << 20)
        },
        go: arguments.go.clone(),
        ..Arena::new(setup, players, arguments.games)
    };
    for player in &arena.players {
        if let Entrant::Player(player) = player
            && let Some(caveat) = caveat(&arena.setup, *player, &arena.resources)
        {
            output.note(&caveat);
        }
    }
    let report = arena.run(&|tally| progress(&arena.players, arena.games, tally));
    end_progress();
    let report =
        report.map_err(|spoiled| anyhow!("{}", text::match_spoiled(&spoiled).get(lang)))?;
    if let (Some(file), Some(path)) = (file, save) {
        write_records(&report, file).with_context(|| path.display().to_string())?;
    }
    if output.is_json() {
        let value = as_json(&arena, &report);
        output.value(&value)?;
    } else {
        output.text(&text::match_result(&arena.players, &report))?;
    }
    Ok(Answer::Done)
}

/// Reads the name of a player, with the reason for a refusal in the language asked for.
fn read_player(name: &str, lang: Lang) -> anyhow::Result<Entrant> {
    let refuse = |error| anyhow!("{}", text::player_refusal(&error).get(lang));
    name.parse().map_err(refuse)
}

/// Shows on a terminal how far a match is.
pub(super) fn progress(players: &[impl fmt::Display; 2], games: u32, tally: Tally) {
    if !io::stderr().is_terminal() {
        return;
    }
    let [one, other] = players;
    let done = tally.games();
    let score = 100.0 * tally.score();
    eprint!("\r\x1b[K{one} – {other}  {done}/{games}  {score:.1} %");
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

fn as_json(arena: &Arena, report: &Report) -> Value {
    let [one, other] = arena.players.each_ref().map(ToString::to_string);
    json!({
        "setup": arena.setup.to_string(),
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
