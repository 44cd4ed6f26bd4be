use engine::Resources;
use engine::moulin::{Limits as Ahead, SearchResult, Searcher, knowledge, reasons};
use game::{Game, Notation};
use moulin::{Moulin, Move};

use super::{AnalysisError, Judged, Limits, Mind, Thought, Value};
use crate::Session;
use crate::opponent::replay;
use crate::text::{self, Text};

/// Thinks about the mill family.
pub(super) struct Thinking {
    game: Moulin,
    searcher: Searcher,
}

impl Thinking {
    pub(super) fn new(game: &Moulin, resources: &Resources) -> Thinking {
        let searcher = Searcher::new(game, resources.memory, resources.threads).with_network();
        Thinking {
            game: *game,
            searcher: searcher.with_probe(knowledge(game.rules(), &resources.shared)),
        }
    }
}

impl Mind for Thinking {
    fn think(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, AnalysisError> {
        let played = replay(&self.game, session).map_err(AnalysisError::Refused)?;
        let recent = played.recent();
        let (position, history) = recent.split_last().ok_or(AnalysisError::Stopped)?;
        let game = self.game;
        if let Some(outcome) = session.outcome() {
            let value = match outcome.winner {
                None => Value::Draw,
                Some(winner) if winner == position.turn() => Value::Win(0),
                Some(_) => Value::Loss(0),
            };
            return Ok(Thought {
                value,
                moves: Vec::new(),
                nodes: 0,
                time: std::time::Duration::ZERO,
            });
        }
        let ahead = Ahead {
            depth: limits.depth,
            nodes: limits.nodes,
            lines: limits.lines,
            ..Ahead::until(&limits.stop)
        };
        let told = &mut |answer: &SearchResult| progress(&thought(game, answer));
        let answer = self.searcher.search(history, position, &ahead, told);
        let answer = answer.ok_or(AnalysisError::Stopped)?;
        Ok(thought(game, &answer))
    }
}

fn thought(game: Moulin, answer: &SearchResult) -> Thought {
    let texts = |moves: &[Move]| moves.iter().map(|played| game.move_text(*played)).collect();
    let mut moves: Vec<Judged> = answer
        .lines
        .iter()
        .filter_map(|line| {
            let (first, rest) = line.moves.split_first()?;
            Some(Judged {
                played: game.move_text(*first),
                value: line.score.into(),
                line: texts(rest),
                limit_first: line.limit_first,
            })
        })
        .collect();
    moves.sort_by_cached_key(Judged::order);
    Thought {
        value: answer.score().into(),
        moves,
        nodes: answer.nodes,
        time: answer.time,
    }
}

/// Why a move is good or bad, given how play goes on after it; nothing for texts that are no
/// moves here.
pub(super) fn why(game: &Moulin, position: &str, played: &str, line: &[String]) -> Option<Text> {
    let position = game.read_position(position).ok()?;
    let played = game.read_move(&position, played).ok()?;
    let mut moves = Vec::new();
    let mut next = game.play(&position, played);
    for text in line {
        let reply = game.read_move(&next, text).ok()?;
        next = game.play(&next, reply);
        moves.push(reply);
    }
    let found = reasons(game, &position, played, &moves);
    Some(text::why(game, position.turn(), &found))
}
