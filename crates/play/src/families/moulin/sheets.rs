//! What people read about each printed sheet, by its name.

use game::Rule;
use moulin::rule::{ML3, ML4, ML5, ML6, ML7, ML8, ML9};
use moulin::{Moulin, Rules, SHEETS};

use crate::Setup;
use crate::families::Offer;
use crate::text::Text;

/// What there is to say about a sheet.
struct Words {
    sheet: &'static str,
    /// What is its own, in a few words.
    about: [&'static str; 2],
    /// Its number.
    number: &'static str,
    /// Where it says nothing and the answer is ours.
    decided: &'static [Rule],
}

const WORDS: [Words; 3] = [
    Words {
        sheet: "classique",
        about: [
            "Nine stones; with three left, they fly",
            "Neuf pions ; à trois, ils s'envolent",
        ],
        number: "003",
        decided: &[ML3, ML4, ML5, ML9],
    },
    Words {
        sheet: "envol",
        about: [
            "One flight per game, from four stones down",
            "Un seul envol par partie, à quatre pions ou moins",
        ],
        number: "002",
        decided: &[ML3, ML6, ML7, ML8, ML9],
    },
    Words {
        sheet: "barreau",
        about: [
            "No flight, and stones in mills are safe",
            "Pas d'envol, et un pion en moulin est à l'abri",
        ],
        number: "004",
        decided: &[ML3, ML6, ML9],
    },
];

fn words(sheet: &str) -> Option<&'static Words> {
    WORDS.iter().find(|words| words.sheet == sheet)
}

/// Whether a sheet leaves a rule open, so that the answer is ours.
pub(super) fn is_decided(rule: Rule, sheet: &str) -> bool {
    words(sheet).is_some_and(|words| words.decided.contains(&rule))
}

/// The sheets as games to choose from. One that nobody has written about yet has its name.
pub(super) fn offers() -> Vec<Offer> {
    SHEETS
        .iter()
        .map(|(sheet, rules)| offer(sheet, rules))
        .collect()
}

fn offer(sheet: &str, rules: &Rules) -> Offer {
    let words = words(sheet);
    let [about, propos] = words.map_or([sheet; 2], |words| words.about);
    let source = words.map(|Words { number, .. }| {
        Text::new(format!("sheet {number}"), format!("feuille {number}"))
    });
    Offer {
        setup: Setup::of(Moulin::new(*rules)),
        name: Text::new(format!("Mill, {sheet}"), format!("Moulin {sheet}")),
        about: Text::new(about, propos),
        source,
        larger: None,
        boards: Vec::new(),
        openings: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lang;

    #[test]
    fn every_sheet_is_offered_in_words_of_its_own() {
        for (sheet, _) in SHEETS {
            assert!(words(sheet).is_some(), "{sheet}");
        }
    }

    #[test]
    fn a_sheet_without_words_is_offered_by_its_name() {
        let offer = offer("quatrième", &moulin::CLASSIQUE);
        assert_eq!(offer.about.get(Lang::EN), "quatrième");
        assert_eq!(offer.source, None);
    }
}
