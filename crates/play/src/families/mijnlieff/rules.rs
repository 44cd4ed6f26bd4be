use mijnlieff::rule::{MJ1, MJ2, MJ3, MJ4, MJ5, MJ6, MJ7, MJ8, MJ9, MJ10};
use mijnlieff::{Gaps, Mijnlieff, Opening, Squares};

use crate::Lang;
use crate::rulebook::{Point, number};
use crate::text::alternatives;

/// The rules of a game of Mijnlieff, point by point.
pub(super) fn rules(game: &Mijnlieff, lang: Lang) -> Vec<Point> {
    let point = |rule, words| Point::new(rule, lang, words);
    vec![
        point(MJ1, board(game, lang)),
        point(MJ2, sets(game, lang)),
        point(MJ3, pieces(game, lang)),
        point(MJ4, limits(lang)),
        point(MJ5, pieces_on_lines(lang)),
        point(MJ6, gaps(game, lang)),
        point(MJ7, first_move(game, lang)),
        point(MJ8, passing(lang)),
        point(MJ9, end(lang)),
        point(MJ10, score(lang)),
    ]
}

/// A title and a text.
type Words = (&'static str, String);

/// Columns and rows of a board without missing squares.
fn rectangle(game: &Mijnlieff) -> Option<(u32, u32)> {
    let (columns, rows) = game.board().span();
    let (columns, rows) = (columns as u32, rows as u32);
    (columns * rows == game.board().squares().count()).then_some((columns, rows))
}

fn board(game: &Mijnlieff, lang: Lang) -> Words {
    let squares = game.board().squares().count();
    let tiles = number(4 * u32::from(game.board().layout().sets()), lang);
    match lang {
        Lang::FR => {
            let shape = match rectangle(game) {
                Some((columns, rows)) => format!(
                    "Le plateau compte {squares} cases, sur {} colonnes et {} rangées. Il est fait \
                     de {tiles} tuiles de 2×2 cases.",
                    number(columns, lang),
                    number(rows, lang)
                ),
                None => format!(
                    "Le plateau a une forme irrégulière et compte {squares} cases. Il est fait de \
                     {tiles} tuiles de 2×2 cases, qui se touchent par un côté, un demi-côté ou \
                     un coin."
                ),
            };
            let text = format!(
                "{shape} Une lettre nomme la colonne, à partir de la gauche ; un nombre nomme la \
                 rangée, à partir du bas."
            );
            ("Le plateau", text)
        }
        _ => {
            let shape = match rectangle(game) {
                Some((columns, rows)) => format!(
                    "The board has {squares} squares in {} columns and {} rows. It is made of \
                     {tiles} tiles of 2×2 squares.",
                    number(columns, lang),
                    number(rows, lang)
                ),
                None => format!(
                    "The board has an irregular shape and {squares} squares. It is made of \
                     {tiles} tiles of 2×2 squares, which touch by a side, half a side or a \
                     corner."
                ),
            };
            let text = format!(
                "{shape} A letter names the column, from the left; a number names the row, from \
                 the bottom."
            );
            ("The board", text)
        }
    }
}

fn sets(game: &Mijnlieff, lang: Lang) -> Words {
    let sets = u32::from(game.board().layout().sets());
    let [count, tiles] = [sets, 4 * sets].map(|n| number(n, lang));
    match lang {
        Lang::FR => {
            let text = match sets {
                1 => "Cette partie se joue avec un seul jeu de tuiles et de pièces. Vous pouvez \
                      en réunir deux, trois ou quatre, pour un plateau plus grand et des mains \
                      plus riches."
                    .to_owned(),
                _ => format!(
                    "Cette partie réunit {count} jeux, donc {tiles} tuiles. Chacun joue avec \
                     toutes les pièces de sa couleur."
                ),
            };
            ("Plusieurs jeux réunis", text)
        }
        _ => {
            let text = match sets {
                1 => "This game is played with one set of tiles and pieces. You can put two, \
                      three or four together, for a larger board and fuller hands."
                    .to_owned(),
                _ => format!(
                    "This game puts {count} sets together, so there are {tiles} tiles. Each \
                     player has all the pieces of one colour."
                ),
            };
            ("Several sets", text)
        }
    }
}

fn pieces(game: &Mijnlieff, lang: Lang) -> Words {
    let each = 2 * u32::from(game.board().layout().sets());
    let [all, each] = [4 * each, each].map(|n| number(n, lang));
    match lang {
        Lang::FR => {
            let text = format!(
                "Chacun a {all} pièces : {each} lignes droites, {each} diagonales, {each} \
                 poussoirs et {each} extracteurs. Elles restent visibles, pour que chacun sache \
                 ce que l’autre peut encore poser. Une pièce posée ne bouge plus."
            );
            ("Les pièces", text)
        }
        _ => {
            let text = format!(
                "Each player has {all} pieces: {each} straights, {each} diagonals, {each} \
                 pushers and {each} pullers. They stay in sight, so you always know what the \
                 other can still place. A piece on the board never moves."
            );
            ("The pieces", text)
        }
    }
}

fn limits(lang: Lang) -> Words {
    match lang {
        Lang::FR => (
            "Ce que fait une pièce",
            "À votre tour, vous posez une pièce sur une case vide. Pour le tour suivant, et lui \
             seul, elle dit où votre adversaire doit jouer : sur sa rangée ou sa colonne après \
             une ligne droite, sur une de ses diagonales après une diagonale, sans la toucher \
             après un poussoir, en la touchant après un extracteur. Deux cases se touchent aussi \
             par un coin."
                .to_owned(),
        ),
        _ => (
            "What a piece does",
            "On your turn you place a piece on an empty square. For the next turn, and that one \
             only, it tells your opponent where to play: on its row or column after a straight, \
             on one of its diagonals after a diagonal, not touching it after a pusher, touching \
             it after a puller. Squares that meet at a corner touch too."
                .to_owned(),
        ),
    }
}

fn pieces_on_lines(lang: Lang) -> Words {
    match lang {
        Lang::FR => (
            "Les pièces ne bloquent pas",
            "Une ligne se poursuit à travers les cases occupées. Toute case vide de la ligne \
             vous est ouverte, même derrière une pièce, blanche ou noire."
                .to_owned(),
        ),
        _ => (
            "Pieces do not block",
            "A line runs on through squares that are taken. Every empty square of the line is \
             open to you, even behind a piece, white or black."
                .to_owned(),
        ),
    }
}

fn gaps(game: &Mijnlieff, lang: Lang) -> Words {
    let rule = (game.board().gaps(), rectangle(game));
    match lang {
        Lang::FR => {
            let text = match rule {
                (Gaps::Block, None) => {
                    "Rangées, colonnes et diagonales s’arrêtent là où une case manque, pour jouer \
                     comme pour compter. Une diagonale continue partout où deux cases se touchent \
                     par un coin."
                }
                (Gaps::Block, Some(_)) => {
                    "Sur ce plateau, aucune case ne manque. Sur un plateau irrégulier, rangées, \
                     colonnes et diagonales s’arrêtent là où une case manque, pour jouer comme \
                     pour compter."
                }
                (Gaps::Cross, None) => {
                    "Les lignes de jeu passent par-dessus les cases qui manquent. Les lignes qui \
                     rapportent des points s’y arrêtent."
                }
                (Gaps::Cross, Some(_)) => {
                    "Sur ce plateau, aucune case ne manque. Sur un plateau irrégulier, les lignes \
                     de jeu passeraient par-dessus les cases qui manquent, mais pas les lignes \
                     qui rapportent des points."
                }
            };
            ("Les trous", text.to_owned())
        }
        _ => {
            let text = match rule {
                (Gaps::Block, None) => {
                    "Rows, columns and diagonals end where a square is missing, for play and for \
                     the score. A diagonal goes on wherever two squares meet at a corner."
                }
                (Gaps::Block, Some(_)) => {
                    "On this board no square is missing. On an irregular board, rows, columns and \
                     diagonals end where a square is missing, for play and for the score."
                }
                (Gaps::Cross, None) => {
                    "Lines of play jump over missing squares. Lines that score points stop there."
                }
                (Gaps::Cross, Some(_)) => {
                    "On this board no square is missing. On an irregular board, lines of play \
                     would jump over missing squares, but lines that score points would not."
                }
            };
            ("Gaps", text.to_owned())
        }
    }
}

fn first_move(game: &Mijnlieff, lang: Lang) -> Words {
    let corners = alternatives(&names(game, game.board().corners()));
    let corners = corners.get(lang);
    match lang {
        Lang::FR => {
            let text = match game.opening() {
                Opening::CornerStraight => format!(
                    "Les blancs commencent, par une ligne droite sur un coin extérieur : \
                     {corners}. C’est une case à laquelle il manque une voisine à gauche ou \
                     à droite, et une autre au-dessus ou au-dessous."
                ),
                Opening::Corner => format!(
                    "Les blancs commencent, par la pièce de leur choix sur un coin extérieur : \
                     {corners}. C’est une case à laquelle il manque une voisine à gauche ou \
                     à droite, et une autre au-dessus ou au-dessous."
                ),
                Opening::Edge => "Les blancs commencent, par la pièce de leur choix sur une case \
                                  du bord. Une case est au bord s’il lui manque une voisine sur \
                                  au moins un de ses quatre côtés."
                    .to_owned(),
                Opening::Anywhere => "Les blancs commencent. Ils posent la pièce de leur choix \
                                      sur la case de leur choix."
                    .to_owned(),
            };
            ("Le premier coup", text)
        }
        _ => {
            let text = match game.opening() {
                Opening::CornerStraight => format!(
                    "White begins, with a straight on an outer corner: {corners}. An outer \
                     corner lacks a neighbour to the left or right, and one above or below."
                ),
                Opening::Corner => format!(
                    "White begins, with any piece on an outer corner: {corners}. An outer \
                     corner lacks a neighbour to the left or right, and one above or below."
                ),
                Opening::Edge => "White begins, with any piece on an edge square. An edge square \
                                  lacks a neighbour on at least one of its four sides."
                    .to_owned(),
                Opening::Anywhere => {
                    "White begins. The first piece may be any, on any square.".to_owned()
                }
            };
            ("The first move", text)
        }
    }
}

fn passing(lang: Lang) -> Words {
    match lang {
        Lang::FR => (
            "Passer",
            "S’il vous reste des pièces mais qu’aucune case ne vous est ouverte, vous passez ; \
             sinon, vous devez jouer. Quand vous passez, votre adversaire joue ensuite sur \
             n’importe quelle case vide. Sa pièce vous limite comme toujours, et vous passerez peut-être \
             encore."
                .to_owned(),
        ),
        _ => (
            "Passing",
            "If you have pieces but no square is open to you, you pass; otherwise you must \
             play. After your pass your opponent plays on any empty square. That piece limits \
             you as always, and you may have to pass again."
                .to_owned(),
        ),
    }
}

fn end(lang: Lang) -> Words {
    match lang {
        Lang::FR => (
            "La fin de la partie",
            "La partie est finie quand le joueur dont c’est le tour n’a plus de pièce. Qui pose \
             sa dernière pièce laisse donc un dernier tour à l’autre, qui doit jouer s’il le \
             peut. Les pièces restées en main ne comptent pas."
                .to_owned(),
        ),
        _ => (
            "The end",
            "The game is over when the player to move has an empty hand. So whoever places a \
             last piece leaves the other one more turn, to be played if possible. Pieces left \
             in hand do not count."
                .to_owned(),
        ),
    }
}

fn score(lang: Lang) -> Words {
    match lang {
        Lang::FR => (
            "Les points",
            "Cherchez les lignes d’au moins trois pièces de votre couleur qui se suivent, en \
             rangée, en colonne ou en diagonale. Trois valent 1 point, quatre 2 points, et \
             chaque pièce de plus un point de plus. Une case vide, une case manquante ou une \
             pièce adverse coupe la ligne. Qui a le plus de points gagne ; à égalité, la partie \
             est nulle."
                .to_owned(),
        ),
        _ => (
            "The score",
            "Look for unbroken lines of three or more pieces of your colour, in a row, a column \
             or a diagonal. Three are worth 1 point, four 2 points, and each further piece one \
             more. An empty square, a missing square or an enemy piece breaks a line. More \
             points win; equal points are a draw."
                .to_owned(),
        ),
    }
}

fn names(game: &Mijnlieff, squares: Squares) -> Vec<String> {
    let squares = squares.into_iter();
    squares.map(|square| game.board().name(square)).collect()
}
