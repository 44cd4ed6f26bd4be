//! The judge. It shares no code with the server: it reads what clients saw and what the database says,
//! and tells where the two do not fit.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::history::{Event, Fault, Moment, What};
use crate::records::{Entry, Game, Records};
use crate::{clocks, ratings};

/// Something that must not be.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Violation {
    /// A move was told to somebody and is not stored.
    Lost {
        game: String,
        ply: u32,
        text: String,
    },
    /// A move was told to somebody, and another one is stored in its place.
    Replaced {
        game: String,
        ply: u32,
        told: String,
        stored: String,
    },
    /// A move is stored that was sent as another entry.
    Doubled {
        game: String,
        ply: u32,
        text: String,
    },
    /// A move is stored that nobody sent.
    Unsent {
        game: String,
        ply: u32,
        text: String,
    },
    /// On one connection an earlier move was told after a later one.
    OutOfOrder {
        client: usize,
        game: String,
        ply: u32,
    },
    /// The numbers of a log leave one out.
    Gap { game: String, ply: u32 },
    /// Time of a game goes back.
    TimeGoesBack { game: String, ply: u32 },
    /// Something was stored after the end.
    AfterTheEnd { game: String, ply: u32 },
    /// Somebody was told of an end that is not stored, or of another one.
    OtherEnd { game: String },
    /// Somebody was told of ratings that are not stored.
    OtherRatings { game: String },
    /// A rated game that is over has not two changes of ratings, or another game has some.
    Counted { game: i64, times: usize },
    /// No order of the games explains this one's change of ratings.
    Unexplained { game: i64 },
    /// A rating is not what its games come to.
    Standing { person: i64 },
    /// Somebody's clock ran for longer than they could use, in milliseconds.
    Overcharged {
        game: String,
        ply: u32,
        charged: i64,
        used: i64,
        allowed: i64,
    },
    /// Somebody's clock stood still although nothing was wrong, in milliseconds.
    Undercharged {
        game: String,
        ply: u32,
        charged: i64,
        used: i64,
        allowed: i64,
    },
    /// A table did not go on in time after a fault, in milliseconds.
    Stuck {
        fault: String,
        table: usize,
        gap: i64,
    },
}

/// What the judge is strict about: how many milliseconds a clock may be off for each fault.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) clock: i64,
}

/// What was looked at, for people.
#[derive(Clone, Debug, Default)]
pub(crate) struct Figures {
    /// Moves that were told to somebody, each counted once.
    pub(crate) told: usize,
    pub(crate) games: usize,
    pub(crate) over: usize,
    pub(crate) rated: usize,
    /// Moves whose clock was compared, and how many of them had a fault on the way.
    pub(crate) clocks: usize,
    pub(crate) clocks_over_faults: usize,
    /// By how much somebody's clock ran too long for each fault at most, in milliseconds.
    pub(crate) worst_clock: i64,
    /// The longest time that a table stood still, by the name of the fault.
    pub(crate) slowest: BTreeMap<String, i64>,
    /// Whole games that were told with fewer moves than their reader knew: a node that did not know
    /// yet that another one speaks now.
    pub(crate) outdated_views: usize,
}

/// The judgement.
#[derive(Clone, Debug, Default)]
pub(crate) struct Verdict {
    pub(crate) violations: Vec<Violation>,
    pub(crate) figures: Figures,
}

impl Verdict {
    pub(crate) fn add(&mut self, violation: Violation) {
        self.violations.push(violation);
    }
}

/// Judges what clients saw by what is stored.
pub(crate) fn judge(
    events: &[Event],
    faults: &[Fault],
    records: &Records,
    limits: Limits,
) -> Verdict {
    let mut verdict = Verdict::default();
    for game in records.games.values() {
        judge_log(game, &mut verdict);
    }
    let games: HashMap<&str, (i64, &Game)> = records
        .games
        .iter()
        .map(|(id, game)| (game.name.as_str(), (*id, game)))
        .collect();
    judge_moves(events, &games, &mut verdict);
    judge_order(events, &mut verdict);
    judge_ends(events, &games, records, &mut verdict);
    ratings::judge(records, &mut verdict);
    clocks::judge(events, faults, &games, limits, &mut verdict);
    judge_pauses(events, faults, &mut verdict);
    verdict.figures.games = games.len();
    verdict
}

fn judge_log(game: &Game, verdict: &mut Verdict) {
    let mut time = i64::MIN;
    let mut ended = false;
    for (number, entry) in (0_u32..).zip(&game.log) {
        let (name, ply) = (game.name.clone(), entry.ply);
        if ply != number {
            verdict.add(Violation::Gap {
                game: name,
                ply: number,
            });
            return;
        }
        if entry.uptime < time {
            verdict.add(Violation::TimeGoesBack {
                game: name.clone(),
                ply,
            });
        }
        if ended {
            verdict.add(Violation::AfterTheEnd { game: name, ply });
        }
        time = entry.uptime;
        ended |= matches!(entry.kind.as_str(), "end" | "abort");
    }
}

/// The move that is stored as an entry, if one is.
fn stored(game: &Game, ply: u32) -> Option<&str> {
    let entry = game.log.get(ply as usize)?;
    (entry.kind == "move").then_some(entry.body.as_str())
}

