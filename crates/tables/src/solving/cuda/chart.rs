use moulin::Point;

use crate::numbering::compress::Compressors;
use crate::numbering::index::Index;
use crate::numbering::subsets;

/// The places of `enum Place` in `kernels.cu`.
const WIDTH: usize = 32 + 128 + 32;
const SETS_AT: usize = WIDTH + 256;
const SEATS_AT: usize = SETS_AT + 16;
const LEAST_AT: usize = SEATS_AT + 16;
const RENAMED: usize = LEAST_AT + 16;
const LOW: usize = RENAMED + MOST_SYMMETRIES * 3 * 256;
const HIGH: usize = LOW + HALF;
const SQUEEZED: usize = HIGH + MOST_STONES * HALF;
const SPREAD: usize = SQUEEZED + 256 * 64;
const END: usize = SPREAD + 256 * 64;

const HALF: usize = 1 << 12;
const MOST_STONES: usize = 16;
const MOST_SYMMETRIES: usize = 16;
const MOST_LINES: usize = 32;
const MOST_LINES_THROUGH: usize = 4;

/// Contains a point that no board has, so that no set contains it.
const NO_LINE: u32 = u32::MAX;

/// The board and the numbering of positions in one array of words, for the card.
pub(crate) fn chart(index: &Index) -> Vec<u32> {
    let mut words = vec![0; END];
    board(index, &mut words);
    renamings(index, &mut words);
    compressors(&mut words);
    numbers(index, &mut words);
    words
}

fn board(index: &Index, words: &mut [u32]) {
    let geometry = &index.geometry;
    for (point, word) in words[..Point::MOST].iter_mut().enumerate() {
        *word = geometry.neighbours(point);
    }
    let (through, lines) = words[32..WIDTH].split_at_mut(32 * MOST_LINES_THROUGH);
    through.fill(NO_LINE);
    lines.fill(NO_LINE);
    assert!(
        geometry.lines().len() <= MOST_LINES,
        "the chart has room for 32"
    );
    lines[..geometry.lines().len()].copy_from_slice(geometry.lines());
    for (point, through) in through.chunks_exact_mut(MOST_LINES_THROUGH).enumerate() {
        let lines = geometry
            .lines()
            .iter()
            .filter(|line| *line >> point & 1 == 1);
        for (place, line) in through.iter_mut().zip(lines) {
            *place = line & !(1 << point);
        }
    }
}

fn renamings(index: &Index, words: &mut [u32]) {
    let symmetries = index.geometry.images();
    assert!(
        symmetries.len() <= MOST_SYMMETRIES,
        "the chart has room for 16"
    );
    let tables = words[RENAMED..LOW].chunks_exact_mut(3 * 256);
    for (table, image) in tables.zip(symmetries) {
        for (place, word) in table.iter_mut().enumerate() {
            let (byte, value) = (place / 256, place as u32 % 256);
            *word = image.set(value << (8 * byte));
        }
    }
}

fn compressors(words: &mut [u32]) {
    let compressors = Compressors::new();
    let (compressed, spread) = words[SQUEEZED..END].split_at_mut(SPREAD - SQUEEZED);
    for (word, (compressed, spread)) in compressed.iter_mut().zip(spread).enumerate() {
        let compressor = compressors.by(word as u32 / 64);
        let four = std::array::from_fn(|n| word as u32 % 64 * 4 + n as u32);
        *compressed = u32::from_le_bytes(four.map(|set| compressor.compress(set) as u8));
        *spread = u32::from_le_bytes(four.map(|set| compressor.expand(set) as u8));
    }
}

fn numbers(index: &Index, words: &mut Vec<u32>) {
    let most = index.rules().stones;
    for half in 0..HALF as u32 {
        words[LOW + half as usize] = index.ranks(0).of(half) as u32;
        for stones in (half.count_ones() as u8)..=most {
            let place = HIGH + usize::from(stones) * HALF + half as usize;
            words[place] = index.ranks(stones).of(half << 12) as u32;
        }
    }
    for rows in 0..=most {
        let n = usize::from(rows);
        for columns in 0..=most {
            words[WIDTH + 16 * n + usize::from(columns)] = index.width(rows, columns) as u32;
        }
        let sets = subsets::sets(index.geometry.size(), u32::from(rows));
        let seats: Vec<u32> = sets
            .iter()
            .map(|set| index.canonical(*set).word())
            .collect();
        for (place, numbers) in [
            (SETS_AT, sets.as_slice()),
            (SEATS_AT, seats.as_slice()),
            (LEAST_AT, index.rows(rows)),
        ] {
            words[place + n] = words.len() as u32;
            words.extend(numbers);
        }
    }
}
