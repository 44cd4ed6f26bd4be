//! How games end, beyond what players agree on.

use game::Ending;

use crate::rule::MJ9;

/// A hand is empty and the other player had the last turn.
pub const LAST_PIECE: Ending = Ending::new("last piece", MJ9);

/// The last turn was a pass and the other hand is empty.
pub const BOTH_PASS: Ending = Ending::new("both pass", MJ9);

/// Both of them.
pub const ALL: [Ending; 2] = [LAST_PIECE, BOTH_PASS];
