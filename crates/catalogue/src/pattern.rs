//! What a translator wrote, as a program uses it.

/// The words of a message: what is said as it stands, and what is put in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pattern(pub Vec<Part>);

/// A piece of a pattern.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Words, with the typography of the language.
    Words(String),
    /// `{ $name }`: what the program says.
    Placeholder(String),
    /// `{ id }`: another message of the same file or of `common.ftl`.
    Message(String),
    /// `{ -id }`: a term, which a language has for itself. It knows what its message knows.
    Term(String),
    /// `{ CAPITAL(…) }`: with a capital letter at the beginning.
    Capital(Box<Part>),
    /// `{ OR($names) }`, `{ AND($names) }`: a list.
    List(Conjunction, String),
    /// `{ $name -> [one] … *[other] … }`.
    Choice(Choice),
}

/// What stands before the last of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conjunction {
    /// And.
    And,
    /// Or.
    Or,
}

/// One of several patterns, by what a placeholder is.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The placeholder.
    pub placeholder: String,
    /// What is said, by what it is.
    pub variants: Vec<(String, Pattern)>,
    /// The number of the variant that holds where no other does.
    pub default: usize,
}
