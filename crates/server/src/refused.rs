use std::time::Duration;

use game::Rule;
use play::record::RecordError;
use play::text::Text;
use play::{ComputerError, Lang, Refusal, SetupError, TimeControl, TimeControlError};

use crate::desks::Crowded;
use crate::limits::TooSoon;
use crate::pool::PoolError;
use crate::protocol::{Code, Problem, Words};
use crate::store::StoreError;

/// Why the server does not do what somebody asks. Nothing has changed, unless it is in doubt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// It could not be read.
    Malformed {
        detail: String,
    },
    /// It is too long.
    TooLarge,
    /// The body is not said to be JSON.
    NotJson,
    NotFound,
    /// One has to be a guest or an account first.
    NobodyYet,
    WrongPassword,
    /// The present password, which a change of it needs, is wrong.
    WrongOldPassword,
    /// Password right, one-time code missing.
    SecondFactor,
    WrongCode,
    WrongRecovery,
    BadName(Text),
    WeakPassword(Text),
    NeedsAccount,
    /// Such a game is not rated.
    NotRated(Unrateable),
    NotYourGame,
    NotYourTurn,
    /// The next entry has another number.
    Stale {
        ply: u32,
    },
    Illegal(Refusal),
    NotLive,
    SeatTaken,
    /// One of two people has blocked the other.
    Parted,
    /// Those who run the server keep the account out.
    Barred,
    /// They keep the address out, until a moment in milliseconds since 1970.
    KeptOut {
        until: u64,
    },
    /// They have taken the game out of sight.
    Removed,
    NotNow(Text),
    Setup(SetupError),
    Position(Refusal),
    Record(RecordError),
    /// No record at all, or several.
    NotOneRecord,
    Clock(TimeControlError),
    Computer(ComputerError),
    NoValue(Text),
    /// More than is allowed at once: how long to wait.
    TooMany {
        wait: Duration,
    },
    /// More than one may have at a time.
    TooManyOpen(Text),
    OtherSite,
    WrongMethod,
    Store(StoreError),
    /// The store has failed and does not tell yet whether something was stored.
    InDoubt,
    /// Nobody speaks for the game at the moment, or who does cannot be asked.
    Between,
    /// The node that speaks for the game refuses it, in these words.
    Relayed(Box<Problem>),
    /// Busy or going down.
    Unavailable,
    /// The program has a fault, and what was asked met it.
    Internal,
}

/// Which games cannot be rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unrateable {
    /// Against the computer.
    Computer,
    /// Of two people at one screen.
    OneScreen,
    /// From a chosen position.
    Position,
}

/// How long a server that is busy may need.
const BUSY: Duration = Duration::from_secs(2);

impl Refused {
    /// What an action that makes no sense now is answered.
    pub(crate) fn not_now(english: &str, french: &str) -> Refused {
        Refused::NotNow(Text::new(english, french))
    }

    /// For programs.
    pub(crate) fn code(&self) -> Code {
        match self {
            Refused::Malformed { .. } => Code::Malformed,
            Refused::TooLarge => Code::TooLarge,
            Refused::NotJson => Code::NotJson,
            Refused::NotFound => Code::NotFound,
            Refused::NobodyYet => Code::NobodyYet,
            Refused::WrongPassword | Refused::WrongOldPassword => Code::WrongPassword,
            Refused::SecondFactor => Code::SecondFactor,
            Refused::WrongCode => Code::WrongCode,
            Refused::WrongRecovery => Code::WrongRecovery,
            Refused::BadName(_) => Code::BadName,
            Refused::WeakPassword(_) => Code::WeakPassword,
            Refused::NeedsAccount => Code::NeedsAccount,
            Refused::NotRated(_) => Code::NotRated,
            Refused::NotYourGame => Code::NotYourGame,
            Refused::NotYourTurn => Code::NotYourTurn,
            Refused::Stale { .. } => Code::Stale,
            Refused::Illegal(_) => Code::IllegalMove,
            Refused::NotLive => Code::NotLive,
            Refused::SeatTaken => Code::SeatTaken,
            Refused::NotNow(_) | Refused::Parted => Code::NotNow,
            Refused::Barred | Refused::KeptOut { .. } => Code::Barred,
            Refused::Removed => Code::Removed,
            Refused::Setup(_) => Code::BadSetup,
            Refused::Position(_) => Code::BadPosition,
            Refused::Record(_) | Refused::NotOneRecord => Code::BadRecord,
            Refused::Clock(_) => Code::BadClock,
            Refused::Computer(_) => Code::NoComputer,
            Refused::NoValue(_) => Code::NoValue,
            Refused::TooMany { .. } | Refused::TooManyOpen(_) => Code::TooMany,
            Refused::Internal => Code::Internal,
            Refused::OtherSite => Code::OtherSite,
            Refused::WrongMethod => Code::WrongMethod,
            Refused::Store(StoreError::Stale) => Code::Stale,
            Refused::Store(StoreError::Missing) => Code::NotFound,
            Refused::Store(StoreError::NameTaken) => Code::NameTaken,
            Refused::Store(StoreError::Closed | StoreError::Outdated)
            | Refused::InDoubt
            | Refused::Between
            | Refused::Unavailable => Code::Unavailable,
            Refused::Relayed(problem) => problem.code,
            Refused::Store(_) => Code::NotStored,
        }
    }

