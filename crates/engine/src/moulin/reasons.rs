use game::{Game, Side};
use moulin::{Moulin, Move, Points, Position, ending};

/// Something that speaks for a turn or against it, as a person would see it on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It ends the game: the other has too few stones.
    LeavesTooFew,
    /// It ends the game: the other cannot move.
    LeavesStuck,
    /// It closes so many mills and takes these stones, if any may be taken.
    Closes {
        /// How many at once.
        mills: u32,
        /// The stones.
        taken: Points,
    },
    /// It stops mills that the other would have closed on these points.
    Stops(Points),
    /// A stone can now go to and fro, closing a mill each time.
    DoubleMill,
    /// It threatens to close a mill on each of these points, more than the other can stop.
    Fork(Points),
    /// It threatens to close a mill on this one point.
    Threatens(Points),
    /// So many more of the other's stones cannot move.
    Blocks(u32),
    /// It misses a mill that could be closed on one of these points.
    Misses(Points),
    /// The other can close a mill on these points at once.
    Allows(Points),
    /// The other may fly from now on.
    LetsFly,
    /// The other will take a stone so many of its turns later, when both go on as they should.
    LosesStone {
        /// The other's turns, the one that takes included: from 2 on.
        turns: u32,
    },
}

impl Reason {
    /// Whether it speaks for the turn.
    #[must_use]
    pub fn is_good(self) -> bool {
        use Reason::{Allows, LetsFly, LosesStone, Misses};
        !matches!(self, Misses(_) | Allows(_) | LetsFly | LosesStone { .. })
    }
}

/// What is to be said about a legal turn, the weightiest first on either side. `line` is how play
/// goes on after it, as far as somebody has looked.
///
/// ```
/// use engine::moulin::{Reason, reasons};
/// use game::{Game, Notation};
/// use moulin::{CLASSIQUE, Moulin};
///
/// let moulin = Moulin::new(CLASSIQUE);
/// let position = moulin.read_position("w=a1,d1;b=d6,f6;hand=7,7;turn=w").unwrap();
/// let closing = moulin.read_move(&position, "g1xd6").unwrap();
/// let found = reasons(&moulin, &position, closing, &[]);
/// assert!(matches!(found[0], Reason::Closes { mills: 1, .. }));
/// ```
#[must_use]
pub fn reasons(moulin: &Moulin, position: &Position, played: Move, line: &[Move]) -> Vec<Reason> {
    let side = position.turn();
    let after = moulin.play(position, played);
    let mut found = Vec::new();
    let won = moulin
        .outcome(&after)
        .filter(|outcome| outcome.winner == Some(side));
    if let Some(outcome) = won {
        found.push(match outcome.reason {
            game::Reason::Rules(ending::STUCK) => Reason::LeavesStuck,
            _ => Reason::LeavesTooFew,
        });
    }
    let mills = moulin.closed(position, played).len() as u32;
    if mills > 0 {
        let taken = played.takes();
        found.push(Reason::Closes { mills, taken });
    }
    if won.is_some() {
        return found;
    }
    found.extend(plans(moulin, position, &after, side));
    found.extend(dangers(moulin, position, &after, side, mills));
    found.extend(loss(line));
    found
}

/// What the turn stops, threatens and blocks.
fn plans(moulin: &Moulin, before: &Position, after: &Position, side: Side) -> Vec<Reason> {
    let mut found = Vec::new();
    let theirs = moulin.closing(before, side.other());
    let stopped = theirs.without(moulin.closing(after, side.other()));
    if !stopped.is_empty() {
        found.push(Reason::Stops(stopped));
    }
    let mine = moulin.closing(after, side);
    let new = mine.without(moulin.closing(before, side));
    if shuttles(moulin, after, side) && !shuttles(moulin, before, side) {
        found.push(Reason::DoubleMill);
    }
    if !new.is_empty() {
        found.push(match mine.count() {
            1 => Reason::Threatens(mine),
            _ => Reason::Fork(mine),
        });
    }
    let blocked =
        blocked(moulin, after, side.other()).saturating_sub(blocked(moulin, before, side.other()));
    if blocked > 0 {
        found.push(Reason::Blocks(blocked));
    }
    found
}

/// Whether a stone in a mill can close another by going to a point beside it.
fn shuttles(moulin: &Moulin, position: &Position, side: Side) -> bool {
    let board = moulin.rules().board;
    let stones = position.stones(side);
    let mut closing = moulin.closing(position, side).into_iter();
    position.hand(side) == 0
        && closing.any(|to| {
            let near = board.in_mills(stones) & board.neighbours(to);
            near.into_iter()
                .any(|from| board.completed(to, stones.without(Points::only(from))) > 0)
        })
}

/// The stones of a side that cannot move; none while it places or flies.
fn blocked(moulin: &Moulin, position: &Position, side: Side) -> u32 {
    if position.hand(side) > 0 || moulin.flies(position, side) {
        return 0;
    }
    let free = moulin.free(position);
    let board = moulin.rules().board;
    let stones = position.stones(side).into_iter();
    let stuck = stones.filter(|stone| (board.neighbours(*stone) & free).is_empty());
    stuck.count() as u32
}

