use crate::Face;

/// A text in lines no wider than `width`, broken at spaces, or within a word that is wider alone. A
/// line broken at a space ends in it: read aloud or copied, words must not run together.
pub(super) fn lines(text: &str, face: Face, size: f64, width: f64) -> Vec<String> {
    let fits = |text: &str| face.width(text, size) <= width;
    let mut lines: Vec<String> = Vec::new();
    // Only plain spaces: no-break spaces hold their words together.
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if let Some(line) = lines.last_mut() {
            line.push(' ');
            if fits(&format!("{line}{word}")) {
                line.push_str(word);
                continue;
            }
        }
        let mut rest = word;
        while !fits(rest) {
            let ends = rest.char_indices().skip(1).map(|(end, _)| end);
            let end = ends.take_while(|end| fits(&rest[..*end])).last();
            // Where not even two characters fit, nothing can be done.
            let Some(end) = end else { break };
            let (piece, later) = rest.split_at(end);
            lines.push(piece.to_owned());
            rest = later;
        }
        lines.push(rest.to_owned());
    }
    lines
}

/// A text in at most so many lines; one that has more ends in an ellipsis.
pub(super) fn at_most(count: usize, mut lines: Vec<String>) -> Vec<String> {
    if lines.len() > count {
        lines.truncate(count);
        if let Some(last) = lines.last_mut() {
            let kept = last.trim_end().len();
            last.truncate(kept);
            last.push('…');
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, least: usize) {
        let lines = lines(text, Face::Regular, 3.5, 40.0);
        assert!(lines.len() >= least, "{lines:?}");
        for line in &lines {
            assert!(Face::Regular.width(line.trim_end(), 3.5) <= 40.0, "{line}");
        }
        assert_eq!(lines.concat(), text);
    }

    #[test]
    fn lines_fit_and_nothing_is_lost() {
        check(
            "Deux alignements auxquels il manque un seul pion\u{202f}! ne s’arrêtent pas.",
            3,
        );
        check(
            "game:board=0.0/2.1/4.2/6.3/8.4/10.5/12.6/14.7/16.8 et plus",
            3,
        );
        check("un mot", 1);
    }

    #[test]
    fn what_is_too_long_ends_in_an_ellipsis() {
        let lines = || vec!["one ".to_owned(), "two ".to_owned(), "three".to_owned()];
        assert_eq!(at_most(3, lines()), lines());
        assert_eq!(at_most(2, lines()), ["one ", "two…"]);
    }
}
