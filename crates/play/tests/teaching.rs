//! What helps a beginner to see is true: closed mills, safe stones, stones lost, lines that score.
#![allow(clippy::unwrap_used)]

mod random_positions;

use std::collections::BTreeSet;

use game::{Game, Notation, Random, Side};
use play::{Closing, ClosingStep, Families, Lang, Session, Setup, Touch, Turn, View};
use random_positions as any;

/// So many random positions of the mill family under random rules, each with its view.
fn each_mill_view(count: u32, mut see: impl FnMut(&moulin::Moulin, &moulin::Position, &View)) {
    let mut random = Random::new(16);
    for number in 0..count {
        let game = any::moulin(&mut random);
        let position = match number % 4 {
            0 => any::played(&game, 60, &mut random),
            _ => any::scattered_stones(&game, &mut random),
        };
        let session = Setup::of(game).session_from(&game.position_text(&position));
        see(&game, &position, &session.unwrap().view());
    }
}

fn step_of<'view>(view: &'view View, turn: &Turn) -> Vec<(&'view Closing, &'view ClosingStep)> {
    let all = view
        .closings
        .iter()
        .flat_map(|closing| closing.steps.iter().map(move |step| (closing, step)));
    all.filter(|(_, step)| step.from == turn.from && Some(&step.to) == turn.to.as_ref())
        .collect()
}

#[test]
fn a_turn_that_takes_tells_the_lines_it_closes_and_what_is_safe() {
    let (mut seen, mut safe_seen, mut all_in_mills) = (0, 0, 0);
    each_mill_view(4000, |game, position, view| {
        let board = game.rules().board;
        let enemies = position.stones(position.turn().other());
        let taking = view.turns.iter().filter(|turn| !turn.takes.is_empty());
        for turn in taking {
            let [(closing, step)] = step_of(view, turn)[..] else {
                panic!("{turn:?} {view:?}");
            };
            let played = game.read_move(position, &turn.text).unwrap();
            let mine = game.play(position, played).stones(position.turn());
            let to = played.to().unwrap();
            let complete = board
                .lines()
                .filter(|line| line.contains(to) && line.without(mine).is_empty());
            let complete: BTreeSet<BTreeSet<String>> = complete
                .map(|line| line.into_iter().map(|point| board.name(point)).collect())
                .collect();
            let told = step.lines.iter().cloned().map(BTreeSet::from_iter);
            assert_eq!(told.collect::<BTreeSet<_>>(), complete, "{turn:?}");
            assert!(!complete.is_empty());
            // What the sentence calls safe is what no turn of this step takes.
            let same = |other: &&Turn| other.from == turn.from && other.to == turn.to;
            let taken: BTreeSet<&String> = view
                .turns
                .iter()
                .filter(same)
                .flat_map(|other| &other.takes)
                .collect();
            let sentence = closing.sentence.get(Lang::EN);
            for point in enemies {
                let name = board.name(point);
                let is_named = sentence.contains(&name);
                assert_eq!(is_named, !taken.contains(&name), "{name}: {sentence}");
                safe_seen += u32::from(is_named);
            }
            if sentence.contains("all are in mills") {
                assert_eq!(board.in_mills(enemies), enemies);
                all_in_mills += 1;
            }
            seen += 1;
        }
        let steps: usize = view
            .closings
            .iter()
            .map(|closing| closing.steps.len())
            .sum();
        let taking: BTreeSet<_> = view
            .turns
            .iter()
            .filter(|turn| !turn.takes.is_empty())
            .map(|turn| (&turn.from, &turn.to))
            .collect();
        assert_eq!(steps, taking.len(), "no step that takes nothing: {view:?}");
    });
    assert!(
        seen > 10_000 && safe_seen > 1000 && all_in_mills > 10,
        "{seen} {safe_seen} {all_in_mills}"
    );
}

