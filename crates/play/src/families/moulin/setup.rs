use moulin::SetupError;

use crate::text::{Text, field, unknown_value};

/// Why the options of a setup are refused.
pub(super) fn refusal(error: &SetupError) -> Text {
    match error {
        SetupError::UnknownSheet { name } => {
            let sheets = moulin::SHEETS.map(|(sheet, _)| sheet).join(", ");
            Text::new(
                format!("unknown rule set '{name}' (known: {sheets})"),
                format!("règle inconnue « {name} » (connues : {sheets})"),
            )
        }
        SetupError::Field(error) => field(error),
        SetupError::Value {
            key,
            value: given,
            expected,
        } => unknown_value(key, given, expected),
    }
}
