use game::Side;
use moulin::{Double, Flights, Stuck};
use rayon::prelude::*;

use super::exact::{LOST_NOW, SCORE_BEFORE, WON_AT_ONCE};
use super::field::{Field, Finished, Flying};
use super::ground::{Ground, bits};
use super::half::{Half, RowMut};
use super::layer::{FEWEST, Layer};
use super::row::{BusyTransit, Row, Transit};
use super::steps::{Step, Way};
use super::stones::Stones;

/// How many stones a turn takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Captures {
    One,
    Two,
}

/// The first values of a pair: of each position the number of quiet turns, and the best of the
/// turns that leave the pair by a capture or by using up a flight.
pub(super) struct First<'a, F> {
    pub(super) field: &'a Field<'a>,
    pub(super) finished: &'a F,
}

/// What the rows can do from a slot besides quiet turns, by the slot after their step.
struct Taken {
    /// The best score of taking one stone; none where nothing may be taken.
    one: Vec<u8>,
    /// The same of taking two, where the rules know that.
    two: Option<Vec<u8>>,
}

impl<F: Finished> First<'_, F> {
    /// How many stones a step that completes so many lines takes (ML3).
    fn captures(&self, lines: u8) -> Captures {
        match self.field.index.rules.double {
            Double::Two if lines > 1 => Captures::Two,
            _ => Captures::One,
        }
    }

    /// A player without any turn has lost, or passes (ML8): then a pass is a quiet turn.
    fn settle(&self, row: &mut RowMut<'_>) {
        if self.field.index.rules.stuck == Stuck::Pass {
            for slot in &mut *row.slots {
                slot.left += u8::from(slot.left == 0 && slot.value == LOST_NOW);
            }
        }
        row.settle();
    }
}

