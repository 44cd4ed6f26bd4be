use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use play::text::Text;
use unicode_normalization::UnicodeNormalization;
use zxcvbn::feedback::Warning;
use zxcvbn::{Score, zxcvbn};

/// Fewest and most characters of a password.
pub(crate) const FEWEST: usize = 10;
pub(crate) const MOST: usize = 256;

/// Characters that are judged: judging takes time that grows faster than the length, and what begins
/// well is good enough.
const JUDGED: usize = 64;

/// What a password must be worth: a hundred million guesses or more of who knows how people choose
/// them. Fewer than two thousand a day are looked at.
const WORTH: Score = Score::Three;

/// What many people begin with, besides the English words and names that the judge knows by itself.
const COMMON: &[&str] = &[
    "abricot",
    "amour",
    "anniversaire",
    "arsenal",
    "azerty",
    "azertyuiop",
    "barbie",
    "bijou",
    "bisous",
    "bonheur",
    "bonjour",
    "bordeaux",
    "bretagne",
    "calin",
    "camille",
    "canard",
    "caramel",
    "cerise",
    "champion",
    "chaton",
    "cheval",
    "chocolat",
    "chouchou",
    "citron",
    "clement",
    "coccinelle",
    "coucou",
    "damier",
    "dauphin",
    "delphine",
    "doudou",
    "echecs",
    "ecole",
    "elephant",
    "enfants",
    "etoile",
    "famille",
    "fleur",
    "football",
    "france",
    "francois",
    "frederic",
    "fromage",
    "gabriel",
    "guillaume",
    "guitare",
    "hirondelle",
    "isabelle",
    "jardin",
    "jerome",
    "jetaime",
    "jetadore",
    "jeux",
    "jouer",
    "julien",
    "juillet",
    "lapin",
    "laurent",
    "liberte",
    "licorne",
    "loulou",
    "lumiere",
    "lyon",
    "maison",
    "maman",
    "marguerite",
    "marie",
    "marseille",
    "mathieu",
    "merelle",
    "mijnlieff",
    "minou",
    "montagne",
    "morpion",
    "mot",
    "motdepasse",
    "moulin",
    "musique",
    "naruto",
    "nathalie",
    "nicolas",
    "noel",
    "nounours",
    "olivier",
    "ordinateur",
    "orange",
    "papa",
    "papillon",
    "paris",
    "passe",
    "patrick",
    "philippe",
    "pirate",
    "poisson",
    "police",
    "pomme",
    "princesse",
    "printemps",
    "raphael",
    "renard",
    "sandrine",
    "secret",
    "sebastien",
    "soleil",
    "sophie",
    "stephane",
    "thomas",
    "toulouse",
    "tresor",
    "valentin",
    "vacances",
    "voiture",
];

/// Why a password is not taken, if it is not. Slow for long ones: some milliseconds.
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
    let judged: String = password.nfkc().take(JUDGED).collect();
    // Spaces make a phrase easy to type, not hard to guess.
    let packed: String = judged.chars().filter(|c| !c.is_whitespace()).collect();
    let parts = name.split(|c: char| !c.is_alphanumeric());
    let joined: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    let own: Vec<&str> = parts
        .chain([name, &joined])
        .filter(|part| !part.is_empty())
        .collect();
    let known: Vec<&str> = own.iter().chain(COMMON).copied().collect();
    let verdicts = [&judged, &packed].map(|text| zxcvbn(text, &known));
    let worst = verdicts
        .iter()
        .filter(|verdict| verdict.score() < WORTH)
        .min_by_key(|verdict| verdict.guesses())?;
    let lower = judged.to_lowercase();
    let has_name = own
        .iter()
        .any(|part| part.chars().count() > 2 && lower.contains(&part.to_lowercase()));
    let warning = worst.feedback().and_then(|feedback| feedback.warning());
    Some(match has_name {
        true => Text::new(
            "this password is easily guessed: it contains your name; choose a few words that do \
             not belong together",
            "ce mot de passe se devine : il contient votre nom ; prenez quelques mots qui ne vont \
             pas ensemble",
        ),
        false => reason(warning),
    })
}

/// Why a password is easily guessed, and what to do.
fn reason(warning: Option<Warning>) -> Text {
    let (english, french) = match warning {
        Some(
            Warning::StraightRowsOfKeysAreEasyToGuess
            | Warning::ShortKeyboardPatternsAreEasyToGuess,
        ) => ("keys beside each other", "des touches voisines"),
        Some(
            Warning::RepeatsLikeAaaAreEasyToGuess
            | Warning::RepeatsLikeAbcAbcAreOnlySlightlyHarderToGuess,
        ) => ("the same again and again", "toujours la même chose"),
        Some(Warning::SequencesLikeAbcAreEasyToGuess) => (
            "letters or digits in a row",
            "des lettres ou des chiffres à la suite",
        ),
        Some(Warning::RecentYearsAreEasyToGuess | Warning::DatesAreOftenEasyToGuess) => {
            ("a date", "une date")
        }
        Some(
            Warning::NamesAndSurnamesByThemselvesAreEasyToGuess
            | Warning::CommonNamesAndSurnamesAreEasyToGuess,
        ) => ("a name", "un nom"),
        Some(
            Warning::ThisIsATop10Password
            | Warning::ThisIsATop100Password
            | Warning::ThisIsACommonPassword
            | Warning::ThisIsSimilarToACommonlyUsedPassword,
        ) => (
            "many people have chosen it",
            "beaucoup de gens l'ont choisi",
        ),
        Some(Warning::AWordByItselfIsEasyToGuess) | None => {
            ("words that are often used", "des mots trop courants")
        }
    };
    Text::new(
        format!(
            "this password is easily guessed ({english}): choose a few words that do not belong \
             together"
        ),
        format!(
            "ce mot de passe se devine ({french}) : prenez quelques mots qui ne vont pas ensemble"
        ),
    )
}

/// Slow on purpose, as the OWASP recommends: 19 MiB, two passes.
fn argon2() -> Argon2<'static> {
    let params = Params::new(19 * 1024, 2, 1, None).expect("these are allowed");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

/// A password as it is hashed: keyboards write the same letter in several ways.
fn composed(password: &str) -> String {
    password.nfc().collect()
}

/// What is kept of a password.
pub(crate) fn hash(password: &str) -> String {
    let salt: [u8; 16] = crate::secret::random_bytes();
    let hash = argon2().hash_password_with_salt(composed(password).as_bytes(), &salt);
    hash.expect("parameters and salt are of the right size")
        .to_string()
}

/// Whether a password is the one that was hashed. Without an account the time is taken all the
/// same, so that nobody learns which names exist; what is too long was never hashed.
pub(crate) fn verify(password: &str, kept: Option<&str>) -> bool {
    let too_long = password.chars().nth(MOST).is_some();
    let Some(kept) = kept.filter(|_| !too_long) else {
        hash("");
        return false;
    };
    let is = |kept: &PasswordHash, password: &str| {
        let verified = argon2().verify_password(password.as_bytes(), kept);
        verified.is_ok()
    };
    PasswordHash::new(kept).is_ok_and(|kept| {
        let composed = composed(password);
        // Passwords from before this was done are as they were typed.
        is(&kept, &composed) || (composed != password && is(&kept, password))
    })
}

#[cfg(test)]
mod tests;
