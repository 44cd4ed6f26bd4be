use std::time::{Duration, Instant};

use game::Side;

use super::Room;
use crate::protocol::{Action, Phrase, Presence, ServerMessage};
use crate::refused::Refused;
use crate::rooms::command::{Command, Done};
use crate::rooms::computer::Thought;
use crate::rooms::live_game::Proposal;
use crate::rooms::outbox::{Outbox, encode};
use crate::seat::PersonId;

/// Acts that are remembered by their ids.
const REMEMBERED: usize = 64;

/// Least time between two phrases of a player.
const PHRASE_PAUSE: Duration = Duration::from_secs(2);

/// What is asked of a room.
impl Room {
    /// Does what is asked. Nobody may wait for the answer any more; what is done is done all the
    /// same.
    pub(super) async fn handle(&mut self, command: Command) {
        match command {
            Command::Tick => {
                // What fails now is tried again.
                let _ = self.settle().await;
            }
            Command::Watch {
                person,
                outbox,
                reply,
            } => {
                let known = self.known().await;
                if self.outdated {
                    self.unfinished = Some(Command::Watch {
                        person,
                        outbox,
                        reply,
                    });
                    return;
                }
                let shown = known.and_then(|()| self.show_to(person));
                let _ = reply.send(shown.map(|()| self.watch(person, outbox)));
            }
            Command::Leave { outbox } => {
                self.audience.remove(&outbox);
                if !self.in_doubt {
                    self.audience.tell_presence(&self.live);
                }
            }
            Command::State { person, reply } => {
                let known = self.known().await;
                if self.outdated {
                    self.unfinished = Some(Command::State { person, reply });
                    return;
                }
                let shown = known.and_then(|()| self.show_to(person));
                let you = person.and_then(|person| self.live.side_of(person));
                let state = || Box::new(self.live.state(you, self.presence(), self.now()));
                let _ = reply.send(shown.map(|()| state()));
            }
            Command::Move {
                person,
                ply,
                text,
                came,
                reply,
            } => {
                let done = self.play(person, ply, &text, came).await;
                if self.outdated {
                    self.unfinished = Some(Command::Move {
                        person,
                        ply,
                        text,
                        came,
                        reply,
                    });
                    return;
                }
                if done.is_ok() {
                    self.hub.metrics.acknowledged(came.elapsed());
                }
                let _ = reply.send(done);
            }
            Command::Act {
                person,
                ply,
                action,
                id,
                reply,
            } => {
                let act = id.map(|id| (person, id));
                let done = if act.is_some_and(|act| self.carried_out.contains(&act)) {
                    Ok(self.done())
                } else {
                    self.act(person, ply, action).await
                };
                if self.outdated {
                    self.unfinished = Some(Command::Act {
                        person,
                        ply,
                        action,
                        id,
                        reply,
                    });
                    return;
                }
                if let Some(act) = act.filter(|_| done.is_ok()) {
                    self.carried_out.push_back(act);
                    if self.carried_out.len() > REMEMBERED {
                        self.carried_out.pop_front();
                    }
                }
                let _ = reply.send(done);
            }
            Command::Say {
                person,
                phrase,
                reply,
            } => {
                let said = self.say(person, phrase).await;
                if self.outdated {
                    self.unfinished = Some(Command::Say {
                        person,
                        phrase,
                        reply,
                    });
                    return;
                }
                let _ = reply.send(said);
            }
            Command::Join { joining, reply } => {
                let joined = self.join(joining).await;
                if self.outdated {
                    self.unfinished = Some(Command::Join { joining, reply });
                    return;
                }
                let _ = reply.send(joined);
            }
            Command::Show {
                person,
                listed,
                reply,
            } => {
                let shown = self.show(person, listed).await;
                if self.outdated {
                    self.unfinished = Some(Command::Show {
                        person,
                        listed,
                        reply,
                    });
                    return;
                }
                let _ = reply.send(shown);
            }
            Command::Replaced => {
                // What fails now is tried again when somebody asks.
                self.in_doubt = true;
                let _ = self.settle().await;
            }
            Command::Changed { person } => {
                if self.live.side_of(person).is_some() {
                    // What fails now is tried again when somebody asks.
                    self.in_doubt = true;
                    let _ = self.settle().await;
                }
            }
            Command::ShowOut if self.hub.removed.has(self.live.id()) => self.show_out(),
            Command::ShowOut => {}
            Command::CallOff => {
                // What fails now is tried again by the next walk.
                let _ = self.call_off().await;
                self.unfinished = self.outdated.then_some(Command::CallOff);
            }
            // One that was meant for a room before this one means nothing here.
            Command::Outdated { epoch } => self.outdated |= self.claim.epoch() == Some(epoch),
            Command::ComputerMove { ply, text } => self.computer_move(ply, &text).await,
            Command::Thinking { ply, ahead } => self.tell_thinking(ply, ahead),
        }
    }

    pub(super) fn done(&self) -> Done {
        Done {
            ply: self.live.ply(),
        }
    }

    pub(super) fn seat(&self, person: PersonId) -> Result<Side, Refused> {
        self.live.side_of(person).ok_or(Refused::NotYourGame)
    }

