//! Frequent questions: each point that the printed sheets leave open, told plainly.

mod mijnlieff;
mod moulin;

pub(super) use mijnlieff::mijnlieff;
pub(super) use moulin::moulin;

use game::Rule;

use super::{Block, Question};
use crate::Lang;
use crate::text::Text;

/// A question and its answer, each in both languages.
fn ask(rule: Rule, lang: Lang, question: &Text, answer: &Text) -> Block {
    Block::Question(Question {
        rule,
        question: question.get(lang).to_owned(),
        answer: answer.get(lang).to_owned(),
    })
}