    fn rule(&self) -> Option<Rule> {
        match self {
            Refused::Illegal(refusal) | Refused::Position(refusal) => refusal.rule,
            _ => None,
        }
    }

    /// For people.
    fn text(&self) -> Text {
        match self {
            Refused::Malformed { detail } => Text::new(
                format!("this cannot be read: {detail}"),
                format!("ceci est illisible : {detail}"),
            ),
            Refused::TooLarge => Text::new("this is too long", "c'est trop long"),
            Refused::NotJson => Text::new(
                "send JSON, with content-type: application/json",
                "envoyez du JSON, avec content-type: application/json",
            ),
            Refused::NotFound => Text::new("there is no such thing", "cela n'existe pas"),
            Refused::NobodyYet => Text::new(
                "choose a name first: POST /api/guest",
                "choisissez d'abord un nom : POST /api/guest",
            ),
            Refused::WrongPassword => Text::new(
                "name or password is wrong",
                "le nom ou le mot de passe est faux",
            ),
            Refused::WrongOldPassword => Text::new(
                "the current password is wrong: nothing was changed",
                "le mot de passe actuel est faux : rien n'a été modifié",
            ),
            Refused::SecondFactor => Text::new(
                "enter the code that your app for one-time codes shows now",
                "saisissez le code que votre application affiche maintenant",
            ),
            Refused::WrongCode => Text::new(
                "this code is wrong or was used already: wait for the next one",
                "ce code est faux ou a déjà servi : attendez le suivant",
            ),
            Refused::WrongRecovery => Text::new(
                "name or recovery code is wrong, or the code was used already",
                "le nom ou le code de secours est faux, ou le code a déjà servi",
            ),
            Refused::NeedsAccount => Text::new(
                "rated games are for people with an account",
                "les parties classées demandent un compte",
            ),
            Refused::NotRated(Unrateable::Computer) => Text::new(
                "games against the computer are not rated",
                "les parties contre l'ordinateur ne sont pas classées",
            ),
            Refused::NotRated(Unrateable::OneScreen) => Text::new(
                "games at one screen are not rated",
                "les parties à deux sur un écran ne sont pas classées",
            ),
            Refused::NotRated(Unrateable::Position) => Text::new(
                "a rated game begins at the beginning: games from a chosen position are not rated",
                "une partie classée commence au début : les parties à partir d'une position \
                 choisie ne sont pas classées",
            ),
            Refused::NotYourGame => Text::new(
                "you have no seat in this game",
                "vous ne jouez pas cette partie",
            ),
            Refused::NotYourTurn => {
                Text::new("it is the other player's turn", "c'est à l'autre de jouer")
            }
            Refused::Stale { ply } => Text::new(
                format!("the game has gone on: the next entry has number {ply}"),
                format!("la partie a continué : la prochaine entrée porte le numéro {ply}"),
            ),
            Refused::NotLive => Text::new(
                "this game is not being played",
                "cette partie n'est pas en cours",
            ),
            Refused::SeatTaken => Text::new(
                "this seat is taken, or the other one is yours",
                "cette place est prise, ou l'autre est la vôtre",
            ),
            Refused::Parted => Text::new(
                "you and this player do not meet: one of you has blocked the other",
                "vous et ce joueur ne vous rencontrez pas : l'un de vous a bloqué l'autre",
            ),
            Refused::Barred => Text::new(
                "this account is closed: ask those who run this server",
                "ce compte est fermé : demandez aux responsables de ce serveur",
            ),
            Refused::KeptOut { until } => {
                let until = crate::date(*until);
                Text::new(
                    format!(
                        "your network is kept out until {until}: ask those who run this server"
                    ),
                    format!(
                        "votre réseau est exclu jusqu'au {until} : demandez aux responsables de ce \
                         serveur"
                    ),
                )
            }
            Refused::Removed => Text::new(
                "those who run this server have removed this game; its players still have it",
                "les responsables de ce serveur ont retiré cette partie ; ses joueurs l'ont toujours",
            ),
            Refused::BadName(text)
            | Refused::WeakPassword(text)
            | Refused::NotNow(text)
            | Refused::TooManyOpen(text)
            | Refused::NoValue(text) => text.clone(),
            Refused::Illegal(refusal) | Refused::Position(refusal) => refusal.text.clone(),
            Refused::Setup(error) => error.text(),
            Refused::Record(error) => error.text(),
            Refused::NotOneRecord => {
                Text::new("send one game at a time", "envoyez une partie à la fois")
            }
            Refused::Clock(TimeControlError { text }) => {
                let seconds = TimeControl::MOST_SECONDS;
                let (increment, days) = (TimeControl::MOST_INCREMENT, TimeControl::MOST_DAYS);
                Text::new(
                    format!(
                        "{text} is no clock: write none, 300+3 (1 to {seconds} seconds, 0 to \
                         {increment} more after each move) or 3d (1 to {days} days per move)"
                    ),
                    format!(
                        "{text} n'est pas une pendule : écrivez none, 300+3 (de 1 à {seconds} \
                         secondes, de 0 à {increment} de plus après chaque coup) ou 3d (de 1 à \
                         {days} jours par coup)"
                    ),
                )
            }
            Refused::Computer(error) => error.text(),
            Refused::TooMany { wait } => {
                let seconds = whole_seconds(*wait);
                Text::new(
                    format!("Too much at once. Try again in {seconds} s."),
                    format!("Trop de demandes à la fois. Réessayez dans {seconds} s."),
                )
            }
            Refused::OtherSite => Text::new(
                "this request comes from another site",
                "cette demande vient d'un autre site",
            ),
            Refused::WrongMethod => Text::new(
                "this address does not take this method",
                "cette adresse n'accepte pas cette méthode",
            ),
            Refused::Store(error) => error.text(),
            Refused::InDoubt => Text::new(
                "the game cannot be read from the disk, so it is not known whether this was \
                 stored: try again in a moment",
                "la partie est illisible sur le disque, on ne sait donc pas si ceci est \
                 enregistré : réessayez dans un instant",
            ),
            Refused::Internal => Text::new(
                "this met a fault of the server: it was noted, and nothing else is touched by it",
                "ceci a révélé un défaut du serveur : il est noté, et rien d'autre n'en est touché",
            ),
            Refused::Between => Text::new(
                "the server is catching its breath: try again in a moment",
                "le serveur reprend son souffle : réessayez dans un instant",
            ),
            Refused::Relayed(problem) => Text::new(&problem.text.en, &problem.text.fr),
            Refused::Unavailable => Text::new(
                "the server is busy: try again in a moment",
                "le serveur est occupé : réessayez dans un instant",
            ),
        }
    }

