use super::bits::bits;
use super::bounds::{self, Bounds};
use super::compact::{State, Tables};
use crate::Stopped;
use crate::search::{Best, Control, InProgress, Negamax, NodeCounter, TranspositionTable, pick};

/// No value is larger: 16 squares hold fewer lines.
pub(super) const INFINITE: i32 = 100;

/// Pieces still to come below which a state is searched without the transposition table: looking it
/// up costs more than it saves. From the empty base board (`edge`, 64 MiB, one thread): 5 gives 29.7
/// million nodes in 2.6 s, 6 gives 31.0 in 2.7, 7 gives 32.1 in 2.1.
const IN_TABLE: u32 = 7;

/// Pieces still to come from which mirror images share an entry of the table.
const MIRRORED: u32 = 8;

/// Pieces still to come from which threads defer states that another one is searching.
const DEFERRED: u32 = 8;

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) tables: &'a Tables,
    pub(super) table: &'a TranspositionTable<Bounds>,
    pub(super) in_progress: &'a InProgress,
    pub(super) control: &'a Control<'a>,
    /// Nodes that each thread may visit.
    pub(super) most: u64,
}

/// One thread's search. All its windows are null windows: it is only asked whether a state is worth
/// at least so much.
pub(super) struct Search<'a> {
    shared: &'a Shared<'a>,
    counter: NodeCounter<'a>,
}

/// A move to try: kind and square in the low six bits, above them what it promises.
type Candidate = u32;

impl Negamax for Search<'_> {
    type State = State;
    type Node = ();

    /// The points by which the side to move wins.
    fn value(&mut self, state: &State, (): (), alpha: i32, beta: i32) -> Result<i32, Stopped> {
        self.counter.count()?;
        let tables = self.shared.tables;
        let (mine, theirs) = (tables.points(state.mine), tables.points(state.theirs));
        if state.my_hand.is_empty() {
            return Ok(mine - theirs);
        }
        if state.their_hand.is_empty() {
            return Ok(mine - theirs + self.best_gain(state.mine, state.open));
        }
        if state.open == 0 {
            return Ok(-self.value(&state.pass(), (), -beta, -alpha)?);
        }
        let my_pieces = state.my_hand.count();
        if my_pieces == 1 {
            return Ok(self.last_piece(state));
        }
        // Nobody gets more than all squares that are not the opponent's would give.
        let high = tables.points(!state.theirs) - theirs;
        let low = mine - tables.points(!state.mine);
        if high <= alpha {
            return Ok(high);
        }
        if low >= beta || low == high {
            return Ok(low);
        }
        let pieces = my_pieces + state.their_hand.count();
        if pieces < IN_TABLE {
            let best = self.search_moves(state, alpha, beta, None, pieces)?;
            return Ok(best.value);
        }
        let bounds = Bounds {
            low: low as i8,
            high: high as i8,
            best: None,
            work: 0,
        };
        self.search_with_table(state, alpha, beta, bounds, pieces)
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(shared: &'a Shared<'a>) -> Search<'a> {
        Search {
            shared,
            counter: NodeCounter::new(shared.control, shared.most),
        }
    }

    /// The nodes it has visited.
    pub(super) fn nodes(&self) -> u64 {
        self.counter.own()
    }

    /// A bound of the points by which the side to move wins: a lower one from `least` on, an upper
    /// one below.
    pub(super) fn at_least(&mut self, state: &State, least: i32) -> Result<i32, Stopped> {
        self.value(state, (), least - 1, least)
    }

    /// The exact value of a state, approached from a guess by null windows (MTD(f)).
    pub(super) fn exact(&mut self, state: &State, guess: i32) -> Result<i32, Stopped> {
        let (mut low, mut high) = (-INFINITE, INFINITE);
        let mut value = guess;
        while low < high {
            let least = value.max(low + 1);
            value = self.at_least(state, least)?;
            if value < least {
                high = value;
            } else {
                low = value;
            }
        }
        Ok(value)
    }

    /// [`value`](Negamax::value) with what the transposition table knows, where the result goes.
    fn search_with_table(
        &mut self,
        state: &State,
        alpha: i32,
        beta: i32,
        mut bounds: Bounds,
        pieces: u32,
    ) -> Result<i32, Stopped> {
        let own_key = state.key();
        let key = if pieces >= MIRRORED {
            self.shared.tables.canonical(state)
        } else {
            own_key
        };
        let table_key = bounds::key(key);
        if let Some(found) = self.shared.table.probe(table_key) {
            let known = found.entry();
            let (low, high) = (i32::from(known.low), i32::from(known.high));
            if low >= beta || low == high {
                return Ok(low);
            }
            if high <= alpha {
                return Ok(high);
            }
            bounds = known;
        }
        // The move of a mirror image means nothing here.
        let first = bounds.best.filter(|_| key == own_key);
        let before = self.counter.own();
        let best = self.search_moves(state, alpha, beta, first, pieces)?;
        if best.value > alpha {
            bounds.low = bounds.low.max(best.value as i8);
        }
        if best.value < beta {
            bounds.high = bounds.high.min(best.value as i8);
        }
        if key == own_key {
            let played = best.played.map(|candidate| (candidate & 63) as u8);
            bounds.best = played.or(bounds.best);
        }
        bounds.work = (self.counter.own() - before).max(1).ilog2() as u8 + 1;
        self.shared.table.store(table_key, bounds);
        Ok(best.value)
    }

    /// Searches the moves in the order of what they promise, until one is good enough. Those that
    /// another thread is searching come last.
    fn search_moves(
        &mut self,
        state: &State,
        alpha: i32,
        beta: i32,
        first: Option<u8>,
        pieces: u32,
    ) -> Result<Best<Candidate>, Stopped> {
        let mut list = [0; 64];
        let count = self.candidates(state, first, &mut list);
        let list = &mut list[..count];
        let mut best = Best::none(-INFINITE, alpha, beta);
        let mut deferred = 0;
        for index in 0..count {
            let candidate = pick(&mut list[index..]);
            let child = self.child(state, candidate);
            if pieces >= DEFERRED {
                if index > 0 && self.shared.in_progress.contains(child.key()) {
                    list[deferred] = candidate;
                    deferred += 1;
                    continue;
                }
                self.shared.in_progress.insert(child.key());
            }
            let searched = self.try_move(candidate, &child, (), &mut best);
            if pieces >= DEFERRED {
                self.shared.in_progress.remove(child.key());
            }
            searched?;
            if best.is_cutoff() {
                return Ok(best);
            }
        }
        for candidate in &list[..deferred] {
            let child = self.child(state, *candidate);
            self.try_move(*candidate, &child, (), &mut best)?;
            if best.is_cutoff() {
                break;
            }
        }
        Ok(best)
    }

    #[inline]
    fn child(&self, state: &State, candidate: Candidate) -> State {
        let (kind, square) = (candidate as usize >> 4 & 3, candidate as usize & 15);
        state.place(self.shared.tables, kind, square)
    }

    /// Lists the moves with what they promise; how many there are.
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
}
