use ::play::rulebook::{self, Point};
use ::play::text::Text;
use ::play::{Families, Offer};
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
        let points = setup.rules(output.lang());
        let points: Vec<Value> = points.iter().map(as_json).collect();
        output.value(&json!({ "setup": setup.to_string(), "points": points }))?;
    } else {
        let book = setup.book(output.lang());
        output.raw(&rulebook::to_text(&book, output.style()))?;
    }
    Ok(Answer::Done)
}

fn as_json(Point { rule, title, text }: &Point) -> Value {
    json!({ "rule": rule.to_string(), "title": title, "text": text })
}

/// The setups with a name, each with a few words.
fn list(output: &mut Output) -> anyhow::Result<Answer> {
    let lang = output.lang();
    let offers = Families::standard().offers().into_iter();
    let known: Vec<(String, String)> = offers
        .map(
            |Offer {
                 setup,
                 about,
                 source,
                 ..
             }| {
                let source = source.map(|source| format!(" ({})", source.get(lang)));
                let about = format!("{}{}", about.get(lang), source.unwrap_or_default());
                (setup.to_string(), about)
            },
        )
        .collect();
    if output.is_json() {
        let setups: Vec<Value> = known
            .iter()
            .map(|(setup, about)| json!({ "setup": setup, "about": about }))
            .collect();
        output.value(&json!({ "setups": setups }))?;
        return Ok(Answer::Done);
    }
    for (setup, about) in &known {
        output.line(&format!("{setup:18}{about}"))?;
    }
    output.text(&Text::new(
        "Explain one with: merelle rules SETUP",
        "Pour les expliquer : merelle rules JEU",
    ))?;
    Ok(Answer::Done)
}
