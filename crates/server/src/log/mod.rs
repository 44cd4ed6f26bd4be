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

/// A fault in the program is a line as any other. What it says may hold what people wrote, so that it
/// is told only to who asks for everything.
fn tell_panic(panic: &std::panic::PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string);
    let place = place.as_deref().unwrap_or("?");
    let thread = std::thread::current();
    let thread = thread.name().unwrap_or_default();
    tracing::error!(
        event = Event::Panic.word(),
        thread,
        place,
        "a fault in the program"
    );
    let reason = panic.payload_as_str().unwrap_or_default();
    tracing::debug!(place, reason, "a fault in the program");
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
    std::panic::set_hook(Box::new(tell_panic));
    tracing_subscriber::registry()
        .with(LevelFilter::from_level(level))
        .with(calm)
        .with(lines)
        .init();
}
