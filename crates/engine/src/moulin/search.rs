use std::sync::atomic::{AtomicBool, Ordering};

use super::cache::{Bound, Cache, Found, Known};
use super::evaluation::{Judgement, evaluate};
use super::geometry::{Geometry, Image};
use super::moves::{Candidate, Experience, list_all, list_others, list_taking};
use super::past::{Past, QUIET_TURNS};
use super::probe::{Ending, Exact, Probe};
use super::state::{Laws, State};
use super::turn::Turn;
use super::verdict::{PROVEN, WON, value};
use crate::busy::Busy;
use crate::{Stop, Stopped};

/// No value is larger.
pub(super) const INFINITE: i32 = WON + 1;

/// The most turns a search looks ahead: six bits of a key count them down to a draw limit.
pub(super) const MOST_DEPTH: u32 = 60;

/// Nodes between two looks at the clock: about a tenth of a millisecond.
pub(super) const PATIENCE: u64 = 1 << 11;

/// Turns that are tried in the order of their promise; where so many were not good enough, hardly
/// one is, and their order matters little.
const SORTED: usize = 5;

/// Captures in a row that are looked at beyond the horizon.
const SETTLING: u32 = 2;

/// Turns to look ahead from which threads avoid each other's work.
const SHARED: u32 = 4;

/// What all threads of a search share.
#[derive(Clone, Copy)]
pub(super) struct Shared<'a> {
    pub(super) geometry: &'a Geometry,
    pub(super) laws: &'a Laws,
    pub(super) judgement: &'a Judgement,
    pub(super) past: &'a Past,
    pub(super) cache: &'a Cache,
    /// Nobody to avoid when there is one thread.
    pub(super) busy: Option<&'a Busy>,
    pub(super) probe: Option<&'a dyn Probe>,
    /// The symmetries under which states are the same: all, or the identity alone.
    pub(super) images: &'a [Image],
    pub(super) stop: &'a Stop,
    /// Set when some thread has finished.
    pub(super) finished: &'a AtomicBool,
}

/// A search that looks a number of whole turns ahead and then settles captures. Every value is
/// that of plain minimax to the same depth.
pub(super) struct Search<'a> {
    shared: Shared<'a>,
    /// Nodes looked at: states whose turns were listed, or that were cut.
    pub(super) nodes: u64,
    /// Nodes after which it gives up.
    limit: u64,
    experience: Experience,
    /// Turns that refuted others as far from the root.
    killers: [[Option<Turn>; 2]; MOST_DEPTH as usize + 2],
    /// The turns of all states on the way from the root.
    list: Vec<Candidate>,
}

/// Where in the tree a state is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Turns still to look ahead.
    pub(super) depth: u32,
    /// Turns from the root.
    pub(super) ply: u32,
    /// Quiet turns played before, those before the root included.
    pub(super) quiet: u32,
}

impl Place {
    #[inline]
    pub(super) fn after(self, turn: Turn) -> Place {
        Place {
            depth: self.depth - 1,
            ply: self.ply + 1,
            quiet: if turn.is_quiet() { self.quiet + 1 } else { 0 },
        }
    }
}

/// A key of the cache, and the symmetry through which the state is seen there.
#[derive(Clone, Copy)]
struct Key<'a> {
    bits: u64,
    image: &'a Image,
}

