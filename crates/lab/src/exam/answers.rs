use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::path::Path;

/// Answers that were given, kept in a file with one line each: `SETUP PLAYER@EDITION POSITION MOVE`.
///
/// The edition changes with what players know and how they judge. What was answered with tables is
/// kept under another player's name.
#[derive(Debug, Default)]
pub struct Answers {
    given: HashMap<String, String>,
    file: Option<File>,
}

impl Answers {
    /// Those of a file, which is made if it is not there. A last line that was cut is asked again.
    pub fn open(path: &Path) -> io::Result<Answers> {
        let given = read(path)?;
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        // A line that was cut ends here, whatever it says.
        if !given.whole {
            file.write_all(b"\n")?;
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_cut_line_is_asked_again_and_ends_before_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("answers.txt");
        let mut answers = Answers::open(&path).unwrap();
        answers.keep("a question", "d6").unwrap();
        answers.keep("another question", "d6-d7").unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.trim_end()).unwrap();
        let mut answers = Answers::open(&path).unwrap();
        assert_eq!(answers.get("a question"), Some("d6"));
        assert_eq!(answers.get("another question"), None);
        answers.keep("another question", "d6-d5").unwrap();
        let answers = Answers::open(&path).unwrap();
        assert_eq!(answers.get("another question"), Some("d6-d5"));
    }
}
