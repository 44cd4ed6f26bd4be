use std::sync::{Arc, Weak};
use std::time::Duration;

use game::Side;
use play::Computer;
use tokio::sync::mpsc;

use super::Hub;
use super::command::Command;
use super::live_game::LiveGame;
use crate::owner::Owner;
use crate::secret::random_bytes;

/// Until there may be room to wait, when so many wait that there is none.
const PAUSE: Duration = Duration::from_millis(500);

/// Has the computer think about its move, when it is its turn. What it finds comes as a command.
pub(super) fn ask(hub: &Arc<Hub>, live: &LiveGame, commands: &mpsc::WeakSender<Command>) -> bool {
    let Some(player) = live.computer_to_move() else {
        return false;
    };
    let Ok(computer) = Computer::new(&live.game().setup, player) else {
        // It was refused when the game was made; a later version may know it again.
        return false;
    };
    let ply = live.ply();
    let session = live.session().fork();
    let people = Side::BOTH
        .into_iter()
        .filter_map(|side| live.seat(side).person());
    let owner = Owner::of(people.last(), std::net::Ipv4Addr::UNSPECIFIED.into());
    let seed = u64::from_le_bytes(random_bytes());
    let pool = hub.computers.clone();
    let resources = hub.resources.clone();
    let commands = commands.clone();
    hub.metrics.thinking.inc();
    let hub = Arc::downgrade(hub);
    tokio::spawn(async move {
        let found = loop {
            let (computer, resources) = (computer.clone(), resources.clone());
            let session = session.fork();
            let search = pool.run(owner, move || {
                computer.choose(session.as_ref(), seed, &resources)
            });
            match search.await {
                Ok(found) => break found,
                Err(error) => {
                    tracing::debug!(?error, "the computer's move waits");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        };
        deliver(&hub, &commands, ply, found).await;
    });
    true
}

/// Brings what was found to the room, if it still exists.
async fn deliver(
    hub: &Weak<Hub>,
    commands: &mpsc::WeakSender<Command>,
    ply: u32,
    found: Result<String, play::ComputerError>,
) {
    if let Some(hub) = hub.upgrade() {
        hub.metrics.thinking.dec();
        hub.metrics.thoughts.inc();
    }
    match found {
        Ok(text) => {
            if let Some(commands) = commands.upgrade() {
                let _ = commands.send(Command::ComputerMove { ply, text }).await;
            }
        }
        Err(error) => tracing::error!(?error, "the computer found no move"),
    }
}
