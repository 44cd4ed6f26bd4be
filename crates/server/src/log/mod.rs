//! What happens, one line each, for those who run the server.

mod address;
mod calm;
mod event;
mod one_line;
mod tally;

use tracing::Level;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt};

pub use address::AddressForm;
pub(crate) use address::{Addresses, Pseudonym};
use calm::Calm;
pub(crate) use event::Event;
use one_line::OneLine;
pub(crate) use tally::{Offence, Tally};

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
    let calm = Calm::default();
    calm.clone().keep_telling();
    let lines = fmt::layer()
        .with_writer(|| OneLine(std::io::stderr()))
        .with_ansi(false);
    let lines = match form {
        LogForm::Text => lines.boxed(),
        LogForm::Json => lines
            .json()
            .flatten_event(true)
            .with_span_list(false)
            .boxed(),
    };
    tracing_subscriber::registry()
        .with(LevelFilter::from_level(level))
        .with(calm)
        .with(lines)
        .init();
}
