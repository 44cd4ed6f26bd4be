//! One-time codes by the clock (RFC 6238), as all programs for them make: SHA-1, six digits, a new one
//! every thirty seconds.

use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;

use crate::secret::random_bytes;

/// Seconds a code lasts.
const PERIOD: u64 = 30;

/// Steps a clock may be off, either way.
const DRIFT: u64 = 1;

/// Digits of a code.
const DIGITS: u32 = 6;

/// Who gives the codes their name in a program for them.
const ISSUER: &str = "Merelle";

/// What the codes of a person are made from: as many bits as SHA-1 gives, as RFC 4226 recommends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Secret(pub(crate) [u8; 20]);

/// The thirty seconds for which a code is made, counted from 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Step(pub(crate) u64);

impl Step {
    /// The step of a time in milliseconds since 1970.
    pub(crate) fn at(millis: u64) -> Step {
        Step(millis / 1000 / PERIOD)
    }
}

impl Secret {
    /// A new one.
    pub(crate) fn random() -> Secret {
        Secret(random_bytes())
    }

    /// As people type it into a program for codes, in groups.
    pub(crate) fn text(&self) -> String {
        let text = BASE32_NOPAD.encode(&self.0);
        let groups: Vec<&str> = (0..text.len())
            .step_by(4)
            .map(|at| &text[at..at + 4])
            .collect();
        groups.join(" ")
    }

    /// As such programs scan it.
    pub(crate) fn link(&self, account: &str) -> String {
        let secret = BASE32_NOPAD.encode(&self.0);
        let account = percent(account);
        format!(
            "otpauth://totp/{ISSUER}:{account}?secret={secret}&issuer={ISSUER}&algorithm=SHA1&digits={DIGITS}&period={PERIOD}"
        )
    }

    /// The code of a step.
    pub(crate) fn code(&self, step: Step) -> String {
        let number = truncated(&self.0, step) % 10u32.pow(DIGITS);
        format!("{number:0width$}", width = DIGITS as usize)
    }

    /// The step whose code this is, if it is one of now or of the moment before or after.
    pub(crate) fn step_of(&self, code: &str, now: Step) -> Option<Step> {
        let digits: String = code
            .chars()
            .filter(|c| !c.is_whitespace())
            .take(16)
            .collect();
        let near = now.0.saturating_sub(DRIFT)..=now.0 + DRIFT;
        // All are compared in full: how long it takes tells nothing.
        let mut found = None;
        for step in near.map(Step) {
            if same(self.code(step).as_bytes(), digits.as_bytes()) {
                found = Some(step);
            }
        }
        found
    }
}

/// The number a code is made of (RFC 4226, 5.3).
fn truncated(secret: &[u8], step: Step) -> u32 {
    let mac = Hmac::<Sha1>::new_from_slice(secret).expect("any length is a key");
    let hash = mac
        .chain_update(step.0.to_be_bytes())
        .finalize()
        .into_bytes();
    let at = usize::from(hash[19] & 0xf);
    let four: [u8; 4] = hash[at..at + 4].try_into().expect("four bytes");
    u32::from_be_bytes(four) & 0x7fff_ffff
}

/// Whether two texts are the same, without telling where they differ.
fn same(one: &[u8], other: &[u8]) -> bool {
    let differs = one.iter().zip(other).fold(0, |sum, (a, b)| sum | (a ^ b));
    one.len() == other.len() && differs == 0
}

/// A text as part of an address.
fn percent(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    text.bytes()
        .map(|byte| match plain(byte) {
            true => char::from(byte).to_string(),
            false => format!("%{byte:02X}"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 6238, appendix B: the codes of SHA-1, of which six digits are the last ones.
    #[test]
    fn codes_are_those_of_the_standard() {
        let secret = Secret(*b"12345678901234567890");
        for (seconds, code) in [
            (59, "94287082"),
            (1_111_111_109, "07081804"),
            (1_111_111_111, "14050471"),
            (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"),
            (20_000_000_000, "65353130"),
        ] {
            let step = Step::at(seconds * 1000);
            assert_eq!(
                format!("{:08}", truncated(&secret.0, step) % 100_000_000),
                code
            );
            assert_eq!(secret.code(step), code[2..]);
        }
    }

    /// RFC 4226, appendix D.
    #[test]
    fn counted_codes_are_those_of_the_standard() {
        let secret = Secret(*b"12345678901234567890");
        let codes = [
            "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583",
            "399871", "520489",
        ];
        for (step, code) in (0..).map(Step).zip(codes) {
            assert_eq!(secret.code(step), code);
        }
    }

    #[test]
    fn a_clock_may_be_off_by_one_step() {
        let secret = Secret::random();
        let now = Step(1000);
        for step in [999, 1000, 1001] {
            let code = secret.code(Step(step));
            assert!(secret.step_of(&code, now).is_some());
            let spaced = format!(" {} {}", &code[..3], &code[3..]);
            assert!(secret.step_of(&spaced, now).is_some());
        }
        let near: Vec<String> = (999..=1001).map(|step| secret.code(Step(step))).collect();
        for step in (0..999).chain(1002..3000) {
            let code = secret.code(Step(step));
            assert!(near.contains(&code) || secret.step_of(&code, now).is_none());
        }
        for text in ["", "1", "12345", "1234567", "abcdef", "١٢٣٤٥٦"] {
            assert_eq!(secret.step_of(text, now), None);
        }
    }

    #[test]
    fn a_link_is_one_that_programs_read() {
        let secret = Secret(*b"12345678901234567890");
        assert_eq!(secret.text(), "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ");
        let link = secret.link("Zoé & Co");
        let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
        assert!(link.starts_with(&format!(
            "otpauth://totp/Merelle:Zo%C3%A9%20%26%20Co?secret={secret}&issuer=Merelle"
        )));
    }
}