/// The side of the rows to move.
impl<F: Finished> First<'_, F> {
    /// The first values of the layer in which the rows move.
    pub(super) fn rows(&self) -> Half {
        let field = self.field;
        let taken = self.taken(field.pair.flights);
        let flown = (field.rows_fly == Flying::Once).then(|| self.flown());
        let mut half = Half::new(field.rows().len(), field.width());
        half.rows_mut().enumerate().for_each(|(row, mut out)| {
            self.count_quiet_steps(row, &mut out);
            for step in field.steps.of(row) {
                let flight = step.way == Way::Fly && field.rows_fly == Flying::Once;
                match &flown {
                    Some((after, taken)) if flight => {
                        self.fly(row, step, after, taken, &mut out);
                    }
                    _ if step.lines > 0 => self.close(row, step, &taken, &mut out),
                    _ => {}
                }
            }
            self.settle(&mut out);
        });
        half
    }

    /// Counts the steps that complete no line.
    fn count_quiet_steps(&self, row: usize, out: &mut RowMut<'_>) {
        let field = self.field;
        let squeeze = field.squeeze(row);
        let mut ways = [0u8; 32];
        let is_quiet = |step: &&Step| {
            step.lines == 0 && (step.way == Way::Slide || field.rows_fly == Flying::Always)
        };
        for step in field.steps.of(row).iter().filter(is_quiet) {
            ways[squeeze.of(1 << step.to).trailing_zeros() as usize] += 1;
        }
        let all: u8 = ways.iter().sum();
        // By seven points: the ways that stones on them are in.
        let mut blocked = [[0u8; 128]; 4];
        for (point, ways) in ways[..28].iter().enumerate() {
            let (part, size) = (&mut blocked[point / 7], 1 << (point % 7));
            for below in 0..size {
                part[size + below] = part[below] + ways;
            }
        }
        for (slot, set) in out.slots.iter_mut().zip(&field.columns) {
            let part = |n: usize| blocked[n][(set >> (7 * n)) as usize & 127];
            slot.left = all - (part(0) + part(1) + part(2) + part(3));
        }
    }

    /// The transit a step makes, with the point it must find free, squeezed.
    fn transit(&self, row: usize, step: &Step) -> (BusyTransit<'_>, u32) {
        let field = self.field;
        let from = field.squeeze(row);
        let renaming = &field.index.ground.symmetries[usize::from(step.symmetry)];
        let ranks = field.index.ranks(field.pair.columns);
        let transit = Transit::new(from, renaming, field.squeeze(step.row as usize), ranks);
        (transit.for_many(), from.of(1 << step.to))
    }

    /// A step that completes lines.
    fn close(&self, row: usize, step: &Step, taken: &Taken, out: &mut RowMut<'_>) {
        let (transit, to) = self.transit(row, step);
        let scores = self.scores(step, taken);
        for (slot, set) in out.slots.iter_mut().zip(&self.field.columns) {
            if set & to == 0 {
                let score = scores[transit.column(*set)];
                if score == LOST_NOW {
                    slot.left += 1;
                } else {
                    slot.leaves(score);
                }
            }
        }
    }

    /// A step that uses up the flight.
    fn fly(&self, row: usize, step: &Step, after: &[u8], taken: &Taken, out: &mut RowMut<'_>) {
        let (transit, to) = self.transit(row, step);
        let width = self.field.width();
        let after = &after[step.row as usize * width..][..width];
        let scores = self.scores(step, taken);
        for (slot, set) in out.slots.iter_mut().zip(&self.field.columns) {
            if set & to == 0 {
                let column = transit.column(*set);
                let score = if step.lines > 0 {
                    scores[column]
                } else {
                    LOST_NOW
                };
                slot.leaves(if score == LOST_NOW {
                    SCORE_BEFORE[usize::from(after[column])]
                } else {
                    score
                });
            }
        }
    }

    /// The scores of what may be taken in the row a step leads to.
    fn scores<'t>(&self, step: &Step, taken: &'t Taken) -> &'t [u8] {
        let width = self.field.width();
        let scores = match (self.captures(step.lines), &taken.two) {
            (Captures::Two, Some(two)) => two,
            _ => &taken.one,
        };
        &scores[step.row as usize * width..][..width]
    }

    /// What the rows may take, their flights being these afterwards.
    fn taken(&self, flights: Flights) -> Taken {
        let two = self.field.index.rules.double == Double::Two;
        Taken {
            one: self.taken_by(|row, out| self.take_one(row, flights, out)),
            two: two.then(|| self.taken_by(|row, out| self.take_two(row, flights, out))),
        }
    }

    /// Scores by slot, for rows with a mill.
    fn taken_by(&self, take: impl Fn(usize, &mut [u8]) + Sync) -> Vec<u8> {
        let field = self.field;
        let mut scores = vec![LOST_NOW; field.rows().len() * field.width()];
        let rows = scores.par_chunks_exact_mut(field.width()).enumerate();
        rows.for_each(|(row, out)| {
            if field.index.ground.in_mills(field.rows()[row]) != 0 {
                take(row, out);
            }
        });
        scores
    }

    /// What taking one of the column stones is worth.
    fn take_one(&self, row: usize, flights: Flights, out: &mut [u8]) {
        let field = self.field;
        let rules = &field.index.rules;
        let ground = Row::new(field.index, field.rows()[row]);
        let takeable = |set| Ground::takeable(rules, set, ground.in_mills(set));
        if field.pair.columns <= FEWEST {
            for (score, set) in out.iter_mut().zip(&field.columns) {
                if takeable(*set) != 0 {
                    *score = WON_AT_ONCE;
                }
            }
            return;
        }
        let after = self.finished.layer(field.columns_after(1, flights));
        let width = field.index.width(field.pair.rows, field.pair.columns - 1);
        let after = &after[row * width..][..width];
        let ranks = field.index.ranks(field.pair.columns - 1);
        for (score, set) in out.iter_mut().zip(&field.columns) {
            for taken in bits(takeable(*set)) {
                let left = ranks.of(set & !(1 << taken));
                *score = (*score).max(SCORE_BEFORE[usize::from(after[left])]);
            }
        }
    }

    /// What taking two of the column stones is worth.
    fn take_two(&self, row: usize, flights: Flights, out: &mut [u8]) {
        let field = self.field;
        let (ground, squeeze) = (&field.index.ground, field.squeeze(row));
        for (score, set) in out.iter_mut().zip(&field.columns) {
            let theirs = squeeze.spread(*set);
            for taken in ground.pairs(&field.index.rules, theirs) {
                let stones = Stones {
                    mover: theirs & !taken,
                    other: field.rows()[row],
                };
                let lost = taken.count_ones() as u8;
                *score =
                    (*score).max(self.score_after(stones, || field.columns_after(lost, flights)));
            }
        }
    }

    /// The score of a turn that leaves the other side these stones to move with.
    fn score_after(&self, stones: Stones, layer: impl FnOnce() -> Layer) -> u8 {
        if stones.mover.count_ones() < u32::from(FEWEST) {
            return WON_AT_ONCE;
        }
        let after = self.finished.layer(layer());
        SCORE_BEFORE[usize::from(after[self.field.index.slot(stones)])]
    }

    /// The layer after a flight of the rows, and what they may take by it.
    fn flown(&self) -> (Vec<u8>, Taken) {
        let field = self.field;
        let pair = field.after_flight(Side::White);
        let layer = pair.columns_to_move();
        let after = self.finished.layer(layer);
        let after = if pair.rows == pair.columns {
            field.mirrored_values(after)
        } else {
            after.to_vec()
        };
        (after, self.taken(pair.flights))
    }
}

