use std::fmt;
use std::time::Duration;

use game::Excerpt;

/// A line that somebody sends to an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`: who are you, and what can be set?
    Hello,
    /// `isready`
    Ready,
    /// `ucinewgame`: forget the last game.
    NewGame,
    /// `setoption name NAME value VALUE`
    Set {
        /// The option.
        name: String,
        /// What it is to be.
        value: String,
    },
    /// `position startpos|POSITION [moves MOVE…]`
    Position {
        /// Where the game begins, if not at the start.
        start: Option<String>,
        /// What was played.
        moves: Vec<String>,
    },
    /// `go …`
    Go(Going),
    /// `stop`: say now what you know.
    Stop,
    /// `show`: where are we?
    Show,
    /// `quit`
    Quit,
}

/// How long to think.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Going {
    /// Turns ahead.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// For this move.
    pub time: Option<Duration>,
    /// On the clocks of white and black, with what each turn adds.
    pub clocks: [Option<Duration>; 2],
    /// What each turn adds to them.
    pub increments: [Duration; 2],
}

/// Why a line is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// No command begins so.
    Unknown {
        /// The first word.
        word: Excerpt,
    },
    /// Something is missing.
    Missing {
        /// What.
        what: &'static str,
    },
    /// A word that has no place there.
    Word {
        /// The word.
        word: Excerpt,
    },
    /// Not a number that can be counted or waited for.
    Number {
        /// What it was for.
        what: &'static str,
        /// What was there.
        text: Excerpt,
    },
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Unknown { word } => write!(f, "unknown command {word}"),
            CommandError::Missing { what } => write!(f, "missing {what}"),
            CommandError::Word { word } => write!(f, "unexpected {word}"),
            CommandError::Number { what, text } => write!(f, "{what}: {text} is no such number"),
        }
    }
}

/// The longest time that can be asked for: a day.
const DAY: u64 = 86_400_000;

impl Command {
    /// Reads a line; `None` when there is nothing in it.
    pub fn read(line: &str) -> Result<Option<Command>, CommandError> {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else {
            return Ok(None);
        };
        let command = match first {
            "uci" => Command::Hello,
            "isready" => Command::Ready,
            "ucinewgame" => Command::NewGame,
            "stop" => Command::Stop,
            "show" => Command::Show,
            "quit" => Command::Quit,
            "setoption" => return option(words).map(Some),
            "position" => return position(words).map(Some),
            "go" => return going(words).map(Some),
            word => {
                let word = Excerpt::of(word);
                return Err(CommandError::Unknown { word });
            }
        };
        match words.next() {
            None => Ok(Some(command)),
            Some(word) => Err(CommandError::Word {
                word: Excerpt::of(word),
            }),
        }
    }
}

fn option<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, CommandError> {
    match words.next() {
        Some("name") => {}
        None => return Err(CommandError::Missing { what: "name" }),
        Some(word) => {
            let word = Excerpt::of(word);
            return Err(CommandError::Word { word });
        }
    }
    let name: Vec<&str> = words.by_ref().take_while(|word| *word != "value").collect();
    let value: Vec<&str> = words.collect();
    if name.is_empty() {
        return Err(CommandError::Missing { what: "name" });
    }
    if value.is_empty() {
        return Err(CommandError::Missing { what: "value" });
    }
    Ok(Command::Set {
        name: name.join(" "),
        value: value.join(" "),
    })
}

fn position<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, CommandError> {
    let first = words.next().ok_or(CommandError::Missing {
        what: "startpos or a position",
    })?;
    let start = (first != "startpos").then(|| first.to_owned());
    match words.next() {
        None | Some("moves") => {}
        Some(word) => {
            let word = Excerpt::of(word);
            return Err(CommandError::Word { word });
        }
    }
    let moves = words.map(str::to_owned).collect();
    Ok(Command::Position { start, moves })
}

fn going<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, CommandError> {
    let mut going = Going::default();
    while let Some(word) = words.next() {
        let mut milliseconds = |what| number(what, words.next(), 0, DAY).map(Duration::from_millis);
        match word {
            "infinite" => {}
            "movetime" => going.time = Some(milliseconds("movetime")?),
            "wtime" => going.clocks[0] = Some(milliseconds("wtime")?),
            "btime" => going.clocks[1] = Some(milliseconds("btime")?),
            "winc" => going.increments[0] = milliseconds("winc")?,
            "binc" => going.increments[1] = milliseconds("binc")?,
            "nodes" => going.nodes = Some(number("nodes", words.next(), 1, u64::MAX)?),
            "depth" => {
                let depth = number("depth", words.next(), 1, u32::MAX.into())?;
                going.depth = u32::try_from(depth).ok();
            }
            word => {
                let word = Excerpt::of(word);
                return Err(CommandError::Word { word });
            }
        }
    }
    Ok(Command::Go(going))
}

fn number(
    what: &'static str,
    text: Option<&str>,
    least: u64,
    most: u64,
) -> Result<u64, CommandError> {
    let text = text.ok_or(CommandError::Missing { what })?;
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| digits);
    let number = number.filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| CommandError::Number {
        what,
        text: Excerpt::of(text),
    })
}

impl Going {
    /// The time to use for a move of the side of that index, if there is a limit.
    #[must_use]
    pub fn time_for(&self, side: usize) -> Option<Duration> {
        let clock = self.clocks[side].map(|left| {
            // As if some thirty moves were to come, never all that is left.
            let share = left / 30 + self.increments[side] * 4 / 5;
            share.min(left / 3)
        });
        match (self.time, clock) {
            (Some(time), Some(clock)) => Some(time.min(clock)),
            (time, clock) => time.or(clock),
        }
    }

    /// Whether it ends by itself.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.time.is_some() || {
            let [white, black] = self.clocks;
            white.is_some() || black.is_some()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(line: &str, reason: &str) {
        assert_eq!(Command::read(line).unwrap_err().to_string(), reason);
    }

    #[test]
    fn lines_are_read() {
        let read = |line| Command::read(line).unwrap();
        assert_eq!(read("  "), None);
        assert_eq!(read("uci"), Some(Command::Hello));
        assert_eq!(
            read("setoption name Setup value moulin:envol"),
            Some(Command::Set {
                name: "Setup".into(),
                value: "moulin:envol".into(),
            })
        );
        assert_eq!(
            read(" position  startpos moves d6 d7"),
            Some(Command::Position {
                start: None,
                moves: vec!["d6".into(), "d7".into()],
            })
        );
        let Some(Command::Go(going)) = read("go wtime 60000 btime 30000 winc 1000 depth 9") else {
            panic!("no going");
        };
        assert_eq!(going.depth, Some(9));
        assert_eq!(going.time_for(0), Some(Duration::from_millis(2800)));
        assert_eq!(going.time_for(1), Some(Duration::from_millis(1000)));
        assert!(!Going::default().is_limited());
    }

    #[test]
    fn what_is_wrong_is_said() {
        refused("fly", "unknown command fly");
        refused("uci now", "unexpected now");
        refused("setoption", "missing name");
        refused("setoption name Hash", "missing value");
        refused("position", "missing startpos or a position");
        refused("position startpos d6", "unexpected d6");
        refused("go depth", "missing depth");
        refused("go depth 0", "depth: 0 is no such number");
        refused("go movetime -5", "movetime: -5 is no such number");
        refused("go quickly", "unexpected quickly");
    }
}
