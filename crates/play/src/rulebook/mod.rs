//! The rules as a player reads them, in the words of the rules that are actually played.
//!
//! [`Point`]s are short: one for each rule id. A [`Book`] holds them all, with diagrams, an example
//! game, questions and advice; [`to_text`] and [`to_html`] show it, and
//! [`paper::rulebook`](crate::paper::rulebook()) prints it. Each family writes its own, see
//! [`Variant::book`](crate::Variant::book). `docs/rules/` says where each rule comes from.
//!
//! ```
//! use moulin::{BARREAU, Moulin};
//! use play::{Lang, Setup};
//!
//! let points = Setup::of(Moulin::new(BARREAU)).rules(Lang::EN);
//! let flight = points.iter().find(|point| point.rule == moulin::rule::ML6).unwrap();
//! assert!(flight.text.starts_with("There is no flight"));
//! ```

mod book;
mod card;
mod example;
mod html;
mod plain;
pub(crate) mod prose;

use game::Rule;

use crate::Lang;

pub use book::{Block, Book, Diagram, Question, Section, Table, Topic};
pub use card::Card;
pub use example::{Example, Note};
pub use html::to_html;
pub use plain::to_text;

/// One point of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// Its id.
    pub rule: Rule,
    /// A heading of a few words.
    pub title: String,
    /// Two to four sentences.
    pub text: String,
}

impl Point {
    /// A point as it is shown. Its words are written with plain quotes and spaces.
    #[must_use]
    pub fn new(rule: Rule, lang: Lang, (title, text): (&str, String)) -> Point {
        Point {
            rule,
            title: lang.set(title),
            text: lang.set(&text),
        }
    }
}

