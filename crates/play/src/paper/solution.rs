use std::time::Duration;

use game::Side;

use crate::Lang;
use crate::analysis::{Analysis, AnalysisError, Analyst, RankedMove, Value};
use crate::text::Text;
use crate::{Session, Turn};

/// What is to be found in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// What whoever set the puzzle wrote: moves, with what there is to say about them.
    Given(String),
    /// What the computer found out.
    Found {
        /// The side to move.
        side: Side,
        /// The best moves, all equally good.
        best: Vec<RankedMove>,
        /// How they differ.
        choice: Choice,
    },
}

/// How far the best moves of a position are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// There is no other move at all.
    Forced,
    /// One is the best, whatever it takes.
    Clear,
    /// Several are equally good.
    Open,
}

/// Guesses that are no further apart than this are equally good, in hundredths of a point or a
/// stone.
const ALIKE: i32 = 50;

/// As many moves of a line are printed, and as many moves that are equally good.
const LONGEST_LINE: usize = 9;
const MOST_MOVES: usize = 6;

impl Solution {
    /// Looks for the best move of the position a session has reached, in at most so much time;
    /// `None` when the game is over.
    pub(super) fn find(
        session: &dyn Session,
        analyst: &mut Analyst,
        time: Duration,
    ) -> Result<Option<Solution>, AnalysisError> {
        let Analysis { moves, .. } = analyst.analyse(session, Some(time))?;
        let Some(first) = moves.first() else {
            return Ok(None);
        };
        let margin = if first.value.is_exact() { 0 } else { ALIKE };
        let least = first.value.rank() - margin;
        let best = moves.into_iter();
        let best = best.take_while(|judged| judged.value.rank() >= least);
        let best: Vec<RankedMove> = best.collect();
        Ok(Some(Solution::Found {
            side: session.turn(),
            choice: Choice::among(&session.view().turns, &best),
            best,
        }))
    }

    /// Whether there is a move to be found.
    #[must_use]
    pub fn is_puzzle(&self) -> bool {
        match self {
            Solution::Given(_) => true,
            Solution::Found { choice, .. } => *choice == Choice::Clear,
        }
    }

    /// The solution for people.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            Solution::Given(words) => Text::new(words, words),
            Solution::Found { side, best, choice } => {
                let (first, others) = best.split_first().expect("a best move was found");
                let moves = match choice {
                    Choice::Forced => Text::new(
                        format!("{}, the only move.", first.played),
                        format!("{}, le seul coup.", first.played),
                    ),
                    Choice::Clear => as_well(&line(first), others),
                    Choice::Open => alike(best),
                };
                moves.then(&worth(first, *side))
            }
        }
    }
}

impl Choice {
    fn among(turns: &[Turn], best: &[RankedMove]) -> Choice {
        if turns.len() == 1 {
            return Choice::Forced;
        }
        let is_best = |turn: &&Turn| best.iter().any(|judged| judged.played == turn.text);
        let mut steps = turns.iter().filter(is_best).map(step);
        let first = steps.next();
        if steps.all(|step| Some(step) == first) {
            Choice::Clear
        } else {
            Choice::Open
        }
    }
}

/// A turn but for what it takes.
fn step(turn: &Turn) -> (Option<char>, Option<&str>, Option<&str>) {
    (turn.kind, turn.from.as_deref(), turn.to.as_deref())
}

/// The move and how play goes on.
fn line(judged: &RankedMove) -> String {
    let mut moves = judged.line_with_move();
    if moves.len() > LONGEST_LINE {
        moves.truncate(LONGEST_LINE);
        moves.push("…".to_owned());
    }
    moves.join(" ")
}

/// The best line, and moves that take something else.
fn as_well(line: &str, others: &[RankedMove]) -> Text {
    let best = Text::new(format!("{line}."), format!("{line}."));
    if others.is_empty() {
        return best;
    }
    let (english, french) = names(others);
    best.then(&Text::new(
        format!("As good: {english}."),
        format!("Tout aussi bon : {french}."),
    ))
}

/// Moves without a best one among them.
fn alike(moves: &[RankedMove]) -> Text {
    let (english, french) = names(moves);
    Text::new(
        format!("No single best move. Equally good: {english}."),
        format!("Pas de meilleur coup. Se valent : {french}."),
    )
}

/// The first of the moves by name, in both languages.
fn names(moves: &[RankedMove]) -> (String, String) {
    let all: Vec<&str> = moves.iter().map(|judged| judged.played.as_str()).collect();
    // One more is named rather than counted.
    if all.len() <= MOST_MOVES + 1 {
        let names = all.join(", ");
        return (names.clone(), names);
    }
    let (named, more) = all.split_at(MOST_MOVES);
    let (names, more) = (named.join(", "), more.len());
    (
        format!("{names} and {more} more"),
        format!("{names} et {more} autres"),
    )
}

