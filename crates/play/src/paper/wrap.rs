use crate::draw::Face;

/// A text in lines no wider than `width`; a longer word has a line to itself. Each line but the last
/// ends in the space where it was broken: read aloud or copied, words must not run together.
pub(super) fn lines(text: &str, face: Face, size: f64, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // Only plain spaces: no-break spaces hold their words together.
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match longer.filter(|line| face.width(line, size) <= width) {
            Some(longer) => {
                lines.pop();
                lines.push(longer);
            }
            None => lines.push(word.to_owned()),
        }
    }
    if let Some((_, broken)) = lines.split_last_mut() {
        broken.iter_mut().for_each(|line| line.push(' '));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_and_nothing_is_lost() {
        let text = "Deux moulins auxquels il manque un seul pion\u{202f}! ne s’arrêtent pas.";
        let lines = lines(text, Face::Regular, 3.5, 40.0);
        assert!(lines.len() > 2);
        for line in &lines {
            assert!(Face::Regular.width(line.trim_end(), 3.5) <= 40.0, "{line}");
        }
        assert_eq!(lines.concat(), text);
    }
}
