//! The pages under `docs/` keep their promises: each rule has its heading, each example is right.
//!
//! Code blocks are checked when they have one of these forms.
//!
//! - Commands: `$ merelle moves SETUP ['POSITION']`, alone, or with `| xargs -n N` (N moves a line),
//!   or with `|| echo over` (there is no legal move); then what it prints, or nothing to leave it
//!   out. Lines before the first command are a drawing of its position. `$ merelle perft SETUP DEPTH`
//!   is checked as well; any other command in a block is a fault.
//! - `text setups`: lines `TYPED -> PRINTED` or `TYPED -> refused: WHY`.
//! - `text positions`: a setup on a line of its own, then such lines.
//! - `text moves`: a setup and a position, then such lines; `refused (RULE): WHY` names the rule.
//! - Records, which begin with `[Setup "`: moves and variations are legal, the end agrees with them.

use std::collections::HashMap;
use std::fmt::Debug;

use game::{Game, Notation, Rule, Side};
use mijnlieff::{Cell, Mijnlieff};
use moulin::Moulin;

const MIJNLIEFF: &str = include_str!("../../../docs/rules/mijnlieff.md");
const MOULIN: &str = include_str!("../../../docs/rules/moulin.md");
const NOTATION: &str = include_str!("../../../docs/notation.md");
const PAGES: [&str; 3] = [MIJNLIEFF, MOULIN, NOTATION];

/// A game of either family, with positions and moves as text.
trait Example {
    fn setup(&self) -> String;
    fn start(&self) -> String;
    fn position(&self, text: &str) -> Result<String, String>;
    fn moves(&self, position: &str) -> Vec<String>;
    /// The move as it is printed, or the rule that forbids it, if it is a rule.
    fn read(&self, position: &str, text: &str) -> Result<String, Option<Rule>>;
    fn after(&self, position: &str, played: &str) -> String;
    /// The result and the reason, when the game is over.
    fn end(&self, position: &str) -> Option<(&'static str, &'static str)>;
    fn perft(&self, depth: u32) -> u64;
    fn drawn(&self, position: &str) -> String;
    /// `4-1`, in games that count points.
    fn score(&self, position: &str) -> Option<String>;
}

/// What a family adds to its notation for [`Example`].
trait Family: Notation {
    fn forbids(error: &Self::MoveError) -> Option<Rule>;
    fn draw(&self, position: &Self::Position) -> String;
    fn points(&self, position: &Self::Position) -> Option<[u32; 2]>;
}

impl<G: Family> Example for G
where
    G::PositionError: Debug,
    G::MoveError: Debug,
{
    fn setup(&self) -> String {
        self.setup_text()
    }

    fn start(&self) -> String {
        self.position_text(&Game::start(self))
    }

    fn position(&self, text: &str) -> Result<String, String> {
        let read = self.read_position(text);
        read.map(|position| self.position_text(&position))
            .map_err(|error| format!("{error:?}"))
    }

    fn moves(&self, position: &str) -> Vec<String> {
        let moves = Game::moves(self, &known(self, position));
        let mut texts: Vec<String> = moves.into_iter().map(|m| self.move_text(m)).collect();
        texts.sort();
        texts
    }

    fn read(&self, position: &str, text: &str) -> Result<String, Option<Rule>> {
        self.read_move(&known(self, position), text)
            .map(|played| self.move_text(played))
            .map_err(|error| G::forbids(&error))
    }

    fn after(&self, position: &str, played: &str) -> String {
        let before = known(self, position);
        let played = self.read_move(&before, played);
        let played = played.unwrap_or_else(|error| panic!("in {position}: {error:?}"));
        self.position_text(&self.play(&before, played))
    }

    fn end(&self, position: &str) -> Option<(&'static str, &'static str)> {
        let outcome = self.outcome(&known(self, position))?;
        Some((outcome.result(), outcome.reason.tag()))
    }

    fn perft(&self, depth: u32) -> u64 {
        game::perft(self, &Game::start(self), depth)
    }

    fn drawn(&self, position: &str) -> String {
        self.draw(&known(self, position))
    }

    fn score(&self, position: &str) -> Option<String> {
        let [white, black] = self.points(&known(self, position))?;
        Some(format!("{white}-{black}"))
    }
}

/// A position that a page takes for granted.
#[track_caller]
fn known<G: Notation>(game: &G, text: &str) -> G::Position
where
    G::PositionError: Debug,
{
    let position = game.read_position(text);
    position.unwrap_or_else(|error| panic!("{} {text}: {error:?}", game.setup_text()))
}

impl Family for Mijnlieff {
    fn forbids(error: &mijnlieff::MoveError) -> Option<Rule> {
        match error {
            mijnlieff::MoveError::Illegal(illegal) => Some(illegal.rule()),
            _ => None,
        }
    }

