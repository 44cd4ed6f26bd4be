use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use game::Game;
use mijnlieff::{Layout, Mijnlieff, Move, Position};

use super::book::Book;
use super::bounds::{self, Bounds};
use super::compact::{State, Tables};
use super::first_moves::FirstMoves;
use super::search::{INFINITE, Search, Shared};
use crate::search::{Control, InProgress, TranspositionTable, with_helpers};
use crate::{Stop, Stopped};

/// Exact values for one game of one set. What it has found out it keeps, up to its memory.
pub struct Solver {
    game: Mijnlieff,
    tables: Tables,
    table: TranspositionTable<Bounds>,
    in_progress: InProgress,
    threads: usize,
    nodes: AtomicU64,
    /// Nodes that each thread may visit for an answer.
    most: u64,
}

/// The least memory of a solver, in bytes.
const LEAST_MEMORY: usize = 1 << 10;

/// The board has more squares than exact search can take on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// Its squares.
    pub squares: u32,
}

/// A move and the points by which its player wins with best play after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Valued {
    /// The move.
    pub played: Move,
    /// Points for the player who moves, less those of the other.
    pub value: i32,
}

/// The best of some moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// Points for the player who moves, less those of the other.
    pub value: i32,
    /// Every move that is worth so much, in the order in which they were given.
    pub moves: Vec<Move>,
}

impl Solver {
    /// A solver with so much memory for what it finds out, and so many threads.
    pub fn new(game: &Mijnlieff, memory: usize, threads: usize) -> Result<Solver, TooLarge> {
        let squares = game.board().squares().count();
        let tables = Tables::new(game).ok_or(TooLarge { squares })?;
        Ok(Solver {
            game: game.clone(),
            tables,
            table: TranspositionTable::new(memory.max(LEAST_MEMORY)),
            in_progress: InProgress::new(),
            threads: threads.max(1),
            nodes: AtomicU64::new(0),
            most: u64::MAX,
        })
    }

    /// This solver with at most so many nodes for each answer of one thread: what takes more is
    /// [stopped](Stopped), on every machine alike.
    #[must_use]
    pub fn with_limit(self, nodes: u64) -> Solver {
        Solver {
            most: nodes,
            ..self
        }
    }

    /// This solver with what the program knows of the first turns on its board.
    #[must_use]
    pub fn with_book(self) -> Solver {
        let base = Layout::standard(1).as_ref() == Some(self.game.board().layout());
        if base && let Ok(book) = Book::embedded() {
            for (key, value) in book.entries() {
                self.table.store(bounds::key(key), Bounds::exact(value));
            }
        } else if let Ok(first) = FirstMoves::embedded() {
            let start = self.game.start();
            for (played, value) in first.values(&self.game) {
                let next = self.game.play(&start, played);
                let state = self.tables.state(&self.game, &next);
                let key = bounds::key(self.tables.canonical(&state));
                self.table.store(key, Bounds::exact(-value));
            }
        }
        self
    }

    /// The states looked at so far. With one thread the same work always takes the same number.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The points by which the side to move wins with best play: negative when it loses.
    pub fn value(&self, position: &Position, stop: &Stop) -> Result<i32, Stopped> {
        let children = self.children(position);
        match &children[..] {
            [] => Ok(self.final_value(position)),
            _ => self.together(stop, |search| {
                let mut best = -INFINITE;
                for (_, child) in &children {
                    let value = -search.at_least(child, -best)?;
                    if value > best {
                        best = -search.exact(child, -value)?;
                    }
                }
                Ok(best)
            }),
        }
    }

