use super::evaluation::{Weights, evaluate};
use super::key::{Code, Entry, key};
use super::state::State;
use super::tables::Tables;
use crate::Stopped;
use crate::mijnlieff::bits::bits;
use crate::search::{Best, Bound, Found, Negamax, NodeCounter, TranspositionTable, pick};

/// No value is larger, in hundredths of a point: 64 squares hold fewer than 200 lines.
pub(super) const INFINITE: i32 = 20_000;

/// Pieces to look ahead from which the transposition table is asked: below it costs more than it
/// saves.
const IN_TABLE: u32 = 2;

/// The most moves of a position: four kinds on 64 squares.
pub(super) const MOST_MOVES: usize = 256;

/// A search that looks a number of pieces ahead. A pass costs nothing, and somebody who has
/// passed is always followed by a piece, so a search of all pieces left reaches every end.
pub(super) struct Search<'a> {
    pub(super) tables: &'a Tables,
    pub(super) weights: &'a Weights,
    pub(super) table: &'a TranspositionTable<Entry>,
    pub(super) counter: NodeCounter<'a>,
}

/// A move to try: kind and square in the low eight bits, above them what it promises.
type Candidate = u32;

impl Negamax for Search<'_> {
    type State = State;
    /// Pieces left to look ahead.
    type Node = u32;

    /// What the side to move wins by, in hundredths of a point. Exact when `depth` is no less than
    /// the pieces left.
    fn value(&mut self, state: &State, depth: u32, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        self.counter.count()?;
        let lead = state.lead();
        if state.my_hand.is_empty() {
            return Ok(100 * lead);
        }
        if state.their_hand.is_empty() {
            let gain = self.tables.best_gain(state.mine, state.open);
            return Ok(100 * (lead + gain));
        }
        if state.open == 0 {
            let passed = state.pass(self.tables);
            return Ok(-self.value(&passed, depth, -beta, -alpha)?);
        }
        // Nobody gets more than all lines the opponent has not touched.
        let high = 100 * i32::from(state.my_lines.free - state.their_lines.threes);
        let low = 100 * i32::from(state.my_lines.threes - state.their_lines.free);
        if high <= alpha {
            return Ok(high);
        }
        if low >= beta || low == high {
            return Ok(low);
        }
        if depth == 0 {
            let value = evaluate(self.weights, self.tables, state);
            return Ok(value.clamp(low, high));
        }
        let depth = depth.min(state.pieces());
        if depth < IN_TABLE {
            let best = self.search_moves(state, depth, alpha, beta, None)?;
            return Ok(best.value);
        }
        self.search_with_table(state, depth, alpha, beta)
    }
}

impl Search<'_> {
    /// [`value`](Negamax::value) with what the transposition table knows, where the result goes.
    fn search_with_table(
        &mut self,
        state: &State,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let key = key(state);
        // Values hold whatever was searched before: a state determines what can follow.
        let known = self.table.probe(key).map(Found::entry);
        if let Some(known) = known.filter(|known| u32::from(known.depth) >= depth) {
            let value = i32::from(known.value);
            if known.bound.settles(value, alpha, beta) {
                return Ok(value);
            }
        }
        let first = known.and_then(|known| known.best);
        let best = self.search_moves(state, depth, alpha, beta, first)?;
        let bound = Bound::of(best.value, alpha, beta);
        let played = best.played.map(|candidate| Code(candidate as u8));
        let entry = Entry {
            value: best.value as i16,
            bound,
            depth: depth as u8,
            best: if bound == Bound::Upper {
                first.or(played)
            } else {
                played
            },
        };
        self.table.store(key, entry);
        Ok(best.value)
    }

    /// Searches the moves in the order of what they promise, until one is good enough.
    fn search_moves(
        &mut self,
        state: &State,
        depth: u32,
        alpha: i32,
        beta: i32,
        first: Option<Code>,
    ) -> Result<Best<Candidate>, Stopped> {
        let mut list = [0; MOST_MOVES];
        let count = self.candidates(state, first, &mut list);
        let list = &mut list[..count];
        let mut best = Best::none(-INFINITE, alpha, beta);
        for index in 0..count {
            let candidate = pick(&mut list[index..]);
            let (kind, square) = (candidate as usize >> 6 & 3, candidate as usize & 63);
            let child = state.place(self.tables, kind, square);
            self.try_move(candidate, &child, depth - 1, &mut best)?;
            if best.is_cutoff() {
                break;
            }
        }
        Ok(best)
    }

    /// Lists the moves with what they promise; how many there are.
    #[inline]
    fn candidates(
        &self,
        state: &State,
        first: Option<Code>,
        list: &mut [Candidate; MOST_MOVES],
    ) -> usize {
        let tables = self.tables;
        let empty = state.empty(tables);
        let mut count = 0;
        for square in bits(state.open) {
            let promise = promise(tables, state, square);
            let left = empty & !(1 << square);
            for kind in state.my_hand.kinds() {
                let code = (kind << 6 | square) as u32;
                let promise = if first == Some(Code(code as u8)) {
                    u32::MAX >> 8
                } else {
                    let open = tables.open(kind, square, left);
                    let pass = if open == 0 { 24 } else { 0 };
                    (promise + pass - open.count_ones() as i32) as u32
                };
                list[count & (MOST_MOVES - 1)] = promise << 8 | code;
                count += 1;
            }
        }
        count
    }
}

/// What a square promises: points made, points stopped, room taken from the opponent.
#[inline]
pub(super) fn promise(tables: &Tables, state: &State, square: usize) -> i32 {
    let mut promise = 128;
    for pair in tables.pairs(square) {
        let (held, enemy) = (state.mine & pair, state.theirs & pair);
        if held == *pair || enemy == *pair {
            promise += 12;
        }
        if held == 0 {
            promise += 4;
        }
    }
    promise
}
