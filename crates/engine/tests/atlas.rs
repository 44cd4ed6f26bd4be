//! The atlas that comes with the program, and atlases as text.
#![allow(clippy::unwrap_used)]

use engine::Stop;
use engine::mijnlieff::atlas::{self, AtlasError, WIDENING, boards};
use engine::mijnlieff::{Atlas, Best, Entry, Solver};
use game::{Game, Notation};
use mijnlieff::{Gaps, Kind, Layout, LayoutError, Mijnlieff, Move, Opening};

/// Boards that take well under a second.
const QUICK: [&str; 3] = ["0.0/2.2/4.4/6.6", "2.0/0.2/4.2/2.4", "0.0/2.2/3.4/5.6"];

fn entry<'atlas>(atlas: &'atlas Atlas, board: &str) -> &'atlas Entry {
    atlas.entry(&Layout::read(board).unwrap()).unwrap()
}

#[test]
fn it_has_every_board_with_every_opening() {
    let atlas = Atlas::embedded();
    let found: Vec<&Layout> = atlas.entries().iter().map(Entry::layout).collect();
    let expected = boards();
    assert_eq!(expected.len(), 145);
    assert_eq!(found, expected.iter().collect::<Vec<_>>());
    for entry in atlas.entries() {
        assert!(entry.nodes() > 0, "{entry}");
        let game = entry.game(Opening::Anywhere);
        assert_eq!(entry.threes(), game.board().threes().len(), "{entry}");
        let mut before = i32::MIN;
        for opening in WIDENING {
            let Best { value, moves } = entry.best(opening).unwrap();
            assert!(*value >= before, "{entry}");
            before = *value;
            assert!(value.unsigned_abs() as usize <= entry.threes(), "{entry}");
            let game = entry.game(opening);
            let legal = game.moves(&game.start());
            assert!(!moves.is_empty(), "{entry}");
            assert!(moves.iter().all(|played| legal.contains(played)), "{entry}");
        }
    }
    assert_eq!(atlas.missing(&WIDENING), []);
}

/// What a narrower opening allows and is best, is best under a wider one with the same value.
#[test]
fn openings_of_one_value_share_their_best_moves() {
    for entry in Atlas::embedded().entries() {
        for pair in WIDENING.windows(2) {
            let narrow = entry.game(pair[0]);
            let allowed = narrow.moves(&narrow.start());
            let [narrow, wide] = [pair[0], pair[1]].map(|opening| entry.best(opening).unwrap());
            let shared: Vec<Move> = wide
                .moves
                .iter()
                .filter(|m| allowed.contains(m))
                .copied()
                .collect();
            if narrow.value == wide.value {
                assert_eq!(shared, narrow.moves, "{entry}");
            } else {
                assert_eq!(shared, [], "{entry}");
            }
        }
    }
}

#[test]
fn mirror_images_of_a_best_move_are_best() {
    let atlas = Atlas::embedded();
    let base = entry(&atlas, "0.0/0.2/2.0/2.2");
    for opening in WIDENING {
        let game = base.game(opening);
        let names: Vec<String> = base
            .best(opening)
            .unwrap()
            .moves
            .iter()
            .map(|m| game.move_text(*m))
            .collect();
        for name in &names {
            let (kind, column, row) = (&name[..1], name.as_bytes()[1], name.as_bytes()[2]);
            let across = format!(
                "{kind}{}{}",
                char::from(b'a' + b'd' - column),
                char::from(row)
            );
            let turned = format!(
                "{kind}{}{}",
                char::from(b'a' + row - b'1'),
                char::from(b'1' + column - b'a')
            );
            assert!(
                names.contains(&across) && names.contains(&turned),
                "{names:?}"
            );
        }
    }
}

#[test]
fn quick_boards_solve_to_the_same() {
    let atlas = Atlas::embedded();
    for board in QUICK {
        let known = entry(&atlas, board);
        let solved = known.job().solve(&Stop::never()).unwrap();
        assert!(known.agrees(&solved), "{known}\n{solved}");
    }
}

/// The solver's value of every move, which shares nothing with how the atlas was made but the
/// search itself.
#[test]
fn the_best_are_those_of_all_moves() {
    let atlas = Atlas::embedded();
    for board in &QUICK[..2] {
        let known = entry(&atlas, board);
        for opening in WIDENING {
            let game = known.game(opening);
            let solver = Solver::new(&game, 1 << 24, 1).unwrap();
            let values = solver.moves(&game.start(), &Stop::never()).unwrap();
            let value = values[0].value;
            let best = values.iter().filter(|valued| valued.value == value);
            let mut moves: Vec<Move> = best.map(|valued| valued.played).collect();
            moves.sort_by_key(|played| game.move_text(*played));
            assert_eq!(known.best(opening), Some(&Best { value, moves }), "{known}");
        }
    }
}

