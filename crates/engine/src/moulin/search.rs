use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use moulin::ending::DRAW_LIMITS;
use tables::Exact;
use tables::kernel::{Geometry, Image, Laws, State, Turn};

use super::damage::Damage;
use super::evaluation::Eye;
use super::history::Experience;
use super::moves::{Candidate, list_all, list_others, list_taking};
use super::node::Place;
use super::probe::{Ending, Probe};
use super::repetitions::Past;
use super::score::{WON, value};
use super::transposition_table::Cache;
use super::two_level_table::{Finding, Memory, Recall};
use crate::search::Busy;
use crate::{Stop, Stopped};

/// No value is larger.
pub(super) const INFINITE: i32 = WON + 1;

/// The most turns a search looks ahead: six bits of a key count them down to a draw limit.
pub(super) const MOST_DEPTH: u32 = 60;

/// Nodes between two looks at the clock: about a tenth of a millisecond.
const PATIENCE: u64 = 1 << 11;

/// Turns that are tried in the order of their promise; where so many were not good enough, hardly
/// one is, and their order matters little.
const SORTED: usize = 5;

/// Captures in a row that are looked at beyond the horizon.
const SETTLING: u32 = 2;

/// Turns to look ahead from which threads avoid each other's work.
const SHARED: u32 = 3;

/// What all threads of a search share.
#[derive(Clone, Copy)]
pub(super) struct Shared<'a> {
    pub(super) geometry: &'a Geometry,
    pub(super) laws: &'a Laws,
    pub(super) eye: &'a Eye,
    pub(super) past: &'a Past,
    pub(super) cache: &'a Cache,
    /// Nobody to avoid when there is one thread.
    pub(super) busy: Option<&'a Busy>,
    pub(super) probe: Option<&'a dyn Probe>,
    pub(super) damage: &'a Damage,
    /// The symmetries under which states are the same: all, or the identity alone.
    pub(super) images: &'a [Image],
    pub(super) stop: &'a Stop,
    /// Nodes looked at by all threads, told now and then.
    pub(super) searched: &'a AtomicU64,
    /// Set when some thread has finished.
    pub(super) finished: &'a AtomicBool,
}

/// A search that looks a number of whole turns ahead and then settles captures. Every value is
/// that of plain minimax to the same depth.
pub(super) struct Search<'a> {
    shared: Shared<'a>,
    /// Nodes looked at: states whose turns were listed, or that were cut.
    nodes: u64,
    /// Nodes after which it gives up.
    limit: u64,
    experience: Experience,
    recall: Recall<'a>,
    /// The turns of all states on the way from the root.
    list: Vec<Candidate>,
}

