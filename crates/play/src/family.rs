use game::{Ending, Game, Notation, Side};
use mijnlieff::Mijnlieff;
use moulin::Moulin;
use picture::Scene;
use picture::board::{Last, Marks, Visibility};

use crate::text::{self, Text};
use crate::view::{Standing, Turn};
use crate::{Refusal, Setup, Style, draw, terminal};

/// What a front end asks of a family of games beyond its rules and notation.
pub trait Family: Notation + Clone + Send + Sync + 'static {
    /// A point or a square of the board.
    type Place: Copy;

    /// This game as the setup of a match.
    fn setup(&self) -> Setup;

    /// The name of a place in moves and positions.
    fn place_name(&self, place: Self::Place) -> String;

    /// Why a position is refused, for people.
    fn explain_position(&self, error: &Self::PositionError) -> Text;

    /// Why a move is refused, for people.
    fn explain_move(&self, position: &Self::Position, error: &Self::MoveError) -> Refusal;

    /// Why the rules ended a game, as the second half of a sentence; `loser` is nobody in a draw.
    fn ending(&self, ending: Ending, loser: Option<Side>) -> Text;

    /// What the side to move can do, in a sentence.
    fn situation(&self, position: &Self::Position) -> Text;

    /// The places a limit leaves open, where the game has limits.
    fn open(&self, position: &Self::Position) -> Option<Vec<String>>;

    /// The points of white and black, where the game has points.
    fn points(&self, position: &Self::Position) -> Option<[u32; 2]>;

    /// What a side has still to place, by the letter of its kind (`None`: there is one kind).
    fn hand(&self, position: &Self::Position, side: Side) -> Vec<(Option<char>, u32)>;

    /// What stands on the board.
    fn standing(&self, position: &Self::Position) -> Vec<Standing>;

    /// Whether white and black still have the one flight of the game, where there is such a right.
    fn flights(&self, position: &Self::Position) -> Option<[bool; 2]>;

    /// A move as what a person touches to make it.
    fn turn_of(&self, played: Self::Move) -> Turn;

    /// What a picture shows besides the position: hands, last move, open places, and lines just
    /// closed or scored.
    fn marks(&self, position: &Self::Position, last: Option<Self::Move>) -> Marks<Self::Place>;

    /// A position and marks as a picture.
    fn draw(&self, position: &Self::Position, marks: &Marks<Self::Place>) -> Scene;

    /// The board as rows of text, the last move marked.
    fn board_text(
        &self,
        position: &Self::Position,
        last: Option<Self::Move>,
        style: Style,
    ) -> String;
}

impl Family for Mijnlieff {
    type Place = mijnlieff::Square;

    fn setup(&self) -> Setup {
        Setup::Mijnlieff(self.clone())
    }

    fn place_name(&self, place: mijnlieff::Square) -> String {
        self.board().name(place)
    }

    fn explain_position(&self, error: &mijnlieff::PositionError) -> Text {
        text::mijnlieff::position(self, error)
    }

    fn explain_move(
        &self,
        position: &mijnlieff::Position,
        error: &mijnlieff::MoveError,
    ) -> Refusal {
        let rule = match error {
            mijnlieff::MoveError::Illegal(illegal) => Some(illegal.rule()),
            mijnlieff::MoveError::Unreadable { .. } => None,
            mijnlieff::MoveError::UnknownSquare { .. } => None,
        };
        let text = text::mijnlieff::played(self, position, error);
        Refusal { rule, text }
    }

    fn ending(&self, ending: Ending, _: Option<Side>) -> Text {
        text::mijnlieff::ending(ending)
    }

    fn situation(&self, position: &mijnlieff::Position) -> Text {
        text::mijnlieff::situation(self, position)
    }

    fn open(&self, position: &mijnlieff::Position) -> Option<Vec<String>> {
        Some(text::mijnlieff::open_names(self, position))
    }

    fn points(&self, position: &mijnlieff::Position) -> Option<[u32; 2]> {
        Some(self.score(position))
    }

    fn hand(&self, position: &mijnlieff::Position, side: Side) -> Vec<(Option<char>, u32)> {
        let count = |kind: mijnlieff::Kind| position.hands().count(side, kind);
        let kinds = mijnlieff::Kind::ALL.into_iter();
        kinds
            .map(|kind| (Some(kind.letter()), count(kind)))
            .collect()
    }

