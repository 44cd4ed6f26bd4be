use std::net::SocketAddr;
use std::time::Duration;

use serde::Serialize;

use super::{Client, Ledger, Reviews};

/// What a load test has measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// How long it ran.
    pub seconds: f64,
    /// Sockets open at its end.
    pub sockets: usize,
    /// Connections that were lost.
    pub dropped: u64,
    /// The longest time that somebody was away before they were back.
    pub longest_away_ms: f64,
    /// Messages that were refused.
    pub refused: u64,
    /// Games played to their end.
    pub games_finished: u64,
    /// Moves acknowledged.
    pub moves: u64,
    /// The same per second.
    pub moves_a_second: f64,
    /// Time to the acknowledgement of a move: the median.
    pub p50_ms: f64,
    /// 99 of a hundred.
    pub p99_ms: f64,
    /// 999 of a thousand.
    pub p999_ms: f64,
    /// The longest of all.
    pub longest_ms: f64,
    /// Memory of the server, where it tells.
    pub server_bytes: Option<u64>,
}

impl Report {
    /// What a ledger says after so much time, and what the server says of its memory.
    #[must_use]
    pub fn new(ledger: &Ledger, elapsed: Duration, server_bytes: Option<u64>) -> Report {
        let times = &ledger.latencies;
        Report {
            seconds: elapsed.as_secs_f64().round(),
            sockets: ledger.open,
            dropped: ledger.dropped,
            longest_away_ms: milliseconds(ledger.away),
            refused: ledger.refused,
            games_finished: ledger.finished / 2,
            moves: times.count(),
            moves_a_second: (times.count() as f64 / elapsed.as_secs_f64()).round(),
            p50_ms: milliseconds(times.within(500)),
            p99_ms: milliseconds(times.within(990)),
            p999_ms: milliseconds(times.within(999)),
            longest_ms: milliseconds(times.longest()),
            server_bytes,
        }
    }
}

/// How reviews went beside the games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReviewReport {
    /// People who had games reviewed.
    pub people: usize,
    /// Reviews that were finished.
    pub finished: u64,
    /// Time to the first mark: the median.
    pub first_mark_p50_ms: f64,
    /// The longest of all.
    pub first_mark_longest_ms: f64,
    /// Time to the end of a review: the median.
    pub whole_p50_ms: f64,
}

impl ReviewReport {
    /// What so many people wrote down.
    #[must_use]
    pub fn new(reviews: &Reviews, people: usize) -> ReviewReport {
        ReviewReport {
            people,
            finished: reviews.whole.count(),
            first_mark_p50_ms: milliseconds(reviews.first.within(500)),
            first_mark_longest_ms: milliseconds(reviews.first.longest()),
            whole_p50_ms: milliseconds(reviews.whole.within(500)),
        }
    }
}

/// To a tenth.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 10_000.0).round() / 10.0
}

/// What a server says of its memory.
pub async fn resident_bytes(server: SocketAddr) -> Option<u64> {
    let mut client = Client::new(server);
    let (_, body) = client.raw("GET", "/metrics", None).await.ok()?;
    let text = String::from_utf8(body).ok()?;
    let mut lines = text.lines();
    let line = lines.find_map(|line| line.strip_prefix("merelle_resident_bytes "))?;
    line.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_counts_games_once_and_times_to_a_tenth() {
        let mut ledger = Ledger {
            finished: 6,
            ..Ledger::default()
        };
        for micros in [1_000, 2_000, 9_960] {
            ledger.latencies.add(Duration::from_micros(micros));
        }
        let report = Report::new(&ledger, Duration::from_secs(2), None);
        assert_eq!((report.games_finished, report.moves), (3, 3));
        assert_eq!((report.moves_a_second, report.longest_ms), (2.0, 10.0));
    }
}
