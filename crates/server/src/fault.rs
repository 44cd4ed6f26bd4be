use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use futures_util::FutureExt;

use crate::metrics::Metrics;

/// Something met a fault in the program and did not end. The log has said where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault;

/// Does something whose faults stay its own: whoever calls goes on. What it has left half done must
/// not be relied on.
///
/// No `async fn`: that would hold the work twice, as it came and as it is done, and there is one for
/// every socket.
pub(crate) fn contained<T>(
    metrics: &Metrics,
    work: impl Future<Output = T>,
) -> impl Future<Output = Result<T, Fault>> {
    let done = AssertUnwindSafe(work).catch_unwind();
    done.map(|done| done.map_err(|_| met(metrics)))
}

/// The same for what does not wait.
pub(crate) fn contained_now<T>(metrics: &Metrics, work: impl FnOnce() -> T) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| met(metrics))
}

fn met(metrics: &Metrics) -> Fault {
    metrics.panics.inc();
    Fault
}

/// Until a keeper that met a fault begins again: one that meets it each time must not fill the log.
const PAUSE: Duration = Duration::from_secs(1);

/// Does something that never ends, and begins it again whenever it meets a fault.
pub(crate) async fn kept<F: Future<Output = ()>>(metrics: &Metrics, begin: impl Fn() -> F) {
    while contained(metrics, begin()).await.is_err() {
        tokio::time::sleep(PAUSE).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[tokio::test]
    async fn a_keeper_begins_again_after_a_fault() {
        let metrics = Metrics::default();
        let begun = AtomicU32::new(0);
        kept(&metrics, || async {
            let count = begun.fetch_add(1, Ordering::Relaxed);
            assert!(count > 0, "a fault on purpose");
        })
        .await;
        assert_eq!(begun.load(Ordering::Relaxed), 2);
        assert_eq!(metrics.panics.get(), 1);
    }
}