#[test]
fn ml4_the_sentence_after_a_mill_follows_its_sheet() {
    #[track_caller]
    fn check(setup: &str, position: &str, english: &str, french: &str) {
        let setup = Families::standard().setup(setup).unwrap();
        let view = setup.session_from(position).unwrap().view();
        let [closing] = &view.closings[..] else {
            panic!("{:?}", view.closings);
        };
        assert_eq!(closing.sentence.get(Lang::EN), english);
        let french = french.replace(" ;", "\u{202f};").replace(" !", "\u{202f}!");
        assert_eq!(
            closing.sentence.get(Lang::FR),
            french.replace(" :", "\u{a0}:")
        );
    }
    let some = "w=b2,b4,c4;b=a1,d1,g1,f6;hand=5,5;turn=w";
    check(
        "moulin:classique",
        some,
        "A mill! Take a black stone; a1, d1 and g1 are safe in a mill (ML4).",
        "Moulin ! Prenez un pion noir ; a1, d1 et g1 sont à l’abri dans un moulin (ML4).",
    );
    check(
        "moulin:envol",
        some,
        "A mill! Take a black stone, any of them, even in a mill (ML4).",
        "Moulin ! Prenez un pion noir, n’importe lequel, même dans un moulin (ML4).",
    );
    check(
        "moulin:classique",
        "w=b4,c4;b=a1,d1,g1;hand=6,6;turn=w",
        "A mill! Take a black stone, any of them: all are in mills (ML4).",
        "Moulin ! Prenez un pion noir, n’importe lequel : tous sont dans un moulin (ML4).",
    );
    check(
        "moulin:classique",
        "w=b4,c4;b=d1,g1;hand=7,7;turn=w",
        "A mill! Take a black stone.",
        "Moulin ! Prenez un pion noir.",
    );
    check(
        "moulin:classique",
        "w=b4,c4,a1,a7;b=d1,g1,f6,f4;hand=5,5;turn=w",
        "Two mills! They take one stone together (ML3): take a black one.",
        "Deux moulins ! Ils n’en prennent qu’un ensemble (ML3) : prenez un pion noir.",
    );
}

#[test]
fn stones_lost_and_lines_that_score_are_counted() {
    each_mill_view(500, |game, position, view| {
        let lost = view.lost.unwrap();
        for side in Side::BOTH {
            let left = position.total(side) + lost[side.index()];
            assert_eq!(left, u32::from(game.rules().stones));
        }
    });
    let mut random = Random::new(5);
    let boards = any::boards();
    let mut scored = 0;
    for _ in 0..500 {
        let game = any::mijnlieff(&boards, &mut random);
        let position = any::scattered_pieces(&game, &mut random);
        let session = Setup::of(game.clone()).session_from(&game.position_text(&position));
        let view = session.unwrap().view();
        let (lines, points) = (view.scoring.unwrap(), view.points.unwrap());
        for side in Side::BOTH {
            let count = |line: &Vec<String>| line.len() as u32 - 2;
            let counted: u32 = lines[side.index()].iter().map(count).sum();
            assert_eq!(counted, points[side.index()], "{}", view.position);
            scored += counted;
        }
    }
    assert!(scored > 100, "{scored}");
}

#[test]
fn the_player_is_spoken_to_and_others_are_told() {
    #[track_caller]
    fn check(setup: &str, position: &str, yours: [&str; 2], others: [&str; 2]) {
        let setup = Families::standard().setup(setup).unwrap();
        let view = setup.session_from(position).unwrap().view();
        let shown = |text: &str| text.replace('\u{a0}', " ");
        let yours_told = view.yours.unwrap();
        assert_eq!(
            [Lang::EN, Lang::FR].map(|lang| shown(&yours_told.get(lang))),
            yours
        );
        assert_eq!(
            [Lang::EN, Lang::FR].map(|lang| shown(&view.sentence.get(lang))),
            others
        );
    }
    check(
        "mijnlieff",
        "w=Lb1;b=Dc2;turn=w;limit=Dc2",
        [
            "Your turn: the diagonal on c2 lets you play on a4, b3, d1 or d3.",
            "À vous : la diagonale en c2 vous permet a4, b3, d1 ou d3.",
        ],
        [
            "White to play: the diagonal on c2 leaves a4, b3, d1 or d3 open.",
            "Aux blancs de jouer : la diagonale en c2 ouvre a4, b3, d1 ou d3.",
        ],
    );
    check(
        "moulin:classique",
        "w=a1;b=;hand=8,9;turn=b",
        [
            "Your turn: place a stone on any free point (9 left to place).",
            "À vous : posez un pion sur un point libre (encore 9 à poser).",
        ],
        [
            "Black places a stone on any free point (9 in hand).",
            "Les noirs posent un pion sur un point libre (9 en main).",
        ],
    );
    let over = Families::standard().setup("moulin:classique").unwrap();
    let over = over.session_from("w=a1,d1,g1;b=f6,f4;hand=0,0;turn=b");
    assert_eq!(over.unwrap().view().yours, None);
}

