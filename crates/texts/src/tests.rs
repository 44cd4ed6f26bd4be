//! The languages side by side: what one has and another has not.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use catalogue::{ABOUT, COMMON, Files, Said};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn languages() -> BTreeMap<String, Files> {
    let mut languages = BTreeMap::new();
    for folder in fs::read_dir(root().join("languages")).unwrap() {
        let folder = folder.unwrap().path();
        if !folder.is_dir() {
            continue;
        }
        let mut files = Files::new();
        for file in fs::read_dir(&folder).unwrap() {
            let path = file.unwrap().path();
            let source = catalogue::read(&fs::read_to_string(&path).unwrap());
            let source = source.unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            files.insert(name, source);
        }
        let tag = folder.file_name().unwrap().to_str().unwrap().to_owned();
        languages.insert(tag, files);
    }
    languages
}

/// What each message says, by file and name.
fn said(tag: &str, files: &Files) -> BTreeMap<(String, String), Said> {
    let mut all = BTreeMap::new();
    for (file, source) in files {
        for message in &source.messages {
            let said = Said::of(files, file, message);
            let said = said.unwrap_or_else(|unsaid| panic!("{tag}/{unsaid}"));
            all.insert((file.clone(), message.id.clone()), said);
        }
    }
    all
}

#[test]
fn every_language_says_the_same_of_the_same() {
    let languages = languages();
    let english = said("en", &languages["en"]);
    for (tag, files) in &languages {
        let said = said(tag, files);
        println!("{tag}: {} messages", said.len());
        let lacks: Vec<_> = english.keys().filter(|id| !said.contains_key(id)).collect();
        assert!(lacks.is_empty(), "{tag} lacks {lacks:?}");
        for (id, here) in said {
            let there = english.get(&id);
            let there = there.unwrap_or_else(|| panic!("{tag} has {id:?}, English has not"));
            for (placeholder, kind) in &here.placeholders {
                let known = there.placeholders.get(placeholder);
                let known = known.unwrap_or_else(|| panic!("{tag} {id:?}: no ${placeholder}"));
                let fits = known == kind || here.spoken.contains(placeholder);
                assert!(fits, "{tag} {id:?}: ${placeholder} is {known:?}");
            }
            let unsaid: Vec<_> = there.spoken.difference(&here.spoken).collect();
            assert!(unsaid.is_empty(), "{tag} {id:?} does not say {unsaid:?}");
        }
    }
}

/// The text of all files in which messages are named.
fn sources() -> String {
    fn read(folder: &Path, all: &mut String) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("node_modules") {
                read(&path, all);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                all.push_str(&fs::read_to_string(&path).unwrap());
            }
        }
    }
    let mut all = String::new();
    read(&root().join("crates"), &mut all);
    all
}

/// Whether a name stands in a text, and not as the beginning of another.
fn is_named(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let next = text[at + name.len()..].chars().next();
        next.is_none_or(|next| !next.is_alphanumeric() && next != '_')
    })
}

#[test]
fn every_message_and_every_term_is_used() {
    let sources = sources();
    let mut unused = Vec::new();
    for (tag, files) in languages() {
        let said = said(&tag, &files);
        let terms: BTreeSet<_> = said.values().flat_map(|said| &said.terms).collect();
        let messages: BTreeSet<_> = said.values().flat_map(|said| &said.messages).collect();
        for place in said.keys() {
            let (file, id) = place;
            let name = format!("{file}::{id}").replace('-', "_");
            let is_list = file == COMMON && id.starts_with("list-");
            let is_used = is_list || file == ABOUT || messages.contains(place);
            if !is_used && !is_named(&sources, &name) {
                unused.push(format!("{tag}/{file}.ftl: {id}"));
            }
        }
        for (file, source) in &files {
            let mut names = source.terms.keys().map(|term| (file.clone(), term.clone()));
            let unused_terms = names.by_ref().filter(|place| !terms.contains(place));
            unused.extend(unused_terms.map(|(file, term)| format!("{tag}/{file}.ftl: -{term}")));
        }
    }
    assert!(unused.is_empty(), "nobody says {unused:#?}");
}
