use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use play::text::Text;

/// Fewest and most characters of a password.
pub(crate) const FEWEST: usize = 10;
pub(crate) const MOST: usize = 128;

/// Different characters it needs at least.
const DIFFERENT: usize = 5;

/// What many people begin with. A password that is one of these with little added is no password.
const COMMON: [&str; 24] = [
    "password",
    "passw0rd",
    "motdepasse",
    "qwertyuiop",
    "qwerty",
    "azertyuiop",
    "azerty",
    "qwertzuiop",
    "1234567890",
    "0987654321",
    "123456789",
    "abcdefghij",
    "iloveyou",
    "jetaime",
    "welcome",
    "bienvenue",
    "letmein",
    "football",
    "princess",
    "superman",
    "sunshine",
    "dragon",
    "mijnlieff",
    "merelle",
];

/// Characters that do not make a common word an uncommon one.
const LITTLE: usize = 4;

/// Why a password is not taken, if it is not.
pub(crate) fn weakness(password: &str, name: &str) -> Option<Text> {
    let length = password.chars().count();
    if length < FEWEST {
        return Some(Text::new(
            format!("a password has at least {FEWEST} characters"),
            format!("un mot de passe a au moins {FEWEST} caractères"),
        ));
    }
    if length > MOST {
        return Some(Text::new(
            format!("a password has at most {MOST} characters"),
            format!("un mot de passe a au plus {MOST} caractères"),
        ));
    }
    let lower = password.to_lowercase();
    let mut characters: Vec<char> = lower.chars().collect();
    characters.sort_unstable();
    characters.dedup();
    let name = name.to_lowercase();
    let is_mostly =
        |word: &str| lower.contains(word) && length - word.chars().count().min(length) <= LITTLE;
    let guessable = characters.len() < DIFFERENT
        || COMMON.into_iter().any(is_mostly)
        || (!name.is_empty() && is_mostly(&name));
    guessable.then(|| {
        Text::new(
            "this password is easily guessed: choose a few words that do not belong together",
            "ce mot de passe se devine : prenez quelques mots qui ne vont pas ensemble",
        )
    })
}

/// Slow on purpose, as the OWASP recommends: 19 MiB, two passes.
fn argon2() -> Argon2<'static> {
    let params = Params::new(19 * 1024, 2, 1, None).expect("these are allowed");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

/// What is kept of a password.
pub(crate) fn hash(password: &str) -> String {
    let salt: [u8; 16] = crate::secret::random_bytes();
    let hash = argon2().hash_password_with_salt(password.as_bytes(), &salt);
    hash.expect("parameters and salt are of the right size")
        .to_string()
}

/// Whether a password is the one that was hashed. Without an account the time is taken all the
/// same, so that nobody learns which names exist.
pub(crate) fn verify(password: &str, kept: Option<&str>) -> bool {
    let Some(kept) = kept else {
        hash(password);
        return false;
    };
    PasswordHash::new(kept).is_ok_and(|kept| {
        let verified = argon2().verify_password(password.as_bytes(), &kept);
        verified.is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_right_password_and_no_other() {
        let kept = hash("seven brown boats");
        assert!(verify("seven brown boats", Some(&kept)));
        assert!(!verify("seven brown boat", Some(&kept)));
        assert!(!verify("seven brown boats", None));
        assert_ne!(kept, hash("seven brown boats"), "salted");
    }

    #[test]
    fn weak_passwords_are_told_why() {
        for weak in [
            "short",
            "password12",
            "Motdepasse1",
            "aaaaaaaaaaaaa",
            "1234567890",
            "ada-ada-ada",
            "AdaLovelace!",
        ] {
            assert!(weakness(weak, "adalovelace").is_some(), "{weak}");
        }
        assert!(weakness(&"x1y2z".repeat(40), "ada").is_some());
        for strong in ["seven brown boats", "tr0ub4dor&3x", "cheval pile agrafe"] {
            assert_eq!(weakness(strong, "ada"), None, "{strong}");
        }
    }
}
