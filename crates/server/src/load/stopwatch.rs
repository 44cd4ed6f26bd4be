use std::collections::HashMap;
use std::time::Instant;

use super::Latencies;

/// Times what many wait for. Who still waits is not forgotten: a server that answers nothing would
/// look quick otherwise.
#[derive(Clone, Debug, Default)]
pub struct Stopwatch {
    times: Latencies,
    running: HashMap<u64, Instant>,
}

impl Stopwatch {
    /// Somebody begins to wait, or waits already.
    pub(super) fn start(&mut self, who: u64, since: Instant) {
        self.running.entry(who).or_insert(since);
    }

    /// They have what they waited for.
    pub(super) fn stop(&mut self, who: u64) {
        if let Some(since) = self.running.remove(&who) {
            self.times.add(since.elapsed());
        }
    }

    /// What they waited for does not come any more, and rightly so.
    pub(super) fn forget(&mut self, who: u64) {
        self.running.remove(&who);
    }

    /// All times until now, with those of everybody who waits.
    #[must_use]
    pub fn times(&self) -> Latencies {
        let mut times = self.times.clone();
        self.running
            .values()
            .for_each(|since| times.add(since.elapsed()));
        times
    }

    /// Begins anew; who waits goes on waiting.
    pub fn clear(&mut self) {
        self.times = Latencies::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn who_waits_is_counted_for_as_long_as_they_waited() {
        let mut watch = Stopwatch::default();
        let long_ago = Instant::now().checked_sub(Duration::from_secs(9)).unwrap();
        watch.start(1, long_ago);
        watch.start(1, Instant::now());
        watch.start(2, Instant::now());
        watch.start(3, long_ago);
        watch.stop(2);
        watch.forget(3);
        let times = watch.times();
        assert_eq!(times.count(), 2);
        assert!(times.longest() >= Duration::from_secs(9));
        watch.clear();
        assert_eq!(watch.times().count(), 1, "the first still waits");
    }
}