    /// The value of every legal move, best first; none when the game is over.
    pub fn moves(&self, position: &Position, stop: &Stop) -> Result<Vec<Valued>, Stopped> {
        let children = self.children(position);
        let values: Vec<Mutex<Option<i32>>> = children.iter().map(|_| Mutex::new(None)).collect();
        let next = AtomicUsize::new(0);
        let guess = AtomicUsize::new(INFINITE as usize);
        self.each_thread(stop, |search| {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some((_, child)) = children.get(index) else {
                    return Ok(());
                };
                let near = guess.load(Ordering::Relaxed) as i32 - INFINITE;
                let value = -search.exact(child, -near)?;
                guess.store((value + INFINITE) as usize, Ordering::Relaxed);
                if let Ok(mut known) = values[index].lock() {
                    *known = Some(value);
                }
            }
        })?;
        let mut valued = Vec::new();
        for ((played, _), value) in children.into_iter().zip(values) {
            let value = value.into_inner().ok().flatten().ok_or(Stopped)?;
            valued.push(Valued { played, value });
        }
        valued.sort_by_key(|valued| -valued.value);
        Ok(valued)
    }

    /// The best of these moves, all legal here, if it is worth at least `least`: its value and
    /// all of them that reach it. Mirror images are searched once.
    pub fn best(
        &self,
        position: &Position,
        moves: &[Move],
        least: Option<i32>,
        stop: &Stop,
    ) -> Result<Option<Best>, Stopped> {
        let mut classes: Vec<(u64, State, Vec<Move>)> = Vec::new();
        for (played, child) in self.children(position) {
            let key = self.tables.canonical(&child);
            if moves.contains(&played) {
                match classes.iter_mut().find(|class| class.0 == key) {
                    Some((_, _, moves)) => moves.push(played),
                    None => classes.push((key, child, vec![played])),
                }
            }
        }
        self.together(stop, |search| {
            let mut best = least;
            let mut reached: Vec<&[Move]> = Vec::new();
            for (_, child, moves) in &classes {
                let guess = best.unwrap_or(0);
                if best.is_some() && -search.at_least(child, 1 - guess)? < guess {
                    continue;
                }
                let value = -search.exact(child, -guess)?;
                if best != Some(value) {
                    reached.clear();
                }
                best = Some(value);
                reached.push(moves);
            }
            let in_order = |played: &&Move| reached.iter().any(|class| class.contains(played));
            let moves: Vec<Move> = moves.iter().filter(in_order).copied().collect();
            let best = best.filter(|_| !moves.is_empty());
            Ok(best.map(|value| Best { value, moves }))
        })
    }

    /// One best line from a position to the end of the game.
    pub fn line(&self, position: &Position, stop: &Stop) -> Result<Vec<Move>, Stopped> {
        let mut line = Vec::new();
        let mut position = *position;
        let mut value = self.value(&position, stop)?;
        loop {
            let children = self.children(&position);
            let keeps = |search: &mut Search<'_>| {
                for (played, child) in &children {
                    if -search.at_least(child, 1 - value)? >= value {
                        return Ok(Some(*played));
                    }
                }
                Ok(None)
            };
            let Some(played) = self.together(stop, keeps)? else {
                return Ok(line);
            };
            line.push(played);
            position = self.game.play(&position, played);
            value = -value;
        }
    }

    /// The exact value of a state.
    pub(super) fn exact(&self, state: &State, stop: &Stop) -> Result<i32, Stopped> {
        self.together(stop, |search| search.exact(state, 0))
    }

    /// The legal moves with the states they lead to. The rules say what is legal here, the
    /// opening rule included.
    fn children(&self, position: &Position) -> Vec<(Move, State)> {
        let moves = self.game.moves(position).into_iter();
        moves
            .map(|played| {
                let next = self.game.play(position, played);
                (played, self.tables.state(&self.game, &next))
            })
            .collect()
    }

    /// The value of a finished game for the side to move.
    fn final_value(&self, position: &Position) -> i32 {
        let points = self.game.score(position).map(|points| points as i32);
        let side = position.turn();
        points[side.index()] - points[side.other().index()]
    }

    /// The same work on all threads, which help each other through the transposition table: the
    /// first result counts.
    fn together<T: Send>(
        &self,
        stop: &Stop,
        work: impl Fn(&mut Search<'_>) -> Result<T, Stopped> + Sync,
    ) -> Result<T, Stopped> {
        let first = Mutex::new(None);
        let control = Control::new(stop);
        self.run(&control, |search| {
            if let (Ok(found), Ok(mut first)) = (work(search), first.lock()) {
                control.finish();
                first.get_or_insert(found);
            }
        });
        first.into_inner().ok().flatten().ok_or(Stopped)
    }

    /// Work that the threads divide among themselves.
    fn each_thread(
        &self,
        stop: &Stop,
        work: impl Fn(&mut Search<'_>) -> Result<(), Stopped> + Sync,
    ) -> Result<(), Stopped> {
        let result = Mutex::new(Ok(()));
        self.run(&Control::new(stop), |search| {
            if let (Err(Stopped), Ok(mut result)) = (work(search), result.lock()) {
                *result = Err(Stopped);
            }
        });
        result.into_inner().unwrap_or(Err(Stopped))
    }

    fn run(&self, control: &Control<'_>, work: impl Fn(&mut Search<'_>) + Sync) {
        let shared = Shared {
            tables: &self.tables,
            table: &self.table,
            in_progress: &self.in_progress,
            control,
            most: self.most,
        };
        let one = || {
            let mut search = Search::new(&shared);
            work(&mut search);
            self.nodes.fetch_add(search.nodes(), Ordering::Relaxed);
        };
        with_helpers(self.threads, one, one);
    }
}
