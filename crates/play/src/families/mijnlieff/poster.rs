use engine::mijnlieff::atlas::WIDENING;
use engine::mijnlieff::{Atlas, Entry};
use mijnlieff::{Cell, Layout};
use picture::{Bounds, Form, Group, Ink, Scene, Segment, Shape, Spot, Thing};

use super::atlas::{atlas_title, first_player, opened_by, opening_name};
use crate::Lang;
use crate::text::Text;

/// Boards side by side.
const COLUMNS: usize = 17;
const MARGIN: f64 = 1.2;
/// From one board to the next: the widest has eight squares.
const STEP: f64 = 2.8;
const SQUARE: f64 = 0.3;
const TILE: f64 = 2.0 * SQUARE - 0.03;
const TILE_ROUNDING: f64 = 0.06;
const HAIRLINE: f64 = 0.02;
/// From one value to the next.
const VALUE_STEP: f64 = 0.6;
const VALUE: f64 = 0.25;
const SMALL: f64 = 0.27;
const TEXT: f64 = 0.46;
const HEADING: f64 = 0.54;
const TITLE: f64 = 1.5;

/// A poster of an atlas: the boards, those with the same values together, and under each what
/// the first player wins by under the four openings.
#[must_use]
pub fn poster(atlas: &Atlas, lang: Lang) -> Scene {
    let mut sheet = Sheet {
        groups: Vec::new(),
        y: MARGIN,
        lang,
    };
    sheet.head(atlas);
    for section in sections(atlas) {
        sheet.section(&section);
    }
    Scene {
        width: Sheet::WIDTH,
        height: sheet.y + MARGIN / 2.0,
        groups: sheet.groups,
    }
}

/// Under each opening, the narrowest first.
type Values = [Option<i32>; 4];

fn values(entry: &Entry) -> Values {
    WIDENING.map(|opening| entry.best(opening).map(|best| best.value))
}

/// Boards with the same values, the first player's best last; in each the order of the atlas.
fn sections(atlas: &Atlas) -> Vec<Vec<&Entry>> {
    let mut entries: Vec<&Entry> = atlas.entries().iter().collect();
    entries.sort_by_key(|entry| values(entry));
    let same = entries.chunk_by(|a, b| values(a) == values(b));
    same.map(<[&Entry]>::to_vec).collect()
}

/// A poster in the making.
struct Sheet {
    groups: Vec<Group>,
    /// How far down it is filled.
    y: f64,
    lang: Lang,
}

impl Sheet {
    const WIDTH: f64 = 2.0 * MARGIN + STEP * COLUMNS as f64;

    fn line(&mut self, text: &Text, size: f64, ink: Ink) {
        let centre = Spot::new(Sheet::WIDTH / 2.0, self.y + 0.5 * size);
        let label = label(centre, size, text.get(self.lang), ink);
        self.groups
            .push(Group::new(Thing::Coordinates, vec![label]));
        self.y += 1.5 * size;
    }

    fn head(&mut self, atlas: &Atlas) {
        let boards = atlas.entries().len();
        self.line(&atlas_title(), TITLE, Ink::Line);
        let about = Text::new(
            format!(
                "The {boards} boards of four tiles, both players playing their best: what it \
                     comes to for the first player, by opening"
            ),
            format!(
                "Les {boards} plateaux de quatre tuiles, quand chacun joue au mieux : ce \
                     qu'obtient le premier joueur, selon l'ouverture"
            ),
        );
        self.line(&about, TEXT, Ink::Coordinate);
        self.y += 0.3;
        self.legend();
        self.y += 0.3;
    }