/// All that can be touched: every place, and every kind in the hand of the side to move.
fn touchable(setup: &Setup, view: &View) -> Vec<Touch> {
    let places = setup.stage().places.into_iter();
    let places = places.map(|(name, _)| Touch::Place(name));
    let hand = view.hands[view.turn.index()].iter();
    let kinds = hand.filter_map(|(kind, _)| kind.map(Touch::Kind));
    places.chain(kinds).collect()
}

/// A closed place has a reason with a rule, in both languages; an open one has none.
#[track_caller]
fn check_why(session: &dyn Session, view: &View, touched: &[Touch], told: &mut BTreeSet<String>) {
    let is_made_of = |turn: &Turn| touched.iter().all(|touch| touch.is_in(turn));
    let is_open = view.turns.iter().any(is_made_of);
    let why = session.why_not(touched);
    assert_eq!(
        why.is_none(),
        is_open,
        "{} {touched:?} {why:?}",
        view.position
    );
    if let Some(why) = why {
        let rule = why
            .rule
            .unwrap_or_else(|| panic!("{} {touched:?} {why:?}", view.position));
        assert!(!why.text.get(Lang::EN).is_empty() && !why.text.get(Lang::FR).is_empty());
        told.insert(rule.to_string());
    }
}

/// Checks each thing, and pairs of a thing that begins a turn and another touched after it.
fn check_touches(setup: &Setup, position: &str, random: &mut Random, told: &mut BTreeSet<String>) {
    let session = setup.session_from(position).unwrap();
    let view = session.view();
    let all = touchable(setup, &view);
    for touch in &all {
        check_why(session.as_ref(), &view, std::slice::from_ref(touch), told);
    }
    // What is closed by itself stays so after something else was touched; two places that are open by
    // themselves may be a change of mind.
    for _ in 0..12 {
        let pair = [random.pick(&all).unwrap(), random.pick(&all).unwrap()].map(Touch::clone);
        if !view.turns.iter().any(|turn| pair[1].is_in(turn)) {
            check_why(session.as_ref(), &view, &pair, told);
        }
    }
    // A piece that moves, and where another one may go.
    for turn in view.turns.iter().take(12) {
        let (Some(from), Some(other)) = (&turn.from, random.pick(&view.turns)) else {
            continue;
        };
        let to = other.to.iter().cloned();
        let touched = [from.clone()].into_iter().chain(to).map(Touch::Place);
        check_why(session.as_ref(), &view, &touched.collect::<Vec<_>>(), told);
    }
    // A stone touched while it is open what a closed mill takes.
    let taking = view.turns.iter().filter(|turn| !turn.takes.is_empty());
    for turn in taking.take(8) {
        let begun = [&turn.from, &turn.to].into_iter().flatten();
        let begun: Vec<Touch> = begun.map(|place| Touch::Place(place.clone())).collect();
        let enemies = view.standing.iter().filter(|piece| piece.side != view.turn);
        for piece in enemies {
            let touch = Touch::Place(piece.place.clone());
            let touched = [&begun[..], &[touch]].concat();
            check_why(session.as_ref(), &view, &touched, told);
        }
    }
}

