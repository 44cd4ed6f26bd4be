use game::{Ending, Game, Outcome, Reason, Side};

use crate::{Board, Gaps, Kind, Layout, Limit, Move, Position, Square, Squares, ending};

/// A game of Mijnlieff: a board and an opening rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mijnlieff {
    board: Board,
    opening: Opening,
}

/// What the first move may be (MJ7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opening {
    /// A straight on an outer corner.
    CornerStraight,
    /// Any piece on an edge square.
    Edge,
    /// Any piece on an outer corner.
    Corner,
    /// Any piece on any square.
    Anywhere,
}

impl Opening {
    /// All four, the sheet's first.
    pub const ALL: [Opening; 4] = [
        Opening::CornerStraight,
        Opening::Edge,
        Opening::Corner,
        Opening::Anywhere,
    ];
}

impl Mijnlieff {
    /// The game on a layout of tiles; the number of sets follows from it.
    #[must_use]
    pub fn new(layout: Layout, opening: Opening, gaps: Gaps) -> Mijnlieff {
        Mijnlieff {
            board: Board::new(layout, gaps),
            opening,
        }
    }

    /// The board.
    #[inline]
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The opening rule.
    #[must_use]
    pub fn opening(&self) -> Opening {
        self.opening
    }

    /// The squares without a piece.
    #[inline]
    #[must_use]
    pub fn empty(&self, position: &Position) -> Squares {
        let [white, black] = position.sides;
        self.board.squares().without(white | black)
    }

    /// The empty squares that the limit leaves open (MJ4, MJ7, MJ8).
    #[inline]
    #[must_use]
    pub fn open(&self, position: &Position) -> Squares {
        let allowed = match position.limit {
            Limit::Piece { kind, square } => self.board.reach(kind, square),
            Limit::None => self.board.squares(),
            Limit::Start => match self.opening {
                Opening::CornerStraight | Opening::Corner => self.board.corners(),
                Opening::Edge => self.board.edge(),
                Opening::Anywhere => self.board.squares(),
            },
        };
        allowed & self.empty(position)
    }

    /// Whether the side to move may place this kind of piece now, on some square.
    #[inline]
    #[must_use]
    pub fn may_place(&self, position: &Position, kind: Kind) -> bool {
        let fits_opening = position.limit != Limit::Start
            || self.opening != Opening::CornerStraight
            || kind == Kind::Straight;
        fits_opening && position.hands.count(position.turn, kind) > 0
    }

    /// The empty squares where one more piece would make points for a side (MJ10), while it has one.
    #[must_use]
    pub fn completing(&self, position: &Position, side: Side) -> Squares {
        if position.hands.is_empty(side) {
            return Squares::NONE;
        }
        let pieces = position.pieces(side);
        let now = self.board.points(pieces);
        let scores = |square: &Square| self.board.points(pieces | Squares::only(*square)) > now;
        self.empty(position).into_iter().filter(scores).collect()
    }

    /// The lines that score for a side through a square once it has a piece there.
    #[must_use]
    pub fn lines_through(
        &self,
        position: &Position,
        side: Side,
        square: Square,
    ) -> Vec<Vec<Square>> {
        let pieces = position.pieces(side) | Squares::only(square);
        let mut runs = self.board.runs(pieces);
        runs.retain(|run| run.contains(&square));
        runs
    }

    /// The points of white and black on the board (MJ10).
    #[must_use]
    pub fn score(&self, position: &Position) -> [u32; 2] {
        position.sides.map(|squares| self.board.points(squares))
    }
}

impl Game for Mijnlieff {
    const ENDINGS: &'static [Ending] = &ending::ALL;

    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position::start(self.board.layout().sets())
    }

    #[inline]
    fn turn(&self, position: &Position) -> Side {
        position.turn
    }

    #[inline]
    fn each_move(&self, position: &Position, mut visit: impl FnMut(Move)) {
        if position.hands.is_empty(position.turn) {
            return;
        }
        let open = self.open(position);
        if open.is_empty() {
            visit(Move::Pass);
            return;
        }
        for kind in Kind::ALL {
            if self.may_place(position, kind) {
                for square in open {
                    visit(Move::Place { kind, square });
                }
            }
        }
    }

    #[inline]
    fn play(&self, position: &Position, played: Move) -> Position {
        let side = position.turn;
        let mut next = *position;
        next.limit = Limit::None;
        if let Move::Place { kind, square } = played {
            next = position.with_piece(side, kind, square);
            next.limit = Limit::Piece { kind, square };
        }
        next.turn = side.other();
        next
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if !position.hands.is_empty(position.turn) {
            return None;
        }
        let [white, black] = self.score(position);
        let winner = match white.cmp(&black) {
            std::cmp::Ordering::Greater => Some(Side::White),
            std::cmp::Ordering::Less => Some(Side::Black),
            std::cmp::Ordering::Equal => None,
        };
        let reason = match position.limit {
            Limit::None => Reason::Rules(ending::BOTH_PASS),
            Limit::Start | Limit::Piece { .. } => Reason::Rules(ending::LAST_PIECE),
        };
        Some(Outcome { winner, reason })
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> u64 {
        if position.hands.is_empty(position.turn) {
            return 0;
        }
        let open = self.open(position);
        let kinds = Kind::ALL
            .into_iter()
            .filter(|kind| self.may_place(position, *kind));
        match open.count() {
            0 => 1,
            squares => u64::from(squares) * kinds.count() as u64,
        }
    }
}
