use picture::page::{Column, Keep, Role, Row, Type, paragraph};
use picture::{Face, Form, Group, Ink, Placement, Scene, Spot, Thing};

use crate::Lang;
use crate::rulebook::{Block, Diagram, Section, Table};
use crate::text;

const HEADING: Type = Type::new(Face::Bold, 5.4, 7.5, Ink::Target);
const RULE: Type = Type::new(Face::Bold, 3.6, 5.0, Ink::Text);
const BODY: Type = Type::new(Face::Regular, 3.5, 4.8, Ink::Text);
const SMALL: Type = Type::new(Face::Regular, 3.0, 4.1, Ink::Text);
const MUTED: Type = Type::new(Face::Regular, 3.0, 4.1, Ink::Coordinate);
const CELL_HEAD: Type = Type::new(Face::Bold, 3.0, 4.1, Ink::Text);

/// Above a heading, between paragraphs, and above a row of boards.
const ABOVE_HEADING: f64 = 7.0;
const BETWEEN: f64 = 2.2;
const ABOVE_FIGURES: f64 = 4.0;
/// A board with its caption beside it, boards with captions beneath, and between them.
const LONE_BOARD: f64 = 40.0;
const WIDEST_BOARD: f64 = 42.0;
const GUTTER: f64 = 6.0;
/// A caption beside a board: how far from it, and how narrow at most.
const CAPTION_GAP: f64 = 2.5;
const NARROWEST_CAPTION: f64 = 24.0;
/// Before the text of a list, and before its dots.
const INDENT: f64 = 5.0;
const DOT: f64 = 0.8;
/// Between the columns of a table.
const BETWEEN_CELLS: f64 = 3.0;
const HAIRLINE: f64 = 0.15;

/// A chapter, from its heading on.
pub(super) fn push(column: &mut Column, section: &Section, lang: Lang) {
    let chapter = column.element(Role::Section, None);
    let heading = column.element(heading(2, &section.title), Some(chapter));
    column.text(
        heading,
        &section.title,
        HEADING,
        ABOVE_HEADING,
        Keep::WithNext,
    );
    let mut maker = Maker {
        column,
        chapter,
        lang,
    };
    let mut blocks = &section.blocks[..];
    loop {
        blocks = match blocks {
            [] => break,
            [
                Block::Moves(first),
                Block::Diagrams(one),
                Block::Moves(then),
                Block::Diagrams(other),
                rest @ ..,
            ] => {
                maker.push_steps(&[(first, &one[0]), (then, &other[0])]);
                rest
            }
            [Block::Moves(moves), Block::Diagrams(boards), rest @ ..] => {
                maker.push_steps(&[(moves, &boards[0])]);
                rest
            }
            [block, rest @ ..] => {
                maker.push_block(block, before(rest.first()));
                rest
            }
        };
    }
}

/// Words go on the page of the boards or the table that they are about.
fn before(next: Option<&Block>) -> Keep {
    match next {
        Some(Block::Diagrams(_) | Block::Table(_)) => Keep::WithNext,
        _ => Keep::Free,
    }
}

fn heading(level: u16, title: &str) -> Role {
    Role::Heading {
        level,
        title: title.to_owned(),
    }
}

/// Puts blocks into a chapter.
struct Maker<'column> {
    column: &'column mut Column,
    chapter: usize,
    lang: Lang,
}

