use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use engine::Resources;
use play::Session;
use play::analysis::{Accuracy, Analyst, MoveReview, Pace};

use super::question::{Found, Question, Standing, Subject, Telling};
use super::shelf::Shelf;
use crate::desks::{Asked, Crowded, Desks};
use crate::fault::contained_now;
use crate::line::Space;
use crate::metrics::Metrics;
use crate::turns::{Kind, Turn, Turns};

/// Those who answer questions.
pub(crate) struct Analysts {
    desks: Desks,
    office: Arc<Office>,
}

struct Office {
    shelf: Shelf,
    metrics: Arc<Metrics>,
}

/// Questions that are worked on at once. Each takes memory; more wait for one of these to end.
const DESKS: usize = 16;

/// Desks of one network while few are free: a position and a review.
const FAIR: usize = 2;

/// Questions that may wait. A class behind one address has room for two of everybody.
const SPACE: Space = Space {
    person: 8,
    network: 100,
    all: 500,
};

/// How long each position of a review is worked on.
const PACE: Pace = Pace {
    glance: Duration::from_millis(8),
    look: Duration::from_millis(150),
};

impl Analysts {
    /// They share processors by these turns.
    pub(crate) fn new(turns: Arc<Turns>, resources: &Resources, metrics: Arc<Metrics>) -> Analysts {
        let office = Office {
            shelf: Shelf::new(resources, DESKS),
            metrics,
        };
        Analysts {
            desks: Desks::new(Kind::Question, DESKS, FAIR, SPACE, turns),
            office: Arc::new(office),
        }
    }

    /// Has a question worked on for as long as what is returned is kept.
    pub(crate) fn ask(&self, question: Question) -> Result<Asked, Crowded> {
        let office = Arc::clone(&self.office);
        office.metrics.questions.inc();
        let owner = question.owner;
        self.desks.ask(owner, move |turn| {
            // Whoever asked sees that no answer comes; the log and the count tell the rest.
            let _ = contained_now(&office.metrics, || office.answer(question, turn));
        })
    }
}

impl fmt::Debug for Analysts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Analysts").finish_non_exhaustive()
    }
}

impl Office {
    fn answer(&self, question: Question, turn: &Arc<Turn>) {
        let _counted = Answering::new(&self.metrics);
        let mut analyst = self.shelf.take(&question.setup);
        let Question {
            session,
            mut tell,
            charge,
            ..
        } = question;
        match question.subject {
            Subject::Value(time) => value(&mut analyst, session.as_ref(), time, turn, &mut tell),
            Subject::Review => review(&mut analyst, session.as_ref(), turn, &mut tell),
        }
        analyst.put_back();
        charge(turn.worked());
        if turn.is_dropped() {
            self.metrics.dropped.inc();
        }
    }
}

/// A question as the metrics count it.
struct Answering<'a>(&'a Metrics);

impl<'a> Answering<'a> {
    fn new(metrics: &'a Metrics) -> Answering<'a> {
        metrics.answering.inc();
        Answering(metrics)
    }
}

impl Drop for Answering<'_> {
    fn drop(&mut self) {
        self.0.answering.dec();
    }
}

/// Values a position, deeper and deeper.
fn value(
    analyst: &mut Analyst,
    session: &dyn Session,
    time: Duration,
    turn: &Arc<Turn>,
    tell: &mut Telling,
) {
    let stop = turn.until(time);
    let found = analyst.deepen(session, &stop, &mut |analysis| {
        if !turn.is_dropped() {
            tell.tell(Found::Value(analysis.clone()));
        }
        turn.answered();
    });
    if !turn.is_dropped() {
        tell.tell(match found {
            Ok(analysis) => Found::LastValue(analysis),
            Err(error) => Found::Failed(error),
        });
    }
}

/// Reviews a game move by move.
fn review(analyst: &mut Analyst, session: &dyn Session, turn: &Arc<Turn>, tell: &mut Telling) {
    let count = session.history().len();
    let mut moves: Vec<Option<MoveReview>> = vec![None; count];
    let stop = &mut |time| turn.working(time);
    let told = analyst.review_game(session, PACE, stop, &mut |review| {
        turn.answered();
        if turn.is_dropped() {
            return false;
        }
        let index = review.ply - 1;
        moves[index] = Some(review.clone());
        tell.tell(Found::Move(Box::new(review), standing(&moves)));
        true
    });
    if !turn.is_dropped() {
        tell.tell(match told {
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
