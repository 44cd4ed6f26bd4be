use picture::{Caption, escape, to_svg_element};

use super::{Block, Book, Diagram, Point, Question, Section, Table};

/// A rulebook as a fragment of a web page: an `article` with a list of its chapters, each a
/// `section` whose id is the word of its topic. Boards are SVG elements for a page with the
/// [`style_sheet`](picture::style_sheet) of drawings; everything else is left to the style of
/// the page. A figure says as `data-setup` and `data-position` from where the reader may try what
/// it shows: from before the move it tells of.
#[must_use]
pub fn to_html(book: &Book) -> String {
    let lang = book.lang.tag();
    let mut html = format!("<article class=\"rulebook\" lang=\"{lang}\">\n");
    let (title, about) = (escape(&book.title), escape(&book.about));
    html += &format!("<h1>{title}</h1>\n<p>{about}</p>\n<nav>\n<ul>\n");
    for Section { topic, title, .. } in &book.sections {
        let (word, title) = (topic.word, escape(title));
        html += &format!("<li><a href=\"#{word}\">{title}</a></li>\n");
    }
    html += "</ul>\n</nav>\n";
    for section in &book.sections {
        let (word, title) = (section.topic.word, escape(&section.title));
        html += &format!("<section id=\"{word}\">\n<h2>{title}</h2>\n");
        section.blocks.iter().for_each(|b| html += &block(b));
        html += "</section>\n";
    }
    html + "</article>\n"
}

fn block(block: &Block) -> String {
    match block {
        Block::Paragraph(text) => format!("<p>{}</p>\n", escape(text)),
        Block::Moves(text) => format!("<p class=\"moves\">{}</p>\n", escape(text)),
        Block::List(items) => {
            let items = items
                .iter()
                .map(|item| format!("<li>{}</li>\n", escape(item)));
            format!("<ul>\n{}</ul>\n", items.collect::<String>())
        }
        Block::Rule(Point { rule, title, text }) => {
            let (title, text) = (escape(title), escape(text));
            format!("<h3 id=\"{rule}\">{title} <small>{rule}</small></h3>\n<p>{text}</p>\n")
        }
        Block::Question(Question {
            rule,
            question,
            answer,
        }) => {
            let (question, answer) = (escape(question), escape(answer));
            let about = format!("<small><a href=\"#{rule}\">{rule}</a></small>");
            format!("<h3 class=\"question\">{question} {about}</h3>\n<p>{answer}</p>\n")
        }
        Block::Diagrams(diagrams) => {
            let figures: String = diagrams.iter().map(figure).collect();
            format!("<div class=\"diagrams\">\n{figures}</div>\n")
        }
        Block::Table(rows) => table(rows),
    }
}

fn figure(diagram: &Diagram) -> String {
    let position = diagram.session.position();
    let caption = Caption {
        title: &diagram.caption,
        description: &position,
    };
    let svg = to_svg_element(&diagram.scene, &caption);
    let mut before = diagram.session.fork();
    before.take_back();
    let [setup, position, words] =
        [&before.setup(), &before.position(), &diagram.caption].map(|text| escape(text));
    format!(
        "<figure data-setup=\"{setup}\" data-position=\"{position}\">\n{svg}\
         <figcaption>{words}</figcaption>\n</figure>\n"
    )
}

fn table(table: &Table) -> String {
    let head = table.head.iter().map(|cell| match cell.as_str() {
        // A corner that says nothing is no heading.
        "" => "<td></td>".to_owned(),
        cell => format!("<th scope=\"col\">{}</th>", escape(cell)),
    });
    let row = |row: &Vec<String>| {
        let cells = row.iter().enumerate().map(|(place, cell)| {
            let cell = escape(cell);
            match place {
                0 => format!("<th scope=\"row\">{cell}</th>"),
                _ => format!("<td>{cell}</td>"),
            }
        });
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    let (head, rows): (String, String) = (head.collect(), table.rows.iter().map(row).collect());
    format!("<table>\n<thead>\n<tr>{head}</tr>\n</thead>\n<tbody>\n{rows}</tbody>\n</table>\n")
}
