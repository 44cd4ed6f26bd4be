use moulin::{Double, Flight, Moulin, Stuck, Takes};

use crate::Lang;
use crate::rulebook::Card;
use crate::text::Text;

/// The rules in a few lines.
pub(super) fn card(game: &Moulin, lang: Lang) -> Card {
    let rules = game.rules();
    let stones = rules.stones;
    let mut lines = vec![
        Text::new(
            format!("White begins. In turn, each places {stones} stones on free points."),
            format!("Les blancs commencent. Chacun pose à tour de rôle {stones} pions."),
        ),
        Text::new(
            "Then move one stone per turn, along a line to the next free point.",
            "Ensuite, déplacez un pion par tour, le long d'une ligne, au point voisin libre.",
        ),
        Text::new(
            "Three in a line: a mill! Whenever you close one, take an enemy stone.",
            "Trois pions alignés : moulin ! À chaque fermeture, prenez un pion adverse.",
        ),
        match rules.takes {
            Takes::Any => Text::new(
                "Take any stone, even out of a mill.",
                "Prenez n'importe quel pion, même dans un moulin.",
            ),
            Takes::Outside => Text::new(
                "Stones in mills are safe. If all are, take none.",
                "Les pions des moulins sont à l'abri. S'ils le sont tous, n'en prenez aucun.",
            ),
            Takes::OutsideOrAll => Text::new(
                "Stones in mills are safe, unless all are in mills.",
                "Les pions des moulins sont à l'abri, sauf s'ils y sont tous.",
            ),
        },
    ];
    if rules.double == Double::Two {
        lines.push(Text::new(
            "Two mills at once take two stones.",
            "Deux moulins d'un coup prennent deux pions.",
        ));
    }
    lines.push(match rules.flight {
        Flight::Never => Text::new("Nobody flies.", "Il n'y a pas d'envol."),
        Flight::At(at) => Text::new(
            format!("With {at} stones left, fly: move to any free point."),
            format!("Avec {at} pions, envolez-vous : vers n'importe quel point libre."),
        ),
        Flight::Once(at) => Text::new(
            format!("With {at} stones or fewer, fly to any free point once in the game."),
            format!("Avec {at} pions ou moins, un envol par partie vers un point libre au choix."),
        ),
    });
    lines.push(match rules.stuck {
        Stuck::Lose => Text::new(
            "You have lost when you have two stones left or cannot move.",
            "Vous avez perdu quand il vous reste deux pions ou que vous ne pouvez plus bouger.",
        ),
        Stuck::Pass => Text::new(
            "You have lost when you have two stones left. If you cannot move, pass.",
            "Vous avez perdu quand il vous reste deux pions. Si vous ne pouvez bouger, passez.",
        ),
    });
    lines.push(Text::new(
        "A draw: agreed, the same position three times, 100 turns without a capture.",
        "Nulle : d'un commun accord, trois fois la même position, 100 tours sans prise.",
    ));
    let name = Text::new("The mill", "Le moulin");
    Card {
        title: name.get(lang),
        pieces: Vec::new(),
        lines: lines.iter().map(|line| line.get(lang)).collect(),
    }
}
