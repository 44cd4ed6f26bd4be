//! What people read of games: sides, results, reasons, refusals.

mod arena;
mod field;
mod io;
mod outcome;
mod reasons;
mod record;
mod setup;
mod side;
mod standing;

pub use arena::{ladder_line, match_result, match_spoiled, player_refusal};
pub use field::field;
pub use io::io_fault;
pub use outcome::ending;
pub(crate) use reasons::{capital, weighed};
pub(crate) use record::fault as record_fault;
pub(crate) use setup::unknown_game;
pub use setup::unknown_value;
pub use side::side;
pub(crate) use side::{of_players_fr, players, players_first, to_players_fr};
pub(crate) use standing::standing;

pub use texts::Text;
use texts::text;

/// `a1, b2 or c3` and `a1, b2 ou c3`.
#[must_use]
pub fn alternatives(names: &[String]) -> Text {
    text!(common::these_or_those, names)
}

/// `a1, b2 and c3` and `a1, b2 et c3`.
#[must_use]
pub fn together(names: &[String]) -> Text {
    text!(common::these_and_those, names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lang;

    #[test]
    fn alternatives_end_in_or() {
        let names = ["a1", "b2", "c3"].map(str::to_owned);
        assert_eq!(alternatives(&names).get(Lang::EN), "a1, b2 or c3");
        assert_eq!(alternatives(&names[..1]).get(Lang::FR), "a1");
        assert_eq!(together(&names).get(Lang::FR), "a1, b2 et c3");
    }
}
