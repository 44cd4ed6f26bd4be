use super::{RankedMove, Value};
use crate::text::Text;
use crate::{Lang, Session};

/// What a move gave away, where it was a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// What the best move was worth.
    pub best: Value,
    /// What the move that was made was worth.
    pub own: Value,
}

/// How much a mistake matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// It cost something.
    Mistake,
    /// It cost much.
    Blunder,
}

/// What values that are no results are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Points.
    Points,
    /// Stones, or whatever stands on the board.
    Stones,
}

/// Hundredths of a point or a stone from which on a guess is called a mistake.
const MISTAKE: i32 = 100;

/// The same for a blunder; exact points too.
const BLUNDER: i32 = 300;

impl Unit {
    /// What the game of a session counts.
    #[must_use]
    pub fn of(session: &dyn Session) -> Unit {
        match session.points() {
            Some(_) => Unit::Points,
            None => Unit::Stones,
        }
    }

    /// `1 point`, `2 stones`, from a number as it is printed.
    fn counted(self, number: &str) -> Text {
        // In French what is less than two is singular, in English what is not one is plural.
        let (one, few) = (number == "1", number == "1" || number.starts_with("1."));
        let (english, french) = match self {
            Unit::Points => ("point", "point"),
            Unit::Stones => ("stone", "pion"),
        };
        let comma = number.replace('.', ",");
        Text::new(
            format!("{number} {english}{}", if one { "" } else { "s" }),
            format!(
                "{comma} {french}{}",
                if few || number.starts_with("0") {
                    ""
                } else {
                    "s"
                }
            ),
        )
    }
}

impl Cost {
    /// What a move cost that was worth so much where there was a best one; nothing unless it was a
    /// mistake: exact values have to differ, guesses by more than they are usually off.
    #[must_use]
    pub fn of(best: &RankedMove, played: &str, own: Value) -> Option<Cost> {
        let cost = Cost {
            best: best.value,
            own,
        };
        let exact = cost.best.is_exact() && cost.own.is_exact();
        let least = if exact { 1 } else { MISTAKE };
        (best.played != played && cost.hundredths() >= least).then_some(cost)
    }

    /// What was lost, in hundredths of a point or a stone.
    #[must_use]
    pub fn hundredths(self) -> i32 {
        self.best.comparable() - self.own.comparable()
    }

    /// How much it matters.
    #[must_use]
    pub fn severity(self) -> Severity {
        if self.hundredths() < BLUNDER {
            Severity::Mistake
        } else {
            Severity::Blunder
        }
    }

    /// What it cost, in words: the end of a sentence that begins with the move. «gave away a win in
    /// 21», «2 points less».
    #[must_use]
    pub fn text(self, unit: Unit) -> Text {
        match (self.best, self.own) {
            (Value::Score { .. }, Value::Score { .. }) => self.estimated(unit),
            (Value::Points(best), Value::Points(own)) if (best > 0) == (own > 0) && best != 0 => {
                let less = unit.counted(&(best - own).to_string());
                Text::new(
                    format!("{} less", less.get(Lang::EN)),
                    format!("{} de moins", less.get(Lang::FR)),
                )
            }
            (best, own) if best.comparable() > 0 && own.is_draw() && best.is_exact() => {
                let best = named(best, unit);
                Text::new(
                    format!("gave away {}", best.get(Lang::EN)),
                    format!("a laissé échapper {}", best.get(Lang::FR)),
                )
            }
            (best, own) => {
                let (best, own) = (named(best, unit), named(own, unit));
                Text::new(
                    format!("from {} to {}", best.get(Lang::EN), own.get(Lang::EN)),
                    format!(
                        "passe {} à {}",
                        from_french(&best.get(Lang::FR)),
                        own.get(Lang::FR)
                    ),
                )
            }
        }
    }

    fn estimated(self, unit: Unit) -> Text {
        let worse = unit.counted(&tenths(self.hundredths()));
        Text::new(
            format!("about {} worse (estimate)", worse.get(Lang::EN)),
            format!("environ {} de moins (estimation)", worse.get(Lang::FR)),
        )
    }
}

/// Hundredths to one place, without a nought at the end: `1.3`, `2`.
fn tenths(hundredths: i32) -> String {
    let tenths = (hundredths.abs() + 5) / 10;
    match tenths % 10 {
        0 => (tenths / 10).to_string(),
        part => format!("{}.{part}", tenths / 10),
    }
}

