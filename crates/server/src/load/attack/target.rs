use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

use super::super::web::Way;
use super::super::{Client, ClientError};
use super::{AttackPlan, Tally};

/// What one attacker has before them.
pub(super) struct Target {
    pub(super) way: Way,
    /// The setup and the moves of a long game.
    pub(super) long: (String, String),
    pub(super) dear: play::Setup,
    pub(super) player: String,
    pub(super) odd: Vec<String>,
    /// What tells attackers apart.
    pub(super) number: u64,
    pub(super) seed: u64,
    tally: Arc<Mutex<Tally>>,
}

/// From a refusal to the next attempt: as long as it takes not to drown in one's own refusals.
const UNDETERRED: Duration = Duration::from_millis(20);

impl Target {
    pub(super) fn new(
        plan: &AttackPlan,
        home: IpAddr,
        long: &str,
        number: u64,
        tally: &Arc<Mutex<Tally>>,
    ) -> Target {
        Target {
            way: Way {
                server: plan.server,
                home: Some(home),
            },
            long: (plan.long.to_string(), long.to_owned()),
            dear: plan.dear.clone(),
            player: plan.player.clone(),
            odd: plan.odd.clone(),
            number,
            seed: plan.seed ^ number << 16,
            tally: Arc::clone(tally),
        }
    }

    pub(super) fn nobody(&self) -> Client {
        Client::new(self.way.server).at(self.way.home)
    }

    /// A guest, once there may be one more.
    pub(super) async fn guest(&self) -> Result<Client, ClientError> {
        let mut client = self.nobody();
        while self
            .ask(&mut client, "POST", "/api/guest", Some(json!({})))
            .await?
            .is_none()
        {}
        Ok(client)
    }

    /// Asks for something; nothing where it is refused.
    pub(super) async fn ask(
        &self,
        client: &mut Client,
        method: &str,
        path: &str,
        body: Option<Value>,
    ) -> Result<Option<Value>, ClientError> {
        let body = body.map(|body| body.to_string());
        let (status, answer) = client.raw(method, path, body).await?;
        if (200..300).contains(&status) {
            self.note(|tally| tally.granted += 1);
            return Ok(Some(serde_json::from_slice(&answer).unwrap_or(Value::Null)));
        }
        self.note(|tally| tally.refused += 1);
        tokio::time::sleep(UNDETERRED).await;
        Ok(None)
    }

    /// The body of the dearest request: a long record.
    pub(super) fn record(&self) -> Value {
        let (setup, moves) = &self.long;
        json!({ "record": format!("[Setup \"{setup}\"]\n\n{moves} *\n") })
    }

    /// A game against the computer, and the moves there are.
    pub(super) async fn practice(
        &self,
        client: &mut Client,
        setup: &str,
        player: &str,
    ) -> Result<Option<Value>, ClientError> {
        let new = json!({
            "setup": setup,
            "opponent": { "kind": "computer", "player": player },
            "colour": "white",
        });
        self.ask(client, "POST", "/api/games", Some(new)).await
    }

    pub(super) fn note(&self, write: impl FnOnce(&mut Tally)) {
        write(&mut self.tally.lock().expect("nothing panics while it holds it"));
    }
}
