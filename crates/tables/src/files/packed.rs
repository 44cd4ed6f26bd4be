use crate::{Exact, Wdl};

/// Slots a byte.
pub(crate) const SLOTS: usize = 4;

/// Two bits per slot, the first slot lowest: 0 is a loss, 1 a draw, 2 a win. From values, a byte per
/// slot.
pub(crate) fn pack(values: &[u8]) -> Vec<u8> {
    let code = |value: &u8| match Wdl::from(Exact::from_byte(*value)) {
        Wdl::Loss => 0,
        Wdl::Draw => 1,
        Wdl::Win => 2,
    };
    let byte = |values: &[u8]| {
        let slots = values.iter().rev();
        slots.fold(0, |byte, value| byte << 2 | code(value))
    };
    values.chunks(SLOTS).map(byte).collect()
}

/// The WDL value of a slot; nothing if no WDL value is written so.
pub(crate) fn wdl(packed: &[u8], slot: usize) -> Option<Wdl> {
    match packed[slot / SLOTS] >> (2 * (slot % SLOTS)) & 3 {
        0 => Some(Wdl::Loss),
        1 => Some(Wdl::Draw),
        2 => Some(Wdl::Win),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wdl_values_read_back_from_the_bits_they_are_packed_to() {
        let mut values: Vec<u8> = (0..=Exact::LONGEST).collect();
        values.push(Exact::Draw.byte());
        for length in [values.len(), 7, 6, 5, 4, 1, 0] {
            let values = &values[values.len() - length..];
            let packed = pack(values);
            assert_eq!(packed.len(), length.div_ceil(SLOTS));
            for (slot, value) in values.iter().enumerate() {
                let expected = Wdl::from(Exact::from_byte(*value));
                assert_eq!(wdl(&packed, slot), Some(expected));
            }
        }
        assert_eq!(wdl(&[0b11], 0), None);
    }
}
