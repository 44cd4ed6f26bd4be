use engine::Stop;
use engine::moulin::{Limits, SearchResult, Searcher};
use game::{Game, Notation};
use moulin::{CLASSIQUE, Moulin, Position, Rules, SHEETS};

use super::{Benchmark, Scale, Work, scaled};

/// Memory of a search.
const MEMORY: usize = 64 << 20;

/// Positions of the middle game: all stones placed, nothing decided.
const MIDDLE: [&str; 3] = [
    "w=a1,d2,f6,b4,e3,g4,d7,c5;b=d6,f4,b2,c4,e5,g7,d1,a4;hand=0,0;turn=w",
    "w=a7,d6,g1,f4,c3,d3,b2,e5,a4;b=d7,g4,b4,e4,c4,d1,f2,d5,b6;hand=0,0;turn=b",
    "w=d7,b6,c5,f2,g4,e3,d1;b=a4,b4,d6,d2,f6,g7,c3;hand=0,0;turn=w",
];

/// Search of the mill family.
pub(super) fn benchmarks(scale: Scale) -> Vec<Benchmark> {
    let less = scaled(scale, 0, 4);
    let mut benchmarks: Vec<Benchmark> = Vec::new();
    for (sheet, rules) in SHEETS {
        let depth = 12 - less;
        let name = format!("moulin:{sheet}, {depth} turns");
        benchmarks.push(search(name, rules, start, depth, Threads::One));
    }
    for threads in [Threads::One, Threads::Two] {
        let depth = 14 - less;
        let name = format!(
            "moulin:classique, {depth} turns, threads: {}",
            threads as u8
        );
        benchmarks.push(search(name, CLASSIQUE, start, depth, threads));
    }
    let depth = 18 - less;
    let name = format!("moulin:classique, middle game, {depth} turns");
    benchmarks.push(search(name, CLASSIQUE, middle, depth, Threads::One));
    benchmarks
}

fn start(moulin: &Moulin) -> Vec<Position> {
    vec![moulin.start()]
}

fn middle(moulin: &Moulin) -> Vec<Position> {
    let read = |text: &&str| moulin.read_position(text);
    let positions = MIDDLE.iter().map(read);
    let positions: Result<Vec<Position>, _> = positions.collect();
    positions.expect("they were written down by this program")
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Threads {
    One = 1,
    Two = 2,
}

/// Searches positions so many whole turns deep, from nothing; what one thread does is always the
/// same.
fn search(
    name: String,
    rules: Rules,
    positions: fn(&Moulin) -> Vec<Position>,
    depth: u32,
    threads: Threads,
) -> Benchmark {
    Benchmark::throughput(name, "nodes", move || {
        let moulin = Moulin::new(rules);
        let positions = positions(&moulin);
        let mut searcher = Searcher::new(&moulin, MEMORY, threads as usize).with_network();
        move || {
            let stop = Stop::never();
            let limits = Limits {
                depth,
                ..Limits::until(&stop)
            };
            let mut work = Work {
                amount: 0,
                signature: 0,
            };
            for position in &positions {
                searcher.clear();
                let found = searcher.search(&[], position, &limits, &mut |_| ());
                let found = found.expect("nothing stops it, and there are moves");
                work.amount += found.nodes;
                work.signature = sign(work.signature, &found, threads);
            }
            work
        }
    })
}

/// Adds the values of a search to a signature, and of one thread also how many nodes it took.
fn sign(signature: u64, found: &SearchResult, threads: Threads) -> u64 {
    let nodes = match threads {
        Threads::One => found.nodes,
        Threads::Two => 0,
    };
    let score = found.score().to_string();
    let mix = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    score
        .bytes()
        .chain(nodes.to_le_bytes())
        .fold(signature, mix)
}
