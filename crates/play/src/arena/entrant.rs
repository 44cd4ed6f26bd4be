use std::fmt;
use std::str::FromStr;

use engine::{Bot, Player, PlayerError, Resources};
use game::Random;

use crate::protocol::{Program, ProgramError};
use crate::{Family, Match, Session, Setup};

/// Who takes part in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entrant {
    /// One of our players.
    Player(Player),
    /// Another program that speaks our protocol, by the command that starts it.
    Program(String),
}

/// What the name of a program begins with.
const RUN: &str = "run=";

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Player(player) => player.fmt(f),
            Entrant::Program(command) => write!(f, "{RUN}{command}"),
        }
    }
}

impl FromStr for Entrant {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Entrant, PlayerError> {
        match text.trim().strip_prefix(RUN) {
            Some(command) => Ok(Entrant::Program(command.trim().to_owned())),
            None => text.parse().map(Entrant::Player),
        }
    }
}

impl From<Player> for Entrant {
    fn from(player: Player) -> Entrant {
        Entrant::Player(player)
    }
}

/// An entrant at the board.
pub(super) enum Chair<G: Family> {
    Player(G::Bot),
    Program(Box<Program>),
}

impl<G: Family> Chair<G> {
    pub(super) fn new(
        game: &G,
        entrant: &Entrant,
        resources: &Resources,
        go: &str,
    ) -> Result<Chair<G>, ProgramError> {
        Ok(match entrant {
            Entrant::Player(player) => Chair::Player(game.bot(*player, resources)),
            Entrant::Program(command) => Chair::Program(Box::new(Program::start(
                command,
                &Setup::of(game.clone()),
                go,
            )?)),
        })
    }

    /// A move; `None` when there is none.
    pub(super) fn choose(
        &mut self,
        game: &Match<G>,
        random: &mut Random,
    ) -> Result<Option<G::Move>, ProgramError> {
        match self {
            Chair::Player(bot) => Ok(bot.choose(&game.recent(), random)),
            Chair::Program(program) => {
                let text = program.choose(game as &dyn Session)?;
                let read = game.game().read_move(game.position(), &text);
                Ok(read.ok())
            }
        }
    }
}
