use game::Notation;
use mijnlieff::rule::{MJ1, MJ2, MJ3, MJ4, MJ5, MJ6, MJ7, MJ8, MJ9, MJ10};
use mijnlieff::{Gaps, Kind, Mijnlieff};

use super::{example, questions, rules, text};
use crate::rulebook::prose::{list, rule, say, words};
use crate::rulebook::{Block, Book, Diagram, Point, Section, Topic};
use crate::{Lang, Setup};

/// The rulebook of a game of Mijnlieff.
pub(super) fn book(game: &Mijnlieff, lang: Lang) -> Book {
    let setup = Setup::of(game.clone());
    let points = rules::rules(game, lang);
    let section = |topic, blocks| Section::new(topic, lang, blocks);
    Book {
        setup: game.setup_text(),
        lang,
        title: "Mijnlieff".to_owned(),
        about: words(
            lang,
            "A game for two by Andy Hopwood: each piece you place tells the other where to play next.",
            "Un jeu pour deux d'Andy Hopwood : chaque pièce que vous posez dit à l'autre où jouer ensuite.",
        ),
        sections: vec![
            section(Topic::need(), need(&setup, &points, lang)),
            section(Topic::aim(), aim(lang)),
            section(
                Topic::new("pieces", "The pieces", "Les pièces"),
                pieces(&points, lang),
            ),
            section(Topic::turn(), turn(game, &points, lang)),
            section(Topic::end(), end(&points, lang)),
            section(
                Topic::new("points", "Counting points", "Compter les points"),
                score(&points, lang),
            ),
            section(Topic::example(), example().blocks(lang)),
            section(Topic::questions(), questions::questions(game, lang)),
            section(Topic::tips(), tips(lang)),
        ],
    }
}

/// A setup for diagrams, whatever the rules of the book.
fn known(options: &str) -> Setup {
    let game = Mijnlieff::from_options(options);
    Setup::of(game.expect("the rulebook knows its setups"))
}

fn need(setup: &Setup, points: &[Point], lang: Lang) -> Vec<Block> {
    let board = Diagram::of(
        setup.session(),
        words(
            lang,
            "The empty board. White begins on one of the ringed squares.",
            "Le plateau vide. Les blancs commencent sur une des cases cerclées.",
        ),
    );
    vec![
        say(
            lang,
            "Two players, tiles that make the board, and pieces in two colours, light and dark.",
            "Deux joueurs, des tuiles qui forment le plateau, et des pièces de deux couleurs, \
             claires et foncées.",
        ),
        rule(points, MJ1),
        Block::Diagrams(vec![board]),
        rule(points, MJ2),
        rule(points, MJ3),
    ]
}

fn aim(lang: Lang) -> Vec<Block> {
    vec![say(
        lang,
        "Lay lines of three and more pieces of your colour, across, down or slantwise, and \
         leave your opponent squares that are of no use. Whoever has more points at the end wins.",
        "Alignez trois pièces de votre couleur ou davantage, en rangée, en colonne ou en \
         diagonale, et ne laissez à l'autre que des cases sans intérêt. Qui a le plus de points à \
         la fin gagne.",
    )]
}

fn pieces(points: &[Point], lang: Lang) -> Vec<Block> {
    let open = known("opening=anywhere");
    let diagram = |kind: Kind| {
        let letter = kind.letter();
        let position = format!("w={letter}b2;b=;turn=b;limit={letter}b2");
        let name = text::kind_name(kind);
        let name = name.get(lang);
        let caption = match kind {
            Kind::Straight => words(
                lang,
                &format!("{name} ({letter}): on its row or column"),
                &format!("{name} ({letter}) : sur sa rangée ou sa colonne"),
            ),
            Kind::Diagonal => words(
                lang,
                &format!("{name} ({letter}): on its diagonals"),
                &format!("{name} ({letter}) : sur ses diagonales"),
            ),
            Kind::Pusher => words(
                lang,
                &format!("{name} ({letter}): not touching it"),
                &format!("{name} ({letter}) : sans le toucher"),
            ),
            Kind::Puller => words(
                lang,
                &format!("{name} ({letter}): touching it"),
                &format!("{name} ({letter}) : en le touchant"),
            ),
        };
        Diagram::new(&open, &position, &[], caption)
    };
    vec![
        rule(points, MJ4),
        say(
            lang,
            "In the diagrams white has placed a piece on b2, and black may play on the ringed \
             squares.",
            "Dans les diagrammes, les blancs ont posé une pièce sur b2 et les noirs peuvent jouer \
             sur les cases cerclées.",
        ),
        Block::Diagrams(Kind::ALL.into_iter().map(diagram).collect()),
    ]
}