#[test]
fn every_closed_place_says_by_which_rule_and_no_open_one_does() {
    let mut random = Random::new(61);
    let mut told = BTreeSet::new();
    for number in 0..3000 {
        let game = any::moulin(&mut random);
        let position = match number % 4 {
            0 => any::played(&game, 60, &mut random),
            _ => any::scattered_stones(&game, &mut random),
        };
        let text = game.position_text(&position);
        check_touches(&Setup::of(game), &text, &mut random, &mut told);
    }
    let boards = any::boards();
    for number in 0..3000 {
        let game = any::mijnlieff(&boards, &mut random);
        let position = match number % 4 {
            0 => any::played(&game, 8, &mut random),
            _ => any::scattered_pieces(&game, &mut random),
        };
        let text = game.position_text(&position);
        check_touches(&Setup::of(game), &text, &mut random, &mut told);
    }
    let told: Vec<&str> = told.iter().map(String::as_str).collect();
    let expected = [
        "MJ3", "MJ4", "MJ6", "MJ7", "MJ8", "MJ9", "ML1", "ML2", "ML3", "ML4", "ML6", "ML7", "ML8",
    ];
    assert_eq!(told, expected);
}

#[test]
fn a_closed_place_tells_its_reason() {
    #[track_caller]
    fn check(setup: &str, position: &str, touched: &str, expected: &str) {
        let setup = Families::standard().setup(setup).unwrap();
        let session = setup.session_from(position).unwrap();
        let touched: Vec<Touch> = touched
            .split(' ')
            .map(|text| text.parse().unwrap())
            .collect();
        let why = session.why_not(&touched).unwrap();
        assert_eq!(why.line(Lang::EN), expected);
    }
    let moving = "w=a1,d1,g1,d2,b4;b=a4,d7,g7,f6,e5;hand=0,0;turn=w";
    check(
        "moulin:classique",
        moving,
        "a1",
        "ML2: a1 cannot move: a4 and d1 are not free",
    );
    check(
        "moulin:classique",
        moving,
        "e5",
        "ML2: none of your stones is on e5",
    );
    check(
        "moulin:classique",
        moving,
        "a7",
        "ML6: none of your stones is next to a7, and a flight needs 3 stones or fewer: you have 5",
    );
    check(
        "moulin:barreau",
        moving,
        "g1 a7",
        "ML2: g1 and a7 are not neighbours, and nobody flies",
    );
    let placing = "w=b4,c4;b=a1,d1,g1,f6;hand=5,5;turn=w";
    check(
        "moulin:classique",
        placing,
        "b4",
        "ML1: no stone moves before all are placed: 5 left to place",
    );
    check(
        "moulin:classique",
        placing,
        "a4 d1",
        "ML4: d1 is in a mill, and black has stones outside mills",
    );
    check(
        "moulin:classique",
        placing,
        "a7 f6",
        "ML3: a7 closes no mill, so nothing is taken",
    );
    let limited = "w=La1;b=;turn=b;limit=La1";
    check(
        "mijnlieff",
        limited,
        "b2",
        "MJ4: the straight on a1 does not let you play on b2, only on a2, a3, a4, b1, c1 or d1",
    );
    check("mijnlieff", limited, "a1", "MJ4: a1 is not empty");
    check(
        "mijnlieff",
        "w=;b=;turn=w;limit=start",
        "hand:P",
        "MJ7: the first piece is a straight (L)",
    );
}

fn sets(lines: &[Vec<String>]) -> BTreeSet<BTreeSet<String>> {
    let lines = lines.iter().cloned();
    lines.map(BTreeSet::from_iter).collect()
}

