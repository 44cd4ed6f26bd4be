use std::time::{Duration, Instant};

use crate::secret::random_bytes;
use crate::store::StoreError;

/// When to try again what the store has refused: after a second at first, then twice as long each
/// time, up to half a minute. Games that were refused together do not come back together.
#[derive(Debug, Default)]
pub(super) struct Backoff {
    failures: u32,
    refused: Option<Refusal>,
}

#[derive(Debug)]
struct Refusal {
    error: StoreError,
    until: Instant,
}

const FIRST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(30);

impl Backoff {
    /// Something was refused.
    pub(super) fn failed(&mut self, error: &StoreError) {
        let until = Instant::now() + pause(self.failures, u16::from_le_bytes(random_bytes()));
        self.failures = self.failures.saturating_add(1);
        let error = error.clone();
        self.refused = Some(Refusal { error, until });
    }

    /// Something was stored.
    pub(super) fn succeeded(&mut self) {
        *self = Backoff::default();
    }

    /// When it is time to try again, if that is to come.
    pub(super) fn until(&self) -> Option<Instant> {
        let until = self.refused.as_ref()?.until;
        Some(until).filter(|until| *until > Instant::now())
    }

    /// Why nothing is tried yet.
    pub(super) fn refusal(&self) -> Option<StoreError> {
        self.until()?;
        self.refused.as_ref().map(|refused| refused.error.clone())
    }

    /// As if all that time had passed.
    #[cfg(test)]
    pub(super) fn is_over(&mut self) {
        self.refused = None;
    }
}

/// How long to wait after so many failures: between three quarters of the time and all of it.
fn pause(failures: u32, lot: u16) -> Duration {
    let whole = FIRST.saturating_mul(1 << failures.min(5)).min(LONGEST);
    whole - whole / 4 * u32::from(lot) / u32::from(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_differ() {
        let seconds = |failures| pause(failures, 0).as_secs();
        let grown: Vec<u64> = (0..8).map(seconds).collect();
        assert_eq!(grown, [1, 2, 4, 8, 16, 30, 30, 30]);
        assert_eq!(pause(0, u16::MAX), FIRST * 3 / 4);
        assert!(pause(u32::MAX, 1) < pause(u32::MAX, 0));
    }
}
