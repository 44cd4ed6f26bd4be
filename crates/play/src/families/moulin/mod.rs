//! The mill family: everything a front end asks of it.

mod analysis;
mod book;
mod card;
mod closing;
mod comparison;
mod drawing;
mod example;
mod mill_set;
mod questions;
mod reasons;
mod rules;
mod seeing;
mod setup;
mod sheets;
mod tables;
mod terminal;
mod text;
mod touched;

use engine::Resources;
use game::{Ending, Game, Notation, Side};
use moulin::{Flight, Moulin, Move, MoveError, Point, Position, PositionError, Symmetry};
use picture::Scene;
use picture::board::{Last, Marks, Sprites, Visibility};
use picture::page::{Document, Paper};

use super::Offer;
use crate::analysis::GameAnalyser;
use crate::paper::BoardTooLarge;
use crate::rulebook::{Book, Card, Point as RulePoint};
use crate::text::Text;
use crate::view::{Closing, Standing, Turn};
use crate::{Arrangement, Family, Lang, Look, Match, Reader, Refusal, Style, Threats, Touch};

pub use drawing::{draw, stone};
pub(crate) use example::example;
pub use tables::{build_refusal, card_fault, gibibytes, table_damaged, table_fault, table_wrong};

impl Family for Moulin {
    type Place = Point;

    const NAME: &'static str = moulin::NAME;

    fn title() -> Text {
        Text::new("Mill games", "Jeux du moulin")
    }

    fn read_options(options: &str) -> Result<Moulin, Text> {
        Moulin::from_options(options).map_err(|error| setup::refusal(&error))
    }

    fn offers() -> Vec<Offer> {
        sheets::offers()
    }

    fn place_name(&self, place: Point) -> String {
        self.rules().board.name(place)
    }

    fn explain_position(&self, error: &PositionError) -> Text {
        text::position(self, error)
    }

    fn explain_move(&self, position: &Position, error: &MoveError) -> Refusal {
        let rule = match error {
            MoveError::Illegal(illegal) => Some(illegal.rule()),
            MoveError::Unreadable { .. } => None,
            MoveError::UnknownPoint { .. } => None,
        };
        let text = text::played(self, position, error);
        Refusal { rule, text }
    }

    fn meant(&self, position: &Position, touched: &[Touch]) -> Vec<String> {
        touched::meant(self, position, touched)
    }

    fn explain_touch(
        &self,
        position: &Position,
        touched: &[Touch],
        errors: &[MoveError],
    ) -> Option<Refusal> {
        touched::explain(self, position, touched, errors)
    }

    fn ending(&self, ending: Ending, loser: Option<Side>) -> Text {
        text::ending(ending, loser)
    }

    fn situation(&self, position: &Position, reader: Reader) -> Text {
        text::situation(self, position, reader)
    }

    fn lost(&self, position: &Position) -> Option<[u32; 2]> {
        let stones = u32::from(self.rules().stones);
        Some(Side::BOTH.map(|side| stones - position.total(side)))
    }

    fn closings(&self, position: &Position) -> Vec<Closing> {
        closing::closings(self, position)
    }

    fn hand(&self, position: &Position, side: Side) -> Vec<(Option<char>, u32)> {
        vec![(None, u32::from(position.hand(side)))]
    }

    fn standing(&self, position: &Position) -> Vec<Standing> {
        let stones = |side| {
            let stones = position.stones(side).into_iter();
            stones.map(move |point| Standing {
                place: self.place_name(point),
                side,
                kind: None,
            })
        };
        Side::BOTH.into_iter().flat_map(stones).collect()
    }

    fn arranged(&self, arrangement: &Arrangement) -> String {
        let [white, black] = arrangement.hands;
        let mut text = format!(
            "w={};b={};hand={white},{black};turn={}",
            arrangement.written(Side::White),
            arrangement.written(Side::Black),
            arrangement.turn.letter(),
        );
        if self.flights(&self.start()).is_some() {
            let has = |side: &Side| arrangement.flights[side.index()];
            let holders: String = Side::BOTH
                .into_iter()
                .filter(has)
                .map(Side::letter)
                .collect();
            text += ";flight=";
            text += if holders.is_empty() { "-" } else { &holders };
        }
        text
    }

    fn flights(&self, position: &Position) -> Option<[bool; 2]> {
        let once = matches!(self.rules().flight, Flight::Once(_));
        once.then(|| Side::BOTH.map(|side| position.flights().has(side)))
    }

    fn turn_of(&self, played: Move) -> Turn {
        let name = |point| self.place_name(point);
        Turn {
            text: self.move_text(played),
            kind: None,
            from: played.from().map(name),
            to: played.to().map(name),
            takes: played.takes().into_iter().map(name).collect(),
        }
    }

    fn under_way(&self) -> Match<Moulin> {
        example::under_way(self)
    }

    fn marks(&self, position: &Position, last: Option<Move>) -> Marks<Point> {
        let board = self.rules().board;
        let mover = position.stones(position.turn().other());
        let to = last.and_then(Move::to);
        let closed = to.into_iter().flat_map(|to| board.lines_closed(to, mover));
        Marks {
            last: last.zip(to).map(|(last, to)| Last {
                from: last.from(),
                to,
                taken: last.takes().into_iter().collect(),
            }),
            lines: closed.map(|line| board.by_name(line)).collect(),
            hands: Visibility::Shown,
            ..Marks::default()
        }
    }

    fn draw(&self, position: &Position, marks: &Marks<Point>) -> Scene {
        draw(self, position, marks)
    }

    fn board_text(&self, position: &Position, last: Option<Move>, style: Style) -> String {
        terminal::board(self, position, last, style)
    }

    fn canonical_line(&self, line: &[Move]) -> Vec<u64> {
        let number = |played: Move| {
            let point = |point: Option<Point>| point.map_or(0, |point| 1 + point.index() as u64);
            let takes = u64::from(played.takes().bits());
            takes << 16 | point(played.from()) << 8 | point(played.to())
        };
        let image = |symmetry: &Symmetry| -> Vec<u64> {
            let moves = line.iter().map(|played| symmetry.played(*played));
            moves.map(number).collect()
        };
        let images = self.rules().board.symmetries();
        images.iter().map(image).min().unwrap_or_default()
    }

    fn analyser(&self, resources: &Resources) -> Box<dyn GameAnalyser<Moulin>> {
        Box::new(analysis::MoulinAnalyser::new(self, resources))
    }

    fn why(&self, position: &Position, played: Move, line: &[Move]) -> Option<Text> {
        let found = engine::moulin::reasons(self, position, played, line);
        Some(reasons::why(self, position.turn(), &found))
    }

    fn look(&self, position: &Position, played: Move, line: &[Move]) -> Look {
        seeing::look(self, position, played, line)
    }

    fn threats(&self, position: &Position) -> Option<Threats> {
        Some(seeing::threats(self, position))
    }

    fn sprites(&self) -> Sprites {
        drawing::sprites()
    }

    fn rules(&self, lang: Lang) -> Vec<RulePoint> {
        rules::rules(self, lang)
    }

    fn book(&self, lang: Lang) -> Book {
        book::book(self, lang)
    }

    fn card(&self, lang: Lang) -> Card {
        card::card(self, lang)
    }

    fn cut_out_set(&self, paper: Paper, lang: Lang) -> Document {
        mill_set::document(self, paper, lang)
    }

    /// The mill board is always in one piece.
    fn fixed_board(&self, paper: Paper, lang: Lang) -> Result<Document, BoardTooLarge> {
        Ok(mill_set::document(self, paper, lang))
    }
}
