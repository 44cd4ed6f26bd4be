use crate::value::Value;
use crate::{Lang, format};

/// Something to read, in whatever language it is asked for. [`text!`](crate::text!) makes one.
///
/// ```
/// use texts::{Lang, text};
///
/// let places = ["a1", "b2", "c3"];
/// let said = text!(common::these_or_those, names: places);
/// assert_eq!(said.get(Lang::EN), "a1, b2 or c3");
/// assert_eq!(said.get(Lang::FR), "a1, b2 ou c3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text(Content);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Content {
    Message {
        id: MessageId,
        values: Vec<(&'static str, Value)>,
    },
    /// English and French where they are used.
    Pair([String; 2]),
    /// One after the other, with a space between them.
    Row(Vec<Text>),
}

/// Where a message stands: the number of its file, and its own within the file, in English.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MessageId {
    pub(crate) file: usize,
    pub(crate) number: usize,
}

impl Text {
    pub(crate) const fn message(
        file: usize,
        number: usize,
        values: Vec<(&'static str, Value)>,
    ) -> Text {
        let id = MessageId { file, number };
        Text(Content::Message { id, values })
    }

    /// A message in English and French that is not in the catalogue yet. Write plain quotes and spaces.
    #[must_use]
    pub fn new(english: impl AsRef<str>, french: impl AsRef<str>) -> Text {
        let set = |lang: Lang, words: &str| lang.language().about.set(words);
        Text(Content::Pair([
            set(Lang::EN, english.as_ref()),
            set(Lang::FR, french.as_ref()),
        ]))
    }

    /// The same change to English and French, which are not in the catalogue yet.
    #[must_use]
    pub fn map(self, change: impl Fn(&str) -> String) -> Text {
        Text(Content::Pair(
            [Lang::EN, Lang::FR].map(|lang| change(&self.get(lang))),
        ))
    }

    /// This text followed by another.
    #[must_use]
    pub fn then(self, next: &Text) -> Text {
        let mut row = match self.0 {
            Content::Row(row) => row,
            _ => vec![self],
        };
        row.push(next.clone());
        Text(Content::Row(row))
    }

    /// The text in a language.
    #[must_use]
    pub fn get(&self, lang: Lang) -> String {
        match &self.0 {
            Content::Message { id, values } => format::message(lang, *id, values),
            Content::Pair([_, french]) if lang == Lang::FR => french.clone(),
            Content::Pair([english, _]) => english.clone(),
            Content::Row(texts) => {
                let texts: Vec<String> = texts.iter().map(|text| text.get(lang)).collect();
                texts.join(" ")
            }
        }
    }
}
