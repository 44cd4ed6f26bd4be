//! What a message says and goes by, with all it refers to.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use crate::COMMON;
use crate::pattern::{Choice, Part, Pattern};
use crate::source::{Message, Source};

/// The files of a language by their names.
pub type Files = BTreeMap<String, Source>;

/// What a placeholder stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Anything that can be said.
    Any,
    /// A number that decides about the words around it.
    Number,
    /// One of a few names, which is not said: it decides about words.
    Key,
    /// Several things to say one after the other.
    List,
}

/// What a message says and goes by.
#[derive(Clone, Debug, Default)]
pub struct Said {
    /// Its placeholders.
    pub placeholders: BTreeMap<String, Kind>,
    /// Those of them whose values are said and do not only decide about words.
    pub spoken: BTreeSet<String>,
    /// Terms it refers to, by file and name.
    pub terms: BTreeSet<(String, String)>,
    /// Messages it refers to, by file and name.
    pub messages: BTreeSet<(String, String)>,
}

/// Why a message cannot be said.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Unsaid {
    /// It refers to something that is not there.
    #[error("{file}.ftl: {id} refers to {what}, which is not there")]
    Missing {
        /// The file.
        file: String,
        /// The message.
        id: String,
        /// What it refers to.
        what: String,
    },
    /// It uses a placeholder in ways that do not go together.
    #[error("{file}.ftl: {id} uses ${placeholder} as {one:?} and as {other:?}")]
    Both {
        /// The file.
        file: String,
        /// The message.
        id: String,
        /// The placeholder.
        placeholder: String,
        /// One way.
        one: Kind,
        /// Another.
        other: Kind,
    },
    /// It refers to itself.
    #[error("{file}.ftl: {id} refers to itself")]
    Circle {
        /// The file.
        file: String,
        /// The message.
        id: String,
    },
}

/// References within references: more are a circle.
const DEEPEST: usize = 8;

impl Said {
    /// Reads a message of a file. Its comment may name placeholders that only other languages use:
    /// `# $side (key): who moves`.
    ///
    /// # Errors
    ///
    /// If it refers to what is not there or to itself, or uses a placeholder in ways that do not go together.
    pub fn of(files: &Files, file: &str, message: &Message) -> Result<Said, Unsaid> {
        let mut reader = Reader {
            files,
            file,
            id: &message.id,
            said: Said::default(),
        };
        for (name, kind) in message.comment.iter().filter_map(|line| declared(line)) {
            reader.note(name, kind)?;
        }
        reader.read(&message.pattern, 0)?;
        Ok(reader.said)
    }
}

/// `$side (key): who moves`.
fn declared(line: &str) -> Option<(&str, Kind)> {
    let (name, rest) = line.strip_prefix('$')?.split_once(" (")?;
    let (kind, _) = rest.split_once(')')?;
    let kind = match kind {
        "any" => Kind::Any,
        "number" => Kind::Number,
        "key" => Kind::Key,
        "list" => Kind::List,
        _ => return None,
    };
    Some((name, kind))
}

struct Reader<'a> {
    files: &'a Files,
    file: &'a str,
    id: &'a str,
    said: Said,
}

impl<'a> Reader<'a> {
    fn read(&mut self, pattern: &Pattern, depth: usize) -> Result<(), Unsaid> {
        if depth > DEEPEST {
            let (file, id) = (self.file.to_owned(), self.id.to_owned());
            return Err(Unsaid::Circle { file, id });
        }
        for part in &pattern.0 {
            self.read_part(part, depth)?;
        }
        Ok(())
    }

