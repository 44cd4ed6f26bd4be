use std::collections::BTreeSet;

use play::text::Text;

use super::{Bearer, Look, looks, parts};

/// Names nobody may have.
pub(super) struct Reserved;

/// What those who run a server, and the program itself, may be called. No part of a name is one of
/// these.
const OFFICES: [&str; 30] = [
    "admin",
    "admins",
    "administrator",
    "administrateur",
    "administratrice",
    "administration",
    "moderator",
    "modérateur",
    "modératrice",
    "moderation",
    "operator",
    "opérateur",
    "official",
    "officiel",
    "support",
    "staff",
    "sysadmin",
    "webmaster",
    "root",
    "system",
    "système",
    "server",
    "serveur",
    "mérelle",
    "computer",
    "ordinateur",
    "robot",
    "bot",
    "security",
    "sécurité",
];

/// Words the page says of people and of the computer. No name is one of these, with or without a
/// number.
const WORDS: [&str; 40] = [
    "guest",
    "guests",
    "invité",
    "invitée",
    "anonymous",
    "anonyme",
    "nobody",
    "personne",
    "somebody",
    "quelqu'un",
    "anyone",
    "everybody",
    "you",
    "vous",
    "me",
    "moi",
    "white",
    "black",
    "blanc",
    "noir",
    "draw",
    "nulle",
    "level",
    "niveau",
    "perfect",
    "parfait",
    "random",
    "any move",
    "au hasard",
    "engine",
    "moteur",
    "deleted account",
    "compte supprimé",
    "account",
    "compte",
    "unknown",
    "inconnu",
    "null",
    "undefined",
    "none",
];

/// What the page calls guests who give no name. It is a mark in itself, so guests may have it.
const INVENTED: [&str; 2] = ["Guest ", "Invité "];

impl Reserved {
    /// Refuses a name that is kept for something else.
    pub(super) fn check(name: &str, bearer: Bearer) -> Result<(), Text> {
        if bearer == Bearer::Guest && is_invented(name) {
            return Ok(());
        }
        let unnumbered: String = name.chars().filter(|c| !c.is_ascii_digit()).collect();
        // Beside a number a digit may stand for a letter.
        let is_number = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
        let bare: String = parts(name).filter(|part| !is_number(part)).collect();
        let looks_of = |texts: &[&str]| -> BTreeSet<Look> {
            texts.iter().flat_map(|text| looks(text)).collect()
        };
        let whole = looks_of(&[name, &unnumbered, &bare]);
        let parts = looks_of(&parts(name).collect::<Vec<_>>());
        let is = |word: &str, own: &[&BTreeSet<Look>]| {
            let looks = looks(word);
            own.iter()
                .any(|own| looks.iter().any(|look| own.contains(look)))
        };
        let is_word = WORDS.iter().any(|word| is(word, &[&whole]));
        let is_office = OFFICES.iter().any(|word| is(word, &[&whole, &parts]));
        if !is_word && !is_office {
            return Ok(());
        }
        Err(Text::new(
            "this name is kept for something else: choose another one",
            "ce nom est réservé : choisissez-en un autre",
        ))
    }
}

/// Whether the page has invented a name: a word for guests and a number.
fn is_invented(name: &str) -> bool {
    INVENTED.iter().any(|word| {
        let number = name.strip_prefix(word).unwrap_or_default();
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}
