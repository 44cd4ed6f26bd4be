use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::StoreError;
use crate::metrics::Metrics;
use crate::uptime::Uptime;

/// Whether what is asked of the store gets written, as its writer sees it.
///
/// While it does not, uptime stands still and with it every clock, and what is to be written is
/// refused at once instead of being tried by everybody again and again: one try at a time finds out
/// when it is over. The log has a line when trouble begins, one a minute while it lasts and one when
/// it is over.
#[derive(Debug)]
pub(crate) struct Condition {
    uptime: Uptime,
    metrics: Arc<Metrics>,
    /// Whether something is stored at every beat, so that a silence tells that nothing can be.
    beats: AtomicBool,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// Why nothing can be stored, as long as it is so.
    trouble: Option<StoreError>,
    /// Since when the writer has been busy with what it stores.
    busy: Option<Instant>,
    /// When something was stored for the last time.
    stored: Instant,
    /// What the log says of the present trouble.
    chapter: Option<Chapter>,
    /// What a check of the whole file has found.
    damage: Option<String>,
}

/// Trouble as the log tells it: several failures that follow each other closely are one.
#[derive(Debug)]
struct Chapter {
    began: Instant,
    last_line: Instant,
    last_failure: Instant,
    /// What was refused since the last line.
    refused: u64,
}

/// Something to be said in the log.
#[derive(Debug, PartialEq, Eq)]
enum Line {
    Begins,
    Lasts { seconds: u64, refused: u64 },
    Over { seconds: u64, refused: u64 },
}

/// How long the disk may take for a batch before time stands still. Those whose move is in it are not
/// charged for it in any case; this is for all others, when nothing gets through.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long nothing is stored, where something is at every beat, before time stands still. With what it
/// takes to learn of it nobody is charged a second too much.
const SILENCE: Duration = Duration::from_millis(700);

/// After this the server says of itself that it is not ready.
const STALLED: Duration = Duration::from_secs(3);

/// How long what was stored last speaks for the present.
const FRESH: Duration = Duration::from_secs(2);

/// From one line of the log about the same trouble to the next.
const LINES: Duration = Duration::from_secs(60);

/// How long nothing has to fail until the log says that it is over.
const CALM: Duration = Duration::from_secs(5);

impl Condition {
    pub(super) fn new(uptime: Uptime, metrics: Arc<Metrics>) -> Condition {
        Condition {
            uptime,
            metrics,
            beats: AtomicBool::new(false),
            state: Mutex::new(State {
                trouble: None,
                busy: None,
                stored: Instant::now(),
                chapter: None,
                damage: None,
            }),
        }
    }

    /// From now on something is stored at every beat: a process that was stopped and goes on finds
    /// that time has stood still meanwhile.
    pub(super) fn expect_beats(&self) {
        self.beats.store(true, Ordering::Relaxed);
    }

    /// The writer begins to store something.
    pub(super) fn begin(&self) {
        let now = Instant::now();
        self.with(|state| {
            state.busy = Some(now);
            self.uptime.stop_at(now + PATIENCE);
        });
    }

    /// The writer has stored it, or could not.
    pub(super) fn end(&self, stored: Result<(), &StoreError>) {
        let now = Instant::now();
        self.with(|state| {
            state.busy = None;
            match stored {
                Ok(()) => {
                    state.trouble = None;
                    state.stored = now;
                    self.uptime.go_on();
                    if self.beats.load(Ordering::Relaxed) {
                        self.uptime.stop_at(now + SILENCE);
                    }
                    let over = state.calm(now);
                    self.metrics.store_trouble.set(0);
                    say(over, None);
                }
                Err(error) => {
                    self.metrics.store_errors.inc();
                    state.trouble = Some(error.clone());
                    self.uptime.stop_at(now);
                    self.metrics.store_trouble.set(1);
                    let line = state.failure(now);
                    say(line, Some(error));
                }
            }
        });
    }

    /// Why nothing is to be tried now, while there is trouble.
    pub(super) fn refusal(&self) -> Option<StoreError> {
        self.with(|state| {
            let error = state.trouble.clone()?;
            self.metrics.store_errors.inc();
            if let Some(chapter) = &mut state.chapter {
                chapter.refused += 1;
            }
            Some(error)
        })
    }

    /// Whether nothing can be stored.
    pub(crate) fn is_troubled(&self) -> bool {
        self.with(|state| state.trouble.is_some())
    }

    /// Whether something was stored lately or nothing can be; otherwise it is worth trying.
    pub(super) fn is_known(&self) -> bool {
        self.with(|state| {
            state.trouble.is_some() || state.busy.is_some() || state.stored.elapsed() < FRESH
        })
    }

    /// Why nothing can be stored, if that is so.
    pub(crate) fn verdict(&self) -> Result<(), StoreError> {
        self.with(|state| {
            if let Some(error) = &state.trouble {
                return Err(error.clone());
            }
            match state.busy.map(|since| since.elapsed()) {
                Some(time) if time >= STALLED => Err(StoreError::Stalled {
                    seconds: time.as_secs(),
                }),
                _ => Ok(()),
            }
        })
    }

