//! A third family of games, as small as can be: noughts and crosses. It stands here and nowhere
//! else, to show what a family takes: this folder, and one line where it is registered.

mod bot;
pub(crate) mod rules;

use std::time::Duration;

use engine::Resources;
use game::{Ending, Game, Notation, Side};
use picture::board::{Frame, HandRows, Last, Marks, Sprites, mark, sprite};
use picture::page::{Document, Orientation, Paper, Sheet};
use picture::{Form, Group, Ink, Scene, Shape, Spot, Thing};
use play::analysis::{Analysis, AnalysisError, GameAnalyser, Limits, RankedMove, Value};
use play::paper::BoardTooLarge;
use play::rulebook::{Block, Book, Card, Point, Section, Topic};
use play::terminal::{Canvas, Mark};
use play::text::Text;
use play::{
    Arrangement, Family, Lang, Match, Offer, Reader, Refusal, Setup, Standing, Style, Touch, Turn,
};

use bot::{value, value_of};
pub(crate) use rules::Noughts;
use rules::{LINES, N1, N2, Position, Square, THREE};

const MARK: f64 = 0.35;

impl Family for Noughts {
    type Place = Square;

    const NAME: &'static str = "noughts";

    fn title() -> Text {
        Text::new("Noughts and crosses", "Morpion")
    }

    fn read_options(options: &str) -> Result<Noughts, Text> {
        match options {
            "" => Ok(Noughts),
            "fault" => panic!("a fault on purpose"),
            _ => Err(Text::new("there are no options", "il n'y a pas d'options")),
        }
    }

    fn offers() -> Vec<Offer> {
        vec![Offer {
            setup: Setup::of(Noughts),
            name: Noughts::title(),
            about: Text::new("Three in a row", "Trois à la suite"),
            source: None,
            larger: None,
            boards: Vec::new(),
            openings: Vec::new(),
        }]
    }

    fn place_name(&self, place: Square) -> String {
        place.name()
    }

    fn explain_position(&self, (): &()) -> Text {
        Text::new("nine signs of x, o and .", "neuf signes parmi x, o et .")
    }

    fn explain_move(&self, _: &Position, (): &()) -> Refusal {
        Refusal {
            rule: Some(N2),
            text: Text::new("choose a free square", "choisissez une case libre"),
        }
    }

    fn meant(&self, _: &Position, touched: &[Touch]) -> Vec<String> {
        touched.iter().map(Touch::to_string).collect()
    }

    fn ending(&self, ending: Ending, _: Option<Side>) -> Text {
        match ending {
            THREE => Text::new("three in a row (N1).", "trois à la suite (N1)."),
            _ => Text::new("the board is full (N2).", "le plateau est plein (N2)."),
        }
    }

    fn situation(&self, _: &Position, _: Reader) -> Text {
        Text::new("Choose a free square.", "Choisissez une case libre.")
    }

    fn hand(&self, _: &Position, _: Side) -> Vec<(Option<char>, u32)> {
        Vec::new()
    }

    fn standing(&self, position: &Position) -> Vec<Standing> {
        let standing = |square: Square| {
            Some(Standing {
                place: square.name(),
                side: position.holder(square)?,
                kind: None,
            })
        };
        Square::all().filter_map(standing).collect()
    }

    fn arranged(&self, arrangement: &Arrangement) -> String {
        let sign = |square: Square| {
            let name = square.name();
            let mut pieces = arrangement.standing.iter();
            match pieces.find(|piece| piece.place == name) {
                None => '.',
                Some(piece) if piece.side == Side::White => 'x',
                Some(_) => 'o',
            }
        };
        Square::all().map(sign).collect()
    }

    fn turn_of(&self, played: Square) -> Turn {
        Turn {
            text: played.name(),
            kind: None,
            from: None,
            to: Some(played.name()),
            takes: Vec::new(),
        }
    }

    fn canonical_line(&self, line: &[Square]) -> Vec<u64> {
        line.iter().map(|square| u64::from(square.0)).collect()
    }

    fn analyser(&self, _: &Resources) -> Box<dyn GameAnalyser<Noughts>> {
        Box::new(WholeGame)
    }

    fn is_solvable(&self) -> bool {
        true
    }

    fn marks(&self, position: &Position, last: Option<Square>) -> Marks<Square> {
        let complete = Side::BOTH
            .into_iter()
            .flat_map(|side| position.complete(side));
        let squares = |line: u16| Square::all().filter(|s| line >> s.0 & 1 == 1).collect();
        Marks {
            last: last.map(Last::placed),
            lines: complete.map(squares).collect(),
            ..Marks::default()
        }
    }

