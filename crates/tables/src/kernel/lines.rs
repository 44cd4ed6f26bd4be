//! How many stones of a set stand on each line is one number with two bits per line, so that a
//! stone more or less is an addition. Lines are told by the low bits of their counts.

/// The low bit of each line's count.
const LOW: u64 = 0x5555_5555_5555_5555;

/// The lines with three stones, by their low bits.
#[inline]
#[must_use]
pub const fn full(counts: u64) -> u64 {
    counts & counts >> 1 & LOW
}

/// The lines with two stones.
#[inline]
#[must_use]
pub const fn twos(counts: u64) -> u64 {
    !counts & counts >> 1 & LOW
}

/// The lines with one stone.
#[inline]
#[must_use]
pub const fn ones(counts: u64) -> u64 {
    counts & !(counts >> 1) & LOW
}

/// The lines with no stone, and those that no board has.
#[inline]
#[must_use]
pub const fn bare(counts: u64) -> u64 {
    !(counts | counts >> 1) & LOW
}

/// How many of the lines through a point (`here`) are complete, given the counts with the stone on it.
#[inline]
pub(super) const fn completed(counts: u64, here: u64) -> u32 {
    (full(counts) & here).count_ones()
}

/// Those of `stones` that stand in one of these lines, given as sets of points.
#[inline]
pub(crate) fn in_lines(lines: &[u32], stones: u32) -> u32 {
    let complete = |line: &u32| if line & !stones == 0 { *line } else { 0 };
    lines.iter().map(complete).fold(0, |all, line| all | line)
}