    /// Whether it may have been done all the same.
    pub(crate) fn is_in_doubt(&self) -> bool {
        match self {
            Refused::Store(_) | Refused::InDoubt | Refused::Between => true,
            Refused::Relayed(problem) => {
                matches!(problem.code, Code::NotStored | Code::Unavailable)
            }
            _ => false,
        }
    }

    /// After how long it is worth trying again, where time alone helps.
    pub(crate) fn wait(&self) -> Option<Duration> {
        match self {
            Refused::TooMany { wait } => Some(*wait),
            Refused::Relayed(problem) => problem.wait.map(Duration::from_millis),
            _ if self.code() == Code::Unavailable || self.code() == Code::NotStored => Some(BUSY),
            _ => None,
        }
    }

    /// As it is sent.
    pub(crate) fn problem(&self) -> Problem {
        if let Refused::Relayed(problem) = self {
            return (**problem).clone();
        }
        let text = self.text();
        Problem {
            code: self.code(),
            text: Words {
                en: text.get(Lang::EN),
                fr: text.get(Lang::FR),
            },
            rule: self.rule().map(|rule| rule.to_string()),
            wait: self.wait().map(|wait| wait.as_millis() as u64),
        }
    }
}

/// A time in seconds, no part of one left out.
pub(crate) fn whole_seconds(time: Duration) -> u64 {
    time.as_millis().div_ceil(1000) as u64
}

impl From<TooSoon> for Refused {
    fn from(TooSoon { wait }: TooSoon) -> Refused {
        Refused::TooMany { wait }
    }
}

impl From<Crowded> for Refused {
    fn from(Crowded { wait }: Crowded) -> Refused {
        Refused::TooMany { wait }
    }
}

impl From<PoolError> for Refused {
    fn from(error: PoolError) -> Refused {
        match error {
            PoolError::Full { wait } => Refused::TooMany { wait },
            PoolError::Failed => Refused::Internal,
        }
    }
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Refused {
        Refused::Store(error)
    }
}
