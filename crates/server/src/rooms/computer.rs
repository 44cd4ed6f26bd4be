use std::sync::{Arc, Weak};
use std::time::Duration;

use game::Side;
use play::{Computer, ComputerError, Session};
use tokio::sync::{mpsc, oneshot};
use tokio::task::AbortHandle;

use super::Hub;
use super::command::Command;
use super::live_game::LiveGame;
use crate::desks::{Asked, Crowded};
use crate::metrics::Metrics;
use crate::owner::Owner;
use crate::secret::random_bytes;

/// A thought of the computer about its move. When this goes, nobody thinks any more.
#[derive(Debug)]
pub(super) struct Thought {
    /// The entry it is about.
    pub(super) ply: u32,
    /// How many thoughts go before, if that is worth telling.
    pub(super) ahead: u32,
    task: AbortHandle,
}

impl Drop for Thought {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Until a thought that failed is tried again, the first time and at most: it fails by a mistake in the
/// program, which chance may avoid.
const RETRY: Duration = Duration::from_millis(500);
const LONGEST_RETRY: Duration = Duration::from_secs(30);

/// Has the computer think about its move, when it is its turn. What it finds comes as a command.
pub(super) fn ask(
    hub: &Arc<Hub>,
    live: &LiveGame,
    commands: &mpsc::WeakSender<Command>,
) -> Option<Thought> {
    let player = live.computer_to_move()?;
    // It was refused when the game was made; a later version may know it again.
    let computer = Computer::new(&live.game().setup, player).ok()?;
    let person = Side::BOTH
        .into_iter()
        .find_map(|side| live.seat(side).person());
    let ply = live.ply();
    let thinking = Thinking {
        hub: Arc::downgrade(hub),
        owner: hub.whereabouts.owner(person),
        computer,
        session: live.session().fork(),
        ply,
        commands: commands.clone(),
    };
    let counted = Counted::new(&hub.metrics);
    let task = tokio::spawn(async move {
        let _counted = counted;
        thinking.run().await;
    });
    Some(Thought {
        ply,
        ahead: 0,
        task: task.abort_handle(),
    })
}

/// A thought as the metrics count it.
struct Counted(Arc<Metrics>);

impl Counted {
    fn new(metrics: &Arc<Metrics>) -> Counted {
        metrics.thinking.inc();
        Counted(Arc::clone(metrics))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.thinking.dec();
    }
}

struct Thinking {
    hub: Weak<Hub>,
    owner: Owner,
    computer: Computer,
    session: Box<dyn Session>,
    ply: u32,
    commands: mpsc::WeakSender<Command>,
}

type Found = Result<String, ComputerError>;

impl Thinking {
    async fn run(self) {
        let mut retry = RETRY;
        loop {
            // Without a hub or a room nobody plays any more.
            let Some(asked) = self.ask() else { return };
            let wait = match asked {
                Err(Crowded { wait }) => wait,
                Ok((asked, answer)) => {
                    let asked = Arc::new(asked);
                    let telling = asked.tell_place(self.tell_place());
                    let found = answer.await;
                    telling.abort();
                    match found {
                        Ok(found) => return self.deliver(found).await,
                        Err(_) => {
                            if let Some(hub) = self.hub.upgrade() {
                                hub.metrics.panics.inc();
                            }
                            let wait = retry;
                            retry = (retry * 2).min(LONGEST_RETRY);
                            wait
                        }
                    }
                }
            };
            tokio::time::sleep(wait).await;
        }
    }

    /// Has somebody look for a move; nothing where nobody plays any more.
    fn ask(&self) -> Option<Result<(Asked, oneshot::Receiver<Found>), Crowded>> {
        let hub = self.hub.upgrade()?;
        let (reply, answer) = oneshot::channel();
        let (computer, session) = (self.computer.clone(), self.session.fork());
        let mut resources = hub.resources.clone();
        let seed = u64::from_le_bytes(random_bytes());
        let asked = hub.computers.ask(self.owner, move |turn| {
            resources.stop = turn.stop();
            let found = computer.choose(session.as_ref(), seed, &resources);
            if !turn.is_dropped() {
                let _ = reply.send(found);
            }
        });
        Some(asked.map(|asked| (asked, answer)))
    }

    /// Tells the room how many thoughts go before.
    fn tell_place(&self) -> impl FnMut(usize) -> bool + Send + 'static {
        let (commands, ply) = (self.commands.clone(), self.ply);
        move |ahead| {
            let ahead = u32::try_from(ahead).unwrap_or(u32::MAX);
            // A room that has much to do hears it the next time.
            commands.upgrade().is_some_and(|commands| {
                let _ = commands.try_send(Command::Thinking { ply, ahead });
                true
            })
        }
    }

    /// Brings what was found to the room, if it still exists.
    async fn deliver(&self, found: Found) {
        if let Some(hub) = self.hub.upgrade() {
            hub.metrics.thoughts.inc();
        }
        match found {
            Ok(text) => {
                if let Some(commands) = self.commands.upgrade() {
                    let ply = self.ply;
                    let _ = commands.send(Command::ComputerMove { ply, text }).await;
                }
            }
            Err(error) => tracing::error!(?error, "the computer found no move"),
        }
    }
}
