use std::sync::Arc;
use std::time::Duration;

use crate::admin::{Order, latest_order, orders_after, read_bars, removed_games};
use crate::fault::{Fault, contained};
use crate::http::App;
use crate::log::Event;
use crate::store::StoreError;

/// How often is looked for orders: what operators do has its effect within a second.
const LOOK: Duration = Duration::from_millis(500);

/// From a failure of the store to the next look.
const RETRY: Duration = Duration::from_secs(5);

/// Takes what operators do into account while the server runs.
#[derive(Debug)]
pub(crate) struct Orders {
    app: Arc<App>,
    /// The number of the last order that was carried out.
    last: i64,
}

impl Orders {
    /// Begins with the database as it is.
    pub(crate) async fn begin(app: Arc<App>) -> Result<Orders, StoreError> {
        let last = app.store.inspect(latest_order).await?;
        let orders = Orders { app, last };
        orders.app.read_keys();
        orders.read_bars().await?;
        orders.read_removed().await?;
        Ok(orders)
    }

    /// Carries out orders as they come, until it is aborted.
    pub(crate) async fn keep(mut self) {
        loop {
            tokio::time::sleep(LOOK).await;
            let app = Arc::clone(&self.app);
            match contained(&app.metrics, self.carry_out()).await {
                Ok(Ok(())) => continue,
                Ok(Err(error)) => tracing::error!(%error, "orders were not read"),
                Err(Fault) => tracing::error!("orders were not carried out"),
            }
            tokio::time::sleep(RETRY).await;
        }
    }

    pub(crate) async fn carry_out(&mut self) -> Result<(), StoreError> {
        let last = self.last;
        let asked = self
            .app
            .store
            .inspect(move |connection| orders_after(connection, last));
        let (highest, orders) = asked.await?;
        for order in orders {
            self.obey(order).await?;
        }
        self.last = highest;
        Ok(())
    }

    async fn obey(&self, order: Order) -> Result<(), StoreError> {
        let (event, hub) = (Event::Admin.word(), &self.app.hub);
        match order {
            Order::Sessions(person) => {
                tracing::info!(event, person = person.0, "sessions ended");
                hub.disconnect_all(person);
            }
            Order::AllSessions => {
                tracing::warn!(event, "all sessions ended");
                hub.disconnect_everybody();
            }
            Order::Person(person) => {
                tracing::info!(event, person = person.0, "renamed");
                hub.rename(person).await?;
                // Whoever comes back is told who they are now.
                hub.disconnect_all(person);
            }
            Order::Barred(person) => {
                tracing::info!(event, person = person.0, "kept out");
                hub.lobby.remove_of(person);
                hub.disconnect_all(person);
            }
            Order::Addresses => {
                tracing::info!(event, "other addresses are kept out");
                self.read_bars().await?;
            }
            Order::Game(game) => {
                tracing::info!(event, %game, "a game is out of sight, or back");
                self.read_removed().await?;
                hub.lobby.remove(game);
                hub.show_out(game).await;
            }
            Order::Keys => {
                tracing::warn!(event, "keys were made anew");
                self.app.read_keys();
            }
        }
        Ok(())
    }

    async fn read_removed(&self) -> Result<(), StoreError> {
        let removed = self.app.store.inspect(removed_games).await?;
        self.app.hub.removed.replace(removed);
        Ok(())
    }

    async fn read_bars(&self) -> Result<(), StoreError> {
        let bars = self.app.store.inspect(read_bars).await?;
        self.app.bars.replace(bars, &self.app.addresses);
        Ok(())
    }
}
