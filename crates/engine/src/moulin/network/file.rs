use std::io::Read;

use super::net::{Network, PhaseRows};
use super::phase::{Counts, PHASES};
use super::regions::{PATTERNS, Regions};
use super::{Row, WIDTH};

/// Reads what [`Network::write`] wrote; nothing if it is anything else.
pub(super) fn read(file: &[u8]) -> Option<Network> {
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
    let mut phases = Vec::new();
    for _ in 0..PHASES {
        phases.push(PhaseRows {
            worth: rows(1)?[0],
            patterns: rows(PATTERNS)?,
        });
    }
    let counts = rows(Counts::END)?;
    if numbers.next().is_some() {
        return None;
    }
    Some(Network {
        regions: Regions::new(),
        phases: phases.try_into().ok()?,
        counts,
    })
}

/// How hard to compress.
const EFFORT: i32 = 19;

impl Network {
    /// Writes, as compressed numbers of two bytes, for each phase the weights of its hidden units and
    /// the rows of its patterns; then the rows of the counts.
    pub(in crate::moulin) fn write(phases: &[PhaseRows], counts: &[Row]) -> Vec<u8> {
        let rows = |phase: &PhaseRows| -> Vec<Row> {
            let patterns = phase.patterns.iter().copied();
            std::iter::once(phase.worth).chain(patterns).collect()
        };
        let numbers = phases.iter().flat_map(rows).chain(counts.iter().copied());
        let bytes: Vec<u8> = numbers.flatten().flat_map(i16::to_le_bytes).collect();
        zstd::encode_all(bytes.as_slice(), EFFORT).expect("memory takes what is written")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_read_back_and_nothing_else_is_read() {
        let phase = |number: i16| PhaseRows {
            worth: [number; WIDTH],
            patterns: vec![[-number; WIDTH]; PATTERNS].into_boxed_slice(),
        };
        let phases: Vec<PhaseRows> = (0..PHASES as i16).map(phase).collect();
        let counts = vec![[300; WIDTH]; Counts::END];
        let bytes = Network::write(&phases, &counts);
        let back = read(&bytes).expect("it was written so");
        for (number, phase) in back.phases.iter().enumerate() {
            assert_eq!(phase.worth, phases[number].worth);
            assert_eq!(phase.patterns, phases[number].patterns);
        }
        assert_eq!(*back.counts, *counts);
        assert!(read(&bytes[..bytes.len() - 1]).is_none());
        assert!(read(&[]).is_none() && read(b"no such thing").is_none());
        let fewer = Network::write(&phases[1..], &counts);
        assert!(read(&fewer).is_none());
    }
}
