//! A bill of materials of the program: every crate that is in it or that makes it, with its version, licence and checksum.
//!
//! `cargo run -q -p merelle --example sbom > merelle.cdx.json` writes it in the form of CycloneDX 1.6, from the
//! lock file and what the crates say of themselves. Crates that only run while the program is built, such as
//! macros, are marked as excluded from it.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::{Value, json};

fn main() -> anyhow::Result<()> {
    let made = bill(&metadata()?, &lock_file()?)?;
    println!("{}", serde_json::to_string_pretty(&made)?);
    Ok(())
}

/// What cargo knows of the workspace and all it depends on.
pub(crate) fn metadata() -> anyhow::Result<Value> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let told = Command::new(cargo)
        .args([
            "metadata",
            "--locked",
            "--format-version=1",
            "--manifest-path",
            manifest,
        ])
        .output()
        .context("cargo does not run")?;
    if !told.status.success() {
        bail!("{}", String::from_utf8_lossy(&told.stderr));
    }
    Ok(serde_json::from_slice(&told.stdout)?)
}

/// The lock file: which versions, and their checksums.
pub(crate) fn lock_file() -> anyhow::Result<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.lock");
    std::fs::read_to_string(path).context(path)
}

/// The checksums of a lock file, by name and version.
pub(crate) fn checksums(lock: &str) -> BTreeMap<(String, String), Option<String>> {
    let value = |block: &str, key: &str| {
        let start = format!("{key} = \"");
        let line = block.lines().find_map(|line| line.strip_prefix(&start))?;
        Some(line.trim_end_matches('"').to_owned())
    };
    let blocks = lock.split("[[package]]").skip(1);
    let package = |block: &str| {
        let named = (value(block, "name")?, value(block, "version")?);
        Some((named, value(block, "checksum")))
    };
    blocks.filter_map(package).collect()
}

/// How a crate gets into the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// It is in it.
    Linked,
    /// It runs while it is built.
    Building,
}

/// The bill of materials.
pub(crate) fn bill(metadata: &Value, lock: &str) -> anyhow::Result<Value> {
    let packages = by_id(&metadata["packages"]);
    let nodes = by_id(&metadata["resolve"]["nodes"]);
    let program = packages
        .values()
        .find(|package| package["name"] == "merelle");
    let program = program.context("the program is no package")?;
    let id = program["id"].as_str().context("a package without an id")?;
    let parts = parts(id, &packages, &nodes);
    let checksums = checksums(lock);
    let mut components = Vec::new();
    for (id, part) in parts.iter().filter(|(other, _)| **other != id) {
        components.push(component(packages[id], *part, &checksums)?);
    }
    let depends = |id: &&str| {
        let needed: BTreeSet<&str> = dependencies(nodes[id]).map(|(other, _)| other).collect();
        let known = needed.iter().filter(|other| parts.contains_key(*other));
        let known: Vec<String> = known.map(|other| purl(packages[other])).collect();
        json!({ "ref": purl(packages[id]), "dependsOn": known })
    };
    let depends: Vec<Value> = parts.keys().map(depends).collect();
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": purl(program),
                "name": program["name"],
                "version": program["version"],
                "licenses": [{ "expression": program["license"] }],
            },
        },
        "components": components,
        "dependencies": depends,
    }))
}

fn by_id(all: &Value) -> BTreeMap<&str, &Value> {
    let all = all.as_array().into_iter().flatten();
    all.filter_map(|one| Some((one["id"].as_str()?, one)))
        .collect()
}

/// What a crate needs, and whether only to be built.
fn dependencies(node: &Value) -> impl Iterator<Item = (&str, Part)> {
    let all = node["deps"].as_array().into_iter().flatten();
    all.filter_map(|one| {
        let mut kinds =
            one["dep_kinds"]
                .as_array()?
                .iter()
                .filter_map(|kind| match &kind["kind"] {
                    Value::Null => Some(Part::Linked),
                    kind if kind == "build" => Some(Part::Building),
                    // What tests need is in no program.
                    _ => None,
                });
        let first = kinds.next()?;
        Some((one["pkg"].as_str()?, kinds.fold(first, Part::min)))
    })
}

/// All crates that a program consists of, and how each gets into it.
fn parts<'a>(
    program: &'a str,
    packages: &BTreeMap<&'a str, &'a Value>,
    nodes: &BTreeMap<&'a str, &'a Value>,
) -> BTreeMap<&'a str, Part> {
    let is_macro = |id: &str| {
        let targets = packages[id]["targets"].as_array().into_iter().flatten();
        let mut kinds = targets.flat_map(|target| target["kind"].as_array().into_iter().flatten());
        kinds.any(|kind| kind == "proc-macro")
    };
    let mut parts = BTreeMap::new();
    let mut wanted = vec![(program, Part::Linked)];
    while let Some((id, part)) = wanted.pop() {
        let part = if is_macro(id) { Part::Building } else { part };
        if parts.get(id).is_some_and(|known| *known <= part) {
            continue;
        }
        parts.insert(id, part);
        wanted.extend(dependencies(nodes[id]).map(|(other, kind)| (other, kind.max(part))));
    }
    parts
}

fn component(
    package: &Value,
    part: Part,
    checksums: &BTreeMap<(String, String), Option<String>>,
) -> anyhow::Result<Value> {
    let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
    let (name, version) = (text("name"), text("version"));
    let known = checksums.get(&(name.clone(), version.clone()));
    let known = known.with_context(|| format!("{name} {version} is not in the lock file"))?;
    let mut component = json!({
        "type": "library",
        "bom-ref": purl(package),
        "purl": purl(package),
        "name": name,
        "version": version,
        "scope": match part {
            Part::Linked => "required",
            Part::Building => "excluded",
        },
        "licenses": [{ "expression": expression(&text("license")) }],
    });
    if let Some(sum) = known {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": sum }]);
    }
    Ok(component)
}

/// A licence as SPDX writes it; some crates still write a slash for «or».
pub(crate) fn expression(license: &str) -> String {
    let choices = license.split('/').map(str::trim);
    choices.collect::<Vec<_>>().join(" OR ")
}

/// The name of a package that is understood everywhere.
fn purl(package: &Value) -> String {
    let text = |key: &str| package[key].as_str().unwrap_or_default();
    format!("pkg:cargo/{}@{}", text("name"), text("version"))
}
