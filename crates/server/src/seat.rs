use serde::{Deserialize, Serialize};

use crate::protocol::{self, Rating};

/// The number of a person in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct PersonId(pub(crate) i64);

/// Who sits on a side of a board.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Seat {
    /// Nobody yet.
    Empty,
    /// Somebody.
    Person(Seated),
    /// One of two people at one screen, who share whatever person the server knows there. Both
    /// seats of such a game are like this.
    Here(Here),
    /// The computer, by the name of its player.
    Computer(String),
}

/// A person at a board.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seated {
    pub(crate) person: PersonId,
    pub(crate) name: String,
    pub(crate) account_kind: AccountKind,
    /// In the family of the game.
    pub(crate) rating: Option<Rating>,
}

/// One of two people at one screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Here {
    /// Whose screen it is.
    pub(crate) person: PersonId,
    /// As they call themselves there.
    pub(crate) name: Option<String>,
}

/// Whether a person has an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum AccountKind {
    Guest,
    Account,
}

impl Seat {
    /// The person who sits there.
    pub(crate) fn person(&self) -> Option<PersonId> {
        match self {
            Seat::Person(seated) => Some(seated.person),
            Seat::Here(here) => Some(here.person),
            Seat::Empty | Seat::Computer(_) => None,
        }
    }

    /// What one of two people at one screen is called, where it was said.
    pub(crate) fn name_here(&self) -> Option<&str> {
        match self {
            Seat::Here(here) => here.name.as_deref(),
            Seat::Empty | Seat::Person(_) | Seat::Computer(_) => None,
        }
    }

    /// As others see it.
    pub(crate) fn player(&self) -> Option<protocol::Player> {
        match self {
            Seat::Empty => None,
            Seat::Person(seated) => Some(protocol::Player::Person {
                name: seated.name.clone(),
                guest: seated.account_kind == AccountKind::Guest,
                rating: seated.rating,
            }),
            Seat::Here(here) => Some(protocol::Player::Here {
                name: here.name.clone(),
            }),
            Seat::Computer(player) => Some(protocol::Player::Computer {
                player: player.clone(),
            }),
        }
    }
}
