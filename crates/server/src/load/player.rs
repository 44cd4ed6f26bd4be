use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use game::Random;
use tokio::sync::watch;
use tokio::time::{sleep_until, timeout};

use super::heard::{Heard, Seen};
use super::stopwatch::Stopwatch;
use super::{Client, ClientError};
use crate::protocol::{Action, ClientMessage, Side, Status};

/// How somebody plays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Habits {
    /// From one's own move to one's next, at least.
    pub(super) pause: Duration,
    /// What all chance comes from.
    pub(super) seed: u64,
    /// What tells players of a crowd apart.
    pub(super) number: u64,
}

/// A move the server has acknowledged to who made it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Acknowledged {
    /// The game.
    pub game: String,
    /// The number of the entry.
    pub ply: u32,
    /// The move.
    pub text: String,
}

/// What all players of a crowd write down together.
#[derive(Debug, Default)]
pub struct Ledger {
    /// From sending a move to its acknowledgement.
    pub moves: Stopwatch,
    /// From there to the move of the other side, which matters where it is the computer's.
    pub replies: Stopwatch,
    /// Every acknowledged move, where they are kept.
    pub acknowledged: Option<Vec<Acknowledged>>,
    /// Games that were finished.
    pub finished: u64,
    /// Sockets that are open.
    pub open: usize,
    /// Connections that broke off.
    pub dropped: u64,
    /// Longest time from there until somebody was back in their game.
    pub away: Duration,
    /// Messages that were refused.
    pub refused: u64,
}

impl Ledger {
    /// Begins anew; who waits for something goes on waiting.
    pub fn clear(&mut self) {
        self.moves.clear();
        self.replies.clear();
        self.finished = 0;
        self.dropped = 0;
        self.refused = 0;
        self.away = Duration::ZERO;
    }
}

/// Longest time without any message before a connection is given up.
const SILENCE: Duration = Duration::from_secs(60);

/// From one attempt to connect to the next: so long, and by chance up to as much again.
const AGAIN: Duration = Duration::from_millis(300);

/// One player at one game after the other.
struct Playing {
    game: String,
    side: Option<Side>,
    ledger: Arc<Mutex<Ledger>>,
    habits: Habits,
    random: Random,
    /// The move on its way: its number and its text.
    sent: Option<(u32, String)>,
    /// The next move to be made, and when.
    next: Option<(u32, String, Instant)>,
    moved: Instant,
    /// When the connection broke off, until it is back.
    lost: Option<Instant>,
}

/// Plays a game and its rematches until told to stop, and comes back whenever the connection
/// breaks off. `server` is where it is now.
pub(super) async fn play(
    client: Client,
    game: String,
    habits: Habits,
    ledger: Arc<Mutex<Ledger>>,
    mut server: watch::Receiver<Option<SocketAddr>>,
) {
    let mut random = Random::new(habits.seed);
    // Spreads the first moves over the pause.
    let lead = habits.pause.mul_f64(random.below(1000) as f64 / 1000.0);
    let mut playing = Playing {
        game,
        side: None,
        ledger,
        habits,
        random,
        sent: None,
        next: None,
        moved: Instant::now()
            .checked_sub(lead)
            .unwrap_or_else(Instant::now),
        lost: None,
    };
    let mut client = client;
    loop {
        let Some(address) = *server.borrow_and_update() else {
            return;
        };
        client = client.moved(address);
        tokio::select! {
            _ = playing.connected(&mut client) => {}
            _ = server.changed() => {
                if server.borrow().is_none() {
                    return;
                }
            }
        }
        let chance = playing.random.below(1000) as f64 / 1000.0;
        tokio::time::sleep(AGAIN.mul_f64(1.0 + chance)).await;
    }
}

