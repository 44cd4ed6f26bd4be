//! Words that correct others, after Reed and Solomon, over the field of 256 elements.

/// The words that correct these.
pub(super) fn check_words(data: &[u8], count: usize) -> Vec<u8> {
    let divisor = divisor(count);
    let mut rest = vec![0u8; count];
    for word in data {
        let factor = word ^ rest[0];
        rest.rotate_left(1);
        rest[count - 1] = 0;
        for (rest, coefficient) in rest.iter_mut().zip(&divisor) {
            *rest ^= product(*coefficient, factor);
        }
    }
    rest
}

/// The product of `x - 2^n` for the first `count` powers, without its leading 1.
fn divisor(count: usize) -> Vec<u8> {
    let mut divisor = vec![0u8; count];
    divisor[count - 1] = 1;
    let mut root = 1;
    for _ in 0..count {
        for place in 0..count {
            let next = divisor.get(place + 1).copied().unwrap_or(0);
            divisor[place] = product(divisor[place], root) ^ next;
        }
        root = product(root, 2);
    }
    divisor
}

/// The product of two elements, by the polynomial x⁸ + x⁴ + x³ + x² + 1.
fn product(one: u8, other: u8) -> u8 {
    let mut product = 0u16;
    for bit in (0..8).rev() {
        product <<= 1;
        if product & 0x100 != 0 {
            product ^= 0x11d;
        }
        if other >> bit & 1 == 1 {
            product ^= u16::from(one);
        }
    }
    product as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_known_message() {
        // HELLO WORLD as version 1-M, the example of many textbooks.
        let data = [
            32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17,
        ];
        let check = [196, 35, 39, 119, 235, 215, 231, 226, 93, 23];
        assert_eq!(check_words(&data, 10), check);
    }
}
