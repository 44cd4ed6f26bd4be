use game::{Game, Notation};
use moulin::{Moulin, Move, Position};
use tables::Wdl;

use super::phase::Phase;

/// A position in which some legal move gives away what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Its part of the game.
    pub phase: Phase,
    /// The position.
    pub position: Position,
    /// The moves that keep its value: at least one, and not all.
    keeping: Vec<Move>,
}

/// A line that is no question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuestionError;

impl Question {
    /// The question that a position asks, given what the positions after its moves are worth to who
    /// is to move there; none if every move is as good as any other.
    pub fn new<E>(
        moulin: &Moulin,
        phase: Phase,
        position: Position,
        mut wdl: impl FnMut(&Position) -> Result<Wdl, E>,
    ) -> Result<Option<Question>, E> {
        let mut judged = Vec::new();
        for played in moulin.moves(&position) {
            let after = wdl(&moulin.play(&position, played))?;
            judged.push((after.before(), played));
        }
        let best = judged.iter().map(|(wdl, _)| *wdl).max();
        let keeping = judged.iter().filter(|(wdl, _)| Some(*wdl) == best);
        let keeping: Vec<Move> = keeping.map(|(_, played)| *played).collect();
        let asks = keeping.len() < judged.len();
        Ok(asks.then_some(Question {
            phase,
            position,
            keeping,
        }))
    }

    /// Whether a move keeps the value.
    #[must_use]
    pub fn is_kept_by(&self, played: Move) -> bool {
        self.keeping.contains(&played)
    }

    /// Whether only one move keeps the value.
    #[must_use]
    pub fn has_one_answer(&self) -> bool {
        self.keeping.len() == 1
    }

    /// `PHASE POSITION MOVE…`: the moves that keep the value, or where those are most, `but MOVE…`
    /// with the moves that do not.
    #[must_use]
    pub fn text(&self, moulin: &Moulin) -> String {
        let moves = moulin.moves(&self.position);
        let kept = self.keeping.len() <= moves.len() / 2;
        let mut words = vec![self.phase.to_string(), moulin.position_text(&self.position)];
        if !kept {
            words.push(BUT.to_owned());
        }
        let told = moves.into_iter();
        let told = told.filter(|played| self.is_kept_by(*played) == kept);
        words.extend(told.map(|played| moulin.move_text(played)));
        words.join(" ")
    }

    /// Reads a [`text`](Question::text).
    pub fn read(moulin: &Moulin, line: &str) -> Result<Question, QuestionError> {
        let mut words = line.split(' ');
        let mut word = || words.next().ok_or(QuestionError);
        let phase = word()?.parse().map_err(|()| QuestionError)?;
        let position = moulin.read_position(word()?).map_err(|_| QuestionError)?;
        let mut told: Vec<&str> = words.collect();
        let but = told.first() == Some(&BUT);
        if but {
            told.remove(0);
        }
        let told = told.into_iter().map(|text| {
            let played = moulin.read_move(&position, text);
            played.map_err(|_| QuestionError)
        });
        let told = told.collect::<Result<Vec<Move>, QuestionError>>()?;
        let mut keeping = moulin.moves(&position);
        let all = keeping.len();
        keeping.retain(|played| told.contains(played) != but);
        if told.is_empty() || keeping.is_empty() || keeping.len() == all {
            return Err(QuestionError);
        }
        Ok(Question {
            phase,
            position,
            keeping,
        })
    }
}

/// Before moves that give the value away.
const BUT: &str = "but";
