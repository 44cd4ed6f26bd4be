use super::{Block, Book, Diagram, Point, Question, Table};
use crate::{Colour, Glyphs, Style};

/// Columns of a page in the terminal.
const WIDTH: usize = 80;
/// Between boards side by side, and between the columns of a table.
const GAP: usize = 3;
/// The caption of a small board may be a little wider than the board.
const NARROWEST: usize = 23;

/// A rulebook as text for a terminal, no line longer than 80 columns.
#[must_use]
pub fn to_text(book: &Book, style: Style) -> String {
    let mut page = Page {
        // Rows of boards are measured in characters, which colours are not.
        style: Style {
            colour: Colour::Off,
            ..style
        },
        lines: Vec::new(),
    };
    page.heading(&format!("{} ({})", book.title, book.setup), "═", "=");
    page.paragraph(&book.about, "");
    for section in &book.sections {
        page.lines.push(String::new());
        page.heading(&section.title, "─", "-");
        for block in &section.blocks {
            page.block(block);
        }
    }
    page.lines.join("\n") + "\n"
}

struct Page {
    style: Style,
    lines: Vec<String>,
}

impl Page {
    fn heading(&mut self, title: &str, unicode: &str, ascii: &str) {
        let line = match self.style.glyphs {
            Glyphs::Unicode => unicode,
            Glyphs::Ascii => ascii,
        };
        self.lines.push(title.to_owned());
        self.lines.push(line.repeat(title.chars().count()));
    }

    fn block(&mut self, block: &Block) {
        self.lines.push(String::new());
        match block {
            Block::Paragraph(text) | Block::Moves(text) => self.paragraph(text, ""),
            Block::List(items) => {
                for item in items {
                    self.item(item);
                }
            }
            Block::Rule(Point { rule, title, text }) => {
                self.lines.push(format!("{rule}  {title}"));
                self.paragraph(text, "  ");
            }
            Block::Question(Question {
                rule,
                question,
                answer,
            }) => {
                self.lines.push(format!("{question} ({rule})"));
                self.paragraph(answer, "  ");
            }
            Block::Diagrams(diagrams) => self.diagrams(diagrams),
            Block::Table(table) => self.table(table),
        }
    }

    fn paragraph(&mut self, text: &str, indent: &str) {
        let lines = wrapped(text, WIDTH - indent.len());
        self.lines
            .extend(lines.iter().map(|line| format!("{indent}{line}")));
    }

    fn item(&mut self, text: &str) {
        for (number, line) in wrapped(text, WIDTH - 2).iter().enumerate() {
            let mark = if number == 0 { "- " } else { "  " };
            self.lines.push(format!("{mark}{line}"));
        }
    }

    /// As many boards beside each other as there is room for.
    fn diagrams(&mut self, diagrams: &[Diagram]) {
        let mut row: Vec<Column> = Vec::new();
        for diagram in diagrams {
            let column = Column::of(diagram, self.style);
            let taken: usize = row.iter().map(|column| column.width + GAP).sum();
            if !row.is_empty() && taken + column.width > WIDTH {
                self.columns(&row);
                self.lines.push(String::new());
                row.clear();
            }
            row.push(column);
        }
        self.columns(&row);
    }

    fn columns(&mut self, row: &[Column]) {
        let height = row.iter().map(|column| column.lines.len()).max();
        for at in 0..height.unwrap_or(0) {
            let cell = |column: &Column| {
                let text = column.lines.get(at).map_or("", String::as_str);
                let padding = column.width + GAP - text.chars().count();
                format!("{text}{}", " ".repeat(padding))
            };
            let line: String = row.iter().map(cell).collect();
            self.lines.push(line.trim_end().to_owned());
        }
    }

    /// The first column as wide as it needs, the others alike.
    fn table(&mut self, table: &Table) {
        let rows: Vec<&Vec<String>> = [&table.head].into_iter().chain(&table.rows).collect();
        let others = table.head.len().saturating_sub(1).max(1);
        let titles = rows.iter().filter_map(|row| row.first());
        let first = titles.map(|cell| cell.chars().count()).max().unwrap_or(0);
        let first = first.min(WIDTH / (others + 1));
        let each = (WIDTH - first) / others - GAP;
        for row in rows {
            let column = |(place, cell): (usize, &String)| {
                let width = if place == 0 { first } else { each };
                Column {
                    width,
                    lines: wrapped(cell, width),
                }
            };
            let columns: Vec<Column> = row.iter().enumerate().map(column).collect();
            self.columns(&columns);
        }
    }
}

/// Lines that stand beside others.
struct Column {
    width: usize,
    lines: Vec<String>,
}

impl Column {
    /// A board and its caption.
    fn of(diagram: &Diagram, style: Style) -> Column {
        let board = diagram.session.board_text(style);
        let mut lines: Vec<String> = board.lines().map(str::to_owned).collect();
        let widest = lines.iter().map(|line| line.chars().count()).max();
        let width = widest.unwrap_or(0).max(NARROWEST);
        lines.extend(wrapped(&diagram.caption, width));
        Column { width, lines }
    }
}

/// The text in lines of so many characters; a longer word has a line to itself.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    // Only plain spaces: no-break spaces hold their words together.
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        let length = line.chars().count() + 1 + word.chars().count();
        if line.is_empty() {
            line.push_str(word);
        } else if length <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Families, Lang};

    #[test]
    fn every_line_fits_the_terminal() {
        for setup in [
            "mijnlieff:sets=3",
            "mijnlieff:board=0.0/2.1/4.2/6.3",
            "moulin:envol",
        ] {
            let setup = Families::standard().setup(setup).unwrap();
            for lang in Lang::all() {
                let text = to_text(&setup.book(lang), Style::PLAIN);
                for line in text.lines() {
                    assert!(line.chars().count() <= WIDTH, "{line}");
                    assert_eq!(line, line.trim_end(), "{line}");
                }
            }
        }
    }

    #[test]
    fn no_break_spaces_hold_words_together() {
        assert_eq!(
            wrapped("un moulin\u{202f}! oui", 9),
            ["un", "moulin\u{202f}!", "oui"]
        );
        assert_eq!(wrapped("unbreakable", 4), ["unbreakable"]);
    }
}