    /// Capitals are white, `*` is open to the side to move, nothing stands where no square is.
    fn draw(&self, position: &mijnlieff::Position) -> String {
        let over = self.outcome(position).is_some();
        let open = self.open(position);
        let (columns, rows) = self.board().span();
        let mark = |cell| match self.board().square_at(cell) {
            None => ' ',
            Some(square) => match position.piece(square) {
                Some((Side::White, kind)) => kind.letter(),
                Some((Side::Black, kind)) => kind.letter().to_ascii_lowercase(),
                None if open.contains(square) && !over => '*',
                None => '·',
            },
        };
        let mut drawing = String::new();
        for row in (0..rows).rev() {
            let marks = (0..columns).map(|column| format!(" {}", mark(Cell::new(column, row))));
            let line = format!("{:>2}{}", row + 1, marks.collect::<String>());
            drawing += line.trim_end();
            drawing.push('\n');
        }
        let names = (0..columns).map(mijnlieff::Board::column_name);
        drawing + "   " + &names.collect::<Vec<String>>().join(" ") + "\n"
    }

    fn points(&self, position: &mijnlieff::Position) -> Option<[u32; 2]> {
        Some(Mijnlieff::score(self, position))
    }
}

impl Family for Moulin {
    fn forbids(error: &moulin::MoveError) -> Option<Rule> {
        match error {
            moulin::MoveError::Illegal(illegal) => Some(illegal.rule()),
            _ => None,
        }
    }

    fn draw(&self, position: &moulin::Position) -> String {
        let mut lines: Vec<Vec<char>> = EMPTY.lines().map(|l| l.chars().collect()).collect();
        for (side, mark) in [(Side::White, '○'), (Side::Black, '●')] {
            for point in position.stones(side) {
                let (column, row) = self.rules().board.place(point);
                lines[2 * (6 - usize::from(row))][3 + 2 * usize::from(column)] = mark;
            }
        }
        let text = |line: Vec<char>| line.into_iter().chain(['\n']).collect::<String>();
        lines.into_iter().map(text).collect()
    }

    fn points(&self, _: &moulin::Position) -> Option<[u32; 2]> {
        None
    }
}

const EMPTY: &str = "\
7  ·-----·-----·
   |     |     |
6  | ·---·---· |
   | |   |   | |
5  | | ·-·-· | |
   | | |   | | |
4  ·-·-·   ·-·-·
   | | |   | | |
3  | | ·-·-· | |
   | |   |   | |
2  | ·---·---· |
   |     |     |
1  ·-----·-----·
   a b c d e f g
";

fn example(setup: &str) -> Result<Box<dyn Example>, String> {
    let (name, options) = setup.split_once(':').unwrap_or((setup, ""));
    match name {
        mijnlieff::NAME => match Mijnlieff::from_options(options) {
            Ok(game) => Ok(Box::new(game)),
            Err(error) => Err(format!("{error:?}")),
        },
        moulin::NAME => match Moulin::from_options(options) {
            Ok(game) => Ok(Box::new(game)),
            Err(error) => Err(format!("{error:?}")),
        },
        _ => Err(format!("no game {name}")),
    }
}

#[track_caller]
fn game_of(setup: &str) -> Box<dyn Example> {
    example(setup).unwrap_or_else(|error| panic!("{setup}: {error}"))
}

/// The code blocks of a page: what follows the fence, and the lines.
fn blocks(page: &'static str) -> Vec<(&'static str, Vec<&'static str>)> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let inside = lines.by_ref().take_while(|line| *line != "```");
            blocks.push((info, inside.collect()));
        }
    }
    blocks
}

fn blocks_of(kind: &str) -> Vec<Vec<&'static str>> {
    let all = PAGES.into_iter().flat_map(blocks);
    all.filter(|(info, _)| *info == kind)
        .map(|(_, lines)| lines)
        .collect()
}

#[track_caller]
fn check_headings(page: &str, rules: &[Rule]) {
    let headings: Vec<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("## "))
        .filter_map(|heading| Some(heading.split_once(' ')?.0))
        .collect();
    let ids: Vec<&str> = rules.iter().map(|rule| rule.0).collect();
    assert_eq!(headings, ids);
}

#[test]
fn each_rule_has_its_heading_in_order() {
    check_headings(MIJNLIEFF, &mijnlieff::rule::ALL);
    check_headings(MOULIN, &moulin::rule::ALL);
}

/// A command with what a page says it prints.
struct Shown<'page> {
    command: &'page str,
    printed: &'page [&'page str],
}