#[test]
fn solving_hands_out_every_entry_and_ends_at_the_first_error() {
    let atlas = Atlas::embedded();
    let jobs = QUICK.map(|board| entry(&atlas, board).job());
    let mut solved = Atlas::default();
    let every = atlas::solve(&jobs, 2, |entry| {
        solved.insert(entry);
        Ok::<(), ()>(())
    });
    assert_eq!(every, Ok(()));
    assert_eq!(solved.entries().len(), QUICK.len());
    assert_eq!(solved.missing(&WIDENING).len(), 145 - QUICK.len());
    let mut count = 0;
    let failed = atlas::solve(&jobs, 2, |_| {
        count += 1;
        Err("disk full")
    });
    assert_eq!((failed, count), (Err("disk full"), 1));
}

#[test]
fn a_board_with_some_openings_is_solved_again_with_all() {
    let layout = Layout::read(QUICK[0]).unwrap();
    let of = |atlas: &Atlas, openings: &[Opening]| {
        let mut jobs = atlas.missing(openings).into_iter();
        let job = jobs.find(|job| *job.layout() == layout);
        job.map(|job| job.solve(&Stop::never()).unwrap())
    };
    let mut atlas = Atlas::default();
    let edge = of(&atlas, &[Opening::Edge]).unwrap();
    assert!(edge.best(Opening::Corner).is_none());
    atlas.insert(edge.clone());
    assert_eq!(of(&atlas, &[Opening::Edge]), None);
    let both = of(&atlas, &[Opening::Corner]).unwrap();
    assert_eq!(both.best(Opening::Edge), edge.best(Opening::Edge));
    atlas.insert(both);
    assert_eq!(atlas.entries().len(), 1);
    assert_eq!(Atlas::read(&atlas.to_string()), Ok(atlas));
}

#[test]
fn the_best_of_no_moves_or_of_too_bad_ones_is_none() {
    let game = Mijnlieff::new(
        Layout::read(QUICK[0]).unwrap(),
        Opening::Corner,
        Gaps::Block,
    );
    let solver = Solver::new(&game, 1 << 20, 2).unwrap();
    let (start, stop) = (game.start(), Stop::never());
    let moves = game.moves(&start);
    assert_eq!(solver.best(&start, &[], None, &stop), Ok(None));
    let best = solver.best(&start, &moves, None, &stop).unwrap().unwrap();
    let least = Some(best.value);
    assert_eq!(
        solver.best(&start, &moves, least, &stop),
        Ok(Some(best.clone()))
    );
    let more = Some(best.value + 1);
    assert_eq!(solver.best(&start, &moves, more, &stop), Ok(None));
}

const ONE: &str = r#"{"tiles":"0.0/2.2/4.4/6.6","lines":6,"openings":{"edge":{"value":1,"best":["Da1","Lb1"]}},"nodes":7}"#;

fn file(boards: &str) -> String {
    format!("{{\"game\":\"mijnlieff\",\"gaps\":\"block\",\"boards\":[\n{boards}\n]}}\n")
}

#[test]
fn an_atlas_reads_as_it_prints() {
    let text = include_str!("../../../data/atlas.json");
    assert_eq!(Atlas::read(text).unwrap().to_string(), text);
    assert_eq!(Atlas::read(&file(ONE)).unwrap().to_string(), file(ONE));
    let empty = Atlas::default();
    assert_eq!(Atlas::read(&empty.to_string()), Ok(empty));
}

#[track_caller]
fn refused(from: &str, to: &str, expected: AtlasError) {
    let damaged = file(ONE).replace(from, to);
    assert_ne!(damaged, file(ONE), "{from}");
    assert_eq!(Atlas::read(&damaged), Err(expected), "{from} → {to}");
}

