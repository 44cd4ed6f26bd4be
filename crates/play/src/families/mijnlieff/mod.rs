//! Mijnlieff: everything a front end asks of it.

mod analysis;
mod atlas;
mod board_name;
mod book;
mod card;
mod drawing;
mod example;
mod fixed_board;
mod poster;
mod questions;
mod reasons;
mod rules;
mod seeing;
mod setup;
mod symbol;
mod terminal;
mod text;
mod tile_set;

use engine::Resources;
use engine::mijnlieff::atlas::WIDENING;
use game::{Ending, Game, Notation, Side};
use mijnlieff::{
    Gaps, Kind, Layout, Limit, Mijnlieff, Move, MoveError, Opening, Position, PositionError,
    Square, Turning,
};
use picture::Scene;
use picture::board::{Last, Marks, Sprites, Visibility};
use picture::page::{Document, Paper};

use super::Offer;
use crate::analysis::GameAnalyser;
use crate::paper::BoardTooLarge;
use crate::rulebook::{Book, Card, Point};
use crate::text::Text;
use crate::view::{Standing, Turn};
use crate::{
    Arrangement, Family, Lang, Look, Match, Reader, Refusal, Setup, Style, Threats, Touch,
};

pub use atlas::{atlas_fault, atlas_title, first_player, opened_by, opening_name};
pub use board_name::{board_name, board_names};
pub use drawing::{draw, piece, tile};
pub(crate) use example::example;
pub use poster::poster;
pub use setup::layout as layout_refusal;

impl Family for Mijnlieff {
    type Place = Square;

    const NAME: &'static str = mijnlieff::NAME;

    fn title() -> Text {
        Text::new("Mijnlieff", "Mijnlieff")
    }

    fn read_options(options: &str) -> Result<Mijnlieff, Text> {
        Mijnlieff::from_options(options).map_err(|error| setup::refusal(&error))
    }

    fn offers() -> Vec<Offer> {
        vec![offer()]
    }

    fn place_name(&self, place: Square) -> String {
        self.board().name(place)
    }

    fn explain_position(&self, error: &PositionError) -> Text {
        text::position(self, error)
    }

    fn explain_move(&self, position: &Position, error: &MoveError) -> Refusal {
        let rule = match error {
            MoveError::Illegal(illegal) => Some(illegal.rule()),
            MoveError::Unreadable { .. } => None,
            MoveError::UnknownSquare { .. } => None,
        };
        let text = text::played(self, position, error);
        Refusal { rule, text }
    }

    fn meant(&self, position: &Position, touched: &[Touch]) -> Vec<String> {
        let kind = touched.iter().rev().find_map(|touch| match touch {
            Touch::Kind(kind) => Some(*kind),
            Touch::Place(_) => None,
        });
        let place = touched.iter().rev().find_map(|touch| match touch {
            Touch::Place(place) => Some(place.clone()),
            Touch::Kind(_) => None,
        });
        // What was left open is filled in as it would be allowed.
        let may = |kind: &Kind| self.may_place(position, *kind);
        let fitting = || Kind::ALL.into_iter().find(may).map(Kind::letter);
        let squares = self.open(position) | self.empty(position);
        let open = || self.open(position).into_iter().chain(squares).next();
        let kind = kind.or_else(fitting);
        let place = place.or_else(|| open().map(|square| self.place_name(square)));
        let meant = kind
            .zip(place)
            .map(|(kind, place)| format!("{kind}{place}"));
        meant.into_iter().collect()
    }

    fn ending(&self, ending: Ending, _: Option<Side>) -> Text {
        text::ending(ending)
    }

    fn situation(&self, position: &Position, reader: Reader) -> Text {
        text::situation(self, position, reader)
    }

    fn open(&self, position: &Position) -> Option<Vec<String>> {
        Some(text::open_names(self, position))
    }

    fn points(&self, position: &Position) -> Option<[u32; 2]> {
        Some(self.score(position))
    }

    fn scoring(&self, position: &Position) -> Option<[Vec<Vec<Square>>; 2]> {
        Some(Side::BOTH.map(|side| self.board().runs(position.pieces(side))))
    }

    fn hand(&self, position: &Position, side: Side) -> Vec<(Option<char>, u32)> {
        let count = |kind: Kind| position.hands().count(side, kind);
        let kinds = Kind::ALL.into_iter();
        kinds
            .map(|kind| (Some(kind.letter()), count(kind)))
            .collect()
    }

