use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use game::Excerpt;

use super::{Level, Player};

/// Why the name of a player is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerError {
    /// No player has that name.
    Unknown {
        /// What was there.
        name: Excerpt,
    },
    /// Not one of the levels.
    Level {
        /// What was there.
        level: Excerpt,
    },
    /// Not a whole number from 1 on that can be counted or waited for.
    Limit {
        /// `nodes` or `time`.
        key: &'static str,
        /// What was there.
        value: Excerpt,
    },
}

/// The most a limit may be: a day in milliseconds, and more nodes than fit into it.
const MOST_NODES: u64 = 1_000_000_000_000;
const MOST_MILLISECONDS: u64 = 86_400_000;

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Random => f.write_str("random"),
            Player::Greedy => f.write_str("greedy"),
            Player::Level(level) => write!(f, "level-{}", level.number()),
            Player::Perfect => f.write_str("perfect"),
            Player::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Player::Time(time) => write!(f, "time={}ms", time.as_millis()),
        }
    }
}

impl FromStr for Player {
    type Err = PlayerError;

    /// Reads what is printed, in any letter case; a level also as its number alone, a time also in
    /// seconds (`time=2s`).
    fn from_str(text: &str) -> Result<Player, PlayerError> {
        let name = text.trim().to_ascii_lowercase();
        if let Some((key, value)) = name.split_once('=') {
            return limited(key.trim(), value.trim(), text);
        }
        match name.as_str() {
            "random" => return Ok(Player::Random),
            "greedy" => return Ok(Player::Greedy),
            "perfect" => return Ok(Player::Perfect),
            _ => {}
        }
        let number = name.strip_prefix("level-").unwrap_or(&name);
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number && !name.starts_with("level") {
            return Err(PlayerError::Unknown {
                name: Excerpt::of(text),
            });
        }
        let level = number.parse().ok().and_then(Level::new);
        level.map(Player::Level).ok_or_else(|| PlayerError::Level {
            level: Excerpt::of(text),
        })
    }
}

fn limited(key: &str, value: &str, text: &str) -> Result<Player, PlayerError> {
    let refuse = |key| PlayerError::Limit {
        key,
        value: Excerpt::of(value),
    };
    match key {
        "nodes" => {
            let nodes = whole(value, MOST_NODES).ok_or_else(|| refuse("nodes"))?;
            Ok(Player::Nodes(nodes))
        }
        "time" => {
            let number = value.strip_suffix("ms").map(|number| (number, 1));
            let seconds = || value.strip_suffix('s').map(|number| (number, 1000));
            let (number, unit) = number.or_else(seconds).ok_or_else(|| refuse("time"))?;
            let number = whole(number.trim(), MOST_MILLISECONDS / unit);
            let number = number.ok_or_else(|| refuse("time"))?;
            Ok(Player::Time(Duration::from_millis(number * unit)))
        }
        _ => Err(PlayerError::Unknown {
            name: Excerpt::of(text),
        }),
    }
}

/// A whole number from 1 to `most`.
fn whole(text: &str, most: u64) -> Option<u64> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number: u64 = text.parse().ok().filter(|_| digits)?;
    (1..=most).contains(&number).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(typed: &str, printed: &str) {
        let player: Player = typed.parse().unwrap();
        assert_eq!(player.to_string(), printed);
        assert_eq!(printed.parse(), Ok(player));
    }

    #[test]
    fn names_are_read_and_printed() {
        check("Random", "random");
        check(" greedy ", "greedy");
        check("perfect", "perfect");
        check("3", "level-3");
        check("LEVEL-8", "level-8");
        check("nodes=20000", "nodes=20000");
        check("Nodes = 1", "nodes=1");
        check("time=200ms", "time=200ms");
        check("time=2s", "time=2000ms");
    }

    #[test]
    fn other_names_are_refused_with_what_is_wrong() {
        let refused = |text: &str| text.parse::<Player>().unwrap_err();
        for text in ["", "chess", "node=3", "-3", "levl-3", "time"] {
            let unknown = matches!(refused(text), PlayerError::Unknown { .. });
            assert!(unknown, "{text}: {:?}", refused(text));
        }
        for text in [
            "0",
            "9",
            "level-0",
            "level-9",
            "level",
            "level-",
            "99999999999999999999",
        ] {
            let level = matches!(refused(text), PlayerError::Level { .. });
            assert!(level, "{text}: {:?}", refused(text));
        }
        for text in [
            "nodes=0",
            "nodes=",
            "nodes=-1",
            "nodes=1e3",
            "time=5",
            "time=0ms",
            "time=+5s",
        ] {
            let limit = matches!(refused(text), PlayerError::Limit { .. });
            assert!(limit, "{text}: {:?}", refused(text));
        }
        assert!("time=18446744073709551615s".parse::<Player>().is_err());
    }
}
