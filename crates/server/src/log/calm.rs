use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tracing::callsite::Identifier;
use tracing::{Level, Metadata, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

use super::Event;

/// Lines of one kind within [`SPAN`]; what comes after them is counted.
const MOST: u32 = 200;

/// A minute, after which lines of a kind are written again.
const SPAN: Duration = Duration::from_secs(60);

/// How often is looked whether something was left out.
const LOOK: Duration = Duration::from_secs(5);

/// Keeps one kind of line from filling the log: a kind is a place in the program that writes lines.
/// Who asks for every request gets every line.
#[derive(Clone, Default)]
pub(super) struct Calm {
    kinds: Arc<Mutex<HashMap<Identifier, Recent>>>,
}

/// The lines of a kind since it was written after a pause.
struct Recent {
    of: &'static Metadata<'static>,
    since: Instant,
    count: u32,
}

/// What was left out of one kind.
#[derive(Debug, PartialEq, Eq)]
struct LeftOut {
    from: &'static str,
    line: u32,
    lines: u32,
}

impl Calm {
    /// Tells what was left out, from a thread of its own, as long as the program runs.
    pub(super) fn keep_telling(self) {
        let tell = move || {
            loop {
                std::thread::sleep(LOOK);
                self.tell(Instant::now());
            }
        };
        // Without it nothing is missing but the count.
        let _ = std::thread::Builder::new()
            .name("log".to_owned())
            .spawn(tell);
    }

    fn tell(&self, now: Instant) {
        for LeftOut { from, line, lines } in self.left_out(now) {
            let event = Event::Suppressed.word();
            tracing::warn!(event, from, line, lines, "lines left out");
        }
    }

    /// What was left out in minutes that are over.
    fn left_out(&self, now: Instant) -> Vec<LeftOut> {
        let mut left_out = Vec::new();
        let mut kinds = self.kinds.lock().unwrap_or_else(PoisonError::into_inner);
        kinds.retain(|_, recent| {
            let over = now.saturating_duration_since(recent.since) >= SPAN;
            if over && recent.count > MOST {
                left_out.push(LeftOut {
                    from: recent.of.target(),
                    line: recent.of.line().unwrap_or_default(),
                    lines: recent.count - MOST,
                });
            }
            !over
        });
        left_out
    }

    /// Whether one more line of a kind is written.
    fn admits(&self, of: &'static Metadata<'static>, now: Instant) -> bool {
        if *of.level() > Level::INFO {
            return true;
        }
        let mut kinds = self.kinds.lock().unwrap_or_else(PoisonError::into_inner);
        let recent = kinds.entry(of.callsite()).or_insert(Recent {
            of,
            since: now,
            count: 0,
        });
        recent.count = recent.count.saturating_add(1);
        recent.count <= MOST
    }
}

impl<S: Subscriber> Layer<S> for Calm {
    fn event_enabled(&self, event: &tracing::Event<'_>, _: Context<'_, S>) -> bool {
        self.admits(event.metadata(), Instant::now())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tracing_subscriber::layer::SubscriberExt;

    use super::*;
    use crate::log::one_line::OneLine;

    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl std::io::Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_storm_of_one_kind_is_counted_and_others_are_heard() {
        let (calm, paper) = (Calm::default(), Paper::default());
        let copy = paper.clone();
        let lines = tracing_subscriber::fmt::layer()
            .with_writer(move || OneLine(copy.clone()))
            .with_ansi(false);
        let log = tracing_subscriber::registry()
            .with(calm.clone())
            .with(lines);
        tracing::subscriber::with_default(log, || {
            for _ in 0..5000 {
                tracing::warn!("the disk is full");
            }
            tracing::info!("something else");
            calm.tell(Instant::now());
            calm.tell(Instant::now() + SPAN);
            calm.tell(Instant::now() + SPAN);
        });
        let text = String::from_utf8(paper.0.lock().unwrap().clone()).unwrap();
        let count = |part: &str| text.lines().filter(|line| line.contains(part)).count();
        assert_eq!(count("the disk is full"), MOST as usize);
        assert_eq!(count("something else"), 1);
        assert_eq!(count("event=\"suppressed\""), 1, "{text}");
        assert!(text.contains(&format!("lines={}", 5000 - MOST)));
    }
}
