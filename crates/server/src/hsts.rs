use std::fmt;
use std::str::FromStr;

use game::Excerpt;
use play::text::Text;
use serde::Deserialize;

/// What browsers that came over HTTPS are told about coming back (RFC 6797).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Hsts {
    /// Nothing.
    Off,
    /// To use HTTPS only, for so long.
    For {
        /// How long, in seconds. 0 takes back what was said before.
        seconds: u32,
        /// For which names.
        scope: HstsScope,
    },
}

/// The names for which HTTPS is promised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HstsScope {
    /// The name of the page.
    Host,
    /// Also all names below it.
    Subdomains,
    /// Also in the lists that browsers carry, which takes months to undo.
    Preload,
}

/// Why a text says nothing about HTTPS.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HstsError {
    /// It is of another form.
    #[error("'{text}' is not off, or seconds with subdomains or preload")]
    Form {
        /// What was there.
        text: Excerpt,
    },
    /// The lists take only who promises a year.
    #[error("preload needs at least {YEAR} seconds")]
    TooShort,
}

/// A year, in seconds.
const YEAR: u32 = 31_536_000;

impl HstsError {
    /// The reason for people.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            HstsError::Form { text } => Text::new(
                format!(
                    "'{text}' says nothing about HTTPS: write off, or seconds such as {YEAR}, with \
                     ,subdomains or ,preload after them"
                ),
                format!(
                    "« {text} » ne dit rien sur HTTPS : écrivez off, ou des secondes comme {YEAR}, \
                     suivies de ,subdomains ou ,preload"
                ),
            ),
            HstsError::TooShort => Text::new(
                format!("preload needs at least {YEAR} seconds, which is a year"),
                format!("preload demande au moins {YEAR} secondes, soit une année"),
            ),
        }
    }
}

impl Default for Hsts {
    /// A year for the name of the page: what other names of the domain do is not known.
    fn default() -> Hsts {
        Hsts::For {
            seconds: YEAR,
            scope: HstsScope::Host,
        }
    }
}

impl Hsts {
    /// As the header says it, if it says something.
    pub(crate) fn header(self) -> Option<String> {
        let Hsts::For { seconds, scope } = self else {
            return None;
        };
        let more = match scope {
            HstsScope::Host => "",
            HstsScope::Subdomains => "; includeSubDomains",
            HstsScope::Preload => "; includeSubDomains; preload",
        };
        Some(format!("max-age={seconds}{more}"))
    }
}

impl FromStr for Hsts {
    type Err = HstsError;

    fn from_str(text: &str) -> Result<Hsts, HstsError> {
        let refuse = || HstsError::Form {
            text: Excerpt::of(text),
        };
        if text == "off" {
            return Ok(Hsts::Off);
        }
        let (seconds, scope) = match text.split_once(',') {
            None => (text, HstsScope::Host),
            Some((seconds, "subdomains")) => (seconds, HstsScope::Subdomains),
            Some((seconds, "preload")) => (seconds, HstsScope::Preload),
            Some(_) => return Err(refuse()),
        };
        let seconds = seconds.parse().map_err(|_| refuse())?;
        if scope == HstsScope::Preload && seconds < YEAR {
            return Err(HstsError::TooShort);
        }
        Ok(Hsts::For { seconds, scope })
    }
}

impl TryFrom<String> for Hsts {
    type Error = HstsError;

    fn try_from(text: String) -> Result<Hsts, HstsError> {
        text.parse()
    }
}

impl fmt::Display for Hsts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hsts::Off => f.write_str("off"),
            Hsts::For { seconds, scope } => {
                let more = match scope {
                    HstsScope::Host => "",
                    HstsScope::Subdomains => ",subdomains",
                    HstsScope::Preload => ",preload",
                };
                write!(f, "{seconds}{more}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_browsers_are_told_is_read_and_printed() {
        for (text, header) in [
            ("off", None),
            ("0", Some("max-age=0")),
            ("31536000", Some("max-age=31536000")),
            ("300,subdomains", Some("max-age=300; includeSubDomains")),
            (
                "63072000,preload",
                Some("max-age=63072000; includeSubDomains; preload"),
            ),
        ] {
            let hsts: Hsts = text.parse().unwrap();
            assert_eq!(hsts.to_string(), text);
            assert_eq!(hsts.header().as_deref(), header);
        }
        assert_eq!(Hsts::default().to_string(), "31536000");
        for text in [
            "",
            "on",
            "-1",
            "300,",
            "300,preload,subdomains",
            "1e9",
            "300, subdomains",
        ] {
            assert!(text.parse::<Hsts>().is_err(), "{text}");
        }
        assert_eq!("300,preload".parse::<Hsts>(), Err(HstsError::TooShort));
    }
}
