use std::sync::Arc;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use super::app::App;
use crate::owner::Owner;
use crate::pool::{Pool, PoolError};
use crate::refused::Refused;

/// Work that counts as much as a plain request.
const A_REQUEST: Duration = Duration::from_millis(5);

impl App {
    /// Does something that takes its time, apart from the threads that serve games: by turns among
    /// those who ask, not at all for who is gone or leaves too much unread, and paid for by the
    /// time it took.
    pub(super) async fn apart<T: Send + 'static>(
        self: &Arc<App>,
        owner: Owner,
        work: impl FnOnce(&App) -> Result<T, Refused> + Send + 'static,
    ) -> Result<T, Refused> {
        self.on(&self.clerks, owner, work).await
    }

    /// The same where something is drawn, which takes longer.
    pub(super) async fn draw<T: Send + 'static>(
        self: &Arc<App>,
        owner: Owner,
        work: impl FnOnce(&App) -> Result<T, Refused> + Send + 'static,
    ) -> Result<T, Refused> {
        self.on(&self.artists, owner, work).await
    }

    async fn on<T: Send + 'static>(
        self: &Arc<App>,
        pool: &Pool,
        owner: Owner,
        work: impl FnOnce(&App) -> Result<T, Refused> + Send + 'static,
    ) -> Result<T, Refused> {
        let app = Arc::clone(self);
        // What is logged there is about this request.
        let span = tracing::Span::current();
        let done = pool.run(owner, move || {
            // Much may have become unread while this waited.
            app.flight.account(owner.network).check()?;
            let began = worked();
            let done = span.in_scope(|| work(&app));
            let units = worked().saturating_sub(began).as_millis() / A_REQUEST.as_millis();
            app.limits.charge(owner.network, units as f64);
            done
        });
        let done = done.await;
        if matches!(done, Err(PoolError::Failed)) {
            self.metrics.panics.inc();
        }
        done?
    }
}

/// How long this thread has worked, time given away to others not counted.
fn worked() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}