/// The same moves are told and stored, and all that is stored was sent.
fn judge_moves(events: &[Event], games: &HashMap<&str, (i64, &Game)>, verdict: &mut Verdict) {
    let mut told: BTreeMap<(&str, u32), HashSet<&str>> = BTreeMap::new();
    let mut sent: HashMap<&str, HashSet<(u32, &str)>> = HashMap::new();
    // What each client has sent as an entry last: `done` tells of this.
    let mut last: HashMap<(usize, &str, u32), &str> = HashMap::new();
    for event in events {
        match &event.what {
            What::Sent { game, ply, text } => {
                sent.entry(game).or_default().insert((*ply, text));
                last.insert((event.client, game, *ply), text);
            }
            What::Told {
                game, ply, text, ..
            } => {
                told.entry((game, *ply)).or_default().insert(text);
            }
            What::Done { game, ply } => {
                if let Some(text) = last.get(&(event.client, game, *ply)) {
                    told.entry((game, *ply)).or_default().insert(text);
                }
            }
            What::State { game, moves, .. } => {
                for (ply, text) in (0..).zip(moves) {
                    told.entry((game, ply)).or_default().insert(text);
                }
            }
            _ => {}
        }
    }
    verdict.figures.told = told.len();
    for ((game, ply), texts) in told {
        let there = games.get(game).and_then(|(_, game)| stored(game, ply));
        for text in texts {
            let (game, told) = (game.to_owned(), text.to_owned());
            match there {
                Some(there) if there == text => {}
                Some(there) => verdict.add(Violation::Replaced {
                    game,
                    ply,
                    told,
                    stored: there.to_owned(),
                }),
                None => verdict.add(Violation::Lost {
                    game,
                    ply,
                    text: told,
                }),
            }
        }
    }
    for (name, sent) in sent {
        let Some((_, game)) = games.get(name) else {
            continue;
        };
        let moves = game.log.iter().filter(|entry| entry.kind == "move");
        for Entry { ply, body, .. } in moves {
            if sent.contains(&(*ply, body.as_str())) {
                continue;
            }
            let (game, ply, text) = (name.to_owned(), *ply, body.clone());
            let elsewhere = sent.iter().any(|(_, text)| text == body);
            verdict.add(if elsewhere {
                Violation::Doubled { game, ply, text }
            } else {
                Violation::Unsent { game, ply, text }
            });
        }
    }
}

/// One connection tells the moves of a game in their order.
fn judge_order(events: &[Event], verdict: &mut Verdict) {
    let mut newest: HashMap<(usize, u32, &str), u32> = HashMap::new();
    let mut known: HashMap<(usize, &str), u32> = HashMap::new();
    for event in events {
        match &event.what {
            What::Told { game, ply, .. } => {
                let newest = newest.entry((event.client, event.connection, game));
                let newest = newest.or_insert(*ply);
                if *ply < *newest {
                    verdict.add(Violation::OutOfOrder {
                        client: event.client,
                        game: game.clone(),
                        ply: *ply,
                    });
                }
                *newest = (*newest).max(*ply);
                let known = known.entry((event.client, game)).or_default();
                *known = (*known).max(ply + 1);
            }
            What::State { game, ply, .. } => {
                let known = known.entry((event.client, game)).or_default();
                verdict.figures.outdated_views += usize::from(*ply < *known);
                *known = (*known).max(*ply);
            }
            _ => {}
        }
    }
}

/// What was told of an end is what is stored.
fn judge_ends(
    events: &[Event],
    games: &HashMap<&str, (i64, &Game)>,
    records: &Records,
    verdict: &mut Verdict,
) {
    let mut changes: HashMap<(i64, i64), [f64; 2]> = HashMap::new();
    for change in &records.changes {
        changes.insert((change.game, change.person), [change.before, change.after]);
    }
    let mut seen = HashSet::new();
    for event in events {
        let What::Over {
            game: name,
            winner,
            reason,
            ratings,
        } = &event.what
        else {
            continue;
        };
        seen.insert(name);
        let found = games.get(name.as_str()).filter(|(_, game)| {
            let same = game.winner == *winner && game.reason.as_deref() == Some(reason);
            game.status == "over" && same
        });
        let game = name.clone();
        let Some((id, stored)) = found else {
            verdict.add(Violation::OtherEnd { game });
            continue;
        };
        let told = stored.people.iter().zip(ratings);
        let differs = told
            .filter_map(|(person, told)| Some((person.as_ref()?, told.as_ref()?)))
            .any(|(person, told)| {
                let stored = changes.get(&(*id, *person));
                stored.is_none_or(|stored| {
                    !is_near(stored[0], told[0], 1e-6) || !is_near(stored[1], told[1], 1e-6)
                })
            });
        if differs {
            verdict.add(Violation::OtherRatings { game });
        }
    }
    verdict.figures.over = seen.len();
}

pub(crate) fn is_near(one: f64, other: f64, by: f64) -> bool {
    (one - other).abs() <= by
}

/// After a fault every table goes on in time: it has no pause that is longer, for as long as nothing else
/// is done to the site.
fn judge_pauses(events: &[Event], faults: &[Fault], verdict: &mut Verdict) {
    let mut moves: BTreeMap<usize, Vec<Moment>> = BTreeMap::new();
    for event in events.iter().filter(|event| event.what.goes_on()) {
        moves.entry(event.client / 2).or_default().push(event.at);
    }
    let end = events.last().map_or(0, |event| event.at);
    for (number, fault) in faults.iter().enumerate() {
        let next = faults.get(number + 1).map_or(end, |next| next.from);
        let until = (fault.counts_from + fault.within).min(next);
        for (table, moves) in &moves {
            let mut from = fault.counts_from;
            let first = moves.partition_point(|at| *at <= from);
            let later = moves[first..].iter().copied().chain([next]);
            for at in later {
                if from >= until {
                    break;
                }
                let gap = at.min(next) - from;
                let slowest = verdict.figures.slowest.entry(fault.name.clone());
                let slowest = slowest.or_default();
                *slowest = (*slowest).max(gap);
                if gap > fault.within {
                    verdict.violations.push(Violation::Stuck {
                        fault: fault.name.clone(),
                        table: *table,
                        gap,
                    });
                }
                from = at;
            }
        }
    }
}
