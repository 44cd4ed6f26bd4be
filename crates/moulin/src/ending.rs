//! How games of the family end, beyond what players agree on.

use game::{DrawLimits, Ending};

use crate::rule::{ML7, ML8, ML9};

/// The side to move cannot move.
pub const STUCK: Ending = Ending::new("stuck", ML8);

/// A side is down to two stones.
pub const TWO_STONES: Ending = Ending::new("two stones", ML7);

/// The same position for the third time.
pub const REPETITION: Ending = Ending::new("repetition", ML9);

/// A hundred turns without a capture.
pub const HUNDRED_TURNS: Ending = Ending::new("100 turns", ML9);

/// All of them.
pub const ALL: [Ending; 4] = [STUCK, TWO_STONES, REPETITION, HUNDRED_TURNS];

/// When play without end is a draw (ML9). Tables and exact values ignore it.
pub const DRAW_LIMITS: DrawLimits = DrawLimits {
    occurrences: 3,
    repetition: REPETITION,
    quiet_turns: 100,
    no_progress: HUNDRED_TURNS,
};
