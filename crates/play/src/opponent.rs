use engine::{Bot, Guarantee, Level, Player, Resources};
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
        Guarantee::ProvenLater => Some(Text::new(
            "On this board a proof can take too long for the first moves: after those every move is \
             proven to be best.",
            "Sur ce plateau, la preuve peut être trop longue pour les premiers coups : ensuite, chaque \
             coup est le meilleur, c'est prouvé.",
        )),
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

/// What people are told of a computer player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerWords {
    /// What it is called.
    pub name: Text,
    /// How strong it is, in a sentence.
    pub about: Text,
}

/// What the levels are called, the weakest first.
const LEVELS: [[&str; 2]; 8] = [
    ["Beginner", "Débutant"],
    ["Learner", "Apprenti"],
    ["Casual player", "Joueur occasionnel"],
    ["Regular", "Habitué"],
    ["Club player", "Joueur de club"],
    ["Strong player", "Joueur fort"],
    ["Expert", "Expert"],
    ["Master", "Maître"],
];

impl PlayerWords {
    /// What a player is called at a setup and what it can do there: only what is proven is called
    /// perfect.
    #[must_use]
    pub fn of(setup: &Setup, player: Player, resources: &Resources) -> PlayerWords {
        let (name, about) = match player {
            Player::Random => (
                Text::new("Any move", "Au hasard"),
                Text::new(
                    "Plays any legal move, without a thought.",
                    "Joue n'importe quel coup permis, sans réfléchir.",
                ),
            ),
            Player::Greedy => (
                Text::new("Greedy player", "Joueur glouton"),
                Text::new(
                    "Takes what can be had at once and looks no further.",
                    "Prend ce qui est à prendre et ne regarde pas plus loin.",
                ),
            ),
            Player::Level(level) => (level_name(level), level_about(level)),
            Player::Perfect => strongest(setup.guarantee(resources)),
            Player::Nodes(_) | Player::Time(_) => {
                let name = player.to_string();
                let about = Text::new("Thinks as long as it is told.", "Réfléchit le temps dit.");
                (Text::new(&name, &name), about)
            }
        };
        PlayerWords { name, about }
    }
}

fn level_name(level: Level) -> Text {
    let [english, french] = level.of(&LEVELS);
    Text::new(english, french)
}

/// Every level is measured against the one below it, see `docs/figures.md`.
fn level_about(level: Level) -> Text {
    match Level::new(level.number() - 1) {
        None => Text::new(
            "Errs often: good for a first game.",
            "Se trompe souvent : bien pour une première partie.",
        ),
        Some(below) => {
            let [english, french] = below.of(&LEVELS);
            let (english, french) = (english.to_lowercase(), french.to_lowercase());
            Text::new(
                format!("Makes about two points in three against the {english}."),
                format!("Marque environ deux points sur trois contre « {french} »."),
            )
        }
    }
}

/// The strongest player, by what is guaranteed.
fn strongest(guarantee: Guarantee) -> (Text, Text) {
    let name = match guarantee {
        Guarantee::Proven | Guarantee::ProvenLater => Text::new("Perfect", "Parfait"),
        Guarantee::Value | Guarantee::NeedsTables | Guarantee::Unsolved => {
            Text::new("Strongest", "Le plus fort")
        }
    };
    let about = match guarantee {
        Guarantee::Proven => Text::new(
            "Every move is proven to be best.",
            "Chaque coup est le meilleur, c'est prouvé.",
        ),
        Guarantee::ProvenLater => Text::new(
            "Every move is proven to be best, except where the first ones would take too long.",
            "Chaque coup est le meilleur, c'est prouvé, sauf si les premiers demandent trop de temps.",
        ),
        Guarantee::Value => Text::new(
            "Never gives away a win or a draw, but may take longer to win than it need.",
            "Ne laisse échapper ni gain ni nulle, mais peut gagner moins vite qu'il ne faudrait.",
        ),
        Guarantee::NeedsTables => Text::new(
            "Searches long and is stronger than every level, but not proven perfect here.",
            "Cherche longtemps et surpasse tous les niveaux, mais rien ne prouve ici qu'il est \
             parfait.",
        ),
        Guarantee::Unsolved => Text::new(
            "Nobody has solved this game: it plays as well as a long search can.",
            "Personne n'a résolu ce jeu : il joue aussi bien qu'une longue recherche le permet.",
        ),
    };
    (name, about)
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
            text.map(|text| text.get(crate::Lang::EN))
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

    #[test]
    fn only_what_is_proven_is_called_perfect_and_no_player_reads_a_command() {
        let resources = Resources::new(1 << 20);
        let name = |setup: &str| {
            let setup = Families::standard().setup(setup).unwrap();
            let words = PlayerWords::of(&setup, Player::Perfect, &resources);
            for lang in crate::Lang::all() {
                assert!(!words.about.get(lang).contains("merelle"));
            }
            words.name.get(crate::Lang::EN)
        };
        assert_eq!(name("mijnlieff"), "Perfect");
        assert_eq!(name("mijnlieff:sets=2"), "Strongest");
        assert_eq!(name("moulin:envol"), "Strongest");
    }

    #[test]
    fn every_level_has_a_name_of_its_own() {
        let setup = Families::standard().setup("mijnlieff").unwrap();
        for lang in crate::Lang::all() {
            let names: std::collections::HashSet<String> = Level::ALL
                .into_iter()
                .map(|level| {
                    let words = PlayerWords::of(&setup, Player::Level(level), &Resources::new(1));
                    words.name.get(lang)
                })
                .collect();
            assert_eq!(names.len(), Level::ALL.len());
        }
    }
}