    /// What a check of the whole file has found, if it is not whole.
    pub(crate) fn damage(&self) -> Option<StoreError> {
        self.with(|state| {
            let detail = state.damage.clone()?;
            Some(StoreError::Damaged { detail })
        })
    }

    /// Notes what a check has found.
    pub(super) fn set_damage(&self, damage: Option<String>) {
        self.metrics.store_damaged.set(damage.is_some().into());
        self.with(|state| state.damage = damage);
    }

    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        work(&mut state)
    }
}

impl State {
    /// Something could not be stored: what the log says of it, if anything.
    fn failure(&mut self, now: Instant) -> Option<Line> {
        let Some(chapter) = &mut self.chapter else {
            self.chapter = Some(Chapter {
                began: now,
                last_line: now,
                last_failure: now,
                refused: 0,
            });
            return Some(Line::Begins);
        };
        chapter.last_failure = now;
        chapter.refused += 1;
        if now - chapter.last_line < LINES {
            return None;
        }
        chapter.last_line = now;
        Some(Line::Lasts {
            seconds: (now - chapter.began).as_secs(),
            refused: std::mem::take(&mut chapter.refused),
        })
    }

    /// Something was stored: what the log says of it, if anything.
    fn calm(&mut self, now: Instant) -> Option<Line> {
        let calm = |chapter: &mut Chapter| now - chapter.last_failure >= CALM;
        let chapter = self.chapter.take_if(calm)?;
        Some(Line::Over {
            seconds: (chapter.last_failure - chapter.began).as_secs(),
            refused: chapter.refused,
        })
    }
}

fn say(line: Option<Line>, error: Option<&StoreError>) {
    let error = error.map(tracing::field::display);
    match line {
        None => {}
        Some(Line::Begins) => tracing::error!(
            error,
            "nothing can be stored: moves are refused and clocks stand still until it can"
        ),
        Some(Line::Lasts { seconds, refused }) => {
            tracing::error!(error, seconds, refused, "still nothing can be stored");
        }
        Some(Line::Over { seconds, refused }) => {
            tracing::warn!(seconds, refused, "what is stored is stored again");
        }
    }
}

#[cfg(test)]
mod tests {
    use play::Millis;

    use super::*;

    fn condition() -> Condition {
        let uptime = Uptime::resume(Millis(0), Duration::ZERO);
        Condition::new(uptime, Arc::default())
    }

    #[test]
    fn time_stands_still_from_a_failure_until_something_is_stored() {
        let condition = condition();
        condition.begin();
        condition.end(Err(&StoreError::Full));
        assert_eq!(condition.verdict(), Err(StoreError::Full));
        assert_eq!(condition.refusal(), Some(StoreError::Full));
        let stopped = condition.uptime.now();
        std::thread::sleep(Duration::from_millis(30));
        // A try that fails does not let it go on for a moment either.
        condition.begin();
        condition.end(Err(&StoreError::Full));
        assert_eq!(condition.uptime.now(), stopped);
        condition.begin();
        condition.end(Ok(()));
        assert_eq!(condition.verdict(), Ok(()));
        assert_eq!(condition.refusal(), None);
        assert!(condition.uptime.now() < stopped.plus(Millis(20)));
    }

    #[test]
    fn a_writer_that_hangs_is_told_and_charged_to_nobody() {
        let condition = condition();
        condition.begin();
        assert_eq!(condition.verdict(), Ok(()));
        condition.with(|state| state.busy = Some(Instant::now() - STALLED));
        let seconds = STALLED.as_secs();
        assert_eq!(condition.verdict(), Err(StoreError::Stalled { seconds }));
        assert!(condition.is_known(), "nobody else need try");
        condition.end(Ok(()));
        assert_eq!(condition.verdict(), Ok(()));
    }

    #[test]
    fn an_hour_of_trouble_is_a_line_a_minute_however_often_it_fails() {
        let mut state = condition().state.into_inner().unwrap();
        let start = Instant::now();
        let mut lines = Vec::new();
        // A thousand failures a second, with a success now and then.
        for millisecond in 0..3_600_000 {
            let now = start + Duration::from_millis(millisecond);
            lines.extend(state.failure(now));
            if millisecond % 700 == 0 {
                lines.extend(state.calm(now));
            }
        }
        assert_eq!(lines.len(), 60);
        assert_eq!(lines[0], Line::Begins);
        let lasts = Line::Lasts {
            seconds: 60,
            refused: 60_000,
        };
        assert_eq!(lines[1], lasts);
        let end = start + Duration::from_secs(3600);
        assert_eq!(state.calm(end), None);
        let over = state.calm(end + CALM);
        assert!(matches!(over, Some(Line::Over { seconds: 3599, .. })));
        assert_eq!(state.calm(end + CALM + CALM), None, "it is said once");
    }
}
