use engine::{Bot, Guarantee, Player, Resources};
use game::Random;

use crate::text::Text;
use crate::{Family, Match, Session, Setup};

/// A computer player seated at a game of whichever family.
///
/// ```
/// use engine::Resources;
/// use game::Random;
/// use play::Families;
///
/// let setup = Families::standard().setup("mijnlieff:sets=2").unwrap();
/// let mut seated = setup.opponent("level-2".parse().unwrap(), &Resources::new(1 << 20));
/// let mut session = setup.session();
/// let played = seated.choose(session.as_ref(), &mut Random::new(1)).unwrap();
/// assert!(session.play(&played).is_ok());
/// ```
pub trait Opponent: Send {
    /// A move in the position a session has reached; `None` when the game is over, or of another
    /// family. The same session and the same chance give the same move, unless a clock decides.
    fn choose(&mut self, session: &dyn Session, random: &mut Random) -> Option<String>;
}

/// What people must know of a player whose name promises more than it can keep at this setup.
#[must_use]
pub fn caveat(setup: &Setup, player: Player, resources: &Resources) -> Option<Text> {
    if player != Player::Perfect {
        return None;
    }
    match setup.guarantee(resources) {
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

/// A player at a game of one family.
pub(crate) struct Seated<G: Family> {
    bot: G::Bot,
}

impl<G: Family> Seated<G> {
    pub(crate) fn new(game: &G, player: Player, resources: &Resources) -> Seated<G> {
        Seated {
            bot: game.bot(player, resources),
        }
    }
}

impl<G: Family> Opponent for Seated<G> {
    fn choose(&mut self, session: &dyn Session, random: &mut Random) -> Option<String> {
        let played = Match::<G>::of_session(session)?;
        if played.outcome().is_some() {
            return None;
        }
        let chosen = self.bot.choose(&played.recent(), random)?;
        Some(played.game().move_text(chosen))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Families;

    #[test]
    fn only_a_promise_that_cannot_be_kept_has_a_caveat() {
        let resources = Resources::new(1 << 20);
        let told = |setup: &str, player: &str| {
            let setup = Families::standard().setup(setup).unwrap();
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
