//! The ids of the game's rules; `docs/rules/mijnlieff.md` explains each.

use game::Rule;

/// The board.
pub const MJ1: Rule = Rule("MJ1");
/// Several sets.
pub const MJ2: Rule = Rule("MJ2");
/// The pieces.
pub const MJ3: Rule = Rule("MJ3");
/// What a piece does.
pub const MJ4: Rule = Rule("MJ4");
/// Pieces do not block.
pub const MJ5: Rule = Rule("MJ5");
/// Gaps do block.
pub const MJ6: Rule = Rule("MJ6");
/// The first move.
pub const MJ7: Rule = Rule("MJ7");
/// Passing.
pub const MJ8: Rule = Rule("MJ8");
/// The end.
pub const MJ9: Rule = Rule("MJ9");
/// The score.
pub const MJ10: Rule = Rule("MJ10");
/// The sheet's example.
pub const MJ11: Rule = Rule("MJ11");

/// Every id, in order.
pub const ALL: [Rule; 11] = [MJ1, MJ2, MJ3, MJ4, MJ5, MJ6, MJ7, MJ8, MJ9, MJ10, MJ11];
