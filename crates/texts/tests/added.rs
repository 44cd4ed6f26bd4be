//! A language from a folder, in a process of its own: languages are read once.

use std::fs;

use texts::{FolderFault, Lang, text};

#[test]
fn a_folder_is_a_language_and_what_it_leaves_out_is_english() {
    let place = std::env::temp_dir().join(format!("merelle-texts-{}", std::process::id()));
    let folder = place.join("xx");
    fs::create_dir_all(&folder).unwrap();
    let write = |file: &str, text: &str| fs::write(folder.join(file), text).unwrap();

    write("common.ftl", "these-or-those = { OR($names) }\n    { $\n");
    let ill_formed = texts::add(&folder);
    assert!(matches!(ill_formed, Err(FolderFault::IllFormed { .. })));

    write(
        "language.ftl",
        "name = Xx\ntypography =\n    .apostrophe = *\n",
    );
    write(
        "common.ftl",
        "list-ends-in-or = { $first } x'x { $next }\nthese-or-those = { OR($names) }\n",
    );
    texts::add(&folder).unwrap();
    let added = Lang::find("xx_XX.UTF-8").unwrap();
    assert_eq!((added.tag(), added.name()), ("xx", "Xx"));
    let names = ["a1", "b2", "c3"];
    let said = text!(common::these_or_those, names);
    assert_eq!(said.get(added), "a1, b2 x*x c3");
    let left_out = text!(common::these_and_those, names);
    assert_eq!(left_out.get(added), "a1, b2 and c3");

    assert!(matches!(texts::add(&folder), Err(FolderFault::Late)));
    assert!(texts::add(&place.join("none")).is_err());
    fs::remove_dir_all(&place).unwrap();
}
