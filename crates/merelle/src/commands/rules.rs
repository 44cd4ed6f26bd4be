use ::play::rulebook::{self, Point};
use ::play::text::Text;
use serde_json::{Value, json};

use super::read_setup;
use crate::Answer;
use crate::output::Output;

/// `merelle rules`
pub(crate) fn run(setup: Option<&str>, output: &mut Output) -> anyhow::Result<Answer> {
    let Some(setup) = setup else {
        return list(output);
    };
    let setup = read_setup(setup, output.lang())?;
    if output.is_json() {
        let points = rulebook::points(&setup, output.lang());
        let points: Vec<Value> = points.iter().map(as_json).collect();
        output.value(&json!({ "setup": setup.to_string(), "points": points }))?;
    } else {
        let book = rulebook::book(&setup, output.lang());
        output.raw(&rulebook::to_text(&book, output.style()))?;
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
