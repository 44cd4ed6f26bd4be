//! Makes one type per message of the English folder, so that a message that is not there, or a
//! placeholder that has no value, does not compile.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use catalogue::{ABOUT, COMMON, Files, Kind, Said};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../languages");
    println!("cargo::rerun-if-changed={}", root.display());
    let tags = tags(&root);
    let english = files(&root.join("en"));
    let mut code = String::new();
    write_files(&english, &mut code);
    write_embedded(&root, &tags, &english, &mut code);
    write_messages(&english, &mut code);
    let to = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where")).join("generated.rs");
    fs::write(&to, code).expect("the folder of cargo can be written");
}

/// Names of folders, English first.
fn tags(root: &Path) -> Vec<String> {
    let folders = fs::read_dir(root).unwrap_or_else(|fault| panic!("{}: {fault}", root.display()));
    let mut tags: Vec<String> = folders
        .filter_map(Result::ok)
        .filter(|folder| folder.path().is_dir())
        .filter_map(|folder| folder.file_name().into_string().ok())
        .collect();
    tags.sort_by_key(|tag| (tag != "en", tag.clone()));
    tags
}

/// All files of a language by their names.
fn files(folder: &Path) -> Files {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|fault| panic!("{}: {fault}", folder.display()));
    let mut files = Files::new();
    for entry in entries.filter_map(Result::ok) {
        let path = entry.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let text = fs::read_to_string(&path);
        let text = text.unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
        let source = catalogue::read(&text);
        let source = source.unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
        files.insert(name.into_owned(), source);
    }
    files
}

fn write_files(english: &Files, code: &mut String) {
    let names: Vec<&String> = english.keys().collect();
    let place = |name| names.iter().position(|other| *other == name);
    let [common, about] =
        [COMMON, ABOUT].map(|name| place(name).unwrap_or_else(|| panic!("there is no {name}.ftl")));
    let _ = writeln!(
        code,
        "/// Names of files.\npub(crate) static FILES: &[&str] = &{names:?};\n\
         /// The numbers of those that have a part of their own.\n\
         pub(crate) const COMMON: usize = {common};\n\
         pub(crate) const ABOUT: usize = {about};\n\
         /// What there is in each.\npub(crate) static IDS: &[&[&str]] = &["
    );
    for source in english.values() {
        let ids = source.messages.iter().map(|message| &message.id);
        let _ = writeln!(code, "    &{:?},", ids.collect::<Vec<_>>());
    }
    let _ = writeln!(code, "];");
}

fn write_embedded(root: &Path, tags: &[String], english: &Files, code: &mut String) {
    let _ = writeln!(
        code,
        "/// What is in the program: names of languages, and the text of each file.\n\
         pub(crate) static EMBEDDED: &[(&str, &[Option<&str>])] = &["
    );
    for tag in tags {
        let _ = writeln!(code, "    ({tag:?}, &[");
        for file in english.keys() {
            let path = root.join(tag).join(format!("{file}.ftl"));
            let _ = match path.exists() {
                true => writeln!(code, "        Some(include_str!({path:?})),"),
                false => writeln!(code, "        None,"),
            };
        }
        let _ = writeln!(code, "    ]),");
    }
    let _ = writeln!(code, "];\n\nimpl crate::Lang {{");
    for (number, tag) in tags.iter().enumerate() {
        let name = tag.to_ascii_uppercase().replace('-', "_");
        let _ = writeln!(
            code,
            "    /// The language of the folder `{tag}`.\n    \
             pub const {name}: crate::Lang = crate::Lang({number});"
        );
    }
    let _ = writeln!(code, "}}\n");
}

fn write_messages(english: &Files, code: &mut String) {
    let _ = writeln!(
        code,
        "/// One type per message, in one module per file.\n\
         #[allow(missing_docs, non_camel_case_types)]\npub mod messages {{"
    );
    for (number, (file, source)) in english.iter().enumerate() {
        if file == ABOUT {
            continue;
        }
        let module = file.replace('-', "_");
        let _ = writeln!(code, "    pub mod {module} {{");
        for (place, message) in source.messages.iter().enumerate() {
            let said = Said::of(english, file, message);
            let said = said.unwrap_or_else(|unsaid| panic!("en/{unsaid}"));
            write_message(&message.id, (number, place), &said, code);
        }
        let _ = writeln!(code, "    }}");
    }
    let _ = writeln!(code, "}}");
}

fn write_message(id: &str, (file, number): (usize, usize), said: &Said, code: &mut String) {
    let name = id.replace('-', "_");
    let _ = writeln!(code, "        pub struct {name} {{");
    for (placeholder, kind) in &said.placeholders {
        let kind = match kind {
            Kind::Any => "Value",
            Kind::Number => "Number",
            Kind::Key => "Key",
            Kind::List => "List",
        };
        let field = placeholder.replace('-', "_");
        let _ = writeln!(code, "            pub {field}: crate::{kind},");
    }
    let _ = writeln!(
        code,
        "        }}\n        impl {name} {{\n            pub fn text(self) -> crate::Text {{\n                \
         crate::Text::message({file}, {number}, vec!["
    );
    for (placeholder, kind) in &said.placeholders {
        let field = placeholder.replace('-', "_");
        let value = match kind {
            Kind::Any => format!("self.{field}"),
            _ => format!("crate::Value::{kind:?}(self.{field})"),
        };
        let _ = writeln!(code, "                    ({placeholder:?}, {value}),");
    }
    let _ = writeln!(code, "                ])\n            }}\n        }}");
}