impl<'a> Search<'a> {
    pub(super) fn new(shared: Shared<'a>, limit: u64) -> Search<'a> {
        Search {
            shared,
            nodes: 0,
            limit,
            experience: Experience::new(),
            recall: Recall::new(shared.past, shared.images, shared.cache),
            list: Vec::with_capacity(1 << 12),
        }
    }

    /// Counts a node, and looks at the clock now and then.
    #[inline]
    fn count(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.limit {
            return Err(Stopped);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(PATIENCE) {
            self.shared.searched.fetch_add(PATIENCE, Ordering::Relaxed);
            if self.shared.finished.load(Ordering::Relaxed) || self.shared.stop.is_due() {
                return Err(Stopped);
            }
        }
        Ok(())
    }

    /// Nodes looked at by all threads; of the others those they have told of.
    pub(super) fn nodes(&self) -> u64 {
        let told = self.nodes - self.nodes % PATIENCE;
        self.shared.searched.load(Ordering::Relaxed) - told + self.nodes
    }

    /// What a state is worth to the side to move, if between `alpha` and `beta`; otherwise a bound
    /// on the same side of both.
    pub(super) fn value(
        &mut self,
        state: &State,
        place: Place,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        if let Some(known) = self.known(state, place)? {
            return Ok(known);
        }
        match place.depth {
            0 => self.settle(state, place.ply, SETTLING, alpha, beta),
            1 => self.frontier(state, place, alpha, beta),
            _ => self.cached(state, place, alpha, beta),
        }
    }

    /// Counts a state, and says what it is worth if that needs no search.
    #[inline]
    fn known(&mut self, state: &State, place: Place) -> Result<Option<i32>, Stopped> {
        let Shared { geometry, laws, .. } = self.shared;
        self.count()?;
        let lost = place.ply as i32 - WON;
        if state.is_beaten() {
            return Ok(Some(lost));
        }
        if self.repeats(state, place) {
            return Ok(Some(0));
        }
        if place.quiet >= DRAW_LIMITS.quiet_turns {
            let over = laws.is_lost(geometry, state);
            return Ok(Some(if over { lost } else { 0 }));
        }
        let exact = self.exactly(state);
        Ok(exact.map(|exact| value(exact, place.ply)))
    }

    /// Whether a state was there before: whoever is worse will have it again until it is a draw.
    #[inline]
    pub(super) fn repeats(&self, state: &State, place: Place) -> bool {
        let past = self.shared.past;
        past.is_unbroken(place) && past.contains(state, place.ply)
    }

    /// The turns that are thought best after a state, as far as the cache remembers.
    pub(super) fn expected(&self, mut state: State, mut place: Place) -> Vec<Turn> {
        let mut line = Vec::new();
        while place.depth > 0
            && let Some(turn) = self.recall.best(&state, place)
        {
            line.push(turn);
            state = state.play(self.shared.geometry, turn);
            place = place.after(turn);
        }
        line
    }

    /// Forgets where it was when it was stopped.
    pub(super) fn begin(&mut self) {
        self.list.clear();
    }

    /// What a state is worth, if somebody knows it by heart.
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
        self.shared.damage.note(probe.probe(&ending))
    }

    /// The value of a state at the horizon: what it looks like, or what comes of captures.
    #[inline]
    fn settle(
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
            eye,
            ..
        } = self.shared;
        if laws.is_lost(geometry, state) {
            return Ok(ply as i32 - WON);
        }
        let look = eye.value(geometry, laws, state);
        let calm = captures == 0 || eye.foresees() || state.closing(geometry) == 0;
        if look >= beta || calm {
            return Ok(look);
        }
        self.take(state, ply, captures, look, alpha.max(look), beta)
    }

    /// What comes of captures, or of none of them.
    fn take(
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
            let turn = self.pick(index, end);
            self.count()?;
            let child = state.play(geometry, turn);
            let value = -self.settle(&child, ply + 1, captures - 1, -beta, -alpha)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.list.truncate(base);
        Ok(best)
    }

