use std::sync::atomic::{AtomicBool, Ordering};

use super::compact::{State, Tables, bits};
use super::transposition_table::{Bounds, Cache};
use crate::search::Busy;
use crate::{Stop, Stopped};

/// No value is larger: 16 squares hold fewer lines.
pub(super) const INFINITE: i32 = 100;

/// Pieces still to come below which a state is searched without the cache: looking it up costs
/// more than it saves. From the empty base board (`edge`, 64 MiB, one thread): 5 gives 29.7 million
/// nodes in 2.6 s, 6 gives 31.0 in 2.7, 7 gives 32.1 in 2.1.
const CACHED: u32 = 7;

/// Pieces still to come from which mirror images share a place in the cache.
const MIRRORED: u32 = 8;

/// Pieces still to come from which threads keep out of each other's way.
const SHARED: u32 = 8;

/// Nodes between two looks at the clock: well under a millisecond.
const PATIENCE: u64 = 1 << 12;

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) tables: &'a Tables,
    pub(super) cache: &'a Cache,
    pub(super) busy: &'a Busy,
    pub(super) stop: &'a Stop,
    /// Set when one thread has the answer.
    pub(super) done: &'a AtomicBool,
}

/// One thread's search.
pub(super) struct Search<'a> {
    shared: &'a Shared<'a>,
    pub(super) nodes: u64,
}

/// A move to try: kind and square in the low six bits, above them what it promises.
type Candidate = u32;

/// The best of the moves tried so far: its value, and kind and square in six bits.
#[derive(Clone, Copy)]
struct Best {
    value: i32,
    played: Option<u8>,
}

