use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What a server of a site is called: 1 to 32 of `a`–`z`, `0`–`9` and `-`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct NodeName(String);

/// What is no node's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a name of 1 to 32 small letters, digits and hyphens")]
pub struct NoNodeName;

/// Which process of that name it is: a node that starts anew, or has lost its place, is another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Incarnation(pub(crate) u64);

impl NodeName {
    const MOST: usize = 32;

    /// This process on this machine.
    #[must_use]
    pub fn of_process() -> NodeName {
        let host = rustix::system::uname();
        let host = host.nodename().to_string_lossy().to_lowercase();
        let number = format!("-{}", std::process::id());
        let plain = |letter: char| match letter {
            'a'..='z' | '0'..='9' => letter,
            _ => '-',
        };
        let room = NodeName::MOST - number.len();
        let name: String = host.chars().map(plain).take(room).collect();
        NodeName(name + &number)
    }

    /// What a site is called unless somebody says otherwise: its nodes talk under its name.
    #[must_use]
    pub fn of_site() -> NodeName {
        NodeName("main".to_owned())
    }

    /// As it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for NodeName {
    type Err = NoNodeName;

    fn from_str(text: &str) -> Result<NodeName, NoNodeName> {
        let known = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let fits = (1..=NodeName::MOST).contains(&text.len()) && text.bytes().all(known);
        fits.then(|| NodeName(text.to_owned())).ok_or(NoNodeName)
    }
}

impl TryFrom<String> for NodeName {
    type Error = NoNodeName;

    fn try_from(text: String) -> Result<NodeName, NoNodeName> {
        text.parse()
    }
}

impl From<NodeName> for String {
    fn from(name: NodeName) -> String {
        name.0
    }
}

impl fmt::Display for NodeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for NodeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_reads_back_and_nothing_else_is_one() {
        for name in ["a", "node-1", "0", &"x".repeat(32)] {
            assert_eq!(name.parse::<NodeName>().unwrap().to_string(), *name);
        }
        for none in ["", "Node", "a.b", "a b", "é", &"x".repeat(33)] {
            assert_eq!(none.parse::<NodeName>(), Err(NoNodeName), "{none}");
        }
        let own = NodeName::of_process();
        assert_eq!(own.as_str().parse(), Ok(own));
    }
}
