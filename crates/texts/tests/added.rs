//! A language from a folder, in a process of its own: languages are read once.

use std::fs;

use texts::{FolderFault, Key, Lang, Number, text};

/// Polish has more plurals than English, and is in the program under no name.
const COMMON: &str = "
list-ends-in-or = { $first } x'x { $next }
these-or-those = { OR($names) }
by-rule = { $rule ->
    [one] { $rule } gra
    [few] { $rule } gry
   *[many] { $rule } gier
}: { $text ->
    [white] { CAPITAL(-side) }
   *[other] { $text }
}
-side = białe ({ $rule })
";

#[test]
fn a_folder_is_a_language_and_what_it_leaves_out_is_english() {
    let place = std::env::temp_dir().join(format!("merelle-texts-{}", std::process::id()));
    let folder = place.join("pl");
    fs::create_dir_all(&folder).unwrap();
    let write = |file: &str, text: &str| fs::write(folder.join(file), text).unwrap();

    write("common.ftl", "these-or-those = { OR($names) }\n    { $\n");
    let ill_formed = texts::add(&folder);
    assert!(matches!(ill_formed, Err(FolderFault::IllFormed { .. })));

    let about = "name = Polski\ntypography =\n    .apostrophe = *\n    .decimal = ,\n";
    write("language.ftl", about);
    write("common.ftl", COMMON);
    texts::add(&folder).unwrap();
    let added = Lang::find("pl_PL.UTF-8").unwrap();
    assert_eq!((added.tag(), added.name()), ("pl", "Polski"));
    let names = ["a1", "b2", "c3"];
    let said = text!(common::these_or_those, names);
    assert_eq!(said.get(added), "a1, b2 x*x c3");
    let left_out = text!(common::these_and_those, names);
    assert_eq!(left_out.get(added), "a1, b2 and c3");

    let games = |count: u32| text!(common::by_rule, rule: count, text: "!").get(added);
    assert_eq!(
        [1, 3, 5, 22].map(games),
        ["1 gra: !", "3 gry: !", "5 gier: !", "22 gry: !"]
    );
    let half = Number::with_decimals(-0.05, 2);
    let half = text!(common::by_rule, rule: half, text: Key("white"));
    assert_eq!(half.get(added), "-0,05 gier: Białe (-0,05)");
    assert_eq!(
        text!(common::by_rule, rule: 2, text: said).get(Lang::FR),
        "2\u{a0}: a1, b2 ou c3"
    );

    assert!(matches!(texts::add(&folder), Err(FolderFault::Late)));
    assert!(texts::add(&place.join("none")).is_err());
    fs::remove_dir_all(&place).unwrap();
}