    /// [`value`](Search::value) one turn before the horizon: neither the cache nor an order of the
    /// turns is worth what it costs here, except that captures come first, then what stops mills.
    fn frontier(
        &mut self,
        state: &State,
        place: Place,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let Shared { geometry, laws, .. } = self.shared;
        let base = self.list.len();
        list_taking(geometry, laws, state, &mut self.list);
        let captures = self.list.len();
        let mut best = place.ply as i32 - WON;
        let mut index = base;
        loop {
            if index == captures {
                list_others(geometry, laws, state, &mut self.list);
            }
            if index == self.list.len() {
                break;
            }
            let turn = if index < captures {
                self.pick(index, captures)
            } else {
                self.list[index].turn()
            };
            let child = state.play(geometry, turn);
            let below = place.after(turn);
            let value = match self.known(&child, below)? {
                Some(known) => -known,
                None => -self.settle(&child, below.ply, SETTLING, -beta, -alpha)?,
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

    /// The most promising turn of those from `index` to `end`, which comes to stand there.
    #[inline]
    fn pick(&mut self, index: usize, end: usize) -> Turn {
        let rest = &mut self.list[index..end];
        let mut most = 0;
        for at in 1..rest.len() {
            if rest[at] > rest[most] {
                most = at;
            }
        }
        rest.swap(0, most);
        rest[0].turn()
    }

    /// [`value`](Search::value) with what the cache knows, which learns the rest.
    fn cached(
        &mut self,
        state: &State,
        place: Place,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let key = self.recall.key(state, place);
        let first = match self.recall.find(key, place, alpha, beta) {
            Memory::Value(value) => return Ok(value),
            Memory::First(first) => first,
        };
        let (value, best) = self.try_all(state, place, alpha, beta, first)?;
        let finding = Finding {
            alpha,
            beta,
            value,
            best,
        };
        self.recall.keep(key, place, finding);
        Ok(value)
    }

    /// Tries the turns, `first` and then in the order of what they promise, until one is good
    /// enough: the value and the best turn.
    fn try_all(
        &mut self,
        state: &State,
        place: Place,
        alpha: i32,
        beta: i32,
        first: Option<Turn>,
    ) -> Result<(i32, Option<Turn>), Stopped> {
        let Shared { geometry, laws, .. } = self.shared;
        // Without a turn the game is lost.
        let mut trial = Trial {
            best: place.ply as i32 - WON,
            played: None,
            alpha,
            beta,
        };
        // Mostly it is good enough, and the others need not be listed.
        if let Some(turn) = first {
            self.try_turn(state, place, turn, &mut trial)?;
            if trial.alpha >= beta {
                self.praise(place, turn, 0..0);
                return Ok((trial.best, trial.played));
            }
        }
        let base = self.list.len();
        list_all(geometry, laws, state, &self.experience, &mut self.list);
        let end = self.list.len();
        let mut left = base;
        for index in base..end {
            let turn = if index < base + SORTED {
                self.pick(index, end)
            } else {
                self.list[index].turn()
            };
            if first == Some(turn) {
                continue;
            }
            if trial.played.is_some() && self.is_busy(state, place, turn) {
                // Tried after all the others.
                self.list.swap(left, index);
                left += 1;
                continue;
            }
            self.try_turn(state, place, turn, &mut trial)?;
            if trial.alpha >= beta {
                self.praise(place, turn, base..index);
                self.list.truncate(base);
                return Ok((trial.best, trial.played));
            }
        }
        for index in base..left {
            let turn = self.list[index].turn();
            self.try_turn(state, place, turn, &mut trial)?;
            if trial.alpha >= beta {
                break;
            }
        }
        self.list.truncate(base);
        Ok((trial.best, trial.played))
    }

    /// Searches one turn, at first only for whether it is better than the best.
    #[inline]
    fn try_turn(
        &mut self,
        state: &State,
        place: Place,
        turn: Turn,
        trial: &mut Trial,
    ) -> Result<(), Stopped> {
        let child = state.play(self.shared.geometry, turn);
        let place = place.after(turn);
        let value = if trial.played.is_none() {
            -self.value(&child, place, -trial.beta, -trial.alpha)?
        } else {
            self.challenge(&child, place, trial.alpha, trial.beta)?
        };
        if value > trial.best || trial.played.is_none() {
            trial.best = value;
            trial.played = Some(turn);
        }
        trial.alpha = trial.alpha.max(value);
        Ok(())
    }

    /// The value, for its parent, of a child that is hardly better than `alpha`: first without a
    /// window.
    #[inline]
    pub(super) fn challenge(
        &mut self,
        child: &State,
        place: Place,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let shared = place.depth >= SHARED && self.shared.busy.is_some();
        let key = shared.then(|| self.recall.key(child, place).bits ^ u64::from(place.depth) << 58);
        if let (Some(busy), Some(key)) = (self.shared.busy, key) {
            busy.set(key);
        }
        let mut value = -self.value(child, place, -alpha - 1, -alpha)?;
        if let (Some(busy), Some(key)) = (self.shared.busy, key) {
            busy.clear(key);
        }
        if value > alpha && value < beta {
            value = -self.value(child, place, -beta, -alpha)?;
        }
        Ok(value)
    }

    /// Whether another thread is at the state after a turn.
    #[inline]
    fn is_busy(&self, state: &State, place: Place, turn: Turn) -> bool {
        let Some(busy) = self.shared.busy else {
            return false;
        };
        let place = place.after(turn);
        if place.depth < SHARED {
            return false;
        }
        let child = state.play(self.shared.geometry, turn);
        busy.is(self.recall.key(&child, place).bits ^ u64::from(place.depth) << 58)
    }

    /// Learns from a turn that was good enough, and from those tried before it.
    fn praise(&mut self, place: Place, turn: Turn, before: std::ops::Range<usize>) {
        if turn.captures() {
            return;
        }
        let lesson = (3 * place.depth) as i32;
        self.experience.learn(turn, lesson);
        for index in before {
            let turn = self.list[index].turn();
            if !turn.captures() {
                self.experience.learn(turn, -lesson);
            }
        }
    }
}

/// What has come of the turns tried so far.
struct Trial {
    best: i32,
    played: Option<Turn>,
    alpha: i32,
    beta: i32,
}
