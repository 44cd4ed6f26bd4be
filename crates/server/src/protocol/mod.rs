//! What is said over the wire, in one place: the bodies of the HTTP API and the messages of the
//! socket. `docs/protocol.md` tells how they are used.

mod action;
mod catalogue;
mod challenge;
mod game;
mod help;
mod message;
mod person;
mod position;
mod problem;
mod rating;
mod report;
mod review;
mod side;
mod stage;
mod view;
mod words;

pub use action::{Action, ActionRequest, Offer, Phrase};
pub use catalogue::{
    AtlasBoard, AtlasValue, Catalogue, ComputerPlayer, Named, Offered, PhraseText, PlayerWords,
};
pub use challenge::{
    Challenge, ClockKind, ColourWish, ListedRequest, LobbyFilter, LobbyList, NewGame, OpponentWish,
};
pub use game::{
    Against, Clocks, Entry, EntryKind, GameResult, GameState, GameSummary, MoveRequest, Offers,
    Player, Presence, RatingChange, Status,
};
pub use help::{Forbidden, Hint, Look, Threats, WhyNot, WhyQuery};
pub use message::{ClientMessage, MessageId, ServerMessage};
pub use person::{
    AccountWithRecovery, BoardColours, Credentials, Export, ExportedGame, Language, Leader,
    Leaders, LogIn, Me, NewGuest, NewPassword, NewRecovery, OneTimeCode, Pace, PersonChange,
    Profile, Proof, Rating, RatingPoint, Recovery, SecondFactorSetup, Security, Session, Settings,
    Theme,
};
pub use position::{
    Arrangement, Frame, FramesPage, FramesQuery, Judged, PositionQuery, PositionValue,
    RecordFrames, RecordText, Score, ValueQuery,
};
pub use problem::{Code, Problem};
pub use rating::{LeaderNeeds, MarkReason, RatingMark};
pub use report::{Blocked, GivenReport, ReportReason, ReportRequest, Whom};
pub use review::{Mistake, MistakeSeverity, ReviewedMove};
pub use side::{Both, Side};
pub use stage::{Miniature, PlaceSpot, Stage};
pub use view::{Closing, ClosingStep, HandPieces, LastMove, Outcome, Piece, Turn, View};
pub use words::Words;
