use game::Random;

/// A number around 0, like the sum of many small errors: its standard deviation is `spread`.
pub(crate) fn stray(spread: u64, random: &mut Random) -> i32 {
    // Each of four parts below w has the deviation w / √12, their sum w / √3.
    let part = (spread * 1732).div_ceil(1000) + 1;
    let sum: u64 = (0..4).map(|_| random.below(part)).sum();
    sum as i32 - 2 * part as i32
}