    fn standing(&self, position: &mijnlieff::Position) -> Vec<Standing> {
        let squares = self.board().squares().into_iter();
        let standing = squares.filter_map(|square| {
            let (side, kind) = position.piece(square)?;
            let (place, kind) = (self.place_name(square), Some(kind.letter()));
            Some(Standing { place, side, kind })
        });
        standing.collect()
    }

    fn flights(&self, _: &mijnlieff::Position) -> Option<[bool; 2]> {
        None
    }

    fn turn_of(&self, played: mijnlieff::Move) -> Turn {
        let (kind, to) = match played {
            mijnlieff::Move::Place { kind, square } => (Some(kind.letter()), Some(square)),
            mijnlieff::Move::Pass => (None, None),
        };
        Turn {
            text: self.move_text(played),
            kind,
            from: None,
            to: to.map(|square| self.place_name(square)),
            takes: Vec::new(),
        }
    }

    fn marks(
        &self,
        position: &mijnlieff::Position,
        _: Option<mijnlieff::Move>,
    ) -> Marks<mijnlieff::Square> {
        let last = match position.limit() {
            mijnlieff::Limit::Piece { square, .. } => Some(Last::placed(square)),
            mijnlieff::Limit::Start | mijnlieff::Limit::None => None,
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

    fn draw(&self, position: &mijnlieff::Position, marks: &Marks<mijnlieff::Square>) -> Scene {
        draw::mijnlieff(self, position, marks)
    }

    fn board_text(
        &self,
        position: &mijnlieff::Position,
        _: Option<mijnlieff::Move>,
        style: Style,
    ) -> String {
        terminal::mijnlieff(self, position, style)
    }
}

impl Family for Moulin {
    type Place = moulin::Point;

    fn setup(&self) -> Setup {
        Setup::Moulin(*self)
    }

    fn place_name(&self, place: moulin::Point) -> String {
        self.rules().board.name(place)
    }

    fn explain_position(&self, error: &moulin::PositionError) -> Text {
        text::moulin::position(self, error)
    }

    fn explain_move(&self, position: &moulin::Position, error: &moulin::MoveError) -> Refusal {
        let rule = match error {
            moulin::MoveError::Illegal(illegal) => Some(illegal.rule()),
            moulin::MoveError::Unreadable { .. } => None,
            moulin::MoveError::UnknownPoint { .. } => None,
        };
        let text = text::moulin::played(self, position, error);
        Refusal { rule, text }
    }

    fn ending(&self, ending: Ending, loser: Option<Side>) -> Text {
        text::moulin::ending(ending, loser)
    }

    fn situation(&self, position: &moulin::Position) -> Text {
        text::moulin::situation(self, position)
    }

    fn open(&self, _: &moulin::Position) -> Option<Vec<String>> {
        None
    }

    fn points(&self, _: &moulin::Position) -> Option<[u32; 2]> {
        None
    }

    fn hand(&self, position: &moulin::Position, side: Side) -> Vec<(Option<char>, u32)> {
        vec![(None, u32::from(position.hand(side)))]
    }

    fn standing(&self, position: &moulin::Position) -> Vec<Standing> {
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

    fn flights(&self, position: &moulin::Position) -> Option<[bool; 2]> {
        let once = matches!(self.rules().flight, moulin::Flight::Once(_));
        once.then(|| Side::BOTH.map(|side| position.flights().has(side)))
    }

    fn turn_of(&self, played: moulin::Move) -> Turn {
        let name = |point| self.place_name(point);
        Turn {
            text: self.move_text(played),
            kind: None,
            from: played.from().map(name),
            to: played.to().map(name),
            takes: played.takes().into_iter().map(name).collect(),
        }
    }

    fn marks(
        &self,
        position: &moulin::Position,
        last: Option<moulin::Move>,
    ) -> Marks<moulin::Point> {
        let board = self.rules().board;
        let mover = position.stones(position.turn().other());
        let to = last.and_then(moulin::Move::to);
        let closed = board.lines().filter(|line| {
            to.is_some_and(|to| line.contains(to)) && line.without(mover).is_empty()
        });
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

    fn draw(&self, position: &moulin::Position, marks: &Marks<moulin::Point>) -> Scene {
        draw::moulin(self, position, marks)
    }

    fn board_text(
        &self,
        position: &moulin::Position,
        last: Option<moulin::Move>,
        style: Style,
    ) -> String {
        terminal::moulin(self, position, last, style)
    }
}
