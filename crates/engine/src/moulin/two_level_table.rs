use moulin::ending::DRAW_LIMITS;
use tables::kernel::{Image, State, Turn};

use super::entry::{self, Entry};
use super::node::Node;
use super::repetitions::Repetitions;
use super::score::{PROVEN, WON};
use crate::search::{Best, Bound, Found, TranspositionTable};

/// The transposition table as one thread sees it: the one that all threads share, and a small one of
/// its own for nodes near the horizon.
pub(super) struct TwoLevelTable<'a> {
    repetitions: &'a Repetitions,
    /// The symmetries under which states are the same: all, or the identity alone.
    images: &'a [Image],
    shared: &'a TranspositionTable<Entry>,
    /// There are so many nodes near the horizon that the way to memory would cost more than it
    /// saves: small enough to stay in the core's own cache. In the middle game this makes a search
    /// faster by a fifth.
    near: TranspositionTable<Entry>,
}

/// Turns to look ahead up to which a node is near the horizon.
const NEAR: u32 = 2;

/// Bytes for nodes near the horizon.
const NEAR_BYTES: usize = 1 << 19;

/// A key of the table, and the symmetry by which the state was turned for it.
#[derive(Clone, Copy)]
pub(super) struct ImageKey<'a> {
    pub(super) bits: u64,
    image: &'a Image,
}

/// What the table knows of a state.
#[derive(Clone, Copy)]
pub(super) enum Probed {
    /// Its value, or a bound that is enough.
    Value(i32),
    /// No more than the turn to try first, if any.
    Hint(Option<Turn>),
}

impl<'a> TwoLevelTable<'a> {
    pub(super) fn new(
        repetitions: &'a Repetitions,
        images: &'a [Image],
        shared: &'a TranspositionTable<Entry>,
    ) -> TwoLevelTable<'a> {
        TwoLevelTable {
            repetitions,
            images,
            shared,
            near: TranspositionTable::new(NEAR_BYTES.min(shared.bytes())),
        }
    }

    #[inline]
    fn level(&self, node: Node) -> &TranspositionTable<Entry> {
        if node.depth <= NEAR {
            &self.near
        } else {
            self.shared
        }
    }

    /// The state's key: one for all its images, and one for each number of turns to a draw limit
    /// within the horizon.
    #[inline]
    pub(super) fn key(&self, state: &State, node: Node) -> ImageKey<'a> {
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
        let left = DRAW_LIMITS.quiet_turns.saturating_sub(node.quiet);
        let countdown = if left <= node.depth { left } else { 0 };
        // With the colours changed a state looks the same but has other repetitions.
        let colour = if self.repetitions.are_possible(node) {
            node.ply & 1
        } else {
            0
        };
        let bits = state.bits(mine, theirs) | u64::from(colour) << 55 | u64::from(countdown) << 56;
        ImageKey { bits, image }
    }

    /// What is known of a state, for a window.
    #[inline]
    pub(super) fn probe(&self, key: ImageKey<'_>, node: Node, alpha: i32, beta: i32) -> Probed {
        let best = match self.level(node).probe(entry::key(key.bits)) {
            Some(Found::Now(entry)) => match usable(entry, node, alpha, beta) {
                Some(value) => return Probed::Value(value),
                None => entry.best,
            },
            // Of an earlier search, with other repetitions: good for the order of turns only.
            Some(Found::Earlier(entry)) => entry.best,
            None => None,
        };
        Probed::Hint(best.map(|turn| turn.unseen(key.image)))
    }

    /// The best turn of a state according to this search.
    pub(super) fn best(&self, state: &State, node: Node) -> Option<Turn> {
        let key = self.key(state, node);
        match self.level(node).probe(entry::key(key.bits)) {
            Some(Found::Now(entry)) => entry.best.map(|turn| turn.unseen(key.image)),
            _ => None,
        }
    }

    /// Stores what was found with a window.
    #[inline]
    pub(super) fn store(
        &self,
        key: ImageKey<'_>,
        node: Node,
        best: &Best<Turn>,
        alpha: i32,
        beta: i32,
    ) {
        let entry = Entry {
            value: from_here(best.value, node.ply) as i16,
            bound: Bound::of(best.value, alpha, beta),
            depth: node.depth as u8,
            best: best.played.map(|turn| turn.seen(key.image)),
        };
        self.level(node).store(entry::key(key.bits), entry);
    }
}

/// The value of an entry where it answers the window: it is of the same depth, or proven by an end
/// within reach, which a search of any such depth finds.
#[inline]
fn usable(entry: Entry, node: Node, alpha: i32, beta: i32) -> Option<i32> {
    let value = i32::from(entry.value);
    let proven = value.abs() >= PROVEN && WON - value.abs() <= node.depth as i32;
    if u32::from(entry.depth) != node.depth && !proven {
        return None;
    }
    let value = from_root(value, node.ply);
    entry.bound.settles(value, alpha, beta).then_some(value)
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
