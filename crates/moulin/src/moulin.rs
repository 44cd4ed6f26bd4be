use game::{DrawLimits, Ending, Game, Outcome, Random, Reason, Side};

use crate::board::Slides;
use crate::{
    Double, FEWEST, Flight, Flights, Move, Point, Points, Position, PositionError, Rules, Stuck,
    ending,
};

/// A game of the mill family under one rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moulin {
    rules: Rules,
}

/// A stone going to a free point: from a point, or from the hand.
type Step = (Option<Point>, Point);

/// The steps of the side to move.
enum Steps<'board> {
    Place { free: Points },
    Fly { mine: Points, free: Points },
    Slide(Slides<'board>),
}

impl Steps<'_> {
    #[inline]
    fn count(&self) -> u32 {
        match self {
            Steps::Place { free } => free.count(),
            Steps::Fly { mine, free } => mine.count() * free.count(),
            Steps::Slide(slides) => slides.count(),
        }
    }

    /// The step with `rank` others before it; `rank` is below the count.
    #[inline]
    fn nth(&self, rank: u32) -> Step {
        match self {
            Steps::Place { free } => (None, free.nth(rank)),
            Steps::Fly { mine, free } => {
                let from = mine.nth(rank / free.count());
                (Some(from), free.nth(rank % free.count()))
            }
            Steps::Slide(slides) => {
                let (from, to) = slides.nth(rank);
                (Some(from), to)
            }
        }
    }
}

impl Moulin {
    /// The game under these rules.
    #[must_use]
    pub const fn new(rules: Rules) -> Moulin {
        Moulin { rules }
    }

    /// The rule set.
    #[inline]
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// A position of these parts, white's first, if they fit the rules and each other.
    pub fn position(
        &self,
        stones: [Points; 2],
        hand: [u8; 2],
        turn: Side,
        flights: Flights,
    ) -> Result<Position, PositionError> {
        let parts = Position {
            stones,
            hand,
            turn,
            flights,
        };
        parts.checked(&self.rules)
    }

    /// Whether the side to move may move a stone to any free point now (ML6).
    #[inline]
    #[must_use]
    pub fn may_fly(&self, position: &Position) -> bool {
        self.flies(position, position.turn)
    }

    /// Whether a side may move a stone to any free point when its turn comes (ML6).
    #[inline]
    #[must_use]
    pub fn flies(&self, position: &Position, side: Side) -> bool {
        let few = |at: u8| position.hand(side) == 0 && position.total(side) <= u32::from(at);
        match self.rules.flight {
            Flight::Never => false,
            Flight::At(at) => few(at),
            Flight::Once(at) => position.flights.has(side) && few(at),
        }
    }

    /// The side that has lost for want of stones (ML7), the side to move first.
    #[inline]
    fn beaten(&self, position: &Position) -> Option<Side> {
        let [mover, waiter] = [position.turn, position.turn.other()];
        [mover, waiter]
            .into_iter()
            .find(|side| position.total(*side) < u32::from(FEWEST))
    }

    /// The points without a stone.
    #[inline]
    #[must_use]
    pub fn free(&self, position: &Position) -> Points {
        let [white, black] = position.stones;
        self.rules.board.points().without(white | black)
    }

    /// The points where a side would close a mill if it were its turn now.
    #[must_use]
    pub fn closing(&self, position: &Position, side: Side) -> Points {
        let board = self.rules.board;
        let stones = position.stones(side);
        let critical = board.completing(stones) & self.free(position);
        if position.hand(side) > 0 {
            return critical;
        }
        let flying = self.flies(position, side);
        let reached = |to: &Point| {
            let reach = if flying {
                stones
            } else {
                board.neighbours(*to)
            };
            !(board.closers(*to, stones) & reach).is_empty()
        };
        critical.into_iter().filter(reached).collect()
    }

