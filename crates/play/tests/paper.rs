//! What is printed: sizes as the PDF has them, margins, text that can be read and searched, pages
//! that look as they did.
#![allow(clippy::unwrap_used)]

mod pdf_file;

use pdf_file::{Page, Painted, Pdf, Spoken};
use picture::page::{Document, Paper};
use picture::{Face, Form, Ink, Scene, Theme, to_pdf};
use play::paper::{self, Puzzle};
use play::rulebook::{Block, Book};
use play::{Families, Lang, Setup};

const NAMED: [&str; 4] = [
    "mijnlieff",
    "moulin:classique",
    "moulin:envol",
    "moulin:barreau",
];

const PUZZLES: &str = include_str!("pages/puzzles.txt");

fn setup(text: &str) -> Setup {
    Families::standard().setup(text).unwrap()
}

/// One of everything that can be printed.
fn documents(paper: Paper, lang: Lang) -> Vec<Document> {
    let mut documents = Vec::new();
    for name in NAMED {
        let setup = setup(name);
        documents.push(setup.cut_out_set(paper, lang));
        documents.push(setup.fixed_board(paper, lang).unwrap());
        documents.push(paper::card(&setup, paper, lang));
        documents.push(paper::rulebook(&setup.book(lang), paper));
    }
    for board in [
        "mijnlieff:sets=2",
        "mijnlieff:sets=3,opening=edge",
        "mijnlieff:sets=4,opening=anywhere",
        "mijnlieff:board=0.0/2.1/4.2/6.3,gaps=cross,opening=corner",
        "mijnlieff:board=0.0/2.2/4.4/6.6",
    ] {
        documents.push(setup(board).cut_out_set(paper, lang));
        documents.push(setup(board).fixed_board(paper, lang).unwrap());
        documents.push(paper::card(&setup(board), paper, lang));
    }
    let variant = setup("moulin:classique,double=2,flight=once-5,stuck=pass");
    documents.push(paper::card(&variant, paper, lang));
    let puzzles = Puzzle::read_all(PUZZLES, &Families::standard()).unwrap();
    documents.push(paper::diagrams(&puzzles, "Le coup", paper, lang));
    documents
}

fn everything() -> Vec<(Paper, Document)> {
    let mut all = Vec::new();
    for paper in Paper::ALL {
        for lang in Lang::all() {
            let documents = documents(paper, lang).into_iter();
            all.extend(documents.map(|document| (paper, document)));
        }
    }
    all
}

fn texts(scene: &Scene) -> Vec<&str> {
    fn text(form: &Form) -> Option<&str> {
        match form {
            Form::Text { text, .. } | Form::Words { text, .. } => Some(text),
            _ => None,
        }
    }
    let forms = scene.shapes().map(|shape| &shape.form);
    forms.filter_map(text).collect()
}

/// Titles, moves and comments come from people, who may write at any length.
#[test]
fn long_words_of_people_stay_on_the_page() {
    let long = "Très long ".repeat(60);
    let record = format!(
        "[Setup \"mijnlieff:board=0.0/2.1/4.2/6.3/8.4/10.5/12.6/14.7,gaps=cross\"]\n\n\
         1. La1! {{{} {}}} *\n",
        long.repeat(4),
        "x".repeat(500)
    );
    let puzzles = Puzzle::read_all(&record, &Families::standard()).unwrap();
    let document = paper::diagrams(&puzzles, &long, Paper::A4, Lang::FR);
    assert_eq!(document.pages.len(), 2);
    for page in &document.pages {
        let printable = page.scene.bounds().grown(-UNPRINTABLE);
        for shape in page.scene.shapes() {
            assert!(printable.contains(shape.bounds()), "{shape:?}");
        }
    }
    let back = texts(&document.pages[1].scene);
    assert!(back.last().unwrap().ends_with('…'), "{back:?}");
}

/// Printers leave up to a quarter of an inch white.
const UNPRINTABLE: f64 = 6.35;

#[test]
fn nothing_is_clipped_at_printer_margins() {
    for (_, document) in everything() {
        for (number, page) in document.pages.iter().enumerate() {
            let printable = page.scene.bounds().grown(-UNPRINTABLE);
            for shape in page.scene.shapes() {
                let inside = printable.contains(shape.bounds());
                assert!(inside, "{} page {}: {shape:?}", document.title, number + 1);
            }
        }
    }
}

/// The pages of a document as its PDF has them.
fn printed(document: &Document, theme: Theme) -> Vec<Page> {
    Pdf::read(&to_pdf(document, theme)).pages()
}

#[track_caller]
fn check_length(found: f64, expected: f64) {
    assert!(
        (found - expected).abs() < 0.2,
        "{found:.3} mm, not {expected} mm"
    );
}

