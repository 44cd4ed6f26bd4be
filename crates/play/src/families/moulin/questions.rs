use moulin::rule::{ML1, ML3, ML4, ML5, ML6, ML7, ML8, ML9};
use moulin::{Double, Flight, Moulin, Stuck, Takes};

use crate::Lang;
use crate::rulebook::Block;
use crate::rulebook::prose::ask;
use crate::text::Text;

/// What players of the mill family ask.
pub(super) fn questions(game: &Moulin, lang: Lang) -> Vec<Block> {
    let rules = game.rules();
    let ask = |rule, question, answer| ask(rule, lang, &question, &answer);
    vec![
        ask(
            ML1,
            Text::new("Who begins?", "Qui commence ?"),
            Text::new(
                "White. Draw lots for the colours if you like.",
                "Les blancs. Tirez les couleurs au sort si vous voulez.",
            ),
        ),
        ask(
            ML3,
            Text::new(
                "I close two mills at once. How many stones do I take?",
                "Je ferme deux moulins d'un coup. Combien de pions est-ce que je prends ?",
            ),
            double(rules.double),
        ),
        ask(
            ML4,
            Text::new(
                "All enemy stones are in mills. What do I take?",
                "Tous les pions adverses sont dans des moulins. Que puis-je prendre ?",
            ),
            takes(rules.takes),
        ),
        ask(
            ML5,
            Text::new(
                "May I open a mill and close it again?",
                "Puis-je ouvrir un moulin et le refermer ?",
            ),
            Text::new(
                "Yes, as often as you like, and each closing takes a stone, next turn already.",
                "Oui, autant que vous voulez, et chaque fermeture prend un pion, dès le tour \
                 suivant.",
            ),
        ),
        ask(
            ML6,
            Text::new(
                "When may my stones fly?",
                "Quand mes pions ont-ils droit à l'envol ?",
            ),
            flight(rules.flight),
        ),
        ask(
            ML7,
            Text::new(
                "I have two stones on the board and others in hand. Have I lost?",
                "J'ai deux pions sur le plateau et d'autres en main. Ai-je perdu ?",
            ),
            Text::new(
                "No: stones still to be placed count. You have lost when you have two altogether.",
                "Non : les pions encore à poser comptent. Vous avez perdu quand il vous en reste \
                 deux en tout.",
            ),
        ),
        ask(
            ML7,
            Text::new(
                "Do I have to take every stone to win?",
                "Faut-il prendre tous les pions pour gagner ?",
            ),
            Text::new(
                "No. With two stones left your opponent can close no mill, and has lost.",
                "Non. Avec deux pions, l'autre ne peut plus fermer de moulin : il a perdu.",
            ),
        ),
        ask(
            ML8,
            Text::new("And if I cannot move?", "Et si je ne peux plus bouger ?"),
            stuck(rules.stuck),
        ),
        ask(
            ML9,
            Text::new(
                "Nobody gets anywhere. Does it ever end?",
                "Personne n'avance. Est-ce que cela finit un jour ?",
            ),
            Text::new(
                "Yes: agree on a draw, or play on until the same position has come up three times \
                 or 100 turns have passed without a stone taken. Then it is a draw.",
                "Oui : convenez d'une nulle, ou jouez jusqu'à ce que la même position soit revenue \
                 trois fois, ou que 100 tours aient passé sans prise. Alors la partie est nulle.",
            ),
        ),
    ]
}

fn double(double: Double) -> Text {
    match double {
        Double::One => Text::new(
            "One. Two mills closed by the same stone count as one closing.",
            "Un seul. Deux moulins fermés par le même pion comptent pour une fermeture.",
        ),
        Double::Two => Text::new(
            "Two, one after the other, under these rules.",
            "Deux, l'un après l'autre, selon ces règles.",
        ),
    }
}

fn takes(takes: Takes) -> Text {
    match takes {
        Takes::Any => Text::new(
            "Any stone: under these rules a mill protects nothing.",
            "Le pion que vous voulez : selon ces règles, un moulin ne protège rien.",
        ),
        Takes::Outside => Text::new(
            "Nothing. The mill stands, but no stone leaves the board, and play goes on.",
            "Rien. Le moulin est fermé, mais aucun pion ne quitte le plateau, et la partie \
             continue.",
        ),
        Takes::OutsideOrAll => Text::new(
            "Whichever stone you like. As long as one stands outside, those in mills are safe.",
            "Le pion que vous voulez. Tant qu'il en reste un dehors, ceux des moulins sont à \
             l'abri.",
        ),
    }
}

fn flight(flight: Flight) -> Text {
    match flight {
        Flight::Never => Text::new(
            "Never under these rules, not even with three stones.",
            "Jamais selon ces règles, même avec trois pions.",
        ),
        Flight::At(at) => {
            let (english, french) = left(at);
            Text::new(
                format!(
                    "When all your stones are placed and you have {english} left: then every turn, \
                     whatever your opponent has. Never while you are still placing."
                ),
                format!(
                    "Quand tous vos pions sont posés et qu'il vous en reste {french} : alors à \
                     chaque tour, quoi qu'ait l'autre. Jamais tant que vous en posez encore."
                ),
            )
        }
        Flight::Once(at) => {
            let (english, french) = left(at);
            Text::new(
                format!(
                    "Once a game, when all your stones are placed and you have {english} left. The \
                     right stays until you use it; a step to a neighbouring point does not use \
                     it. If it is your only move, you must fly."
                ),
                format!(
                    "Une fois par partie, quand tous vos pions sont posés et qu'il vous en reste \
                     {french}. Ce droit demeure tant qu'il n'a pas servi ; un pas vers un point \
                     voisin ne l'use pas. Si c'est votre seul coup, vous devez vous envoler."
                ),
            )
        }
    }
}

/// How many stones let a player fly; with fewer than three nobody plays.
fn left(at: u8) -> (String, String) {
    match at {
        0..=3 => ("three".to_owned(), "trois".to_owned()),
        at => (format!("{at} or fewer"), format!("{at} ou moins")),
    }
}

fn stuck(stuck: Stuck) -> Text {
    match stuck {
        Stuck::Lose => Text::new(
            "Then you have lost, however many stones you have.",
            "Alors vous avez perdu, quel que soit le nombre de vos pions.",
        ),
        Stuck::Pass => Text::new(
            "Then you pass, under these rules, and the other plays on.",
            "Alors vous passez, selon ces règles, et l'autre continue.",
        ),
    }
}
