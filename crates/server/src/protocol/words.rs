use play::Lang;
use play::text::Text;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A sentence in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Words {
    /// English.
    pub en: String,
    /// Français.
    pub fr: String,
}

impl From<&Text> for Words {
    fn from(text: &Text) -> Words {
        Words {
            en: text.get(Lang::EN),
            fr: text.get(Lang::FR),
        }
    }
}