    fn arranged(&self, arrangement: &Arrangement) -> String {
        let limit = match arrangement.last_written() {
            Some(piece) => piece,
            None if arrangement.standing.is_empty() => "start".to_owned(),
            None => "none".to_owned(),
        };
        format!(
            "w={};b={};turn={};limit={limit}",
            arrangement.written(Side::White),
            arrangement.written(Side::Black),
            arrangement.turn.letter(),
        )
    }

    fn standing(&self, position: &Position) -> Vec<Standing> {
        let squares = self.board().squares().into_iter();
        let standing = squares.filter_map(|square| {
            let (side, kind) = position.piece(square)?;
            let (place, kind) = (self.place_name(square), Some(kind.letter()));
            Some(Standing { place, side, kind })
        });
        standing.collect()
    }

    fn turn_of(&self, played: Move) -> Turn {
        let (kind, to) = match played {
            Move::Place { kind, square } => (Some(kind.letter()), Some(square)),
            Move::Pass => (None, None),
        };
        Turn {
            text: self.move_text(played),
            kind,
            from: None,
            to: to.map(|square| self.place_name(square)),
            takes: Vec::new(),
        }
    }

    fn under_way(&self) -> Match<Mijnlieff> {
        example::under_way(self)
    }

    fn marks(&self, position: &Position, _: Option<Move>) -> Marks<Square> {
        let last = match position.limit() {
            Limit::Piece { square, .. } => Some(Last::placed(square)),
            Limit::Start | Limit::None => None,
        };
        let over = self.outcome(position).is_some();
        let runs = |side| self.board().runs(position.pieces(side));
        Marks {
            open: (!over).then(|| self.open(position).into_iter().collect()),
            last,
            lines: if over {
                Side::BOTH.into_iter().flat_map(runs).collect()
            } else {
                Vec::new()
            },
            hands: Visibility::Shown,
            ..Marks::default()
        }
    }

    fn draw(&self, position: &Position, marks: &Marks<Square>) -> Scene {
        draw(self, position, marks)
    }

    fn board_text(&self, position: &Position, _: Option<Move>, style: Style) -> String {
        terminal::board(self, position, style)
    }

    fn canonical_line(&self, line: &[Move]) -> Vec<u64> {
        let board = self.board();
        let same = |turning: &&Turning| board.layout().turned(**turning) == *board.layout();
        let images = Turning::ALL.iter().filter(same);
        let images = images.filter_map(|turning| board.image(*turning, board));
        let of_line = |image: Vec<Square>| {
            let number = |played: &Move| match *played {
                Move::Pass => u64::MAX,
                Move::Place { kind, square } => {
                    (kind.index() << 8 | image[square.index()].index()) as u64
                }
            };
            line.iter().map(number).collect()
        };
        images.map(of_line).min().unwrap_or_default()
    }

    fn analyser(&self, resources: &Resources) -> Box<dyn GameAnalyser<Mijnlieff>> {
        Box::new(analysis::MijnlieffAnalyser::new(self, resources))
    }

    fn is_solvable(&self) -> bool {
        self.board().layout().sets() == 1
    }

    fn why(&self, position: &Position, played: Move, line: &[Move]) -> Option<Text> {
        let found = engine::mijnlieff::reasons(self, position, played, line);
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

    fn rules(&self, lang: Lang) -> Vec<Point> {
        rules::rules(self, lang)
    }

    fn book(&self, lang: Lang) -> Book {
        book::book(self, lang)
    }

    fn card(&self, lang: Lang) -> Card {
        card::card(self, lang)
    }

    fn cut_out_set(&self, paper: Paper, lang: Lang) -> Document {
        tile_set::document(self, paper, lang)
    }

    fn fixed_board(&self, paper: Paper, lang: Lang) -> Result<Document, BoardTooLarge> {
        fixed_board::document(self, paper, lang)
    }
}

/// The one game that is offered; boards and openings are chosen from there.
fn offer() -> Offer {
    let with_sets = |sets: u8| {
        let layout = Layout::standard(sets).expect("there are one to four sets");
        Setup::of(Mijnlieff::new(layout, Opening::CornerStraight, Gaps::Block))
    };
    Offer {
        setup: with_sets(1),
        name: Text::new("Mijnlieff", "Mijnlieff"),
        about: Text::new(
            "Each piece tells the other player where to go next",
            "Chaque pièce dit à l'adversaire où jouer ensuite",
        ),
        source: Some(Text::new("sheets 000 and 001", "feuilles 000 et 001")),
        larger: Some(with_sets(2)),
        boards: (1..)
            .map_while(Layout::standard)
            .map(|layout| layout.to_string())
            .collect(),
        openings: WIDENING
            .map(|opening| (opening.word(), opening_name(opening)))
            .into(),
    }
}
