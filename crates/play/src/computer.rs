use engine::{Player, PlayerError, Resources};
use game::{Excerpt, Random};

use crate::text::{self, Text};
use crate::{Refusal, Setup, opponent};

/// Somebody who plays a game instead of a person, by name: `level-1` to `level-8`, `perfect`,
/// `greedy` or `random`.
///
/// ```
/// use engine::Resources;
/// use play::{Computer, Setup};
///
/// let setup: Setup = "moulin:envol".parse().unwrap();
/// let computer = Computer::new(&setup, "level-3").unwrap();
/// let first = computer.choose(None, &[], 1, &Resources::new(1 << 20)).unwrap();
/// assert!(setup.session().moves().contains(&first));
/// ```
#[derive(Clone, Debug)]
pub struct Computer {
    setup: Setup,
    player: Player,
}

/// Why there is no such player, or no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ComputerError {
    /// The name is no player's.
    Name(PlayerError),
    /// A player whose thinking has the limits somebody asks for: not one to play with people.
    Unlimited {
        /// The name.
        name: Excerpt,
    },
    /// The position or a move is refused.
    Refused(Refusal),
    /// The game is over.
    Over,
}

impl ComputerError {
    /// The reason for people.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            ComputerError::Name(error) => text::player_refusal(error),
            ComputerError::Unlimited { name } => Text::new(
                format!("choose level-1 to level-8 or perfect, not {name}"),
                format!("choisissez de level-1 à level-8 ou perfect, pas {name}"),
            ),
            ComputerError::Refused(refusal) => refusal.text.clone(),
            ComputerError::Over => Text::new("the game is over", "la partie est finie"),
        }
    }
}

impl Computer {
    /// The player of that name.
    pub fn new(setup: &Setup, name: &str) -> Result<Computer, ComputerError> {
        let player: Player = name.parse().map_err(ComputerError::Name)?;
        if let Player::Nodes(_) | Player::Time(_) = player {
            let name = Excerpt::of(name);
            return Err(ComputerError::Unlimited { name });
        }
        Ok(Computer {
            setup: setup.clone(),
            player,
        })
    }

    /// Its name in the one printed form.
    #[must_use]
    pub fn name(&self) -> String {
        self.player.to_string()
    }

    /// A move after a start and moves. The same chance gives the same move.
    pub fn choose(
        &self,
        start: Option<&str>,
        history: &[String],
        seed: u64,
        resources: &Resources,
    ) -> Result<String, ComputerError> {
        let session = match start {
            None => Ok(self.setup.session()),
            Some(position) => self.setup.session_from(position),
        };
        let played = session.and_then(|mut session| {
            history
                .iter()
                .try_for_each(|played| session.play(played).map(drop))?;
            Ok(session)
        });
        let session = played.map_err(ComputerError::Refused)?;
        let mut seated = opponent(&self.setup, self.player, resources);
        let chosen = seated.choose(session.as_ref(), &mut Random::new(seed));
        chosen.ok_or(ComputerError::Over)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_computer_plays_a_whole_game() {
        for (setup, name) in [
            ("mijnlieff:opening=edge", "level-2"),
            ("moulin:envol", "level-1"),
            ("moulin:barreau", "random"),
        ] {
            let setup: Setup = setup.parse().unwrap();
            let computer = Computer::new(&setup, name).unwrap();
            let resources = Resources::new(1 << 20);
            let mut session = setup.session();
            while session.outcome().is_none() {
                let history = session.history();
                let seed = history.len() as u64;
                let played = computer.choose(None, &history, seed, &resources).unwrap();
                session.play(&played).unwrap();
            }
            let over = computer.choose(None, &session.history(), 1, &resources);
            assert_eq!(over, Err(ComputerError::Over));
        }
    }

    #[test]
    fn who_does_not_play_with_people_says_so() {
        let setup: Setup = "moulin:classique".parse().unwrap();
        for name in ["level-9", "nobody", ""] {
            let refused = Computer::new(&setup, name).unwrap_err();
            assert!(matches!(refused, ComputerError::Name(_)), "{name}");
        }
        for name in ["time=86400s", "nodes=1000000000"] {
            let refused = Computer::new(&setup, name).unwrap_err();
            assert!(matches!(refused, ComputerError::Unlimited { .. }));
        }
    }
}
