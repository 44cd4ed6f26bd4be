use std::time::Duration;

use prometheus::core::Collector;
use prometheus::{
    Histogram, HistogramOpts, IntCounter, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry,
    TextEncoder,
};

use crate::protocol::Code;

/// What is counted and measured, for Prometheus.
#[derive(Clone, Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    /// By the first digit of the status, from 1.
    requests: [IntCounter; 5],
    pub(crate) sockets: IntGauge,
    pub(crate) rooms: IntGauge,
    /// This one among them; none where it is alone.
    pub(crate) nodes: IntGauge,
    /// By the code of the problem.
    refused: IntCounterVec,
    /// By the line in which it waits.
    waiting: IntGaugeVec,
    pub(crate) unread: IntGauge,
    pub(crate) cut: IntCounter,
    pub(crate) store_errors: IntCounter,
    /// Writes of rooms that no longer spoke for their game.
    pub(crate) outdated: IntCounter,
    /// Faults in the program that something met.
    pub(crate) panics: IntCounter,
    pub(crate) store_trouble: IntGauge,
    pub(crate) store_damaged: IntGauge,
    pub(crate) thoughts: IntCounter,
    pub(crate) thinking: IntGauge,
    pub(crate) questions: IntCounter,
    pub(crate) dropped: IntCounter,
    pub(crate) answering: IntGauge,
    /// Games that other nodes speak for and somebody here follows.
    pub(crate) remote_rooms: IntGauge,
    pub(crate) wire_sent: IntCounter,
    /// Messages to other nodes that were not sent.
    pub(crate) wire_lost: IntCounter,
    /// Messages of other nodes that could not be read.
    pub(crate) wire_unread: IntCounter,
    /// Times that something said by another node was missed and fetched.
    pub(crate) wire_gaps: IntCounter,
    moves: IntCounter,
    stored: IntCounter,
    commits: Histogram,
    acknowledged: Histogram,
    resident: IntGauge,
    descriptors: IntGauge,
    most_descriptors: IntGauge,
}

/// Upper bounds of the buckets of times, in seconds.
const BOUNDS: [f64; 11] = [
    0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0,
];

impl Default for Metrics {
    fn default() -> Metrics {
        let registry = Registry::new();
        let counter = |name: &str, help: &str| {
            let counter = IntCounter::new(name, help).expect("a valid name");
            registered(&registry, counter)
        };
        let gauge = |name: &str, help: &str| {
            let gauge = IntGauge::new(name, help).expect("a valid name");
            registered(&registry, gauge)
        };
        let histogram = |name: &str, help: &str| {
            let opts = HistogramOpts::new(name, help).buckets(BOUNDS.to_vec());
            let histogram = Histogram::with_opts(opts).expect("a valid name and rising bounds");
            registered(&registry, histogram)
        };
        let requests = |class: usize| {
            let opts = Opts::new("merelle_requests_total", "HTTP requests answered")
                .const_label("status", format!("{}xx", class + 1));
            let counter = IntCounter::with_opts(opts).expect("a valid name");
            registered(&registry, counter)
        };
        let refused = Opts::new(
            "merelle_refused_total",
            "Requests and messages refused, by the code of the problem",
        );
        let refused = IntCounterVec::new(refused, &["code"]).expect("a valid name");
        let refused = registered(&registry, refused);
        for code in Code::ALL {
            refused.with_label_values(&[code_word(*code).as_str()]);
        }
        let waiting = Opts::new("merelle_waiting", "Work that waits for its turn, by line");
        let waiting = IntGaugeVec::new(waiting, &["line"]).expect("a valid name");
        let waiting = registered(&registry, waiting);
        for line in LINES {
            waiting.with_label_values(&[line]);
        }
        let about = Opts::new("merelle_info", "Which program this is")
            .const_label("version", env!("CARGO_PKG_VERSION"));
        let about = IntGauge::with_opts(about).expect("a valid name");
        registered(&registry, about).set(1);
        Metrics {
            requests: std::array::from_fn(requests),
            sockets: gauge("merelle_sockets", "Open sockets and streams"),
            rooms: gauge("merelle_rooms", "Games in memory"),
            nodes: gauge("merelle_nodes", "Servers of the site that live"),
            refused,
            waiting,
            unread: gauge(
                "merelle_unread_bytes",
                "Answers and messages that clients have not read",
            ),
            cut: counter("merelle_cut_total", "Connections closed by the server"),
            panics: counter(
                "merelle_panics_total",
                "Faults in the program that were met",
            ),
            outdated: counter(
                "merelle_outdated_writes_total",
                "Writes refused because another node speaks for the game",
            ),
            store_errors: counter("merelle_store_errors_total", "Failed writes"),
            store_trouble: gauge("merelle_store_trouble", "1 while nothing can be stored"),
            store_damaged: gauge(
                "merelle_store_damaged",
                "1 when a check of the database has found damage",
            ),
            thoughts: counter("merelle_thoughts_total", "Moves found by the computer"),
            thinking: gauge("merelle_thinking", "Moves the computer is searching for"),
            questions: counter("merelle_questions_total", "Positions and games asked about"),
            dropped: counter(
                "merelle_questions_dropped_total",
                "Questions that nobody waited for to the end",
            ),
            answering: gauge("merelle_answering", "Questions that are being answered"),
            remote_rooms: gauge(
                "merelle_remote_rooms",
                "Games of other nodes that somebody here follows",
            ),
            wire_sent: counter("merelle_wire_sent_total", "Messages sent to other nodes"),
            wire_lost: counter(
                "merelle_wire_lost_total",
                "Messages to other nodes that were not sent",
            ),
            wire_unread: counter(
                "merelle_wire_unread_total",
                "Messages of other nodes that could not be read",
            ),
            wire_gaps: counter(
                "merelle_wire_gaps_total",
                "Times that messages of other nodes were missed and fetched",
            ),
            moves: counter("merelle_moves_total", "Moves acknowledged"),
            stored: counter("merelle_stored_total", "Writes made durable"),
            commits: histogram(
                "merelle_commit_seconds",
                "Time to make a batch of writes durable",
            ),
            acknowledged: histogram(
                "merelle_move_seconds",
                "Time from the arrival of a move until it is stored and sent to everybody",
            ),
            resident: gauge("merelle_resident_bytes", "Memory in use"),
            descriptors: gauge("merelle_descriptors", "Open files and connections"),
            most_descriptors: gauge(
                "merelle_descriptors_limit",
                "Files and connections the system allows",
            ),
            registry,
        }
    }
}

