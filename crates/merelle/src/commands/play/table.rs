use std::time::Duration;

use ::play::analysis::Analyst;
use ::play::record::Record;
use ::play::text::{Text, io_fault};
use ::play::{Lang, Session, Setup};
use engine::Resources;
use game::{Outcome, Reason, Side};

use super::machine::Machine;
use crate::output::Output;

/// How long a hint is thought about.
const HINT: Duration = Duration::from_secs(2);

/// What comes after an input.
pub(super) enum Next {
    Show,
    Ask,
    Leave,
}

/// What people at a table keep beside the game itself.
pub(super) struct Table {
    setup: Setup,
    /// Who has offered a draw.
    offer: Option<Side>,
    /// Who sits on the other side, if no person does.
    machine: Option<Machine>,
    /// For hints and offers.
    analyst: Analyst,
}

impl Table {
    pub(super) fn new(setup: Setup, machine: Option<Machine>, resources: &Resources) -> Table {
        let analyst = Analyst::new(&setup, resources);
        Table {
            setup,
            offer: None,
            machine,
            analyst,
        }
    }

    /// Lets the computer play, when it is its turn; whether it did.
    pub(super) fn answer(
        &mut self,
        session: &mut dyn Session,
        output: &mut Output,
    ) -> anyhow::Result<bool> {
        let Some(machine) = &mut self.machine else {
            return Ok(false);
        };
        let Some(played) = machine.play(session) else {
            return Ok(false);
        };
        if !output.is_json() {
            output.text(&Text::new(
                format!("The computer plays {played}."),
                format!("L'ordinateur joue {played}."),
            ))?;
        }
        Ok(true)
    }

    pub(super) fn act(
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
            "undo" | "annuler" if self.take_back(session) => return Ok(Next::Show),
            "undo" | "annuler" => output.text(&Text::new(
                "There is no move to take back.",
                "Il n'y a pas de coup à reprendre.",
            ))?,
            "resign" | "abandon" => {
                let winner = session.turn().other();
                session.end(Outcome::win(winner, Reason::Resignation));
                return Ok(Next::Show);
            }
            "hint" | "conseil" => self.hint(session, output)?,
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
        if self.machine.is_some() {
            if Machine::wants_draw(&mut self.analyst, session) {
                session.end(Outcome::draw(Reason::Agreement));
                return Ok(Next::Show);
            }
            output.text(&Text::new(
                "The computer plays on.",
                "L'ordinateur continue.",
            ))?;
            return Ok(Next::Ask);
        }
        self.offer = Some(session.turn());
        output.text(&Text::new(
            "A draw is offered. Play your move; the other side may answer 'draw'.",
            "Nulle proposée. Jouez votre coup ; l'autre camp peut répondre « nulle ».",
        ))?;
        Ok(Next::Ask)
    }

    /// Takes back the last move, and the computer's with one's own.
    fn take_back(&self, session: &mut dyn Session) -> bool {
        let taken = session.take_back();
        let again = |machine: &Machine| session.turn() == machine.side();
        if taken && self.machine.as_ref().is_some_and(again) {
            session.take_back();
        }
        taken
    }

    /// The best move, what it is worth, and why where that can be said.
    fn hint(&mut self, session: &dyn Session, output: &mut Output) -> anyhow::Result<()> {
        let analyst = &mut self.analyst;
        let thought = analyst.best(session, HINT);
        let Some(best) = thought
            .ok()
            .and_then(|thought| thought.moves.into_iter().next())
        else {
            return output.text(&Text::new("The game is over.", "La partie est finie."));
        };
        output.line(&format!("{} {}", best.played, best.value))?;
        match analyst.why(&session.position(), &best.played, &best.line) {
            Some(why) => output.text(&why),
            None => Ok(()),
        }
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
            Err(error) => {
                let fault = io_fault(&error);
                let [english, french] = [Lang::EN, Lang::FR].map(|lang| fault.get(lang));
                output.text(&Text::new(
                    format!("{file} could not be written ({english}); the game goes on."),
                    format!("{file} n'a pas pu être écrit ({french}) ; la partie continue."),
                ))
            }
        }
    }
}

fn help() -> Text {
    Text::new(
        "A move: La1, or d6, d6-d7, d6-d7xa4, or pass. Also: moves, undo, hint, draw, resign, position, \
         record, save FILE, quit.",
        "Un coup : La1, ou d6, d6-d7, d6-d7xa4, ou pass. Aussi : coups, annuler, conseil, nulle, abandon, \
         position, partie, sauver FICHIER, quitter.",
    )
}
