//! The SVG of a drawing: well formed, escaped, coloured by its theme.

use game::Game;
use mijnlieff::Mijnlieff;
use moulin::{CLASSIQUE, Moulin};
use play::draw::{self, Caption, Ink, Marks, Theme, Visibility};

const CAPTION: Caption<'_> = Caption {
    title: "A board",
    description: "Seen from above.",
};

/// Reads XML as far as tags, quoted attributes and entities go; gives back the text between tags.
#[track_caller]
fn check_well_formed(xml: &str) -> String {
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

#[test]
fn the_svg_is_well_formed_and_always_the_same() {
    let moulin = Moulin::new(CLASSIQUE);
    let mijnlieff = Mijnlieff::from_options("sets=2").unwrap();
    let marks = Marks {
        hands: Visibility::Shown,
        ..Marks::default()
    };
    let scenes = [
        draw::moulin(&moulin, &moulin.start(), &Marks::default()),
        draw::mijnlieff(&mijnlieff, &mijnlieff.start(), &marks).on_page(),
    ];
    for scene in &scenes {
        for theme in [Theme::Light, Theme::Dark, Theme::Auto] {
            let svg = draw::to_svg(scene, theme, &CAPTION);
            check_well_formed(&svg);
            assert_eq!(svg, draw::to_svg(&scene.clone(), theme, &CAPTION));
            assert_eq!(svg.matches("<g ").count(), scene.groups.len());
            let dark_too = svg.contains("prefers-color-scheme: dark");
            assert_eq!(dark_too, theme == Theme::Auto);
        }
    }
}

#[test]
fn words_are_escaped() {
    let game = Moulin::new(CLASSIQUE);
    let scene = draw::moulin(&game, &game.start(), &Marks::default());
    let caption = Caption {
        title: "</title><script>\"&",
        description: "« l’envol » <&>\u{0}",
    };
    let svg = draw::to_svg(&scene, Theme::Light, &caption);
    let texts = check_well_formed(&svg);
    assert!(texts.contains("&lt;/title&gt;&lt;script&gt;&quot;&amp;"));
    assert!(texts.contains("« l’envol » &lt;&amp;&gt;\u{fffd}"));
    assert!(svg.contains(" role=\"img\" "));
}

#[test]
fn the_theme_decides_the_colours() {
    let game = Moulin::new(CLASSIQUE);
    let scene = draw::moulin(&game, &game.start(), &Marks::default());
    let wood = |theme| {
        let svg = draw::to_svg(&scene, theme, &CAPTION);
        [Ink::Wood.light(), Ink::Wood.dark()].map(|colour| svg.contains(&colour.to_string()))
    };
    assert_eq!(wood(Theme::Light), [true, false]);
    assert_eq!(wood(Theme::Dark), [false, true]);
    assert_eq!(wood(Theme::Auto), [true, true]);
}
