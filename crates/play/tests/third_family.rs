//! The seam holds: a third family that stands in one folder of the tests is played through
//! everything a front end uses, after one line of registration.
#![allow(clippy::unwrap_used)]

mod noughts;

use engine::Resources;
use game::{Outcome, Reason, Side};
use noughts::Noughts;
use noughts::rules::{FULL, THREE};
use picture::page::Paper;
use picture::{Caption, Theme, to_pdf, to_svg};
use play::analysis::{AnalysisError, Analyst, Value};
use play::arena::Arena;
use play::record::{Ending, Record};
use play::{Families, Lang, Setup, Style, paper, rulebook};

fn families() -> Families {
    Families::standard().with::<Noughts>()
}

fn setup() -> Setup {
    families().setup("Noughts").unwrap()
}

#[test]
fn the_rules_conform() {
    game::conformance::check_with_text(&Noughts, 200, 1);
    assert_eq!(
        game::perft(&Noughts, &game::Game::start(&Noughts), 9),
        127_872
    );
}

#[test]
fn a_registry_lists_it_beside_the_others() {
    let names: Vec<&str> = families().names().collect();
    assert_eq!(names, ["mijnlieff", "moulin", "noughts"]);
    assert_eq!(families().offers().len(), 5);
    let unknown = families().setup("chess").unwrap_err().text();
    assert!(
        unknown
            .get(Lang::EN)
            .ends_with("mijnlieff, moulin or noughts")
    );
    assert!(Families::standard().setup("noughts").is_err());
    assert_eq!(setup().family(), "noughts");
    assert!(setup().game::<moulin::Moulin>().is_none());
}

#[test]
fn a_session_plays_views_and_refuses() {
    let mut session = setup().session();
    assert_eq!(session.view().turns.len(), 9);
    for played in ["a1", "b1", "a2", "b2"] {
        session.play(played).unwrap();
    }
    let refusal = session.play("a1").unwrap_err();
    assert_eq!(refusal.line(Lang::EN), "N2: choose a free square");
    session.play("A3").unwrap();
    let won = Outcome::win(Side::White, Reason::Rules(THREE));
    assert_eq!(session.outcome(), Some(won));
    let view = session.view();
    assert_eq!(view.lines, [["a1", "a2", "a3"]]);
    assert!(view.turns.is_empty());
    let sentence = view.sentence.get(Lang::FR);
    assert_eq!(sentence, "Les blancs gagnent\u{a0}: trois à la suite (N1).");
    assert_eq!(session.board_text(Style::PLAIN), "○ . .\n○ ● .\n○ ● .\n");
    assert!(session.take_back());
    assert_eq!(session.moves().len(), 5);
}

#[test]
fn it_is_drawn_on_screen_and_on_paper() {
    let mut session = setup().session_from("xo.......").unwrap();
    session.play("b2").unwrap();
    let caption = Caption {
        title: "Noughts",
        description: "Two crosses and a nought",
    };
    let svg = to_svg(&session.scene().on_page(), Theme::Light, &caption);
    assert_eq!(svg.matches("class=\"piece white\"").count(), 2);
    let stage = setup().stage();
    assert_eq!(stage.places.len(), 9);
    let html = rulebook::to_html(&setup().book(Lang::EN));
    assert!(html.contains("Three in a row"));
    for document in [
        setup().cut_out_set(Paper::A4, Lang::FR),
        setup().fixed_board(Paper::A4, Lang::FR).unwrap(),
        paper::card(&setup(), Paper::A4, Lang::EN),
        paper::rulebook(&setup().book(Lang::EN), Paper::Letter),
    ] {
        assert!(to_pdf(&document, Theme::Sparing).starts_with(b"%PDF-"));
    }
}

#[test]
fn a_record_reads_back_with_its_own_ending() {
    let text = "[Setup \"noughts\"]\n[Result \"1/2-1/2\"]\n[Termination \"board full\"]\n\n\
        1. a1 b2 2. b1 c1 3. a3 a2 4. c2 b3 5. c3 1/2-1/2\n";
    let records = Record::read_all(text, &families()).unwrap();
    let drawn = Outcome::draw(Reason::Rules(FULL));
    assert_eq!(records[0].ending, Ending::Over(drawn));
    let printed = records[0].to_string();
    assert_eq!(Record::read_all(&printed, &families()).unwrap(), records);
    assert!(Record::read_all(text, &Families::standard()).is_err());
}

#[test]
fn it_is_analysed_and_reviewed() {
    let resources = Resources::new(1 << 20);
    let mut analyst = Analyst::new(&setup(), &resources);
    let analysis = analyst.analyse(setup().session().as_ref(), None).unwrap();
    assert_eq!(analysis.value, Value::Points(0));
    assert_eq!(analysis.moves.len(), 9);
    let record = "[Setup \"noughts\"]\n\n1. a1 a2 *\n";
    let record = Record::read_all(record, &families()).unwrap().remove(0);
    let reviewed = analyst.review(&record, None, Lang::EN, |_, _| {}).unwrap();
    assert_eq!(
        reviewed.line.moves[1].glyphs,
        [2],
        "anything but the middle loses"
    );
    let other = families().setup("moulin:envol").unwrap().session();
    let refused = analyst.analyse(other.as_ref(), None);
    assert_eq!(refused, Err(AnalysisError::OtherGame));
}

#[test]
fn computer_players_meet_at_it() {
    let players = ["perfect", "random"].map(|name| name.parse().unwrap());
    let report = Arena::new(setup(), players, 40).run(&|_| {}).unwrap();
    assert_eq!(report.tally.games(), 40);
    assert!(report.tally.score() > 0.7, "{:?}", report.tally);
}
