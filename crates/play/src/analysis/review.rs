use std::time::Duration;

use super::{Analysis, AnalysisError, Analyst, Limits, Value};
use crate::record::{Line, Node, Record};
use crate::text::Text;
use crate::{Lang, Session};

/// What a move that is a mistake cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cost {
    best: Value,
    own: Value,
}

/// Hundredths of a point or a stone from which on a guess is called a mistake.
const MISTAKE: i32 = 100;

/// The same for a blunder; exact points too.
const BLUNDER: i32 = 300;

/// Glyphs of PGN.
const MISTAKE_GLYPH: u8 = 2;
const BLUNDER_GLYPH: u8 = 4;

impl Analyst {
    /// The record with each mistake marked: `?` or, when it costs much, `??`, what it was worth, why
    /// where that can be said in the language, and a better line as a variation. Each position has
    /// `time`; where exact values can be had and none is given, what they take. `progress` hears how
    /// many moves are done.
    pub fn review(
        &mut self,
        record: &Record,
        time: Option<Duration>,
        lang: Lang,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<Record, AnalysisError> {
        let mut reviewed = record.clone();
        let all = record.line.moves.len();
        let session = match &record.position {
            None => Ok(self.setup.session()),
            Some(position) => self.setup.session_from(position),
        };
        let mut session = session.map_err(AnalysisError::Refused)?;
        let mut before = self.look(session.as_ref(), time)?;
        for (index, node) in reviewed.line.moves.iter_mut().enumerate() {
            let position = session.position();
            session.play(&node.played).map_err(AnalysisError::Refused)?;
            let after = self.look(session.as_ref(), time)?;
            let cost = cost(&before, node, &after);
            if let Some(cost) = cost {
                let line = after.moves.first().map(|reply| reply.line_with_move());
                let why = self.why(&position, &node.played, &line.unwrap_or_default());
                mark(node, cost, &before, why.as_ref(), lang);
            }
            before = after;
            progress(index + 1, all);
        }
        Ok(reviewed)
    }

    /// The best move of a position.
    fn look(
        &mut self,
        session: &dyn Session,
        time: Option<Duration>,
    ) -> Result<Analysis, AnalysisError> {
        let limits = Limits::until(&self.stop(time));
        let analysis = self.analyser.analyse(session, &limits, &mut |_| {})?;
        for note in &analysis.notes {
            if !self.notes.contains(note) {
                self.notes.push(note.clone());
            }
        }
        Ok(analysis)
    }

    /// Why a move is good or bad, where that can be said.
    #[must_use]
    pub fn why(&self, position: &str, played: &str, line: &[String]) -> Option<Text> {
        self.setup.why(position, played, line)
    }
}

/// What a move cost, if it was a mistake.
fn cost(before: &Analysis, node: &Node, after: &Analysis) -> Option<Cost> {
    let best = before.moves.first()?;
    let cost = Cost {
        best: best.value,
        own: after.value.before(),
    };
    let exact = cost.best.is_exact() && cost.own.is_exact();
    let least = if exact { 1 } else { MISTAKE };
    (best.played != node.played && cost.hundredths() >= least).then_some(cost)
}

impl Cost {
    /// What was lost, in hundredths of a point or a stone.
    fn hundredths(self) -> i32 {
        self.best.hundredths() - self.own.hundredths()
    }
}

fn mark(node: &mut Node, cost: Cost, before: &Analysis, why: Option<&Text>, lang: Lang) {
    let glyph = if cost.hundredths() < BLUNDER {
        MISTAKE_GLYPH
    } else {
        BLUNDER_GLYPH
    };
    node.glyphs.retain(|old| !(1..=6).contains(old));
    node.glyphs.push(glyph);
    node.comments.push(match (cost.best, cost.own) {
        (Value::Points(best), Value::Points(own)) => format!("-{}", best - own),
        (best, own) => {
            let instead = Text::new(
                format!("{own} instead of {best}"),
                format!("{own} au lieu de {best}"),
            );
            instead.get(lang).to_owned()
        }
    });
    node.comments
        .extend(why.map(|why| why.get(lang).to_owned()));
    if let Some(best) = before.moves.first() {
        node.variations.push(Line {
            comments: Vec::new(),
            moves: best.line_with_move().into_iter().map(Node::of).collect(),
        });
    }
}
