//! Reads the files of translators: Fluent's syntax, of which a part is enough here.

use std::collections::BTreeMap;

use fluent_syntax::ast::{self, Entry, Expression, InlineExpression, PatternElement, VariantKey};
use thiserror::Error;

use crate::pattern::{Choice, Conjunction, Part, Pattern};

/// What one file says.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// In their order.
    pub messages: Vec<Message>,
    /// By their names, without the hyphen.
    pub terms: BTreeMap<String, Pattern>,
}

/// A message and its words.
#[derive(Clone, Debug)]
pub struct Message {
    /// What it is called.
    pub id: String,
    /// Its words.
    pub pattern: Pattern,
    /// What it says besides, by names.
    pub attributes: BTreeMap<String, Pattern>,
    /// What stands before it for translators, by lines.
    pub comment: Vec<String>,
}

/// Why a file is not understood.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Fault {
    /// It is not well-formed.
    #[error("this is not Fluent: {0}")]
    Syntax(String),
    /// A message or a term is there twice.
    #[error("{0} is there twice")]
    Twice(String),
    /// Something that Fluent has and this program has not.
    #[error("{id}: {what} is not known here")]
    Unknown {
        /// The message.
        id: String,
        /// What it uses.
        what: String,
    },
    /// A message has no words.
    #[error("{id} says nothing")]
    Empty {
        /// The message.
        id: String,
    },
}

/// Reads a file. Line breaks within a message are spaces; an empty line begins a paragraph.
///
/// # Errors
///
/// If it is not well-formed, or uses what is not known here.
pub fn read(text: &str) -> Result<Source, Fault> {
    let resource = fluent_syntax::parser::parse(text).map_err(|(_, faults)| {
        let place = |fault: &fluent_syntax::parser::ParserError| {
            let line = 1 + text[..fault.pos.start].matches('\n').count();
            format!("{fault} in line {line}")
        };
        Fault::Syntax(faults.first().map(place).unwrap_or_default())
    })?;
    let mut source = Source::default();
    for entry in resource.body {
        match entry {
            Entry::Message(message) => {
                let message = read_message(&message)?;
                if source.messages.iter().any(|other| other.id == message.id) {
                    return Err(Fault::Twice(message.id));
                }
                source.messages.push(message);
            }
            Entry::Term(term) => {
                let id = term.id.name.to_owned();
                let pattern = Reader { id: &id }.pattern(&term.value)?;
                if source.terms.insert(id.clone(), pattern).is_some() {
                    return Err(Fault::Twice(format!("-{id}")));
                }
            }
            _ => {}
        }
    }
    Ok(source)
}

fn read_message(message: &ast::Message<&str>) -> Result<Message, Fault> {
    let id = message.id.name.to_owned();
    let reader = Reader { id: &id };
    let pattern = match &message.value {
        Some(pattern) => reader.pattern(pattern)?,
        None if message.attributes.is_empty() => return Err(Fault::Empty { id }),
        None => Pattern::default(),
    };
    let mut attributes = BTreeMap::new();
    for attribute in &message.attributes {
        let words = reader.pattern(&attribute.value)?;
        attributes.insert(attribute.id.name.to_owned(), words);
    }
    let lines = message.comment.iter().flat_map(|comment| &comment.content);
    let comment = lines.map(|line| (*line).to_owned()).collect();
    Ok(Message {
        id,
        pattern,
        attributes,
        comment,
    })
}

struct Reader<'a> {
    id: &'a str,
}

impl Reader<'_> {
    fn unknown(&self, what: impl Into<String>) -> Fault {
        Fault::Unknown {
            id: self.id.to_owned(),
            what: what.into(),
        }
    }

    fn pattern(&self, pattern: &ast::Pattern<&str>) -> Result<Pattern, Fault> {
        let mut parts: Vec<Part> = Vec::new();
        let say = |words: &str, parts: &mut Vec<Part>| match parts.last_mut() {
            Some(Part::Words(before)) => before.push_str(words),
            _ => parts.push(Part::Words(words.to_owned())),
        };
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => say(value, &mut parts),
                PatternElement::Placeable { expression } => match self.expression(expression)? {
                    Part::Words(words) => say(&words, &mut parts),
                    part => parts.push(part),
                },
            }
        }
        for part in &mut parts {
            if let Part::Words(words) = part {
                *words = unfold(words);
            }
        }
        Ok(Pattern(parts))
    }

    fn expression(&self, expression: &Expression<&str>) -> Result<Part, Fault> {
        let (selector, variants) = match expression {
            Expression::Inline(inline) => return self.inline(inline),
            Expression::Select { selector, variants } => (selector, variants),
        };
        let InlineExpression::VariableReference { id } = selector else {
            return Err(self.unknown("a choice by anything but a placeholder"));
        };
        let mut read = Vec::with_capacity(variants.len());
        for variant in variants {
            let (VariantKey::Identifier { name } | VariantKey::NumberLiteral { value: name }) =
                variant.key;
            read.push((name.to_owned(), self.pattern(&variant.value)?));
        }
        let default = variants.iter().position(|variant| variant.default);
        Ok(Part::Choice(Choice {
            placeholder: id.name.to_owned(),
            variants: read,
            default: default.unwrap_or_default(),
        }))
    }

    fn inline(&self, inline: &InlineExpression<&str>) -> Result<Part, Fault> {
        Ok(match inline {
            InlineExpression::StringLiteral { value } => {
                Part::Words(fluent_syntax::unicode::unescape_unicode_to_string(value).into_owned())
            }
            InlineExpression::NumberLiteral { value } => Part::Words((*value).to_owned()),
            InlineExpression::VariableReference { id } => Part::Placeholder(id.name.to_owned()),
            InlineExpression::MessageReference {
                id,
                attribute: None,
            } => Part::Message(id.name.to_owned()),
            InlineExpression::TermReference {
                id,
                attribute: None,
                arguments: None,
            } => Part::Term(id.name.to_owned()),
            InlineExpression::FunctionReference { id, arguments } => {
                self.function(id.name, arguments)?
            }
            InlineExpression::Placeable { expression } => self.expression(expression)?,
            InlineExpression::MessageReference { id, .. }
            | InlineExpression::TermReference { id, .. } => {
                return Err(self.unknown(format!("a part of {} or words for it", id.name)));
            }
        })
    }

    fn function(&self, name: &str, arguments: &ast::CallArguments<&str>) -> Result<Part, Fault> {
        let [argument] = arguments.positional.as_slice() else {
            return Err(self.unknown(format!("{name} of several things or of none")));
        };
        let part = self.inline(argument)?;
        match (name, part) {
            ("CAPITAL", part) => Ok(Part::Capital(Box::new(part))),
            ("AND", Part::Placeholder(list)) => Ok(Part::List(Conjunction::And, list)),
            ("OR", Part::Placeholder(list)) => Ok(Part::List(Conjunction::Or, list)),
            _ => Err(self.unknown(format!("{name}()"))),
        }
    }
}

/// Words without the line breaks that only keep lines of a file short.
fn unfold(words: &str) -> String {
    let mut unfolded = String::with_capacity(words.len());
    let mut rest = words;
    while let Some(at) = rest.find('\n') {
        let (line, after) = rest.split_at(at);
        let next = after.trim_start_matches('\n');
        unfolded.push_str(line);
        unfolded.push_str(if after.len() - next.len() > 1 {
            "\n\n"
        } else {
            " "
        });
        rest = next;
    }
    unfolded.push_str(rest);
    unfolded
}