impl<'a> Search<'a> {
    pub(super) fn new(shared: &'a Shared<'a>) -> Search<'a> {
        Search { shared, nodes: 0 }
    }

    /// The exact value of a state, approached from a guess by searches that only ask whether it
    /// is at least so much.
    pub(super) fn exact(&mut self, state: &State, guess: i32) -> Result<i32, Stopped> {
        let (mut low, mut high) = (-INFINITE, INFINITE);
        let mut value = guess;
        while low < high {
            let least = value.max(low + 1);
            value = self.value(state, least - 1, least)?;
            if value < least {
                high = value;
            } else {
                low = value;
            }
        }
        Ok(value)
    }

    /// The points the side to move wins by, if between `alpha` and `beta`; otherwise a bound on
    /// the same side of both.
    pub(super) fn value(&mut self, state: &State, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        self.nodes += 1;
        let tables = self.shared.tables;
        let (mine, theirs) = (tables.points(state.mine), tables.points(state.theirs));
        if state.my_hand.is_empty() {
            return Ok(mine - theirs);
        }
        if state.their_hand.is_empty() {
            return Ok(mine - theirs + self.best_gain(state.mine, state.open));
        }
        if state.open == 0 {
            return Ok(-self.value(&state.pass(), -beta, -alpha)?);
        }
        let my_pieces = state.my_hand.count();
        if my_pieces == 1 {
            return Ok(self.last_piece(state));
        }
        // Nobody gets more than all squares that are not the other's would give.
        let high = tables.points(!state.theirs) - theirs;
        let low = mine - tables.points(!state.mine);
        if high <= alpha {
            return Ok(high);
        }
        if low >= beta || low == high {
            return Ok(low);
        }
        if self.nodes.is_multiple_of(PATIENCE) {
            self.check_stop()?;
        }
        let pieces = my_pieces + state.their_hand.count();
        if pieces < CACHED {
            let best = self.try_all(state, alpha, beta, None, pieces)?;
            return Ok(best.value);
        }
        let bounds = Bounds {
            low: low as i8,
            high: high as i8,
            best: None,
        };
        self.cached(state, alpha, beta, bounds, pieces)
    }

    /// [`value`](Search::value) with what the cache knows, which learns the rest.
    fn cached(
        &mut self,
        state: &State,
        mut alpha: i32,
        mut beta: i32,
        mut bounds: Bounds,
        pieces: u32,
    ) -> Result<i32, Stopped> {
        let cache = self.shared.cache;
        let own_key = state.key();
        let key = if pieces >= MIRRORED {
            self.shared.tables.canonical(state)
        } else {
            own_key
        };
        if let Some(known) = cache.get(key) {
            let (low, high) = (i32::from(known.low), i32::from(known.high));
            if low >= beta || low == high {
                return Ok(low);
            }
            if high <= alpha {
                return Ok(high);
            }
            alpha = alpha.max(low - 1);
            beta = beta.min(high + 1);
            bounds = known;
        }
        // The move of a mirror image means nothing here.
        let first = bounds.best.filter(|_| key == own_key);
        let before = self.nodes;
        let best = self.try_all(state, alpha, beta, first, pieces)?;
        if best.value > alpha {
            bounds.low = bounds.low.max(best.value as i8);
        }
        if best.value < beta {
            bounds.high = bounds.high.min(best.value as i8);
        }
        if key == own_key {
            bounds.best = best.played.or(bounds.best);
        }
        let work = (self.nodes - before).max(1).ilog2() as u8 + 1;
        cache.put(key, bounds, work);
        Ok(best.value)
    }

    /// Tries the moves in the order of what they promise, until one is good enough. A state that
    /// another thread is at comes last.
    fn try_all(
        &mut self,
        state: &State,
        mut alpha: i32,
        beta: i32,
        first: Option<u8>,
        pieces: u32,
    ) -> Result<Best, Stopped> {
        let mut list = [0; 64];
        let count = self.candidates(state, first, &mut list);
        let list = &mut list[..count];
        let mut best = Best {
            value: -INFINITE,
            played: None,
        };
        let mut waiting = 0;
        for index in 0..count {
            // Mostly one of the first few ends it, so sorting them all would be a waste.
            let most = (index..count).max_by_key(|at| list[*at]).unwrap_or(index);
            list.swap(index, most);
            let candidate = list[index];
            let child = self.child(state, candidate);
            if pieces >= SHARED {
                if index > 0 && self.shared.busy.is(child.key()) {
                    list[waiting] = candidate;
                    waiting += 1;
                    continue;
                }
                self.shared.busy.set(child.key());
            }
            let value = self.probe(&child, alpha, beta, best.played);
            if pieces >= SHARED {
                self.shared.busy.clear(child.key());
            }
            best.take(value?, candidate);
            alpha = alpha.max(best.value);
            if best.value >= beta {
                return Ok(best);
            }
        }
        for candidate in &list[..waiting] {
            let child = self.child(state, *candidate);
            let value = self.probe(&child, alpha, beta, best.played)?;
            best.take(value, *candidate);
            alpha = alpha.max(best.value);
            if best.value >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// The value of a child for its parent: the first with the whole window, the others first
    /// with none, since they are rarely better.
    #[inline]
    fn probe(
        &mut self,
        child: &State,
        alpha: i32,
        beta: i32,
        better: Option<u8>,
    ) -> Result<i32, Stopped> {
        if better.is_none() || beta - alpha == 1 {
            return Ok(-self.value(child, -beta, -alpha)?);
        }
        let value = -self.value(child, -alpha - 1, -alpha)?;
        if value > alpha && value < beta {
            return Ok(-self.value(child, -beta, -value)?);
        }
        Ok(value)
    }

    #[inline]
    fn child(&self, state: &State, candidate: Candidate) -> State {
        let (kind, square) = (candidate as usize >> 4 & 3, candidate as usize & 15);
        state.place(self.shared.tables, kind, square)
    }

    /// Fills in the moves with what they promise; how many there are.
    ///
    /// The weights are those of the fewest nodes from the empty base board (`edge`): 12, 12, 4, 1,
    /// 24 give 31 million; counting replies three times as much 75, not at all 62; leaving out the
    /// room taken 41; the best immediate answer of the opponent added 29, but slower.
    #[inline]
    fn candidates(&self, state: &State, first: Option<u8>, list: &mut [Candidate; 64]) -> usize {
        let tables = self.shared.tables;
        let empty = state.empty();
        let mine = tables.points(state.mine);
        let theirs = tables.points(state.theirs);
        let room_before = tables.points(!state.mine);
        let mut count = 0;
        for square in bits(state.open) {
            let at = 1 << square;
            let gain = tables.points(state.mine | at) - mine;
            let stopped = tables.points(state.theirs | at) - theirs;
            let room = room_before - tables.points(!state.mine & !at);
            for kind in state.my_hand.kinds() {
                let open = tables.open(kind, square, empty & !at);
                let replies = open.count_ones() as i32;
                let pass = if open == 0 { 24 } else { 0 };
                let promise = 128 + 12 * gain + 12 * stopped + 4 * room + pass - replies;
                let code = (kind << 4 | square) as u32;
                let known = first == Some(code as u8);
                let promise = if known { u32::MAX >> 6 } else { promise as u32 };
                list[count & 63] = promise << 6 | code;
                count += 1;
            }
        }
        count
    }

    /// The most points one more piece on an open square gains.
    #[inline]
    fn best_gain(&self, held: u16, open: u16) -> i32 {
        let tables = self.shared.tables;
        let gains = bits(open).map(|square| tables.points(held | 1 << square));
        gains.max().map_or(0, |most| most - tables.points(held))
    }

    /// The value for a player with one piece left: its place, and the opponent's one last turn.
    #[inline]
    fn last_piece(&self, state: &State) -> i32 {
        let tables = self.shared.tables;
        let empty = state.empty();
        let theirs = tables.points(state.theirs);
        let mut best = -INFINITE;
        for kind in state.my_hand.kinds() {
            for square in bits(state.open) {
                let open = tables.open(kind, square, empty & !(1 << square));
                let answer = theirs + self.best_gain(state.theirs, open);
                best = best.max(tables.points(state.mine | 1 << square) - answer);
            }
        }
        best
    }

    fn check_stop(&self) -> Result<(), Stopped> {
        if self.shared.done.load(Ordering::Relaxed) || self.shared.stop.is_due() {
            return Err(Stopped);
        }
        Ok(())
    }
}

impl Best {
    #[inline]
    fn take(&mut self, value: i32, candidate: Candidate) {
        if value > self.value {
            self.value = value;
            self.played = Some((candidate & 63) as u8);
        }
    }
}
