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
    let less = if quick { 6 } else { 0 };
    for (sheet, rules) in SHEETS {
        let name = format!("moulin:{sheet}, {} turns", 12 - less);
        let start = [Moulin::new(rules).start()];
        measure(&name, "nodes", output, || {
            search(&Moulin::new(rules), &start, 12 - less, 1)
        })?;
    }
    let moulin = Moulin::new(CLASSIQUE);
    for threads in [1, 2] {
        let name = format!("moulin:classique, {} turns, {threads} thread(s)", 14 - less);
        let start = [moulin.start()];
        measure(&name, "nodes", output, || {
            search(&moulin, &start, 14 - less, threads)
        })?;
    }
    let read = |text: &&str| moulin.read_position(text);
    let middle: Result<Vec<Position>, _> = MIDDLE.iter().map(read).collect();
    let middle = middle.map_err(|error| anyhow!("{error:?}"))?;
    let name = format!("moulin:classique, middle game, {} turns", 16 - less);
    measure(&name, "nodes", output, || {
        search(&moulin, &middle, 16 - less, 1)
    })?;
    Ok(Answer::Done)
}

/// Searches positions so many whole turns deep; what one thread does is always the same.
fn search(moulin: &Moulin, positions: &[Position], depth: u32, threads: usize) -> Work {
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
        let mut thinker = Thinker::new(moulin, MEMORY, threads);
        let Some(found) = thinker.think(&[], position, &limits, &mut |_| ()) else {
            continue;
        };
        work.amount += found.nodes;
        work.signature = sign(work.signature, &found, threads);
    }
    work
}

/// Adds the values of a search to a signature, and of one thread also how many nodes it took.
fn sign(signature: u64, found: &Found, threads: usize) -> u64 {
    let nodes = if threads == 1 { found.nodes } else { 0 };
    let verdict = found.verdict().to_string();
    let mix = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    verdict
        .bytes()
        .chain(nodes.to_le_bytes())
        .fold(signature, mix)
}
