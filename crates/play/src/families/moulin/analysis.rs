use std::time::Duration;

use engine::moulin::{Knowledge, Limits as Ahead, Score, SearchResult, Searcher, knowledge};
use engine::{Resources, SharedData};
use game::Notation;
use moulin::{Moulin, Move, Position};
use tables::{Exact, Wdl};

use super::tables::table_damaged;
use crate::Match;
use crate::analysis::{Analysis, AnalysisError, GameAnalyser, Limits, RankedMove, Value};
use crate::text::Text;

/// Judges positions of the mill family by search and by what is known.
pub(super) struct MoulinAnalyser {
    game: Moulin,
    searcher: Searcher,
    /// Where what is known by heart is kept, or forgotten between two questions.
    shared: SharedData,
}

/// Time for a search without knowledge, while the endings are solved for everybody; or before they are
/// solved for who asks alone.
const MEANWHILE: Duration = Duration::from_millis(1500);
const BEFORE: Duration = Duration::from_millis(300);

/// Memory of such a search.
const MEANWHILE_MEMORY: usize = 1 << 20;

impl MoulinAnalyser {
    pub(super) fn new(game: &Moulin, resources: &Resources) -> MoulinAnalyser {
        let searcher = Searcher::new(game, resources.memory, resources.threads).with_network();
        MoulinAnalyser {
            game: *game,
            searcher,
            shared: resources.shared.clone(),
        }
    }

    /// What can be told as long as the endings are not solved, which takes a second or two once: for
    /// searches by turns, whose people look on and hear more later.
    fn meanwhile(
        &self,
        knowledge: &Knowledge,
        history: &[Position],
        position: &Position,
        ahead: &Ahead<'_>,
        told: &mut dyn FnMut(&SearchResult),
    ) -> Option<SearchResult> {
        knowledge.prepare_for_all();
        let stop = ahead.stop.within(if knowledge.is_on_a_sheet() {
            MEANWHILE
        } else {
            BEFORE
        });
        let mut searcher = Searcher::new(&self.game, MEANWHILE_MEMORY, 1).with_network();
        let ahead = Ahead {
            stop: &stop,
            ..*ahead
        };
        searcher.search(history, position, &ahead, told)
    }
}

impl GameAnalyser<Moulin> for MoulinAnalyser {
    fn analyse(
        &mut self,
        played: &Match<Moulin>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, AnalysisError> {
        let recent = played.recent();
        let (position, history) = recent.split_last().ok_or(AnalysisError::Stopped)?;
        let game = self.game;
        if let Some(outcome) = played.outcome() {
            let value = match outcome.winner {
                None => Value::Draw,
                Some(winner) if winner == position.turn() => Value::Win(0),
                Some(_) => Value::Loss(0),
            };
            return Ok(Analysis {
                value,
                moves: Vec::new(),
                nodes: 0,
                time: Duration::ZERO,
                notes: Vec::new(),
            });
        }
        let ahead = Ahead {
            depth: limits.depth,
            nodes: limits.nodes,
            lines: limits.lines,
            ..Ahead::until(&limits.stop)
        };
        let knowledge = knowledge(game.rules(), &self.shared);
        let mut before = None;
        if limits.stop.is_consulting() && !knowledge.is_ready() {
            let told = &mut |answer: &SearchResult| progress(&analysis(game, answer));
            let answer = self.meanwhile(&knowledge, history, position, &ahead, told);
            before = answer.map(|answer| analysis(game, &answer));
            if limits.stop.is_due() || !knowledge.prepare(&limits.stop) {
                return before.ok_or(AnalysisError::Stopped);
            }
        }
        // Who looks on sees no depth again that was there before.
        let told = &mut |answer: &SearchResult| {
            let answer = analysis(game, answer);
            if !before
                .as_ref()
                .is_some_and(|before| before.is_deeper(&answer))
            {
                progress(&answer);
            }
        };
        // Only for this search: what nobody holds can be forgotten.
        self.searcher.set_probe(Some(knowledge));
        let answer = self.searcher.search(history, position, &ahead, told);
        self.searcher.set_probe(None);
        let answer = answer.map(|answer| analysis(game, &answer));
        match (before, answer) {
            (Some(before), Some(answer)) if before.is_deeper(&answer) => Ok(Analysis {
                notes: answer.notes,
                ..before
            }),
            (before, answer) => answer.or(before).ok_or(AnalysisError::Stopped),
        }
    }
}

fn analysis(game: Moulin, answer: &SearchResult) -> Analysis {
    let texts = |moves: &[Move]| moves.iter().map(|played| game.move_text(*played)).collect();
    let mut moves: Vec<RankedMove> = answer
        .lines
        .iter()
        .filter_map(|line| {
            let (first, rest) = line.moves.split_first()?;
            Some(RankedMove {
                played: game.move_text(*first),
                value: value(line.score),
                line: texts(rest),
                limit_first: line.limit_first.then(limit_first),
            })
        })
        .collect();
    moves.sort_by_cached_key(RankedMove::order);
    Analysis {
        value: value(answer.score()),
        moves,
        nodes: answer.nodes,
        time: answer.time,
        notes: answer
            .damaged
            .iter()
            .map(|file| table_damaged(file))
            .collect(),
    }
}

fn value(score: Score) -> Value {
    match score {
        Score::Exact(Exact::Win(turns)) => Value::Win(turns),
        Score::Exact(Exact::Draw) | Score::Wdl(Wdl::Draw) => Value::Draw,
        Score::Exact(Exact::Loss(turns)) => Value::Loss(turns),
        Score::Wdl(Wdl::Win) => Value::Won,
        Score::Wdl(Wdl::Loss) => Value::Lost,
        Score::Estimate { hundredths, depth } => Value::Score { hundredths, depth },
    }
}

/// That a win or loss comes too late.
fn limit_first() -> Text {
    Text::new(
        "the hundred turns without a capture come first: a draw (ML9)",
        "les cent tours sans prise arrivent avant : partie nulle (ML9)",
    )
}