impl<'a> Search<'a> {
    pub(super) fn new(shared: Shared<'a>, limit: u64) -> Search<'a> {
        Search {
            shared,
            nodes: 0,
            limit,
            experience: Experience::new(),
            killers: [[None; 2]; MOST_DEPTH as usize + 2],
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
        if self.nodes.is_multiple_of(PATIENCE)
            && (self.shared.finished.load(Ordering::Relaxed) || self.shared.stop.is_due())
        {
            return Err(Stopped);
        }
        Ok(())
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
        let Shared { geometry, laws, .. } = self.shared;
        self.count()?;
        let lost = place.ply as i32 - WON;
        if state.is_beaten() {
            return Ok(lost);
        }
        if self.is_unbroken(place) && self.shared.past.contains(state, place.ply) {
            return Ok(0);
        }
        if place.quiet >= QUIET_TURNS {
            let over = laws.is_lost(geometry, state);
            return Ok(if over { lost } else { 0 });
        }
        if let Some(known) = self.known_by_heart(state, place.ply) {
            return Ok(known);
        }
        if place.depth == 0 {
            return self.settle(state, place.ply, SETTLING, alpha, beta);
        }
        if place.depth == 1 {
            return self.frontier(state, place, alpha, beta);
        }
        self.cached(state, place, alpha, beta)
    }

    /// The turns that are thought best after a state, as far as the cache remembers.
    pub(super) fn expected(&self, mut state: State, mut place: Place) -> Vec<Turn> {
        let mut line = Vec::new();
        while place.depth > 0 && !state.is_beaten() {
            let key = self.key(&state, place);
            let Some(Found::Now(Known {
                best: Some(best), ..
            })) = self.shared.cache.get(key.bits)
            else {
                break;
            };
            let turn = best.unseen(key.image);
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

    /// Whether every turn from the root was quiet, so that the past may come again.
    #[inline]
    fn is_unbroken(&self, place: Place) -> bool {
        place.quiet == self.shared.past.quiet + place.ply
    }

    #[inline]
    fn known_by_heart(&self, state: &State, ply: u32) -> Option<i32> {
        self.exactly(state).map(|exact| value(exact, ply))
    }

    /// What a state is worth, if somebody knows it by heart.
    #[inline]
    pub(super) fn exactly(&self, state: &State) -> Option<Exact> {
        let probe = self.shared.probe?;
        let stones = (state.mine | state.theirs).count_ones();
        if state.their_hand > 0 || stones > probe.most_stones() {
            return None;
        }
        let ending = Ending {
            mine: state.mine,
            theirs: state.theirs,
            flights: state.flights,
        };
        probe.probe(&ending)
    }

    /// The value of a state at the horizon: what it looks like, or what comes of captures.
    fn settle(
        &mut self,
        state: &State,
        ply: u32,
        captures: u32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let Shared {
            geometry,
            laws,
            judgement,
            ..
        } = self.shared;
        if laws.is_lost(geometry, state) {
            return Ok(ply as i32 - WON);
        }
        let mut best = evaluate(judgement, geometry, laws, state);
        if best >= beta || captures == 0 {
            return Ok(best);
        }
        alpha = alpha.max(best);
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
        list_others(geometry, laws, state, &mut self.list);
        let mut best = place.ply as i32 - WON;
        for index in base..self.list.len() {
            let turn = if index < captures {
                self.pick(index, captures)
            } else {
                self.list[index].turn()
            };
            let child = state.play(geometry, turn);
            let value = -self.value(&child, place.after(turn), -beta, -alpha)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
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

    /// The state's place in the cache: one for all its images, and one for each number of turns to
    /// a draw limit in sight.
    #[inline]
    fn key(&self, state: &State, place: Place) -> Key<'a> {
        let images = self.shared.images;
        let mut image = &images[0];
        let (mut mine, mut theirs) = (state.mine, state.theirs);
        for candidate in &images[1..] {
            let seen = candidate.set(state.mine);
            if seen <= mine {
                let other = candidate.set(state.theirs);
                if (seen, other) < (mine, theirs) {
                    (mine, theirs, image) = (seen, other, candidate);
                }
            }
        }
        let left = QUIET_TURNS - place.quiet;
        let countdown = if left <= place.depth { left } else { 0 };
        // With the colours changed a state looks the same but has another past.
        let colour = if self.is_unbroken(place) {
            place.ply & 1
        } else {
            0
        };
        let bits = state.bits(mine, theirs) | u64::from(colour) << 55 | u64::from(countdown) << 56;
        Key { bits, image }
    }

    /// [`value`](Search::value) with what the cache knows, which learns the rest.
    fn cached(
        &mut self,
        state: &State,
        place: Place,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let key = self.key(state, place);
        let found = self.shared.cache.get(key.bits);
        if let Some(Found::Now(known)) = found
            && let Some(value) = usable(known, place, alpha, beta)
        {
            return Ok(value);
        }
        let first = match found {
            Some(Found::Now(known) | Found::Earlier(known)) => known.best,
            None => None,
        };
        let first = first.map(|turn| turn.unseen(key.image));
        let (value, best) = self.try_all(state, place, alpha, beta, first)?;
        let bound = if value >= beta {
            Bound::Low
        } else if value <= alpha {
            Bound::High
        } else {
            Bound::Both
        };
        // Where nothing was good enough the best is a matter of chance.
        let best = if bound == Bound::High { first } else { best };
        let known = Known {
            value: from_here(value, place.ply) as i16,
            bound,
            depth: place.depth as u8,
            best: best.map(|turn| turn.seen(key.image)),
        };
        self.shared.cache.put(key.bits, known);
        Ok(value)
    }

    /// Tries the turns in the order of what they promise, until one is good enough: the value and
    /// the best turn.
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
        if let Some(turn) = first {
            self.try_turn(state, place, turn, &mut trial)?;
            if trial.alpha >= beta {
                self.praise(place, turn, 0..0);
                return Ok((trial.best, trial.played));
            }
        }
        let base = self.list.len();
        list_all(geometry, laws, state, &self.experience, &mut self.list);
        self.promote_killers(base, place.ply);
        let mut left = base;
        let end = self.list.len();
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
        let key = shared.then(|| self.key(child, place).bits ^ u64::from(place.depth) << 58);
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
        busy.is(self.key(&child, place).bits ^ u64::from(place.depth) << 58)
    }

    /// Learns from a turn that was good enough, and from those tried before it.
    fn praise(&mut self, place: Place, turn: Turn, before: std::ops::Range<usize>) {
        if turn.captures() {
            return;
        }
        let lesson = (place.depth * place.depth).min(200) as i32;
        self.experience.learn(turn, lesson);
        for index in before {
            let turn = self.list[index].turn();
            if !turn.captures() {
                self.experience.learn(turn, -lesson);
            }
        }
        let killers = &mut self.killers[place.ply as usize];
        if killers[0] != Some(turn) {
            *killers = [Some(turn), killers[0]];
        }
    }

    #[inline]
    fn promote_killers(&mut self, base: usize, ply: u32) {
        let killers = self.killers[ply as usize];
        for candidate in &mut self.list[base..] {
            if killers.contains(&Some(candidate.turn())) {
                candidate.promote();
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

/// The value of an entry where it settles the window: it is of the same depth, or proven by an end
/// within reach, which a search of any such depth finds.
#[inline]
fn usable(known: Known, place: Place, alpha: i32, beta: i32) -> Option<i32> {
    let value = i32::from(known.value);
    let proven = value.abs() >= PROVEN && WON - value.abs() <= place.depth as i32;
    if u32::from(known.depth) != place.depth && !proven {
        return None;
    }
    let value = from_root(value, place.ply);
    let enough = match known.bound {
        Bound::Low => value >= beta,
        Bound::High => value <= alpha,
        Bound::Both => true,
    };
    enough.then_some(value)
}

/// A value whose end is counted from the root, counted from a state so far from it.
#[inline]
fn from_here(value: i32, ply: u32) -> i32 {
    if value >= PROVEN {
        value + ply as i32
    } else if value <= -PROVEN {
        value - ply as i32
    } else {
        value
    }
}

/// The reverse of [`from_here`].
#[inline]
fn from_root(value: i32, ply: u32) -> i32 {
    if value >= PROVEN {
        value - ply as i32
    } else if value <= -PROVEN {
        value + ply as i32
    } else {
        value
    }
}
