//! Any text is a setup or a refusal, and an accepted setup prints as itself.
#![no_main]

use libfuzzer_sys::fuzz_target;
use play::{Families, Lang};

fuzz_target!(|text: &str| {
    let families = Families::standard();
    match families.setup(text) {
        Ok(setup) => {
            let printed = setup.to_string();
            assert_eq!(families.setup(&printed).as_ref(), Ok(&setup), "{printed}");
            assert!(!setup.session().moves().is_empty());
        }
        Err(error) => Lang::all().for_each(|lang| assert!(!error.text().get(lang).is_empty())),
    }
});
