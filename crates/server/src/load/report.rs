use std::time::Duration;

use serde::Serialize;

use super::{Holdings, Latencies, Ledger, Reviews, Visits};

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
    /// Moves acknowledged per second.
    pub moves_a_second: f64,
    /// From a move to its acknowledgement.
    pub moves: Waits,
    /// From a move to the computer's, where somebody plays it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replies: Option<Waits>,
    /// From a request to its answer, where somebody looks around.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<Waits>,
    /// The same where they ask what a position is worth, which takes the time it is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Waits>,
    /// Requests of these that were refused, and the last reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits_refused: Option<(u64, Option<String>)>,
    /// The most memory and the most descriptors of the server, where its process is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_mebibytes: Option<u64>,
    /// The same of descriptors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_descriptors: Option<u64>,
    /// Mebibytes and descriptors at regular times.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub holdings: Vec<(u64, u64)>,
}

/// How long people waited for something.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Waits {
    /// How often.
    pub count: u64,
    /// The median.
    pub p50_ms: f64,
    /// 99 of a hundred.
    pub p99_ms: f64,
    /// 999 of a thousand.
    pub p999_ms: f64,
    /// The longest of all.
    pub longest_ms: f64,
}

impl From<&Latencies> for Waits {
    fn from(times: &Latencies) -> Waits {
        Waits {
            count: times.count(),
            p50_ms: milliseconds(times.within(500)),
            p99_ms: milliseconds(times.within(990)),
            p999_ms: milliseconds(times.within(999)),
            longest_ms: milliseconds(times.longest()),
        }
    }
}

/// Moments of a run at which it is told what the server holds.
const MOMENTS: usize = 12;

impl Report {
    /// What a ledger says after so much time.
    #[must_use]
    pub fn new(ledger: &Ledger, elapsed: Duration) -> Report {
        let moves = Waits::from(&ledger.moves.times());
        Report {
            seconds: elapsed.as_secs_f64().round(),
            sockets: ledger.open,
            dropped: ledger.dropped,
            longest_away_ms: milliseconds(ledger.away),
            refused: ledger.refused,
            games_finished: ledger.finished / 2,
            moves_a_second: (moves.count as f64 / elapsed.as_secs_f64()).round(),
            moves,
            replies: None,
            visits: None,
            values: None,
            visits_refused: None,
            most_mebibytes: None,
            most_descriptors: None,
            holdings: Vec::new(),
        }
    }

    /// Adds how those fared who play the computer.
    pub fn add_practice(&mut self, practice: &Ledger) {
        self.replies = Some(Waits::from(&practice.replies.times()));
        self.refused += practice.refused;
        self.dropped += practice.dropped;
    }

    /// Adds how those fared who look around.
    pub fn add_visits(&mut self, visits: &Visits) {
        self.visits = Some(Waits::from(&visits.answers.times()));
        self.values = Some(Waits::from(&visits.values.times()));
        self.visits_refused = Some((visits.refused, visits.reason.clone()));
    }

    /// Adds what the server held, looked at at regular times.
    pub fn add_holdings(&mut self, seen: &[Holdings]) {
        let mebibytes = |holdings: &Holdings| holdings.bytes >> 20;
        self.most_mebibytes = seen.iter().map(mebibytes).max();
        self.most_descriptors = seen.iter().map(|holdings| holdings.descriptors).max();
        let step = seen.len().div_ceil(MOMENTS).max(1);
        let moments = seen.iter().skip(step - 1).step_by(step);
        let told = moments.map(|holdings| (mebibytes(holdings), holdings.descriptors));
        self.holdings = told.collect();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_counts_games_once_and_times_to_a_tenth() {
        let ledger = Ledger {
            finished: 6,
            ..Ledger::default()
        };
        let report = Report::new(&ledger, Duration::from_secs(2));
        assert_eq!((report.games_finished, report.moves.count), (3, 0));
        let mut times = Latencies::default();
        for micros in [1_000, 2_000, 9_960] {
            times.add(Duration::from_micros(micros));
        }
        let waits = Waits::from(&times);
        assert_eq!((waits.count, waits.longest_ms), (3, 10.0));
    }

    #[test]
    fn holdings_are_told_by_the_most_and_at_a_dozen_moments() {
        let mut report = Report::new(&Ledger::default(), Duration::from_secs(1));
        let seen = (1..=120).map(|second| Holdings {
            bytes: second << 20,
            descriptors: 200 - second,
        });
        report.add_holdings(&seen.collect::<Vec<_>>());
        assert_eq!(report.most_mebibytes, Some(120));
        assert_eq!(report.most_descriptors, Some(199));
        assert_eq!(report.holdings.len(), MOMENTS);
        assert_eq!(report.holdings.last(), Some(&(120, 80)));
    }
}
