//! The table of docs/security.md: every requirement has its row, and what a row names exists.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Requirements of levels 1 and 2 in each section of ASVS 5.0, by the number of the last one. All those of
/// level 3 come after them.
const SECTIONS: [(&str, u32); 75] = [
    ("1.1", 2),
    ("1.2", 9),
    ("1.3", 11),
    ("1.4", 3),
    ("1.5", 2),
    ("2.1", 3),
    ("2.2", 3),
    ("2.3", 4),
    ("2.4", 1),
    ("3.2", 2),
    ("3.3", 4),
    ("3.4", 6),
    ("3.5", 5),
    ("3.7", 2),
    ("4.1", 3),
    ("4.2", 1),
    ("4.3", 2),
    ("4.4", 4),
    ("5.1", 1),
    ("5.2", 3),
    ("5.3", 2),
    ("5.4", 3),
    ("6.1", 3),
    ("6.2", 12),
    ("6.3", 4),
    ("6.4", 4),
    ("6.5", 5),
    ("6.6", 3),
    ("6.8", 4),
    ("7.1", 3),
    ("7.2", 4),
    ("7.3", 2),
    ("7.4", 5),
    ("7.5", 2),
    ("7.6", 2),
    ("8.1", 2),
    ("8.2", 3),
    ("8.3", 1),
    ("8.4", 1),
    ("9.1", 3),
    ("9.2", 4),
    ("10.1", 2),
    ("10.2", 2),
    ("10.3", 4),
    ("10.4", 11),
    ("10.5", 5),
    ("10.6", 2),
    ("10.7", 3),
    ("11.1", 2),
    ("11.2", 3),
    ("11.3", 3),
    ("11.4", 4),
    ("11.5", 1),
    ("11.6", 1),
    ("12.1", 3),
    ("12.2", 2),
    ("12.3", 4),
    ("13.1", 1),
    ("13.2", 5),
    ("13.3", 2),
    ("13.4", 5),
    ("14.1", 2),
    ("14.2", 4),
    ("14.3", 3),
    ("15.1", 3),
    ("15.2", 3),
    ("15.3", 7),
    ("16.1", 1),
    ("16.2", 5),
    ("16.3", 4),
    ("16.4", 3),
    ("16.5", 3),
    ("17.1", 1),
    ("17.2", 4),
    ("17.3", 2),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The rows of tables whose first cell is the number of a requirement, a section or a chapter.
fn rows() -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(root().join("docs/security.md")).unwrap();
    let row = |line: &str| -> Vec<String> {
        let cells = line.trim_matches('|').split('|');
        cells.map(|cell| cell.trim().to_owned()).collect()
    };
    let rows = text.lines().filter(|line| line.starts_with('|')).map(row);
    let numbered = |cells: &Vec<String>| {
        let first = &cells[0];
        first.starts_with(|c: char| c.is_ascii_digit())
            && first.chars().all(|c| c.is_ascii_digit() || c == '.')
    };
    rows.filter(numbered).collect()
}

/// What stands between backticks.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// The names of all functions in Rust files of a folder.
fn functions(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && name != "node_modules" && name != ".venv" && name != "target" {
            functions(&path, found);
        } else if name.ends_with(".rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let named = text.split("fn ").skip(1);
            let names = named.filter_map(|rest| rest.split(['(', '<']).next());
            found.extend(names.map(str::to_owned));
        }
    }
}

#[test]
fn every_requirement_has_one_row() {
    let mut rows_of: BTreeMap<String, u32> = BTreeMap::new();
    for row in rows() {
        *rows_of.entry(row[0].clone()).or_default() += 1;
    }
    let mut count = 0;
    for (section, last) in SECTIONS {
        let chapter = section.split('.').next().unwrap();
        for number in 1..=last {
            let id = format!("{section}.{number}");
            let times: u32 = [id.as_str(), section, chapter]
                .iter()
                .filter_map(|known| rows_of.get(*known))
                .sum();
            assert_eq!(times, 1, "{id} has {times} rows");
            count += 1;
        }
    }
    assert_eq!(
        count, 253,
        "ASVS 5.0 has 70 requirements of level 1 and 183 of level 2"
    );
}

#[test]
fn what_the_table_names_exists() {
    let mut known = BTreeSet::new();
    functions(&root().join("crates"), &mut known);
    for row in rows().iter().filter(|row| row.len() == 5) {
        let [id, _, state, place, shown] = row.as_slice() else {
            continue;
        };
        assert!(
            ["yes", "no", "proxy"].contains(&state.as_str()),
            "{id}: {state}"
        );
        assert!(
            state == "proxy" || !place.is_empty(),
            "{id} says neither where nor why"
        );
        for path in
            quoted(place).filter(|name| name.starts_with("crates/") || name.starts_with("docs/"))
        {
            assert!(root().join(path).exists(), "{id}: there is no {path}");
        }
        for name in quoted(shown) {
            let exists = match name.contains('/') {
                true => root().join(name).exists(),
                false => known.contains(name),
            };
            assert!(exists, "{id}: there is no {name}");
        }
    }
}

/// What would start a process, open a connection, make an expression of input or send elsewhere. The one
/// to the database is made by its library, to the address that the operator has given.
const ABSENT: [&str; 6] = [
    "process::Command",
    "Command::new",
    "TcpStream::connect",
    "Regex",
    "Redirect",
    "header::LOCATION",
];

/// The Rust files of a folder that are compiled into the program.
fn shipped(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let for_tests = ["tests", "tests.rs", "testing", "testing.rs"].contains(&name.as_str());
        if path.is_dir() && !for_tests {
            shipped(&path, found);
        } else if name.ends_with(".rs") && !for_tests {
            found.push(path);
        }
    }
}

#[test]
fn the_server_starts_no_process_opens_no_connection_and_sends_nobody_elsewhere() {
    let server = root().join("crates/server/src");
    let mut files = Vec::new();
    shipped(&server, &mut files);
    // Clients that measure a server are no part of it.
    files.retain(|path| !path.starts_with(server.join("load")));
    assert!(files.len() > 50, "{}", files.len());
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        for word in ABSENT {
            assert!(!code.contains(word), "{} has {word}", path.display());
        }
    }
}