fn filled(page: &Page, ink: Ink) -> Vec<&Painted> {
    let colour = ink.light();
    let colour = [colour.0, colour.1, colour.2];
    let shapes = page.painted.iter();
    shapes.filter(|shape| shape.fill == Some(colour)).collect()
}

#[track_caller]
fn check_squares(shapes: &[&Painted], count: usize, side: f64) {
    assert_eq!(shapes.len(), count);
    for shape in shapes {
        check_length(shape.right - shape.left, side);
        check_length(shape.bottom - shape.top, side);
    }
}

/// The largest of the shapes, by their width.
fn largest<'a>(shapes: &[&'a Painted], count: usize) -> Vec<&'a Painted> {
    let mut shapes = shapes.to_vec();
    shapes.sort_by(|a, b| (b.right - b.left).total_cmp(&(a.right - a.left)));
    shapes.truncate(count);
    shapes
}

#[test]
fn pages_have_the_size_of_their_paper() {
    for (paper, document) in everything() {
        let (width, height) = paper.size();
        for page in printed(&document, Theme::Light) {
            let sideways = page.width > page.height;
            let (across, down) = if sideways {
                (height, width)
            } else {
                (width, height)
            };
            check_length(page.width, across);
            check_length(page.height, down);
        }
    }
}

#[test]
fn the_mill_board_and_its_stones_have_their_size() {
    for paper in Paper::ALL {
        let document = setup("moulin:envol").cut_out_set(paper, Lang::EN);
        let pages = printed(&document, Theme::Light);
        let [page] = &pages[..] else {
            panic!("one page");
        };
        let wood = filled(page, Ink::Wood);
        check_squares(&wood, 1, 7.44 * 22.0);
        let points = filled(page, Ink::Line);
        assert_eq!(points.len(), 24);
        let span = |shapes: &[&Painted]| {
            let middle = |shape: &&Painted| (shape.left + shape.right) / 2.0;
            let least = shapes.iter().map(middle).fold(f64::INFINITY, f64::min);
            let most = shapes.iter().map(middle).fold(0.0, f64::max);
            most - least
        };
        check_length(span(&points), 6.0 * 22.0);
        check_squares(&filled(page, Ink::StoneBlack), 9, 17.0);
        // Black stones bear a white dot.
        let white = largest(&filled(page, Ink::StoneWhite), 9);
        check_squares(&white, 9, 17.0);
    }
}

#[test]
fn tiles_and_pieces_have_their_size_and_number() {
    for (sets, pages) in [(1, 1), (2, 1), (3, 2), (4, 2)] {
        let game = setup(&format!("mijnlieff:sets={sets}"));
        let document = game.cut_out_set(Paper::Letter, Lang::FR);
        let printed = printed(&document, Theme::Light);
        assert_eq!(printed.len(), pages, "{sets} sets");
        let all = |ink| {
            printed
                .iter()
                .flat_map(|page| filled(page, ink))
                .collect::<Vec<_>>()
        };
        check_squares(&all(Ink::Wood), 4 * sets, 44.0);
        check_squares(&largest(&all(Ink::StoneBlack), 8 * sets), 8 * sets, 16.0);
        check_squares(&largest(&all(Ink::StoneWhite), 8 * sets), 8 * sets, 16.0);
    }
}

#[test]
fn a_fixed_board_has_squares_and_pieces_that_fit() {
    let shifted = setup("mijnlieff:board=0.0/2.1/4.2/6.3");
    for (game, pages) in [(setup("mijnlieff"), 1), (shifted, 2)] {
        let square = 22.0;
        let document = game.fixed_board(Paper::A4, Lang::FR).unwrap();
        let printed = printed(&document, Theme::Light);
        assert_eq!(printed.len(), pages);
        check_squares(&filled(&printed[0], Ink::Recess), 16, 0.84 * square);
        let last = &printed[pages - 1];
        let black = largest(&filled(last, Ink::StoneBlack), 8);
        check_squares(&black, 8, 16.0 / 22.0 * square);
    }
}

#[test]
fn a_board_too_large_for_a_page_is_refused() {
    let tiles: Vec<String> = (0..16).map(|n| format!("{}.{}", 2 * n, n)).collect();
    let long = setup(&format!("mijnlieff:board={}", tiles.join("/")));
    let error = long.fixed_board(Paper::A4, Lang::FR).unwrap_err();
    assert_eq!((error.columns, error.rows), (32, 17));
    assert!(
        error
            .text()
            .get(Lang::FR)
            .contains("32 colonnes et 17 rangées")
    );
}

#[test]
fn the_line_at_the_foot_is_fifty_millimetres_long() {
    let document = setup("mijnlieff").cut_out_set(Paper::A4, Lang::FR);
    let page = &printed(&document, Theme::Sparing)[0];
    let foot = page
        .painted
        .iter()
        .max_by(|a, b| a.bottom.total_cmp(&b.bottom));
    let foot = foot.unwrap();
    check_length(foot.right - foot.left, 50.0);
}

