mod machine;
mod screen;
mod table;

use std::io::{self, BufRead};

use ::play::text::{self, Text};
use ::play::{Session, caveat};
use anyhow::anyhow;
use engine::{Player, Resources};

use super::{named_setups, open, read_setup};
use crate::Answer;
use crate::arguments::{PlayArguments, Where};
use crate::output::Output;
use machine::Machine;
use screen::show;
use table::{Next, Table};

/// Bytes for thinking.
const MEMORY: usize = 64 << 20;

/// `merelle play`: two people at one keyboard, or one against the computer.
pub(crate) fn run(arguments: PlayArguments, output: &mut Output) -> anyhow::Result<Answer> {
    let lang = output.lang();
    let against = arguments.against.map(|name| {
        let player = name.parse::<Player>();
        player.map_err(|error| anyhow!("{}", text::player_refusal(&error).get(lang)))
    });
    let against = against.transpose()?;
    let mut lines = io::stdin().lock().lines();
    let mut next_line = || lines.next().transpose();
    let setup = match arguments.setup {
        Some(setup) => setup,
        None => match choose(&mut next_line, output)? {
            Some(setup) => setup,
            None => return Ok(Answer::Done),
        },
    };
    let position = arguments.position;
    let place = Where { setup, position };
    let setup = read_setup(&place.setup, lang)?;
    let mut session = open(&place, lang)?;
    let resources = Resources {
        shared: arguments.shelf.shared(),
        ..Resources::new(MEMORY)
    };
    if let Some(caveat) = against.and_then(|player| caveat(&setup, player, &resources)) {
        output.note(&caveat);
    }
    let side = arguments.side.into();
    let machine = against.map(|player| Machine::new(&setup, player, side, &resources));
    let mut table = Table::new(setup, machine, &resources);
    output.text(&Text::new(
        "Type a move, or ? for help.",
        "Tapez un coup, ou ? pour l'aide.",
    ))?;
    show(session.as_ref(), output)?;
    loop {
        if table.answer(session.as_mut(), output)? {
            show(session.as_ref(), output)?;
        }
        let Some(line) = prompt(session.as_ref(), &mut next_line, output)? else {
            return Ok(Answer::Done);
        };
        match table.act(line.trim(), session.as_mut(), output)? {
            Next::Show => show(session.as_ref(), output)?,
            Next::Ask => {}
            Next::Leave => return Ok(Answer::Done),
        }
    }
}

/// Asks which game to play; `None` when the input ends.
fn choose(
    next_line: &mut impl FnMut() -> io::Result<Option<String>>,
    output: &mut Output,
) -> anyhow::Result<Option<String>> {
    output.text(&Text::new("Which game?", "Quel jeu ?"))?;
    let menu = named_setups();
    for (number, name) in (1..).zip(&menu) {
        output.line(&format!("  {number}  {name}"))?;
    }
    loop {
        output.raw("> ")?;
        output.flush()?;
        let Some(line) = next_line()? else {
            return Ok(None);
        };
        let line = line.trim();
        let chosen = match line {
            "" => menu.first(),
            "q" | "quit" => return Ok(None),
            _ => {
                let numbered = line
                    .parse()
                    .ok()
                    .and_then(|n: usize| menu.get(n.wrapping_sub(1)));
                let named = menu.iter().find(|name| name.eq_ignore_ascii_case(line));
                numbered.or(named)
            }
        };
        if chosen.is_some() {
            return Ok(chosen.cloned());
        }
        let last = menu.len();
        output.text(&Text::new(
            format!("Type a number from 1 to {last}, or q to leave."),
            format!("Tapez un chiffre de 1 à {last}, ou q pour quitter."),
        ))?;
    }
}

/// Asks the side to move; `None` when the input ends.
fn prompt(
    session: &dyn Session,
    next_line: &mut impl FnMut() -> io::Result<Option<String>>,
    output: &mut Output,
) -> anyhow::Result<Option<String>> {
    if !output.is_json() {
        let who = ::play::text::side(session.turn());
        let who = match session.outcome() {
            Some(_) => String::new(),
            None => who.get(output.lang()).to_owned(),
        };
        output.raw(&format!("{who}> "))?;
    }
    output.flush()?;
    let line = next_line()?;
    if line.is_none() {
        output.line("")?;
    }
    Ok(line)
}
