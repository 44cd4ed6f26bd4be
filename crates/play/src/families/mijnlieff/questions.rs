use mijnlieff::rule::{MJ1, MJ2, MJ4, MJ6, MJ7, MJ8, MJ9, MJ10};
use mijnlieff::{Gaps, Mijnlieff, Opening};

use crate::Lang;
use crate::rulebook::Block;
use crate::rulebook::prose::ask;
use crate::text::Text;

/// What players of Mijnlieff ask.
pub(super) fn questions(game: &Mijnlieff, lang: Lang) -> Vec<Block> {
    let ask = |rule, question, answer| ask(rule, lang, &question, &answer);
    vec![
        ask(
            MJ1,
            Text::new(
                "May tiles be shifted by half their side?",
                "Peut-on décaler les tuiles d'un demi-côté ?",
            ),
            Text::new(
                "Yes, by one square. No tile may lie on another, and each must touch the rest by \
                 a side, half a side or a corner. A board may even enclose a hole.",
                "Oui, d'une case. Aucune tuile n'en recouvre une autre, et chacune touche le reste \
                 par un côté, un demi-côté ou un coin. Le plateau peut même entourer un trou.",
            ),
        ),
        ask(
            MJ2,
            Text::new(
                "How many sets go together?",
                "Combien de jeux peut-on réunir ?",
            ),
            Text::new(
                "Up to four, with all their tiles and all their pieces, so that there are always \
                 as many pieces as squares.",
                "Jusqu'à quatre, avec toutes leurs tuiles et toutes leurs pièces : il y a toujours \
                 autant de pièces que de cases.",
            ),
        ),
        ask(
            MJ4,
            Text::new(
                "Does a piece keep its power?",
                "Une pièce garde-t-elle son pouvoir ?",
            ),
            Text::new(
                "No. It decides about the very next turn only. After that it just stands there \
                 and counts for your lines.",
                "Non. Elle ne décide que du tour qui suit. Ensuite, elle reste là et compte pour \
                 vos lignes.",
            ),
        ),
        ask(
            MJ6,
            Text::new(
                "Does a line jump over a missing square?",
                "Une ligne passe-t-elle par-dessus une case manquante ?",
            ),
            gaps(game.board().gaps()),
        ),
        ask(
            MJ7,
            Text::new(
                "What may the first piece be, and where?",
                "Quelle peut être la première pièce, et où ?",
            ),
            opening(game.opening()),
        ),
        ask(
            MJ8,
            Text::new("May I pass when I like?", "Puis-je passer quand je veux ?"),
            Text::new(
                "No: you pass only when no square is open to you, and then you must. After a pass \
                 the other plays anywhere, and need not try to make you pass again.",
                "Non : vous ne passez que si aucune case ne vous est ouverte, et alors vous y êtes \
                 obligé. L'autre joue ensuite n'importe où, sans devoir vous faire passer encore.",
            ),
        ),
        ask(
            MJ9,
            Text::new(
                "I placed my last piece. Is it over?",
                "J'ai posé ma dernière pièce. Est-ce fini ?",
            ),
            Text::new(
                "Not yet: the other has one more turn under the limit of your last piece, and \
                 must play if a square is open. Then it is over, even with pieces left in hand.",
                "Pas encore : l'autre a un dernier tour, limité par votre dernière pièce, et doit \
                 jouer si une case lui est ouverte. Puis c'est fini, même s'il lui reste des \
                 pièces en main.",
            ),
        ),
        ask(
            MJ10,
            Text::new(
                "Is a line of four also two lines of three?",
                "Une ligne de quatre fait-elle aussi deux lignes de trois ?",
            ),
            Text::new(
                "No: a line counts once, at its full length, and four are worth 2 points. A piece \
                 may belong to several lines in different directions.",
                "Non : une ligne compte une fois, dans toute sa longueur, et quatre valent \
                 2 points. Une pièce peut appartenir à plusieurs lignes de directions différentes.",
            ),
        ),
        ask(
            MJ10,
            Text::new(
                "And when the points are equal?",
                "Et en cas d'égalité de points ?",
            ),
            Text::new("Then the game is a draw.", "Alors la partie est nulle."),
        ),
    ]
}

fn gaps(gaps: Gaps) -> Text {
    match gaps {
        Gaps::Block => Text::new(
            "No. Rows, columns and diagonals end there, for play and for points. A diagonal does \
             go on where two squares meet at a corner only. Some let lines jump: agree before you \
             start.",
            "Non. Rangées, colonnes et diagonales s'y arrêtent, pour jouer comme pour compter. Une \
             diagonale continue pourtant là où deux cases ne se touchent que par un coin. D'autres \
             laissent sauter les lignes : mettez-vous d'accord avant de jouer.",
        ),
        Gaps::Cross => Text::new(
            "Under these rules yes, as far as play is concerned: the squares beyond the gap are \
             open too. Lines that score stop there.",
            "Selon ces règles, oui, pour jouer : les cases au-delà du trou sont ouvertes aussi. Les \
             lignes qui rapportent des points s'y arrêtent.",
        ),
    }
}

fn opening(opening: Opening) -> Text {
    match opening {
        Opening::CornerStraight => Text::new(
            "A straight on an outer corner. A square that is missing inside a hole counts like one \
             outside. Others begin with any piece on the edge: agree before you start.",
            "Une ligne droite sur un coin extérieur. Une case qui manque dans un trou compte comme \
             au-dehors. D'autres commencent par n'importe quelle pièce au bord : mettez-vous d'accord avant de \
             jouer.",
        ),
        Opening::Corner => Text::new(
            "Under these rules any piece, on an outer corner. A square that is missing inside a hole \
             counts like one outside.",
            "Selon ces règles, n'importe quelle pièce, sur un coin extérieur. Une case qui manque \
             dans un trou compte comme au-dehors.",
        ),
        Opening::Edge => Text::new(
            "Under these rules any piece, on any square of the edge. A square beside a hole is on \
             the edge as well.",
            "Selon ces règles, n'importe quelle pièce, sur n'importe quelle case du bord. Une case à \
             côté d'un trou est aussi au bord.",
        ),
        Opening::Anywhere => Text::new(
            "Under these rules any piece, on any square.",
            "Selon ces règles, n'importe quelle pièce, sur n'importe quelle case.",
        ),
    }
}
