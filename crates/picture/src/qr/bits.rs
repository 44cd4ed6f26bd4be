use super::correction::check_words;
use super::size::Version;

/// What the mode of a code says: bytes follow.
const BYTES: usize = 0b0100;

/// What fills the words that no text needs, in turn.
const FILLING: [u8; 2] = [0b1110_1100, 0b0001_0001];

/// The words of a code: those of all blocks in turn, then those that correct them.
pub(super) fn codewords(text: &[u8], version: Version) -> Vec<u8> {
    let data = data_words(text, version);
    let (blocks, count) = (version.blocks(), version.check_words());
    let (least, longer) = (data.len() / blocks, data.len() % blocks);
    let mut parts = Vec::new();
    let mut rest = data.as_slice();
    for block in 0..blocks {
        let (part, later) = rest.split_at(least + usize::from(block >= blocks - longer));
        parts.push(part);
        rest = later;
    }
    let checks: Vec<Vec<u8>> = parts.iter().map(|part| check_words(part, count)).collect();
    let turns = |place: usize| parts.iter().filter_map(move |part| part.get(place));
    let words = (0..=least).flat_map(turns);
    let checking = (0..count).flat_map(|place| checks.iter().map(move |check| &check[place]));
    words.chain(checking).copied().collect()
}

/// The mode, the length, the text, and what fills the rest.
fn data_words(text: &[u8], version: Version) -> Vec<u8> {
    let mut bits = Vec::new();
    let mut push = |number: usize, length: usize| {
        bits.extend((0..length).rev().map(|bit| number >> bit & 1 == 1));
    };
    push(BYTES, 4);
    push(text.len(), version.length_bits());
    for byte in text {
        push(usize::from(*byte), 8);
    }
    let room = 8 * version.data_words();
    // Up to four light modules end the text, and some more the word.
    let end = (bits.len() + 4).min(room).next_multiple_of(8);
    bits.resize(end, false);
    let word = |bits: &[bool]| bits.iter().fold(0, |word, bit| word << 1 | u8::from(*bit));
    let words = bits.chunks(8).map(word);
    let filled = words.chain(FILLING.into_iter().cycle());
    filled.take(version.data_words()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_its_mode_and_length_before_it_and_is_filled_up() {
        let version = Version::holding(2).unwrap();
        let words = data_words(b"Hi", version);
        assert_eq!(words[..4], [0x40, 0x24, 0x86, 0x90]);
        assert_eq!(words[4..8], [0xec, 0x11, 0xec, 0x11]);
        assert_eq!(words.len(), 16);
    }
}
