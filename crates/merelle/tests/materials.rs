//! The bill of materials: complete, from one registry, and under licences that go with ours.
#![allow(clippy::unwrap_used)]

#[path = "../examples/sbom.rs"]
#[allow(dead_code, reason = "the example is a program of its own, with a main")]
mod sbom;

use std::collections::BTreeSet;

use serde_json::Value;

/// Licences that code under ours may be linked with, and given away with the binary.
const ALLOWED: [&str; 10] = [
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Zlib",
];

/// Whether an SPDX expression can be met by allowed licences: one of each «or», all of each «and».
fn is_allowed(expression: &str) -> bool {
    let plain = expression.replace(['(', ')'], "");
    plain.split(" AND ").all(|all| {
        let mut choices = all.split(" OR ").map(str::trim);
        choices.any(|license| ALLOWED.contains(&license))
    })
}

fn text<'a>(component: &'a Value, key: &str) -> &'a str {
    component[key].as_str().unwrap()
}

#[test]
fn the_bill_of_materials_is_complete_and_every_licence_allowed() {
    let (metadata, lock) = (sbom::metadata().unwrap(), sbom::lock_file().unwrap());
    let bill = sbom::bill(&metadata, &lock).unwrap();
    let components = bill["components"].as_array().unwrap();
    let checksums = sbom::checksums(&lock);
    for component in components {
        let about = format!("{} {}", component["name"], component["version"]);
        let licence = text(&component["licenses"][0], "expression");
        assert!(is_allowed(licence), "{about}: {licence}");
        let named = (
            text(component, "name").to_owned(),
            text(component, "version").to_owned(),
        );
        let sum = checksums[&named].as_deref();
        let told = component["hashes"][0]["content"].as_str();
        assert_eq!(sum, told, "{about}");
    }
    // All that cargo links into the program is there: it is asked in another way.
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let tree = std::process::Command::new(cargo)
        .args([
            "tree",
            "--locked",
            "-p",
            "merelle",
            "-e",
            "normal,build",
            "--prefix",
            "none",
        ])
        .args(["--format", "{p}", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .output()
        .unwrap();
    let tree = String::from_utf8(tree.stdout).unwrap();
    let known: BTreeSet<(&str, &str)> = components
        .iter()
        .map(|component| (text(component, "name"), text(component, "version")))
        .collect();
    let mut count = 0;
    for line in tree.lines().filter(|line| !line.starts_with("merelle ")) {
        let mut words = line.split(' ');
        let (name, version) = (words.next().unwrap(), words.next().unwrap_or_default());
        let Some(version) = version.strip_prefix('v') else {
            continue;
        };
        assert!(
            known.contains(&(name, version)),
            "{name} {version} is missing"
        );
        count += 1;
    }
    assert!(count > 100, "{count}");
}

#[test]
fn every_crate_comes_from_the_one_registry() {
    let lock = sbom::lock_file().unwrap();
    let sources = lock
        .lines()
        .filter_map(|line| line.strip_prefix("source = "));
    for source in sources {
        assert_eq!(
            source,
            "\"registry+https://github.com/rust-lang/crates.io-index\""
        );
    }
}

#[test]
fn licences_are_read_as_they_are_meant() {
    assert!(is_allowed("MIT OR GPL-3.0-only"));
    assert!(is_allowed(&sbom::expression("Unlicense/MIT")));
    assert!(is_allowed("(MIT OR Apache-2.0) AND Unicode-3.0"));
    assert!(!is_allowed("(MIT OR Apache-2.0) AND GPL-3.0-only"));
    assert!(!is_allowed("AGPL-3.0-only"));
}
