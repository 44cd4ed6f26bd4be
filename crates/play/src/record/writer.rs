use std::fmt;

use game::Side;

use super::snapshots::number;
use super::{Line, Record};

/// Columns of a line of moves.
const WIDTH: usize = 80;

impl fmt::Display for Record {
    /// The one printed form: tags, an empty line, the moves with the result.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")
        };
        tag("Setup", &self.setup.to_string())?;
        for (name, value) in &self.tags {
            tag(name, value)?;
        }
        if let Some(position) = &self.position {
            tag("Position", position)?;
        }
        tag("Result", self.ending.result())?;
        if let Some([white, black]) = self.points {
            tag("Score", &format!("{white}-{black}"))?;
        }
        tag("Termination", self.ending.termination())?;
        let mut layout = Layout::default();
        layout.line(&self.line, self.first_ply());
        layout.word(self.ending.result());
        write!(f, "\n{}\n", layout.text)
    }
}

impl Record {
    /// 0 when white has the first move of the record, 1 when black has.
    pub(super) fn first_ply(&self) -> usize {
        self.start().map_or(0, |session| match session.turn() {
            Side::White => 0,
            Side::Black => 1,
        })
    }
}

/// Words set into lines; brackets stand close to what they enclose.
#[derive(Default)]
struct Layout {
    text: String,
    column: usize,
    /// Whether the next word follows an opening bracket.
    opened: bool,
}

impl Layout {
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if !self.opened && !self.text.is_empty() {
            let fits = self.column + 1 + length <= WIDTH;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text.push_str(word);
        self.column += length;
        self.opened = false;
    }

    fn open(&mut self, bracket: &str) {
        self.word(bracket);
        self.opened = true;
    }

    fn close(&mut self, bracket: char) {
        self.text.push(bracket);
        self.column += 1;
        self.opened = false;
    }

    /// A line whose first move is at `ply`.
    fn line(&mut self, line: &Line, ply: usize) {
        self.comments(&line.comments);
        let mut numbered = false;
        for (ply, node) in (ply..).zip(&line.moves) {
            if ply.is_multiple_of(2) || !numbered {
                self.word(&number(ply));
            }
            self.word(&node.played);
            for glyph in &node.glyphs {
                self.word(&format!("${glyph}"));
            }
            self.comments(&node.comments);
            for variation in &node.variations {
                self.open("(");
                self.line(variation, ply);
                self.close(')');
            }
            // After an interruption black's move gets its number again.
            numbered = node.comments.is_empty() && node.variations.is_empty();
        }
    }

    fn comments(&mut self, comments: &[String]) {
        for comment in comments {
            self.open("{");
            comment.split_whitespace().for_each(|word| self.word(word));
            self.close('}');
        }
    }
}
