use moulin::{Double, Flight, Rules, Stuck, Takes};

/// Tells rule sets apart: a hash of everything that decides the value of a position.
pub(crate) fn fingerprint(rules: &Rules) -> [u8; 32] {
    let mut hash = blake3::Hasher::new();
    let mut number = |number: u32| {
        hash.update(&number.to_le_bytes());
    };
    let board = rules.board;
    number(board.points().count());
    board.points().into_iter().for_each(|point| {
        number(board.neighbours(point).bits());
    });
    number(board.lines().count() as u32);
    board.lines().for_each(|line| number(line.bits()));
    number(u32::from(rules.stones));
    number(match rules.takes {
        Takes::Any => 0,
        Takes::Outside => 1,
        Takes::OutsideOrAll => 2,
    });
    let (kind, at) = match rules.flight {
        Flight::Never => (0, 0),
        Flight::At(at) => (1, at),
        Flight::Once(at) => (2, at),
    };
    number(kind);
    number(u32::from(at));
    number(match rules.double {
        Double::One => 1,
        Double::Two => 2,
    });
    number(match rules.stuck {
        Stuck::Lose => 0,
        Stuck::Pass => 1,
    });
    *hash.finalize().as_bytes()
}
