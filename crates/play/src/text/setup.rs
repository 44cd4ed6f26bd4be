use game::Excerpt;

use super::{Text, alternatives};
use crate::Lang;

/// A setup names no game that is known.
pub(crate) fn unknown_game(name: &Excerpt, known: &[&str]) -> Text {
    let known: Vec<String> = known.iter().map(|name| (*name).to_owned()).collect();
    let known = alternatives(&known);
    Text::new(
        format!("unknown game '{name}': {}", known.get(Lang::EN)),
        format!("jeu inconnu « {name} » : {}", known.get(Lang::FR)),
    )
}

/// An option of a setup has a value that it cannot have.
#[must_use]
pub fn unknown_value(key: &str, value: &Excerpt, expected: &str) -> Text {
    Text::new(
        format!("{key}={value} is not known (known: {expected})"),
        format!("{key}={value} est inconnu (connus : {expected})"),
    )
}
