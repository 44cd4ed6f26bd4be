use game::Random;

/// A random number around 0 whose standard deviation is `spread`, nearly normal: the error of a
/// player's evaluation.
pub fn noise(spread: u64, random: &mut Random) -> i32 {
    // Each of four parts below w has the deviation w / √12, their sum w / √3.
    let part = (spread * 1732).div_ceil(1000) + 1;
    let sum: u64 = (0..4).map(|_| random.below(part)).sum();
    sum as i32 - 2 * part as i32
}
