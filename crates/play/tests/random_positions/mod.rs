//! Random setups and positions of both games: the same for the same seed, on every machine.

use game::{Game, Notation, Random, Side};
use mijnlieff::{Cell, Contact, Gaps, Kind, Layout, Mijnlieff, Opening};
use moulin::{Board, Flight, Flights, Moulin, Point, Points};

/// The position after at most so many random turns.
pub(crate) fn played<G: Game>(game: &G, turns: u64, random: &mut Random) -> G::Position {
    let limit = random.below(turns + 1) as u32;
    game::playout(game, &game.start(), limit, random).position
}

/// One of `items`.
fn one<'items, T>(items: &'items [T], random: &mut Random) -> &'items T {
    random.pick(items).expect("there is an item")
}

/// Heads or tails.
fn coin(random: &mut Random) -> bool {
    random.below(2) == 0
}

/// Any order of `items`.
fn shuffled<T>(mut items: Vec<T>, random: &mut Random) -> Vec<T> {
    for end in (1..items.len()).rev() {
        items.swap(end, random.below(end as u64 + 1) as usize);
    }
    items
}

/// A sheet with any overrides.
pub(crate) fn moulin(random: &mut Random) -> Moulin {
    let mut options = (*one(&["classique", "envol", "barreau"], random)).to_owned();
    if coin(random) {
        let take = one(&["any", "outside", "outside-or-all"], random);
        options.push_str(&format!(",take={take}"));
    }
    if coin(random) {
        let stones = 3 + random.below(7);
        let flight = match random.below(5) {
            0 => "never".to_owned(),
            1 | 2 => stones.to_string(),
            _ => format!("once-{stones}"),
        };
        options.push_str(&format!(",flight={flight}"));
    }
    if coin(random) {
        options.push_str(",double=2");
    }
    if coin(random) {
        options.push_str(",stuck=pass");
    }
    Moulin::from_options(&options).expect("every override is known")
}

/// Stones anywhere, with hands that fit; more often in mills, about to close two at once, or shut
/// in, than chance would have it.
pub(crate) fn scattered_stones(moulin: &Moulin, random: &mut Random) -> moulin::Position {
    let rules = moulin.rules();
    let turn = *one(&Side::BOTH, random);
    let hand = match random.below(3) {
        0 => 1 + random.below(u64::from(rules.stones)) as u8,
        _ => 0,
    };
    // Black's hand is one larger when black is to place.
    let hands = [hand - u8::from(hand > 0 && turn == Side::Black), hand];
    let mut stones = [Points::NONE; 2];
    for side in shuffled(Side::BOTH.to_vec(), random) {
        let most = rules.stones - hands[side.index()];
        // Mostly three or more with the hand: fewer is a game that is over.
        let least = if random.below(8) == 0 {
            0
        } else {
            3 - hands[side.index()].min(3)
        };
        let count = least + random.below(u64::from(most - least) + 1) as u8;
        let theirs = stones[side.other().index()];
        let free = rules.board.points().without(theirs);
        let wanted = favoured(rules.board, theirs, random);
        let [first, then] = [free & wanted, free.without(wanted)]
            .map(|points| shuffled(points.into_iter().collect(), random));
        let drawn = first.into_iter().chain(then).take(usize::from(count));
        stones[side.index()] = drawn.collect();
    }
    let mut flights = Flights::at_start(rules.flight);
    if let Flight::Once(at) = rules.flight {
        for side in Side::BOTH {
            let few = stones[side.index()].count() <= u32::from(at) && hands[side.index()] == 0;
            if few && coin(random) {
                flights = flights.without(side);
            }
        }
    }
    let position = moulin.position(stones, hands, turn, flights);
    position.expect("the parts fit each other")
}

/// Points that make a position telling: a line, two lines but for the point where they cross, or
/// all around the other side's stones.
fn favoured(board: &Board, theirs: Points, random: &mut Random) -> Points {
    let lines: Vec<Points> = board.lines().collect();
    let line = *one(&lines, random);
    match random.below(4) {
        0 => Points::NONE,
        1 => line,
        2 => {
            let points: Vec<Point> = line.into_iter().collect();
            let crossing = *one(&points, random);
            let through = lines.into_iter().filter(|line| line.contains(crossing));
            let both = through.fold(Points::NONE, Points::with);
            both.without(Points::only(crossing))
        }
        _ => {
            let around = theirs.into_iter().map(|point| board.neighbours(point));
            around.fold(Points::NONE, Points::with)
        }
    }
}

/// Boards of one set to choose from: all there are.
pub(crate) fn boards() -> Vec<Layout> {
    mijnlieff::layouts(1, Contact::All)
}

/// Any board of one set, tiles of two to four sets put together anyhow, or a standard board, under
/// any opening and rule for gaps.
pub(crate) fn mijnlieff(boards: &[Layout], random: &mut Random) -> Mijnlieff {
    let layout = match random.below(12) {
        0..=7 => one(boards, random).clone(),
        8 | 9 => heap(8, random),
        10 => heap(*one(&[12, 16], random), random),
        _ => Layout::standard(1 + random.below(4) as u8).expect("one to four sets"),
    };
    let gaps = *one(&[Gaps::Block, Gaps::Cross], random);
    Mijnlieff::new(layout, *one(&Opening::ALL, random), gaps)
}

/// Tiles put beside each other one by one, by whole or half sides or corners.
fn heap(count: usize, random: &mut Random) -> Layout {
    let mut tiles = vec![Cell::new(0, 0)];
    while tiles.len() < count {
        let beside = *one(&tiles, random);
        let [along, across] = [random.below(5) as i16 - 2, *one(&[-2, 2], random)];
        let tile = if coin(random) {
            beside.offset(along, across)
        } else {
            beside.offset(across, along)
        };
        let apart = |other: &Cell| {
            let columns = tile.column.abs_diff(other.column);
            columns.max(tile.row.abs_diff(other.row)) >= 2
        };
        if tiles.iter().all(apart) {
            tiles.push(tile);
        }
    }
    Layout::new(&tiles).expect("tiles that touch and do not overlap")
}

/// Pieces anywhere, and any limit that fits.
pub(crate) fn scattered_pieces(mijnlieff: &Mijnlieff, random: &mut Random) -> mijnlieff::Position {
    let board = mijnlieff.board();
    let mut squares = shuffled(board.squares().into_iter().collect(), random).into_iter();
    let pieces = Side::BOTH.map(|_| {
        let each = 2 * usize::from(board.layout().sets());
        let hand = Kind::ALL.into_iter().flat_map(|kind| vec![kind; each]);
        let hand = shuffled(hand.collect(), random);
        let count = random.below(hand.len() as u64 + 1) as usize;
        let placed = hand.into_iter().take(count).zip(squares.by_ref());
        let texts = placed.map(|(kind, square)| format!("{}{}", kind.letter(), board.name(square)));
        texts.collect::<Vec<String>>()
    });
    let turn = *one(&Side::BOTH, random);
    let theirs = &pieces[turn.other().index()];
    let begun = pieces.iter().any(|pieces| !pieces.is_empty());
    let all_placed = theirs.len() == 8 * usize::from(board.layout().sets());
    let limit = match random.pick(theirs) {
        None if !begun && turn == Side::White => "start",
        None => "none",
        Some(_) if !all_placed && random.below(8) == 0 => "none",
        Some(piece) => piece,
    };
    let text = format!(
        "w={};b={};turn={};limit={limit}",
        pieces[0].join(","),
        pieces[1].join(","),
        turn.letter()
    );
    mijnlieff
        .read_position(&text)
        .expect("the parts fit each other")
}
