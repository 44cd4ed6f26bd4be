use play::text::Text;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::MessageId;

/// What a player does besides moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Gives up.
    Resign,
    /// Offers a draw; accepts the one that was offered.
    Draw,
    /// Asks to take the last own move back; grants it to the other who asked.
    Takeback,
    /// Says no to what was offered or asked, or withdraws what one offered oneself; nothing where
    /// nothing is open.
    Decline,
    /// Claims the game of somebody who left.
    Claim,
    /// Calls a game off in which not everybody has moved, or that nobody has joined.
    Abort,
    /// Offers another game, colours changed; accepts it.
    Rematch,
}

/// Something to be done besides moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ActionRequest {
    /// The number of the next entry, as the client knows it.
    pub ply: u32,
    /// What.
    pub action: Action,
    /// How the client calls this request; asked for again with the same, it is done once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<MessageId>,
}

/// Something that one player offers and the other answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Offer {
    /// A draw.
    Draw,
    /// To take a move back.
    Takeback,
    /// Another game.
    Rematch,
}

/// What players may say to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Phrase {
    /// A greeting.
    Hello,
    /// A wish.
    GoodLuck,
    /// A compliment.
    WellPlayed,
    /// Thanks.
    Thanks,
    /// An excuse.
    Sorry,
    /// A request for patience.
    OneMoment,
    /// Surprise.
    Oh,
    /// Good-bye.
    Goodbye,
}

impl Phrase {
    /// All of them, in the order of a game.
    pub const ALL: [Phrase; 8] = [
        Phrase::Hello,
        Phrase::GoodLuck,
        Phrase::WellPlayed,
        Phrase::Thanks,
        Phrase::Sorry,
        Phrase::OneMoment,
        Phrase::Oh,
        Phrase::Goodbye,
    ];

    /// What is read.
    #[must_use]
    pub fn text(self) -> Text {
        match self {
            Phrase::Hello => Text::new("Hello!", "Bonjour !"),
            Phrase::GoodLuck => Text::new("Have a good game!", "Bonne partie !"),
            Phrase::WellPlayed => Text::new("Well played!", "Bien joué !"),
            Phrase::Thanks => Text::new("Thank you!", "Merci !"),
            Phrase::Sorry => Text::new("Sorry!", "Pardon !"),
            Phrase::OneMoment => Text::new("One moment, please.", "Un instant, s'il vous plaît."),
            Phrase::Oh => Text::new("Oh!", "Oh !"),
            Phrase::Goodbye => Text::new("Goodbye!", "Au revoir !"),
        }
    }
}