/// A value as something one has: «a win in 21», «a draw», «about 1.3 stones ahead (estimate)».
fn named(value: Value, unit: Unit) -> Text {
    match value {
        Value::Win(turns) => Text::new(
            format!("a win in {turns}"),
            format!("une victoire en {turns}"),
        ),
        Value::Loss(turns) => Text::new(
            format!("a loss in {turns}"),
            format!("une défaite en {turns}"),
        ),
        Value::Won => Text::new("a win", "une victoire"),
        Value::Lost => Text::new("a loss", "une défaite"),
        Value::Draw | Value::Points(0) => Text::new("a draw", "une nulle"),
        Value::Points(points) => {
            let by = unit.counted(&points.abs().to_string());
            let (by, de) = (by.get(Lang::EN), by.get(Lang::FR));
            if points > 0 {
                Text::new(format!("a win by {by}"), format!("une victoire de {de}"))
            } else {
                Text::new(format!("a loss by {by}"), format!("une défaite de {de}"))
            }
        }
        Value::Score { hundredths, .. } if hundredths.abs() < MISTAKE / 2 => Text::new(
            "an even position (estimate)",
            "une position égale (estimation)",
        ),
        Value::Score { hundredths, .. } => {
            let by = unit.counted(&tenths(hundredths));
            let (by, de) = (by.get(Lang::EN), by.get(Lang::FR));
            if hundredths > 0 {
                Text::new(
                    format!("about {by} ahead (estimate)"),
                    format!("une avance d'environ {de} (estimation)"),
                )
            } else {
                Text::new(
                    format!("about {by} behind (estimate)"),
                    format!("un retard d'environ {de} (estimation)"),
                )
            }
        }
    }
}

/// «d'une victoire» from «une victoire».
fn from_french(noun: &str) -> String {
    format!("d'{noun}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn score(hundredths: i32) -> Value {
        Value::Score {
            hundredths,
            depth: 9,
        }
    }

    #[track_caller]
    fn says(best: Value, own: Value, unit: Unit, english: &str, french: &str) {
        let text = Cost { best, own }.text(unit);
        assert_eq!(text.get(Lang::EN), english);
        assert_eq!(
            text.get(Lang::FR).replace(['\u{a0}', '\u{202f}'], " "),
            french
        );
    }

    #[test]
    fn what_a_mistake_cost_is_said_in_words() {
        use Unit::{Points, Stones};
        let win = Value::Win(21);
        says(
            win,
            Value::Draw,
            Stones,
            "gave away a win in 21",
            "a laissé échapper une victoire en 21",
        );
        says(
            win,
            Value::Loss(8),
            Stones,
            "from a win in 21 to a loss in 8",
            "passe d’une victoire en 21 à une défaite en 8",
        );
        says(
            Value::Draw,
            Value::Loss(14),
            Stones,
            "from a draw to a loss in 14",
            "passe d’une nulle à une défaite en 14",
        );
        says(
            Value::Points(3),
            Value::Points(1),
            Points,
            "2 points less",
            "2 points de moins",
        );
        says(
            Value::Points(-1),
            Value::Points(-2),
            Points,
            "1 point less",
            "1 point de moins",
        );
        says(
            Value::Points(1),
            Value::Points(0),
            Points,
            "gave away a win by 1 point",
            "a laissé échapper une victoire de 1 point",
        );
        says(
            Value::Points(0),
            Value::Points(-2),
            Points,
            "from a draw to a loss by 2 points",
            "passe d’une nulle à une défaite de 2 points",
        );
        says(
            score(90),
            score(-40),
            Stones,
            "about 1.3 stones worse (estimate)",
            "environ 1,3 pion de moins (estimation)",
        );
        says(
            score(20),
            Value::Loss(6),
            Stones,
            "from an even position (estimate) to a loss in 6",
            "passe d’une position égale (estimation) à une défaite en 6",
        );
        says(
            Value::Win(5),
            score(230),
            Stones,
            "from a win in 5 to about 2.3 stones ahead (estimate)",
            "passe d’une victoire en 5 à une avance d’environ 2,3 pions (estimation)",
        );
    }

    fn best(value: Value) -> RankedMove {
        RankedMove {
            played: "best".to_owned(),
            value,
            line: Vec::new(),
            limit_first: None,
        }
    }

    #[test]
    fn exact_values_that_differ_are_mistakes_and_guesses_have_to_differ_by_more() {
        let cost = |from, to| Cost::of(&best(from), "other", to);
        assert!(cost(Value::Points(1), Value::Points(0)).is_some());
        assert!(cost(Value::Draw, Value::Lost).is_some());
        assert!(cost(score(100), score(1)).is_none());
        assert!(cost(score(100), score(0)).is_some());
        // A slower win is no mistake, nor is one that is not yet proven.
        assert!(cost(Value::Win(5), Value::Win(21)).is_none());
        assert!(cost(score(900), Value::Win(9)).is_none());
        assert!(cost(score(1500), score(700)).is_none());
        assert!(Cost::of(&best(Value::Draw), "best", Value::Lost).is_none());
        let severity = |from, to| {
            Cost {
                best: from,
                own: to,
            }
            .severity()
        };
        assert_eq!(
            severity(Value::Points(2), Value::Points(0)),
            Severity::Mistake
        );
        assert_eq!(severity(Value::Win(3), Value::Draw), Severity::Blunder);
    }
}
