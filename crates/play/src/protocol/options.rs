use engine::{Level, Player};
use game::Excerpt;

use crate::{Families, Lang, Setup};

/// What can be set by `setoption`.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) setup: Setup,
    /// Memory in MiB.
    pub(super) hash: u32,
    pub(super) threads: u32,
    /// How many of the best moves are told.
    pub(super) lines: u32,
    /// Who chooses the move: a level, or nobody but the search.
    pub(super) level: Option<Level>,
}

const MOST_HASH: u32 = 65_536;
const MOST_THREADS: u32 = 256;
const MOST_LINES: u32 = 500;

impl Options {
    /// With this setup to begin with.
    pub(super) fn new(setup: Setup) -> Options {
        Options {
            setup,
            hash: 64,
            threads: 1,
            lines: 1,
            level: None,
        }
    }

    /// How options that were not set yet are announced.
    pub(super) fn announced(&self) -> Vec<String> {
        let spin = |name: &str, default: u32, least: u32, most: u32| {
            format!("option name {name} type spin default {default} min {least} max {most}")
        };
        let Options {
            setup,
            hash,
            threads,
            lines,
            ..
        } = Options::new(self.setup.clone());
        vec![
            format!("option name Setup type string default {setup}"),
            spin("Hash", hash, 1, MOST_HASH),
            spin("Threads", threads, 1, MOST_THREADS),
            spin("MultiPV", lines, 1, MOST_LINES),
            spin("Level", 0, 0, Level::ALL.len() as u32),
        ]
    }

    /// Sets one, or says why not.
    pub(super) fn set(
        &mut self,
        name: &str,
        value: &str,
        families: &Families,
    ) -> Result<(), String> {
        let number = |least: u32, most: u32| {
            let number = value.parse().ok();
            let number = number.filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| {
                let value = Excerpt::of(value);
                format!("{name} is a number from {least} to {most}, not {value}")
            })
        };
        match name.to_ascii_lowercase().as_str() {
            "setup" => {
                let refused = |error: crate::SetupError| error.text().get(Lang::EN);
                self.setup = families.setup(value).map_err(refused)?;
            }
            "hash" => self.hash = number(1, MOST_HASH)?,
            "threads" => self.threads = number(1, MOST_THREADS)?,
            "multipv" => self.lines = number(1, MOST_LINES)?,
            "level" => {
                let level = number(0, Level::ALL.len() as u32)?;
                self.level = Level::new(level as u8);
            }
            _ => return Err(format!("unknown option {}", Excerpt::of(name))),
        }
        Ok(())
    }

    /// Who chooses, if not the search.
    pub(super) fn player(&self) -> Option<Player> {
        self.level.map(Player::Level)
    }

    pub(super) fn memory(&self) -> usize {
        (self.hash as usize) << 20
    }
}
