use std::path::{Path, PathBuf};

use ::play::text::Text;
use anyhow::anyhow;
use server::Restored;

use crate::Answer;
use crate::commands::serve::default_data;
use crate::output::Output;

/// Puts a backup in the place of the database.
pub(crate) fn run(
    file: &Path,
    data: Option<PathBuf>,
    output: &mut Output,
) -> anyhow::Result<Answer> {
    let lang = output.lang();
    let data = data.unwrap_or_else(default_data);
    let restored = server::restore(&data, file);
    let Restored { aside, version } =
        restored.map_err(|error| anyhow!("{}", error.text().get(lang)))?;
    if output.is_json() {
        output.value(&serde_json::json!({ "aside": aside, "version": version }))?;
        return Ok(Answer::Done);
    }
    let file = file.display();
    output.text(&match aside {
        None => Text::new(
            format!("checked and put in place: {file}"),
            format!("vérifié et mis en place : {file}"),
        ),
        Some(aside) => {
            let aside = aside.display();
            Text::new(
                format!("checked and put in place: {file}; what was there before is in {aside}"),
                format!("vérifié et mis en place : {file} ; l'ancienne base est dans {aside}"),
            )
        }
    })?;
    Ok(Answer::Done)
}
