use std::any::Any;

use game::{Game, Outcome, Reason};

use crate::{Family, Refusal, Session};

/// A game being played: what was played so far, and the draw limits that only history can tell.
///
/// ```
/// use moulin::{CLASSIQUE, Moulin};
/// use play::{Match, Session};
///
/// let mut game = Match::new(Moulin::new(CLASSIQUE));
/// game.play("d6").unwrap();
/// assert!(game.play("d6").is_err()); // not free; nothing has changed
/// assert_eq!(game.history(), ["d6"]);
/// ```
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    game: G,
    start: G::Position,
    plies: Vec<Ply<G>>,
    agreed: Option<Outcome>,
}

/// One turn of a match and where it led.
#[derive(Clone, Debug)]
struct Ply<G: Game> {
    played: G::Move,
    after: G::Position,
    /// Turns in a row, this one included, that later turns could undo.
    quiet: u32,
}

impl<G: Game + Clone> Match<G> {
    /// A match from the beginning.
    #[must_use]
    pub fn new(game: G) -> Match<G> {
        let start = game.start();
        Match::from_position(game, start)
    }

    /// A match from a position.
    #[must_use]
    pub fn from_position(game: G, start: G::Position) -> Match<G> {
        Match {
            game,
            start,
            plies: Vec::new(),
            agreed: None,
        }
    }

    /// The game and its rules.
    #[must_use]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Where the match began.
    #[must_use]
    pub fn start(&self) -> &G::Position {
        &self.start
    }

    /// Where it stands.
    #[must_use]
    pub fn position(&self) -> &G::Position {
        self.plies.last().map_or(&self.start, |ply| &ply.after)
    }

    /// The moves so far.
    pub fn moves(&self) -> impl Iterator<Item = G::Move> + '_ {
        self.plies.iter().map(|ply| ply.played)
    }

    /// The positions since the last turn that cannot be undone, in order, the present one last:
    /// those that a repetition could bring back.
    #[must_use]
    pub fn recent(&self) -> Vec<G::Position> {
        let quiet = self.plies.last().map_or(0, |ply| ply.quiet as usize);
        let positions = [self.start].into_iter();
        let positions = positions.chain(self.plies.iter().map(|ply| ply.after));
        positions.skip(self.plies.len() - quiet).collect()
    }

    /// How it ended, if it has: by the rules, by a draw limit, or by the players.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let by_rules = || self.game.outcome(self.position());
        self.agreed.or_else(by_rules).or_else(|| self.drawn())
    }

    /// The draw limit that was reached, if one was.
    fn drawn(&self) -> Option<Outcome> {
        let limits = self.game.draw_limits()?;
        let quiet = self.plies.last().map_or(0, |ply| ply.quiet);
        let reached = if self.occurrences(quiet as usize) >= limits.occurrences as usize {
            Some(limits.repetition)
        } else {
            (quiet >= limits.quiet_turns).then_some(limits.no_progress)
        };
        reached.map(|ending| Outcome::draw(Reason::Rules(ending)))
    }

    /// How often the present position has occurred, looking back over the last `quiet` turns:
    /// what was before them cannot come again.
    fn occurrences(&self, quiet: usize) -> usize {
        let earlier = self.plies.iter().rev().map(|ply| &ply.after);
        let seen = earlier.chain([&self.start]).take(quiet + 1);
        seen.filter(|position| *position == self.position()).count()
    }

    /// Plays a legal move of a game that is not over.
    pub(crate) fn push(&mut self, played: G::Move) {
        let before = self.position();
        let quiet = if self.game.is_quiet(before, played) {
            self.plies.last().map_or(0, |ply| ply.quiet) + 1
        } else {
            0
        };
        let after = self.game.play(before, played);
        self.plies.push(Ply {
            played,
            after,
            quiet,
        });
    }

    /// Takes the last move back, and what the players agreed on after it.
    pub(crate) fn pop(&mut self) -> Option<G::Move> {
        self.agreed = None;
        self.plies.pop().map(|ply| ply.played)
    }

    /// Ends the match by what the players say; a match that is over stays as it is.
    pub(crate) fn agree(&mut self, outcome: Outcome) {
        if self.outcome().is_none() {
            self.agreed = Some(outcome);
        }
    }
}

impl<G: Family> Match<G> {
    /// The match that a session is, if it is of this family.
    #[must_use]
    pub fn of_session(session: &dyn Session) -> Option<&Match<G>> {
        (session as &dyn Any).downcast_ref()
    }

    /// A match from a position text.
    pub fn read(game: G, position: &str) -> Result<Match<G>, Refusal> {
        let refuse = |error| Refusal {
            rule: None,
            text: game.explain_position(&error),
        };
        let start = game.read_position(position).map_err(refuse)?;
        Ok(Match::from_position(game, start))
    }
}

#[cfg(test)]
mod tests {
    use game::{DrawLimits, Ending, Rule, Side};

    use super::*;

    const fn ending(tag: &'static str) -> Ending {
        Ending::new(tag, Rule("T1"))
    }

    const OVER: Ending = ending("over");

    const LIMITS: DrawLimits = DrawLimits {
        occurrences: 3,
        repetition: ending("repetition"),
        quiet_turns: 100,
        no_progress: ending("no progress"),
    };

    /// A game of quiet turns that ends with the given one.
    #[derive(Clone)]
    struct EndsAt(u32);

    impl Game for EndsAt {
        const ENDINGS: &'static [Ending] = &[OVER, LIMITS.repetition, LIMITS.no_progress];

        type Position = u32;
        type Move = ();

        fn start(&self) -> u32 {
            0
        }

        fn turn(&self, position: &u32) -> Side {
            Side::BOTH[*position as usize % 2]
        }

        fn each_move(&self, position: &u32, mut visit: impl FnMut(())) {
            if *position < self.0 {
                visit(());
            }
        }

        fn play(&self, position: &u32, (): ()) -> u32 {
            position + 1
        }

        fn outcome(&self, position: &u32) -> Option<Outcome> {
            let won = Outcome::win(self.turn(position).other(), Reason::Rules(OVER));
            (*position == self.0).then_some(won)
        }

        fn draw_limits(&self) -> Option<DrawLimits> {
            Some(LIMITS)
        }

        fn is_quiet(&self, _: &u32, (): ()) -> bool {
            true
        }
    }

    #[track_caller]
    fn check(ends_at: u32, expected: Ending) {
        let mut game = Match::new(EndsAt(ends_at));
        for _ in 0..LIMITS.quiet_turns {
            assert_eq!(game.outcome(), None);
            game.push(());
        }
        let reason = game.outcome().map(|outcome| outcome.reason);
        assert_eq!(reason, Some(Reason::Rules(expected)));
    }

    #[test]
    fn ml9_a_win_with_the_hundredth_quiet_turn_is_a_win() {
        check(LIMITS.quiet_turns, OVER);
        check(LIMITS.quiet_turns + 1, LIMITS.no_progress);
    }
}