#[test]
fn what_contradicts_the_boards_is_refused() {
    let layout = Layout::read("0.0/2.2/4.4/6.6").unwrap();
    let at = |line, column| AtlasError::Form { line, column };
    refused("]}\n", "]", at(3, 1));
    refused("]}\n", "]}x", at(3, 3));
    refused("\"nodes\":7", "\"nodes\":-7", at(2, 100));
    refused("\"nodes\":7", "\"node\":7", at(2, 96));
    refused("\"edge\"", "\"side\"", at(2, 55));
    refused(ONE, "7", at(2, 1));
    let (game, gaps) = (game::Excerpt::of("mijnlieff"), game::Excerpt::of("cross"));
    refused("block", "cross", AtlasError::Other { game, gaps });
    let tiles = game::Excerpt::of("0.0/1.1/4.4/6.6");
    let error = LayoutError::Overlap {
        tile: mijnlieff::Cell::new(1, 1),
    };
    refused("2.2", "1.1", AtlasError::Layout { tiles, error });
    for other in [
        "6.6/4.4/2.2/0.0",
        "0.6/2.4/4.2/6.0",
        "0.0/2.2/4.4/6.6/8.8/10.10/12.12/14.14",
    ] {
        let tiles = game::Excerpt::of(other);
        refused("0.0/2.2/4.4/6.6", other, AtlasError::Printed { tiles });
    }
    let twice = format!("{ONE},\n{ONE}");
    refused(
        ONE,
        &twice,
        AtlasError::Order {
            layout: layout.clone(),
        },
    );
    let lines = AtlasError::Lines {
        layout: layout.clone(),
        given: 5,
        found: 6,
    };
    refused("\"lines\":6", "\"lines\":5", lines);
    let none = AtlasError::Unsolved {
        layout: layout.clone(),
    };
    refused(r#""edge":{"value":1,"best":["Da1","Lb1"]}"#, "", none);
    for (from, to, text) in [
        ("Da1", "Da9", "Da9"),
        ("Da1", "da1", "da1"),
        ("Da1", "Pa1", "Lb1"),
        ("Lb1", "Da1", "Da1"),
    ] {
        let text = game::Excerpt::of(text);
        let error = AtlasError::Move {
            layout: layout.clone(),
            opening: Opening::Edge,
            text,
        };
        refused(from, to, error);
    }
    let value = AtlasError::Value {
        layout: layout.clone(),
        opening: Opening::Edge,
    };
    refused(r#"["Da1","Lb1"]"#, "[]", value.clone());
    refused(
        "\"edge\"",
        r#""corner":{"value":2,"best":["La1"]},"edge""#,
        value,
    );
}

/// The figures on the page about the atlas.
#[test]
fn what_the_page_tells_is_so() {
    let atlas = Atlas::embedded();
    let values = |entry: &Entry| WIDENING.map(|opening| entry.best(opening).unwrap().value);
    let of = |wanted: [i32; 4]| {
        atlas
            .entries()
            .iter()
            .filter(move |entry| values(entry) == wanted)
    };
    let table = [
        ([-1, -1, -1, 1], 1),
        ([-1, 0, 0, 0], 1),
        ([-1, 0, 0, 1], 1),
        ([-1, 0, 1, 1], 3),
        ([0, 0, 0, 0], 67),
        ([0, 0, 0, 1], 11),
        ([0, 0, 1, 1], 48),
        ([0, 1, 1, 1], 8),
        ([1, 1, 1, 1], 5),
    ];
    for (wanted, count) in table {
        assert_eq!(of(wanted).count(), count, "{wanted:?}");
    }
    assert_eq!(table.map(|(_, count)| count).iter().sum::<usize>(), 145);
    assert_eq!(of([0; 4]).map(Entry::threes).max(), Some(14));
    let won = || atlas.entries().iter().filter(|entry| values(entry)[3] == 1);
    let with = |wanted: Kind| {
        let kind = |played: &Move| matches!(played, Move::Place { kind, .. } if *kind == wanted);
        let moves = |entry: &Entry| entry.best(Opening::Anywhere).unwrap().moves.clone();
        won().filter(|entry| moves(entry).iter().any(kind)).count()
    };
    assert_eq!(Kind::ALL.map(with), [5, 0, 72, 2]);
    let only = won().filter(|entry| entry.best(Opening::Anywhere).unwrap().moves.len() == 1);
    assert_eq!(only.count(), 40);
    let row = entry(&atlas, "0.0/0.2/0.4/0.6");
    assert_eq!(row.best(Opening::Anywhere).unwrap().moves.len(), 56);
    let most = of([0; 4]).map(|entry| entry.best(Opening::Anywhere).unwrap().moves.len());
    assert_eq!(most.max(), Some(56));
    let nodes = atlas.entries().iter().map(Entry::nodes);
    assert_eq!(nodes.sum::<u64>(), 11_738_970_603);
}
