use std::fmt;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use ::play::Lang;
use ::play::text::Text;
use indicatif::{ProgressBar, ProgressStyle};

/// How far the work has come, on standard error: a bar on a terminal, otherwise a line for each part.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    lang: Lang,
    begun: Instant,
    done: usize,
    total: usize,
}

impl Progress {
    pub(crate) fn new(total: usize, lang: Lang) -> Progress {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(total as u64);
            let style = ProgressStyle::with_template("{bar:32} {pos}/{len}  {msg}");
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

    /// One more part is done.
    pub(crate) fn done(&mut self, part: &dyn fmt::Display) {
        self.done += 1;
        let (done, total) = (self.done, self.total);
        let left = self
            .begun
            .elapsed()
            .mul_f64((total - done) as f64 / done as f64);
        let left = left_text(left);
        let left = left.get(self.lang);
        match &self.bar {
            Some(bar) => {
                bar.inc(1);
                bar.set_message(left.to_owned());
            }
            None => eprintln!("{done}/{total} {part}, {left}"),
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
