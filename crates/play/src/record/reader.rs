use game::{Excerpt, Outcome, Reason};

use super::scanner::{Scanner, Token, TokenKind};
use super::{Ending, Fault, Line, Node, OWN_TAGS, Record, RecordError, UNFINISHED};
use crate::{Families, Session};

/// Variations inside variations, and no deeper.
const DEEPEST: usize = 100;

/// The games of a text, one after the other. After an error there are no more.
pub struct Records<'text> {
    families: Families,
    scanner: Scanner<'text>,
    games: usize,
    failed: bool,
}

impl<'text> Records<'text> {
    /// The games of this text, of these families.
    #[must_use]
    pub fn new(text: &'text str, families: &Families) -> Records<'text> {
        Records {
            families: families.clone(),
            scanner: Scanner::new(text),
            games: 0,
            failed: false,
        }
    }
}

impl Iterator for Records<'_> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Result<Record, RecordError>> {
        if self.failed {
            return None;
        }
        let record = match self.scanner.peek() {
            Ok(None) if self.games > 0 => return None,
            Ok(None) => Err(self.scanner.error(self.scanner.end(), Fault::Empty)),
            Ok(Some(_)) => read_game(&mut self.scanner, &self.families),
            Err(error) => Err(error),
        };
        self.failed = record.is_err();
        self.games += 1;
        Some(record)
    }
}

/// A tag's value and where the tag begins.
struct Tag {
    at: usize,
    value: String,
}

/// The tags of one game.
struct Tags {
    own: [Option<Tag>; OWN_TAGS.len()],
    others: Vec<(String, String)>,
}

impl Tags {
    fn take(&mut self, name: &str) -> Option<Tag> {
        let index = OWN_TAGS.iter().position(|own| *own == name)?;
        self.own[index].take()
    }
}

fn read_game(scanner: &mut Scanner<'_>, families: &Families) -> Result<Record, RecordError> {
    let mut tags = read_tags(scanner)?;
    let moves_at = scanner
        .peek()?
        .map(|token| token.at)
        .unwrap_or(scanner.end());
    let Some(setup_tag) = tags.take("Setup") else {
        return Err(scanner.error(moves_at, Fault::NoSetup));
    };
    let refused = |error| scanner.error(setup_tag.at, Fault::Setup(error));
    let setup = families.setup(&setup_tag.value).map_err(refused)?;
    let session = match tags.take("Position") {
        None => setup.session(),
        Some(tag) => setup
            .session_from(&tag.value)
            .map_err(|refusal| scanner.error(tag.at, Fault::Position(refusal)))?,
    };
    let mut reader = Reader { scanner, session };
    let line = reader.read_line(0)?;
    let end = reader.scanner.next()?;
    let Some(Token {
        at,
        kind: TokenKind::Result(written),
    }) = end
    else {
        let at = end.map_or(reader.scanner.end(), |token| token.at);
        return Err(reader.scanner.error(at, Fault::NoResult));
    };
    let session = reader.session;
    let ending = read_ending(scanner, &mut tags, written, at, session.as_ref())?;
    if let Some(tag) = tags.take("Score") {
        let points = session.points();
        if points
            .map(|[white, black]| format!("{white}-{black}"))
            .as_ref()
            != Some(&tag.value)
        {
            let written = Excerpt::of(&tag.value);
            return Err(scanner.error(tag.at, Fault::Score { written, points }));
        }
    }
    Ok(Record {
        setup,
        position: session.start(),
        tags: tags.others,
        line,
        ending,
        points: session.points(),
    })
}

fn read_tags(scanner: &mut Scanner<'_>) -> Result<Tags, RecordError> {
    let mut tags = Tags {
        own: [const { None }; OWN_TAGS.len()],
        others: Vec::new(),
    };
    while let Some(Token {
        at,
        kind: TokenKind::Tag { name, value },
    }) = scanner.peek()?
    {
        scanner.next()?;
        let own = OWN_TAGS.iter().position(|own| *own == name);
        let twice = match own {
            Some(index) => tags.own[index].replace(Tag { at, value }).is_some(),
            None => {
                let twice = tags.others.iter().any(|(other, _)| other == name);
                tags.others.push((name.to_owned(), value));
                twice
            }
        };
        if twice {
            let name = Excerpt::of(name);
            return Err(scanner.error(at, Fault::TagTwice { name }));
        }
    }
    Ok(tags)
}

/// Reads moves and plays them.
struct Reader<'scanner, 'text> {
    scanner: &'scanner mut Scanner<'text>,
    session: Box<dyn Session>,
}

impl Reader<'_, '_> {
    fn fault<T>(&self, at: usize, fault: Fault) -> Result<T, RecordError> {
        Err(self.scanner.error(at, fault))
    }

