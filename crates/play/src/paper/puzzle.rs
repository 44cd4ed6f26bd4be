use std::ops::Range;
use std::time::Duration;

use super::Solution;
use crate::analysis::{AnalysisError, Analyst};
use crate::record::{Node, Record, RecordError, Snapshot};
use crate::text::Text;
use crate::{Families, Lang, Refusal, Session, SetupError};

/// A position for a sheet of diagrams.
pub struct Puzzle {
    /// The match up to then.
    pub session: Box<dyn Session>,
    /// What the reader is to do with it.
    pub purpose: Purpose,
}

/// What the reader of a diagram is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To look at it: the move that led there, none at the beginning.
    Look(Option<String>),
    /// To find the move: the solution, where one is known.
    Find(Option<Solution>),
}

impl Purpose {
    /// What is to be found, where it is known.
    #[must_use]
    pub fn solution(&self) -> Option<&Solution> {
        match self {
            Purpose::Look(_) => None,
            Purpose::Find(solution) => solution.as_ref(),
        }
    }
}

/// Why a text gives no puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleError {
    /// There is nothing in it.
    Empty,
    /// A record is refused.
    Record(RecordError),
    /// A line begins with no setup.
    Setup {
        /// The line, from 1 on.
        line: usize,
        /// Why.
        error: SetupError,
    },
    /// A position or a move is refused.
    Refused {
        /// The line, from 1 on; the first of the file for a record.
        line: usize,
        /// Why.
        refusal: Refusal,
    },
}

impl PuzzleError {
    /// The reason for people.
    #[must_use]
    pub fn text(&self) -> Text {
        let at = |line: &usize, reason: &Text| {
            let place = Text::new(format!("line {line}:"), format!("ligne {line} :"));
            place.then(reason)
        };
        match self {
            PuzzleError::Empty => Text::new("no position in it", "aucune position"),
            PuzzleError::Record(error) => error.text(),
            PuzzleError::Setup { line, error } => at(line, &error.text()),
            PuzzleError::Refused { line, refusal } => {
                let reason = [Lang::EN, Lang::FR].map(|lang| refusal.line(lang));
                let [english, french] = reason;
                at(line, &Text::new(english, french))
            }
        }
    }
}

/// `!`, `!!` and `!?` as records number them: moves worth finding.
const GOOD: [u8; 3] = [1, 3, 5];

impl Puzzle {
    /// The puzzles of a text: records, or a line for each position: `SETUP POSITION [MOVE …]`, the
    /// moves being the solution. Lines that begin with `#` are passed over.
    pub fn read_all(text: &str, families: &Families) -> Result<Vec<Puzzle>, PuzzleError> {
        let puzzles = if text.trim_start().starts_with('[') {
            let records = Record::read_all(text, families).map_err(PuzzleError::Record)?;
            let mut puzzles = Vec::new();
            for record in &records {
                let refused = |refusal| PuzzleError::Refused { line: 1, refusal };
                puzzles.extend(Puzzle::of_record(record).map_err(refused)?);
            }
            puzzles
        } else {
            let lines = (1..).zip(text.lines().map(str::trim));
            let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
            lines
                .map(|(number, line)| Puzzle::of_line(number, line, families))
                .collect::<Result<Vec<_>, _>>()?
        };
        if puzzles.is_empty() {
            return Err(PuzzleError::Empty);
        }
        Ok(puzzles)
    }

    /// The puzzles of a record. Moves marked `!`, `!!` or `!?` are to be found; where none is, a
    /// record that begins in a position of its own asks for its moves, given or not; any other is shown move by
    /// move.
    pub fn of_record(record: &Record) -> Result<Vec<Puzzle>, Refusal> {
        let snapshots = record.snapshots()?;
        let nodes = &record.line.moves;
        let good = |node: &Node| node.glyphs.iter().any(|glyph| GOOD.contains(glyph));
        let find = |plies: Range<usize>| Puzzle {
            session: snapshots[plies.start].session.fork(),
            purpose: Purpose::Find(solution(&snapshots, nodes, plies)),
        };
        let marked = (0..nodes.len()).filter(|ply| good(&nodes[*ply]));
        let puzzles: Vec<Puzzle> = marked.map(|ply| find(ply..ply + 1)).collect();
        if !puzzles.is_empty() {
            return Ok(puzzles);
        }
        if record.position.is_some() {
            return Ok(vec![find(0..nodes.len())]);
        }
        let look = |snapshot: &Snapshot| Puzzle {
            session: snapshot.session.fork(),
            purpose: Purpose::Look(snapshot.label.clone()),
        };
        Ok(snapshots.iter().map(look).collect())
    }

