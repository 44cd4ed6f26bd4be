use moulin::ending::DRAW_LIMITS;
use tables::Exact;
use tables::kernel::{Geometry, Image, Laws, State, Turn};

use super::damage::NotingProbe;
use super::entry::Entry;
use super::evaluation::Evaluation;
use super::history::HistoryTable;
use super::moves::{Candidate, list_all, list_others, list_taking};
use super::node::Node;
use super::probe::Ending;
use super::repetitions::Repetitions;
use super::score::{WON, value};
use super::two_level_table::{Probed, TwoLevelTable};
use crate::Stopped;
use crate::search::{Best, Control, InProgress, Negamax, NodeCounter, TranspositionTable, pick};

/// No value is larger.
pub(super) const INFINITE: i32 = WON + 1;

/// The most turns a search looks ahead: six bits of a key count them down to a draw limit.
pub(super) const MOST_DEPTH: u32 = 60;

/// Turns that are tried in the order of their promise; where so many were not good enough, hardly
/// one is, and their order matters little.
const SORTED: usize = 5;

/// Captures in a row that quiescence search looks at.
const CAPTURES: u32 = 2;

/// Turns to look ahead from which threads defer states that another one is searching.
const DEFERRED: u32 = 3;

/// What all threads of a search share.
#[derive(Clone, Copy)]
pub(super) struct Shared<'a> {
    pub(super) geometry: &'a Geometry,
    pub(super) laws: &'a Laws,
    pub(super) evaluation: &'a Evaluation,
    pub(super) repetitions: &'a Repetitions,
    pub(super) table: &'a TranspositionTable<Entry>,
    /// Nothing to defer when there is one thread.
    pub(super) in_progress: Option<&'a InProgress>,
    pub(super) probe: Option<NotingProbe<'a>>,
    /// The symmetries under which states are the same: all, or the identity alone.
    pub(super) images: &'a [Image],
    pub(super) control: &'a Control<'a>,
}

/// A search that looks a number of whole turns ahead, then at captures only (quiescence). Every
/// value is that of plain minimax to the same depth.
pub(super) struct Search<'a> {
    shared: Shared<'a>,
    /// Nodes are states whose turns were listed, or that were cut off.
    counter: NodeCounter<'a>,
    history: HistoryTable,
    table: TwoLevelTable<'a>,
    /// The turns of all states on the way from the root.
    list: Vec<Candidate>,
}

