/// The places of the bits that are set, lowest first.
#[inline]
pub fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}

/// [`bits`] of a wider number.
#[inline]
pub fn bits64(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}

/// Unions over the points of a set, by each of its bytes and the byte's value.
pub(super) type ByByte = [[u32; 256]; 3];

/// The table of unions of what `of` says of a point.
pub(super) fn by_byte(of: impl Fn(usize) -> u32) -> ByByte {
    let union =
        |byte: usize, value: usize| bits(value as u32).fold(0, |set, bit| set | of(8 * byte + bit));
    std::array::from_fn(|byte| std::array::from_fn(|value| union(byte, value)))
}

/// The union over the points of a set.
#[inline]
pub(super) fn look_up(table: &ByByte, set: u32) -> u32 {
    let byte = |index: usize| usize::from((set >> (8 * index)) as u8);
    table[0][byte(0)] | table[1][byte(1)] | table[2][byte(2)]
}
