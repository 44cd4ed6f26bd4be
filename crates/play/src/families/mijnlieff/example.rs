use mijnlieff::Mijnlieff;

use crate::Match;
use crate::family::half_random;
use crate::rulebook::{Example, Note};

/// The game of the published sheet.
pub(crate) fn example() -> Example {
    Example::new::<Mijnlieff>(include_str!("examples/published.txt"), notes())
}

/// The published game when five pieces each are played; where it cannot be played, another one.
pub(super) fn under_way(game: &Mijnlieff) -> Match<Mijnlieff> {
    let published = example().until(game, "Ld3");
    published.unwrap_or_else(|| half_random(game))
}

fn notes() -> Vec<Note> {
    vec![
        Note::new(
            "La1",
            "White begins with a straight on a corner. Black has to play on the first column or \
             the first row.",
            "Les blancs commencent par une ligne droite au coin. Les noirs doivent jouer sur la \
             première colonne ou la première rangée.",
        ),
        Note::new(
            "Pa4",
            "Black's puller on a3 kept white close, and white's straight on a2 opened a4. Now the \
             pusher on a4 sends white away: no square that touches it.",
            "L'extracteur noir en a3 a retenu les blancs tout près, et leur ligne droite en a2 a \
             ouvert a4. Le poussoir en a4 les éloigne maintenant : aucune case qui le touche.",
        ),
        Note::new(
            "Ld3",
            "Five pieces each. White holds a1, b2 and c3 on the long diagonal, and the straight on \
             d3 opens d4, its end.",
            "Cinq pièces chacun. Les blancs tiennent a1, b2 et c3 sur la grande diagonale, et la \
             ligne droite en d3 leur ouvre d4, son extrémité.",
        ),
        Note::new(
            "Dd4",
            "A line of four! And since the diagonal of d4 is full, black has no square and must \
             pass. White may play anywhere.",
            "Une ligne de quatre ! Et comme la diagonale de d4 est pleine, les noirs n'ont aucune \
             case et doivent passer. Les blancs jouent où ils veulent.",
        ),
        Note::new(
            "Db4",
            "Once more: a3, c3 and d2 are taken, so black passes again.",
            "Et encore : a3, c3 et d2 sont prises, les noirs passent de nouveau.",
        ),
        Note::new(
            "Pb3",
            "White's last piece. Black has one more turn, away from b3: b1 or d1.",
            "La dernière pièce blanche. Il reste un tour aux noirs, loin de b3 : b1 ou d1.",
        ),
        Note::new(
            "Pb1",
            "White wins by 4 points to 1. Black keeps a diagonal and a puller in hand; they do not \
             count.",
            "Les blancs gagnent par 4 points à 1. Les noirs gardent en main une diagonale et un \
             extracteur, qui ne comptent pas.",
        ),
    ]
}
