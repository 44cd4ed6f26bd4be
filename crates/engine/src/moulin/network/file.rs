use std::io::Read;

use super::net::{Intuition, StageRows};
use super::phase::{Counts, STAGES};
use super::regions::{PATTERNS, Regions};
use super::{Row, WIDTH};

/// Reads what [`Intuition::write`] wrote; nothing if it is anything else.
pub(super) fn read(file: &[u8]) -> Option<Intuition> {
    let mut text = Vec::new();
    zstd::Decoder::new(file).ok()?.read_to_end(&mut text).ok()?;
    let numbers = text.chunks_exact(2);
    let mut numbers = numbers.map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]]));
    let mut rows = |count: usize| -> Option<Box<[Row]>> {
        let mut rows = vec![[0; WIDTH]; count].into_boxed_slice();
        for number in rows.iter_mut().flatten() {
            *number = numbers.next()?;
        }
        Some(rows)
    };
    let mut stages = Vec::new();
    for _ in 0..STAGES {
        stages.push(StageRows {
            worth: rows(1)?[0],
            patterns: rows(PATTERNS)?,
        });
    }
    let counts = rows(Counts::END)?;
    if numbers.next().is_some() {
        return None;
    }
    Some(Intuition {
        regions: Regions::new(),
        stages: stages.try_into().ok()?,
        counts,
    })
}

/// How hard to press.
const EFFORT: i32 = 19;

impl Intuition {
    /// Writes, as compressed numbers of two bytes, for each stage what its sums are worth and the
    /// rows of its patterns; then the rows of the counts.
    pub(in crate::moulin) fn write(stages: &[StageRows], counts: &[Row]) -> Vec<u8> {
        let rows = |stage: &StageRows| -> Vec<Row> {
            let patterns = stage.patterns.iter().copied();
            std::iter::once(stage.worth).chain(patterns).collect()
        };
        let numbers = stages.iter().flat_map(rows).chain(counts.iter().copied());
        let bytes: Vec<u8> = numbers.flatten().flat_map(i16::to_le_bytes).collect();
        zstd::encode_all(bytes.as_slice(), EFFORT).expect("memory takes what is written")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_read_back_and_nothing_else_is_read() {
        let stage = |number: i16| StageRows {
            worth: [number; WIDTH],
            patterns: vec![[-number; WIDTH]; PATTERNS].into_boxed_slice(),
        };
        let stages: Vec<StageRows> = (0..STAGES as i16).map(stage).collect();
        let counts = vec![[300; WIDTH]; Counts::END];
        let bytes = Intuition::write(&stages, &counts);
        let back = read(&bytes).expect("it was written so");
        for (number, stage) in back.stages.iter().enumerate() {
            assert_eq!(stage.worth, stages[number].worth);
            assert_eq!(stage.patterns, stages[number].patterns);
        }
        assert_eq!(*back.counts, *counts);
        assert!(read(&bytes[..bytes.len() - 1]).is_none());
        assert!(read(&[]).is_none() && read(b"no such thing").is_none());
        let fewer = Intuition::write(&stages[1..], &counts);
        assert!(read(&fewer).is_none());
    }
}
