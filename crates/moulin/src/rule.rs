//! The ids of the family's rules; `docs/rules/moulin.md` explains each.

use game::Rule;

/// Placing.
pub const ML1: Rule = Rule("ML1");
/// Moving.
pub const ML2: Rule = Rule("ML2");
/// Closing a mill.
pub const ML3: Rule = Rule("ML3");
/// What may be taken.
pub const ML4: Rule = Rule("ML4");
/// Opening and closing a mill again.
pub const ML5: Rule = Rule("ML5");
/// Flying.
pub const ML6: Rule = Rule("ML6");
/// Losing with two stones.
pub const ML7: Rule = Rule("ML7");
/// Losing when unable to move.
pub const ML8: Rule = Rule("ML8");
/// Draws.
pub const ML9: Rule = Rule("ML9");
/// A rule set is data.
pub const ML10: Rule = Rule("ML10");

/// Every id, in order.
pub const ALL: [Rule; 10] = [ML1, ML2, ML3, ML4, ML5, ML6, ML7, ML8, ML9, ML10];
