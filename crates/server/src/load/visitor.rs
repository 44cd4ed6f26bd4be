use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use super::stopwatch::Stopwatch;
use super::{Client, ClientError};

/// What people who look around write down together.
#[derive(Clone, Debug, Default)]
pub struct Visits {
    /// From asking for something to its last byte, but for values.
    pub answers: Stopwatch,
    /// The same for values, which take the time they are given.
    pub values: Stopwatch,
    /// What was refused, and how often something could not be asked at all.
    pub refused: u64,
    /// Why, the last time.
    pub reason: Option<String>,
}

/// From one look around to the next.
const PAUSE: Duration = Duration::from_secs(1);

/// Where values are asked for.
const VALUES: &str = "/api/value";

/// Looks after which somebody new comes.
const LOOKS: u32 = 10;

/// Looks around: the page, the lobby, a board, what it is worth; and now and then becomes a guest.
pub(super) async fn visit(
    home: Option<IpAddr>,
    setups: Vec<String>,
    number: u64,
    visits: Arc<Mutex<Visits>>,
    mut server: watch::Receiver<Option<SocketAddr>>,
) {
    let mut paths = vec!["/".to_owned(), "/api/lobby".to_owned()];
    for setup in setups {
        for address in ["/api/stage", "/api/position", VALUES] {
            paths.push(format!("{address}?setup={setup}"));
        }
    }
    loop {
        let Some(address) = *server.borrow_and_update() else {
            return;
        };
        let looking = look(Client::new(address).at(home), &paths, number, &visits);
        tokio::select! {
            looked = looking => {
                if let Err(error) = looked {
                    note(&visits, |visits| visits.refuse(error.to_string()));
                }
                tokio::time::sleep(PAUSE).await;
            }
            _ = server.changed() => {}
        }
    }
}

async fn look(
    client: Client,
    paths: &[String],
    number: u64,
    visits: &Mutex<Visits>,
) -> Result<(), ClientError> {
    let mut client = client.named(&format!("Visitor {number}")).await?;
    for _ in 0..LOOKS {
        for path in paths {
            note(visits, |visits| {
                visits.watch(path).start(number, Instant::now());
            });
            let (status, _) = client.raw("GET", path, None).await?;
            note(visits, |visits| {
                visits.watch(path).stop(number);
                if status != 200 {
                    visits.refuse(format!("{path}: {status}"));
                }
            });
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ok(())
}

impl Visits {
    /// Begins anew; who waits for something goes on waiting.
    pub fn clear(&mut self) {
        self.answers.clear();
        self.values.clear();
        self.refused = 0;
        self.reason = None;
    }

    /// What times an address.
    fn watch(&mut self, path: &str) -> &mut Stopwatch {
        if path.starts_with(VALUES) {
            &mut self.values
        } else {
            &mut self.answers
        }
    }

    fn refuse(&mut self, reason: String) {
        self.refused += 1;
        self.reason = Some(reason);
    }
}

fn note(visits: &Mutex<Visits>, write: impl FnOnce(&mut Visits)) {
    write(&mut visits.lock().unwrap_or_else(PoisonError::into_inner));
}
