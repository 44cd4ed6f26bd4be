use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use engine::Resources;
use play::analysis::{Accuracy, Analyst, MoveReview, Pace};

use super::question::{Found, Question, Standing, Subject};
use super::shelf::Shelf;
use super::turns::{Turn, Turns};
use crate::metrics::Metrics;

/// Those who answer questions. There are more of them than processors they may use, which they have by
/// turns: so nobody waits for the end of somebody else's question.
pub(crate) struct Analysts {
    office: Arc<Office>,
}

struct Office {
    questions: Mutex<Queue>,
    asked: Condvar,
    turns: Arc<Turns>,
    shelf: Shelf,
    metrics: Arc<Metrics>,
}

/// The questions that nobody works on yet.
#[derive(Default)]
struct Queue {
    waiting: VecDeque<Waiting>,
    /// No more will come.
    is_closed: bool,
}

struct Waiting {
    question: Question,
    dropped: Arc<AtomicBool>,
}

/// A question that somebody waits for. When this goes, so does the question.
pub(crate) struct Asked {
    dropped: Arc<AtomicBool>,
    turns: Arc<Turns>,
}

/// Questions that are worked on at once. Each takes memory; more wait for one of these to end.
const DESKS: usize = 16;

/// How much they give way to all others, as `nice` counts.
const NICENESS: i32 = 10;

/// How long each position of a review is worked on.
const PACE: Pace = Pace {
    glance: Duration::from_millis(8),
    look: Duration::from_millis(150),
};

impl Analysts {
    /// So many of them work at the same time.
    pub(crate) fn new(processors: usize, resources: &Resources, metrics: Arc<Metrics>) -> Analysts {
        let office = Arc::new(Office {
            questions: Mutex::default(),
            asked: Condvar::new(),
            turns: Arc::new(Turns::new(processors)),
            shelf: Shelf::new(resources),
            metrics,
        });
        for _ in 0..DESKS {
            let office = Arc::clone(&office);
            let thread = thread::Builder::new().name("analyst".to_owned());
            let thread = thread.spawn(move || office.work());
            thread.expect("a thread at the start of the program");
        }
        Analysts { office }
    }

    /// Has a question worked on for as long as what is returned is kept.
    pub(crate) fn ask(&self, question: Question) -> Asked {
        let dropped = Arc::new(AtomicBool::new(false));
        let office = &self.office;
        office.metrics.questions.inc();
        office.turns.unheard.fetch_add(1, Ordering::Relaxed);
        office.questions().waiting.push_back(Waiting {
            question,
            dropped: Arc::clone(&dropped),
        });
        office.asked.notify_one();
        Asked {
            dropped,
            turns: Arc::clone(&office.turns),
        }
    }
}

impl Drop for Analysts {
    fn drop(&mut self) {
        self.office.questions().is_closed = true;
        self.office.asked.notify_all();
    }
}

impl fmt::Debug for Analysts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Analysts").finish_non_exhaustive()
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.dropped.store(true, Ordering::Relaxed);
        self.turns.wake();
    }
}

impl Office {
    fn questions(&self) -> MutexGuard<'_, Queue> {
        self.questions
            .lock()
            .expect("nothing panics while it holds the lock")
    }

    /// Answers one question after the other.
    fn work(&self) {
        // Where the system does not let threads give way, they do not.
        let _ = rustix::process::nice(NICENESS);
        while let Some(waiting) = self.next() {
            self.turns.unheard.fetch_sub(1, Ordering::Relaxed);
            self.metrics.answering.inc();
            let is_dropped = !self.answer(waiting);
            self.metrics.answering.dec();
            if is_dropped {
                self.metrics.dropped.inc();
            }
        }
    }

    /// The next question, once there is one; none when the server ends.
    fn next(&self) -> Option<Waiting> {
        let mut questions = self.questions();
        loop {
            if questions.is_closed {
                return None;
            }
            if let Some(waiting) = questions.waiting.pop_front() {
                return Some(waiting);
            }
            let waited = self.asked.wait(questions);
            questions = waited.expect("nothing panics while it holds the lock");
        }
    }

    /// Answers a question; `false` where somebody stopped waiting before the end.
    fn answer(&self, Waiting { question, dropped }: Waiting) -> bool {
        if dropped.load(Ordering::Relaxed) {
            return false;
        }
        let Some(turn) = Turn::wait(&self.turns, question.owner, &dropped) else {
            return false;
        };
        let setup = question.setup.clone();
        let mut analyst = self.shelf.take(&setup);
        match question.subject {
            Subject::Value(time) => value(&mut analyst, question, time, &turn),
            Subject::Review => review(&mut analyst, question, &turn),
        }
        self.shelf.put(&setup, analyst);
        !turn.is_dropped()
    }
}

/// Values a position, deeper and deeper.
fn value(analyst: &mut Analyst, question: Question, time: Duration, turn: &Arc<Turn>) {
    let Question {
        session, mut tell, ..
    } = question;
    let stop = turn.until(time);
    let found = analyst.deepen(session.as_ref(), &stop, &mut |analysis| {
        if !turn.is_dropped() {
            tell(Found::Value(analysis.clone()));
        }
        turn.answered();
    });
    if !turn.is_dropped() {
        tell(match found {
            Ok(analysis) => Found::LastValue(analysis),
            Err(error) => Found::Failed(error),
        });
    }
}

/// Reviews a game move by move.
fn review(analyst: &mut Analyst, question: Question, turn: &Arc<Turn>) {
    let Question {
        session, mut tell, ..
    } = question;
    let count = session.history().len();
    let mut moves: Vec<Option<MoveReview>> = vec![None; count];
    let stop = &mut |time| turn.working(time);
    let told = analyst.review_game(session.as_ref(), PACE, stop, &mut |review| {
        turn.answered();
        if turn.is_dropped() {
            return false;
        }
        let index = review.ply - 1;
        moves[index] = Some(review.clone());
        tell(Found::Move(Box::new(review), standing(&moves)));
        true
    });
    if !turn.is_dropped() {
        tell(match told {
            Ok(()) => Found::Reviewed(standing(&moves)),
            Err(error) => Found::Failed(error),
        });
    }
}

fn standing(moves: &[Option<MoveReview>]) -> Standing {
    let mut accuracy = Accuracy::default();
    let known = || moves.iter().flatten();
    for review in known() {
        accuracy.add(review.side, review.cost);
    }
    Standing {
        moves: moves.len() as u32,
        glanced: known().count() as u32,
        settled: known().filter(|review| review.is_settled).count() as u32,
        accuracy,
    }
}
