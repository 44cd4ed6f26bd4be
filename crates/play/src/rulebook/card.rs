//! The rules in a few lines, for a card beside the board.

use ::mijnlieff::{Gaps, Kind, Mijnlieff, Opening};
use ::moulin::{Double, Flight, Moulin, Stuck, Takes};

use crate::text::{self, Text};
use crate::{Lang, Setup};

/// A short form of the rules of a setup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The name of the game.
    pub title: String,
    /// What each kind of piece does, where there are kinds.
    pub pieces: Vec<(Kind, String)>,
    /// What else there is to know.
    pub lines: Vec<String>,
}

/// The rule card of a setup.
#[must_use]
pub fn card(setup: &Setup, lang: Lang) -> Card {
    match setup {
        Setup::Mijnlieff(game) => mijnlieff(game, lang),
        Setup::Moulin(game) => moulin(game, lang),
    }
}

fn mijnlieff(game: &Mijnlieff, lang: Lang) -> Card {
    let piece = |kind: Kind| {
        let name = text::mijnlieff::kind_name(kind);
        let colon = Text::new(":", " :");
        let what = match kind {
            Kind::Straight => Text::new("on its row or column", "sur sa rangée ou sa colonne"),
            Kind::Diagonal => Text::new("on one of its diagonals", "sur une de ses diagonales"),
            Kind::Pusher => Text::new("not touching it", "sans le toucher"),
            Kind::Puller => Text::new("touching it", "en le touchant"),
        };
        let line = [name.get(lang), colon.get(lang), " ", what.get(lang)].concat();
        (kind, line)
    };
    let mut lines = vec![
        match game.opening() {
            Opening::CornerStraight => Text::new(
                "White begins, with a straight on an outer corner.",
                "Les blancs commencent, par une ligne droite sur un coin extérieur.",
            ),
            Opening::Corner => Text::new(
                "White begins, with any piece on an outer corner.",
                "Les blancs commencent, par une pièce au choix sur un coin extérieur.",
            ),
            Opening::Edge => Text::new(
                "White begins, with any piece on the edge.",
                "Les blancs commencent, par une pièce au choix au bord.",
            ),
            Opening::Anywhere => Text::new(
                "White begins, anywhere.",
                "Les blancs commencent, où ils veulent.",
            ),
        },
        Text::new(
            "Your piece decides where the other plays next, for one turn. Pieces on a line do not \
             block it.",
            "Votre pièce décide où l'autre joue ensuite, pour un tour. Les pièces sur une ligne ne la \
             bloquent pas.",
        ),
        Text::new(
            "No square open: pass. Then the other plays anywhere.",
            "Aucune case ouverte : passez. L'autre joue alors n'importe où.",
        ),
        Text::new(
            "After somebody's last piece the other has one more turn.",
            "Après la dernière pièce d'un joueur, l'autre a encore un tour.",
        ),
        Text::new(
            "Lines of three in a row, column or diagonal: 1 point; of four: 2; and so on.",
            "Lignes de trois, en rangée, colonne ou diagonale : 1 point ; de quatre : 2 ; etc.",
        ),
    ];
    let (columns, rows) = game.board().span();
    let squares = game.board().squares().count();
    if u32::from(columns.unsigned_abs()) * u32::from(rows.unsigned_abs()) != squares {
        lines.push(match game.board().gaps() {
            Gaps::Block => Text::new("Gaps end every line.", "Les trous arrêtent toute ligne."),
            Gaps::Cross => Text::new(
                "Lines of play jump over gaps, lines that score do not.",
                "Les lignes de jeu passent les trous, celles qui comptent non.",
            ),
        });
    }
    Card {
        title: "Mijnlieff".to_owned(),
        pieces: Kind::ALL.map(piece).to_vec(),
        lines: lines.iter().map(|line| line.get(lang).to_owned()).collect(),
    }
}

fn moulin(game: &Moulin, lang: Lang) -> Card {
    let rules = game.rules();
    let stones = rules.stones;
    let mut lines = vec![
        Text::new(
            format!("White begins. In turn, each places {stones} stones on free points."),
            format!("Les blancs commencent. Chacun pose à tour de rôle {stones} pions."),
        ),
        Text::new(
            "Then move a stone a turn, along a line to the next free point.",
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
        "A draw: agreed, the same position three times, 100 turns without a take.",
        "Nulle : d'un commun accord, trois fois la même position, 100 tours sans prise.",
    ));
    let name = Text::new("The mill", "Le moulin");
    Card {
        title: name.get(lang).to_owned(),
        pieces: Vec::new(),
        lines: lines.iter().map(|line| line.get(lang).to_owned()).collect(),
    }
}