impl Playing {
    fn note(&self, write: impl FnOnce(&mut Ledger)) {
        write(&mut self.ledger.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Plays over one connection until it breaks off.
    async fn connected(&mut self, client: &mut Client) -> Result<(), ClientError> {
        timeout(SILENCE, client.connect())
            .await
            .map_err(|_| ClientError::Closed)??;
        let game = self.game.clone();
        client.say(&ClientMessage::Watch { game }).await?;
        self.note(|ledger| ledger.open += 1);
        let end = self.talk(client).await;
        self.lost = Some(Instant::now());
        self.note(|ledger| {
            ledger.open -= 1;
            ledger.dropped += 1;
        });
        end
    }

    async fn talk(&mut self, client: &mut Client) -> Result<(), ClientError> {
        loop {
            let due = self.next.as_ref().map(|(_, _, due)| *due);
            let due = due.unwrap_or_else(|| Instant::now() + SILENCE);
            tokio::select! {
                heard = timeout(SILENCE, client.hear()) => {
                    let text = heard.map_err(|_| ClientError::Closed)??;
                    self.react(Heard::read(text.as_str())?, client).await?;
                }
                () = sleep_until(due.into()) => {
                    if let Some((ply, text, _)) = self.next.take() {
                        self.moved = Instant::now();
                        self.sent = Some((ply, text.clone()));
                        self.note(|ledger| ledger.moves.start(self.habits.number, self.moved));
                        self.send(ply, text, client).await?;
                    }
                }
            }
        }
    }

    async fn send(&self, ply: u32, text: String, client: &mut Client) -> Result<(), ClientError> {
        let game = self.game.clone();
        client
            .say(&ClientMessage::Move {
                game,
                ply,
                text,
                id: None,
            })
            .await
    }

    async fn react(&mut self, heard: Heard<'_>, client: &mut Client) -> Result<(), ClientError> {
        match heard {
            Heard::Game {
                id,
                ply,
                status,
                you,
                next,
                view,
            } if id == self.game => {
                self.side = you;
                if let Some(lost) = self.lost.take() {
                    self.note(|ledger| ledger.away = ledger.away.max(lost.elapsed()));
                }
                if let Some(next) = next {
                    return self.follow(next, client).await;
                }
                match self.sent.clone() {
                    // Whether it was stored is not known: sending it again does no harm.
                    Some((sent, text)) if sent + 1 >= ply => {
                        self.send(sent, text, client).await?;
                    }
                    _ => self.choose(ply, view),
                }
                if status == Status::Over {
                    self.ask_for_rematch(ply, client).await?;
                }
            }
            Heard::Played {
                game,
                ply,
                text,
                view,
            } if game == self.game => {
                let sent = self.sent.as_ref();
                let own = sent.is_some_and(|(sent, own)| (*sent, own.as_str()) == (ply, text));
                self.note(|ledger| {
                    if own {
                        ledger.moves.stop(self.habits.number);
                        ledger.replies.start(self.habits.number, Instant::now());
                        if let Some(all) = &mut ledger.acknowledged {
                            let (game, text) = (game.to_owned(), text.to_owned());
                            all.push(Acknowledged { game, ply, text });
                        }
                    } else {
                        ledger.replies.stop(self.habits.number);
                    }
                });
                self.choose(ply + 1, view);
            }
            Heard::Over { game, ply } if game == self.game => {
                self.note(|ledger| {
                    ledger.finished += 1;
                    ledger.replies.forget(self.habits.number);
                });
                self.ask_for_rematch(ply, client).await?;
            }
            Heard::Rematch { game, next } if game == self.game => {
                self.follow(next, client).await?;
            }
            Heard::Refused => {
                self.note(|ledger| {
                    ledger.refused += 1;
                    ledger.moves.forget(self.habits.number);
                });
                self.sent = None;
                let game = self.game.clone();
                client.say(&ClientMessage::Watch { game }).await?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Chooses a turn, if it is one's own, to be made when its time has come.
    fn choose(&mut self, ply: u32, view: Seen<'_>) {
        self.sent = None;
        self.next = None;
        self.note(|ledger| ledger.moves.forget(self.habits.number));
        if Some(view.turn) == self.side
            && let Some(turn) = self.random.pick(&view.turns)
        {
            let due = (self.moved + self.habits.pause).max(Instant::now());
            self.next = Some((ply, turn.text.to_owned(), due));
        }
    }

    async fn ask_for_rematch(&self, ply: u32, client: &mut Client) -> Result<(), ClientError> {
        let (game, action) = (self.game.clone(), Action::Rematch);
        client
            .say(&ClientMessage::Act {
                game,
                ply,
                action,
                id: None,
            })
            .await
    }

    async fn follow(&mut self, next: &str, client: &mut Client) -> Result<(), ClientError> {
        let game = std::mem::replace(&mut self.game, next.to_owned());
        self.sent = None;
        self.next = None;
        client.say(&ClientMessage::Leave { game }).await?;
        let game = next.to_owned();
        client.say(&ClientMessage::Watch { game }).await
    }
}
