use std::fmt;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use ::play::Lang;
use ::play::text::Text;
use indicatif::{ProgressBar, ProgressStyle};

/// How far the work has come, on standard error: a bar on a terminal, otherwise one line for each part.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    lang: Lang,
    begun: Instant,
    done: u64,
    total: u64,
}

impl Progress {
    /// Work of this size, in whatever unit its parts are told.
    pub(crate) fn new(total: u64, lang: Lang) -> Progress {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(total);
            let style = ProgressStyle::with_template("{bar:32} {percent} %  {msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.tick();
            bar
        });
        Progress {
            bar,
            lang,
            begun: Instant::now(),
            done: 0,
            total,
        }
    }

    /// One more part of this size is done.
    pub(crate) fn done(&mut self, size: u64, part: &dyn fmt::Display) {
        self.done += size;
        let rest = self.total.saturating_sub(self.done) as f64 / self.done.max(1) as f64;
        let left = left_text(self.begun.elapsed().mul_f64(rest));
        let left = left.get(self.lang);
        match &self.bar {
            Some(bar) => {
                bar.set_position(self.done);
                bar.set_message(format!("{part}, {left}"));
            }
            None => {
                let percent = 100 * self.done / self.total.max(1);
                eprintln!("{percent} % {part}, {left}");
            }
        }
    }

    /// Takes the bar away; how long it all took.
    pub(crate) fn finish(self) -> Duration {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        self.begun.elapsed()
    }
}

/// The time left if the rest goes on taking as long as what is done.
fn left_text(left: Duration) -> Text {
    let seconds = left.as_secs();
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    Text::new(
        format!("{minutes}:{seconds:02} left"),
        format!("encore {minutes}:{seconds:02}"),
    )
}