impl Negamax for Search<'_> {
    type State = State;
    type Node = Node;

    fn value(&mut self, state: &State, node: Node, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        if let Some(known) = self.known(state, node)? {
            return Ok(known);
        }
        match node.depth {
            0 => self.quiescence(state, node.ply, CAPTURES, alpha, beta),
            1 => self.frontier(state, node, alpha, beta),
            _ => self.search_with_table(state, node, alpha, beta),
        }
    }

    /// Marks the child as in progress while it is searched with a null window.
    #[inline]
    fn scout(&mut self, child: &State, node: Node, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        let marked = self.shared.in_progress.filter(|_| node.depth >= DEFERRED);
        let marked = marked.map(|states| (states, self.progress_key(child, node)));
        if let Some((states, key)) = marked {
            states.insert(key);
        }
        let value = -self.value(child, node, -alpha - 1, -alpha)?;
        if let Some((states, key)) = marked {
            states.remove(key);
        }
        if value > alpha && value < beta {
            return Ok(-self.value(child, node, -beta, -alpha)?);
        }
        Ok(value)
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(shared: Shared<'a>, limit: u64) -> Search<'a> {
        Search {
            shared,
            counter: NodeCounter::new(shared.control, limit),
            history: HistoryTable::new(),
            table: TwoLevelTable::new(shared.repetitions, shared.images, shared.table),
            list: Vec::with_capacity(1 << 12),
        }
    }

    /// Nodes visited by all threads; of the others those they have reported.
    pub(super) fn nodes(&self) -> u64 {
        self.counter.total()
    }

    /// Counts a state, and tells its value if that needs no search.
    #[inline]
    fn known(&mut self, state: &State, node: Node) -> Result<Option<i32>, Stopped> {
        let Shared { geometry, laws, .. } = self.shared;
        self.counter.count()?;
        let lost = node.ply as i32 - WON;
        if state.is_beaten() {
            return Ok(Some(lost));
        }
        if self.repeats(state, node) {
            return Ok(Some(0));
        }
        if node.quiet >= DRAW_LIMITS.quiet_turns {
            let over = laws.is_lost(geometry, state);
            return Ok(Some(if over { lost } else { 0 }));
        }
        let exact = self.exactly(state);
        Ok(exact.map(|exact| value(exact, node.ply)))
    }

    /// Whether a state was there before: whoever is worse will repeat it until it is a draw.
    #[inline]
    pub(super) fn repeats(&self, state: &State, node: Node) -> bool {
        let repetitions = self.shared.repetitions;
        repetitions.are_possible(node) && repetitions.contains(state, node.ply)
    }

    /// The principal variation from a state, as far as the transposition table has it.
    pub(super) fn principal_variation(&self, mut state: State, mut node: Node) -> Vec<Turn> {
        let mut line = Vec::new();
        while node.depth > 0
            && let Some(turn) = self.table.best(&state, node)
        {
            line.push(turn);
            state = state.play(self.shared.geometry, turn);
            node = node.after(turn);
        }
        line
    }

    /// Forgets where it was when it was stopped.
    pub(super) fn restart(&mut self) {
        self.list.clear();
    }

    /// The exact value of a state, if tables have it.
    #[inline]
    fn exactly(&self, state: &State) -> Option<Exact> {
        let probe = self.shared.probe?;
        let stones = (state.mine | state.theirs).count_ones();
        // The side to move never has fewer in hand than the other.
        if state.my_hand > 0 || stones > probe.most_stones() {
            return None;
        }
        let ending = Ending {
            mine: state.mine,
            theirs: state.theirs,
            flights: state.flights,
        };
        probe.ending(&ending)
    }

    /// The value of a state at the horizon: its evaluation, or what comes of captures.
    #[inline]
    fn quiescence(
        &mut self,
        state: &State,
        ply: u32,
        captures: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let Shared {
            geometry,
            laws,
            evaluation,
            ..
        } = self.shared;
        if laws.is_lost(geometry, state) {
            return Ok(ply as i32 - WON);
        }
        let value = evaluation.value(geometry, laws, state);
        let quiet = captures == 0 || evaluation.includes_captures() || state.closing(geometry) == 0;
        if value >= beta || quiet {
            return Ok(value);
        }
        self.captures(state, ply, captures, value, alpha.max(value), beta)
    }

    /// What comes of captures, or of none of them.
    fn captures(
        &mut self,
        state: &State,
        ply: u32,
        captures: u32,
        mut best: i32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let Shared { geometry, laws, .. } = self.shared;
        let base = self.list.len();
        list_taking(geometry, laws, state, &mut self.list);
        let end = self.list.len();
        for index in base..end {
            let turn = pick(&mut self.list[index..end]).turn();
            self.counter.count()?;
            let child = state.play(geometry, turn);
            let value = -self.quiescence(&child, ply + 1, captures - 1, -beta, -alpha)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.list.truncate(base);
        Ok(best)
    }

    /// [`value`](Negamax::value) one turn before the horizon: neither the transposition table nor an
    /// order of the turns is worth what it costs here, except that captures come first, then what
    /// stops mills.
    fn frontier(
        &mut self,
        state: &State,
        node: Node,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let Shared { geometry, laws, .. } = self.shared;
        let base = self.list.len();
        list_taking(geometry, laws, state, &mut self.list);
        let captures = self.list.len();
        let mut best = node.ply as i32 - WON;
        let mut index = base;
        loop {
            if index == captures {
                list_others(geometry, laws, state, &mut self.list);
            }
            if index == self.list.len() {
                break;
            }
            let turn = if index < captures {
                pick(&mut self.list[index..captures]).turn()
            } else {
                self.list[index].turn()
            };
            let child = state.play(geometry, turn);
            let below = node.after(turn);
            let value = match self.known(&child, below)? {
                Some(known) => -known,
                None => -self.quiescence(&child, below.ply, CAPTURES, -beta, -alpha)?,
            };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
            index += 1;
        }
        self.list.truncate(base);
        Ok(best)
    }

    /// [`value`](Negamax::value) with what the transposition table knows, where the result goes.
    fn search_with_table(
        &mut self,
        state: &State,
        node: Node,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let key = self.table.key(state, node);
        let first = match self.table.probe(key, node, alpha, beta) {
            Probed::Value(value) => return Ok(value),
            Probed::Hint(first) => first,
        };
        let best = self.search_turns(state, node, alpha, beta, first)?;
        self.table.store(key, node, &best, alpha, beta);
        Ok(best.value)
    }

    /// Searches the turns, `first` and then in the order of what they promise, until one is good
    /// enough. Those that another thread is searching come last.
    fn search_turns(
        &mut self,
        state: &State,
        node: Node,
        alpha: i32,
        beta: i32,
        first: Option<Turn>,
    ) -> Result<Best<Turn>, Stopped> {
        let Shared { geometry, laws, .. } = self.shared;
        // Without a turn the game is lost.
        let mut best = Best::none(node.ply as i32 - WON, alpha, beta);
        // Mostly it is good enough, and the others need not be listed.
        if let Some(turn) = first {
            self.try_turn(state, node, turn, &mut best)?;
            if best.is_cutoff() {
                self.reward(node, turn, 0..0);
                return Ok(best);
            }
        }
        let base = self.list.len();
        list_all(geometry, laws, state, &self.history, &mut self.list);
        let end = self.list.len();
        let mut deferred = base;
        for index in base..end {
            let turn = if index < base + SORTED {
                pick(&mut self.list[index..end]).turn()
            } else {
                self.list[index].turn()
            };
            if first == Some(turn) {
                continue;
            }
            if best.played.is_some() && self.is_in_progress(state, node, turn) {
                self.list.swap(deferred, index);
                deferred += 1;
                continue;
            }
            self.try_turn(state, node, turn, &mut best)?;
            if best.is_cutoff() {
                self.reward(node, turn, base..index);
                self.list.truncate(base);
                return Ok(best);
            }
        }
        for index in base..deferred {
            let turn = self.list[index].turn();
            self.try_turn(state, node, turn, &mut best)?;
            if best.is_cutoff() {
                break;
            }
        }
        self.list.truncate(base);
        Ok(best)
    }

    #[inline]
    fn try_turn(
        &mut self,
        state: &State,
        node: Node,
        turn: Turn,
        best: &mut Best<Turn>,
    ) -> Result<(), Stopped> {
        let child = state.play(self.shared.geometry, turn);
        self.try_move(turn, &child, node.after(turn), best)
    }

    /// Whether another thread is searching the state after a turn.
    #[inline]
    fn is_in_progress(&self, state: &State, node: Node, turn: Turn) -> bool {
        let Some(in_progress) = self.shared.in_progress else {
            return false;
        };
        let node = node.after(turn);
        if node.depth < DEFERRED {
            return false;
        }
        let child = state.play(self.shared.geometry, turn);
        in_progress.contains(self.progress_key(&child, node))
    }

    /// What a state is marked by while it is searched to some depth.
    #[inline]
    fn progress_key(&self, state: &State, node: Node) -> u64 {
        self.table.key(state, node).bits ^ u64::from(node.depth) << 58
    }

    /// Updates the history with a turn that caused a cutoff, and those searched before it.
    fn reward(&mut self, node: Node, turn: Turn, before: std::ops::Range<usize>) {
        if turn.captures() {
            return;
        }
        let bonus = (3 * node.depth) as i32;
        self.history.add(turn, bonus);
        for index in before {
            let turn = self.list[index].turn();
            if !turn.captures() {
                self.history.add(turn, -bonus);
            }
        }
    }
}