#[test]
fn threats_are_what_the_other_would_do_if_it_were_its_turn() {
    let mut random = Random::new(7);
    let (mut mills, mut lines) = (0, 0);
    for _ in 0..3000 {
        let game = any::moulin(&mut random);
        let position = any::scattered_stones(&game, &mut random);
        let stones = Side::BOTH.map(|side| position.stones(side));
        let hands = Side::BOTH.map(|side| position.hand(side));
        let other = position.turn().other();
        // Hands that fit only one side to move say nothing about the other.
        let Ok(turned) = game.position(stones, hands, other, position.flights()) else {
            continue;
        };
        let session = Setup::of(game).session_from(&game.position_text(&position));
        let session = session.unwrap();
        let Some(threats) = session.threats() else {
            assert!(session.outcome().is_some());
            continue;
        };
        let name = |point| game.rules().board.name(point);
        let closed = game.moves(&turned).into_iter();
        let closed = closed.flat_map(|played| game.closed(&turned, played));
        let closed: BTreeSet<BTreeSet<String>> = closed
            .map(|line| line.into_iter().map(name).collect())
            .collect();
        assert_eq!(sets(&threats.lines), closed, "{}", session.position());
        assert_eq!(threats.places.is_empty(), closed.is_empty());
        mills += closed.len();
    }
    let boards = any::boards();
    for _ in 0..2000 {
        let game = any::mijnlieff(&boards, &mut random);
        let position = any::scattered_pieces(&game, &mut random);
        let text = game.position_text(&position);
        let session = Setup::of(game.clone()).session_from(&text).unwrap();
        let Some(threats) = session.threats() else {
            continue;
        };
        let other = position.turn().other();
        let letter = if other == Side::White { "w" } else { "b" };
        let fields = text.split(';').map(|field| match field.split_once('=') {
            Some(("turn", _)) => format!("turn={letter}"),
            Some(("limit", _)) => "limit=none".to_owned(),
            _ => field.to_owned(),
        });
        let fields: Vec<String> = fields.collect();
        let Ok(turned) = game.read_position(&fields.join(";")) else {
            continue;
        };
        let points = |position: &mijnlieff::Position| game.score(position)[other.index()];
        let squares: BTreeSet<String> = game
            .moves(&turned)
            .into_iter()
            .filter(|played| points(&game.play(&turned, *played)) > points(&turned))
            .filter_map(|played| match played {
                mijnlieff::Move::Place { square, .. } => Some(game.board().name(square)),
                mijnlieff::Move::Pass => None,
            })
            .collect();
        assert_eq!(
            BTreeSet::from_iter(threats.places.clone()),
            squares,
            "{text}"
        );
        assert_eq!(threats.lines.is_empty(), squares.is_empty());
        lines += squares.len();
    }
    assert!(mills > 1000 && lines > 1000, "{mills} {lines}");
}

#[test]
fn where_to_look_is_on_the_board_and_does_not_name_the_move() {
    let mut random = Random::new(8);
    let boards = any::boards();
    let mut seen = BTreeSet::new();
    for number in 0..600 {
        let (setup, text) = if number % 2 == 0 {
            let game = any::moulin(&mut random);
            let position = any::scattered_stones(&game, &mut random);
            (Setup::of(game), game.position_text(&position))
        } else {
            let game = any::mijnlieff(&boards, &mut random);
            let position = any::scattered_pieces(&game, &mut random);
            (Setup::of(game.clone()), game.position_text(&position))
        };
        let view = setup.session_from(&text).unwrap().view();
        let known: BTreeSet<String> = setup
            .stage()
            .places
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        for turn in view.turns.iter().take(30) {
            let look = setup.look(&text, &turn.text, &[]).unwrap();
            let told = look.text.get(Lang::EN);
            assert_eq!(
                look.places.is_empty(),
                turn.to.is_none(),
                "{text} {turn:?} {look:?}"
            );
            assert!(look.places.iter().all(|place| known.contains(place)));
            let words = told.split(|c: char| !c.is_alphanumeric());
            assert!(
                words.into_iter().all(|word| !known.contains(word)),
                "{told}"
            );
            assert!(setup.why(&text, &turn.text, &[]).is_some());
            seen.insert(told.to_owned());
        }
    }
    assert!(seen.len() >= 15, "{seen:#?}");
}
