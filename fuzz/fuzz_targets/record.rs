//! Any text is a list of records or a refusal, and what was read prints and reads back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use play::record::Record;
use play::{Families, Lang};

fuzz_target!(|text: &str| {
    match Record::read_all(text, &Families::standard()) {
        Ok(records) => {
            let printed: Vec<String> = records.iter().map(Record::to_string).collect();
            let printed = printed.join("\n");
            assert_eq!(
                Record::read_all(&printed, &Families::standard()).as_ref(),
                Ok(&records),
                "{printed}"
            );
        }
        Err(error) => {
            Lang::all().for_each(|lang| assert!(!error.text().get(lang).is_empty()));
        }
    }
});