    fn read_part(&mut self, part: &Part, depth: usize) -> Result<(), Unsaid> {
        match part {
            Part::Words(_) => Ok(()),
            Part::Placeholder(name) => {
                self.said.spoken.insert(name.clone());
                self.note(name, Kind::Any)
            }
            Part::List(_, name) => {
                self.said.spoken.insert(name.clone());
                self.note(name, Kind::List)
            }
            Part::Capital(part) => self.read_part(part, depth),
            Part::Choice(choice) => {
                let kind = match is_about_a_number(choice) {
                    true => Kind::Number,
                    false => Kind::Key,
                };
                self.note(&choice.placeholder, kind)?;
                for (_, pattern) in &choice.variants {
                    self.read(pattern, depth)?;
                }
                Ok(())
            }
            Part::Term(id) => {
                let (file, pattern) =
                    self.find(&format!("-{id}"), |source| source.terms.get(id))?;
                self.said.terms.insert((file.to_owned(), id.clone()));
                self.read(pattern, depth + 1)
            }
            Part::Message(id) => {
                let (file, pattern) = self.find(id, |source| {
                    let mut messages = source.messages.iter();
                    Some(&messages.find(|message| message.id == *id)?.pattern)
                })?;
                self.said.messages.insert((file.to_owned(), id.clone()));
                self.read(pattern, depth + 1)
            }
        }
    }

    /// In the same file, or in the one for all.
    fn find(
        &self,
        what: &str,
        pick: impl Fn(&'a Source) -> Option<&'a Pattern>,
    ) -> Result<(&'a str, &'a Pattern), Unsaid> {
        let mut places = [self.file, COMMON].into_iter();
        let found = places.find_map(|file| Some((file, pick(self.files.get(file)?)?)));
        found.ok_or_else(|| Unsaid::Missing {
            file: self.file.to_owned(),
            id: self.id.to_owned(),
            what: what.to_owned(),
        })
    }

    fn note(&mut self, name: &str, kind: Kind) -> Result<(), Unsaid> {
        let before = self.said.placeholders.get(name).copied().unwrap_or(kind);
        let both = match (before, kind) {
            (one, other) if one == other => one,
            // A number is said, and decides about words as well.
            (Kind::Any, Kind::Number) | (Kind::Number, Kind::Any) => Kind::Number,
            (one, other) => {
                return Err(Unsaid::Both {
                    file: self.file.to_owned(),
                    id: self.id.to_owned(),
                    placeholder: name.to_owned(),
                    one,
                    other,
                });
            }
        };
        self.said.placeholders.insert(name.to_owned(), both);
        Ok(())
    }
}

/// Names of variants that are about numbers.
const CATEGORIES: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

/// Whether all variants are numbers or categories of plurals.
fn is_about_a_number(choice: &Choice) -> bool {
    let is_number = |name: &str| CATEGORIES.contains(&name) || name.parse::<f64>().is_ok();
    choice.variants.iter().all(|(name, _)| is_number(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::read;

    fn said(text: &str) -> Result<Said, Unsaid> {
        let source = read(text).unwrap();
        let files = Files::from([("a".to_owned(), source)]);
        let message = files["a"].messages.first().unwrap();
        Said::of(&files, "a", message)
    }

    #[test]
    fn placeholders_are_found_wherever_they_are_used() {
        let text = "
# $side (key): only in other languages
a = { $n ->
    [one] one
   *[other] { $n }
} { -t } { b }
-t = { $kind ->
    [x] X
   *[y] Y
}
b = { OR($names) }
";
        let said = said(text).unwrap();
        let kinds = |name: &str| said.placeholders[name];
        assert_eq!(kinds("n"), Kind::Number);
        assert_eq!([kinds("kind"), kinds("side")], [Kind::Key; 2]);
        assert_eq!(kinds("names"), Kind::List);
        assert_eq!(
            said.spoken,
            BTreeSet::from(["n".to_owned(), "names".to_owned()])
        );
    }

    #[test]
    fn what_cannot_be_said_is_told() {
        assert!(matches!(said("a = { b }"), Err(Unsaid::Missing { .. })));
        assert!(matches!(said("a = { -b }"), Err(Unsaid::Missing { .. })));
        assert!(matches!(said("a = { a }"), Err(Unsaid::Circle { .. })));
        let both = "a = { $x ->\n [white] W\n *[black] B\n } { $x }";
        assert!(matches!(said(both), Err(Unsaid::Both { .. })));
    }
}
