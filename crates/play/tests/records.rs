//! Records: what is read, what is printed, what is refused and where.
#![allow(clippy::unwrap_used)]

use game::{Outcome, Random, Reason, Side};
use play::record::{Ending, Fault, Line, Node, Record, RecordError};
use play::{Families, Lang, Session};

#[track_caller]
fn read_one(text: &str) -> Record {
    let mut records = Record::read_all(text, &Families::standard()).unwrap();
    assert_eq!(records.len(), 1);
    records.remove(0)
}

#[track_caller]
fn refused(text: &str) -> RecordError {
    Record::read_all(text, &Families::standard()).unwrap_err()
}

/// A record of the mill family with these moves.
fn mill(moves: &str) -> String {
    format!("[Setup \"moulin:classique\"]\n\n{moves}\n")
}

#[test]
fn the_published_game_prints_as_it_stands_in_its_file() {
    let text = include_str!("records/published.txt");
    let record = read_one(text);
    assert_eq!(record.to_string(), text);
    assert_eq!(record.points, Some([4, 1]));
    let last_piece = Outcome::win(Side::White, Reason::Rules(mijnlieff::ending::LAST_PIECE));
    assert_eq!(record.ending, Ending::Over(last_piece));
}

#[test]
fn comments_variations_and_annotations_are_kept() {
    let text = mill(
        "{before} 1. d6! ; to the end of the line\n\
         1... f4 $14 {after} (1... d2 {instead} 2. b4 (2. a1) (2. a4?!) 2... a7) 2. b4 *",
    );
    let record = read_one(&text);
    assert_eq!(record.main_line(), ["d6", "f4", "b4"]);
    assert_eq!(record.line.comments, ["before"]);
    let [first, second, _] = &record.line.moves[..] else {
        panic!("three moves");
    };
    assert_eq!(
        (&first.glyphs[..], &first.comments[..]),
        (&[1][..], &["to the end of the line".to_owned()][..])
    );
    assert_eq!(second.glyphs, [14]);
    let [instead] = &second.variations[..] else {
        panic!("one variation");
    };
    assert_eq!(instead.moves[1].variations.len(), 2);
    assert_eq!(instead.moves[1].variations[1].moves[0].glyphs, [6]);
    assert_eq!(read_one(&record.to_string()), record);
}

#[test]
fn several_games_and_a_position_with_black_to_move() {
    let text = "[Setup \"moulin:envol\"]\n[Position \"w=d6;b=;hand=8,9;turn=b\"]\n1... f4 2. d2 *\n\
                [Setup \"mijnlieff\"]\n*";
    let records = Record::read_all(text, &Families::standard()).unwrap();
    assert_eq!(records.len(), 2);
    let printed = records[0].to_string();
    assert!(
        printed.contains("[Position \"w=d6;b=;hand=8,9;turn=b;flight=wb\"]"),
        "{printed}"
    );
    assert!(printed.ends_with("\n1... f4 2. d2 *\n"), "{printed}");
    let both = records
        .iter()
        .map(Record::to_string)
        .collect::<Vec<_>>()
        .join("\n");
    assert_eq!(
        Record::read_all(&both, &Families::standard()).unwrap(),
        records
    );
}

#[test]
fn signs_in_tags_and_comments_survive() {
    let text =
        "[Setup \"mijnlieff\"]\n[White \"a \\\"b\\\" \\\\ c ] é\"]\n{ ) ( [x] ; 1-0 * } 1. La1 *";
    let record = read_one(text);
    assert_eq!(
        record.tags,
        [("White".to_owned(), "a \"b\" \\ c ] é".to_owned())]
    );
    assert_eq!(record.line.comments, [") ( [x] ; 1-0 *"]);
    assert_eq!(read_one(&record.to_string()), record);
}

