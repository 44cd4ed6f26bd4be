//! The rulebooks: nothing missing, nothing wrong, nothing badly set.
#![allow(clippy::unwrap_used)]

mod xml;

use std::collections::BTreeSet;

use play::rulebook::{self, Block, Book};
use play::{Families, Lang, Style};

const MIJNLIEFF: &str = include_str!("../../../docs/rules/mijnlieff.md");
const MOULIN: &str = include_str!("../../../docs/rules/moulin.md");

const SETUPS: [&str; 11] = [
    "mijnlieff",
    "mijnlieff:sets=4,opening=edge",
    "mijnlieff:opening=corner",
    "mijnlieff:board=0.0/2.1/4.2/6.3,opening=anywhere,gaps=cross",
    "mijnlieff:board=1.0/3.1/0.2/2.3",
    "moulin:classique",
    "moulin:envol",
    "moulin:barreau",
    "moulin:classique,flight=9,double=2",
    "moulin:barreau,stuck=pass",
    "moulin:envol,flight=once-7,take=outside",
];

fn books(lang: Lang) -> Vec<Book> {
    let setups = SETUPS.map(|setup| Families::standard().setup(setup).unwrap());
    setups.iter().map(|setup| setup.book(lang)).collect()
}

/// Everything a book says.
fn texts(book: &Book) -> Vec<&str> {
    let mut texts = vec![book.title.as_str(), &book.about];
    for section in &book.sections {
        texts.push(&section.title);
        for block in &section.blocks {
            match block {
                Block::Paragraph(text) | Block::Moves(text) => texts.push(text),
                Block::List(items) => texts.extend(items.iter().map(String::as_str)),
                Block::Rule(point) => texts.extend([point.title.as_str(), &point.text]),
                Block::Question(asked) => texts.extend([asked.question.as_str(), &asked.answer]),
                Block::Diagrams(all) => texts.extend(all.iter().map(|one| one.caption.as_str())),
                Block::Table(table) => {
                    let rows = [&table.head].into_iter().chain(&table.rows);
                    texts.extend(rows.flatten().map(String::as_str));
                }
            }
        }
    }
    texts
}

#[test]
fn every_rule_is_told_once() {
    for (book, setup) in books(Lang::EN).iter().zip(SETUPS) {
        let blocks = book.sections.iter().flat_map(|section| &section.blocks);
        let mut told: Vec<String> = blocks
            .filter_map(|block| match block {
                Block::Rule(point) => Some(point.rule.to_string()),
                _ => None,
            })
            .collect();
        let points = Families::standard().setup(setup).unwrap().rules(Lang::EN);
        let mut rules: Vec<String> = points.iter().map(|point| point.rule.to_string()).collect();
        told.sort();
        rules.sort();
        assert_eq!(told, rules, "{setup}");
    }
}

/// The rules whose section says that something is ours.
fn decided(page: &str) -> BTreeSet<&str> {
    let sections = page.split("\n## ").skip(1);
    let ours = sections.filter(|section| section.contains("*Ours:*"));
    ours.filter_map(|section| section.split(' ').next())
        .collect()
}

#[test]
fn each_point_we_had_to_decide_has_its_question() {
    for lang in Lang::all() {
        let books = books(lang);
        for (page, name) in [(MIJNLIEFF, "mijnlieff"), (MOULIN, "moulin")] {
            let asked: BTreeSet<&str> = books
                .iter()
                .filter(|book| book.setup.starts_with(name))
                .flat_map(|book| book.sections.iter().flat_map(|section| &section.blocks))
                .filter_map(|block| match block {
                    Block::Question(question) => Some(question.rule.0),
                    _ => None,
                })
                .collect();
            let decided = decided(page);
            assert!(decided.len() >= 5, "{decided:?}");
            assert!(decided.is_subset(&asked), "{decided:?} but {asked:?}");
        }
    }
}

#[test]
fn both_languages_tell_the_same() {
    for (english, french) in books(Lang::EN).iter().zip(books(Lang::FR)) {
        let shape = |book: &Book| -> Vec<(&'static str, usize)> {
            let sections = book.sections.iter();
            sections
                .map(|section| (section.topic.word, section.blocks.len()))
                .collect()
        };
        assert_eq!(shape(english), shape(&french));
        let (english, french) = (texts(english), texts(&french));
        assert_eq!(english.len(), french.len());
        // What is the same in both is a name, a move or a number.
        for (english, french) in english.iter().zip(&french) {
            assert!(
                english != french || english.split(' ').all(is_no_word),
                "{english}"
            );
        }
    }
}

fn is_no_word(word: &str) -> bool {
    let names = ["", "Mijnlieff", "classique", "envol", "barreau", "pass"];
    names.contains(&word) || word.contains(|c: char| c.is_ascii_digit())
}

#[test]
fn typography_is_right_in_each_language() {
    for lang in Lang::all() {
        for book in books(lang) {
            for text in texts(&book) {
                check_typography(text, lang);
            }
        }
    }
}

#[track_caller]
fn check_typography(text: &str, lang: Lang) {
    for fault in ["'", "\"", "  ", " .", " ,", "...."] {
        assert!(!text.contains(fault), "{fault:?} in {text}");
    }
    let marks: Vec<char> = text.chars().collect();
    for pair in marks.windows(2) {
        let right = match (lang, pair) {
            // A setup such as moulin:envol is no sentence.
            (Lang::FR, [before, ':']) => *before == '\u{a0}' || text.contains("moulin:"),
            (Lang::FR, [before, ';' | '!' | '?' | '»']) => *before == '\u{202f}',
            (Lang::FR, ['«', after]) => *after == '\u{202f}',
            (Lang::EN, [before, ':' | ';' | '!' | '?']) => !before.is_whitespace(),
            _ => true,
        };
        assert!(right, "{pair:?} in {text}");
    }
}

#[test]
fn each_setup_has_its_own_answers() {
    let book = |setup: &str| {
        let book = Families::standard().setup(setup).unwrap().book(Lang::FR);
        rulebook::to_text(&book, Style::PLAIN)
    };
    let books: BTreeSet<String> = SETUPS.map(book).into_iter().collect();
    assert_eq!(books.len(), SETUPS.len());
}

#[test]
fn the_fragment_for_a_page_is_well_formed() {
    for lang in Lang::all() {
        for book in books(lang) {
            let html = rulebook::to_html(&book);
            let words = xml::check_well_formed(&html);
            assert!(words.contains(&book.about));
            assert!(!html.contains("<style"), "a strict page takes none");
            let boards = html.matches("<svg").count();
            assert_eq!(html.matches("<figure data-setup=").count(), boards);
            assert!(html.starts_with(&format!(
                "<article class=\"rulebook\" lang=\"{}\"",
                lang.tag()
            )));
            for section in &book.sections {
                let word = section.topic.word;
                assert_eq!(html.matches(&format!("<section id=\"{word}\">")).count(), 1);
                assert_eq!(html.matches(&format!("<a href=\"#{word}\">")).count(), 1);
            }
        }
    }
}
