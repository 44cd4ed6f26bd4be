use std::path::Path;

use tables::{Openings, Store};

use super::file_error;
use crate::Answer;
use crate::commands::replace_file::replace_file;
use crate::output::Output;

/// `merelle tables bind`
pub(super) fn run(compact: &Store, file: &Path, output: &mut Output) -> anyhow::Result<Answer> {
    let bound = Openings::bind(compact).map_err(|fault| file_error(&fault, output))?;
    replace_file(file, &bound)?;
    output.line(&bound.len().to_string())?;
    Ok(Answer::Done)
}