    fn draw(&self, position: &Position, marks: &Marks<Square>) -> Scene {
        let none = HandRows {
            slots: 0,
            step: 1.0,
        };
        let frame = Frame::new(3.0, 3.0, none, marks);
        let spot = |square: Square| {
            let (column, row) = (square.0 % 3, square.0 / 3);
            let (x, y) = (f64::from(column) + 0.5, f64::from(row) + 0.5);
            Spot::new(frame.board.left + x, frame.board.bottom - y)
        };
        let wood = Form::Rect {
            bounds: frame.board,
            rounding: 0.0,
        };
        let mut groups = vec![Group::new(Thing::Board, vec![wood.filled(Ink::Wood)])];
        for square in Square::all() {
            let place = Form::square(spot(square), 0.9, 0.0).stroked(Ink::Line, 0.03);
            let named = |thing, shapes| Group::named(thing, square.name(), spot(square), shapes);
            groups.push(named(Thing::Place, vec![place]));
            if let Some(side) = position.holder(square) {
                groups.push(named(Thing::Piece(side), sign(side, spot(square))));
            }
        }
        frame.scene(groups)
    }

    fn sprites(&self) -> Sprites {
        let centre = Spot::new(0.0, 0.0);
        let mut sprites = Sprites::default();
        for side in Side::BOTH {
            sprites.add(sprite::piece(side, None), sign(side, centre));
        }
        sprites.add(sprite::LAST, vec![mark::corners(centre, 0.42, 0.15)]);
        sprites.ribbon = 0.2;
        sprites
    }

    fn board_text(&self, position: &Position, last: Option<Square>, style: Style) -> String {
        let mut canvas = Canvas::new(6, 3);
        for square in Square::all() {
            let sign = position
                .holder(square)
                .map_or(".", |side| style.stone(side));
            let mark = if last == Some(square) {
                Mark::Last
            } else {
                Mark::Plain
            };
            let (column, row) = (usize::from(square.0 % 3), usize::from(square.0 / 3));
            canvas.put(2 * column, 2 - row, sign, mark);
        }
        canvas.print(style.colour)
    }

    fn rules(&self, lang: Lang) -> Vec<Point> {
        let line = ("Three in a row", "You win with three in a row.".to_owned());
        let full = ("A full board", "A full board is a draw.".to_owned());
        vec![Point::new(N1, lang, line), Point::new(N2, lang, full)]
    }

    fn book(&self, lang: Lang) -> Book {
        let rules = Family::rules(self, lang).into_iter();
        Book {
            setup: self.setup_text(),
            lang,
            title: Noughts::title().get(lang),
            about: format!("{} lines", LINES.len()),
            sections: vec![Section::new(
                Topic::aim(),
                lang,
                rules.map(Block::Rule).collect(),
            )],
        }
    }

    fn card(&self, lang: Lang) -> Card {
        Card {
            title: Noughts::title().get(lang),
            pieces: Vec::new(),
            lines: vec!["Three in a row wins.".to_owned()],
        }
    }

    fn cut_out_set(&self, paper: Paper, lang: Lang) -> Document {
        let mut sheet = Sheet::new(paper, Orientation::Upright);
        let title = Noughts::title().get(lang);
        sheet.title(&title);
        Document::of(title, lang.tag(), vec![sheet.scene])
    }

    fn fixed_board(&self, paper: Paper, lang: Lang) -> Result<Document, BoardTooLarge> {
        Ok(Family::cut_out_set(self, paper, lang))
    }
}

fn sign(side: Side, centre: Spot) -> Vec<Shape> {
    let ink = match side {
        Side::White => Ink::StoneWhite,
        Side::Black => Ink::StoneBlack,
    };
    vec![Form::circle(centre, MARK).filled(ink)]
}

/// Searches to the end of the game.
struct WholeGame;

impl GameAnalyser<Noughts> for WholeGame {
    fn analyse(
        &mut self,
        played: &Match<Noughts>,
        limits: &Limits,
        _: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, AnalysisError> {
        let position = played.position();
        let ranked = |square: Square| RankedMove {
            played: square.name(),
            value: Value::Points(value_of(position, square)),
            line: Vec::new(),
            limit_first: None,
        };
        let mut moves: Vec<RankedMove> = Noughts.moves(position).into_iter().map(ranked).collect();
        moves.sort_by_key(|ranked| -ranked.value.rank());
        moves.truncate(limits.lines);
        Ok(Analysis {
            value: Value::Points(value(position)),
            moves,
            nodes: 0,
            time: Duration::ZERO,
            notes: Vec::new(),
        })
    }
}
