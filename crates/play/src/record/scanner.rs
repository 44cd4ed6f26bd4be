use game::Excerpt;

use super::{Fault, RecordError};

/// A piece of a record's text and where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token<'text> {
    pub(super) at: usize,
    pub(super) kind: TokenKind<'text>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenKind<'text> {
    Tag { name: &'text str, value: String },
    Comment(String),
    Open,
    Close,
    Glyph(u8),
    Result(&'static str),
    Word(&'text str),
}

/// Cuts a text into tokens.
pub(super) struct Scanner<'text> {
    text: &'text str,
    at: usize,
    /// The next token, once it was looked at.
    ahead: Option<Token<'text>>,
}

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// The suffixes for glyphs 1 to 6.
const SUFFIXES: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

impl<'text> Scanner<'text> {
    pub(super) fn new(text: &'text str) -> Scanner<'text> {
        // A byte order mark is not part of the text.
        let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        Scanner {
            text,
            at,
            ahead: None,
        }
    }

    /// The fault with the line and column of a byte of the text.
    pub(super) fn error(&self, at: usize, fault: Fault) -> RecordError {
        let before = &self.text[..at];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        RecordError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            fault,
        }
    }

    /// Where the text ends.
    pub(super) fn end(&self) -> usize {
        self.text.len()
    }

    /// The next token without taking it; `None` at the end of the text.
    pub(super) fn peek(&mut self) -> Result<Option<Token<'text>>, RecordError> {
        if self.ahead.is_none() {
            self.ahead = self.scan()?;
        }
        Ok(self.ahead.clone())
    }

    /// Takes the next token; `None` at the end of the text.
    pub(super) fn next(&mut self) -> Result<Option<Token<'text>>, RecordError> {
        match self.ahead.take() {
            Some(token) => Ok(Some(token)),
            None => self.scan(),
        }
    }

    fn scan(&mut self) -> Result<Option<Token<'text>>, RecordError> {
        let rest = &self.text[self.at..];
        let begins = rest.trim_start();
        self.at += rest.len() - begins.len();
        let at = self.at;
        let Some(first) = begins.chars().next() else {
            return Ok(None);
        };
        let kind = match first {
            '[' => self.tag()?,
            '{' => {
                let length = begins
                    .find('}')
                    .ok_or_else(|| self.error(at, Fault::OpenComment))?;
                self.at += length + 1;
                TokenKind::Comment(words(&begins[1..length]))
            }
            ';' => {
                let length = begins.find('\n').unwrap_or(begins.len());
                self.at += length;
                // Braces would end the comment early when it is printed.
                TokenKind::Comment(words(&begins[1..length].replace(['{', '}'], " ")))
            }
            '(' => {
                self.at += 1;
                TokenKind::Open
            }
            ')' => {
                self.at += 1;
                TokenKind::Close
            }
            '$' | '!' | '?' => self.glyph()?,
            _ => self.word(),
        };
        Ok(Some(Token { at, kind }))
    }

    /// Takes what stands before the next space or sign of its own.
    fn take_word(&mut self) -> &'text str {
        let rest = &self.text[self.at..];
        let ends = |c: char| {
            let sign = matches!(c, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '!' | '?' | '$');
            sign || c.is_whitespace()
        };
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let length = rest[first..]
            .find(ends)
            .map_or(rest.len(), |found| first + found);
        self.at += length;
        &rest[..length]
    }

    /// A result, a move, or a move number, which is left out.
    fn word(&mut self) -> TokenKind<'text> {
        let word = self.take_word();
        if let Some(result) = RESULTS.into_iter().find(|result| *result == word) {
            return TokenKind::Result(result);
        }
        let unnumbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
        match unnumbered.strip_prefix('.') {
            Some(dotted) if unnumbered.len() < word.len() => {
                TokenKind::Word(dotted.trim_start_matches('.'))
            }
            _ => TokenKind::Word(word),
        }
    }

    fn glyph(&mut self) -> Result<TokenKind<'text>, RecordError> {
        let at = self.at;
        let rest = &self.text[at..];
        let is_sign = |c: char| c == '!' || c == '?';
        let signs = rest.find(|c| !is_sign(c)).unwrap_or(rest.len());
        let number = if signs > 0 {
            self.at += signs;
            let known = SUFFIXES.iter().position(|suffix| *suffix == &rest[..signs]);
            known.map(|index| index as u8 + 1)
        } else {
            self.take_word()[1..].parse().ok()
        };
        let fault = || Fault::Glyph {
            text: Excerpt::of(&rest[..self.at - at]),
        };
        let number = number.ok_or_else(|| self.error(at, fault()))?;
        Ok(TokenKind::Glyph(number))
    }

    /// `[Name "value"]`, with `\"` and `\\` in the value.
    fn tag(&mut self) -> Result<TokenKind<'text>, RecordError> {
        let at = self.at;
        let rest = &self.text[at..];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let fault = || Fault::Tag {
            text: Excerpt::of(line.trim_end()),
        };
        let parsed = parse_tag(line).ok_or_else(|| self.error(at, fault()))?;
        let (name, value, length) = parsed;
        self.at += length;
        Ok(TokenKind::Tag { name, value })
    }
}

/// Name, value and length of a tag at the beginning of a line.
fn parse_tag(line: &str) -> Option<(&str, String, usize)> {
    let inside = line.strip_prefix('[')?.trim_start();
    let name_end = inside.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
    let (name, rest) = inside.split_at(name_end);
    let quoted = rest.trim_start().strip_prefix('"')?;
    let mut value = String::new();
    let mut chars = quoted.char_indices();
    let end = loop {
        match chars.next()? {
            (end, '"') => break end,
            (_, '\\') => value.push(
                chars
                    .next()
                    .map(|(_, c)| c)
                    .filter(|c| "\"\\".contains(*c))?,
            ),
            (_, c) if c.is_control() => return None,
            (_, c) => value.push(c),
        }
    };
    let after = quoted[end + 1..].trim_start().strip_prefix(']')?;
    (!name.is_empty()).then(|| (name, value, line.len() - after.len()))
}

/// The words of a comment with one space between them.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
