use std::time::Duration;

use super::{Analysis, AnalysisError, Analyst, Cost, Limits, Severity, Unit, Value};
use crate::record::{Line, Node, Record};
use crate::text::Text;
use crate::{Lang, Session};

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
            let best = before.moves.first();
            let cost = best.and_then(|best| Cost::of(best, &node.played, after.value.before()));
            if let Some(cost) = cost {
                let unit = Unit::of(session.as_ref());
                let line = after.moves.first().map(|reply| reply.line_with_move());
                let why = self.why(&position, &node.played, &line.unwrap_or_default());
                mark(node, cost, unit, &before, why.as_ref(), lang);
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

fn mark(
    node: &mut Node,
    cost: Cost,
    unit: Unit,
    before: &Analysis,
    why: Option<&Text>,
    lang: Lang,
) {
    let glyph = match cost.severity() {
        Severity::Mistake => MISTAKE_GLYPH,
        Severity::Blunder => BLUNDER_GLYPH,
    };
    node.glyphs.retain(|old| !(1..=6).contains(old));
    node.glyphs.push(glyph);
    node.comments.push(match (cost.best, cost.own) {
        (Value::Points(best), Value::Points(own)) => format!("-{}", best - own),
        _ => cost.text(unit).get(lang),
    });
    node.comments.extend(why.map(|why| why.get(lang)));
    if let Some(best) = before.moves.first() {
        node.variations.push(Line {
            comments: Vec::new(),
            moves: best.line_with_move().into_iter().map(Node::of).collect(),
        });
    }
}