/// What a move is worth to the side that makes it.
fn worth(judged: &RankedMove, side: Side) -> Text {
    let (white, blancs) = match side {
        Side::White => ("White", "Les blancs"),
        Side::Black => ("Black", "Les noirs"),
    };
    let found = match judged.value {
        Value::Points(0) | Value::Draw => Text::new(
            "With best play nobody wins.",
            "Si chacun joue au mieux, personne ne gagne.",
        ),
        Value::Points(points) => {
            let (wins, gagnent) = if points > 0 {
                ("wins", "gagnent")
            } else {
                ("loses", "perdent")
            };
            let count = points.unsigned_abs();
            let s = if count == 1 { "" } else { "s" };
            Text::new(
                format!("{white} {wins} by {count} point{s} with best play."),
                format!("{blancs} {gagnent} de {count} point{s} si chacun joue au mieux."),
            )
        }
        Value::Win(turns) => match turns.div_ceil(2) {
            0 | 1 => Text::new(
                format!("{white} wins at once."),
                format!("{blancs} gagnent aussitôt."),
            ),
            own => Text::new(
                format!("{white} wins in {own} moves."),
                format!("{blancs} gagnent en {own} coups."),
            ),
        },
        Value::Loss(turns) => {
            let own = turns / 2;
            let s = if own == 1 { "" } else { "s" };
            Text::new(
                format!("{white} cannot hold out longer than {own} move{s}."),
                format!("{blancs} ne peuvent tenir plus de {own} coup{s}."),
            )
        }
        Value::Won => Text::new(format!("{white} wins."), format!("{blancs} gagnent.")),
        Value::Lost => Text::new(
            format!("{white} loses with best play."),
            format!("{blancs} perdent si chacun joue au mieux."),
        ),
        Value::Score { depth, .. } => Text::new(
            format!("Found by search, {depth} turns ahead; not proven."),
            format!("Trouvé par recherche, {depth} tours à l'avance ; ce n'est pas prouvé."),
        ),
    };
    match &judged.limit_first {
        None => found,
        Some(limit) => found.then(&Text::new(
            format!("But {}.", limit.get(Lang::EN)),
            format!("Mais {}.", limit.get(Lang::FR)),
        )),
    }
}

#[cfg(test)]
mod tests {
    use engine::Resources;

    use super::*;
    use crate::{Families, Lang};

    #[track_caller]
    fn check(setup: &str, position: &str, expected: [&str; 2]) {
        let setup = Families::standard().setup(setup).unwrap();
        let session = setup.session_from(position).unwrap();
        let mut analyst = Analyst::new(&setup, &Resources::new(1 << 20));
        let found = Solution::find(session.as_ref(), &mut analyst, Duration::from_secs(600));
        let text = found.unwrap().unwrap().text();
        assert_eq!([Lang::EN, Lang::FR].map(|lang| text.get(lang)), expected);
    }

    #[test]
    fn the_best_move_is_told_with_its_line_and_its_worth() {
        check(
            "mijnlieff",
            "w=La1,La2,Eb2,Pc3,Ed2;b=Ea3,Pa4,Lc2,Dc1,Ld3;turn=w;limit=Ld3",
            [
                "Dd4 pass Db1 pass Pb3 Dd1. White wins by 3 points with best play.",
                "Dd4 pass Db1 pass Pb3 Dd1. Les blancs gagnent de 3 points si chacun joue au \
                 mieux.",
            ],
        );
    }

    #[test]
    fn a_mill_is_one_move_whatever_it_takes() {
        check(
            "moulin:barreau",
            "w=a1,d1,g4;b=b2,d2,f4;hand=0,0;turn=w",
            [
                "g4-g1xb2. As good: g4-g1xd2, g4-g1xf4. White wins at once.",
                "g4-g1xb2. Tout aussi bon\u{a0}: g4-g1xd2, g4-g1xf4. Les blancs gagnent aussitôt.",
            ],
        );
    }

    #[test]
    fn where_no_move_is_the_best_the_solution_says_so() {
        check(
            "mijnlieff",
            "w=La1,La2,Eb2,Pc3,Ed2,Dd4,Db4,Pb3;b=Ea3,Pa4,Lc2,Dc1,Ld3;turn=b;limit=Pb3",
            [
                "No single best move. Equally good: Db1, Eb1, Pb1. Black loses by 3 points with \
                 best play.",
                "Pas de meilleur coup. Se valent\u{a0}: Db1, Eb1, Pb1. Les noirs perdent de 3 points \
                 si chacun joue au mieux.",
            ],
        );
    }

    #[test]
    fn a_forced_move_is_called_one() {
        check(
            "mijnlieff",
            "w=La1,La2,Eb2,Pc3,Ed2,Dd4;b=Ea3,Pa4,Lc2,Dc1,Ld3;turn=b;limit=Dd4",
            [
                "pass, the only move. Black loses by 3 points with best play.",
                "pass, le seul coup. Les noirs perdent de 3 points si chacun joue au mieux.",
            ],
        );
    }

    #[test]
    fn many_moves_are_counted_but_one_more_is_named() {
        let moves = |count: usize| -> Vec<RankedMove> {
            let played = (1..=count).map(|n| format!("m{n}"));
            let judged = |played| RankedMove {
                played,
                value: Value::Draw,
                line: Vec::new(),
                limit_first: None,
            };
            played.map(judged).collect()
        };
        assert_eq!(names(&moves(7)).0, "m1, m2, m3, m4, m5, m6, m7");
        assert_eq!(names(&moves(8)).1, "m1, m2, m3, m4, m5, m6 et 2 autres");
    }

    #[test]
    fn a_guess_says_that_it_is_one() {
        let guess = RankedMove {
            played: "d2".to_owned(),
            value: Value::Score {
                hundredths: 120,
                depth: 11,
            },
            line: Vec::new(),
            limit_first: None,
        };
        assert_eq!(
            worth(&guess, Side::White).get(Lang::EN),
            "Found by search, 11 turns ahead; not proven."
        );
    }
}
