//! Glicko-2 as its paper has it (Glickman, "Example of the Glicko-2 system", 2012), written apart from the
//! server: one game is one rating period.

/// What a rating is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rating {
    pub(crate) value: f64,
    pub(crate) deviation: f64,
    pub(crate) volatility: f64,
}

/// Of somebody who has not played yet.
pub(crate) const FIRST: Rating = Rating {
    value: 1500.0,
    deviation: 350.0,
    volatility: 0.06,
};

/// Points of a rating in one of the paper's own units.
const SCALE: f64 = 173.7178;

/// The system's constant: how much volatility may change.
const TAU: f64 = 0.5;

/// The rating after one game with a score of 0, ½ or 1, of which so much counts.
pub(crate) fn after(me: Rating, other: Rating, score: f64, weight: f64) -> Rating {
    if weight <= 0.0 {
        return me;
    }
    let (mu, phi) = ((me.value - 1500.0) / SCALE, me.deviation / SCALE);
    let (mu_other, phi_other) = ((other.value - 1500.0) / SCALE, other.deviation / SCALE);
    let pi = std::f64::consts::PI;
    let g = 1.0 / (1.0 + 3.0 * phi_other * phi_other / (pi * pi)).sqrt();
    let expected = 1.0 / (1.0 + (-g * (mu - mu_other)).exp());
    let variance = 1.0 / (g * g * expected * (1.0 - expected));
    let delta = variance * g * (score - expected);
    let volatility = volatility(me.volatility, phi, variance, delta);
    let phi_star = phi.hypot(volatility);
    let phi_new = 1.0 / (1.0 / (phi_star * phi_star) + 1.0 / variance).sqrt();
    let mu_new = mu + phi_new * phi_new * g * (score - expected);
    let part = |from: f64, to: f64| from + weight * (to - from);
    Rating {
        value: part(me.value, mu_new * SCALE + 1500.0),
        deviation: part(me.deviation, phi_new * SCALE),
        volatility: part(me.volatility, volatility),
    }
}

/// Step 5 of the paper, by the Illinois method.
fn volatility(sigma: f64, phi: f64, variance: f64, delta: f64) -> f64 {
    let a = (sigma * sigma).ln();
    let f = |x: f64| {
        let e = x.exp();
        let sum = phi * phi + variance + e;
        e * (delta * delta - sum) / (2.0 * sum * sum) - (x - a) / (TAU * TAU)
    };
    let mut low = a;
    let mut high = if delta * delta > phi * phi + variance {
        (delta * delta - phi * phi - variance).ln()
    } else {
        let mut steps = 1.0;
        while f(a - steps * TAU) < 0.0 {
            steps += 1.0;
        }
        a - steps * TAU
    };
    let (mut f_low, mut f_high) = (f(low), f(high));
    while (high - low).abs() > 1e-9 {
        let middle = low + (low - high) * f_low / (f_high - f_low);
        let f_middle = f(middle);
        if f_middle * f_high <= 0.0 {
            (low, f_low) = (high, f_high);
        } else {
            f_low /= 2.0;
        }
        (high, f_high) = (middle, f_middle);
    }
    (low / 2.0).exp()
}

/// What counts of the first, second, third … game of the same two within a day.
pub(crate) fn weight_of_repeated(earlier: usize) -> f64 {
    [1.0, 1.0, 1.0, 0.5, 0.25]
        .get(earlier)
        .copied()
        .unwrap_or(0.0)
}

#[test]
fn a_win_between_beginners_is_worth_162_points() {
    let won = after(FIRST, FIRST, 1.0, 1.0);
    let lost = after(FIRST, FIRST, 0.0, 1.0);
    assert!((won.value - 1662.31).abs() < 0.01, "{won:?}");
    assert!((won.value + lost.value - 3000.0).abs() < 1e-9);
    assert!((won.deviation - 290.32).abs() < 0.01, "{won:?}");
}
