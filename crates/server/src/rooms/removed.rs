use std::collections::HashSet;
use std::sync::{PoisonError, RwLock};

use crate::game_id::GameId;

/// The games that operators have taken out of everybody's sight but their players'. Few are, so they
/// are all known here, and nobody else pays for them.
#[derive(Debug, Default)]
pub(crate) struct Removed(RwLock<HashSet<GameId>>);

impl Removed {
    /// Whether a game is one of them.
    pub(crate) fn has(&self, game: GameId) -> bool {
        let games = self.0.read();
        games
            .unwrap_or_else(PoisonError::into_inner)
            .contains(&game)
    }

    /// These are out of sight from now on, and no others.
    pub(crate) fn replace(&self, games: HashSet<GameId>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = games;
    }
}
