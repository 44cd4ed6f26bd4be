//! The SVG of a drawing: well formed, escaped, coloured by its theme.

mod xml;

use game::Game;
use mijnlieff::Mijnlieff;
use moulin::{CLASSIQUE, Moulin};
use picture::board::{Marks, Visibility};
use picture::{Caption, Ink, Theme, to_svg};
use play::families;
use xml::check_well_formed;

const CAPTION: Caption<'_> = Caption {
    title: "A board",
    description: "Seen from above.",
};

#[test]
fn the_svg_is_well_formed_and_always_the_same() {
    let moulin = Moulin::new(CLASSIQUE);
    let mijnlieff = Mijnlieff::from_options("sets=2").unwrap();
    let marks = Marks {
        hands: Visibility::Shown,
        ..Marks::default()
    };
    let scenes = [
        families::moulin::draw(&moulin, &moulin.start(), &Marks::default()),
        families::mijnlieff::draw(&mijnlieff, &mijnlieff.start(), &marks).on_page(),
    ];
    for scene in &scenes {
        for theme in [Theme::Light, Theme::Dark, Theme::Auto] {
            let svg = to_svg(scene, theme, &CAPTION);
            check_well_formed(&svg);
            assert_eq!(svg, to_svg(&scene.clone(), theme, &CAPTION));
            assert_eq!(svg.matches("<g ").count(), scene.groups.len());
            let dark_too = svg.contains("prefers-color-scheme: dark");
            assert_eq!(dark_too, theme == Theme::Auto);
        }
    }
}

#[test]
fn words_are_escaped() {
    let game = Moulin::new(CLASSIQUE);
    let scene = families::moulin::draw(&game, &game.start(), &Marks::default());
    let caption = Caption {
        title: "</title><script>\"&",
        description: "« l’envol » <&>\u{0}",
    };
    let svg = to_svg(&scene, Theme::Light, &caption);
    let texts = check_well_formed(&svg);
    assert!(texts.contains("&lt;/title&gt;&lt;script&gt;&quot;&amp;"));
    assert!(texts.contains("« l’envol » &lt;&amp;&gt;\u{fffd}"));
    assert!(svg.contains(" role=\"img\" "));
}

#[test]
fn the_theme_decides_the_colours() {
    let game = Moulin::new(CLASSIQUE);
    let scene = families::moulin::draw(&game, &game.start(), &Marks::default());
    let wood = |theme| {
        let svg = to_svg(&scene, theme, &CAPTION);
        [Ink::Wood.light(), Ink::Wood.dark()].map(|colour| svg.contains(&colour.to_string()))
    };
    assert_eq!(wood(Theme::Light), [true, false]);
    assert_eq!(wood(Theme::Dark), [false, true]);
    assert_eq!(wood(Theme::Auto), [true, true]);
}
