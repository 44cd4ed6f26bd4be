use game::{Game, Outcome, Rule};

use crate::move_text::Wanted;
use crate::{Double, Flight, Moulin, Move, Point, Points, Position, Stuck, Takes, rule};

/// Why a turn is against the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The game is over.
    Over(Outcome),
    /// Stones move only once all are placed.
    StillPlacing {
        /// Stones in the mover's hand.
        hand: u8,
    },
    /// All stones are placed: one must move.
    NothingToPlace,
    /// A stone stands there.
    Occupied {
        /// Where.
        to: Point,
        /// Whether a stone was to be placed there, rather than moved.
        placing: bool,
    },
    /// None of the mover's stones stands there.
    NotYours {
        /// Where.
        from: Point,
    },
    /// Not neighbours, and the mover may not fly.
    TooFar {
        /// From where.
        from: Point,
        /// Where to.
        to: Point,
        /// Why there is no flight.
        grounded: Grounded,
    },
    /// No mill is closed, so nothing is taken.
    NoMill {
        /// Where the stone would come to stand.
        to: Point,
    },
    /// A mill is closed: stones must be taken.
    MustTake {
        /// How many.
        count: u32,
        /// Those to choose from first.
        from: Points,
    },
    /// More stones than may be taken.
    TakesTooMany {
        /// How many may be.
        count: u32,
    },
    /// No enemy stone stands there.
    NotTheirs {
        /// Where.
        taken: Point,
    },
    /// That stone is in a mill, and others are not.
    InMill {
        /// Where.
        taken: Point,
    },
    /// All enemy stones are in mills, so none is taken.
    AllInMills,
    /// The mover can move, or loses being stuck: passing is not allowed.
    NoPass {
        /// What being stuck means here.
        stuck: Stuck,
    },
    /// The mover cannot move and has to pass.
    MustPass,
}

/// Why a stone may not fly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grounded {
    /// Nobody ever flies under these rules.
    Never,
    /// The mover has more stones than a flight allows.
    TooManyStones {
        /// The mover's stones.
        count: u32,
        /// From how many on a flight is allowed.
        at: u8,
    },
    /// The mover has flown already.
    Used,
}

impl Illegal {
    /// The rule that forbids it.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        match self {
            Illegal::Over(outcome) => match outcome.reason.rule() {
                Some(rule) => rule,
                None => rule::ML9,
            },
            Illegal::StillPlacing { .. } | Illegal::Occupied { placing: true, .. } => rule::ML1,
            Illegal::NothingToPlace
            | Illegal::Occupied { placing: false, .. }
            | Illegal::NotYours { .. } => rule::ML2,
            Illegal::TooFar { grounded, .. } => match grounded {
                Grounded::Never => rule::ML2,
                Grounded::TooManyStones { .. } | Grounded::Used => rule::ML6,
            },
            Illegal::NoMill { .. }
            | Illegal::MustTake { .. }
            | Illegal::TakesTooMany { .. }
            | Illegal::NotTheirs { .. } => rule::ML3,
            Illegal::InMill { .. } | Illegal::AllInMills => rule::ML4,
            Illegal::NoPass { .. } | Illegal::MustPass => rule::ML8,
        }
    }
}

impl Moulin {
    /// The legal move that is wanted, or the rule that forbids it.
    pub(crate) fn check(&self, position: &Position, wanted: &Wanted) -> Result<Move, Illegal> {
        if let Some(outcome) = self.outcome(position) {
            return Err(Illegal::Over(outcome));
        }
        let must_pass = self.moves(position) == [Move::Pass];
        let Wanted::Turn { from, to, takes } = wanted else {
            let stuck = self.rules().stuck;
            return must_pass
                .then_some(Move::Pass)
                .ok_or(Illegal::NoPass { stuck });
        };
        if must_pass {
            return Err(Illegal::MustPass);
        }
        let (from, to) = (*from, *to);
        self.check_step(position, from, to)?;
        let takes = self.check_takes(position, from, to, takes)?;
        Ok(match from {
            None => Move::Place { to, takes },
            Some(from) => Move::Shift { from, to, takes },
        })
    }

    /// Whether a stone may go there (ML1, ML2, ML6).
    fn check_step(
        &self,
        position: &Position,
        from: Option<Point>,
        to: Point,
    ) -> Result<(), Illegal> {
        let side = position.turn();
        let hand = position.hand(side);
        match from {
            Some(_) if hand > 0 => return Err(Illegal::StillPlacing { hand }),
            None if hand == 0 => return Err(Illegal::NothingToPlace),
            Some(from) if !position.stones(side).contains(from) => {
                return Err(Illegal::NotYours { from });
            }
            _ => {}
        }
        if !self.free(position).contains(to) {
            let placing = from.is_none();
            return Err(Illegal::Occupied { to, placing });
        }
        let Some(from) = from else { return Ok(()) };
        if self.rules().board.neighbours(from).contains(to) || self.may_fly(position) {
            return Ok(());
        }
        let count = position.total(side);
        let grounded = match self.rules().flight {
            Flight::Never => Grounded::Never,
            Flight::Once(at) if count <= u32::from(at) => Grounded::Used,
            Flight::At(at) | Flight::Once(at) => Grounded::TooManyStones { count, at },
        };
        Err(Illegal::TooFar { from, to, grounded })
    }

    /// Whether those stones may be taken by a step that is legal itself (ML3, ML4).
    fn check_takes(
        &self,
        position: &Position,
        from: Option<Point>,
        to: Point,
        takes: &[Point],
    ) -> Result<Points, Illegal> {
        let side = position.turn();
        let rest = position
            .stones(side)
            .without(from.map_or(Points::NONE, Points::only));
        let theirs = position.stones(side.other());
        let completed = self.rules().board.completed(to, rest);
        if completed == 0 {
            return match takes {
                [] => Ok(Points::NONE),
                _ => Err(Illegal::NoMill { to }),
            };
        }
        if let Some(taken) = takes.iter().find(|taken| !theirs.contains(**taken)) {
            return Err(Illegal::NotTheirs { taken: *taken });
        }
        let set: Points = takes.iter().copied().collect();
        let mut count = 0;
        let mut allowed = false;
        self.each_capture(self.captures(completed), theirs, |takes| {
            count = count.max(takes.count());
            allowed |= takes == set;
        });
        if allowed && set.count() == takes.len() as u32 {
            return Ok(set);
        }
        if count == 0 {
            return Err(match self.rules().takes {
                Takes::Outside if !theirs.is_empty() => Illegal::AllInMills,
                _ => Illegal::TakesTooMany { count },
            });
        }
        let takeable = self.takeable(theirs);
        if let Some(taken) = takes.first().filter(|taken| !takeable.contains(**taken)) {
            return Err(Illegal::InMill { taken: *taken });
        }
        if (takes.len() as u32) < count {
            return Err(Illegal::MustTake {
                count,
                from: takeable,
            });
        }
        match takes {
            [_, second] if self.rules().double == Double::Two && set.count() == 2 && count == 2 => {
                Err(Illegal::InMill { taken: *second })
            }
            _ => Err(Illegal::TakesTooMany { count }),
        }
    }
}
