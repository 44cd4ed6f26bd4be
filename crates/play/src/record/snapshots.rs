use super::Record;
use crate::{Refusal, Session};

/// A match as it stood at some moment of a record.
pub struct Snapshot {
    /// The match up to then.
    pub session: Box<dyn Session>,
    /// The move that led there, with its number (`3. Eb2`, `3... Lc2`); `None` at the beginning.
    pub label: Option<String>,
}

impl Record {
    /// A match where the record begins.
    pub fn start(&self) -> Result<Box<dyn Session>, Refusal> {
        match &self.position {
            None => Ok(self.setup.session()),
            Some(position) => self.setup.session_from(position),
        }
    }

    /// The match before the first move and after each move of the main line.
    pub fn snapshots(&self) -> Result<Vec<Snapshot>, Refusal> {
        let mut session = self.start()?;
        let mut snapshots = vec![Snapshot {
            session: session.fork(),
            label: None,
        }];
        for (ply, played) in (self.first_ply()..).zip(self.main_line()) {
            let played = session.play(played)?;
            snapshots.push(Snapshot {
                session: session.fork(),
                label: Some(format!("{} {played}", number(ply))),
            });
        }
        Ok(snapshots)
    }
}

/// `3. Eb2 Lc2 4. Pc3`: a number for each of white's moves, and for black's where it comes first.
pub(crate) fn move_line(snapshots: &[Snapshot]) -> String {
    let labels = snapshots
        .iter()
        .filter_map(|snapshot| snapshot.label.as_deref());
    let word = |(index, label): (usize, &str)| match label.split_once("... ") {
        Some((_, played)) if index > 0 => played.to_owned(),
        _ => label.to_owned(),
    };
    let words: Vec<String> = labels.enumerate().map(word).collect();
    words.join(" ")
}

/// The number before a move: `3.` for white, `3...` for black.
pub(super) fn number(ply: usize) -> String {
    let dots = if ply.is_multiple_of(2) { "." } else { "..." };
    format!("{}{dots}", ply / 2 + 1)
}
