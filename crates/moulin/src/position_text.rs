use std::fmt::Write;

use game::{Excerpt, Fields, Notation, Side};

use crate::{Flight, Flights, Moulin, Move, MoveError, Points, Position, PositionError};

const FIELDS: &[&str] = &["w", "b", "hand", "turn", "flight"];

impl Notation for Moulin {
    type PositionError = PositionError;
    type MoveError = MoveError;

    fn setup_text(&self) -> String {
        self.print_setup()
    }

    fn position_text(&self, position: &Position) -> String {
        let names = |side| {
            let points = self.rules().board.by_name(position.stones(side));
            let names: Vec<String> = points
                .into_iter()
                .map(|point| self.rules().board.name(point))
                .collect();
            names.join(",")
        };
        let mut text = format!(
            "w={};b={};hand={},{};turn={}",
            names(Side::White),
            names(Side::Black),
            position.hand(Side::White),
            position.hand(Side::Black),
            position.turn().letter(),
        );
        if let Flight::Once(_) = self.rules().flight {
            let has = |side: &Side| position.flights().has(*side);
            let holders: String = Side::BOTH
                .into_iter()
                .filter(has)
                .map(Side::letter)
                .collect();
            let shown = if holders.is_empty() { "-" } else { &holders };
            write!(text, ";flight={shown}").expect("writing to a string cannot fail");
        }
        text
    }

    fn read_position(&self, text: &str) -> Result<Position, PositionError> {
        let fields = Fields::read(text, ';', FIELDS).map_err(PositionError::Field)?;
        let require = |key| fields.require(key).map_err(PositionError::Field);
        let white = self.read_points(require("w")?)?;
        let black = self.read_points(require("b")?)?;
        let hand = read_hand(require("hand")?)?;
        let turn = require("turn")?;
        let turn = Side::from_letter(turn).ok_or_else(|| PositionError::Turn {
            text: Excerpt::of(turn),
        })?;
        let flights = match fields.get("flight") {
            None => Flights::at_start(self.rules().flight),
            Some(_) if Flights::at_start(self.rules().flight) == Flights::NONE => {
                return Err(PositionError::NoFlights);
            }
            Some(text) => read_flights(text)?,
        };
        self.position([white, black], hand, turn, flights)
    }

    fn move_text(&self, played: Move) -> String {
        self.print_move(played)
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, MoveError> {
        self.read_legal(position, text)
    }
}

impl Moulin {
    /// Reads `d6,f4`; an empty text is no point.
    fn read_points(&self, text: &str) -> Result<Points, PositionError> {
        let mut points = Points::NONE;
        if text.is_empty() {
            return Ok(points);
        }
        for name in text.split(',') {
            let name = name.trim();
            let unknown = || PositionError::UnknownPoint {
                name: Excerpt::of(name),
            };
            let point = self.rules().board.point(name).ok_or_else(unknown)?;
            if points.contains(point) {
                return Err(PositionError::Twice { point });
            }
            points = points | Points::only(point);
        }
        Ok(points)
    }
}

/// Reads `7,8`.
fn read_hand(text: &str) -> Result<[u8; 2], PositionError> {
    let number = |part: &str| {
        let part = part.trim();
        let plain = part.len() <= 2 && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse().ok().filter(|_| plain)
    };
    let numbers = text
        .split_once(',')
        .and_then(|(white, black)| Some([number(white)?, number(black)?]));
    numbers.ok_or_else(|| PositionError::Hand {
        text: Excerpt::of(text),
    })
}

/// Reads `wb`, `w`, `b` or `-`.
fn read_flights(text: &str) -> Result<Flights, PositionError> {
    match text.to_ascii_lowercase().as_str() {
        "wb" => Ok(Flights::BOTH),
        "w" => Ok(Flights::BOTH.without(Side::Black)),
        "b" => Ok(Flights::BOTH.without(Side::White)),
        "-" => Ok(Flights::NONE),
        _ => Err(PositionError::Flight {
            text: Excerpt::of(text),
        }),
    }
}
