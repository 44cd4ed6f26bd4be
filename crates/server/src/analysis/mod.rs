//! Values of positions and reviews of games, for whoever waits for them: questions that stream their
//! answers, share few processors by turns, and are dropped when nobody waits any more.

mod analysts;
mod answers;
mod question;
mod shelf;

pub(crate) use analysts::Analysts;
pub(crate) use answers::{Answers, Slot};
pub(crate) use question::{Found, Question, Standing, Subject, Telling};