impl Shown<'_> {
    /// Checks it and gives the drawing of its position.
    #[track_caller]
    fn check(&self) -> Option<String> {
        let words = self.command.strip_prefix("$ merelle ");
        let words = words.unwrap_or_else(|| panic!("not a command: {}", self.command));
        if let Some(words) = words.strip_prefix("moves ") {
            return Some(self.check_moves(words));
        }
        let words = words.strip_prefix("perft ");
        let words = words.unwrap_or_else(|| panic!("no check for {}", self.command));
        let (setup, depth) = words.split_once(' ').expect("a setup and a depth");
        let game = game_of(setup);
        let depth: u32 = depth.parse().expect("a depth");
        let counted = (1..=depth).map(|depth| format!("{depth} {}", game.perft(depth)));
        assert_eq!(self.printed, counted.collect::<Vec<String>>(), "{words}");
        None
    }

    #[track_caller]
    fn check_moves(&self, words: &str) -> String {
        let over = words.strip_suffix(" || echo over");
        let (words, a_line) = match words.split_once(" | xargs -n ") {
            Some((words, count)) => (words, count.parse().expect("moves a line")),
            None => (over.unwrap_or(words), 1),
        };
        let (setup, position) = match words.split_once(' ') {
            None => (words, None),
            Some((setup, quoted)) => {
                let text = quoted.strip_prefix('\'').and_then(|q| q.strip_suffix('\''));
                let text = text.unwrap_or_else(|| panic!("quotes in {words}"));
                (setup, Some(text))
            }
        };
        let game = game_of(setup);
        let position = match position {
            None => game.start(),
            Some(text) => {
                let printed = game.position(text);
                printed.unwrap_or_else(|error| panic!("{words}: {error}"))
            }
        };
        let moves = game.moves(&position);
        assert_eq!(over.is_some(), moves.is_empty(), "over or not: {words}");
        let lines: Vec<String> = match over {
            Some(_) => vec!["over".to_owned()],
            None => moves.chunks(a_line).map(|chunk| chunk.join(" ")).collect(),
        };
        if !self.printed.is_empty() {
            assert_eq!(self.printed, lines, "{words}");
        }
        game.drawn(&position)
    }
}

#[test]
fn commands_print_what_the_pages_show() {
    let mut checked = 0;
    for (_, lines) in PAGES.into_iter().flat_map(blocks) {
        let mut parts = lines.chunk_by(|_, next| !next.starts_with("$ "));
        let mut drawing = None;
        if !lines.first().is_some_and(|line| line.starts_with("$ ")) {
            drawing = parts.next();
        }
        for part in parts {
            let [command, printed @ ..] = part else {
                continue;
            };
            let drawn = Shown { command, printed }.check();
            if let Some(lines) = drawing.take() {
                let drawn = drawn.unwrap_or_default();
                assert_eq!(lines.join("\n") + "\n", drawn, "{command}");
            }
            checked += 1;
        }
    }
    assert!(checked >= 35, "only {checked} commands were found");
}

/// A line `TYPED -> PRINTED`; `None` for a line without an arrow. The end of what is refused is
/// its reason, in words that are not checked.
fn arrow(line: &str) -> Option<(&str, Result<&str, Option<&str>>)> {
    let (typed, printed) = line.split_once(" -> ")?;
    let expected = match printed.strip_prefix("refused") {
        None => Ok(printed),
        Some(why) => {
            let named = why.strip_prefix(" (").and_then(|why| why.split_once("): "));
            assert!(named.is_some() || why.starts_with(": "), "{line}");
            Err(named.map(|(rule, _)| rule))
        }
    };
    Some((typed.trim_start_matches("  "), expected))
}

#[test]
fn setups_are_read_and_printed_as_shown() {
    let mut checked = 0;
    for line in blocks_of("text setups").concat() {
        let (typed, expected) = arrow(line).unwrap_or_else(|| panic!("no arrow: {line}"));
        let printed = example(typed).map(|game| game.setup());
        assert_eq!(
            printed.as_deref().ok(),
            expected.ok(),
            "{line}: {printed:?}"
        );
        checked += 1;
    }
    assert!(checked >= 30, "only {checked} setups were found");
}

#[test]
fn positions_are_read_and_printed_as_shown() {
    let mut checked = 0;
    for block in blocks_of("text positions") {
        let mut game = None;
        for line in block {
            let Some((typed, expected)) = arrow(line) else {
                game = Some(game_of(line));
                continue;
            };
            let game: &dyn Example = game.as_deref().expect("a setup before positions");
            let printed = game.position(typed);
            assert_eq!(
                printed.as_deref().ok(),
                expected.ok(),
                "{line}: {printed:?}"
            );
            checked += 1;
        }
    }
    assert!(checked >= 30, "only {checked} positions were found");
}

