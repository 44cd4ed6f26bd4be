use std::io::{self, ErrorKind};

use super::Text;

/// Why the system does not read or write something. What is rare is told in the system's own words.
#[must_use]
pub fn io_fault(error: &io::Error) -> Text {
    match error.kind() {
        ErrorKind::NotFound => Text::new(
            "no such file or folder",
            "ce fichier ou ce dossier n'existe pas",
        ),
        ErrorKind::PermissionDenied => Text::new("permission denied", "accès refusé"),
        ErrorKind::AlreadyExists => Text::new("it exists already", "il existe déjà"),
        ErrorKind::IsADirectory => Text::new("it is a folder", "c'est un dossier"),
        ErrorKind::NotADirectory => Text::new(
            "a part of this path is not a folder",
            "une partie de ce chemin n'est pas un dossier",
        ),
        ErrorKind::ReadOnlyFilesystem => Text::new(
            "nothing can be written to this disk",
            "on ne peut rien écrire sur ce disque",
        ),
        ErrorKind::StorageFull => Text::new("the disk is full", "le disque est plein"),
        ErrorKind::InvalidData => Text::new("not text in UTF-8", "ce n'est pas du texte en UTF-8"),
        ErrorKind::UnexpectedEof => Text::new("it ends too early", "il se termine trop tôt"),
        ErrorKind::AddrInUse => Text::new(
            "the address is already in use",
            "cette adresse est déjà utilisée",
        ),
        ErrorKind::AddrNotAvailable => Text::new(
            "this machine does not have the address",
            "cette machine n'a pas cette adresse",
        ),
        ErrorKind::ConnectionRefused => Text::new(
            "nothing answers at this address",
            "rien ne répond à cette adresse",
        ),
        _ => Text::new(error.to_string(), error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lang;

    #[test]
    fn what_is_common_is_told_in_both_languages_and_the_rest_as_the_system_says() {
        let text = |kind: ErrorKind| io_fault(&kind.into());
        let missing = text(ErrorKind::NotFound);
        assert_eq!(missing.get(Lang::EN), "no such file or folder");
        assert_eq!(
            missing.get(Lang::FR),
            "ce fichier ou ce dossier n’existe pas"
        );
        let rare = io::Error::other("the moon is full");
        assert_eq!(io_fault(&rare).get(Lang::FR), "the moon is full");
    }
}