#[test]
fn a_fault_is_told_with_its_line_and_column() {
    let at = |text: &str| {
        let error = refused(text);
        (error.line, error.column)
    };
    assert_eq!(at(&mill("1. d6 d6 *")), (3, 7));
    assert_eq!(at(&mill("1. d6 {é\né} zz *")), (4, 4));
    assert_eq!(at("[Setup \"moulin:x\"]\n*"), (1, 1));
    assert_eq!(at(""), (1, 1));
    let error = refused(&mill("1. d6 d6 *"));
    assert_eq!(
        error.text().get(Lang::EN),
        "line 3, column 7: d6 is refused: ML1: d6 is not free"
    );
}

#[test]
fn every_fault_is_found() {
    #[track_caller]
    fn check(text: &str, expected: fn(&Fault) -> bool) {
        let fault = refused(text).fault;
        assert!(expected(&fault), "{fault:?}");
    }
    let game = "[Setup \"mijnlieff\"]\n";
    let finished = "1. La1 Ea3 2. La2 Pa4 3. Eb2 Lc2 4. Pc3 Dc1 5. Ed2 Ld3 6. Dd4 pass 7. Db4 pass \
                    8. Pb3 Pb1";
    check(" \n", |f| matches!(f, Fault::Empty));
    check("[Setup mijnlieff]\n*", |f| matches!(f, Fault::Tag { .. }));
    check("[Setup \"mijnlieff\"", |f| matches!(f, Fault::Tag { .. }));
    check(&format!("{game}{game}*"), |f| {
        matches!(f, Fault::TagTwice { .. })
    });
    check(&format!("{game}[A \"\"][A \"\"]*"), |f| {
        matches!(f, Fault::TagTwice { .. })
    });
    check(&format!("{game}1. La1\n{game}*"), |f| {
        matches!(f, Fault::TagAmongMoves)
    });
    check("1. d6 *", |f| matches!(f, Fault::NoSetup));
    check("[Setup \"chess\"] *", |f| matches!(f, Fault::Setup(_)));
    check(&format!("{game}[Position \"w=\"]*"), |f| {
        matches!(f, Fault::Position(_))
    });
    check(&format!("{game}1. La1 Ea *"), |f| {
        matches!(f, Fault::Move { .. })
    });
    check(&format!("{game}{finished} 9. Da3 1-0"), |f| {
        matches!(f, Fault::Move { .. })
    });
    check(&format!("{game}1. La1 $300 *"), |f| {
        matches!(f, Fault::Glyph { .. })
    });
    check(&format!("{game}1. La1 !!! *"), |f| {
        matches!(f, Fault::Glyph { .. })
    });
    check(&format!("{game}(1. La1) *"), |f| {
        matches!(f, Fault::NothingBefore)
    });
    check(&format!("{game}1. La1 {{never"), |f| {
        matches!(f, Fault::OpenComment)
    });
    check(&format!("{game}1. La1 (1. La4"), |f| {
        matches!(f, Fault::OpenVariation)
    });
    check(&format!("{game}1. La1 ) *"), |f| {
        matches!(f, Fault::NoVariation)
    });
    check(&format!("{game}{}", "1. La1 (".repeat(200)), |f| {
        matches!(f, Fault::TooDeep { .. })
    });
    check(&format!("{game}1. La1 Ea3"), |f| {
        matches!(f, Fault::NoResult)
    });
    check(&format!("{game}1. La1 (1. La4 *) *"), |f| {
        matches!(f, Fault::ResultInVariation)
    });
    check(&format!("{game}[Result \"2-0\"]*"), |f| {
        matches!(f, Fault::UnknownResult { .. })
    });
    check(&format!("{game}[Result \"1-0\"]*"), |f| {
        matches!(f, Fault::ResultTag { .. })
    });
    check(&format!("{game}{finished} 0-1"), |f| {
        matches!(f, Fault::Result { .. })
    });
    check(&format!("{game}{finished} *"), |f| {
        matches!(f, Fault::Result { .. })
    });
    check(&format!("{game}1. La1 1-0"), |f| {
        matches!(f, Fault::Unexplained { .. })
    });
    let ended = |how: &str| format!("{game}[Termination \"{how}\"]");
    check(&format!("{}*", ended("boredom")), |f| {
        matches!(f, Fault::UnknownTermination { .. })
    });
    check(&format!("{}1. La1 1-0", ended("agreement")), |f| {
        matches!(f, Fault::Termination { ending: None, .. })
    });
    check(&format!("{}{finished} 1-0", ended("time")), |f| {
        matches!(
            f,
            Fault::Termination {
                ending: Some(_),
                ..
            }
        )
    });
    check(&format!("{game}[Score \"3-1\"]{finished} 1-0"), |f| {
        matches!(
            f,
            Fault::Score {
                points: Some([4, 1]),
                ..
            }
        )
    });
    check(&mill("[Score \"0-0\"] *"), |f| {
        matches!(f, Fault::Score { points: None, .. })
    });
}

