use std::io::IsTerminal;

use tracing::Level;

/// How a log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogForm {
    /// For people.
    Text,
    /// For programs: an object of JSON a line.
    Json,
}

/// Begins to write what happens to the standard error of this process, once for all threads.
pub fn start_log(form: LogForm, level: Level) {
    let log = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    match form {
        LogForm::Text => log.init(),
        LogForm::Json => log.json().init(),
    }
}
