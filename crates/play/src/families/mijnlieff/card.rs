use game::Side;
use mijnlieff::{Gaps, Kind, Mijnlieff, Opening};

use super::drawing;
use super::text::kind_name;
use crate::Lang;
use crate::rulebook::Card;
use crate::text::Text;

/// The rules in a few lines.
pub(super) fn card(game: &Mijnlieff, lang: Lang) -> Card {
    let piece = |kind: Kind| {
        let name = kind_name(kind);
        let colon = Text::new(":", " :");
        let what = match kind {
            Kind::Straight => Text::new("on its row or column", "sur sa rangée ou sa colonne"),
            Kind::Diagonal => Text::new("on one of its diagonals", "sur une de ses diagonales"),
            Kind::Pusher => Text::new("not touching it", "sans le toucher"),
            Kind::Puller => Text::new("touching it", "en le touchant"),
        };
        let line = format!("{}{} {}", name.get(lang), colon.get(lang), what.get(lang));
        (drawing::piece(Side::White, kind), line)
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
        lines: lines.iter().map(|line| line.get(lang)).collect(),
    }
}
