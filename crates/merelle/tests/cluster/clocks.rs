//! Clocks: what somebody was charged for a move against what they could use.

use std::collections::HashMap;

use crate::checker::{Limits, Verdict, Violation};
use crate::history::{Event, Fault, Moment, What};
use crate::records::Game;

/// How long after a fault its traces may still be seen.
const AFTERMATH: i64 = 10_000;

/// What a client did for one move.
#[derive(Default)]
struct Turn {
    /// When it was told of the move before.
    told: Option<Moment>,
    /// When it sent its move for the first time, and on which connection it did last.
    sent: Option<Moment>,
    last_sent: Option<(Moment, u32)>,
    acknowledged: Option<Moment>,
    /// How long it waited for an answer on connections that said nothing.
    silence: i64,
}

pub(crate) fn judge(
    events: &[Event],
    faults: &[Fault],
    games: &HashMap<&str, (i64, &Game)>,
    limits: Limits,
    verdict: &mut Verdict,
) {
    for ((game, ply), turn) in turns(events) {
        let Some((_, stored)) = games.get(game) else {
            continue;
        };
        let Some(charged) = charged(stored, ply) else {
            continue;
        };
        let (Some(told), Some(sent), Some(done)) = (turn.told, turn.sent, turn.acknowledged) else {
            continue;
        };
        let used = (sent - told).max(0);
        let on_the_way: Vec<&Fault> = faults
            .iter()
            .filter(|fault| fault.from <= done && fault.to + AFTERMATH >= told)
            .collect();
        let times = (on_the_way.len() as i64).max(1);
        verdict.figures.clocks += 1;
        let over = charged - used - turn.silence;
        if !on_the_way.is_empty() {
            verdict.figures.clocks_over_faults += 1;
            let worst = &mut verdict.figures.worst_clock;
            *worst = (*worst).max(over / times);
        }
        let allowed = limits.clock * times;
        let (game, ply) = (game.to_owned(), ply);
        if over > allowed {
            verdict.add(Violation::Overcharged {
                game,
                ply,
                charged,
                used: used + turn.silence,
                allowed,
            });
            continue;
        }
        let stood = on_the_way
            .iter()
            .map(|fault| fault.to - fault.from + AFTERMATH);
        let allowed = allowed + stood.sum::<i64>();
        if used - charged > allowed {
            verdict.add(Violation::Undercharged {
                game,
                ply,
                charged,
                used,
                allowed,
            });
        }
    }
}

/// Milliseconds that a move took off the clock of who made it. Clocks run once both have moved; games are
/// played without an increment and without takebacks.
fn charged(game: &Game, ply: u32) -> Option<i64> {
    let at = ply as usize;
    let entry = game.log.get(at).filter(|entry| entry.kind == "move")?;
    let before = game.log.get(at.checked_sub(1)?)?;
    let side = at % 2;
    (at >= 2).then_some(before.left?[side] - entry.left?[side])
}

/// What was done for each move by who made it.
fn turns(events: &[Event]) -> HashMap<(&str, u32), Turn> {
    let mut sides: HashMap<(usize, &str), usize> = HashMap::new();
    let mut turns: HashMap<(&str, u32), Turn> = HashMap::new();
    // What each client waits for an answer to.
    let mut waits: HashMap<usize, (&str, u32)> = HashMap::new();
    for event in events {
        match &event.what {
            What::Seated { game, side } => {
                sides.insert((event.client, game), *side);
            }
            What::Told { game, ply, .. } => {
                let Some(side) = sides.get(&(event.client, game.as_str())) else {
                    continue;
                };
                if *ply as usize % 2 == *side {
                    let turn = turns.entry((game, *ply)).or_default();
                    turn.acknowledged.get_or_insert(event.at);
                    waits.remove(&event.client);
                } else {
                    let turn = turns.entry((game, ply + 1)).or_default();
                    turn.told.get_or_insert(event.at);
                }
            }
            What::State { game, ply, .. } => {
                let side = sides.get(&(event.client, game.as_str()));
                if side.is_some_and(|side| *ply as usize % 2 == *side) {
                    let turn = turns.entry((game, *ply)).or_default();
                    turn.told.get_or_insert(event.at);
                } else if let (Some(_), Some(own)) = (side, ply.checked_sub(1)) {
                    let turn = turns.entry((game, own)).or_default();
                    turn.acknowledged.get_or_insert(event.at);
                    waits.remove(&event.client);
                }
            }
            What::Sent { game, ply, .. } => {
                let turn = turns.entry((game, *ply)).or_default();
                turn.sent.get_or_insert(event.at);
                let again = turn.last_sent.is_some_and(|(_, on)| on == event.connection);
                if !again {
                    turn.last_sent = Some((event.at, event.connection));
                }
                waits.insert(event.client, (game, *ply));
            }
            What::Lost { silent: true } => {
                if let Some(turn) = waits.get(&event.client)
                    && let Some(turn) = turns.get_mut(turn)
                    && let Some((at, _)) = turn.last_sent
                {
                    turn.silence += event.at - at;
                }
            }
            _ => {}
        }
    }
    turns
}
