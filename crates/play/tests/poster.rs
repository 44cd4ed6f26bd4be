//! The poster of the atlas.

use std::collections::BTreeSet;

use engine::mijnlieff::Atlas;
use picture::{Caption, Form, Scene, Theme, Thing, to_svg};
use play::{Lang, families};

fn texts(scene: &Scene) -> Vec<&str> {
    fn text(form: &Form) -> Option<&str> {
        match form {
            Form::Text { text, .. } => Some(text),
            _ => None,
        }
    }
    scene
        .shapes()
        .filter_map(|shape| text(&shape.form))
        .collect()
}

#[test]
fn it_shows_every_board_once_and_all_of_it() {
    let atlas = Atlas::embedded();
    for lang in Lang::all() {
        let scene = families::mijnlieff::poster(&atlas, lang);
        for shape in scene.shapes() {
            assert!(scene.bounds().contains(shape.bounds()), "{shape:?}");
        }
        for thing in [Thing::Board, Thing::Value] {
            let groups = scene.groups.iter().filter(|group| group.thing == thing);
            let names = groups.filter_map(|group| group.handle.as_ref());
            let names: Vec<&str> = names.map(|handle| handle.name.as_str()).collect();
            assert_eq!(names.len(), 145, "{thing:?}");
            assert_eq!(names.into_iter().collect::<BTreeSet<_>>().len(), 145);
        }
        let texts = texts(&scene);
        let values = texts
            .iter()
            .filter(|text| ["+1", "0", "\u{2212}1"].contains(text));
        assert_eq!(
            values.count(),
            4 * 145 + 3,
            "four a board, three in the legend"
        );
    }
}

#[test]
fn it_speaks_both_languages() {
    let atlas = Atlas::embedded();
    let english = families::mijnlieff::poster(&atlas, Lang::EN);
    let french = families::mijnlieff::poster(&atlas, Lang::FR);
    assert!(texts(&english).contains(&"Who wins Mijnlieff?"));
    assert!(texts(&french).contains(&"Qui gagne au Mijnlieff\u{202f}?"));
}

#[test]
fn its_file_is_small() {
    let scene = families::mijnlieff::poster(&Atlas::embedded(), Lang::EN).on_page();
    let caption = Caption {
        title: "Atlas",
        description: "",
    };
    let svg = to_svg(&scene, Theme::Auto, &caption);
    assert!(svg.len() < 600_000, "{} bytes", svg.len());
}
