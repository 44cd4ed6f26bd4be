//! The first line chooses the setup, the second is a position of it or a refusal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use play::{Families, Lang};

fuzz_target!(|text: &str| {
    let Some((setup, position)) = text.split_once('\n') else {
        return;
    };
    let Ok(setup) = Families::standard().setup(setup) else {
        return;
    };
    match setup.session_from(position) {
        Ok(session) => {
            let printed = session.position();
            let again = setup
                .session_from(&printed)
                .expect("a printed position reads back");
            assert_eq!(again.position(), printed);
            assert_eq!(session.moves().is_empty(), session.outcome().is_some());
            assert_eq!(session.perft(1), session.moves().len() as u64);
        }
        Err(refusal) => Lang::all().for_each(|lang| assert!(!refusal.line(lang).is_empty())),
    }
});
