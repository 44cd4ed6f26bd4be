//! What a run came to, for people.

use serde_json::Value;

use crate::checker::{Verdict, Violation};
use crate::history::{Event, Fault, History, Moment, What};
use crate::records::Records;
use crate::site::{NAMES, Site};
use crate::web;

/// Charges that should not be whose story is told.
const STORIES: usize = 3;

/// How long before and after a move its story begins and ends, in milliseconds.
const AROUND: Moment = 8000;

/// An event in one line.
fn line(event: &Event) -> String {
    let what = match &event.what {
        What::State { game, ply, .. } => format!("{game} up to {ply}"),
        other => format!("{other:?}"),
    };
    format!(
        "{} client {} on {}: {what}",
        event.at, event.client, event.connection
    )
}

/// What happened last at tables that have not gone on since a moment, and how each node says their games stand.
pub(crate) async fn tell_stuck(
    history: &History,
    tables: usize,
    since: Moment,
    site: &Site,
) -> String {
    let progress = history.progress(tables, since);
    let stuck = (0..tables).filter(|table| progress[*table] == 0);
    let mut told = String::new();
    for table in stuck.take(STORIES) {
        let last = history.last(table, 40);
        for event in &last {
            told.push_str(&(line(event) + "\n"));
        }
        let game = last.iter().rev().find_map(|event| event.what.game());
        for (name, node) in NAMES.iter().zip(&site.nodes) {
            let path = format!("/api/games/{}", game.unwrap_or_default());
            let answer = web::ask(node.address, "GET", &path, None, None).await;
            let state = answer.map_or(Value::Null, |answer| answer.json());
            told.push_str(&format!(
                "{name}: {} entries, {}\n",
                state["ply"], state["status"]
            ));
        }
    }
    told
}

/// Tells what clients saw of some moves that were charged wrongly.
pub(crate) fn tell_charges(
    verdict: &Verdict,
    faults: &[Fault],
    events: &[Event],
    records: &Records,
) {
    let charges = verdict.violations.iter().filter_map(|violation| {
        let (Violation::Overcharged { game, ply, .. } | Violation::Undercharged { game, ply, .. }) =
            violation
        else {
            return None;
        };
        Some((game, *ply))
    });
    for (name, ply) in charges.take(STORIES) {
        println!("{name}, entry {ply}:");
        let Some(game) = records.games.values().find(|game| game.name == *name) else {
            continue;
        };
        for entry in game.log.iter().filter(|entry| entry.ply.abs_diff(ply) < 3) {
            let (at, left) = (entry.uptime, entry.left);
            println!(
                "  stored {}: {} at {at}, left {left:?}",
                entry.ply, entry.body
            );
        }
        let sent = events.iter().find(|event| {
            matches!(&event.what, What::Sent { game, ply: sent, .. } if game == name && *sent == ply)
        });
        let Some(Event { at, client, .. }) = sent else {
            continue;
        };
        let around = at - AROUND..at + AROUND;
        for fault in faults
            .iter()
            .filter(|fault| fault.to > around.start && fault.from < around.end)
        {
            println!("  {} from {} to {}", fault.name, fault.from, fault.to);
        }
        let seen = events.iter().filter(|event| around.contains(&event.at));
        for event in seen.filter(|event| event.client / 2 == client / 2) {
            println!("  {}", line(event));
        }
    }
}

/// Prints what was seen, and fails where something must not be.
#[track_caller]
pub(crate) fn conclude(what: &str, faults: &[Fault], verdict: &Verdict) {
    let figures = &verdict.figures;
    println!(
        "{what}: {} faults, {} moves told in {} games, {} over, {} rated; {} clocks, {} over a fault, too \
         long by {} ms a fault at most; {} outdated views",
        faults.len(),
        figures.told,
        figures.games,
        figures.over,
        figures.rated,
        figures.clocks,
        figures.clocks_over_faults,
        figures.worst_clock,
        figures.outdated_views,
    );
    for (fault, slowest) in &figures.slowest {
        println!("  {fault}: no table stood still for longer than {slowest} ms");
    }
    let violations = &verdict.violations;
    for violation in violations.iter().take(20) {
        println!("  VIOLATION {violation:?}");
    }
    assert!(violations.is_empty(), "{} violations", violations.len());
    assert!(figures.told > 0, "nobody has played");
}