fn turn(game: &Mijnlieff, points: &[Point], lang: Lang) -> Vec<Block> {
    let behind = Diagram::new(
        &known(""),
        "w=La1,La2;b=Ea3;turn=b;limit=La2",
        &[],
        words(
            lang,
            "The straight on a2 opens a4 too: the piece on a3 does not block.",
            "La ligne droite en a2 ouvre aussi a4 : la pièce en a3 ne bloque pas.",
        ),
    );
    let (holed, caption) = match game.board().gaps() {
        Gaps::Block => (
            "board=1.0/3.1/0.2/2.3,opening=anywhere",
            words(
                lang,
                "c3 is missing: the row of the straight on b3 ends there.",
                "c3 manque : la rangée de la ligne droite en b3 s'y arrête.",
            ),
        ),
        Gaps::Cross => (
            "board=1.0/3.1/0.2/2.3,opening=anywhere,gaps=cross",
            words(
                lang,
                "c3 is missing: the row of the straight on b3 goes on beyond it.",
                "c3 manque : la rangée de la ligne droite en b3 continue au-delà.",
            ),
        ),
    };
    let gap = Diagram::new(&known(holed), "w=Lb3;b=;turn=b;limit=Lb3", &[], caption);
    let pass = Diagram::new(
        &known(""),
        "w=La1,La2,Eb2,Pc3,Ed2,Dd4;b=Ea3,Pa4,Lc2,Dc1,Ld3;turn=b;limit=Dd4",
        &[],
        words(
            lang,
            "All squares on the diagonal of d4 are taken: black has to pass.",
            "Toutes les cases de la diagonale de d4 sont prises : les noirs doivent passer.",
        ),
    );
    vec![
        rule(points, MJ7),
        rule(points, MJ5),
        rule(points, MJ6),
        rule(points, MJ8),
        Block::Diagrams(vec![behind, gap, pass]),
    ]
}

fn end(points: &[Point], lang: Lang) -> Vec<Block> {
    let last = Diagram::new(
        &known(""),
        "w=La1,La2,Eb2,Pc3,Ed2,Dd4,Db4,Pb3;b=Ea3,Pa4,Lc2,Dc1,Ld3;turn=b;limit=Pb3",
        &[],
        words(
            lang,
            "White's last piece, the pusher on b3, leaves black one more turn, on b1 or d1.",
            "La dernière pièce blanche, le poussoir en b3, laisse aux noirs un dernier tour, en b1 \
             ou en d1.",
        ),
    );
    vec![rule(points, MJ9), Block::Diagrams(vec![last])]
}

fn score(points: &[Point], lang: Lang) -> Vec<Block> {
    let example = example();
    let end = example.snapshots().pop().expect("a game has an end");
    let caption = words(
        lang,
        "White has 4 points: a line of four (2) and two of three (1 each). Black has 1: b1, c2, d3.",
        "Les blancs ont 4 points : une ligne de quatre (2) et deux de trois (1 chacune). Les noirs \
         en ont 1 : b1, c2, d3.",
    );
    vec![
        rule(points, MJ10),
        Block::Diagrams(vec![Diagram::of(end.session, caption)]),
    ]
}

fn tips(lang: Lang) -> Vec<Block> {
    list(
        lang,
        &[
            (
                "Before you let go of a piece, look for the squares it opens to the other. The \
                 best square for you is no good if it opens a better one.",
                "Avant de lâcher une pièce, cherchez les cases qu'elle ouvre à l'autre. La \
                 meilleure case pour vous ne vaut rien si elle en ouvre une meilleure.",
            ),
            (
                "A square where two of your lines meet counts twice. So does one where two lines \
                 of your opponent would meet.",
                "Une case où se croisent deux de vos lignes compte double. Celle où se \
                 croiseraient deux lignes adverses aussi.",
            ),
            (
                "Who makes the other pass plays twice in a row, the second time anywhere. Near \
                 the end, straights and diagonals on full lines do that.",
                "Qui fait passer l'autre joue deux fois de suite, la seconde n'importe où. Vers la \
                 fin, lignes droites et diagonales y parviennent sur les lignes pleines.",
            ),
            (
                "Keep pieces of different kinds in hand: with one kind left, you no longer choose \
                 what you allow.",
                "Gardez en main des pièces de sortes différentes : avec une seule sorte, vous ne \
                 choisissez plus ce que vous permettez.",
            ),
        ],
    )
}
