use std::time::Instant;

use tokio::sync::oneshot;

use super::message::{Answer, Asked, Instead};
use super::wire::Unanswered;
use crate::protocol::GameState;
use crate::refused::Refused;
use crate::rooms::{Command, Done, Joining, Newcomer, Reply};

/// A command that is carried to the node that speaks for its game, with where its answer goes.
#[derive(Debug)]
pub(super) struct Request {
    asked: Asked,
    /// When a move came, or the command.
    came: Instant,
    since: Instant,
    reply: ReplyWith,
}

/// Where the answer goes.
#[derive(Debug)]
enum ReplyWith {
    Done(Reply),
    State(oneshot::Sender<Result<Box<GameState>, Refused>>),
    Nothing,
}

impl ReplyWith {
    fn refuse(self, refused: Refused) {
        // Nobody may wait for it any more.
        match self {
            ReplyWith::Done(reply) => drop(reply.send(Err(refused))),
            ReplyWith::State(reply) => drop(reply.send(Err(refused))),
            ReplyWith::Nothing => {}
        }
    }
}

impl Request {
    /// Of what is asked of a room, unless it is for rooms of this node alone.
    pub(super) fn of(command: Command) -> Option<Request> {
        let now = Instant::now();
        let mut came = now;
        let (asked, reply) = match command {
            Command::Move {
                person,
                ply,
                text,
                came: then,
                reply,
            } => {
                came = then;
                let asked = Asked::Move {
                    person,
                    ply,
                    text,
                    age: 0,
                };
                (asked, ReplyWith::Done(reply))
            }
            Command::Act {
                person,
                ply,
                action,
                id,
                reply,
            } => {
                let asked = Asked::Act {
                    person,
                    ply,
                    action,
                    id,
                };
                (asked, ReplyWith::Done(reply))
            }
            Command::Say {
                person,
                phrase,
                reply,
            } => (Asked::Say { person, phrase }, ReplyWith::Done(reply)),
            Command::Show {
                person,
                listed,
                reply,
            } => (Asked::Show { person, listed }, ReplyWith::Done(reply)),
            Command::Join { joining, reply } => {
                let instead = joining.instead.map(|newcomer| Instead {
                    game: newcomer.game,
                    key: newcomer.key,
                });
                let asked = Asked::Join {
                    person: joining.person,
                    account_kind: joining.account_kind,
                    colour: joining.colour,
                    instead,
                };
                (asked, ReplyWith::State(reply))
            }
            Command::State { person, reply } => (Asked::State { person }, ReplyWith::State(reply)),
            Command::CallOff => (Asked::CallOff, ReplyWith::Nothing),
            Command::Replaced => (Asked::Replaced, ReplyWith::Nothing),
            Command::Tick => (Asked::Tick, ReplyWith::Nothing),
            // Each node hears of these by itself, and has its own rooms do them. The computer thinks
            // where the room is.
            Command::Changed { .. }
            | Command::ShowOut
            | Command::ComputerMove { .. }
            | Command::Thinking { .. }
            | Command::Outdated { .. }
            | Command::Watch { .. }
            | Command::Leave { .. } => return None,
        };
        Some(Request {
            asked,
            came,
            since: now,
            reply,
        })
    }

    /// Since when it waits.
    pub(super) fn since(&self) -> Instant {
        self.since
    }

    /// What is asked, as of now.
    pub(super) fn asked(&self) -> Asked {
        let mut asked = self.asked.clone();
        if let Asked::Move { age, .. } = &mut asked {
            *age = self.came.elapsed().as_millis() as u64;
        }
        asked
    }

    /// The command again, for a room wherever it is.
    pub(super) fn into_command(self) -> Command {
        let came = self.came;
        match (self.asked, self.reply) {
            (
                Asked::Move {
                    person, ply, text, ..
                },
                ReplyWith::Done(reply),
            ) => Command::Move {
                person,
                ply,
                text,
                came,
                reply,
            },
            (
                Asked::Act {
                    person,
                    ply,
                    action,
                    id,
                },
                ReplyWith::Done(reply),
            ) => Command::Act {
                person,
                ply,
                action,
                id,
                reply,
            },
            (Asked::Say { person, phrase }, ReplyWith::Done(reply)) => Command::Say {
                person,
                phrase,
                reply,
            },
            (Asked::Show { person, listed }, ReplyWith::Done(reply)) => Command::Show {
                person,
                listed,
                reply,
            },
            (asked @ Asked::Join { .. }, ReplyWith::State(reply)) => Command::Join {
                joining: joining(&asked).expect("it is one"),
                reply,
            },
            (Asked::State { person }, ReplyWith::State(reply)) => Command::State { person, reply },
            (Asked::CallOff, _) => Command::CallOff,
            (Asked::Replaced, _) => Command::Replaced,
            // A room that is woken for nothing does nothing.
            _ => Command::Tick,
        }
    }

    /// Refuses it: nobody speaks for the game.
    pub(super) fn refuse(self) {
        self.reply.refuse(Refused::Between);
    }

    /// Whether it can be asked twice and is done once.
    fn is_done_once(&self) -> bool {
        match &self.asked {
            Asked::Act { id, .. } => id.is_some(),
            Asked::Say { .. } | Asked::Join { .. } => false,
            _ => true,
        }
    }

    /// Hands the answer on. Without one that can be given it comes back, to be asked again.
    pub(super) fn finish(self, answer: Result<Answer, Unanswered>) -> Result<(), Request> {
        match answer {
            Ok(Answer::Done(ply)) => {
                if let ReplyWith::Done(reply) = self.reply {
                    let _ = reply.send(Ok(Done { ply }));
                }
            }
            Ok(Answer::State(state)) => {
                if let ReplyWith::State(reply) = self.reply {
                    let _ = reply.send(Ok(state));
                }
            }
            Ok(Answer::Refused(problem)) => self.reply.refuse(Refused::Relayed(problem)),
            Ok(Answer::Noted) => {}
            Ok(Answer::Elsewhere) | Err(Unanswered::Nobody | Unanswered::Cut) => return Err(self),
            Err(Unanswered::Late) if self.is_done_once() => return Err(self),
            Ok(Answer::Unreadable) | Err(Unanswered::Late) => self.refuse(),
        }
        Ok(())
    }
}

/// Who joins, as it is asked for.
pub(super) fn joining(asked: &Asked) -> Option<Joining> {
    let Asked::Join {
        person,
        account_kind,
        colour,
        instead,
    } = asked
    else {
        return None;
    };
    let instead = instead.as_ref().map(|instead| Newcomer {
        game: instead.game,
        key: instead.key,
        person: *person,
        account_kind: *account_kind,
        colour: *colour,
    });
    Some(Joining {
        person: *person,
        account_kind: *account_kind,
        colour: *colour,
        instead,
    })
}