/// What the turn misses and what it leaves to the other.
fn dangers(
    moulin: &Moulin,
    before: &Position,
    after: &Position,
    side: Side,
    mills: u32,
) -> Vec<Reason> {
    let mut found = Vec::new();
    let missed = moulin.closing(before, side);
    if mills == 0 && !missed.is_empty() {
        found.push(Reason::Misses(missed));
    }
    let allowed = moulin.closing(after, side.other());
    if !allowed.is_empty() {
        found.push(Reason::Allows(allowed));
    }
    if moulin.flies(after, side.other()) && !moulin.flies(before, side.other()) {
        found.push(Reason::LetsFly);
    }
    found
}

/// A stone that goes lost in the line, but not at once: that is seen without looking ahead.
fn loss(line: &[Move]) -> Option<Reason> {
    let takes = |played: &&Move| !played.takes().is_empty();
    let theirs = line.iter().step_by(2).position(|played| takes(&played))?;
    let mine = line.iter().skip(1).step_by(2);
    let first = mine.take(theirs).all(|played| !takes(&played));
    let turns = theirs as u32 + 1;
    (first && turns >= 2).then_some(Reason::LosesStone { turns })
}

#[cfg(test)]
mod tests {
    use game::Notation;
    use moulin::{CLASSIQUE, ENVOL, Rules};

    use super::*;

    #[track_caller]
    fn check(rules: Rules, position: &str, played: &str, expected: &[&str]) {
        let moulin = Moulin::new(rules);
        let position = moulin.read_position(position).unwrap();
        let played = moulin.read_move(&position, played).unwrap();
        let names = |points: Points| {
            let points = rules.board.by_name(points).into_iter();
            points
                .map(|point| rules.board.name(point))
                .collect::<Vec<_>>()
        };
        let found = reasons(&moulin, &position, played, &[]).into_iter();
        let found: Vec<String> = found
            .map(|reason| match reason {
                Reason::Closes { mills, taken } => format!("closes {mills} {:?}", names(taken)),
                Reason::Stops(points) => format!("stops {:?}", names(points)),
                Reason::Fork(points) => format!("fork {:?}", names(points)),
                Reason::Threatens(points) => format!("threatens {:?}", names(points)),
                Reason::Misses(points) => format!("misses {:?}", names(points)),
                Reason::Allows(points) => format!("allows {:?}", names(points)),
                other => format!("{other:?}"),
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_mill_takes_and_stops_and_allows() {
        let open = "w=a1,d1;b=d6,f6;hand=7,7;turn=w";
        check(
            CLASSIQUE,
            open,
            "g1xd6",
            &[r#"closes 1 ["d6"]"#, r#"stops ["b6"]"#],
        );
        check(
            CLASSIQUE,
            open,
            "b6",
            &[r#"stops ["b6"]"#, r#"misses ["g1"]"#],
        );
        check(
            CLASSIQUE,
            open,
            "a4",
            &[
                r#"fork ["a7", "g1"]"#,
                r#"misses ["g1"]"#,
                r#"allows ["b6"]"#,
            ],
        );
    }

    #[test]
    fn a_double_mill_goes_to_and_fro() {
        let position = "w=a1,a4,b2,b6,d7;b=g1,g4,f6,e3,e5;hand=0,0;turn=w";
        let expected = [r#"closes 1 ["g4"]"#, "DoubleMill"];
        check(CLASSIQUE, position, "d7-a7xg4", &expected);
    }

    #[test]
    fn the_end_of_the_game_needs_no_other_reason() {
        let few = "w=a1,d1,g4;b=b2,d2,f2;hand=0,0;turn=w";
        check(
            CLASSIQUE,
            few,
            "g4-g1xb2",
            &["LeavesTooFew", r#"closes 1 ["b2"]"#],
        );
        check(
            ENVOL,
            "w=a1,d1,g4;b=b2,d2,f4;hand=0,0;turn=w",
            "g4-g1xb2",
            &["LeavesTooFew", r#"closes 1 ["b2"]"#],
        );
    }

    #[test]
    fn the_other_may_fly_with_three() {
        let four = "w=a1,d1,g4,c5;b=b2,d2,f4,e5;hand=0,0;turn=w";
        let moulin = Moulin::new(CLASSIQUE);
        let position = moulin.read_position(four).unwrap();
        let played = moulin.read_move(&position, "g4-g1xb2").unwrap();
        let found = reasons(&moulin, &position, played, &[]);
        assert!(found.contains(&Reason::LetsFly), "{found:?}");
        let loses = reasons(
            &moulin,
            &position,
            played,
            &[Move::Pass, Move::Pass, played],
        );
        assert!(
            loses.contains(&Reason::LosesStone { turns: 2 }),
            "{loses:?}"
        );
    }
}
