//! Whether a text is well-formed XML, as far as tags, quoted attributes and entities go.

/// Reads XML as far as tags, quoted attributes and entities go; gives back the text between tags.
#[track_caller]
pub(crate) fn check_well_formed(xml: &str) -> String {
    let mut open: Vec<&str> = Vec::new();
    let mut texts = String::new();
    let mut rest = xml;
    while let Some(start) = rest.find('<') {
        let (text, tag) = rest.split_at(start);
        check_text(text);
        texts += text;
        let end = end_of_tag(tag);
        let inside = &tag[1..end];
        rest = &tag[end + 1..];
        if let Some(name) = inside.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "closes what is not open");
        } else if !inside.ends_with('/') {
            let name = inside.split(' ').next().unwrap_or_default();
            open.push(name);
        }
        assert!(
            !open.is_empty() || rest.trim().is_empty(),
            "more than one root"
        );
    }
    assert_eq!(open, Vec::<&str>::new(), "left open");
    texts
}

/// The place of the `>` that ends a tag, past quoted attributes.
#[track_caller]
fn end_of_tag(tag: &str) -> usize {
    let mut quoted = false;
    for (at, character) in tag.char_indices().skip(1) {
        match character {
            '"' => quoted = !quoted,
            '>' if !quoted => return at,
            '<' => panic!("< inside a tag: {tag:.60}"),
            _ => {}
        }
    }
    panic!("a tag without end: {tag:.60}");
}

#[track_caller]
fn check_text(text: &str) {
    assert!(!text.contains('>'), "{text}");
    for entity in text.split('&').skip(1) {
        let known = ["lt;", "gt;", "amp;", "quot;"];
        assert!(known.iter().any(|name| entity.starts_with(name)), "{text}");
    }
}
