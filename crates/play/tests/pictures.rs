//! Scenes as pixels, as strips of film and as films.
#![allow(clippy::unwrap_used)]

mod xml;

use picture::page::Document;
use picture::{
    Caption, Colour, Frame, Ink, Scene, Theme, filmstrip, to_animated_svg, to_pdf, to_png,
};
use play::record::Record;
use play::{Families, families};
use tiny_skia::Pixmap;

const PUBLISHED: &str = include_str!("records/published.txt");

fn game() -> Vec<Scene> {
    let record = &Record::read_all(PUBLISHED, &Families::standard()).unwrap()[0];
    let snapshots = record.snapshots().unwrap();
    snapshots
        .iter()
        .map(|snapshot| snapshot.session.scene())
        .collect()
}

fn pixel(picture: &Pixmap, x: u32, y: u32) -> Colour {
    let pixel = picture.pixel(x, y).unwrap();
    Colour(pixel.red(), pixel.green(), pixel.blue())
}

#[test]
fn pixels_have_the_colours_of_their_inks() {
    let setup = Families::standard().setup("moulin:classique").unwrap();
    let scene = setup.session().scene().on_page();
    for theme in [Theme::Light, Theme::Dark, Theme::Sparing] {
        let picture = Pixmap::decode_png(&to_png(&scene, theme, 40.0).unwrap()).unwrap();
        let size = [scene.width, scene.height].map(|length| (40.0 * length).round() as u32);
        assert_eq!([picture.width(), picture.height()], size);
        assert_eq!(pixel(&picture, 2, 2), theme.colour(Ink::Page));
        let (middle, centre) = (size[0] / 2, size[1] / 2);
        assert_eq!(pixel(&picture, middle, centre), theme.colour(Ink::Wood));
    }
}

#[test]
fn a_picture_too_large_or_too_small_is_not_made() {
    let scene = families::mijnlieff::tile();
    assert_eq!(to_png(&scene, Theme::Light, 0.1), None);
    assert_eq!(to_png(&scene, Theme::Light, 1e9), None);
    assert_eq!(to_png(&scene, Theme::Light, f64::NAN), None);
    assert!(to_png(&scene, Theme::Light, 10.0).is_some());
}

#[test]
fn a_filmstrip_shows_every_position_within_its_bounds() {
    let frame = |(number, scene): (usize, Scene)| Frame {
        scene,
        label: number.to_string(),
    };
    let frames: Vec<Frame> = game().into_iter().enumerate().map(frame).collect();
    let strip = filmstrip(&frames);
    for shape in strip.shapes() {
        assert!(strip.bounds().contains(shape.bounds()), "{shape:?}");
    }
    let groups: usize = frames.iter().map(|frame| frame.scene.groups.len()).sum();
    assert_eq!(strip.groups.len(), groups + frames.len());
    let document = Document::of("Strip".to_owned(), "en", vec![strip]);
    assert!(to_pdf(&document, Theme::Light).len() < 300_000);
}

#[test]
fn a_film_has_a_frame_a_position_and_stands_still_for_those_who_ask() {
    let caption = Caption {
        title: "The published game",
        description: "Sixteen turns.",
    };
    let scenes = game();
    let film = to_animated_svg(&scenes, Theme::Auto, &caption);
    xml::check_well_formed(&film);
    assert_eq!(film.matches("<g class=\"frame").count(), scenes.len());
    assert_eq!(film.matches("<g class=\"frame final\"").count(), 1);
    assert!(film.contains("prefers-reduced-motion: reduce"));
    assert_eq!(film.matches("<g class=\"board\">").count(), 1, "drawn once");
    assert!(film.len() < 300_000, "{} bytes", film.len());
}
