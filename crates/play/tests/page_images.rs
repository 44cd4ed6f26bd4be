//! Pages that look as they did when somebody last looked at them. A page that differs is written
//! beside the temporary files: look at it, and if it is better copy it to `tests/pages`.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use picture::page::Paper;
use picture::{Scene, Theme, to_png};
use play::paper::{self, Puzzle};
use play::{Families, Lang, Setup};
use tiny_skia::Pixmap;

/// Pixels to a millimetre.
const SCALE: f64 = 1.5;

/// How much a block of pixels may differ on average, of 255: more than what edges drawn by another
/// processor do, less than a letter that moved.
const BLOCK: u32 = 8;
const TOLERANCE: u32 = 6;

fn setup(text: &str) -> Setup {
    Families::standard().setup(text).unwrap()
}

/// The brightness of each pixel, on white paper.
fn brightness(png: &[u8]) -> (u32, Vec<u32>) {
    let picture = Pixmap::decode_png(png).unwrap();
    let grey = |pixel: &tiny_skia::PremultipliedColorU8| {
        let inked = u32::from(pixel.red()) + u32::from(pixel.green()) + u32::from(pixel.blue());
        inked / 3 + 255 - u32::from(pixel.alpha())
    };
    (picture.width(), picture.pixels().iter().map(grey).collect())
}

/// The greatest average difference of a block.
fn difference(a: &[u8], b: &[u8]) -> u32 {
    let ((width, a), (other_width, b)) = (brightness(a), brightness(b));
    if (width, a.len()) != (other_width, b.len()) {
        return 255;
    }
    let blocks_a_row = width.div_ceil(BLOCK) as usize;
    let rows = a.len() as u32 / width;
    let mut sums = vec![0; blocks_a_row * rows.div_ceil(BLOCK) as usize];
    for (at, (a, b)) in (0_u32..).zip(a.iter().zip(&b)) {
        let (x, y) = (at % width / BLOCK, at / width / BLOCK);
        sums[y as usize * blocks_a_row + x as usize] += a.abs_diff(*b);
    }
    sums.into_iter().max().unwrap_or(0) / (BLOCK * BLOCK)
}

#[track_caller]
fn check(name: &str, page: &Scene, theme: Theme) {
    let found = to_png(page, theme, SCALE).unwrap();
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages");
    let kept = fs::read(kept.join(name)).unwrap_or_default();
    if kept.is_empty() || difference(&kept, &found) > TOLERANCE {
        let file = std::env::temp_dir().join(name);
        fs::write(&file, found).unwrap();
        panic!("the page looks different now: {}", file.display());
    }
}

#[test]
fn sets_look_as_they_did() {
    let mill = setup("moulin:classique").cut_out_set(Paper::A4, Lang::FR);
    check("mill-set.png", &mill.pages[0].scene, Theme::Light);
    let tiles = setup("mijnlieff:sets=2").cut_out_set(Paper::Letter, Lang::EN);
    check("tile-set.png", &tiles.pages[0].scene, Theme::Sparing);
}

#[test]
fn a_fixed_board_looks_as_it_did() {
    let shifted = setup("mijnlieff:board=0.0/2.1/4.2/6.3");
    let board = shifted.fixed_board(Paper::A4, Lang::EN).unwrap();
    check("fixed-board.png", &board.pages[0].scene, Theme::Sparing);
    let base = setup("mijnlieff")
        .fixed_board(Paper::Letter, Lang::FR)
        .unwrap();
    check("fixed-base-board.png", &base.pages[0].scene, Theme::Light);
}

#[test]
fn a_card_looks_as_it_did() {
    let card = paper::card(&setup("mijnlieff"), Paper::A4, Lang::FR);
    check("card.png", &card.pages[0].scene, Theme::Light);
}

#[test]
fn rulebooks_look_as_they_did() {
    let tiles = paper::rulebook(&setup("mijnlieff").book(Lang::FR), Paper::A4);
    check("rulebook-1.png", &tiles.pages[0].scene, Theme::Light);
    check("rulebook-2.png", &tiles.pages[1].scene, Theme::Light);
    let mill = paper::rulebook(&setup("moulin:envol").book(Lang::EN), Paper::Letter);
    check("rulebook-mill.png", &mill.pages[1].scene, Theme::Sparing);
    check("rulebook-game.png", &mill.pages[2].scene, Theme::Light);
    let sheets = paper::rulebook(&setup("moulin:barreau").book(Lang::FR), Paper::A4);
    let last = sheets.pages.last().unwrap();
    check("rulebook-sheets.png", &last.scene, Theme::Light);
}

#[test]
fn diagrams_look_as_they_did() {
    let puzzles =
        Puzzle::read_all(include_str!("pages/puzzles.txt"), &Families::standard()).unwrap();
    let sheet = paper::diagrams(&puzzles, "Le coup", Paper::A4, Lang::FR);
    check("diagrams.png", &sheet.pages[0].scene, Theme::Light);
    check("solutions.png", &sheet.pages[1].scene, Theme::Light);
}

#[test]
fn a_page_that_changed_is_noticed() {
    let mut card = paper::card(&setup("mijnlieff"), Paper::A4, Lang::FR);
    let scene = &mut card.pages[0].scene;
    let before = to_png(scene, Theme::Light, SCALE).unwrap();
    assert_eq!(difference(&before, &before), 0);
    scene.groups.pop();
    let after = to_png(scene, Theme::Light, SCALE).unwrap();
    assert!(difference(&before, &after) > TOLERANCE);
}
