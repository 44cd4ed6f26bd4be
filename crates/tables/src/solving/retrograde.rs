use moulin::{Stuck, Takes};
use rayon::prelude::*;

use super::field::{Field, Finished, Gate};
use super::first::First;
use super::half::{Due, Half, RowMut, decided, each_place};
use super::steps::{Step, Way};
use crate::Exact;
use crate::byte::TooLong;
use crate::kernel::{Flying, bits};
use crate::numbering::column_map::ColumnMap;
use crate::numbering::index::Index;
use crate::numbering::layer::{Layer, Pair, exchanged};
use crate::numbering::row::Row;

/// Why a pair is not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unsolved {
    TooLong(TooLong),
    /// Nobody wants it any more.
    GivenUp,
}

/// The values of both layers of a pair, once the layers it leads to are finished.
pub(crate) fn solve(
    index: &Index,
    pair: Pair,
    finished: &impl Finished,
) -> Result<Vec<(Layer, Vec<u8>)>, TooLong> {
    match solve_gated(index, pair, finished, &|| false) {
        Ok(solved) => Ok(solved),
        Err(Unsolved::TooLong(too_long)) => Err(too_long),
        Err(Unsolved::GivenUp) => unreachable!("nobody gives up"),
    }
}

/// The same as long as somebody lets it go on.
///
/// First every position gets what its captures lead to. Then, distance by distance, all positions
/// decided at that distance tell the positions before them: who can go to a lost one has won, and
/// who can go to won ones only has lost. What nobody decides is drawn. The order within one
/// distance changes nothing, so that rows are worked on at the same time.
pub(crate) fn solve_gated(
    index: &Index,
    pair: Pair,
    finished: &impl Finished,
    gate: Gate<'_>,
) -> Result<Vec<(Layer, Vec<u8>)>, Unsolved> {
    let field = Field::new(index, pair, gate);
    let first = First {
        field: &field,
        finished,
    };
    let mut rows = first.rows();
    let mut columns = if pair.rows > pair.columns {
        first.columns()
    } else if pair.flights == exchanged(pair.flights) {
        mirrored_first(&field, &rows)
    } else {
        let flights = exchanged(pair.flights);
        let other = Field::new(index, Pair { flights, ..pair }, gate);
        let first = First {
            field: &other,
            finished,
        };
        mirrored_first(&field, &first.rows())
    };
    let mut propagation = Propagation::new(&field);
    let mut distance = 0;
    loop {
        if field.is_given_up() {
            return Err(Unsolved::GivenUp);
        }
        let nexts = [rows.next(distance), columns.next(distance)];
        let Some(next) = nexts.into_iter().flatten().min() else {
            break;
        };
        if next > Exact::LONGEST {
            let layer = pair.rows_to_move();
            return Err(Unsolved::TooLong(TooLong { layer }));
        }
        if nexts[0] == Some(next) {
            propagation.rows_to_columns(&rows, &mut columns, next);
        }
        if nexts[1] == Some(next) {
            propagation.columns_to_rows(&columns, &mut rows, next);
        }
        rows.advance();
        columns.advance();
        distance = next + 1;
    }
    let (one, other) = (pair.rows_to_move(), pair.columns_to_move());
    let mut solved = vec![(one, rows.values())];
    drop(rows);
    if one != other {
        let values = columns.values();
        let values = if pair.rows == pair.columns {
            field.mirrored_values(&values)
        } else {
            values
        };
        solved.push((other, values));
    }
    Ok(solved)
}

/// The first values where the columns move, from those where the rows do, both having as many
/// stones.
fn mirrored_first(field: &Field<'_>, rows: &Half) -> Half {
    let mut half = Half::new(field.rows().len(), field.width());
    let rows_out = half.rows_mut().enumerate();
    rows_out.for_each_init(Vec::new, |slots, (row, mut out)| {
        field.mirrored(row, slots);
        for (out, slot) in out.slots.iter_mut().zip(slots) {
            *out = rows.slot(*slot);
        }
        out.mark_all();
    });
    half
}

/// Carries what is decided in one layer of a pair to the other.
struct Propagation<'a> {
    field: &'a Field<'a>,
    /// By point: the columns without a stone on it, 64 per word.
    without: Vec<Vec<u64>>,
    /// By row that was looked through: the columns that are decided, 64 per word.
    found: Vec<u64>,
}