    /// Reads up to the result of the game, or to the end of a variation at `depth` 1 and more.
    fn read_line(&mut self, depth: usize) -> Result<Line, RecordError> {
        let mut line = Line::default();
        loop {
            let Some(Token { at, kind }) = self.scanner.peek()? else {
                let fault = if depth > 0 {
                    Fault::OpenVariation
                } else {
                    Fault::NoResult
                };
                return self.fault(self.scanner.end(), fault);
            };
            match kind {
                TokenKind::Result(_) if depth == 0 => return Ok(line),
                TokenKind::Result(_) => return self.fault(at, Fault::ResultInVariation),
                TokenKind::Tag { .. } => return self.fault(at, Fault::TagAmongMoves),
                TokenKind::Close if depth == 0 => return self.fault(at, Fault::NoVariation),
                _ => self.scanner.next()?,
            };
            match (kind, line.moves.last_mut()) {
                (TokenKind::Close, _) => return Ok(line),
                (TokenKind::Comment(text), last) => {
                    last.map_or(&mut line.comments, |node| &mut node.comments)
                        .push(text);
                }
                (TokenKind::Glyph(number), Some(node)) => node.glyphs.push(number),
                (TokenKind::Open, Some(node)) => {
                    let variation = self.read_variation(at, depth, &node.played)?;
                    node.variations.push(variation);
                }
                (TokenKind::Glyph(_) | TokenKind::Open, None) => {
                    return self.fault(at, Fault::NothingBefore);
                }
                (TokenKind::Word(word), _) => {
                    if let Some(node) = self.read_move(at, word)? {
                        line.moves.push(node);
                    }
                }
                (TokenKind::Result(_) | TokenKind::Tag { .. }, _) => {}
            }
        }
    }

    /// Plays a move; a lone move number is none.
    fn read_move(&mut self, at: usize, word: &str) -> Result<Option<Node>, RecordError> {
        if word.is_empty() {
            return Ok(None);
        }
        let played = match self.session.play(word) {
            Ok(played) => played,
            Err(refusal) => {
                let text = Excerpt::of(word);
                return self.fault(at, Fault::Move { text, refusal });
            }
        };
        Ok(Some(Node::of(played)))
    }

    /// Reads what could have been played instead of the last move.
    fn read_variation(
        &mut self,
        at: usize,
        depth: usize,
        instead_of: &str,
    ) -> Result<Line, RecordError> {
        if depth == DEEPEST {
            return self.fault(at, Fault::TooDeep { most: DEEPEST });
        }
        self.session.take_back();
        let line = self.read_line(depth + 1)?;
        for _ in &line.moves {
            self.session.take_back();
        }
        match self.session.play(instead_of) {
            Ok(_) => Ok(line),
            Err(refusal) => {
                let text = Excerpt::of(instead_of);
                self.fault(at, Fault::Move { text, refusal })
            }
        }
    }
}

/// Holds the result and the tags about it against how the moves ended.
fn read_ending(
    scanner: &Scanner<'_>,
    tags: &mut Tags,
    written: &'static str,
    at: usize,
    session: &dyn Session,
) -> Result<Ending, RecordError> {
    if let Some(tag) = tags.take("Result") {
        let text = Excerpt::of(&tag.value);
        if !["1-0", "0-1", "1/2-1/2", "*"].contains(&tag.value.as_str()) {
            return Err(scanner.error(tag.at, Fault::UnknownResult { text }));
        }
        if tag.value != written {
            let end = written;
            return Err(scanner.error(tag.at, Fault::ResultTag { tag: text, end }));
        }
    }
    let termination = tags.take("Termination");
    let unknown = termination.as_ref().filter(|tag| {
        tag.value != UNFINISHED && Reason::from_tag(&tag.value, session.endings()).is_none()
    });
    if let Some(tag) = unknown {
        let text = Excerpt::of(&tag.value);
        return Err(scanner.error(tag.at, Fault::UnknownTermination { text }));
    }
    let ending = match session.outcome() {
        Some(outcome) if outcome.result() != written => {
            let fault = Fault::Result {
                written,
                result: outcome.result(),
                how: session.sentence(),
            };
            return Err(scanner.error(at, fault));
        }
        Some(outcome) => Some(Ending::Over(outcome)),
        None => agreed(written, termination.as_ref().map(|tag| tag.value.as_str())),
    };
    match (ending, termination) {
        (Some(ending), None) => Ok(ending),
        (Some(ending), Some(tag)) if tag.value == ending.termination() => Ok(ending),
        (ending, Some(tag)) => {
            let written = Excerpt::of(&tag.value);
            Err(scanner.error(tag.at, Fault::Termination { written, ending }))
        }
        (None, None) => Err(scanner.error(at, Fault::Unexplained { written })),
    }
}

/// The ending the players gave to a game that its moves do not end.
fn agreed(written: &str, termination: Option<&str>) -> Option<Ending> {
    use game::Side::{Black, White};
    let reason = termination.and_then(|tag| Reason::from_tag(tag, &[]));
    let won = matches!(
        reason,
        Some(Reason::Resignation | Reason::Time | Reason::Abandoned)
    );
    match (written, reason) {
        ("*", Some(Reason::Abandoned)) => Some(Ending::Abandoned),
        ("*", _) => Some(Ending::Unfinished),
        ("1-0", Some(reason)) if won => Some(Ending::Over(Outcome::win(White, reason))),
        ("0-1", Some(reason)) if won => Some(Ending::Over(Outcome::win(Black, reason))),
        ("1/2-1/2", Some(Reason::Agreement)) => {
            Some(Ending::Over(Outcome::draw(Reason::Agreement)))
        }
        _ => None,
    }
}