    /// The lines that a side would close if it were its turn now, each once.
    #[must_use]
    pub fn closing_lines(&self, position: &Position, side: Side) -> Vec<Points> {
        let board = self.rules.board;
        let stones = position.stones(side);
        let placing = position.hand(side) > 0;
        let flying = self.flies(position, side);
        let mut lines: Vec<Points> = Vec::new();
        for to in self.closing(position, side) {
            let reach = if flying {
                stones
            } else {
                stones & board.neighbours(to)
            };
            let sources = reach.into_iter().map(Points::only);
            let sources = sources.chain(placing.then_some(Points::NONE));
            let sources = sources.filter(|source| source.is_empty() == placing);
            for line in sources.flat_map(|from| board.lines_closed(to, stones.without(from))) {
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
        }
        lines
    }

    /// The mills that a turn of the side to move closes (ML3).
    #[must_use]
    pub fn closed(&self, position: &Position, played: Move) -> Vec<Points> {
        let from = played.from().map_or(Points::NONE, Points::only);
        let rest = position.stones(position.turn).without(from);
        let lines = |to| self.rules.board.lines_closed(to, rest);
        played.to().into_iter().flat_map(lines).collect()
    }

    #[inline]
    fn steps(&self, position: &Position) -> Steps<'_> {
        let free = self.free(position);
        let mine = position.stones(position.turn);
        if position.hand(position.turn) > 0 {
            Steps::Place { free }
        } else if self.may_fly(position) {
            Steps::Fly { mine, free }
        } else {
            Steps::Slide(self.rules.board.slides(mine, free))
        }
    }

    /// Calls `visit` for each stone that may go somewhere, the hand counting as one, with the free
    /// points it may go to.
    #[inline]
    fn each_source(&self, position: &Position, mut visit: impl FnMut(Option<Point>, Points)) {
        let free = self.free(position);
        let mine = position.stones(position.turn);
        if position.hand(position.turn) > 0 {
            visit(None, free);
        } else if self.may_fly(position) {
            mine.into_iter().for_each(|from| visit(Some(from), free));
        } else {
            for from in mine {
                visit(Some(from), self.rules.board.neighbours(from) & free);
            }
        }
    }

    /// How many captures a step makes (ML3).
    #[inline]
    fn captures_of(&self, position: &Position, (from, to): Step) -> u32 {
        let mine = position.stones(position.turn);
        let rest = mine.without(from.map_or(Points::NONE, Points::only));
        self.captures(self.rules.board.completed(to, rest))
    }

    /// The free points where some stone may complete a line; elsewhere no step captures.
    #[inline]
    fn critical(&self, position: &Position) -> Points {
        let mine = position.stones(position.turn);
        self.rules.board.completing(mine) & self.free(position)
    }

    /// Calls `visit` for each of the `critical` points with the stones that complete a line by
    /// going there, the mover not placing.
    #[inline]
    fn each_closing_place(
        &self,
        position: &Position,
        critical: Points,
        mut visit: impl FnMut(Points, Point),
    ) {
        let mine = position.stones(position.turn);
        let flying = self.may_fly(position);
        for to in critical {
            let near = self.rules.board.neighbours(to);
            let reach = if flying { mine } else { mine & near };
            visit(self.rules.board.closers(to, mine) & reach, to);
        }
    }

    /// Calls `visit` for each step to `critical` points that completes a line, with its number of
    /// captures.
    #[inline]
    fn each_closing(
        &self,
        position: &Position,
        critical: Points,
        mut visit: impl FnMut(Step, u32),
    ) {
        let mut see = |step| visit(step, self.captures_of(position, step));
        if position.hand(position.turn) > 0 {
            critical.into_iter().for_each(|to| see((None, to)));
        } else {
            self.each_closing_place(position, critical, |from, to| {
                from.into_iter().for_each(|from| see((Some(from), to)));
            });
        }
    }

    /// How many steps to `critical` points complete a line, by their number of captures.
    #[inline]
    fn count_closing(&self, position: &Position, critical: Points) -> [u32; 3] {
        let mut closing = [0; 3];
        match self.rules.double {
            Double::Two => self.each_closing(position, critical, |_, captures| {
                closing[captures as usize] += 1;
            }),
            Double::One if position.hand(position.turn) > 0 => closing[1] = critical.count(),
            Double::One => self.each_closing_place(position, critical, |from, _| {
                closing[1] += from.count();
            }),
        }
        closing
    }
}

/// The moves of a position, numbered without listing them: first every step with its first choice
/// of what to take, then the further choices of the steps that capture, then a forced pass.
struct Tally<'board> {
    steps: Steps<'board>,
    count: u32,
    critical: Points,
    /// By the number of captures of a step: the choices of what to take beyond the first.
    further: [u32; 3],
    /// Those choices over all steps, and a forced pass.
    more: u32,
}

