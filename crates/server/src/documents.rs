//! What docs/server.md tells operators is what the program does.

use std::collections::BTreeSet;

use crate::log::Event;
use crate::metrics::Metrics;

const SERVER: &str = include_str!("../../../docs/server.md");
const ALERTS: &str = include_str!("../../../deploy/merelle-alerts.yml");

/// What stands in back quotes in the first column of the table with this head.
fn first_column(head: &str) -> BTreeSet<String> {
    let start = SERVER.find(head).expect("the table is there");
    let table = SERVER[start..].lines().skip(2);
    let rows = table.take_while(|line| line.starts_with('|'));
    let first = rows.filter_map(|row| row.split('|').nth(1));
    first
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .map(str::to_owned)
        .collect()
}

fn metrics() -> BTreeSet<String> {
    let text = Metrics::default().print();
    let types = text.lines().filter_map(|line| line.strip_prefix("# TYPE "));
    let names = types.filter_map(|line| line.split(' ').next());
    names.map(str::to_owned).collect()
}

#[test]
fn every_metric_is_in_the_table_and_no_other() {
    assert_eq!(first_column("| metric | kind | |"), metrics());
}

#[test]
fn every_event_is_in_the_table_and_no_other() {
    let words: BTreeSet<String> = Event::ALL.iter().map(|e| e.word().to_owned()).collect();
    assert_eq!(words.len(), Event::ALL.len());
    assert_eq!(first_column("| `event` | level | when | besides |"), words);
}

#[test]
fn alerts_are_about_metrics_there_are() {
    let metrics = metrics();
    let word = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
    let named = ALERTS
        .split(word)
        .filter(|word| word.starts_with("merelle_"));
    let named: BTreeSet<&str> = named.collect();
    assert!(named.len() >= 7, "{named:?}");
    for name in named {
        let plain = name.strip_suffix("_bucket").unwrap_or(name);
        assert!(metrics.contains(plain), "{name}");
    }
}

#[test]
fn every_limit_is_in_the_example() {
    for name in crate::LimitSettings::NAMES {
        let line = format!("\n{name} = ");
        assert!(SERVER.contains(&line), "{name}");
    }
}
