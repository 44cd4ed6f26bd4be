use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use game::Side;
use play::analysis::{AnalysisError, Unit};
use play::text::Text;
use play::{Families, Session, Setup};
use tokio::time::Instant;

use super::app::App;
use crate::analysis::{Answers, Found, Question, Slot, Standing, Subject, Telling};
use crate::desks::{Asked, Crowded};
use crate::owner::Owner;
use crate::protocol::{Both, PositionQuery, PositionValue, ReviewedMove, ServerMessage};
use crate::refused::Refused;
use crate::rooms::encode;

/// Moves that are played from a position.
pub(super) const MOST_MOVES: usize = 1000;

/// Characters that these may have, with the spaces between them: what fits into an address.
pub(super) const LONGEST_MOVES: usize = 10_000;

/// How long a position is thought about. Whoever wants more asks again: what was found is remembered.
const TIME: Duration = Duration::from_secs(10);

/// What a connection has asked and waits for: the values of one position, and one review.
pub(super) struct Questions {
    answers: Arc<Answers>,
    value: Option<(u32, Arc<Asked>)>,
    review: Option<(u32, Arc<Asked>)>,
    /// When the next answers may be sent.
    after: Instant,
}

impl Questions {
    pub(super) fn new() -> Questions {
        Questions {
            answers: Arc::default(),
            value: None,
            review: None,
            after: Instant::now(),
        }
    }

    /// The answers that are there to be sent, once there are some.
    pub(super) async fn next(&mut self) -> Vec<Utf8Bytes> {
        self.answers.next(&mut self.after).await
    }

    /// Asks something in the place of what was asked before.
    pub(super) async fn ask(
        &mut self,
        app: &Arc<App>,
        owner: Owner,
        question: u32,
        subject: Asking,
    ) -> Result<(), Refused> {
        let game = subject.game;
        let opened = app.apart(owner, move |app| GameText::from(&game).open(&app.families));
        let (setup, session) = opened.await?;
        let place = match subject.kind {
            Kind::Value => &mut self.value,
            Kind::Review => &mut self.review,
        };
        if let Some((before, _)) = place.take() {
            self.answers.close(before);
        }
        self.answers.open(question);
        // A first answer does not wait for what was sent before.
        self.after = Instant::now();
        let unit = Unit::of(session.as_ref());
        let (answers, told) = (Arc::clone(&self.answers), Arc::clone(app));
        let payer = Arc::clone(app);
        let asked = app.analysts.ask(Question {
            owner,
            setup,
            session,
            subject: match subject.kind {
                Kind::Value => Subject::Value(TIME),
                Kind::Review => Subject::Review,
            },
            charge: Box::new(move |worked| payer.limits.charge_time(owner.network, worked, 0)),
            tell: Telling::new(move |found| tell(&told, &answers, question, unit, found)),
        });
        let asked = Arc::new(asked.inspect_err(|_| self.answers.close(question))?);
        let answers = Arc::clone(&self.answers);
        // It ends with the question.
        asked.tell_place(move |ahead| {
            let ahead = u32::try_from(ahead).unwrap_or(u32::MAX);
            let message = ServerMessage::Waiting { question, ahead };
            answers.put(question, Slot::Ahead, encode(&message));
            true
        });
        *place = Some((question, asked));
        Ok(())
    }

    /// Nobody waits for a question any more.
    pub(super) fn stop(&mut self, question: u32) {
        for place in [&mut self.value, &mut self.review] {
            if place
                .as_ref()
                .is_some_and(|(number, _)| *number == question)
            {
                *place = None;
                self.answers.close(question);
            }
        }
    }
}

/// What is asked over a socket.
pub(super) struct Asking {
    pub(super) kind: Kind,
    pub(super) game: PositionQuery,
}

/// The two kinds of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Value,
    Review,
}

/// A game as it is written: its setup, where it began and its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameText<'a> {
    pub(super) setup: &'a str,
    pub(super) position: Option<&'a str>,
    pub(super) moves: Option<&'a str>,
}

impl<'a> From<&'a PositionQuery> for GameText<'a> {
    fn from(query: &'a PositionQuery) -> GameText<'a> {
        GameText {
            setup: &query.setup,
            position: query.position.as_deref(),
            moves: query.moves.as_deref(),
        }
    }
}

impl GameText<'_> {
    /// The game as it stands after its moves.
    pub(super) fn open(&self, families: &Families) -> Result<(Setup, Box<dyn Session>), Refused> {
        let setup = families.setup(self.setup).map_err(Refused::Setup)?;
        let mut session = match self.position {
            None => setup.session(),
            Some(position) => setup.session_from(position).map_err(Refused::Position)?,
        };
        let moves = self.moves.unwrap_or_default();
        check_length(moves)?;
        for text in moves.split_whitespace() {
            session.play(text).map_err(Refused::Illegal)?;
        }
        Ok((setup, session))
    }
}

/// Refuses more moves than are played from a position.
pub(super) fn check_length(moves: &str) -> Result<(), Refused> {
    let fits =
        moves.chars().count() <= LONGEST_MOVES && moves.split_whitespace().count() <= MOST_MOVES;
    fits.then_some(()).ok_or(Refused::TooLarge)
}

/// Leaves what was found for a connection.
fn tell(app: &App, answers: &Answers, question: u32, unit: Unit, found: Found) {
    let put = |slot, message: &ServerMessage| answers.put(question, slot, encode(message));
    let value = |analysis: &play::analysis::Analysis, done| {
        for note in &analysis.notes {
            app.log_fault(note);
        }
        let message = ServerMessage::Value {
            question,
            value: Box::new(PositionValue::of(analysis, unit)),
            depth: analysis.depth(),
            done,
        };
        put(Slot::Value, &message);
    };
    match found {
        Found::Value(analysis) => value(&analysis, false),
        Found::LastValue(analysis) => value(&analysis, true),
        Found::Move(review, standing) => {
            let reviewed = Box::new(ReviewedMove::from(review.as_ref()));
            let message = ServerMessage::Reviewed { question, reviewed };
            put(Slot::Move(review.ply), &message);
            put(Slot::Standing, &review_message(question, standing, false));
        }
        Found::Reviewed(standing) => put(Slot::Standing, &review_message(question, standing, true)),
        Found::Failed(error) => put(Slot::Standing, &refusal(question, &refuse(error))),
        Found::Lost => put(Slot::Standing, &refusal(question, &Crowded::LATER.into())),
    }
}

fn refusal(question: u32, refused: &Refused) -> ServerMessage {
    ServerMessage::Refused {
        id: None,
        game: None,
        ply: None,
        question: Some(question),
        problem: refused.problem(),
    }
}

fn review_message(question: u32, standing: Standing, done: bool) -> ServerMessage {
    ServerMessage::Review {
        question,
        moves: standing.moves,
        glanced: standing.glanced,
        settled: standing.settled,
        accuracy: Both::from(Side::BOTH.map(|side| standing.accuracy.of(side))),
        done,
    }
}

/// What is answered where there is no analysis.
pub(super) fn refuse(error: AnalysisError) -> Refused {
    match error {
        AnalysisError::Refused(refusal) => Refused::Position(refusal),
        AnalysisError::Stopped | AnalysisError::OtherGame => Refused::NoValue(Text::new(
            "no value was found in time",
            "aucune valeur n'a été trouvée à temps",
        )),
    }
}
