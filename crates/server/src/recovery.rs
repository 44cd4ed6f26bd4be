use std::fmt;

use sha2::{Digest, Sha256};

use crate::secret::random_bytes;

/// Digits and letters that nobody mistakes for each other.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Characters of a code: 125 random bits, which need no slow hash and no brake.
const LENGTH: usize = 25;

/// Characters of a group.
const GROUP: usize = 5;

/// A code that sets a new password, shown once.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct RecoveryCode([u8; LENGTH]);

/// What is kept of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RecoveryHash(pub(crate) [u8; 32]);

impl RecoveryCode {
    /// A new one.
    pub(crate) fn random() -> RecoveryCode {
        let bytes: [u8; LENGTH] = random_bytes();
        RecoveryCode(bytes.map(|byte| ALPHABET[usize::from(byte % 32)]))
    }

    /// Reads what somebody has kept and typed, in any case, grouped or not.
    pub(crate) fn read(text: &str) -> Option<RecoveryCode> {
        let joins = |c: &char| !(c.is_whitespace() || *c == '-');
        let plain = text.chars().take(4 * LENGTH).filter(joins);
        let characters: Option<Vec<u8>> = plain
            .map(|c| match c.to_ascii_uppercase() {
                'O' => Some(b'0'),
                'I' | 'L' => Some(b'1'),
                other => u8::try_from(other)
                    .ok()
                    .filter(|byte| ALPHABET.contains(byte)),
            })
            .collect();
        characters?.try_into().ok().map(RecoveryCode)
    }

    pub(crate) fn hash(&self) -> RecoveryHash {
        RecoveryHash(Sha256::digest(self.0).into())
    }
}

impl fmt::Display for RecoveryCode {
    /// In groups.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, group) in self.0.chunks(GROUP).enumerate() {
            let join = if index > 0 { "-" } else { "" };
            let group = std::str::from_utf8(group).expect("the alphabet is ASCII");
            write!(f, "{join}{group}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_it_was_shown_or_carelessly_typed() {
        for _ in 0..100 {
            let code = RecoveryCode::random();
            let shown = code.to_string();
            assert_eq!(shown.len(), 29);
            let careless = shown.to_lowercase().replace('-', " ").replace('0', "o");
            let careless = format!("  {} ", careless.replace('1', "l"));
            for text in [shown.clone(), careless, shown.replace('-', "")] {
                assert!(RecoveryCode::read(&text) == Some(code.clone()), "{text}");
            }
            assert!(RecoveryCode::read(&shown[1..]).is_none());
            assert!(RecoveryCode::read(&format!("{shown}0")).is_none());
            assert!(RecoveryCode::random().hash() != code.hash());
        }
        for text in ["", "é", "U", &"0".repeat(1 << 16)] {
            assert!(RecoveryCode::read(text).is_none());
        }
    }
}