    /// Whether something is to be found here and nobody has said what.
    #[must_use]
    pub fn is_unsolved(&self) -> bool {
        self.purpose == Purpose::Find(None) && self.session.outcome().is_none()
    }

    /// Lets the computer find what is to be found, in at most so much time.
    pub fn solve(&mut self, analyst: &mut Analyst, time: Duration) -> Result<(), AnalysisError> {
        let found = Solution::find(self.session.as_ref(), analyst, time)?;
        self.purpose = Purpose::Find(found);
        Ok(())
    }

    fn of_line(number: usize, line: &str, families: &Families) -> Result<Puzzle, PuzzleError> {
        let mut words = line.split_whitespace();
        let setup = families.setup(words.next().unwrap_or_default());
        let setup = setup.map_err(|error| PuzzleError::Setup {
            line: number,
            error,
        })?;
        let refused = |refusal| PuzzleError::Refused {
            line: number,
            refusal,
        };
        let session = match words.next() {
            Some(position) => setup.session_from(position).map_err(refused)?,
            None => setup.session(),
        };
        let mut played = session.fork();
        let moves = words.map(|word| played.play(word).map_err(refused));
        let moves = moves.collect::<Result<Vec<String>, _>>()?;
        let solution = (!moves.is_empty()).then(|| Solution::Given(moves.join(" ")));
        Ok(Puzzle {
            session,
            purpose: Purpose::Find(solution),
        })
    }
}

/// Moves with what was said about them, if there are any.
fn solution(snapshots: &[Snapshot], nodes: &[Node], plies: Range<usize>) -> Option<Solution> {
    let word = |ply: usize| {
        let label = snapshots[ply + 1].label.as_deref().unwrap_or_default();
        let comments = nodes[ply].comments.iter();
        let said = comments.map(|comment| format!(" {comment}"));
        format!("{label}{}", said.collect::<String>())
    };
    let words: Vec<String> = plies.map(word).collect();
    (!words.is_empty()).then(|| Solution::Given(words.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn purposes(text: &str) -> Vec<Purpose> {
        let puzzles = Puzzle::read_all(text, &Families::standard()).unwrap();
        puzzles.into_iter().map(|puzzle| puzzle.purpose).collect()
    }

    fn find(solution: &str) -> Purpose {
        Purpose::Find(Some(Solution::Given(solution.to_owned())))
    }

    #[test]
    fn marked_moves_are_to_be_found() {
        let record = "[Setup \"moulin:classique\"]\n\n1. d6 f4! {strong} 2. d2!! (2. b4!) a1 *\n";
        assert_eq!(purposes(record), [find("1... f4 strong"), find("2. d2")]);
    }

    #[test]
    fn a_record_with_a_position_of_its_own_asks_for_its_moves() {
        let record = "[Setup \"moulin:barreau\"]\n\
                      [Position \"w=a1,d1,g4;b=b2,d2,f4;hand=0,0;turn=w\"]\n\n\
                      1. g4-g1xb2 {a mill} 1-0\n";
        assert_eq!(purposes(record), [find("1. g4-g1xb2 a mill")]);
        let bare = record.replace("1. g4-g1xb2 {a mill} 1-0", "*");
        assert_eq!(purposes(&bare), [Purpose::Find(None)]);
    }

    #[test]
    fn any_other_record_is_shown_move_by_move() {
        let record = "[Setup \"moulin:classique\"]\n\n1. d6 f4 *\n";
        let look = |label: &str| Purpose::Look(Some(label.to_owned()));
        assert_eq!(
            purposes(record),
            [Purpose::Look(None), look("1. d6"), look("1... f4")]
        );
    }

    #[test]
    fn a_line_is_a_position_and_its_solution() {
        let text = "# two positions\n\nmijnlieff w=La1;b=;turn=b;limit=La1\n\
                    moulin:barreau w=a1,d1,g4;b=b2,d2,f4;hand=0,0;turn=w G4-g1 x b2\n";
        let error = Puzzle::read_all(text, &Families::standard()).err();
        assert!(matches!(error, Some(PuzzleError::Refused { line: 4, .. })));
        let text = text.replace("G4-g1 x b2", "G4-g1xb2");
        assert_eq!(purposes(&text), [Purpose::Find(None), find("g4-g1xb2")]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        assert_eq!(
            Puzzle::read_all("# nothing\n", &Families::standard()).err(),
            Some(PuzzleError::Empty)
        );
        let error = Puzzle::read_all("mijnlieff\nchess\n", &Families::standard())
            .err()
            .unwrap();
        assert!(
            error
                .text()
                .get(Lang::FR)
                .starts_with("ligne 2\u{a0}: jeu inconnu")
        );
    }
}