/// A number of two or more, in words up to twelve.
pub(crate) fn number(count: u32, lang: Lang) -> String {
    let words = match lang {
        Lang::FR => [
            "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze",
            "douze",
        ],
        _ => [
            "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
            "twelve",
        ],
    };
    let word = (count as usize).checked_sub(2).and_then(|n| words.get(n));
    word.map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use mijnlieff::{Gaps, Layout, Mijnlieff, Opening};
    use moulin::{CLASSIQUE, Double, Flight, Moulin, Rules, Stuck, Takes};

    use super::*;
    use crate::Family;

    #[track_caller]
    fn check(points: &[Point], rules: &[Rule], lang: Lang) {
        let ids: Vec<Rule> = points.iter().map(|point| point.rule).collect();
        assert_eq!(ids, rules);
        for Point { rule, title, text } in points {
            let shown = format!("{rule} {title}\n{text}");
            assert!(!title.is_empty() && !title.ends_with('.'), "{shown}");
            assert!(text.ends_with(['.', '!']), "{shown}");
            let ends = text.matches(['.', '!']).count();
            assert!((2..=4).contains(&ends), "{ends} sentences: {shown}");
            for fault in ["{", "}", "  ", " .", " ,", "..", "TODO", "'"] {
                assert!(!shown.contains(fault), "{fault:?} in {shown}");
            }
            match lang {
                Lang::FR => check_french(&shown),
                _ => assert!(!shown.contains(['\u{a0}', '\u{202f}', '«']), "{shown}"),
            }
        }
    }

    #[track_caller]
    fn check_french(shown: &str) {
        let chars: Vec<char> = shown.chars().collect();
        for pair in chars.windows(2) {
            let right = match pair {
                [before, ':'] => *before == '\u{a0}',
                [before, ';' | '!' | '?' | '»'] => *before == '\u{202f}',
                ['«', after] => *after == '\u{202f}',
                _ => true,
            };
            assert!(right, "{pair:?} in {shown}");
        }
    }

    fn layouts() -> Vec<Layout> {
        let standard = (1..=4).filter_map(Layout::standard);
        let irregular = ["0.0/2.1/4.2/6.3", "1.0/3.1/0.2/2.3", "0.0/2.2/4.4/6.6"];
        let irregular = irregular.map(|text| Layout::read(text).unwrap());
        standard.chain(irregular).collect()
    }

    #[test]
    fn every_point_of_mijnlieff_has_its_text() {
        let rules = mijnlieff::rule::ALL;
        let rules = rules.split_last().unwrap().1; // MJ11 is the sheet's example.
        for layout in layouts() {
            for opening in Opening::ALL {
                for gaps in [Gaps::Block, Gaps::Cross] {
                    let game = Mijnlieff::new(layout.clone(), opening, gaps);
                    for lang in Lang::all() {
                        check(&game.rules(lang), rules, lang);
                    }
                }
            }
        }
    }

    fn rule_sets() -> Vec<Rules> {
        let mut sets = Vec::new();
        let flights = (3..=9).flat_map(|at| [Flight::At(at), Flight::Once(at)]);
        for flight in flights.chain([Flight::Never]) {
            for takes in [Takes::Any, Takes::Outside, Takes::OutsideOrAll] {
                for double in [Double::One, Double::Two] {
                    for stuck in [Stuck::Lose, Stuck::Pass] {
                        sets.push(Rules {
                            takes,
                            flight,
                            double,
                            stuck,
                            ..CLASSIQUE
                        });
                    }
                }
            }
        }
        sets
    }

    #[test]
    fn every_point_of_the_mill_family_has_its_text() {
        let rules = moulin::rule::ALL;
        let rules = rules.split_last().unwrap().1; // ML10 is about the code.
        for set in rule_sets() {
            for lang in Lang::all() {
                check(&Family::rules(&Moulin::new(set), lang), rules, lang);
            }
        }
    }

    /// Checks that each value of a rule has a text of its own.
    #[track_caller]
    fn check_different(rule: Rule, books: impl Fn(Lang) -> Vec<Vec<Point>>) {
        for lang in Lang::all() {
            let books = books(lang);
            let texts: BTreeSet<&str> = books
                .iter()
                .flatten()
                .filter(|point| point.rule == rule)
                .map(|point| point.text.as_str())
                .collect();
            assert_eq!(texts.len(), books.len(), "{texts:#?}");
        }
    }

    #[test]
    fn each_value_of_a_mill_rule_has_its_own_text() {
        let books = |sets: &[Rules], lang| -> Vec<Vec<Point>> {
            let games = sets.iter().map(|rules| Moulin::new(*rules));
            games.map(|game| Family::rules(&game, lang)).collect()
        };
        let takes = [Takes::Any, Takes::Outside, Takes::OutsideOrAll];
        let takes = takes.map(|takes| Rules { takes, ..CLASSIQUE });
        check_different(moulin::rule::ML4, |lang| books(&takes, lang));
        let flights = (3..=9).flat_map(|at| [Flight::At(at), Flight::Once(at)]);
        let flights: Vec<Rules> = flights
            .chain([Flight::Never])
            .map(|flight| Rules {
                flight,
                ..CLASSIQUE
            })
            .collect();
        check_different(moulin::rule::ML6, |lang| books(&flights, lang));
        let doubles = [Double::One, Double::Two].map(|double| Rules {
            double,
            ..CLASSIQUE
        });
        check_different(moulin::rule::ML3, |lang| books(&doubles, lang));
        let stuck = [Stuck::Lose, Stuck::Pass].map(|stuck| Rules { stuck, ..CLASSIQUE });
        check_different(moulin::rule::ML8, |lang| books(&stuck, lang));
    }

    #[test]
    fn each_value_of_a_mijnlieff_rule_has_its_own_text() {
        let books = |setups: &[&str], lang| -> Vec<Vec<Point>> {
            let games = setups
                .iter()
                .map(|setup| Mijnlieff::from_options(setup).unwrap());
            games.map(|game| game.rules(lang)).collect()
        };
        let boards = ["sets=1", "sets=2", "sets=3", "sets=4"];
        for rule in [mijnlieff::rule::MJ2, mijnlieff::rule::MJ3] {
            check_different(rule, |lang| books(&boards, lang));
        }
        let boards = [&boards[..], &["board=1.0/3.1/0.2/2.3"]].concat();
        check_different(mijnlieff::rule::MJ1, |lang| books(&boards, lang));
        let gaps = [
            "gaps=block",
            "gaps=cross",
            "gaps=block,board=1.0/3.1/0.2/2.3",
            "gaps=cross,board=1.0/3.1/0.2/2.3",
        ];
        check_different(mijnlieff::rule::MJ6, |lang| books(&gaps, lang));
        let openings = [
            "opening=corner-straight",
            "opening=corner",
            "opening=edge",
            "opening=anywhere",
        ];
        check_different(mijnlieff::rule::MJ7, |lang| books(&openings, lang));
    }

    #[test]
    fn small_numbers_are_words() {
        assert_eq!(number(9, Lang::FR), "neuf");
        assert_eq!(number(12, Lang::EN), "twelve");
        assert_eq!(number(16, Lang::EN), "16");
    }
}
