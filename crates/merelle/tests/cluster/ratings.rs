//! Ratings, computed again: there is an order of the games that leads from everybody's first rating to all
//! that is stored.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::checker::{Verdict, Violation, is_near};
use crate::glicko::{self, Rating};
use crate::records::{Change, Game, Records};

/// How far a rating computed here may be from the stored one: the two stop their iterations at different
/// places.
const NEAR: f64 = 0.01;

/// A game that counted: white's change and black's.
struct Counted<'a> {
    id: i64,
    game: &'a Game,
    changes: [&'a Change; 2],
}

/// What is known of somebody's rating in a family of games.
#[derive(Clone, Copy)]
struct Known {
    rating: Rating,
    games: i64,
}

pub(crate) fn judge(records: &Records, verdict: &mut Verdict) {
    let mut by_game: HashMap<i64, Vec<&Change>> = HashMap::new();
    for change in &records.changes {
        by_game.entry(change.game).or_default().push(change);
    }
    let mut counted = Vec::new();
    for (id, game) in &records.games {
        let changes = by_game.remove(id).unwrap_or_default();
        let of = |side: usize| {
            let mut changes = changes.iter();
            changes.find(|change| Some(change.person) == game.people[side])
        };
        let counts = game.rated && game.status == "over";
        match (counts, changes.len(), of(0), of(1)) {
            (false, 0, ..) => {}
            (true, 2, Some(white), Some(black)) => counted.push(Counted {
                id: *id,
                game,
                changes: [white, black],
            }),
            (_, times, ..) => verdict.add(Violation::Counted { game: *id, times }),
        }
    }
    verdict.figures.rated = counted.len();
    let place: HashMap<i64, usize> = (0..)
        .zip(&records.changes)
        .map(|(at, it)| (it.game, at))
        .collect();
    counted.sort_by_key(|it| place.get(&it.id).copied());
    explain(counted, records, verdict);
}

/// Takes games one after the other that fit what is known so far, until none does.
fn explain(mut open: Vec<Counted<'_>>, records: &Records, verdict: &mut Verdict) {
    let mut known: BTreeMap<(i64, &str), Known> = BTreeMap::new();
    let mut met: HashMap<(i64, i64, &str), usize> = HashMap::new();
    loop {
        let before = open.len();
        open.retain(|game| !take(game, &mut known, &mut met));
        if open.len() == before {
            break;
        }
    }
    let unexplained: HashSet<i64> = open.iter().map(|game| game.id).collect();
    for game in &unexplained {
        verdict.add(Violation::Unexplained { game: *game });
    }
    for standing in &records.standings {
        let key = (standing.person, standing.family.as_str());
        let fits = known.get(&key).is_some_and(|known| {
            is_near(known.rating.value, standing.value, NEAR)
                && is_near(known.rating.deviation, standing.deviation, NEAR)
                && known.games == standing.games
        });
        if !fits {
            let person = standing.person;
            verdict.add(Violation::Standing { person });
        }
    }
}

/// Whether a game may have come next; if so, it did.
fn take<'a>(
    counted: &Counted<'a>,
    known: &mut BTreeMap<(i64, &'a str), Known>,
    met: &mut HashMap<(i64, i64, &'a str), usize>,
) -> bool {
    let [white, black] = counted.changes;
    let first = Known {
        rating: glicko::FIRST,
        games: 0,
    };
    let keys = counted
        .changes
        .map(|change| (change.person, change.family.as_str()));
    let before = keys.map(|key| known.get(&key).copied().unwrap_or(first));
    let pair = (
        white.person.min(black.person),
        white.person.max(black.person),
        white.family.as_str(),
    );
    let earlier = met.get(&pair).copied().unwrap_or(0);
    let weight = match white.mark.as_deref() {
        Some("short" | "position") => 0.0,
        _ => glicko::weight_of_repeated(earlier),
    };
    let score = match counted.game.winner {
        Some(0) => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    };
    let [one, other] = before.map(|known| known.rating);
    let after = [
        glicko::after(one, other, score, weight),
        glicko::after(other, one, 1.0 - score, weight),
    ];
    let fits = (0..2).all(|side| {
        let change = counted.changes[side];
        is_near(change.before, before[side].rating.value, NEAR)
            && is_near(change.after, after[side].value, NEAR)
            && is_near(change.deviation, after[side].deviation, NEAR)
            && is_near(change.weight, weight, 1e-9)
    });
    if !fits {
        return false;
    }
    if weight > 0.0 {
        *met.entry(pair).or_default() += 1;
        for side in 0..2 {
            let change = counted.changes[side];
            // What is stored, so that rounding does not add up; the volatility is stored nowhere.
            let rating = Rating {
                value: change.after,
                deviation: change.deviation,
                ..after[side]
            };
            let games = before[side].games + 1;
            known.insert(keys[side], Known { rating, games });
        }
    }
    true
}