fn registered<T: Collector + Clone + 'static>(registry: &Registry, metric: T) -> T {
    let done = registry.register(Box::new(metric.clone()));
    done.expect("no two metrics have one name and the same labels");
    metric
}

impl Metrics {
    /// So many jobs were stored together in so much time.
    pub(crate) fn commit(&self, time: Duration, jobs: usize) {
        self.commits.observe(time.as_secs_f64());
        self.stored.inc_by(jobs as u64);
    }

    /// A move was stored and told to everybody so long after it came.
    pub(crate) fn acknowledged(&self, time: Duration) {
        self.acknowledged.observe(time.as_secs_f64());
        self.moves.inc();
    }

    /// A request was answered with a status.
    pub(crate) fn answered(&self, status: u16) {
        let class = usize::from(status / 100).clamp(1, self.requests.len());
        self.requests[class - 1].inc();
    }

    /// A request or message was refused.
    pub(crate) fn refuse(&self, code: Code) {
        self.refused
            .with_label_values(&[code_word(code).as_str()])
            .inc();
    }

    /// So much waits in a line.
    pub(crate) fn waits(&self, line: Line, count: usize) {
        let gauge = self.waiting.with_label_values(&[line.word()]);
        gauge.set(i64::try_from(count).unwrap_or(i64::MAX));
    }

    /// All of it as Prometheus reads it.
    pub(crate) fn print(&self) -> String {
        // Without a figure from the system it stays 0.
        self.resident.set(resident_bytes().unwrap_or_default());
        self.descriptors.set(descriptors().unwrap_or_default());
        self.most_descriptors.set(most_descriptors());
        let text = TextEncoder::new().encode_to_string(&self.registry.gather());
        text.expect("every metric has a value")
    }
}

/// The lines in which dear work waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Moves of the computer.
    Computer,
    /// Passwords to be hashed.
    Passwords,
    /// Pictures and pages.
    Pictures,
}

const LINES: [&str; 3] = [
    Line::Computer.word(),
    Line::Passwords.word(),
    Line::Pictures.word(),
];

impl Line {
    const fn word(self) -> &'static str {
        match self {
            Line::Computer => "computer",
            Line::Passwords => "passwords",
            Line::Pictures => "pictures",
        }
    }
}

/// A code as it is sent.
fn code_word(code: Code) -> String {
    let word = serde_json::to_value(code).expect("a code is a word");
    word.as_str().unwrap_or_default().to_owned()
}

/// Files and connections this process has open, where the system tells it.
fn descriptors() -> Option<i64> {
    let open = std::fs::read_dir("/proc/self/fd").ok()?.count();
    i64::try_from(open).ok()
}

/// How many it may have.
fn most_descriptors() -> i64 {
    use rustix::process::{Resource, getrlimit};
    let limit = getrlimit(Resource::Nofile).current;
    limit.map_or(i64::MAX, |limit| i64::try_from(limit).unwrap_or(i64::MAX))
}

/// Memory of this process, where the system tells it. One line of one file: the crates that read
/// it read all of `/proc`.
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

    #[test]
    fn every_metric_is_there_from_the_start_under_its_name_and_kind() {
        let text = Metrics::default().print();
        let kinds: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("# TYPE merelle_"))
            .collect();
        let expected = [
            "answering gauge",
            "commit_seconds histogram",
            "cut_total counter",
            "descriptors gauge",
            "descriptors_limit gauge",
            "info gauge",
            "move_seconds histogram",
            "moves_total counter",
            "nodes gauge",
            "outdated_writes_total counter",
            "panics_total counter",
            "questions_dropped_total counter",
            "questions_total counter",
            "refused_total counter",
            "remote_rooms gauge",
            "requests_total counter",
            "resident_bytes gauge",
            "rooms gauge",
            "sockets gauge",
            "store_damaged gauge",
            "store_errors_total counter",
            "store_trouble gauge",
            "stored_total counter",
            "thinking gauge",
            "thoughts_total counter",
            "unread_bytes gauge",
            "waiting gauge",
            "wire_gaps_total counter",
            "wire_lost_total counter",
            "wire_sent_total counter",
            "wire_unread_total counter",
        ];
        assert_eq!(kinds, expected);
        for class in 1..=5 {
            let line = format!("merelle_requests_total{{status=\"{class}xx\"}} 0\n");
            assert!(text.contains(&line), "{line}");
        }
    }
}
