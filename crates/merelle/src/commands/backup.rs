use std::path::{Path, PathBuf};

use ::play::text::Text;
use anyhow::anyhow;

use crate::Answer;
use crate::commands::serve::default_data;
use crate::output::Output;

/// Makes a backup: a file, or one of several in a folder.
pub(crate) fn run(
    file: &Path,
    keep: Option<u16>,
    data: Option<PathBuf>,
    output: &mut Output,
) -> anyhow::Result<Answer> {
    let lang = output.lang();
    let data = data.unwrap_or_else(default_data);
    let made = match keep {
        None => server::backup(&data, file).map(|()| file.to_owned()),
        Some(keep) => server::backup_and_rotate(&data, file, keep.into()),
    };
    let file = made.map_err(|error| anyhow!("{}", error.text().get(lang)))?;
    let bytes = std::fs::metadata(&file)?.len();
    if output.is_json() {
        output.value(&serde_json::json!({ "file": file, "bytes": bytes }))?;
    } else {
        let file = file.display();
        output.text(&Text::new(
            format!("copied and checked: {file}, {bytes} bytes"),
            format!("copié et vérifié : {file}, {bytes} octets"),
        ))?;
    }
    Ok(Answer::Done)
}