#[test]
fn all_words_are_text_in_an_embedded_font() {
    for (_, document) in everything() {
        let pdf = Pdf::read(&to_pdf(&document, Theme::Light));
        assert_eq!(pdf.language(), document.lang);
        for (page, read) in document.pages.iter().zip(pdf.pages()) {
            // The font has one glyph for both kinds of space.
            let words = texts(&page.scene).into_iter();
            let words: Vec<String> = words.map(|text| text.replace('\u{a0}', " ")).collect();
            assert_eq!(read.texts, words, "{}", document.title);
        }
    }
}

#[test]
fn every_character_has_a_glyph() {
    for (_, document) in everything() {
        for text in document.pages.iter().flat_map(|page| texts(&page.scene)) {
            assert!(Face::Regular.has(text) && Face::Bold.has(text), "{text}");
        }
    }
}

#[test]
fn characters_without_a_glyph_are_known() {
    let puzzles = Puzzle::read_all(PUZZLES, &Families::standard()).unwrap();
    let sheet = |title: &str| paper::diagrams(&puzzles, title, Paper::A4, Lang::FR);
    assert!(sheet("L’été à Évry").without_glyph().is_empty());
    let missing: String = sheet("棋 et 日").without_glyph().into_iter().collect();
    assert_eq!(missing, "日棋");
}

#[test]
fn a_rulebook_can_be_searched_and_has_title_links_and_bookmarks() {
    for lang in Lang::all() {
        let book = setup("moulin:envol").book(lang);
        let document = paper::rulebook(&book, Paper::A4);
        let pdf = Pdf::read(&to_pdf(&document, Theme::Light));
        assert_eq!(pdf.title(), format!("{} (moulin:envol)", book.title));
        let titles: Vec<&str> = book.sections.iter().map(|s| s.title.as_str()).collect();
        assert_eq!(pdf.bookmarks(), titles);
        let links: Vec<usize> = pdf.pages().iter().map(|page| page.links).collect();
        assert_eq!(links[0], titles.len());
        assert_eq!(links.iter().sum::<usize>(), titles.len());
        let text: Vec<String> = pdf
            .pages()
            .into_iter()
            .flat_map(|page| page.texts)
            .collect();
        let text = text.concat();
        let word = match lang {
            Lang::EN => "nine stones each in two colours",
            _ => "moulin\u{202f}! Si le pion que vous posez ou déplacez en ferme un",
        };
        assert!(text.contains(word), "{text}");
    }
}

/// What is read aloud of a block.
fn spoken(block: &Block) -> Vec<(&'static str, String)> {
    match block {
        Block::Paragraph(text) | Block::Moves(text) => vec![("P", text.clone())],
        Block::List(items) => {
            let item = |text: &String| [("Lbl", "• ".to_owned()), ("LBody", text.clone())];
            items.iter().flat_map(item).collect()
        }
        Block::Rule(point) => vec![
            ("H3", format!("{} {}", point.title, point.rule)),
            ("P", point.text.clone()),
        ],
        Block::Question(question) => vec![
            ("H3", format!("{} {}", question.question, question.rule)),
            ("P", question.answer.clone()),
        ],
        Block::Diagrams(diagrams) => diagrams
            .iter()
            .flat_map(|diagram| {
                [
                    ("Figure", String::new()),
                    ("Caption", diagram.caption.clone()),
                ]
            })
            .collect(),
        Block::Table(table) => {
            let head = table.head.iter().filter(|cell| !cell.is_empty());
            let head = head.map(|cell| ("TH", cell.clone()));
            let row = |row: &Vec<String>| -> Vec<(&'static str, String)> {
                let tags = ["TH"].into_iter().chain(std::iter::repeat("TD"));
                tags.zip(row.iter().cloned()).collect()
            };
            head.chain(table.rows.iter().flat_map(row)).collect()
        }
    }
}

fn spoken_book(book: &Book) -> Vec<(&'static str, String)> {
    let mut all = vec![("H1", book.title.clone())];
    if book.setup != "mijnlieff" {
        all.push(("P", book.setup.clone()));
    }
    all.push(("P", book.about.clone()));
    all.extend(
        book.sections
            .iter()
            .map(|section| ("Link", section.title.clone())),
    );
    for section in &book.sections {
        all.push(("H2", section.title.clone()));
        all.extend(section.blocks.iter().flat_map(spoken));
    }
    all
}

