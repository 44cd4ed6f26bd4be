//! What the documents show is what the program does.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The words of a shell line with plain words and single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('\'').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

fn merelle(arguments: &[String]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_merelle"));
    let command = command
        .args(arguments)
        .current_dir(root())
        .env("LC_ALL", "C");
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

/// The Markdown files of the project.
fn documents() -> Vec<PathBuf> {
    let mut found = vec![root().join("README.md")];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                found.push(path);
            }
        }
    }
    found
}

#[test]
fn console_blocks_show_what_is_printed() {
    let mut checked = 0;
    for path in documents() {
        let text = fs::read_to_string(&path).unwrap();
        for block in text.split("```console\n").skip(1) {
            let block = block.split("```").next().unwrap();
            for shown in format!("\n{block}").split("\n$ merelle ").skip(1) {
                let (line, expected) = shown.split_once('\n').unwrap_or((shown, ""));
                let printed = merelle(&words(line));
                assert_eq!(
                    printed.trim_end(),
                    expected.trim_end(),
                    "{}: merelle {line}",
                    path.display()
                );
                checked += 1;
            }
        }
    }
    assert!(checked >= 3, "{checked} examples");
}

#[test]
fn pictures_are_what_the_program_draws() {
    let list = fs::read_to_string(root().join("docs/images/make")).unwrap();
    let mut drawn = 0;
    for line in list
        .lines()
        .filter_map(|line| line.strip_prefix("merelle "))
    {
        let mut arguments = words(line);
        let file = arguments.pop().unwrap();
        arguments.push("-".to_owned());
        let kept = fs::read_to_string(root().join(&file)).unwrap();
        assert_eq!(merelle(&arguments), kept, "{file}: run docs/images/make");
        drawn += 1;
    }
    assert!(drawn >= 2, "{drawn} pictures");
}

#[test]
fn links_lead_somewhere() {
    for path in documents() {
        let text = fs::read_to_string(&path).unwrap();
        for target in text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            let file = target.split('#').next().unwrap();
            if !file.is_empty() && !file.contains("://") {
                let linked = path.parent().unwrap().join(file);
                assert!(linked.exists(), "{}: {target}", path.display());
            }
        }
    }
}
