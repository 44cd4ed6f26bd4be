use super::Text;
use crate::Lang;

/// What speaks for a turn and against it, in a sentence: the two weightiest reasons for it and the
/// weightiest against it, each without a subject. `quiet` is said where there is none.
pub(crate) fn weighed(good: &[Text], bad: &[Text], quiet: &Text) -> Text {
    let sentence = |lang: Lang, and: &str, but: &str| {
        let join = |parts: &[Text], most: usize| {
            let parts: Vec<String> = parts.iter().take(most).map(|part| part.get(lang)).collect();
            parts.join(and)
        };
        let sentence = match (join(good, 2), join(bad, 1)) {
            (good, bad) if good.is_empty() && bad.is_empty() => quiet.get(lang),
            (good, bad) if good.is_empty() => bad,
            (good, bad) if bad.is_empty() => good,
            (good, bad) => format!("{good}{but}{bad}"),
        };
        format!("{}.", capital(&sentence))
    };
    Text::new(
        sentence(Lang::EN, ", and ", ", but "),
        sentence(Lang::FR, ", et ", ", mais "),
    )
}

/// A sentence with a capital letter at its beginning.
pub(crate) fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