    /// What the signs mean, and what the four places under a board stand for.
    fn legend(&mut self) {
        let signs = [
            (
                1,
                Text::new(
                    "first player (white) wins by a point",
                    "le premier (blanc) gagne d'un point",
                ),
            ),
            (0, Text::new("draw", "partie nulle")),
            (
                -1,
                Text::new(
                    "second player (black) wins by a point",
                    "le second (noir) gagne d'un point",
                ),
            ),
        ];
        let step = Sheet::WIDTH / 3.6;
        let y = self.y + VALUE;
        let mut shapes = Vec::new();
        for (place, (value, words)) in (-1_i8..).zip(&signs) {
            let x = Sheet::WIDTH / 2.0 + step * f64::from(place);
            shapes.extend(badge(Some(*value), Spot::new(x, y)));
            let below = Spot::new(x, y + 0.65);
            shapes.push(label(below, TEXT, words.get(self.lang), Ink::Coordinate));
        }
        self.groups.push(Group::new(Thing::Value, shapes));
        self.y += 1.7;
        let [first, second, third, fourth] = WIDENING.map(opened_by);
        let lang = self.lang;
        let order = [&first, &second, &third, &fourth].map(|text| text.get(lang));
        let from_left = Text::new(
            "From left to right, the first move is",
            "De gauche à droite, le premier coup est",
        );
        let order = Text::new(order.join(" · "), order.join(" · "));
        self.line(&from_left.then(&order), TEXT, Ink::Coordinate);
    }

    fn section(&mut self, entries: &[&Entry]) {
        let Some(values) = entries.first().map(|entry| values(entry)) else {
            return;
        };
        self.y += 0.25;
        let rule = Form::Line {
            from: Spot::new(MARGIN, self.y),
            to: Spot::new(Sheet::WIDTH - MARGIN, self.y),
        };
        let rule = rule.stroked(Ink::Grain, HAIRLINE);
        self.groups.push(Group::new(Thing::Coordinates, vec![rule]));
        self.y += 0.35;
        self.line(&heading(values, entries.len()), HEADING, Ink::Line);
        self.y += 0.15;
        for row in entries.chunks(COLUMNS) {
            self.row(row);
        }
    }

    fn row(&mut self, entries: &[&Entry]) {
        let heights = entries.iter().map(|entry| size(entry.layout()).1);
        let height = heights.fold(0.0, f64::max);
        let first = (Sheet::WIDTH - STEP * entries.len() as f64 + STEP) / 2.0;
        for (column, entry) in entries.iter().enumerate() {
            let x = first + STEP * column as f64;
            let centre = Spot::new(x, self.y + height / 2.0);
            let below = self.y + height + 0.15;
            let name = entry.layout().to_string();
            let board = thumbnail(entry.layout(), centre);
            self.groups
                .push(Group::named(Thing::Board, name.clone(), centre, board));
            let mut shapes = Vec::new();
            for (place, value) in values(entry).into_iter().enumerate() {
                let right = VALUE_STEP * (place as f64 - 1.5);
                shapes.extend(badge(value, Spot::new(x + right, below + VALUE)));
            }
            let at = Spot::new(x, below + 2.0 * VALUE + SMALL);
            shapes.push(label(at, SMALL, name.clone(), Ink::Coordinate));
            self.groups
                .push(Group::named(Thing::Value, name, centre, shapes));
        }
        self.y += height + 0.15 + 2.0 * VALUE + 2.0 * SMALL + 0.35;
    }
}

