//! Says a message with what stands for its placeholders.

use crate::Lang;
use crate::generated::{COMMON, IDS};
use crate::language::{File, Language, place_of};
use crate::text::MessageId;
use crate::value::Value;
use catalogue::{Choice, Conjunction, Part, Pattern};

/// What a message says in a language. What a language leaves out is said in English.
pub(crate) fn message(lang: Lang, id: MessageId, values: &[(&'static str, Value)]) -> String {
    let mut said = String::new();
    for lang in [lang, Lang::EN] {
        let speaker = Speaker::new(lang, id.file, values);
        if let Some(pattern) = &speaker.file.messages[id.number] {
            speaker.say(pattern, &mut said);
            return said;
        }
    }
    said
}

struct Speaker<'a> {
    lang: Lang,
    language: &'static Language,
    number: usize,
    file: &'static File,
    values: &'a [(&'static str, Value)],
}

impl<'a> Speaker<'a> {
    fn new(lang: Lang, number: usize, values: &'a [(&'static str, Value)]) -> Speaker<'a> {
        let language = lang.language();
        Speaker {
            lang,
            language,
            number,
            file: language.file(number),
            values,
        }
    }

    fn value(&self, name: &str) -> Option<&Value> {
        let found = self.values.iter().find(|(other, _)| *other == name);
        found.map(|(_, value)| value)
    }

    fn say(&self, pattern: &Pattern, said: &mut String) {
        for part in &pattern.0 {
            self.say_part(part, said);
        }
    }

    fn say_part(&self, part: &Part, said: &mut String) {
        match part {
            Part::Words(words) => said.push_str(words),
            Part::Placeholder(name) => {
                if let Some(value) = self.value(name) {
                    said.push_str(&self.word(value));
                }
            }
            Part::Message(id) => {
                let (file, place) = match place_of(self.number, id) {
                    Some(place) => (self.number, Some(place)),
                    None => (COMMON, place_of(COMMON, id)),
                };
                if let Some(number) = place {
                    said.push_str(&message(self.lang, MessageId { file, number }, self.values));
                }
            }
            Part::Term(id) => {
                let common = Speaker::new(self.lang, COMMON, self.values);
                match (self.file.terms.get(id), common.file.terms.get(id)) {
                    (Some(term), _) => self.say(term, said),
                    (None, Some(term)) => common.say(term, said),
                    (None, None) => {}
                }
            }
            Part::Capital(part) => {
                let mut words = String::new();
                self.say_part(part, &mut words);
                let mut letters = words.chars();
                said.extend(letters.next().into_iter().flat_map(char::to_uppercase));
                said.push_str(letters.as_str());
            }
            Part::List(conjunction, name) => {
                if let Some(Value::List(list)) = self.value(name) {
                    said.push_str(&self.list(*conjunction, &list.0));
                }
            }
            Part::Choice(choice) => {
                if let Some(pattern) = self.choose(choice) {
                    self.say(pattern, said);
                }
            }
        }
    }

    fn word(&self, value: &Value) -> String {
        match value {
            Value::Text(text) => text.get(self.lang),
            Value::Verbatim(text) => text.clone(),
            Value::Number(number) => self.language.about.number(*number),
            Value::Key(key) => key.0.to_owned(),
            Value::List(list) => self.list(Conjunction::And, &list.0),
        }
    }

    fn list(&self, conjunction: Conjunction, list: &[Value]) -> String {
        let Some((last, before)) = list.split_last() else {
            return String::new();
        };
        let last = self.word(last);
        let join = |id, first: String, next: String| {
            let number = IDS[COMMON].iter().position(|other| *other == id);
            let id = MessageId {
                file: COMMON,
                number: number.unwrap_or_default(),
            };
            message(
                self.lang,
                id,
                &[("first", first.into()), ("next", next.into())],
            )
        };
        let before = before.iter().map(|value| self.word(value));
        match before.reduce(|first, next| join("list-goes-on", first, next)) {
            None => last,
            Some(before) => match conjunction {
                Conjunction::And => join("list-ends-in-and", before, last),
                Conjunction::Or => join("list-ends-in-or", before, last),
            },
        }
    }

    fn choose<'p>(&self, choice: &'p Choice) -> Option<&'p Pattern> {
        let named = |name: &str| choice.variants.iter().find(|(other, _)| other == name);
        let found = match self.value(&choice.placeholder) {
            Some(Value::Key(key)) => named(key.0),
            Some(Value::Verbatim(text)) => named(text),
            Some(Value::Number(number)) => {
                named(&number.digits()).or_else(|| named(self.language.about.plural(*number)))
            }
            _ => None,
        };
        let chosen = found.or_else(|| choice.variants.get(choice.default));
        chosen.map(|(_, pattern)| pattern)
    }
}