#[test]
fn a_rulebook_can_be_read_aloud_in_its_order() {
    for name in NAMED {
        for lang in Lang::all() {
            let book = setup(name).book(lang);
            let document = paper::rulebook(&book, Paper::A4);
            let pdf = Pdf::read(&to_pdf(&document, Theme::Light));
            let (found, expected) = (pdf.spoken(), spoken_book(&book));
            assert_eq!(found.len(), expected.len());
            for (Spoken { tag, text }, (expected_tag, expected)) in found.iter().zip(&expected) {
                assert_eq!(tag, expected_tag, "{text}");
                match tag.as_str() {
                    // The words in the place of a picture.
                    "Figure" => assert!(text.contains([':', '.']), "{text}"),
                    // The number of the page follows.
                    "Link" => assert!(text.starts_with(expected), "{text}"),
                    _ => assert_eq!(*text, expected.replace('\u{a0}', " ")),
                }
            }
            let unmarked: usize = pdf.pages().iter().map(|page| page.unmarked).sum();
            assert_eq!(
                unmarked, 0,
                "what is not read aloud is marked as decoration"
            );
        }
    }
}

#[test]
fn a_sheet_of_diagrams_can_be_read_aloud() {
    let puzzles = Puzzle::read_all(PUZZLES, &Families::standard()).unwrap();
    let document = paper::diagrams(&puzzles, "Puzzles", Paper::A4, Lang::EN);
    let spoken = Pdf::read(&to_pdf(&document, Theme::Light)).spoken();
    let spoken: Vec<(&str, &str)> = spoken
        .iter()
        .map(|Spoken { tag, text }| (tag.as_str(), text.as_str()))
        .collect();
    assert_eq!(spoken[0], ("H1", "Puzzles"));
    assert_eq!(spoken[1].0, "Figure");
    assert!(
        spoken[1].1.starts_with("A board. White: La1, La2, Eb2"),
        "{spoken:?}"
    );
    assert_eq!(spoken[2], ("Caption", "1. White to move: find the move."));
    assert_eq!(spoken[3], ("P", "mijnlieff"));
    let back = spoken
        .iter()
        .position(|said| *said == ("H1", "Puzzles: solutions"));
    assert_eq!(spoken[back.unwrap() + 1], ("P", "1. Dd4"));
}

#[test]
fn files_are_small() {
    for (_, document) in everything() {
        for theme in [Theme::Light, Theme::Sparing] {
            let size = to_pdf(&document, theme).len();
            assert!(size < 300_000, "{}: {size} bytes", document.title);
        }
    }
}

#[test]
fn saving_ink_leaves_large_areas_white() {
    let dark = |theme: Theme| -> f64 {
        let document = setup("moulin:classique").cut_out_set(Paper::A4, Lang::FR);
        let page = &printed(&document, theme)[0];
        let area = |shape: &Painted| {
            let [red, green, blue] = shape.fill.unwrap_or([255; 3]).map(f64::from);
            let ink = 1.0 - (red + green + blue) / (3.0 * 255.0);
            ink * (shape.right - shape.left) * (shape.bottom - shape.top)
        };
        page.painted.iter().map(area).sum()
    };
    assert!(dark(Theme::Sparing) < 0.15 * dark(Theme::Light));
}

#[test]
fn the_sheet_in_the_docs_is_one() {
    let page = include_str!("../../../docs/paper.md");
    let (_, example) = page.split_once("```text\n").unwrap();
    let (example, _) = example.split_once("```").unwrap();
    let puzzles = Puzzle::read_all(example, &Families::standard()).unwrap();
    let unsolved: Vec<bool> = puzzles.iter().map(Puzzle::is_unsolved).collect();
    assert_eq!(unsolved, [false, false, true]);
}

#[test]
fn solutions_lie_behind_their_diagrams() {
    let puzzles = Puzzle::read_all(PUZZLES, &Families::standard()).unwrap();
    let document = paper::diagrams(&puzzles, "Puzzles", Paper::A4, Lang::EN);
    assert_eq!(document.pages.len(), 2);
    let place = |page: usize, begin: &str| {
        let shapes = document.pages[page].scene.shapes();
        let mut spots = shapes.filter_map(|shape| match &shape.form {
            Form::Words { start, text, .. } if text.starts_with(begin) => Some(*start),
            _ => None,
        });
        spots.next().unwrap_or_else(|| panic!("{begin}"))
    };
    let middle = document.pages[0].scene.width / 2.0;
    for number in ["1.", "2.", "3."] {
        let (front, back) = (place(0, number), place(1, number));
        assert_ne!(front.x < middle, back.x < middle, "{number}");
    }
}

#[test]
fn an_svg_page_is_as_large_as_its_paper() {
    let caption = picture::Caption {
        title: "Set",
        description: "",
    };
    let document = setup("mijnlieff").cut_out_set(Paper::Letter, Lang::EN);
    let svg = picture::to_svg_page(&document.pages[0].scene, Theme::Light, &caption);
    assert!(svg.contains(" width=\"215.9mm\" height=\"279.4mm\" "));
    assert!(svg.contains("viewBox=\"0 0 21590 27940\""));
}
