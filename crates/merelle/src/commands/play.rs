use std::io::{self, BufRead};

use ::play::record::Record;
use ::play::text::Text;
use ::play::{Session, Setup};
use game::{Outcome, Reason, Side};
use serde_json::json;

use super::{open, read_setup};
use crate::Answer;
use crate::arguments::Where;
use crate::output::Output;

/// The games offered when none was named.
const MENU: [&str; 4] = [
    "mijnlieff",
    "moulin:classique",
    "moulin:envol",
    "moulin:barreau",
];

/// `merelle play`: two people at one keyboard.
pub(crate) fn run(
    setup: Option<String>,
    position: Option<String>,
    output: &mut Output,
) -> anyhow::Result<Answer> {
    let mut lines = io::stdin().lock().lines();
    let mut next_line = || lines.next().transpose();
    let setup = match setup {
        Some(setup) => setup,
        None => match choose(&mut next_line, output)? {
            Some(setup) => setup.to_owned(),
            None => return Ok(Answer::Done),
        },
    };
    let place = Where { setup, position };
    let mut session = open(&place, output.lang())?;
    let mut table = Table {
        setup: read_setup(&place.setup, output.lang())?,
        offer: None,
    };
    output.text(&Text::new(
        "Type a move, or ? for help.",
        "Tapez un coup, ou ? pour l'aide.",
    ))?;
    show(session.as_ref(), output)?;
    while let Some(line) = prompt(session.as_ref(), &mut next_line, output)? {
        match table.act(line.trim(), session.as_mut(), output)? {
            Next::Show => show(session.as_ref(), output)?,
            Next::Ask => {}
            Next::Leave => break,
        }
    }
    Ok(Answer::Done)
}

/// Asks which game to play; `None` when the input ends.
fn choose(
    next_line: &mut impl FnMut() -> io::Result<Option<String>>,
    output: &mut Output,
) -> anyhow::Result<Option<&'static str>> {
    output.text(&Text::new("Which game?", "Quel jeu ?"))?;
    for (number, name) in (1..).zip(MENU) {
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
            "" => Some(MENU[0]),
            "q" | "quit" => return Ok(None),
            _ => {
                let numbered = line
                    .parse()
                    .ok()
                    .and_then(|n: usize| MENU.get(n.wrapping_sub(1)));
                let named = MENU.iter().find(|name| name.eq_ignore_ascii_case(line));
                numbered.or(named).copied()
            }
        };
        if chosen.is_some() {
            return Ok(chosen);
        }
        output.text(&Text::new(
            "Type a number from 1 to 4, or q to leave.",
            "Tapez un chiffre de 1 à 4, ou q pour quitter.",
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

/// What comes after an input.
enum Next {
    Show,
    Ask,
    Leave,
}

/// What two people at a table keep beside the game itself.
struct Table {
    setup: Setup,
    /// Who has offered a draw.
    offer: Option<Side>,
}

impl Table {
    fn act(
        &mut self,
        line: &str,
        session: &mut dyn Session,
        output: &mut Output,
    ) -> anyhow::Result<Next> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word.to_lowercase().as_str() {
            "" => return Ok(Next::Ask),
            "?" | "help" | "aide" => output.text(&help())?,
            "q" | "quit" | "exit" | "quitter" => return Ok(Next::Leave),
            "moves" | "coups" => output.line(&session.moves().join(" "))?,
            "position" => output.line(&session.position())?,
            "undo" | "annuler" if session.take_back() => return Ok(Next::Show),
            "undo" | "annuler" => output.text(&Text::new(
                "There is no move to take back.",
                "Il n'y a pas de coup à reprendre.",
            ))?,
            "resign" | "abandon" => {
                let winner = session.turn().other();
                session.end(Outcome::win(winner, Reason::Resignation));
                return Ok(Next::Show);
            }
            "draw" | "nulle" => return self.offer_draw(session, output),
            "save" | "sauver" => self.save(rest.trim(), session, output)?,
            "record" | "partie" => output.raw(&self.record(session).to_string())?,
            _ => match session.play(line) {
                Ok(_) => {
                    self.offer = self.offer.filter(|side| *side != session.turn());
                    return Ok(Next::Show);
                }
                Err(refusal) => output.line(&refusal.line(output.lang()))?,
            },
        }
        Ok(Next::Ask)
    }

    fn offer_draw(
        &mut self,
        session: &mut dyn Session,
        output: &mut Output,
    ) -> anyhow::Result<Next> {
        if session.outcome().is_some() {
            return Ok(Next::Show);
        }
        if self.offer == Some(session.turn().other()) {
            session.end(Outcome::draw(Reason::Agreement));
            return Ok(Next::Show);
        }
        self.offer = Some(session.turn());
        output.text(&Text::new(
            "A draw is offered. Play your move; the other side may answer 'draw'.",
            "Nulle proposée. Jouez votre coup ; l'autre camp peut répondre « nulle ».",
        ))?;
        Ok(Next::Ask)
    }

    fn record(&self, session: &dyn Session) -> Record {
        Record::of(session, self.setup.clone(), Vec::new())
    }

    fn save(&self, file: &str, session: &dyn Session, output: &mut Output) -> anyhow::Result<()> {
        if file.is_empty() {
            return output.text(&Text::new(
                "Name a file, as in: save game.txt",
                "Donnez un nom de fichier, comme : sauver partie.txt",
            ));
        }
        match std::fs::write(file, self.record(session).to_string()) {
            Ok(()) => output.text(&Text::new(
                format!("Saved in {file}."),
                format!("Enregistré dans {file}."),
            )),
            Err(error) => output.text(&Text::new(
                format!("{file} could not be written ({error}); the game goes on."),
                format!("{file} n'a pas pu être écrit ({error}) ; la partie continue."),
            )),
        }
    }
}

fn help() -> Text {
    Text::new(
        "A move: La1, or d6, d6-d7, d6-d7xa4, or pass. Also: moves, undo, draw, resign, position, \
         record, save FILE, quit.",
        "Un coup : La1, ou d6, d6-d7, d6-d7xa4, ou pass. Aussi : coups, annuler, nulle, abandon, \
         position, partie, sauver FICHIER, quitter.",
    )
}

/// The board, both hands, the points and a sentence.
fn show(session: &dyn Session, output: &mut Output) -> anyhow::Result<()> {
    let sentence = session.sentence();
    if output.is_json() {
        return output.value(&json!({
            "setup": session.setup(),
            "position": session.position(),
            "ply": session.history().len(),
            "last": session.history().last(),
            "moves": session.moves(),
            "points": session.points(),
            "outcome": session.outcome().map(|outcome| outcome.to_string()),
            "sentence": sentence.get(output.lang()),
        }));
    }
    output.line("")?;
    let board = session.board_text(output.style());
    output.raw(&board)?;
    output.line("")?;
    for side in Side::BOTH {
        let line = hand_line(session, side, output);
        output.line(&line)?;
    }
    output.text(&sentence)
}

/// `○ white  LL DD P EE  3 pt`
fn hand_line(session: &dyn Session, side: Side, output: &Output) -> String {
    let name = ::play::text::side(side);
    let sign = output.style().stone(side);
    let hand: Vec<String> = session
        .hand(side)
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .map(|(kind, count)| {
            let piece = kind.map_or(sign.to_owned(), String::from);
            piece.repeat(count as usize)
        })
        .collect();
    let points = session
        .points()
        .map(|points| format!("  {} pt", points[side.index()]));
    let line = format!(
        "{sign} {:6} {}{}",
        name.get(output.lang()),
        hand.join(" "),
        points.unwrap_or_default()
    );
    line.trim_end().to_owned()
}
