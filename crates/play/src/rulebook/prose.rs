//! Blocks of a rulebook from sentences in both languages.

use game::Rule;

use super::{Block, Point, Question};
use crate::Lang;
use crate::text::Text;

/// A paragraph from both languages.
pub(crate) fn say(lang: Lang, english: &str, french: &str) -> Block {
    Block::Paragraph(words(lang, english, french))
}

/// A sentence in the language asked for.
pub(crate) fn words(lang: Lang, english: &str, french: &str) -> String {
    Text::new(english, french).get(lang)
}

/// Each of a few pairs in the language asked for.
pub(crate) fn list(lang: Lang, pairs: &[(&str, &str)]) -> Vec<Block> {
    let item = |(english, french): &(&str, &str)| words(lang, english, french);
    vec![Block::List(pairs.iter().map(item).collect())]
}

/// The point of a rule.
pub(crate) fn rule(points: &[Point], rule: Rule) -> Block {
    let point = points.iter().find(|point| point.rule == rule);
    Block::Rule(point.expect("every rule has its point").clone())
}

/// A question and its answer, each in both languages.
pub(crate) fn ask(rule: Rule, lang: Lang, question: &Text, answer: &Text) -> Block {
    Block::Question(Question {
        rule,
        question: question.get(lang),
        answer: answer.get(lang),
    })
}
