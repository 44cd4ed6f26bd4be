use engine::{Player, PlayerError, Resources};
use game::{Excerpt, Random};

use crate::text::{self, Text};
use crate::{Session, Setup};

/// Somebody who plays a game instead of a person, by name: `level-1` to `level-8`, `perfect`,
/// `greedy` or `random`.
///
/// ```
/// use engine::Resources;
/// use play::{Computer, Families};
///
/// let setup = Families::standard().setup("moulin:envol").unwrap();
/// let session = setup.session();
/// let computer = Computer::new(&setup, "level-3").unwrap();
/// let first = computer.choose(session.as_ref(), 1, &Resources::new(1 << 20)).unwrap();
/// assert!(session.moves().contains(&first));
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

    /// A move in the position a session has reached. The same chance gives the same move.
    pub fn choose(
        &self,
        session: &dyn Session,
        seed: u64,
        resources: &Resources,
    ) -> Result<String, ComputerError> {
        let mut seated = self.setup.opponent(self.player, resources);
        let chosen = seated.choose(session, &mut Random::new(seed));
        chosen.ok_or(ComputerError::Over)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Families;

    #[test]
    fn a_computer_plays_a_whole_game() {
        for (setup, name) in [
            ("mijnlieff:opening=edge", "level-2"),
            ("moulin:envol", "level-1"),
            ("moulin:barreau", "random"),
        ] {
            let setup = Families::standard().setup(setup).unwrap();
            let computer = Computer::new(&setup, name).unwrap();
            let resources = Resources::new(1 << 20);
            let mut session = setup.session();
            while session.outcome().is_none() {
                let seed = session.history().len() as u64;
                let played = computer.choose(session.as_ref(), seed, &resources).unwrap();
                session.play(&played).unwrap();
            }
            let over = computer.choose(session.as_ref(), 1, &resources);
            assert_eq!(over, Err(ComputerError::Over));
        }
    }

    #[test]
    fn who_does_not_play_with_people_says_so() {
        let setup = Families::standard().setup("moulin:classique").unwrap();
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
