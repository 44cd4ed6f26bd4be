use std::error::Error;
use std::fmt::{self, Display};
use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use ::play::Lang;
use ::play::text::Text;
use server::{Hsts, Monitoring, NatsAddress, NodeName, Subnet};

/// What the value of an argument should have been.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// A whole number, however large.
    Whole,
    /// A whole number in a range.
    Number { least: String, most: String },
    /// A number of seconds.
    Seconds,
    /// The stones of both sides in a layer.
    Stones,
    /// An address with a port.
    Address,
    /// An address with a port, or none at all.
    AddressOrOff,
    /// What a type of the server takes, in its own words.
    Other(Box<Text>),
}

impl Expected {
    /// It in words.
    pub(super) fn text(&self) -> Text {
        match self {
            Expected::Whole => Text::new("a whole number", "un nombre entier"),
            Expected::Number { least, most } => Text::new(
                format!("a whole number from {least} to {most}"),
                format!("un nombre entier de {least} à {most}"),
            ),
            Expected::Seconds => Text::new(
                "a number of seconds, 0 or more",
                "un nombre de secondes, 0 ou plus",
            ),
            Expected::Stones => Text::new(
                "W-B with 3 to 9 stones each, such as 6-5",
                "W-B avec 3 à 9 pions chacun, comme 6-5",
            ),
            Expected::Address => Text::new(
                "an address with a port, such as 127.0.0.1:8080",
                "une adresse avec un port, comme 127.0.0.1:8080",
            ),
            Expected::AddressOrOff => Text::new(
                "off or an address with a port, such as 127.0.0.1:9464",
                "off ou une adresse avec un port, comme 127.0.0.1:9464",
            ),
            Expected::Other(text) => (**text).clone(),
        }
    }
}

impl Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text().get(Lang::EN))
    }
}

impl Error for Expected {}

/// Reads a whole number.
pub(super) fn whole<N: FromStr>(text: &str) -> Result<N, Expected> {
    text.parse().map_err(|_| Expected::Whole)
}

/// Reads a whole number in a range.
pub(super) fn number<N>(
    range: RangeInclusive<N>,
) -> impl Fn(&str) -> Result<N, Expected> + Clone + Send + Sync + 'static
where
    N: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok();
        let number = number.filter(|number| range.contains(number));
        number.ok_or_else(|| Expected::Number {
            least: range.start().to_string(),
            most: range.end().to_string(),
        })
    }
}

/// Reads a number of seconds, which need not be whole.
pub(super) fn seconds(text: &str) -> Result<Duration, Expected> {
    let seconds = text.parse().ok();
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or(Expected::Seconds)
}

/// Reads `6-5`.
pub(super) fn stones(text: &str) -> Result<(u8, u8), Expected> {
    let number = |part: &str| match part.as_bytes() {
        [digit @ b'3'..=b'9'] => Some(digit - b'0'),
        _ => None,
    };
    let read = text.split_once('-');
    read.and_then(|(mover, other)| Some((number(mover)?, number(other)?)))
        .ok_or(Expected::Stones)
}

/// Reads `127.0.0.1:8080`.
pub(super) fn address(text: &str) -> Result<SocketAddr, Expected> {
    text.parse().map_err(|_| Expected::Address)
}

/// Reads `2026-12-24`: when this day begins, in milliseconds since 1970.
pub(super) fn day(text: &str) -> Result<u64, Expected> {
    let words = || Text::new("a day such as 2026-12-24", "un jour comme 2026-12-24");
    let day = server::read_date(text);
    day.ok_or_else(|| Expected::Other(Box::new(words())))
}

/// Reads `30m`, `12h` or `7d`, ten years at most: in milliseconds.
pub(super) fn span(text: &str) -> Result<u64, Expected> {
    const MOST: u64 = 3650 * 86_400_000;
    let words = || {
        Text::new(
            "a time such as 30m, 12h or 7d, ten years at most",
            "une durée comme 30m, 12h ou 7d, dix ans au plus",
        )
    };
    let split = text
        .len()
        .checked_sub(1)
        .and_then(|last| text.split_at_checked(last));
    let span = split.and_then(|(number, unit)| {
        let unit = match unit {
            "m" => 60_000,
            "h" => 3_600_000,
            "d" => 86_400_000,
            _ => return None,
        };
        number.parse::<u64>().ok()?.checked_mul(unit)
    });
    let span = span.filter(|span| (1..=MOST).contains(span));
    span.ok_or_else(|| Expected::Other(Box::new(words())))
}

/// Reads `off` or `127.0.0.1:9464`.
pub(super) fn monitoring(text: &str) -> Result<Monitoring, Expected> {
    text.parse().map_err(|_| Expected::AddressOrOff)
}

/// Reads the name of a node.
pub(super) fn node(text: &str) -> Result<NodeName, Expected> {
    let words = || {
        Text::new(
            "1 to 32 small letters, digits and hyphens",
            "de 1 à 32 lettres minuscules, chiffres et traits d'union",
        )
    };
    text.parse().map_err(|_| Expected::Other(Box::new(words())))
}

/// Reads where NATS is.
pub(super) fn nats(text: &str) -> Result<NatsAddress, Expected> {
    let words = || {
        Text::new(
            "addresses such as nats://127.0.0.1:4222, with commas between several",
            "des adresses comme nats://127.0.0.1:4222, séparées par des virgules",
        )
    };
    text.parse().map_err(|_| Expected::Other(Box::new(words())))
}

/// Reads `10.0.0.0/8`.
pub(super) fn subnet(text: &str) -> Result<Subnet, Expected> {
    let words = || {
        Text::new(
            "an address or network, such as 10.0.0.0/8",
            "une adresse ou un réseau, comme 10.0.0.0/8",
        )
    };
    text.parse().map_err(|_| Expected::Other(Box::new(words())))
}

/// Reads what browsers are told about HTTPS.
pub(super) fn hsts(text: &str) -> Result<Hsts, Expected> {
    let words = || {
        Text::new(
            "off, or seconds with ,subdomains or ,preload (which needs 31536000 or more)",
            "off, ou des secondes suivies de ,subdomains ou de ,preload (qui en demande 31536000 \
             ou plus)",
        )
    };
    text.parse().map_err(|_| Expected::Other(Box::new(words())))
}
