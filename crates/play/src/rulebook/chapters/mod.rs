//! What the rulebooks say, chapter by chapter.

mod mijnlieff;
mod moulin;

pub(super) use mijnlieff::mijnlieff;
pub(super) use moulin::moulin;

use game::Rule;

use super::{Block, Point};
use crate::Lang;
use crate::text::Text;

/// A paragraph from both languages.
fn say(lang: Lang, english: &str, french: &str) -> Block {
    Block::Paragraph(words(lang, english, french))
}

fn words(lang: Lang, english: &str, french: &str) -> String {
    Text::new(english, french).get(lang).to_owned()
}

/// Each of a few pairs in the language asked for.
fn list(lang: Lang, pairs: &[(&str, &str)]) -> Vec<Block> {
    let item = |(english, french): &(&str, &str)| words(lang, english, french);
    vec![Block::List(pairs.iter().map(item).collect())]
}

/// The point of a rule.
fn rule(points: &[Point], rule: Rule) -> Block {
    let point = points.iter().find(|point| point.rule == rule);
    Block::Rule(point.expect("every rule has its point").clone())
}
