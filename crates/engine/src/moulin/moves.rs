use moulin::Stuck;
use tables::kernel::{
    Captures, Geometry, Laws, NOWHERE, State, Turn, bare, bits, full, ones, twos,
};

use super::history::HistoryTable;

/// A turn to try: the turn in its low bits, above them what it promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate(u32);

/// Promise of a capture, beyond that of every other turn.
const CAPTURE: i32 = 3000;

/// Promise of a turn that promises nothing in particular.
const PLAIN: i32 = 1500;

impl Candidate {
    #[inline]
    fn new(turn: Turn, promise: i32) -> Candidate {
        Candidate((promise as u32) << Turn::BITS | turn.bits())
    }

    #[inline]
    pub(super) const fn turn(self) -> Turn {
        Turn::from_bits(self.0)
    }
}

/// What makes a step promising, for one state.
struct Outlook {
    /// Lines the other completes next unless somebody steps in.
    threats: u64,
    /// Threats that a stone of the mover holds up.
    held: u64,
    /// Lines on which the mover alone has one stone.
    begun: u64,
    /// Lines where the other alone has one stone.
    begun_by_them: u64,
}

impl Outlook {
    #[inline]
    fn new(state: &State) -> Outlook {
        let (mine, theirs) = (state.my_lines, state.their_lines);
        Outlook {
            threats: twos(theirs) & bare(mine),
            held: twos(theirs) & ones(mine),
            begun: ones(mine) & bare(theirs),
            begun_by_them: ones(theirs) & bare(mine),
        }
    }

    #[inline]
    fn promise(&self, geometry: &Geometry, turn: Turn) -> i32 {
        let (to, from) = (geometry.on_lines(turn.to()), geometry.on_lines(turn.from()));
        let count = |lines: u64| lines.count_ones() as i32;
        600 * count(to & self.threats) - 300 * count(from & self.held)
            + 60 * count(to & self.begun)
            + 30 * count(to & self.begun_by_them)
    }
}

/// Lists every turn of a state after what is in `list` already.
pub(super) fn list_all(
    geometry: &Geometry,
    laws: &Laws,
    state: &State,
    history: &HistoryTable,
    list: &mut Vec<Candidate>,
) {
    let closing = state.closing(geometry);
    let outlook = Outlook::new(state);
    let before = list.len();
    laws.each_step(geometry, state, |from, targets| {
        for to in bits(targets) {
            let turn = Turn::new(from, to);
            if closing & 1 << to != 0 && list_captures(geometry, laws, state, turn, list) {
                continue;
            }
            let promise = PLAIN + history.of(turn) + outlook.promise(geometry, turn);
            list.push(Candidate::new(turn, promise.clamp(0, CAPTURE - 1)));
        }
    });
    if list.len() == before && laws.rules.stuck == Stuck::Pass && !state.is_beaten() {
        list.push(Candidate::new(Turn::PASS, PLAIN));
    }
}

/// Lists the turns that take something.
pub(super) fn list_taking(
    geometry: &Geometry,
    laws: &Laws,
    state: &State,
    list: &mut Vec<Candidate>,
) {
    let closing = state.closing(geometry);
    if closing == 0 {
        return;
    }
    if state.my_hand > 0 {
        for to in bits(closing) {
            list_captures(geometry, laws, state, Turn::new(NOWHERE, to), list);
        }
        return;
    }
    let flying = laws.may_fly(state);
    for to in bits(closing) {
        let near = if flying {
            u32::MAX
        } else {
            geometry.neighbours(to)
        };
        for from in bits(state.mine & near) {
            list_captures(geometry, laws, state, Turn::new(from, to), list);
        }
    }
}

/// Lists the turns that take nothing, in no order but that those which stop a mill come first.
pub(super) fn list_others(
    geometry: &Geometry,
    laws: &Laws,
    state: &State,
    list: &mut Vec<Candidate>,
) {
    let mut closing = state.closing(geometry);
    if closing != 0 && laws.takeable(geometry, state) == 0 {
        closing = 0;
    }
    let urgent = geometry.points_of(twos(state.their_lines) & bare(state.my_lines));
    let before = list.len();
    let mut stops = before;
    laws.each_step(geometry, state, |from, targets| {
        for to in bits(targets) {
            let turn = Turn::new(from, to);
            if closing & 1 << to != 0 && state.completed(geometry, turn) > 0 {
                continue;
            }
            list.push(Candidate::new(turn, PLAIN));
            if urgent & 1 << to != 0 {
                let last = list.len() - 1;
                list.swap(stops, last);
                stops += 1;
            }
        }
    });
    if list.len() == before && laws.rules.stuck == Stuck::Pass && !laws.can_move(geometry, state) {
        list.push(Candidate::new(Turn::PASS, PLAIN));
    }
}

