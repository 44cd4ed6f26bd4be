//! Lessons: drawn from tables, written, read and learnt from.
#![allow(clippy::unwrap_used)]

use engine::moulin::training::{Learnt, Lesson, LessonsError, Plan, learn, read, write};
use game::Random;
use moulin::CLASSIQUE;
use tables::{Build, Solver, Store};
use tempfile::TempDir;

/// Lessons from the tables of the smallest layers.
fn lessons() -> Vec<Lesson> {
    let folder = TempDir::new().unwrap();
    let store = Store::new(CLASSIQUE, folder.path());
    let mut solver = Solver::processor(1, 1 << 30);
    Build::up_to(&store, 4, 3).run(&mut solver, |_| ()).unwrap();
    let mut random = Random::new(1);
    let plan = Plan::new(&store, 200_000);
    let drawn = plan.layers().map(|(layer, count)| {
        let lesson = Lesson::draw(&store, layer, count, &mut random).unwrap();
        let values = store.values(layer).unwrap();
        for (slot, value) in lesson.slots.iter().zip(&lesson.values) {
            assert_eq!(values[*slot as usize], *value);
        }
        assert!(lesson.slots.is_sorted());
        lesson
    });
    drawn.collect()
}

fn written(lessons: &[Lesson]) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut bytes, "moulin:classique", lessons).unwrap();
    bytes
}

#[test]
fn lessons_read_back() {
    let lessons = lessons();
    assert_eq!(lessons.len(), 3);
    let (setup, back) = read(&written(&lessons)).unwrap();
    assert_eq!(setup, "moulin:classique");
    assert_eq!(back, lessons);
}

#[test]
fn cut_and_flipped_lessons_are_refused() {
    let bytes = written(&lessons());
    assert_eq!(read(b""), Err(LessonsError));
    assert_eq!(read(b"moulin:classique"), Err(LessonsError));
    for cut in (0..bytes.len()).step_by(997) {
        assert!(read(&bytes[..cut]).is_err(), "{cut} bytes");
    }
    let mut random = Random::new(2);
    for _ in 0..200 {
        let mut bytes = bytes.clone();
        let bit = 8 * 17 + random.below(8 * (bytes.len() as u64 - 17)) as usize;
        bytes[bit / 8] ^= 1 << (bit % 8);
        let flipped = read(&bytes);
        // Bits that say nothing, such as those about how it was packed, may be what they like.
        assert!(
            flipped.is_err() || flipped.unwrap().1 == lessons(),
            "bit {bit}"
        );
    }
}

#[test]
fn lessons_about_no_positions_are_refused() {
    let mut lessons = lessons();
    lessons[0].slots.push(u32::MAX);
    lessons[0].values.push(1);
    let refused = learn(CLASSIQUE, &lessons, |_| ());
    assert!(refused == Err(LessonsError));
    lessons[0].slots.pop();
    lessons[0].values.pop();
    lessons[0].layer.mover = 2;
    let refused = learn(CLASSIQUE, &lessons, |_| ());
    assert!(refused == Err(LessonsError));
}

#[test]
fn what_is_learnt_guesses_positions_that_were_held_back() {
    let lessons = lessons();
    let mut stages: Vec<Learnt> = Vec::new();
    let bytes = learn(CLASSIQUE, &lessons, |learnt| stages.push(learnt)).unwrap();
    stages.sort_by_key(|learnt| learnt.stage);
    // By who has how many stones alone it would be 0.10.
    assert!(
        stages[0].positions > 70_000 && stages[0].loss < 0.05,
        "{:?}",
        stages[0]
    );
    assert!(stages[1..].iter().all(|stage| stage.positions == 0));
    assert_eq!(bytes, learn(CLASSIQUE, &lessons, |_| ()).unwrap());
}
