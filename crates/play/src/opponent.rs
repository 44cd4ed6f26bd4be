use engine::{Bot, Computer, Guarantee, Player, Resources};
use game::Random;

use crate::arena::Contest;
use crate::text::Text;
use crate::{Match, Refusal, Session, Setup};

/// A computer player seated at a game of whichever family.
pub trait Opponent: Send {
    /// A move in the position a session has reached; `None` when the game is over. The same session
    /// and the same chance give the same move, unless a clock decides.
    fn choose(&mut self, session: &dyn Session, random: &mut Random) -> Option<String>;
}

/// The player seated at a setup, with what it may use.
///
/// ```
/// use engine::Resources;
/// use game::Random;
/// use play::{Setup, opponent};
///
/// let setup: Setup = "mijnlieff:sets=2".parse().unwrap();
/// let mut seated = opponent(&setup, "level-2".parse().unwrap(), &Resources::new(1 << 20));
/// let mut session = setup.session();
/// let played = seated.choose(session.as_ref(), &mut Random::new(1)).unwrap();
/// assert!(session.play(&played).is_ok());
/// ```
#[must_use]
pub fn opponent(setup: &Setup, player: Player, resources: &Resources) -> Box<dyn Opponent> {
    match setup {
        Setup::Mijnlieff(game) => Box::new(Seated::new(game.clone(), player, resources)),
        Setup::Moulin(game) => Box::new(Seated::new(*game, player, resources)),
    }
}

/// What people must know of a player whose name promises more than it can keep at this setup.
#[must_use]
pub fn caveat(setup: &Setup, player: Player, resources: &Resources) -> Option<Text> {
    if player != Player::Perfect {
        return None;
    }
    let guarantee = match setup {
        Setup::Mijnlieff(game) => game.guarantee(resources),
        Setup::Moulin(game) => game.guarantee(resources),
    };
    match guarantee {
        Guarantee::Proven => None,
        Guarantee::Value => Some(Text::new(
            format!(
                "The compact tables of these rules never give away a win or a draw, but do not say \
                 how long a win takes (merelle tables build {setup} makes those that do): a won \
                 game may take longer than it need."
            ),
            format!(
                "Les tables compactes de ces règles ne laissent échapper ni gain ni nulle, mais ne \
                 disent pas combien de coups prend un gain (merelle tables build {setup} fabrique \
                 celles qui le disent) : une partie gagnée peut durer plus longtemps qu'il ne faut."
            ),
        )),
        Guarantee::NeedsTables => Some(Text::new(
            format!(
                "Perfect play needs the complete tables of these rules, which are not there \
                 (merelle tables build {setup} makes them): it plays as well as a long search can."
            ),
            format!(
                "Pour jouer à la perfection, il faut les tables complètes de ces règles, qui \
                 manquent (merelle tables build {setup} les fabrique) : il joue aussi bien qu'une \
                 longue recherche le permet."
            ),
        )),
        Guarantee::Unsolved => Some(Text::new(
            "Nobody has solved this game: perfect plays as well as a long search can.",
            "Personne n'a résolu ce jeu : perfect joue aussi bien qu'une longue recherche le permet.",
        )),
    }
}

struct Seated<G: Contest> {
    game: G,
    bot: G::Bot,
}

impl<G: Contest> Seated<G> {
    fn new(game: G, player: Player, resources: &Resources) -> Seated<G> {
        let bot = game.bot(player, resources);
        Seated { game, bot }
    }
}

impl<G: Contest> Opponent for Seated<G> {
    fn choose(&mut self, session: &dyn Session, random: &mut Random) -> Option<String> {
        let played = replay(&self.game, session).ok()?;
        if played.outcome().is_some() {
            return None;
        }
        let chosen = self.bot.choose(&played.recent(), random)?;
        Some(self.game.move_text(chosen))
    }
}

/// The typed match of a session, with its history.
pub(crate) fn replay<G: crate::Family>(
    game: &G,
    session: &dyn Session,
) -> Result<Match<G>, Refusal> {
    let begun = match session.start() {
        None => Match::new(game.clone()),
        Some(position) => Match::read(game.clone(), &position)?,
    };
    session
        .history()
        .iter()
        .try_fold(begun, |mut played, text| {
            played.play(text)?;
            Ok(played)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_promise_that_cannot_be_kept_has_a_caveat() {
        let resources = Resources::new(1 << 20);
        let told = |setup: &str, player: &str| {
            let setup: Setup = setup.parse().unwrap();
            let player: Player = player.parse().unwrap();
            let text = caveat(&setup, player, &resources);
            text.map(|text| text.get(crate::Lang::En).to_owned())
        };
        let tables = told("moulin:envol", "perfect").unwrap();
        assert!(
            tables.contains("merelle tables build moulin:envol"),
            "{tables}"
        );
        assert!(
            told("mijnlieff:sets=2", "perfect")
                .unwrap()
                .contains("Nobody has solved")
        );
        assert_eq!(told("mijnlieff", "perfect"), None);
        assert_eq!(told("moulin:envol", "level-8"), None);
    }
}