impl Maker<'_> {
    fn element(&mut self, role: Role) -> usize {
        self.column.element(role, Some(self.chapter))
    }

    fn push_block(&mut self, block: &Block, keep: Keep) {
        match block {
            Block::Paragraph(text) => self.push_text(text, BETWEEN, keep),
            Block::Moves(text) => {
                let moves = self.element(Role::Paragraph);
                self.column.text(moves, text, RULE, ABOVE_FIGURES, keep);
            }
            Block::List(items) => self.push_list(items),
            Block::Rule(point) => {
                self.push_title(&point.title, &point.rule.to_string());
                self.push_text(&point.text, 0.3, keep);
            }
            Block::Question(question) => {
                self.push_title(&question.question, &question.rule.to_string());
                self.push_text(&question.answer, 0.3, keep);
            }
            Block::Diagrams(diagrams) => match &diagrams[..] {
                [one] => self.push_board(one),
                several => self.push_boards(several),
            },
            Block::Table(table) => self.push_table(table),
        }
    }

    fn push_text(&mut self, text: &str, gap: f64, keep: Keep) {
        let words = self.element(Role::Paragraph);
        self.column.text(words, text, BODY, gap, keep);
    }

    /// A title in bold, its rule in grey at the right.
    fn push_title(&mut self, title: &str, rule: &str) {
        let heading = self.element(heading(3, title));
        let mut row = Row::new(self.column.width);
        // Read aloud, a space parts it from the title.
        let rule = format!(" {rule}");
        let left = row.scene.width - MUTED.face.width(&rule, MUTED.size);
        row.text(heading, title, RULE, Spot::new(0.0, 0.0), left);
        let kind = MUTED.level_with(RULE);
        row.line(heading, &rule, kind, Spot::new(left, 0.0));
        self.column.push(row, 2.6, Keep::WithNext);
    }

    /// Texts with a dot before each.
    fn push_list(&mut self, items: &[String]) {
        let list = self.element(Role::List);
        let width = self.column.width;
        for (number, text) in items.iter().enumerate() {
            let item = self.column.element(Role::Item, Some(list));
            let label = self.column.element(Role::Label, Some(item));
            let body = self.column.element(Role::Body, Some(item));
            let mut row = Row::new(width);
            row.line(label, "• ", BODY, Spot::new(DOT, 0.0));
            let corner = Spot::new(INDENT, 0.0);
            row.text(body, text, BODY, corner, width - INDENT);
            // No item is left alone at either end of a page.
            let keep = if number == 0 || number + 2 == items.len() {
                Keep::WithNext
            } else {
                Keep::Free
            };
            self.column.push(row, BETWEEN / 2.0, keep);
        }
    }

    /// The elements of a board: the picture, which says in words what stands there, and its caption.
    fn figure(&mut self, diagram: &Diagram) -> [usize; 2] {
        let seen = text::standing(&diagram.session.view());
        let figure = self.element(Role::Figure(seen.get(self.lang)));
        [figure, self.element(Role::Caption)]
    }

    /// A board with its caption on the right.
    fn push_board(&mut self, diagram: &Diagram) {
        let [figure, caption] = self.figure(diagram);
        let width = self.column.width;
        let mut row = Row::new(width);
        let board = row.picture(figure, &diagram.scene, Spot::new(0.0, 0.0), LONE_BOARD);
        let left = LONE_BOARD + GUTTER;
        let mut words = Scene::blank(width, 0.0);
        let corner = Spot::new(left, 0.0);
        let high = paragraph(&mut words, &diagram.caption, BODY, corner, width - left);
        let down = ((board - high) / 2.0).max(0.0);
        row.add(caption, |scene| {
            let corner = Spot::new(0.0, down);
            scene.lay(&words, Placement { scale: 1.0, corner });
            down + high
        });
        self.column.push(row, ABOVE_FIGURES, Keep::Free);
    }

    /// Boards beside each other, their captions beneath, or beside them where there is room.
    fn push_boards(&mut self, diagrams: &[Diagram]) {
        let count = diagrams.len() as f64;
        let cell = (self.column.width - GUTTER * (count - 1.0)) / count;
        let mut row = Row::new(self.column.width);
        for (place, diagram) in diagrams.iter().enumerate() {
            let corner = Spot::new((cell + GUTTER) * place as f64, 0.0);
            let tallest = tallest(diagrams.iter(), cell);
            self.push_cell(&mut row, diagram, corner, cell, tallest);
        }
        self.column.push(row, ABOVE_FIGURES, Keep::Free);
    }

    /// One or two steps of a game side by side: the moves, the board they lead to, and what there is
    /// to say.
    fn push_steps(&mut self, steps: &[(&String, &Diagram)]) {
        let cell = (self.column.width - GUTTER) / 2.0;
        // A number stays with its move.
        let unbroken = |moves: &String| moves.replace(". ", ".\u{a0}");
        let steps: Vec<(String, &Diagram)> = steps
            .iter()
            .map(|(moves, diagram)| (unbroken(moves), *diagram))
            .collect();
        let moves = |text: &str| {
            paragraph(
                &mut Scene::blank(cell, 0.0),
                text,
                RULE,
                Spot::new(0.0, 0.0),
                cell,
            )
        };
        let above = steps
            .iter()
            .map(|(text, _)| moves(text))
            .fold(0.0, f64::max);
        let mut row = Row::new(self.column.width);
        for (place, (text, diagram)) in steps.iter().enumerate() {
            let corner = Spot::new((cell + GUTTER) * place as f64, 0.0);
            let moves = self.element(Role::Paragraph);
            row.text(moves, text, RULE, corner, cell);
            let corner = corner.offset(0.0, above + CAPTION_GAP);
            let tallest = tallest(steps.iter().map(|(_, diagram)| *diagram), cell);
            self.push_cell(&mut row, diagram, corner, cell, tallest);
        }
        self.column.push(row, ABOVE_FIGURES, Keep::Free);
    }

    /// A board and its caption in a cell of a row whose tallest board is so high.
    fn push_cell(
        &mut self,
        row: &mut Row,
        diagram: &Diagram,
        corner: Spot,
        cell: f64,
        tallest: f64,
    ) {
        let [figure, caption] = self.figure(diagram);
        let width = cell.min(WIDEST_BOARD);
        row.picture(figure, &diagram.scene, corner, width);
        let beside = cell - width - CAPTION_GAP;
        let (spot, room) = if beside >= NARROWEST_CAPTION {
            (corner.offset(width + CAPTION_GAP, CAPTION_GAP), beside)
        } else {
            (corner.offset(0.0, tallest + 1.0), cell)
        };
        row.text(caption, &diagram.caption, SMALL, spot, room);
    }

    /// A row a strip, with a hairline above each. A table is short and stays on one page.
    fn push_table(&mut self, table: &Table) {
        let element = self.element(Role::Table);
        let cells = table.head.len() as f64;
        let width = (self.column.width - BETWEEN_CELLS * (cells - 1.0)) / cells;
        let rows = [&table.head].into_iter().chain(&table.rows);
        for (number, texts) in rows.enumerate() {
            let line = self.column.element(Role::Row, Some(element));
            let mut row = Row::new(self.column.width);
            for (place, text) in texts.iter().enumerate() {
                let (role, kind) = match (number, place) {
                    // A corner that says nothing is no heading.
                    (0, 0) if text.is_empty() => (Role::Cell, SMALL),
                    (0, _) => (Role::ColumnHead, CELL_HEAD),
                    (_, 0) => (Role::RowHead, CELL_HEAD),
                    _ => (Role::Cell, SMALL),
                };
                let cell = self.column.element(role, Some(line));
                let corner = Spot::new((width + BETWEEN_CELLS) * place as f64, 1.0);
                row.text(cell, text, kind, corner, width);
            }
            row.scene.height += 1.0;
            let hairline = Form::Line {
                from: Spot::new(0.0, 0.0),
                to: Spot::new(self.column.width, 0.0),
            };
            let hairline = hairline.stroked(Ink::Grain, HAIRLINE);
            row.scene
                .groups
                .push(Group::new(Thing::Words, vec![hairline]));
            let gap = if number == 0 { ABOVE_FIGURES } else { 0.0 };
            let keep = if number < table.rows.len() {
                Keep::WithNext
            } else {
                Keep::Free
            };
            self.column.push(row, gap, keep);
        }
    }
}

/// How high the tallest of these boards stands in cells so wide.
fn tallest<'a>(diagrams: impl Iterator<Item = &'a Diagram>, cell: f64) -> f64 {
    let width = cell.min(WIDEST_BOARD);
    let heights = diagrams.map(|diagram| diagram.scene.height * width / diagram.scene.width);
    heights.fold(0.0, f64::max)
}