impl Moulin {
    #[inline]
    fn tally(&self, position: &Position) -> Tally<'_> {
        let steps = self.steps(position);
        let critical = self.critical(position);
        let closing = self.count_closing(position, critical);
        let mut tally = Tally {
            count: steps.count(),
            steps,
            critical,
            further: [0; 3],
            more: 0,
        };
        let theirs = position.stones(position.turn.other());
        for captures in [1, 2] {
            let steps = closing[captures];
            if steps > 0 {
                tally.further[captures] = self.count_captures(captures as u32, theirs) - 1;
                tally.more += steps * tally.further[captures];
            }
        }
        if tally.count == 0 {
            tally.more = u32::from(self.rules.stuck == Stuck::Pass);
        }
        tally
    }
}

/// The turn of a step that takes these stones.
#[inline]
fn turn((from, to): Step, takes: Points) -> Move {
    match from {
        None => Move::Place { to, takes },
        Some(from) => Move::Shift { from, to, takes },
    }
}

impl Game for Moulin {
    const ENDINGS: &'static [Ending] = &ending::ALL;

    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position::start(&self.rules)
    }

    #[inline]
    fn turn(&self, position: &Position) -> Side {
        position.turn
    }

    #[inline]
    fn each_move(&self, position: &Position, mut visit: impl FnMut(Move)) {
        if self.beaten(position).is_some() {
            return;
        }
        let theirs = position.stones(position.turn.other());
        let critical = self.critical(position);
        let mut stuck = true;
        self.each_source(position, |from, to| {
            stuck &= to.is_empty();
            for to in to.without(critical) {
                visit(turn((from, to), Points::NONE));
            }
            for to in to & critical {
                let captures = self.captures_of(position, (from, to));
                self.each_capture(captures, theirs, |takes| visit(turn((from, to), takes)));
            }
        });
        if stuck && self.rules.stuck == Stuck::Pass {
            visit(Move::Pass);
        }
    }

    #[inline]
    fn play(&self, position: &Position, played: Move) -> Position {
        let side = position.turn;
        let mut next = Position {
            turn: side.other(),
            ..*position
        };
        let mine = &mut next.stones[side.index()];
        match played {
            Move::Place { to, .. } => {
                *mine = *mine | Points::only(to);
                next.hand[side.index()] -= 1;
            }
            Move::Shift { from, to, .. } => {
                *mine = *mine ^ Points::only(from) ^ Points::only(to);
                if !self.rules.board.neighbours(from).contains(to) {
                    next.flights = next.flights.without(side);
                }
            }
            Move::Pass => {}
        }
        let theirs = &mut next.stones[side.other().index()];
        *theirs = theirs.without(played.takes());
        next
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if let Some(loser) = self.beaten(position) {
            return Some(Outcome::win(
                loser.other(),
                Reason::Rules(ending::TWO_STONES),
            ));
        }
        let lost = self.rules.stuck == Stuck::Lose && self.steps(position).count() == 0;
        lost.then(|| Outcome::win(position.turn.other(), Reason::Rules(ending::STUCK)))
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> u64 {
        if self.beaten(position).is_some() {
            return 0;
        }
        let tally = self.tally(position);
        u64::from(tally.count + tally.more)
    }

    #[inline]
    fn random_move(&self, position: &Position, random: &mut Random) -> Option<Move> {
        if self.beaten(position).is_some() {
            return None;
        }
        let tally = self.tally(position);
        let moves = tally.count + tally.more;
        if moves == 0 {
            return None;
        }
        let theirs = position.stones(position.turn.other());
        let rank = random.below(u64::from(moves)) as u32;
        if rank < tally.count {
            let step = tally.steps.nth(rank);
            let takes = if tally.critical.contains(step.1) {
                self.nth_capture(self.captures_of(position, step), theirs, 0)
            } else {
                Points::NONE
            };
            return Some(turn(step, takes));
        }
        let mut rank = rank - tally.count;
        let mut chosen = Move::Pass;
        self.each_closing(position, tally.critical, |step, captures| {
            let further = tally.further[captures as usize];
            if rank < further {
                chosen = turn(step, self.nth_capture(captures, theirs, rank + 1));
            }
            rank = rank.wrapping_sub(further);
        });
        Some(chosen)
    }

    fn draw_limits(&self) -> Option<DrawLimits> {
        Some(ending::DRAW_LIMITS)
    }

    #[inline]
    fn is_quiet(&self, _: &Position, played: Move) -> bool {
        match played {
            Move::Place { .. } => false,
            Move::Shift { .. } | Move::Pass => played.takes().is_empty(),
        }
    }
}
