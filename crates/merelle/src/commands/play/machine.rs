use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ::play::analysis::Analyst;
use ::play::{Opponent, Session, Setup};
use engine::{Player, Resources};
use game::{Random, Side};

/// How long an offered draw is thought about.
const OFFER: Duration = Duration::from_millis(500);

/// The computer at the table.
pub(super) struct Machine {
    opponent: Box<dyn Opponent>,
    side: Side,
    random: Random,
}

impl Machine {
    /// A player on the side that the person has not chosen.
    pub(super) fn new(
        setup: &Setup,
        player: Player,
        person: Side,
        resources: &Resources,
    ) -> Machine {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let seed = now.map_or(1, |now| now.as_nanos() as u64);
        Machine {
            opponent: setup.opponent(player, resources),
            side: person.other(),
            random: Random::new(seed),
        }
    }

    pub(super) fn side(&self) -> Side {
        self.side
    }

    /// Plays when it is its turn; what it played.
    pub(super) fn play(&mut self, session: &mut dyn Session) -> Option<String> {
        if session.turn() != self.side || session.outcome().is_some() {
            return None;
        }
        let chosen = self.opponent.choose(session, &mut self.random)?;
        session.play(&chosen).ok()
    }

    /// Whether it takes a draw that is offered: when it does not think that it is better.
    pub(super) fn wants_draw(analyst: &mut Analyst, session: &dyn Session) -> bool {
        let analysis = analyst.best(session, OFFER);
        // The person who offers is on the move.
        analysis.is_ok_and(|analysis| analysis.value.hundredths() >= 0)
    }
}
