use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// What is counted and measured, for Prometheus.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub(crate) requests: [Count; 5],
    pub(crate) sockets: Level,
    pub(crate) rooms: Level,
    pub(crate) moves: Count,
    pub(crate) refused: Count,
    pub(crate) cut: Count,
    pub(crate) store_errors: Count,
    pub(crate) thoughts: Count,
    pub(crate) thinking: Level,
    stored: Count,
    commits: Histogram,
    acknowledged: Histogram,
}

/// A number that only grows.
#[derive(Debug, Default)]
pub(crate) struct Count(AtomicU64);

/// A number that rises and falls.
#[derive(Debug, Default)]
pub(crate) struct Level(AtomicI64);

/// Upper bounds of the buckets in milliseconds.
const BOUNDS: [u64; 11] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000];

/// How often something took how long.
#[derive(Debug, Default)]
struct Histogram {
    /// One more than there are bounds.
    buckets: [AtomicU64; BOUNDS.len() + 1],
    microseconds: AtomicU64,
}

impl Count {
    pub(crate) fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Level {
    pub(crate) fn rise(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn fall(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Histogram {
    fn add(&self, time: Duration) {
        let millis = time.as_millis() as u64;
        let bucket = BOUNDS.iter().position(|bound| millis < *bound);
        self.buckets[bucket.unwrap_or(BOUNDS.len())].fetch_add(1, Ordering::Relaxed);
        let micros = time.as_micros() as u64;
        self.microseconds.fetch_add(micros, Ordering::Relaxed);
    }

    fn print(&self, text: &mut String, name: &str, help: &str) {
        *text += &format!("# HELP {name} {help}\n# TYPE {name} histogram\n");
        let mut below = 0;
        for (index, bucket) in self.buckets.iter().enumerate() {
            below += bucket.load(Ordering::Relaxed);
            let bound = BOUNDS.get(index).map(|bound| *bound as f64 / 1000.0);
            let bound = bound.map_or_else(|| "+Inf".to_owned(), |bound| bound.to_string());
            *text += &format!("{name}_bucket{{le=\"{bound}\"}} {below}\n");
        }
        let seconds = self.microseconds.load(Ordering::Relaxed) as f64 / 1e6;
        *text += &format!("{name}_sum {seconds}\n{name}_count {below}\n");
    }
}

impl Metrics {
    /// So many jobs were stored together in so much time.
    pub(crate) fn commit(&self, time: Duration, jobs: usize) {
        self.commits.add(time);
        self.stored.add(jobs as u64);
    }

    /// A move was stored and told to everybody so long after it came.
    pub(crate) fn acknowledged(&self, time: Duration) {
        self.acknowledged.add(time);
        self.moves.add(1);
    }

    /// A request was answered with a status.
    pub(crate) fn answered(&self, status: u16) {
        let class = usize::from(status / 100).clamp(1, self.requests.len());
        self.requests[class - 1].add(1);
    }

    /// All of it as Prometheus reads it.
    pub(crate) fn print(&self) -> String {
        let mut text = String::new();
        let name = "merelle_requests_total";
        text += &format!("# HELP {name} HTTP requests answered\n# TYPE {name} counter\n");
        for (class, count) in (1..).zip(&self.requests) {
            text += &format!("{name}{{status=\"{class}xx\"}} {}\n", count.get());
        }
        let mut line = |kind: &str, name: &str, help: &str, value: i64| {
            let name = format!("merelle_{name}");
            write!(
                text,
                "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n"
            )
            .expect("a string takes everything");
        };
        for (name, help, level) in [
            ("sockets", "Open sockets and streams", &self.sockets),
            ("rooms", "Games in memory", &self.rooms),
            (
                "thinking",
                "Moves the computer has yet to find",
                &self.thinking,
            ),
        ] {
            line("gauge", name, help, level.get());
        }
        for (name, help, count) in [
            ("moves_total", "Moves acknowledged", &self.moves),
            ("refused_total", "Messages refused", &self.refused),
            ("cut_total", "Connections closed by the server", &self.cut),
            (
                "store_errors_total",
                "Writes that failed",
                &self.store_errors,
            ),
            ("stored_total", "Writes made durable", &self.stored),
            (
                "thoughts_total",
                "Moves the computer has found",
                &self.thoughts,
            ),
        ] {
            line("counter", name, help, count.get() as i64);
        }
        if let Some(bytes) = resident_bytes() {
            line("gauge", "resident_bytes", "Memory in use", bytes);
        }
        let commits = "Time to make a batch of writes durable";
        self.commits
            .print(&mut text, "merelle_commit_seconds", commits);
        let acknowledged = "Time from a move's arrival until it is stored and told";
        self.acknowledged
            .print(&mut text, "merelle_move_seconds", acknowledged);
        text
    }
}

/// Memory of this process, where the system tells it.
fn resident_bytes() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kibibytes: i64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_add_up() {
        let metrics = Metrics::default();
        metrics.acknowledged(Duration::from_millis(3));
        metrics.acknowledged(Duration::from_secs(60));
        let text = metrics.print();
        assert!(text.contains("merelle_move_seconds_bucket{le=\"0.002\"} 0\n"));
        assert!(text.contains("merelle_move_seconds_bucket{le=\"0.005\"} 1\n"));
        assert!(text.contains("merelle_move_seconds_bucket{le=\"+Inf\"} 2\n"));
        assert!(text.contains("merelle_moves_total 2\n"));
    }
}
