use game::{Excerpt, Fields, Notation, Side};

use crate::move_text::split_piece;
use crate::{Kind, Limit, Mijnlieff, Move, MoveError, Position, PositionError, Square};

const FIELDS: &[&str] = &["w", "b", "turn", "limit"];

impl Notation for Mijnlieff {
    type PositionError = PositionError;
    type MoveError = MoveError;

    fn setup_text(&self) -> String {
        self.print_setup()
    }

    fn position_text(&self, position: &Position) -> String {
        let piece = |kind: Kind, square| format!("{}{}", kind.letter(), self.board().name(square));
        let pieces = |side| {
            let squares = position.pieces(side).into_iter();
            let texts: Vec<String> = squares
                .filter_map(|square| Some(piece(position.piece(square)?.1, square)))
                .collect();
            texts.join(",")
        };
        let limit = match position.limit() {
            Limit::Start => "start".to_owned(),
            Limit::None => "none".to_owned(),
            Limit::Piece { kind, square } => piece(kind, square),
        };
        format!(
            "w={};b={};turn={};limit={limit}",
            pieces(Side::White),
            pieces(Side::Black),
            position.turn().letter(),
        )
    }

    fn read_position(&self, text: &str) -> Result<Position, PositionError> {
        let fields = Fields::read(text, ';', FIELDS).map_err(PositionError::Field)?;
        let require = |key| fields.require(key).map_err(PositionError::Field);
        let mut position = Position::start(self.board().layout().sets());
        for side in Side::BOTH {
            let pieces = require(if side == Side::White { "w" } else { "b" })?;
            if !pieces.is_empty() {
                for text in pieces.split(',') {
                    position = self.add_piece(position, side, text.trim())?;
                }
            }
        }
        let turn = require("turn")?;
        position.turn = Side::from_letter(turn).ok_or_else(|| PositionError::Turn {
            text: Excerpt::of(turn),
        })?;
        position.limit = self.read_limit(&position, require("limit")?)?;
        Ok(position)
    }

    fn move_text(&self, played: Move) -> String {
        self.print_move(played)
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, MoveError> {
        self.read_legal(position, text)
    }
}

impl Mijnlieff {
    fn read_piece(&self, text: &str) -> Result<(Kind, Square), PositionError> {
        let (kind, name) = split_piece(text).ok_or_else(|| PositionError::Piece {
            text: Excerpt::of(text),
        })?;
        let square = self.board().square(name);
        let square = square.ok_or_else(|| PositionError::UnknownSquare {
            name: Excerpt::of(name),
        })?;
        Ok((kind, square))
    }

    fn add_piece(
        &self,
        position: Position,
        side: Side,
        text: &str,
    ) -> Result<Position, PositionError> {
        let (kind, square) = self.read_piece(text)?;
        if position.piece(square).is_some() {
            return Err(PositionError::Twice { square });
        }
        if position.hands.count(side, kind) == 0 {
            let most = 2 * self.board().layout().sets();
            return Err(PositionError::TooMany { side, kind, most });
        }
        Ok(position.with_piece(side, kind, square))
    }

    fn read_limit(&self, position: &Position, text: &str) -> Result<Limit, PositionError> {
        let opponent = position.turn.other();
        if text.eq_ignore_ascii_case("start") {
            let begun = position.sides.iter().any(|squares| !squares.is_empty());
            return if begun || position.turn == Side::Black {
                Err(PositionError::Started)
            } else {
                Ok(Limit::Start)
            };
        }
        if text.eq_ignore_ascii_case("none") {
            return if position.hands.is_empty(opponent) {
                Err(PositionError::NoPass)
            } else {
                Ok(Limit::None)
            };
        }
        let (kind, square) = self.read_piece(text)?;
        if position.piece(square) == Some((opponent, kind)) {
            Ok(Limit::Piece { kind, square })
        } else {
            Err(PositionError::NotTheirs { kind, square })
        }
    }
}
