use anyhow::anyhow;
use engine::Stop;
use engine::moulin::{Answer as Found, Limits, Thinker};
use game::{Game, Notation};
use moulin::{CLASSIQUE, Moulin, Position, SHEETS};

use super::{Work, measure};
use crate::Answer;
use crate::output::Output;

/// Memory of a search.
const MEMORY: usize = 64 << 20;

/// Positions of the middle game: all stones placed, nothing decided.
const MIDDLE: [&str; 3] = [
    "w=a1,d2,f6,b4,e3,g4,d7,c5;b=d6,f4,b2,c4,e5,g7,d1,a4;hand=0,0;turn=w",
    "w=a7,d6,g1,f4,c3,d3,b2,e5,a4;b=d7,g4,b4,e4,c4,d1,f2,d5,b6;hand=0,0;turn=b",
    "w=d7,b6,c5,f2,g4,e3,d1;b=a4,b4,d6,d2,f6,g7,c3;hand=0,0;turn=w",
];

/// `merelle bench moulin`: search of the mill family.
pub(crate) fn run(quick: bool, output: &mut Output) -> anyhow::Result<Answer> {
    let less = if quick { 4 } else { 0 };
    for (sheet, rules) in SHEETS {
        let moulin = Moulin::new(rules);
        let mut thinker = Thinker::new(&moulin, MEMORY, 1).with_intuition();
        let name = format!("moulin:{sheet}, {} turns", 12 - less);
        measure(&name, "nodes", output, || {
            search(&mut thinker, &[moulin.start()], 12 - less, Threads::One)
        })?;
    }
    let moulin = Moulin::new(CLASSIQUE);
    for threads in [Threads::One, Threads::Two] {
        let mut thinker = Thinker::new(&moulin, MEMORY, threads as usize).with_intuition();
        let name = format!(
            "moulin:classique, {} turns, threads: {}",
            14 - less,
            threads as u8
        );
        measure(&name, "nodes", output, || {
            search(&mut thinker, &[moulin.start()], 14 - less, threads)
        })?;
    }
    let read = |text: &&str| moulin.read_position(text);
    let middle: Result<Vec<Position>, _> = MIDDLE.iter().map(read).collect();
    let middle = middle.map_err(|error| anyhow!("{error:?}"))?;
    let mut thinker = Thinker::new(&moulin, MEMORY, 1).with_intuition();
    let name = format!("moulin:classique, middle game, {} turns", 18 - less);
    measure(&name, "nodes", output, || {
        search(&mut thinker, &middle, 18 - less, Threads::One)
    })?;
    Ok(Answer::Done)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Threads {
    One = 1,
    Two = 2,
}

/// Searches positions so many whole turns deep, from nothing; what one thread does is always the
/// same.
fn search(thinker: &mut Thinker, positions: &[Position], depth: u32, threads: Threads) -> Work {
    let stop = Stop::never();
    let limits = Limits {
        depth,
        ..Limits::until(&stop)
    };
    let mut work = Work {
        amount: 0,
        signature: 0,
    };
    for position in positions {
        thinker.forget();
        let Some(found) = thinker.think(&[], position, &limits, &mut |_| ()) else {
            continue;
        };
        work.amount += found.nodes;
        work.signature = sign(work.signature, &found, threads);
    }
    work
}

/// Adds the values of a search to a signature, and of one thread also how many nodes it took.
fn sign(signature: u64, found: &Found, threads: Threads) -> u64 {
    let nodes = if threads == Threads::One {
        found.nodes
    } else {
        0
    };
    let verdict = found.verdict().to_string();
    let mix = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    verdict
        .bytes()
        .chain(nodes.to_le_bytes())
        .fold(signature, mix)
}
