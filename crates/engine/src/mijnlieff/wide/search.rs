use super::evaluation::{Weights, evaluate};
use super::state::State;
use super::tables::{Tables, bits};
use super::transposition_table::{Bound, Cache, Key, Known};
use crate::{Stop, Stopped};

/// No value is larger, in hundredths of a point: 64 squares hold fewer than 200 lines.
pub(super) const INFINITE: i32 = 20_000;

/// Nodes between two looks at the clock: about a millisecond.
const PATIENCE: u64 = 1 << 11;

/// Pieces to look ahead from which the cache is asked: below it costs more than it saves.
const CACHED: u32 = 2;

/// The most moves of a position: four kinds on 64 squares.
pub(super) const MOST_MOVES: usize = 256;

/// A search that looks a number of pieces ahead. A pass costs nothing, and somebody who has
/// passed is always followed by a piece, so a search of all pieces left reaches every end.
pub(super) struct Search<'a> {
    pub(super) tables: &'a Tables,
    pub(super) weights: &'a Weights,
    pub(super) cache: &'a mut Cache,
    pub(super) stop: &'a Stop,
    /// Nodes looked at.
    pub(super) nodes: u64,
    /// Nodes after which it gives up.
    pub(super) limit: u64,
}

/// A move to try: kind and square in the low eight bits, above them what it promises.
type Candidate = u32;

impl Search<'_> {
    /// What the side to move wins by, in hundredths of a point, if between `alpha` and `beta`;
    /// otherwise a bound on the same side of both. Exact when `depth` is no less than the pieces
    /// left.
    pub(super) fn value(
        &mut self,
        state: &State,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        if self.nodes >= self.limit {
            return Err(Stopped);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(PATIENCE) && self.stop.is_due() {
            return Err(Stopped);
        }
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
        // Nobody gets more than all lines the other has not touched.
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
        if depth < CACHED {
            let (value, _) = self.try_all(state, depth, alpha, beta, None)?;
            return Ok(value);
        }
        self.cached(state, depth, alpha, beta)
    }

    /// [`value`](Search::value) with what the cache knows, which learns the rest.
    fn cached(&mut self, state: &State, depth: u32, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        let key = Key::of(state);
        let known = self.cache.get(key);
        if let Some(known) = known.filter(|known| u32::from(known.depth) >= depth) {
            let value = i32::from(known.value);
            let enough = match known.bound {
                Bound::Low => value >= beta,
                Bound::High => value <= alpha,
                Bound::Both => true,
            };
            if enough {
                return Ok(value);
            }
        }
        let first = known.and_then(|known| known.best);
        let (value, best) = self.try_all(state, depth, alpha, beta, first)?;
        let bound = if value >= beta {
            Bound::Low
        } else if value <= alpha {
            Bound::High
        } else {
            Bound::Both
        };
        let known = Known {
            value: value as i16,
            bound,
            depth: depth as u8,
            best: if bound == Bound::High {
                first.or(best)
            } else {
                best
            },
        };
        self.cache.put(key, known);
        Ok(value)
    }

    /// Tries the moves in the order of what they promise, until one is good enough: the value and
    /// the best move.
    fn try_all(
        &mut self,
        state: &State,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        first: Option<u8>,
    ) -> Result<(i32, Option<u8>), Stopped> {
        let mut list = [0; MOST_MOVES];
        let count = self.candidates(state, first, &mut list);
        let list = &mut list[..count];
        let mut best = -INFINITE;
        let mut played = None;
        for index in 0..count {
            // Mostly one of the first few ends it, so sorting them all would be a waste.
            let most = (index..count).max_by_key(|at| list[*at]).unwrap_or(index);
            list.swap(index, most);
            let (kind, square) = (list[index] as usize >> 6 & 3, list[index] as usize & 63);
            let child = state.place(self.tables, kind, square);
            let value = if played.is_none() {
                -self.value(&child, depth - 1, -beta, -alpha)?
            } else {
                self.probe(&child, depth - 1, alpha, beta)?
            };
            if value > best {
                best = value;
                played = Some(list[index] as u8);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Ok((best, played))
    }

    /// The value of a child that is hardly better than `alpha`, for its parent: first without a
    /// window.
    #[inline]
    pub(super) fn probe(
        &mut self,
        child: &State,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let value = -self.value(child, depth, -alpha - 1, -alpha)?;
        if value > alpha && value < beta {
            return Ok(-self.value(child, depth, -beta, -alpha)?);
        }
        Ok(value)
    }

    /// Fills in the moves with what they promise; how many there are.
    #[inline]
    fn candidates(
        &self,
        state: &State,
        first: Option<u8>,
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
                let promise = if first == Some(code as u8) {
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

/// What a square promises: points made, points stopped, room taken from the other.
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
