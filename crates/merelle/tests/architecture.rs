//! The shape of the workspace: dependencies point one way, and the map in the docs is true.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

/// Every crate with the workspace crates it may use, lowest first.
const LAYERS: [(&str, &[&str]); 12] = [
    ("catalogue", &[]),
    ("texts", &["catalogue"]),
    ("game", &[]),
    ("mijnlieff", &["game"]),
    ("moulin", &["game"]),
    ("tables", &["game", "moulin"]),
    ("engine", &["game", "mijnlieff", "moulin", "tables"]),
    ("picture", &["game"]),
    (
        "play",
        &[
            "game",
            "mijnlieff",
            "moulin",
            "tables",
            "engine",
            "picture",
            "texts",
        ],
    ),
    (
        "lab",
        &["game", "mijnlieff", "moulin", "tables", "engine", "play"],
    ),
    ("server", &["game", "engine", "picture", "play"]),
    (
        "merelle",
        &[
            "game",
            "mijnlieff",
            "moulin",
            "tables",
            "engine",
            "picture",
            "play",
            "lab",
            "server",
        ],
    ),
];

/// The crates that hold rules use nothing else at all.
const RULES: [&str; 3] = ["game", "mijnlieff", "moulin"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The names in a section of a manifest.
fn dependencies(name: &str, section: &str) -> Vec<String> {
    let manifest = root().join("crates").join(name).join("Cargo.toml");
    let text = fs::read_to_string(manifest).unwrap();
    let lines = text
        .lines()
        .skip_while(|line| line.trim() != section)
        .skip(1);
    let entries = lines.take_while(|line| !line.starts_with('['));
    let names = entries.filter_map(|line| line.split(['.', '=', ' ']).next());
    names
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

#[test]
fn dependencies_point_one_way() {
    let mut crates: Vec<String> = fs::read_dir(root().join("crates"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    crates.sort();
    let mut known: Vec<&str> = LAYERS.map(|(name, _)| name).to_vec();
    known.sort_unstable();
    assert_eq!(crates, known, "every crate has its layer");
    for (name, allowed) in LAYERS {
        for used in dependencies(name, "[dependencies]") {
            let ours = LAYERS.iter().any(|(layer, _)| *layer == used);
            assert!(
                !ours || allowed.contains(&used.as_str()),
                "{name} uses {used}"
            );
            assert!(ours || !RULES.contains(&name), "{name} uses {used}");
        }
    }
}

#[test]
fn rules_crates_forbid_unsafe_code() {
    for name in RULES {
        let lib = root().join("crates").join(name).join("src/lib.rs");
        let text = fs::read_to_string(lib).unwrap();
        assert!(text.contains("#![forbid(unsafe_code)]"), "{name}");
    }
}

#[test]
fn the_map_in_the_docs_names_what_exists() {
    let map = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    for (name, _) in LAYERS {
        assert!(map.contains(&format!("`crates/{name}`")), "{name}");
    }
    // Every path in backticks that begins with a folder of ours leads somewhere.
    let quoted = map.split('`').skip(1).step_by(2);
    let ours = ["crates/", "data/", "docs/", "fuzz/", ".ci/", ".cargo/"];
    for path in quoted.filter(|path| ours.iter().any(|folder| path.starts_with(folder))) {
        assert!(root().join(path).exists(), "{path}");
    }
}

/// Every folder below that holds source files.
fn folders(path: &Path, found: &mut Vec<PathBuf>) {
    found.push(path.to_owned());
    for entry in fs::read_dir(path).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            folders(&path, found);
        }
    }
}

#[test]
fn the_map_in_the_docs_has_one_line_per_folder() {
    let text = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let map = text.split("\n## ").find(|part| part.starts_with("Map\n"));
    let lines = map.unwrap().lines();
    let mut listed: Vec<&str> = lines
        .filter_map(|line| line.strip_prefix("- `")?.split_once("`: "))
        .map(|(folder, about)| {
            assert!((10..180).contains(&about.len()), "{folder}: {about}");
            folder
        })
        .collect();
    listed.sort_unstable();
    let mut found = Vec::new();
    for (name, _) in LAYERS {
        folders(&root().join("crates").join(name).join("src"), &mut found);
    }
    let mut found: Vec<String> = found
        .iter()
        .map(|path| path.strip_prefix(root()).unwrap().display().to_string())
        .collect();
    found.sort_unstable();
    assert_eq!(listed, found);
}

/// Files outside the families' own folders that may name a game, and why.
const MAY_NAME_A_GAME: [(&str, &str); 19] = [
    ("engine/src/lib.rs", "declares the folders"),
    ("engine/src/mijnlieff/", "the engine of the game"),
    ("engine/src/moulin/", "the engine of the family"),
    ("lab/src/", "measures what is special about each"),
    ("merelle/src/arguments", "help shows examples"),
    ("merelle/src/commands/atlas/", "the atlas is Mijnlieff's"),
    ("merelle/src/commands/bench.rs", "benchmarks by name"),
    ("merelle/src/commands/book.rs", "the books are Mijnlieff's"),
    (
        "merelle/src/commands/engine.rs",
        "the setup a program begins with",
    ),
    (
        "merelle/src/commands/exam/",
        "exams are made of mill tables",
    ),
    (
        "merelle/src/commands/levels.rs",
        "boards the levels were made for",
    ),
    ("merelle/src/commands/tables/", "the mill family is solved"),
    (
        "merelle/src/commands/training/",
        "networks are trained by mill tables",
    ),
    (
        "play/src/families/",
        "one folder per family, and the registry",
    ),
    ("merelle/src/commands/probe.rs", "probes mill tables"),
    (
        "merelle/src/commands/load.rs",
        "what simulated players play",
    ),
    ("server/src/http/catalogue.rs", "serves Mijnlieff's atlas"),
    ("server/src/http/description.rs", "the title of the API"),
    ("server/src/password.rs", "no password"),
];

#[test]
fn nothing_decides_by_the_family_outside_its_folder() {
    let names = ["mijnlieff", "moulin", "Mijnlieff", "Moulin"];
    let allowed = || MAY_NAME_A_GAME.iter();
    let mut files = Vec::new();
    for (name, _) in LAYERS.iter().filter(|(name, _)| !RULES.contains(name)) {
        let mut found = Vec::new();
        folders(&root().join("crates").join(name).join("src"), &mut found);
        for folder in found {
            let entries = fs::read_dir(folder).unwrap();
            files.extend(entries.map(|entry| entry.unwrap().path()));
        }
    }
    let rust = files
        .iter()
        .filter(|path| path.extension().is_some_and(|end| end == "rs"));
    // Tests stand in `tests.rs` and the folder beside it.
    let is_test = |path: &Path| {
        path.ends_with("tests.rs")
            || path
                .parent()
                .is_some_and(|folder| folder.ends_with("tests"))
    };
    for path in rust.filter(|path| !is_test(path)) {
        let crates = root().join("crates");
        let name = path.strip_prefix(crates).unwrap().display().to_string();
        if name.starts_with("tables/") || allowed().any(|(file, _)| name.starts_with(file)) {
            continue;
        }
        let text = fs::read_to_string(path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap().lines();
        for line in code.filter(|line| !line.trim_start().starts_with("//")) {
            let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
            assert!(!words.any(|word| names.contains(&word)), "{name}: {line}");
        }
    }
    // A page that asks for the family by name would decide by it.
    for place in ["board", "game", "."] {
        let folder = root().join("crates/server/web/app").join(place);
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let is_script = path.extension().is_some_and(|end| end == "js");
            if is_script {
                let text = fs::read_to_string(&path).unwrap();
                let asks = ["=== \"m", "!== \"m", "case \"m", "startsWith(\"m"];
                assert!(!asks.iter().any(|ask| text.contains(ask)), "{path:?}");
            }
        }
    }
}