/// What the boards of a section have in common, in words.
fn heading(values: Values, boards: usize) -> Text {
    let openings: Vec<(Text, Option<i32>)> =
        WIDENING.map(opening_name).into_iter().zip(values).collect();
    let count = match boards {
        1 => Text::new("(1 board)", "(1 plateau)"),
        _ => Text::new(format!("({boards} boards)"), format!("({boards} plateaux)")),
    };
    let result = |value: Option<i32>| value.map_or_else(|| Text::new("?", "?"), first_player);
    let runs: Vec<&[(Text, Option<i32>)]> = openings.chunk_by(|a, b| a.1 == b.1).collect();
    let words = |lang: Lang| {
        let run = |run: &&[(Text, Option<i32>)]| {
            let names: Vec<String> = run.iter().map(|(name, _)| name.get(lang)).collect();
            let result = run.first().map(|(_, value)| result(*value));
            let result = result
                .as_ref()
                .map_or_else(String::new, |text| text.get(lang));
            let colon = if lang == Lang::FR { " :" } else { ":" };
            format!("{}{colon} {result}", names.join(", "))
        };
        runs.iter().map(run).collect::<Vec<String>>().join("  ·  ")
    };
    let all_the_same = match &runs[..] {
        [only] => only.first().map(|(_, value)| result(*value)),
        _ => None,
    };
    let text = match all_the_same {
        Some(result) => {
            Text::new("Whatever the opening:", "Quelle que soit l'ouverture :").then(&result)
        }
        None => Text::new(words(Lang::EN), words(Lang::FR)),
    };
    text.map(capitalised).then(&count)
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// Width and height of a board's thumbnail.
fn size(layout: &Layout) -> (f64, f64) {
    let cells = layout.cells();
    let columns = cells.iter().map(|cell| cell.column + 1).max();
    let rows = cells.iter().map(|cell| cell.row + 1).max();
    let length = |squares: Option<i16>| SQUARE * f64::from(squares.unwrap_or(0));
    (length(columns), length(rows))
}

/// Tiles with a cross on each, so that the squares show.
fn thumbnail(layout: &Layout, centre: Spot) -> Vec<Shape> {
    let (width, height) = size(layout);
    let lower_left = centre.offset(-width / 2.0, height / 2.0);
    let middle = |tile: &Cell| {
        let (right, up) = (f64::from(tile.column) + 1.0, f64::from(tile.row) + 1.0);
        lower_left.offset(SQUARE * right, -SQUARE * up)
    };
    let middles: Vec<Spot> = layout.tiles().iter().map(middle).collect();
    let tile = |middle: &Spot| {
        let tile = Form::square(*middle, TILE, TILE_ROUNDING);
        tile.filled(Ink::Wood).outlined(Ink::Line, HAIRLINE)
    };
    let mut shapes: Vec<Shape> = middles.iter().map(tile).collect();
    let cross = |middle: &Spot| {
        let Bounds {
            left,
            top,
            right,
            bottom,
        } = Bounds::around(*middle, TILE / 2.0);
        [
            Segment::Move(Spot::new(left, middle.y)),
            Segment::Line(Spot::new(right, middle.y)),
            Segment::Move(Spot::new(middle.x, top)),
            Segment::Line(Spot::new(middle.x, bottom)),
        ]
    };
    let crosses = Form::Path(middles.iter().flat_map(cross).collect());
    shapes.push(crosses.stroked(Ink::Grain, HAIRLINE));
    shapes
}

/// A value with its sign: a white stone where the first player wins, a black one where the second
/// does, a bare ring for a draw.
fn badge(value: Option<i32>, centre: Spot) -> Vec<Shape> {
    let text = match value {
        None => "?".to_owned(),
        Some(0) => "0".to_owned(),
        Some(value @ 1..) => format!("+{value}"),
        Some(value) => format!("\u{2212}{}", -value),
    };
    let stone = Form::circle(centre, VALUE);
    let (stone, ink) = match value {
        Some(1..) => (
            stone.filled(Ink::StoneWhite).outlined(Ink::Line, 0.03),
            Ink::OnWhite,
        ),
        Some(..0) => (
            stone.filled(Ink::StoneBlack).outlined(Ink::Line, 0.03),
            Ink::OnBlack,
        ),
        Some(0) | None => (stone.stroked(Ink::Grain, HAIRLINE), Ink::Coordinate),
    };
    vec![stone, label(centre, 0.28, text, ink)]
}

fn label(centre: Spot, size: f64, text: String, ink: Ink) -> Shape {
    Form::Text { centre, size, text }.filled(ink)
}
