use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use play::arena::Tally;
use serde_json::Value;

/// Results that were measured, kept in a file with one line of JSON each.
#[derive(Debug, Default)]
pub struct Results {
    kept: Vec<Value>,
    file: Option<PathBuf>,
}

/// Why a file is not taken for one of results.
#[derive(Debug)]
pub enum ResultsError {
    /// It cannot be read.
    Io(io::Error),
    /// It has a line that is something else.
    NotAResult {
        /// The number of the line, the first being 1.
        line: usize,
    },
}

impl From<io::Error> for ResultsError {
    fn from(error: io::Error) -> ResultsError {
        ResultsError::Io(error)
    }
}

impl Results {
    /// Those of a file; none where there is no file yet. A line that was broken off is skipped and
    /// measured again.
    pub fn open(path: &Path) -> Result<Results, ResultsError> {
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            read => read?,
        };
        let mut kept = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            match serde_json::from_str(text) {
                Ok(value) => kept.push(value),
                Err(_) if text.starts_with('{') || text.is_empty() => {}
                Err(_) => return Err(ResultsError::NotAResult { line }),
            }
        }
        Ok(Results {
            kept,
            file: Some(path.to_owned()),
        })
    }

    /// Where they are kept; empty when they are not.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.file.as_deref().unwrap_or(Path::new(""))
    }

    /// The result with this key, and how many of its games are unlike all the others.
    pub(super) fn get(&self, key: &Value) -> Option<(Tally, u32)> {
        let kept = self.kept.iter();
        let mut same = kept.filter(|kept| kept.get("key") == Some(key));
        same.find_map(|kept| {
            let number = |name: &str| u32::try_from(kept.get(name)?.as_u64()?).ok();
            let tally = Tally {
                wins: number("wins")?,
                draws: number("draws")?,
                losses: number("losses")?,
            };
            Some((tally, number("different")?))
        })
    }

    /// Adds a line to the file, behind one that was broken off too.
    pub(super) fn keep(&mut self, row: &Value) -> io::Result<()> {
        let Some(path) = &self.file else {
            return Ok(());
        };
        let cut = fs::read(path).is_ok_and(|bytes| bytes.last().is_some_and(|last| *last != b'\n'));
        let begin = if cut { "\n" } else { "" };
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        file.write_all(format!("{begin}{row}\n").as_bytes())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use serde_json::json;

    use super::*;

    fn row(key: u32) -> Value {
        json!({ "key": key, "wins": 3, "draws": 2, "losses": 1, "different": 6 })
    }

    #[test]
    fn a_line_that_was_broken_off_is_measured_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("levels.jsonl");
        let mut results = Results::open(&path).unwrap();
        results.keep(&row(1)).unwrap();
        results.keep(&row(2)).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, &text[..text.len() - 9]).unwrap();
        let mut results = Results::open(&path).unwrap();
        let known = |results: &Results| [1, 2].map(|key| results.get(&json!(key)).is_some());
        assert_eq!(known(&results), [true, false]);
        results.keep(&row(2)).unwrap();
        assert_eq!(known(&Results::open(&path).unwrap()), [true, true]);
    }

    #[test]
    fn another_file_is_not_taken_for_results() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("levels.jsonl");
        fs::write(&path, format!("{}\nsomething else\n", row(1))).unwrap();
        let refused = Results::open(&path).unwrap_err();
        assert!(matches!(refused, ResultsError::NotAResult { line: 2 }));
    }
}
