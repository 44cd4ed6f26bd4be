//! The shape of the workspace: dependencies point one way, and the map in the docs is true.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

/// Every crate with the workspace crates it may use, lowest first.
const LAYERS: [(&str, &[&str]); 10] = [
    ("game", &[]),
    ("mijnlieff", &["game"]),
    ("moulin", &["game"]),
    ("tables", &["game", "moulin"]),
    ("engine", &["game", "mijnlieff", "moulin", "tables"]),
    ("picture", &["game"]),
    (
        "play",
        &["game", "mijnlieff", "moulin", "tables", "engine", "picture"],
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
    // Every source file of the crates is on the map, by itself or by its folder.
    for (name, _) in LAYERS {
        let source = root().join("crates").join(name).join("src");
        for entry in fs::read_dir(&source).unwrap() {
            let file = entry.unwrap().file_name().into_string().unwrap();
            let shown = file.trim_end_matches(".rs");
            let listed = ["lib", "main"].contains(&shown) || map.contains(&format!("`{shown}`"));
            assert!(listed, "{name}: {file} is not on the map");
        }
    }
}
