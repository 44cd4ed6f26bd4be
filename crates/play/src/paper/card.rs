use picture::page::{Document, Orientation, Paper, Sheet, Type, paragraph, picture, words};
use picture::{Bounds, Face, Form, Group, Ink, Placement, Scene, Spot, Thing};

use super::foot;
use crate::rulebook::Card;
use crate::text::Text;
use crate::{Lang, Setup};

/// A card is a postcard, in millimetres.
const WIDTH: f64 = 148.0;
const HEIGHT: f64 = 105.0;
const INSIDE: f64 = 9.0;
/// One for each player.
const CARDS: u8 = 2;
const BETWEEN: f64 = 14.0;

const TITLE: Type = Type::new(Face::Bold, 7.0, 9.5, Ink::Text);
const LINE: Type = Type::new(Face::Regular, 4.0, 5.4, Ink::Text);
const SETUP: Type = Type::new(Face::Regular, 2.8, 3.8, Ink::Coordinate);
const SYMBOL: f64 = 11.0;

/// The rules on a card, one for each player.
#[must_use]
pub fn card(setup: &Setup, paper: Paper, lang: Lang) -> Document {
    let card = face(setup, &setup.card(lang));
    let mut sheet = Sheet::new(paper, Orientation::Upright);
    let title = Text::new("Rule cards to cut out", "Cartes de règles à découper");
    let mut y = sheet.title(&title.get(lang)) + 4.0;
    for _ in 0..CARDS {
        let corner = Spot::new(sheet.middle() - WIDTH / 2.0, y);
        sheet.lay(&card, corner, 1.0);
        sheet.cut_out(Bounds::of([corner, corner.offset(WIDTH, HEIGHT)]));
        y += HEIGHT + BETWEEN;
    }
    foot(&mut sheet, lang);
    let title = Text::new("Rule card", "Carte de règles");
    let title = format!("{} – {setup}", title.get(lang));
    Document::of(title, lang.tag(), vec![sheet.scene])
}

fn face(setup: &Setup, card: &Card) -> Scene {
    let mut scene = Scene::blank(WIDTH, HEIGHT);
    let edge = Form::Rect {
        bounds: scene.bounds(),
        rounding: 0.0,
    };
    let edge = edge.stroked(Ink::Grain, 0.15);
    scene.groups.push(Group::new(Thing::Board, vec![edge]));
    let name = setup.to_string();
    scene.groups.push(words(&card.title, TITLE, INSIDE, INSIDE));
    let right = WIDTH - INSIDE - SETUP.face.width(&name, SETUP.size);
    let beside = INSIDE + TITLE.face.width(&card.title, TITLE.size);
    // A board of many tiles has a name too long for the card, and some setups are called as the game.
    if right > beside + 4.0 && name != card.title.to_lowercase() {
        let label = words(&name, SETUP.level_with(TITLE), right, INSIDE);
        scene.groups.push(label);
    }
    let mut y = INSIDE + TITLE.leading + 3.0;
    for (place, (piece, text)) in card.pieces.iter().enumerate() {
        let (column, row) = ((place % 2) as f64, (place / 2) as f64);
        let half = (WIDTH - 2.0 * INSIDE) / 2.0;
        let corner = Spot::new(INSIDE + half * column, y + (SYMBOL + 2.0) * row);
        picture(&mut scene, piece, corner, SYMBOL);
        let beside = corner.offset(SYMBOL + 2.5, 0.0);
        let mut text_block = Scene::blank(half, 0.0);
        let width = half - SYMBOL - 4.0;
        let high = paragraph(&mut text_block, text, LINE, Spot::new(0.0, 0.0), width);
        let placed = beside.offset(0.0, (SYMBOL - high) / 2.0);
        scene.lay(
            &text_block,
            Placement {
                scale: 1.0,
                corner: placed,
            },
        );
    }
    y += (SYMBOL + 2.0) * card.pieces.len().div_ceil(2) as f64 + 1.0;
    for line in &card.lines {
        scene.groups.push(words("•", LINE, INSIDE, y));
        let corner = Spot::new(INSIDE + 4.0, y);
        y += paragraph(&mut scene, line, LINE, corner, WIDTH - 2.0 * INSIDE - 4.0) + 0.9;
    }
    scene
}
