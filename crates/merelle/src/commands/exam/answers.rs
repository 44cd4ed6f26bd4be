use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::path::Path;

use anyhow::Context;

/// Answers that were given, kept in a file: a line each, `SETUP PLAYER@EDITION POSITION MOVE`.
///
/// The edition changes with what players know and how they judge. What was answered with tables is
/// kept under another player's name.
pub(super) struct Answers {
    given: HashMap<String, String>,
    file: Option<File>,
}

impl Answers {
    /// Those of a file, which is made if it is not there. A last line that was cut is asked again.
    pub(super) fn open(path: Option<&Path>) -> anyhow::Result<Answers> {
        let Some(path) = path else {
            return Ok(Answers {
                given: HashMap::new(),
                file: None,
            });
        };
        let shown = || path.display().to_string();
        let given = read(path).with_context(shown)?;
        let file = OpenOptions::new().append(true).create(true).open(path);
        let mut file = file.with_context(shown)?;
        // A line that was cut ends here, whatever it says.
        if !given.whole {
            file.write_all(b"\n").with_context(shown)?;
        }
        Ok(Answers {
            given: given.lines,
            file: Some(file),
        })
    }

    /// The move that was given to a question.
    pub(super) fn get(&self, question: &str) -> Option<&str> {
        self.given.get(question).map(String::as_str)
    }

    /// Keeps a move.
    pub(super) fn keep(&mut self, question: &str, played: &str) -> io::Result<()> {
        if let Some(file) = &mut self.file {
            file.write_all(format!("{question} {played}\n").as_bytes())?;
        }
        Ok(())
    }
}

struct Given {
    lines: HashMap<String, String>,
    /// Whether the last line has its end.
    whole: bool,
}

fn read(path: &Path) -> io::Result<Given> {
    let mut given = Given {
        lines: HashMap::new(),
        whole: true,
    };
    let file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(given),
        file => file?,
    };
    let mut file = BufReader::new(file);
    let mut line = String::new();
    while file.read_line(&mut line)? > 0 {
        given.whole = line.ends_with('\n');
        if let (true, Some((question, played))) = (given.whole, line.trim_end().rsplit_once(' ')) {
            given.lines.insert(question.to_owned(), played.to_owned());
        }
        line.clear();
    }
    Ok(given)
}
