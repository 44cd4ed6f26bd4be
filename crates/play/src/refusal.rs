use game::Rule;
use texts::text;

use crate::Lang;
use crate::text::Text;

/// Why an input was not accepted, for people: the rule it breaks, if it breaks one, and a
/// sentence. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The rule that forbids it; `None` for what could not be read at all.
    pub rule: Option<Rule>,
    /// What is wrong with it.
    pub text: Text,
}

impl Refusal {
    /// The line to show: `ML4: d6 is in a mill, …`.
    #[must_use]
    pub fn line(&self, lang: Lang) -> String {
        match self.rule {
            None => self.text.get(lang),
            Some(rule) => {
                text!(common::by_rule, rule: rule.to_string(), text: &self.text).get(lang)
            }
        }
    }
}
