use std::io::{self, IsTerminal};
use std::time::Instant;

use ::play::Lang;
use ::play::text::Text;
use engine::moulin::tables::Built;
use indicatif::{ProgressBar, ProgressStyle};
use moulin::Rules;

/// How far the work has come, on standard error: a bar on a terminal, otherwise a line a layer or two.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    lang: Lang,
    begun: Instant,
    done: u64,
    total: u64,
}

impl Progress {
    pub(super) fn new(total: u64, lang: Lang) -> Progress {
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

    /// The files of one more task are there.
    pub(super) fn built(&mut self, built: &Built, rules: &Rules) {
        self.done += built.slots;
        let (done, total) = (self.done, self.total);
        let seconds = self.begun.elapsed().as_secs();
        let left = u128::from(seconds) * u128::from(total - done) / u128::from(done.max(1));
        let (minutes, seconds) = (left / 60, left % 60);
        let left = Text::new(
            format!("{minutes}:{seconds:02} left"),
            format!("encore {minutes}:{seconds:02}"),
        );
        let left = left.get(self.lang);
        let layers = built.task.layers().into_iter();
        let names: Vec<String> = layers.map(|layer| layer.text(rules)).collect();
        let names = names.join(" ");
        match &self.bar {
            Some(bar) => {
                bar.set_position(done);
                bar.set_message(format!("{names}, {left}"));
            }
            None => eprintln!("{names}: {} {}, {left}", built.slots, built.bytes),
        }
    }

    /// Takes the bar away.
    pub(super) fn finish(self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