/// Lists what a step may take; whether there is anything.
#[inline]
fn list_captures(
    geometry: &Geometry,
    laws: &Laws,
    state: &State,
    step: Turn,
    list: &mut Vec<Candidate>,
) -> bool {
    let completed = state.completed(geometry, step);
    if completed == 0 {
        return false;
    }
    // A stone that works on many lines is missed most.
    let work = twos(state.their_lines) | full(state.their_lines);
    let blocks = twos(state.my_lines) & ones(state.their_lines);
    let promise = |taken: usize| {
        let lines = geometry.on_lines(taken);
        CAPTURE
            + 100 * (lines & work).count_ones() as i32
            + 50 * (lines & blocks).count_ones() as i32
    };
    let before = list.len();
    match laws.captures(completed) {
        Captures::One => {
            for taken in bits(laws.takeable(geometry, state)) {
                list.push(Candidate::new(step.taking(taken, NOWHERE), promise(taken)));
            }
        }
        Captures::Two => {
            for taken in laws.pairs(geometry, state.theirs) {
                let mut points = bits(taken);
                let [first, second] = [points.next(), points.next()];
                let [first, second] = [first, second].map(|point| point.unwrap_or(NOWHERE));
                let turn = step.taking(first, second);
                list.push(Candidate::new(turn, promise(first) + 300));
            }
        }
    }
    list.len() > before
}

#[cfg(test)]
mod tests {
    use game::{Game, Random};
    use moulin::Moulin;

    use super::*;

    const SETUPS: [&str; 12] = [
        "classique",
        "envol",
        "barreau",
        "classique,double=2",
        "envol,double=2,stuck=pass",
        "barreau,double=2",
        "barreau,stuck=pass",
        "classique,flight=6",
        "classique,flight=9,double=2",
        "envol,flight=once-7",
        "barreau,flight=once-5,take=any",
        "classique,flight=never,stuck=pass",
    ];

    /// The turns of a state against those of the rules, and where each of them leads.
    #[track_caller]
    fn check(moulin: &Moulin, geometry: &Geometry, laws: &Laws, position: &moulin::Position) {
        let state = State::new(geometry, position);
        let moves = moulin.moves(position);
        assert_eq!(
            moves.is_empty(),
            laws.is_lost(geometry, &state),
            "{position:?}"
        );
        if moves.is_empty() {
            return;
        }
        let mut list = Vec::new();
        list_all(geometry, laws, &state, &HistoryTable::new(), &mut list);
        let mut turns: Vec<u32> = list
            .iter()
            .map(|candidate| candidate.turn().bits())
            .collect();
        let mut expected: Vec<u32> = moves
            .iter()
            .map(|played| Turn::of(*played).bits())
            .collect();
        turns.sort_unstable();
        expected.sort_unstable();
        assert_eq!(turns, expected, "{position:?}");
        list.clear();
        list_taking(geometry, laws, &state, &mut list);
        let mut taking: Vec<u32> = list
            .iter()
            .map(|candidate| candidate.turn().bits())
            .collect();
        taking.sort_unstable();
        let captures = |bits: &u32| Turn::from_bits(*bits).captures();
        let (captures, others): (Vec<u32>, Vec<u32>) = expected.into_iter().partition(captures);
        assert_eq!(taking, captures, "{position:?}");
        list.clear();
        list_others(geometry, laws, &state, &mut list);
        let mut quiet: Vec<u32> = list
            .iter()
            .map(|candidate| candidate.turn().bits())
            .collect();
        quiet.sort_unstable();
        assert_eq!(quiet, others, "{position:?}");
        for played in moves {
            let next = moulin.play(position, played);
            let turn = Turn::of(played);
            assert_eq!(
                state.play(geometry, turn),
                State::new(geometry, &next),
                "{position:?} {played:?}"
            );
            assert_eq!(turn.played(moulin.rules().board), played);
            assert_eq!(turn.is_quiet(), moulin.is_quiet(position, played));
        }
    }

    #[test]
    fn turns_are_those_of_the_rules_on_a_million_positions() {
        let mut random = Random::new(1);
        let mut positions = 0;
        for (index, setup) in SETUPS.iter().cycle().enumerate().take(1200) {
            let moulin = Moulin::from_options(setup).unwrap();
            let (geometry, laws) = (
                Geometry::new(moulin.rules().board),
                Laws::new(moulin.rules()),
            );
            let mut position = moulin.start();
            for _ in 0..100 + index % 100 {
                check(&moulin, &geometry, &laws, &position);
                positions += moulin.count_moves(&position);
                match moulin.random_move(&position, &mut random) {
                    Some(played) => position = moulin.play(&position, played),
                    None => break,
                }
            }
        }
        assert!(positions > 1_000_000, "{positions}");
    }
}
