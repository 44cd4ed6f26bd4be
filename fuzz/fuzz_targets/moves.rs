//! The first line chooses the setup, the second a position or nothing, every further one is a
//! move: refused without any change, or one of the legal ones.
#![no_main]

use libfuzzer_sys::fuzz_target;
use play::{Families, Lang};

fuzz_target!(|text: &str| {
    let mut lines = text.split('\n');
    let families = Families::standard();
    let Some(Ok(setup)) = lines.next().map(|line| families.setup(line)) else {
        return;
    };
    let Ok(mut session) = (match lines.next() {
        None | Some("") => Ok(setup.session()),
        Some(position) => setup.session_from(position),
    }) else {
        return;
    };
    for line in lines.take(500) {
        let before = session.position();
        let legal = session.moves();
        match session.play(line) {
            Ok(played) => assert!(legal.contains(&played), "{played} in {before}"),
            Err(refusal) => {
                assert_eq!(session.position(), before);
                Lang::all().for_each(|lang| assert!(!refusal.line(lang).is_empty()));
            }
        }
    }
});
