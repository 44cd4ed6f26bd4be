use moulin::ending::DRAW_LIMITS;
use tables::kernel::{Image, State, Turn};

use super::node::Place;
use super::repetitions::Past;
use super::score::{PROVEN, WON};
use super::transposition_table::{Bound, Cache, Found, Known};

/// What one thread remembers of the states it and the others have searched.
pub(super) struct Recall<'a> {
    past: &'a Past,
    /// The symmetries under which states are the same: all, or the identity alone.
    images: &'a [Image],
    /// Shared by all threads.
    far: &'a Cache,
    /// For states near the horizon, so many that the way to memory would cost more than it saves:
    /// small enough to stay near the core. In the middle game this makes a search faster by a
    /// fifth.
    near: Cache,
}

/// Turns to look ahead up to which a state is near the horizon.
const NEAR: u32 = 2;

/// Bytes for states near the horizon.
const NEAR_BYTES: usize = 1 << 19;

/// A key of the cache, and the symmetry through which the state is seen there.
#[derive(Clone, Copy)]
pub(super) struct Key<'a> {
    pub(super) bits: u64,
    image: &'a Image,
}

/// What is remembered of a state.
#[derive(Clone, Copy)]
pub(super) enum Memory {
    /// Its value, or a bound that is enough.
    Value(i32),
    /// The turn that was best, if one was.
    First(Option<Turn>),
}

/// A window and what was found looking through it.
#[derive(Clone, Copy)]
pub(super) struct Finding {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) value: i32,
    pub(super) best: Option<Turn>,
}

impl<'a> Recall<'a> {
    pub(super) fn new(past: &'a Past, images: &'a [Image], far: &'a Cache) -> Recall<'a> {
        Recall {
            past,
            images,
            far,
            near: Cache::new(NEAR_BYTES.min(far.bytes())),
        }
    }

    #[inline]
    fn cache(&self, place: Place) -> &Cache {
        if place.depth <= NEAR {
            &self.near
        } else {
            self.far
        }
    }

    /// The state's key: one for all its images, and one for each number of turns to a draw limit
    /// in sight.
    #[inline]
    pub(super) fn key(&self, state: &State, place: Place) -> Key<'a> {
        let mut image = &self.images[0];
        let (mut mine, mut theirs) = (state.mine, state.theirs);
        for candidate in &self.images[1..] {
            let seen = candidate.set(state.mine);
            if seen <= mine {
                let other = candidate.set(state.theirs);
                if (seen, other) < (mine, theirs) {
                    (mine, theirs, image) = (seen, other, candidate);
                }
            }
        }
        let left = DRAW_LIMITS.quiet_turns.saturating_sub(place.quiet);
        let countdown = if left <= place.depth { left } else { 0 };
        // With the colours changed a state looks the same but has another past.
        let colour = if self.past.is_unbroken(place) {
            place.ply & 1
        } else {
            0
        };
        let bits = state.bits(mine, theirs) | u64::from(colour) << 55 | u64::from(countdown) << 56;
        Key { bits, image }
    }

    /// What is known of a state, for a window.
    #[inline]
    pub(super) fn find(&self, key: Key<'_>, place: Place, alpha: i32, beta: i32) -> Memory {
        let best = match self.cache(place).get(key.bits) {
            Some(Found::Now(known)) => match usable(known, place, alpha, beta) {
                Some(value) => return Memory::Value(value),
                None => known.best,
            },
            Some(Found::Earlier(known)) => known.best,
            None => None,
        };
        Memory::First(best.map(|turn| turn.unseen(key.image)))
    }

    /// The turn thought best after a state by this search.
    pub(super) fn best(&self, state: &State, place: Place) -> Option<Turn> {
        let key = self.key(state, place);
        match self.cache(place).get(key.bits) {
            Some(Found::Now(known)) => known.best.map(|turn| turn.unseen(key.image)),
            _ => None,
        }
    }

    /// Keeps what was found.
    #[inline]
    pub(super) fn keep(&self, key: Key<'_>, place: Place, finding: Finding) {
        let bound = if finding.value >= finding.beta {
            Bound::Low
        } else if finding.value <= finding.alpha {
            Bound::High
        } else {
            Bound::Both
        };
        let known = Known {
            value: from_here(finding.value, place.ply) as i16,
            bound,
            depth: place.depth as u8,
            best: finding.best.map(|turn| turn.seen(key.image)),
        };
        self.cache(place).put(key.bits, known);
    }
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