impl<'a> Propagation<'a> {
    fn new(field: &'a Field<'a>) -> Propagation<'a> {
        let free = field.index.geometry.size() - u32::from(field.pair.rows);
        let without = (0..free).map(|point| {
            let words = field.columns.chunks(64).map(|sets| {
                let sets = sets.iter().enumerate();
                sets.fold(0, |word, (n, set)| {
                    word | u64::from(set >> point & 1 == 0) << n
                })
            });
            words.collect()
        });
        Propagation {
            field,
            without: without.collect(),
            found: vec![0; field.rows().len() * field.width().div_ceil(64)],
        }
    }

    fn words(&self) -> usize {
        self.field.width().div_ceil(64)
    }

    /// From positions in which the rows move to those before, in which the columns did: they stay
    /// in their row.
    fn rows_to_columns(&self, rows: &Half, columns: &mut Half, distance: u8) {
        let field = self.field;
        let rules = field.index.rules();
        let ranks = field.index.ranks(field.pair.columns);
        let may_pass = rules.stuck == Stuck::Pass && field.columns_fly == Flying::Never;
        let write = |words: &mut Vec<u64>, (row, mut out): (usize, RowMut<'_>)| {
            if field.is_given_up() {
                return;
            }
            let due = rows.due(row, distance);
            if matches!(due, Due::Few([])) {
                return;
            }
            let stones = field.rows()[row];
            let board = Row::new(field.index, stones);
            let in_mills = || field.index.geometry.in_mills(stones);
            let safe = field.index.laws.takeable_of(stones, in_mills) == 0;
            let tell = |column: usize| {
                let set = field.columns[column];
                // What completed a line took a stone, unless none could be taken.
                let moved = if safe {
                    set
                } else {
                    set & !board.in_mills(set)
                };
                for to in bits(moved) {
                    let from = match field.columns_fly {
                        Flying::Always => board.free,
                        Flying::Never | Flying::Once => board.near(to),
                    };
                    for from in bits(from & !set) {
                        out.tell(ranks.of(set ^ 1 << to ^ 1 << from), distance);
                    }
                }
                if may_pass && board.is_stuck(set) {
                    out.tell(column, distance);
                }
            };
            match due {
                Due::Few(columns) => columns.iter().map(|column| *column as usize).for_each(tell),
                Due::Look => {
                    decided(rows.row(row), distance, words);
                    each_place(words.iter().copied(), tell);
                }
            }
        };
        let rows_out = columns.rows_mut().enumerate();
        rows_out.for_each_init(|| vec![0; self.words()], write);
    }

    /// From positions in which the columns move to those before, in which the rows did: each row
    /// asks those its steps lead to.
    fn columns_to_rows(&mut self, columns: &Half, rows: &mut Half, distance: u8) {
        let words = self.words();
        let found = self.found.par_chunks_exact_mut(words).enumerate();
        found.for_each(|(row, found)| {
            if let Due::Look = columns.due(row, distance) {
                decided(columns.row(row), distance, found);
            }
        });
        let due = |row| match columns.due(row, distance) {
            Due::Few(columns) => Known::Few(columns),
            Due::Look => Known::Found(&self.found[row * words..][..words]),
        };
        let field = self.field;
        let rules = field.index.rules();
        let may_pass = rules.stuck == Stuck::Pass && field.rows_fly == Flying::Never;
        rows.rows_mut().enumerate().for_each(|(row, mut out)| {
            if field.is_given_up() {
                return;
            }
            for step in field.steps.of(row) {
                let silent = step.lines > 0 && rules.takes != Takes::Outside;
                let flight = step.way == Way::Fly && field.rows_fly == Flying::Once;
                if !silent && !flight {
                    self.ask(row, step, due(step.row as usize), distance, &mut out);
                }
            }
            if may_pass {
                let reach = Row::new(field.index, field.rows()[row]).reach;
                due(row).each(|column| {
                    if reach & !field.columns[column] == 0 {
                        out.tell(column, distance);
                    }
                });
            }
        });
    }

    /// Tells the slots of a row what is decided where a step of its stones leads.
    #[inline]
    fn ask(&self, row: usize, step: &Step, due: Known<'_>, distance: u8, out: &mut RowMut<'_>) {
        if matches!(due, Known::Few([])) {
            return;
        }
        let field = self.field;
        let symmetries = field.index.geometry.images();
        let source = step.row as usize;
        let compressor = field.compressor(source);
        let image = &symmetries[usize::from(step.symmetry)];
        let left = compressor.compress(1 << image.point(usize::from(step.from)));
        let back = &symmetries[usize::from(image.inverse)];
        let ranks = field.index.ranks(field.pair.columns);
        let map = ColumnMap::new(compressor, back, field.compressor(row), ranks);
        if step.lines > 0 {
            // A mill that takes nothing is a quiet turn.
            let board = Row::new(field.index, field.rows()[source]);
            due.each(|column| {
                let set = field.columns[column];
                if set & left == 0 && board.in_mills(set) == set {
                    out.tell(map.column(set), distance);
                }
            });
            return;
        }
        match due {
            Known::Few(columns) => {
                for set in columns.iter().map(|column| field.columns[*column as usize]) {
                    if set & left == 0 {
                        out.tell(map.column(set), distance);
                    }
                }
            }
            Known::Found(words) => {
                let map = map.tabulated();
                let without = &self.without[left.trailing_zeros() as usize];
                let due = words.iter().zip(without);
                each_place(due.map(|(due, without)| due & without), |column| {
                    out.tell(map.column(field.columns[column]), distance);
                });
            }
        }
    }
}

/// The columns of a row that are decided at the distance being worked on.
enum Known<'a> {
    Few(&'a [u32]),
    /// 64 per word.
    Found(&'a [u64]),
}

impl Known<'_> {
    fn each(&self, mut visit: impl FnMut(usize)) {
        match self {
            Known::Few(columns) => columns.iter().for_each(|column| visit(*column as usize)),
            Known::Found(words) => each_place(words.iter().copied(), visit),
        }
    }
}