#[test]
fn what_players_agree_on_is_explained_by_a_tag() {
    #[track_caller]
    fn check(how: &str, result: &str, expected: Ending) {
        let text = format!("[Setup \"mijnlieff\"]\n[Termination \"{how}\"]\n1. La1 {result}");
        assert_eq!(read_one(&text).ending, expected);
    }
    let won = |reason| Ending::Over(Outcome::win(Side::White, reason));
    check("resignation", "1-0", won(Reason::Resignation));
    check("time", "1-0", won(Reason::Time));
    check("abandoned", "1-0", won(Reason::Abandoned));
    check(
        "agreement",
        "1/2-1/2",
        Ending::Over(Outcome::draw(Reason::Agreement)),
    );
    check("abandoned", "*", Ending::Abandoned);
    check("unfinished", "*", Ending::Unfinished);
}

/// Random play with random comments, glyphs and variations, as a record.
fn random_record(setup: &str, random: &mut Random) -> Record {
    let setup = Families::standard().setup(setup).unwrap();
    let mut session = setup.session();
    let length = random.below(60);
    let line = random_line(session.as_mut(), length, 0, random);
    let mut record = Record::of(
        session.as_ref(),
        setup,
        vec![("White".into(), "x\"\\y".into())],
    );
    record.line = line;
    record
}

fn random_line(session: &mut dyn Session, length: u64, depth: u64, random: &mut Random) -> Line {
    let comment = |random: &mut Random| {
        const SOME: [&str; 4] = ["", "a", "two words", "( ) [ ] ; $ 1. * {"];
        let chosen = random.below(16) as usize;
        SOME.get(chosen)
            .map(|text| (*text).to_owned())
            .into_iter()
            .collect::<Vec<_>>()
    };
    let mut line = Line {
        comments: comment(random),
        moves: Vec::new(),
    };
    for _ in 0..length {
        let moves = session.moves();
        let Some(played) = random.pick(&moves).cloned() else {
            break;
        };
        let mut variations = Vec::new();
        if depth < 3 && random.below(8) == 0 {
            let length = random.below(4);
            let variation = random_line(session, length, depth + 1, random);
            variation
                .moves
                .iter()
                .for_each(|_| assert!(session.take_back()));
            variations.push(variation);
        }
        session.play(&played).unwrap();
        line.moves.push(Node {
            played,
            glyphs: (0..random.below(8) / 7)
                .map(|_| random.below(256) as u8)
                .collect(),
            comments: comment(random),
            variations,
        });
    }
    line
}

#[test]
fn random_records_read_back_as_they_were_printed() {
    let mut random = Random::new(11);
    for _ in 0..400 {
        for setup in [
            "moulin:classique",
            "moulin:envol",
            "moulin:barreau,stuck=pass,double=2",
            "mijnlieff",
            "mijnlieff:board=0.0/2.1/4.2/6.3,opening=edge,gaps=cross",
            "mijnlieff:sets=2,opening=anywhere",
        ] {
            let record = random_record(setup, &mut random);
            let text = record.to_string();
            assert_eq!(
                Record::read_all(&text, &Families::standard()),
                Ok(vec![record]),
                "{text}"
            );
        }
    }
}
