//! The example games, each a record with notes that belong to its moves.

use super::{Block, Diagram};
use crate::record::{Record, Snapshot, move_line};
use crate::text::Text;
use crate::{Families, Family, Lang, Match, Session, Setup};

/// A recorded game and what there is to say about it.
pub struct Example {
    record: Record,
    notes: Vec<Note>,
}

/// Some sentences about the position after a move.
pub struct Note {
    /// The move: the first such one after that of the note before.
    pub played: &'static str,
    /// The sentences.
    pub text: Text,
}

impl Example {
    /// A record of a game of this setup, with notes in the order of its moves.
    ///
    /// # Panics
    ///
    /// When the record is refused: the rulebook's own examples are read in its tests.
    #[must_use]
    pub fn new<G: Family>(record: &str, notes: Vec<Note>) -> Example {
        let records = Record::read_all(record, &Families::none().with::<G>());
        let mut records = records.unwrap_or_else(|error| panic!("{:?}", error.text()));
        Example {
            record: records.remove(0),
            notes,
        }
    }

    /// Which game was played.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.record.setup
    }

    /// The game before the first move and after each.
    pub(crate) fn snapshots(&self) -> Vec<Snapshot> {
        let snapshots = self.record.snapshots();
        snapshots.unwrap_or_else(|refusal| panic!("{refusal:?}"))
    }

    /// A match of this game that goes like the record until a move was made for the first time;
    /// `None` where the game refuses a move, or where that one was never made.
    #[must_use]
    pub fn until<G: Family>(&self, game: &G, played: &str) -> Option<Match<G>> {
        let mut until = Match::new(game.clone());
        for text in self.record.main_line() {
            Session::play(&mut until, text).ok()?;
            if text == played {
                return Some(until);
            }
        }
        None
    }

    /// The moves up to each note, the board there, and the note.
    ///
    /// # Panics
    ///
    /// When a note belongs to no move: the tests of the rulebook read every example.
    #[must_use]
    pub fn blocks(&self, lang: Lang) -> Vec<Block> {
        let snapshots = self.snapshots();
        let mut rest = &snapshots[1..];
        let mut blocks = Vec::new();
        for note in &self.notes {
            let here = rest
                .iter()
                .position(|snapshot| snapshot.is_after(note.played));
            let here = here.unwrap_or_else(|| panic!("{} is not played", note.played));
            let (moves, later) = rest.split_at(here + 1);
            blocks.push(Block::Moves(move_line(moves)));
            let session = rest[here].session.fork();
            let caption = note.text.get(lang);
            blocks.push(Block::Diagrams(vec![Diagram::of(session, caption)]));
            rest = later;
        }
        blocks
    }
}

impl Snapshot {
    /// Whether this move has led there.
    fn is_after(&self, played: &str) -> bool {
        let history = self.session.history();
        history.last().is_some_and(|last| last == played)
    }
}

impl Note {
    /// A note from both languages.
    #[must_use]
    pub fn new(played: &'static str, english: &str, french: &str) -> Note {
        Note {
            played,
            text: Text::new(english, french),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families::{mijnlieff, moulin};
    use crate::record::Ending;

    fn examples() -> Vec<Example> {
        let mills = ::moulin::SHEETS.map(|(_, rules)| moulin::example(&rules));
        [mijnlieff::example()].into_iter().chain(mills).collect()
    }

    #[test]
    fn every_note_finds_its_move_and_the_end_is_told() {
        for example in examples() {
            let noted = example.blocks(Lang::EN);
            let told: Vec<&str> = noted.iter().filter_map(moves).collect();
            let told: Vec<&str> = told.iter().flat_map(|line| line.split(' ')).collect();
            let told: Vec<&str> = told
                .into_iter()
                .filter(|word| !word.ends_with('.'))
                .collect();
            assert_eq!(told, example.record.main_line());
        }
    }

    fn moves(block: &Block) -> Option<&str> {
        match block {
            Block::Moves(line) => Some(line),
            _ => None,
        }
    }

    #[test]
    fn every_sheet_has_a_finished_game_of_its_own() {
        let mut setups = Vec::new();
        for example in examples() {
            assert!(matches!(example.record.ending, Ending::Over(_)));
            setups.push(example.record.setup.to_string());
        }
        setups.sort();
        let all = [
            "mijnlieff",
            "moulin:barreau",
            "moulin:classique",
            "moulin:envol",
        ];
        assert_eq!(setups, all);
    }

    #[test]
    fn blacks_move_has_its_number_only_where_it_comes_first() {
        let snapshots = mijnlieff::example().snapshots();
        assert_eq!(move_line(&snapshots[1..4]), "1. La1 Ea3 2. La2");
        assert_eq!(move_line(&snapshots[2..4]), "1... Ea3 2. La2");
    }
}
