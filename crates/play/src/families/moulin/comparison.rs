//! The three sheets of the mill family side by side, read off their rules.

use game::Rule;
use moulin::rule::{ML1, ML2, ML3, ML4, ML5, ML6, ML7, ML8, ML9};
use moulin::{Double, Flight, Rules, SHEETS, Stuck, Takes};

use super::sheets::is_decided;
use crate::Lang;
use crate::rulebook::{Block, Table};
use crate::text::Text;

/// The table and what its star means.
pub(super) fn blocks(lang: Lang) -> Vec<Block> {
    let intro = Text::new(
        "The mill is played by many rules. This booklet follows three printed sheets faithfully.",
        "Le moulin se joue selon bien des règles. Trois feuilles imprimées sont gardées ici, \
         chacune en entier.",
    );
    let star = Text::new(
        "* The sheet does not say, or can be read in two ways: this is how we read it.",
        "* La feuille ne le dit pas, ou peut se lire de deux façons : voici notre lecture.",
    );
    vec![
        Block::Paragraph(intro.get(lang)),
        Block::Table(table(lang)),
        Block::Paragraph(star.get(lang)),
    ]
}

fn table(lang: Lang) -> Table {
    let mut head = vec![String::new()];
    head.extend(SHEETS.map(|(name, _)| name.to_owned()));
    let row = |(rule, title, cell): (Rule, Text, fn(&Rules) -> Text)| {
        let mut row = vec![title.get(lang)];
        row.extend(SHEETS.map(|(name, rules)| {
            let star = if is_decided(rule, name) { " *" } else { "" };
            format!("{}{star}", cell(&rules).get(lang))
        }));
        row
    };
    Table {
        head,
        rows: rows().into_iter().map(row).collect(),
    }
}

/// A rule, what it is about, and how to read it off a rule set.
type Row = (Rule, Text, fn(&Rules) -> Text);

fn rows() -> Vec<Row> {
    vec![
        (ML1, Text::new("Placing", "Poser"), placing),
        (ML2, Text::new("Moving", "Déplacer"), |_| {
            Text::new("to the next free point", "au point voisin libre")
        }),
        (
            ML3,
            Text::new("Two mills at once", "Deux moulins d'un coup"),
            |rules| match rules.double {
                Double::One => Text::new("one stone", "un pion"),
                Double::Two => Text::new("two stones", "deux pions"),
            },
        ),
        (ML4, Text::new("A mill takes", "Un moulin prend"), |rules| {
            takes(rules.takes)
        }),
        (
            ML5,
            Text::new("Opening and closing again", "Rouvrir et refermer"),
            |_| Text::new("allowed, takes each time", "permis, prend à chaque fois"),
        ),
        (ML6, Text::new("Flight", "Envol"), |rules| {
            flight(rules.flight)
        }),
        (
            ML7,
            Text::new("Two stones left", "Plus que deux pions"),
            |_| Text::new("lost", "perdu"),
        ),
        (
            ML8,
            Text::new("Unable to move", "Ne peut plus bouger"),
            |rules| match rules.stuck {
                Stuck::Lose => Text::new("lost", "perdu"),
                Stuck::Pass => Text::new("passes", "passe"),
            },
        ),
        (ML9, Text::new("Draw", "Partie nulle"), |_| {
            Text::new(
                "agreed, a position for the third time, 100 turns without a capture",
                "d'accord, troisième répétition, 100 tours sans prise",
            )
        }),
    ]
}

fn placing(rules: &Rules) -> Text {
    let stones = rules.stones;
    Text::new(
        format!("{stones} stones each, on free points"),
        format!("{stones} pions chacun, sur un point libre"),
    )
}

fn takes(takes: Takes) -> Text {
    match takes {
        Takes::Any => Text::new("any stone", "n'importe quel pion"),
        Takes::Outside => Text::new(
            "a stone outside mills, else none",
            "un pion hors des moulins, sinon aucun",
        ),
        Takes::OutsideOrAll => Text::new(
            "a stone outside mills, else any",
            "un pion hors des moulins, sinon au choix",
        ),
    }
}

fn flight(flight: Flight) -> Text {
    match flight {
        Flight::Never => Text::new("never", "jamais"),
        Flight::At(at) => Text::new(
            format!("with {at} stones, every turn"),
            format!("avec {at} pions, à chaque tour"),
        ),
        Flight::Once(at) => Text::new(
            format!("with {at} stones or fewer, once a game"),
            format!("avec {at} pions ou moins, une fois par partie"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sheets_differ_in_what_they_take_and_who_flies() {
        for lang in Lang::all() {
            let table = table(lang);
            assert_eq!(table.head[1..], ["classique", "envol", "barreau"]);
            let differ = table.rows.iter().filter(|row| {
                let plain = |cell: &String| cell.trim_end_matches(" *").to_owned();
                row[1..].iter().any(|cell| plain(cell) != plain(&row[1]))
            });
            assert_eq!(differ.count(), 2, "ML4 and ML6");
            assert!(table.rows.iter().all(|row| row.len() == table.head.len()));
        }
    }
}
