//! What programs have used up, as the system and they themselves tell.

use std::fs;

use crate::postgres::Postgres;

/// Programs that are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    Nodes,
    Postgres,
    Nats,
    Clients,
}

impl Group {
    const ALL: [(Group, &str); 4] = [
        (Group::Nodes, "nodes"),
        (Group::Postgres, "PostgreSQL"),
        (Group::Nats, "NATS"),
        (Group::Clients, "clients"),
    ];
}

/// What was used up since everything began, or between two moments.
#[derive(Clone, Debug, Default)]
pub(crate) struct Consumption {
    /// Processor time in milliseconds and bytes to disk, by group.
    groups: [(f64, f64); 4],
    /// Bytes into PostgreSQL's log.
    log: f64,
    statements: f64,
    /// Bytes into and out of NATS.
    pub(crate) wire: f64,
    /// Writes made durable, and commits that did it.
    pub(crate) stored: f64,
    pub(crate) commits: f64,
}

impl Consumption {
    /// Adds a process and those it has waited for.
    pub(crate) fn add_process(&mut self, group: Group, id: u32) {
        let (time, bytes) = &mut self.groups[group as usize];
        *time += processor(id).unwrap_or(0.0);
        *bytes += written(id).unwrap_or(0.0);
    }

    pub(crate) fn add_database(&mut self, postgres: &Postgres) {
        let ask = |sql: &str| postgres.ask(sql).parse::<f64>().unwrap();
        self.log += ask("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn");
        self.statements += ask("SELECT coalesce(sum(calls), 0) FROM pg_stat_statements");
    }

    /// What came after an earlier moment.
    pub(crate) fn since(&self, before: &Consumption) -> Consumption {
        let mut groups = self.groups;
        for (now, then) in groups.iter_mut().zip(before.groups) {
            now.0 -= then.0;
            now.1 -= then.1;
        }
        Consumption {
            groups,
            log: self.log - before.log,
            statements: self.statements - before.statements,
            wire: self.wire - before.wire,
            stored: self.stored - before.stored,
            commits: self.commits - before.commits,
        }
    }

    /// What each of so many moves comes to.
    pub(crate) fn of_each(&self, moves: u64) -> String {
        let moves = moves.max(1) as f64;
        let mut told = Vec::new();
        for (group, name) in Group::ALL {
            let (time, bytes) = self.groups[group as usize];
            if time > 0.0 {
                let (time, bytes) = (time / moves, bytes / moves);
                told.push(format!("{name} {time:.3} ms and {bytes:.0} bytes to disk"));
            }
        }
        told.push(format!("{:.0} bytes of log", self.log / moves));
        told.push(format!("{:.2} statements", self.statements / moves));
        told.push(format!("{:.0} bytes over NATS", self.wire / moves));
        let each = self.stored / self.commits.max(1.0);
        told.push(format!("{each:.1} writes per commit"));
        told.join(", ")
    }
}

/// Ticks of the processor in a second, as Linux tells them.
const TICKS: f64 = 100.0;

/// Milliseconds of the processor that a process, and those it has waited for, have used.
fn processor(id: u32) -> Option<f64> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name before may hold anything.
    let (_, rest) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let ticks = fields.get(11..15)?.iter();
    let ticks: f64 = ticks.filter_map(|ticks| ticks.parse::<f64>().ok()).sum();
    Some(ticks * 1000.0 / TICKS)
}

/// Bytes it had written to disk.
fn written(id: u32) -> Option<f64> {
    let told = fs::read_to_string(format!("/proc/{id}/io")).ok()?;
    let bytes = told
        .lines()
        .find_map(|line| line.strip_prefix("write_bytes: "))?;
    bytes.parse().ok()
}

#[test]
fn what_a_process_uses_is_seen() {
    let before = Consumption::default();
    let mut used = Consumption::default();
    used.add_process(Group::Clients, std::process::id());
    let sum: u64 = (0..50_000_000).map(std::hint::black_box).sum();
    assert!(sum > 0);
    let mut later = Consumption::default();
    later.add_process(Group::Clients, std::process::id());
    let spent = later.since(&used);
    assert!(spent.groups[Group::Clients as usize].0 > 0.0);
    assert!(spent.of_each(10).contains("clients"));
    assert_eq!(before.groups, [(0.0, 0.0); 4]);
}