    /// Plays a move, as of when it came.
    pub(super) async fn play(
        &mut self,
        person: PersonId,
        ply: u32,
        text: &str,
        came: Instant,
    ) -> Result<Done, Refused> {
        let came = self.time_at(came);
        self.settle_at(came).await?;
        let side = self.seat(person)?;
        let proposal = self.live.propose_move(side, ply, text, came)?;
        match proposal {
            Proposal::Already => self.tell_last(),
            Proposal::Entry(mut entry) => {
                let came = entry.uptime;
                // Whoever is to move next learns of it now: also where the game goes on from the log, the time a
                // move took to get here is charged to nobody.
                entry.uptime = came.max(self.now());
                self.record_as_of(came, entry).await?;
            }
            other => self.carry_out(side, other).await?,
        }
        Ok(self.done())
    }

    /// Does something besides moving. What was done before is answered by the game as it stands.
    pub(super) async fn act(
        &mut self,
        person: PersonId,
        ply: u32,
        action: Action,
    ) -> Result<Done, Refused> {
        self.settle().await?;
        let side = self.seat(person)?;
        let absence = self.audience.absence(side.other());
        let now = self.now();
        let proposal = self.live.propose_action(side, ply, action, absence, now)?;
        match proposal {
            Proposal::Already => self.tell_state(person),
            other => self.carry_out(side, other).await?,
        }
        Ok(self.done())
    }

    /// Does what `side` asks for.
    async fn carry_out(&mut self, side: Side, proposal: Proposal) -> Result<(), Refused> {
        match proposal {
            Proposal::Entry(entry) => self.record(entry).await?,
            Proposal::Already => {}
            Proposal::Offers(offers) => {
                self.live.set_offers(offers);
                self.tell_offers();
            }
            Proposal::Decline(offers) => {
                let before = self.live.offers();
                self.live.set_offers(offers);
                self.tell_offers();
                self.tell_declined(side, before);
            }
            Proposal::Rematch => self.rematch().await?,
        }
        Ok(())
    }

    pub(super) fn watch(&mut self, person: Option<PersonId>, outbox: Outbox) {
        let side = person.and_then(|person| self.live.side_of(person));
        let before = self.presence();
        self.audience.add(person, outbox.clone());
        let now = self.presence();
        let state = self.live.state(side, now, self.now());
        let _ = outbox.send(&encode(&ServerMessage::Game(Box::new(state))));
        if let Some(&Thought { ply, ahead, .. }) = self.thinking.as_ref().filter(|it| it.ahead > 0)
        {
            let game = self.live.id().to_string();
            let _ = outbox.send(&encode(&ServerMessage::Thinking { game, ply, ahead }));
        }
        let there = |presence: Presence| (presence.white, presence.black, presence.watchers);
        if there(before) != there(now) {
            self.audience.tell_presence(&self.live);
        }
    }

    /// Whether somebody may see the game who has its link.
    pub(super) fn show_to(&self, viewer: Option<PersonId>) -> Result<(), Refused> {
        let plays = viewer.is_some_and(|viewer| self.live.side_of(viewer).is_some());
        match self.hub.removed.has(self.live.id()) && !plays {
            true => Err(Refused::Removed),
            false => Ok(()),
        }
    }

    /// Tells those who only watch that there is nothing to see any more, and nothing after that.
    fn show_out(&mut self) {
        let gone = encode(&ServerMessage::Refused {
            id: None,
            game: Some(self.live.id().to_string()),
            ply: None,
            question: None,
            problem: Refused::Removed.problem(),
        });
        self.audience.remove_watchers(&self.live, &gone);
        self.audience.tell_presence(&self.live);
    }

    pub(super) async fn say(&mut self, person: PersonId, phrase: Phrase) -> Result<Done, Refused> {
        self.settle().await?;
        let side = self.seat(person)?;
        let spoke = &mut self.spoke[side.index()];
        let since = spoke.map_or(PHRASE_PAUSE, |before| before.elapsed());
        if let Some(wait) = PHRASE_PAUSE
            .checked_sub(since)
            .filter(|wait| !wait.is_zero())
        {
            return Err(Refused::TooMany { wait });
        }
        *spoke = Some(Instant::now());
        let game = self.live.id().to_string();
        let by = side.into();
        let said = encode(&ServerMessage::Said { game, by, phrase });
        let deaf = self.live.seat(side.other()).person();
        match deaf.filter(|other| self.hub.blocks.has(*other, person)) {
            None => self.audience.tell(&said, &self.live),
            // Who speaks need not know.
            Some(other) => self.audience.tell_all_but(other, &said),
        }
        Ok(self.done())
    }

    /// Plays the move the computer has found, unless the game has gone on. One that is not stored
    /// is looked for again.
    async fn computer_move(&mut self, ply: u32, text: &str) {
        self.thinking.take_if(|thought| thought.ply == ply);
        if self.settle().await.is_err() {
            return;
        }
        if self.live.ply() != ply || self.live.computer_to_move().is_none() {
            return;
        }
        let side = self.live.session().turn();
        let proposal = self.live.propose_move(side, ply, text, self.now());
        let played = match proposal {
            Ok(proposal) => self.carry_out(side, proposal).await,
            Err(refused) => Err(refused),
        };
        if let Err(refused) = played
            && !matches!(refused, Refused::Store(_) | Refused::InDoubt)
        {
            tracing::warn!(game = %self.live.id(), ply, ?refused, "the computer's move");
        }
    }
}