#[test]
fn moves_are_read_and_printed_as_shown() {
    let mut checked = 0;
    for block in blocks_of("text moves") {
        let (mut game, mut position) = (game_of("moulin"), String::new());
        for line in block {
            match arrow(line) {
                None if line.contains(';') => position = line.to_owned(),
                None => game = game_of(line),
                Some((typed, expected)) => {
                    let read = game.read(&position, typed);
                    let read = read.as_deref().map_err(|rule| rule.map(|rule| rule.0));
                    assert_eq!(read, expected, "{} {position}: {line}", game.setup());
                    checked += 1;
                }
            }
        }
    }
    assert!(checked >= 40, "only {checked} moves were found");
}

/// Plays the moves of a record, variations too, and gives the last position and the result.
fn replay(game: &dyn Example, start: &str, text: &str) -> (String, String) {
    let (mut before, mut now) = (start.to_owned(), start.to_owned());
    let mut left = Vec::new();
    let mut result = None;
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let mut words = spaced.split_whitespace();
    while let Some(word) = words.next() {
        assert_eq!(result, None, "{word} after the result");
        match word {
            "(" => {
                left.push((before.clone(), now));
                now = before.clone();
            }
            ")" => (before, now) = left.pop().expect("a variation to end"),
            "1-0" | "0-1" | "1/2-1/2" | "*" => result = Some(word),
            _ if word.starts_with('{') => {
                let ends = |word: &str| word.ends_with('}');
                assert!(ends(word) || words.any(ends), "a comment without end");
            }
            _ if word.ends_with('.') => {
                let black = word.ends_with("...");
                assert_eq!(black, now.contains("turn=b"), "{word} in {now}");
            }
            _ => {
                let printed = game
                    .read(&now, word)
                    .map_err(|rule| format!("{word}: {rule:?}"));
                assert_eq!(printed.as_deref(), Ok(word));
                before = now;
                now = game.after(&before, word);
            }
        }
    }
    assert!(left.is_empty(), "a variation without end");
    (now, result.expect("a result at the end").to_owned())
}

#[test]
fn records_agree_with_their_moves() {
    let all = PAGES.into_iter().flat_map(blocks);
    let records: Vec<Vec<&str>> = all
        .map(|(_, lines)| lines)
        .filter(|lines| {
            lines
                .first()
                .is_some_and(|line| line.starts_with("[Setup \""))
        })
        .collect();
    assert!(records.len() >= 3, "only {} records", records.len());
    for lines in records {
        let (tags, moves): (Vec<&str>, Vec<&str>) =
            lines.into_iter().partition(|line| line.starts_with('['));
        let tags: HashMap<&str, &str> = tags
            .into_iter()
            .map(|tag| {
                let tag = tag
                    .strip_prefix('[')
                    .and_then(|tag| tag.strip_suffix("\"]"));
                tag.and_then(|tag| tag.split_once(" \"")).expect("a tag")
            })
            .collect();
        let game = game_of(tags["Setup"]);
        let start = game.start();
        let start = tags.get("Position").copied().unwrap_or(&start);
        let (last, result) = replay(&*game, start, &moves.join("\n"));
        assert_eq!(tags.get("Result"), Some(&&*result));
        assert_eq!(
            tags.get("Score").map(|s| (*s).to_owned()),
            game.score(&last)
        );
        match game.end(&last) {
            Some(end) => assert_eq!((&*result, tags["Termination"]), end),
            None => {
                let said = tags.get("Termination").copied().unwrap_or("unfinished");
                let known: &[&str] = match &*result {
                    "*" => &["unfinished", "abandoned"],
                    "1/2-1/2" => &["agreement"],
                    _ => &["resignation", "time", "abandoned"],
                };
                assert!(known.contains(&said), "{result} {said}");
            }
        }
    }
}

#[test]
fn mj11_the_page_shows_a_line_of_four_and_two_of_three_against_one() {
    let (_, section) = MIJNLIEFF.split_once("## MJ11 ").expect("the heading");
    let position = section.split('\'').find(|part| part.starts_with("w="));
    let mijnlieff = Mijnlieff::from_options("").unwrap();
    let position = known(&mijnlieff, position.expect("a position"));
    let lengths = |side| {
        let runs = mijnlieff.board().runs(position.pieces(side));
        let mut lengths: Vec<usize> = runs.iter().map(Vec::len).collect();
        lengths.sort_unstable();
        lengths
    };
    assert_eq!(lengths(Side::White), [3, 3, 4]);
    assert_eq!(lengths(Side::Black), [3]);
    assert_eq!(Mijnlieff::score(&mijnlieff, &position), [4, 1]);
}
