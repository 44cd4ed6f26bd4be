use game::FieldError;

use super::Text;

/// Why a list of `key=value` parts is refused.
#[must_use]
pub fn field(error: &FieldError) -> Text {
    match error {
        FieldError::NoEquals { part } => Text::new(
            format!("'{part}' is not a key=value part"),
            format!("« {part} » n'est pas de la forme clé=valeur"),
        ),
        FieldError::Unknown { key, known } => Text::new(
            format!("unknown key '{key}' (known: {})", known.join(", ")),
            format!("clé inconnue « {key} » (connues : {})", known.join(", ")),
        ),
        FieldError::Twice { key } => Text::new(
            format!("{key}= is given twice"),
            format!("{key}= est donné deux fois"),
        ),
        FieldError::Missing { key } => {
            Text::new(format!("{key}= is missing"), format!("il manque {key}="))
        }
    }
}
