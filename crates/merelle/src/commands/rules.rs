use ::play::rulebook::{self, Point};
use ::play::text::Text;
use serde_json::{Value, json};

use super::read_setup;
use crate::Answer;
use crate::output::Output;

/// Columns of a line of text.
const WIDTH: usize = 80;

/// `merelle rules`
pub(crate) fn run(setup: Option<&str>, output: &mut Output) -> anyhow::Result<Answer> {
    let Some(setup) = setup else {
        return list(output);
    };
    let setup = read_setup(setup, output.lang())?;
    let points = rulebook::points(&setup, output.lang());
    if output.is_json() {
        let points: Vec<Value> = points.iter().map(as_json).collect();
        output.value(&json!({ "setup": setup.to_string(), "points": points }))?;
    } else {
        output.line(&setup.to_string())?;
        for Point { rule, title, text } in &points {
            output.line("")?;
            output.line(&format!("{rule}  {title}"))?;
            for line in wrapped(text) {
                output.line(&format!("  {line}"))?;
            }
        }
    }
    Ok(Answer::Done)
}

fn as_json(Point { rule, title, text }: &Point) -> Value {
    json!({ "rule": rule.to_string(), "title": title, "text": text })
}

/// The setups with a name, each with a few words.
fn list(output: &mut Output) -> anyhow::Result<Answer> {
    let known = [
        (
            "mijnlieff",
            Text::new(
                "pieces that decide where the other may play next",
                "des pièces qui décident où l'autre peut jouer",
            ),
        ),
        (
            "moulin:classique",
            Text::new(
                "the mill; with three stones you fly (sheet 003)",
                "le moulin ; avec trois pions, on vole (feuille 003)",
            ),
        ),
        (
            "moulin:envol",
            Text::new(
                "one flight a game, no stone is safe (sheet 002)",
                "un envol par partie, aucun pion à l'abri (feuille 002)",
            ),
        ),
        (
            "moulin:barreau",
            Text::new(
                "no flight, mills are always safe (sheet 004)",
                "pas d'envol, les moulins toujours à l'abri (feuille 004)",
            ),
        ),
    ];
    if output.is_json() {
        let setups: Vec<Value> = known
            .iter()
            .map(|(setup, about)| json!({ "setup": setup, "about": about.get(output.lang()) }))
            .collect();
        output.value(&json!({ "setups": setups }))?;
        return Ok(Answer::Done);
    }
    for (setup, about) in &known {
        output.line(&format!("{setup:18}{}", about.get(output.lang())))?;
    }
    output.text(&Text::new(
        "Explain one with: merelle rules SETUP",
        "Pour les expliquer : merelle rules JEU",
    ))?;
    Ok(Answer::Done)
}

/// The text in lines that fit with an indent of two.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    // Only plain spaces: no-break spaces hold their words together.
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        let length = line.chars().count() + 1 + word.chars().count();
        if line.is_empty() {
            line.push_str(word);
        } else if length <= WIDTH - 2 {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}
