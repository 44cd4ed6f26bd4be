use crate::text::Text;

/// What the side that is not to move would do next, if it were its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threats {
    /// Where it would go.
    pub places: Vec<String>,
    /// The lines it would complete there.
    pub lines: Vec<Vec<String>>,
    /// What it threatens, or that it threatens nothing, in a sentence.
    pub text: Text,
}
