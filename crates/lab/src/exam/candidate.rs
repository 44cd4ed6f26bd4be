use std::path::PathBuf;

use engine::{Player, Resources, SharedData};

/// Who answers, and with what.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The player.
    pub player: Player,
    /// The folder of the tables it may ask, if any.
    pub tables: Option<PathBuf>,
    /// Bytes it may use for what it finds out.
    pub memory: usize,
}

impl Candidate {
    pub(super) fn resources(&self) -> Resources {
        let folder = self.tables.clone();
        Resources {
            shared: folder.map_or_else(SharedData::default, SharedData::with_tables),
            ..Resources::new(self.memory)
        }
    }

    /// What its answers are kept under.
    #[must_use]
    pub fn name(&self) -> String {
        match self.tables {
            None => self.player.to_string(),
            Some(_) => format!("{}+tables", self.player),
        }
    }
}
