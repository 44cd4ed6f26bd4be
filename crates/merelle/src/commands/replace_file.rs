use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;

/// Replaces a file whole: whoever reads it, and whenever we are killed, finds the old one or the
/// new one.
pub(crate) fn replace_file(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut name = file.as_os_str().to_owned();
    name.push(".part");
    let part = PathBuf::from(name);
    let replace = || {
        let mut new = File::create(&part)?;
        new.write_all(bytes)?;
        new.sync_all()?;
        fs::rename(&part, file)
    };
    replace().context(file.display().to_string())
}
