use std::path::Path;

use ::play::text::Text;
use anyhow::anyhow;
use server::{Entrance, Report, Seen, StoreError, bar, mark_seen, reports};

use crate::Answer;
use crate::arguments::{ReportsAction, ReportsArguments};
use crate::commands::serve::default_data;
use crate::output::Output;

pub(crate) fn run(arguments: ReportsArguments, output: &mut Output) -> anyhow::Result<Answer> {
    let data = arguments.data.unwrap_or_else(default_data);
    match arguments.action {
        None => list(&data, arguments.all, output)?,
        Some(ReportsAction::Seen { report }) => {
            let missing = Text::new(
                format!("there is no report {report}"),
                format!("il n'y a pas de signalement {report}"),
            );
            told(mark_seen(&data, report), &missing, output)?;
            output.text(&Text::new(
                format!("report {report} is marked as seen"),
                format!("le signalement {report} est marqué comme vu"),
            ))?;
        }
        Some(ReportsAction::Bar { name }) => {
            told(
                bar(&data, &name, Entrance::Closed),
                &no_account(&name),
                output,
            )?;
            output.text(&Text::new(
                format!("{name} can no longer sign in; `merelle reports unbar` undoes it"),
                format!("{name} ne peut plus se connecter ; `merelle reports unbar` l'annule"),
            ))?;
        }
        Some(ReportsAction::Unbar { name }) => {
            told(
                bar(&data, &name, Entrance::Open),
                &no_account(&name),
                output,
            )?;
            output.text(&Text::new(
                format!("{name} can sign in again"),
                format!("{name} peut de nouveau se connecter"),
            ))?;
        }
    }
    Ok(Answer::Done)
}

fn no_account(name: &str) -> Text {
    Text::new(
        format!("there is no account {name}"),
        format!("il n'y a pas de compte {name}"),
    )
}

/// What was done, or why not; `missing` is said when there is nothing to do it to.
fn told<T>(done: Result<T, StoreError>, missing: &Text, output: &Output) -> anyhow::Result<T> {
    done.map_err(|error| match error {
        StoreError::Missing => anyhow!("{}", missing.get(output.lang())),
        error => anyhow!("{}", error.text().get(output.lang())),
    })
}

fn list(data: &Path, all: bool, output: &mut Output) -> anyhow::Result<()> {
    let seen = if all { Seen::Too } else { Seen::Not };
    let found = reports(data, seen);
    let found = found.map_err(|error| anyhow!("{}", error.text().get(output.lang())))?;
    if output.is_json() {
        return output.value(&serde_json::to_value(&found)?);
    }
    if found.is_empty() {
        return output.text(&Text::new("no reports", "aucun signalement"));
    }
    for report in &found {
        output.text(&line(report))?;
    }
    Ok(())
}

/// A report in a line or two.
fn line(report: &Report) -> Text {
    let Report {
        id,
        at,
        reporter,
        reported,
        game,
        reason,
        text,
        seen,
    } = report;
    let gone = Text::new("somebody deleted", "quelqu'un d'effacé");
    let date = server::date(*at);
    let build = |about: &str, seen_word: &str, lang| {
        let name = |name: &Option<String>| match name.as_deref() {
            None | Some("") => gone.get(lang).to_owned(),
            Some(name) => name.to_owned(),
        };
        let mut line = format!(
            "{id}  {date}  {} {about} {}",
            name(reporter),
            name(reported)
        );
        line.push_str(&format!(" ({reason})"));
        if let Some(game) = game {
            line.push_str(&format!(", /game/{game}"));
        }
        if seen.is_some() {
            line.push_str(&format!(", {seen_word}"));
        }
        if !text.is_empty() {
            // One line each, whatever was written.
            let text: Vec<&str> = text.split_whitespace().collect();
            line.push_str(&format!("\n    {}", text.join(" ")));
        }
        line
    };
    Text::new(
        build("about", "seen", ::play::Lang::En),
        build("sur", "vu", ::play::Lang::Fr),
    )
}