/// The side of the columns to move, who has fewer stones.
impl<F: Finished> First<'_, F> {
    /// The first values of the layer in which the columns move.
    pub(super) fn columns(&self) -> Half {
        let field = self.field;
        let mut half = Half::new(field.rows().len(), field.width());
        half.rows_mut().enumerate().for_each(|(row, mut out)| {
            let ground = Row::new(field.index, field.rows()[row]);
            self.count_steps(&ground, &mut out);
            self.leave(row, &ground, &mut out);
            self.settle(&mut out);
        });
        half
    }

    /// Counts the steps, those that complete a line among them.
    fn count_steps(&self, ground: &Row, out: &mut RowMut<'_>) {
        for (slot, set) in out.slots.iter_mut().zip(&self.field.columns) {
            let ways = match self.field.columns_fly {
                Flying::Always => set.count_ones() * (ground.free & !set).count_ones(),
                Flying::Never | Flying::Once => bits(*set)
                    .map(|point| (ground.near(point) & !set).count_ones())
                    .sum(),
            };
            slot.left = ways as u8;
        }
    }

    /// Tells the slots before each column what taking a stone or flying there is worth.
    fn leave(&self, row: usize, ground: &Row, out: &mut RowMut<'_>) {
        let field = self.field;
        let ranks = field.index.ranks(field.pair.columns);
        let taking = Taking::new(self, ground.stones, field.pair.flights);
        let flown = (field.columns_fly == Flying::Once).then(|| {
            let pair = field.after_flight(Side::Black);
            let after = self.finished.layer(pair.rows_to_move());
            let after = &after[row * field.width()..][..field.width()];
            (after, Taking::new(self, ground.stones, pair.flights))
        });
        for (column, set) in field.columns.iter().enumerate() {
            let mills = ground.in_mills(*set);
            if taking.possible && mills != 0 {
                let one = taking.one(*set);
                for to in bits(mills) {
                    let score = match self.captures(lines_through(ground, *set, to)) {
                        Captures::One => one,
                        Captures::Two => taking.two(self, *set),
                    };
                    let from = match field.columns_fly {
                        Flying::Always => ground.free,
                        Flying::Never | Flying::Once => ground.near(to),
                    };
                    for from in bits(from & !set) {
                        let slot = &mut out.slots[ranks.of(set ^ 1 << to ^ 1 << from)];
                        slot.leaves(score);
                        slot.left -= 1;
                    }
                }
            }
            if let Some((after, taking)) = &flown {
                let plain = SCORE_BEFORE[usize::from(after[column])];
                for to in bits(*set) {
                    let closes = taking.possible && mills & 1 << to != 0;
                    let score = match self.captures(lines_through(ground, *set, to)) {
                        _ if !closes => plain,
                        Captures::One => taking.one(*set),
                        Captures::Two => taking.two(self, *set),
                    };
                    for from in bits(ground.free & !set & !ground.near(to)) {
                        out.slots[ranks.of(set ^ 1 << to ^ 1 << from)].leaves(score);
                    }
                }
            }
        }
    }
}

/// How many complete lines of a column go through one of its stones.
fn lines_through(ground: &Row, column: u32, point: u32) -> u8 {
    let complete = |line: &&u32| *line & !column == 0 && *line & 1 << point != 0;
    ground.lines().iter().filter(complete).count() as u8
}

/// What the columns may take of a row.
struct Taking<'a> {
    /// Whether anything may be taken.
    possible: bool,
    /// For each stone that may be taken: the row that is left, and the way to its columns.
    ones: Vec<(&'a [u8], BusyTransit<'a>)>,
    row: u32,
    flights: Flights,
}

impl<'a> Taking<'a> {
    fn new<F: Finished>(first: &First<'a, F>, row: u32, flights: Flights) -> Taking<'a> {
        let (field, index) = (first.field, first.field.index);
        let takeable = Ground::takeable(&index.rules, row, index.ground.in_mills(row));
        let after = first.finished.layer(field.rows_after(1, flights));
        let width = index.width(field.pair.rows - 1, field.pair.columns);
        let ones = bits(takeable).map(|taken| {
            let left = row & !(1 << taken);
            let seat = index.seat(left);
            let renaming = &index.ground.symmetries[seat.symmetry()];
            let (from, to) = (index.squeeze(row), index.squeeze(renaming.of(left)));
            let ranks = index.ranks(field.pair.columns);
            let transit = Transit::new(from, renaming, to, ranks).for_many();
            (&after[seat.class() * width..][..width], transit)
        });
        Taking {
            possible: takeable != 0,
            ones: ones.collect(),
            row,
            flights,
        }
    }

    /// The best score of taking one stone once the columns are these.
    #[inline]
    fn one(&self, column: u32) -> u8 {
        let scores = self
            .ones
            .iter()
            .map(|(after, transit)| SCORE_BEFORE[usize::from(after[transit.column(column)])]);
        scores.fold(LOST_NOW, u8::max)
    }

    /// The best score of taking two stones once the columns are these.
    fn two<F: Finished>(&self, first: &First<'_, F>, column: u32) -> u8 {
        let (field, index) = (first.field, first.field.index);
        let other = index.squeeze(self.row).spread(column);
        let scores = index.ground.pairs(&index.rules, self.row).into_iter();
        let scores = scores.map(|taken| {
            let stones = Stones {
                mover: self.row & !taken,
                other,
            };
            let lost = taken.count_ones() as u8;
            first.score_after(stones, || field.rows_after(lost, self.flights))
        });
        scores.fold(LOST_NOW, u8::max)
    }
}
