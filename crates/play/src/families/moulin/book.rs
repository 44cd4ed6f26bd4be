use game::{Game, Notation};
use moulin::rule::{ML1, ML2, ML3, ML4, ML5, ML6, ML7, ML8, ML9};
use moulin::{Flight, Moulin};
use picture::board::{Lettering, Marks};

use super::{comparison, drawing, example, questions, rules};
use crate::rulebook::prose::{list, rule, say, words};
use crate::rulebook::{Block, Book, Diagram, Point, Section, Topic};
use crate::{Lang, Session, Setup};

/// The rulebook of a game of the mill family.
pub(super) fn book(game: &Moulin, lang: Lang) -> Book {
    let setup = Setup::of(*game);
    let points = rules::rules(game, lang);
    let section = |topic, blocks| Section::new(topic, lang, blocks);
    Book {
        setup: game.setup_text(),
        lang,
        title: words(lang, "The mill", "Le moulin"),
        about: words(
            lang,
            "Nine men's morris, an old game for two: three in a line take a stone.",
            "Le jeu du moulin, un vieux jeu pour deux : trois pions alignés en prennent un.",
        ),
        sections: vec![
            section(Topic::need(), need(&setup, lang)),
            section(Topic::aim(), aim(lang)),
            section(Topic::turn(), turn(&setup, &points, lang)),
            section(
                Topic::new("mills", "Mills", "Les moulins"),
                mills(game, &points, lang),
            ),
            section(Topic::end(), end(&setup, &points, lang)),
            section(Topic::example(), example_game(game, lang)),
            section(Topic::questions(), questions::questions(game, lang)),
            section(
                Topic::new("sheets", "The three sheets", "Les trois feuilles"),
                comparison::blocks(lang),
            ),
            section(Topic::tips(), tips(lang)),
        ],
    }
}

fn need(setup: &Setup, lang: Lang) -> Vec<Block> {
    let board = Diagram::of(
        setup.session(),
        words(
            lang,
            "The empty board: three squares, one in the other, joined at the middles of their sides.",
            "Le plateau vide : trois carrés emboîtés, reliés au milieu de leurs côtés.",
        ),
    );
    vec![
        say(
            lang,
            "Two players, a board, and nine stones each in two colours. Buttons, coins or pebbles \
             do as well.",
            "Deux joueurs, un plateau, et neuf pions chacun, de deux couleurs. Des boutons, des \
             pièces de monnaie ou des cailloux feront l'affaire.",
        ),
        Block::Diagrams(vec![board]),
    ]
}

fn aim(lang: Lang) -> Vec<Block> {
    vec![say(
        lang,
        "Close mills, three of your stones on one line, to take enemy stones. You win when your \
         opponent has only two left, or cannot move.",
        "Fermez des moulins, trois de vos pions sur une même ligne, pour prendre des pions \
         adverses. Vous gagnez quand l'autre n'en a plus que deux, ou ne peut plus se déplacer.",
    )]
}

fn turn(setup: &Setup, points: &[Point], lang: Lang) -> Vec<Block> {
    let placed = Diagram::new(
        setup,
        "w=d6,f4;b=b4,d2;hand=7,7;turn=w",
        &["d3"],
        words(
            lang,
            "Placing: white puts a third stone on d3.",
            "Poser : les blancs mettent un troisième pion en d3.",
        ),
    );
    let moved = Diagram::new(
        setup,
        "w=a1,c5,d6,e4,f4;b=b2,b4,d2,e5,g7;hand=0,0;turn=w",
        &["f4-f2"],
        words(
            lang,
            "Moving: from f4 a stone goes along its line to f2.",
            "Déplacer : de f4, un pion va le long de sa ligne jusqu'à f2.",
        ),
    );
    vec![
        rule(points, ML1),
        rule(points, ML2),
        Block::Diagrams(vec![placed, moved]),
    ]
}

fn mills(game: &Moulin, points: &[Point], lang: Lang) -> Vec<Block> {
    let setup = Setup::of(*game);
    let closed = Diagram::new(
        &setup,
        "w=a1,c5,d1,d6,g4;b=b2,d2,e5,f4,g7;hand=0,0;turn=w",
        &["g4-g1xe5"],
        words(
            lang,
            "From g4 to g1: the mill a1, d1, g1 is closed, and white takes e5.",
            "De g4 à g1 : le moulin a1, d1, g1 est fermé, et les blancs prennent e5.",
        ),
    );
    let double = Diagram::new(
        &setup,
        "w=c3,c4,c5,d6,d7;b=a1,b2,e4,f2,g4;hand=0,0;turn=w",
        &["c5-d5xa1"],
        words(
            lang,
            "A double mill: the stone from c5 closes d5, d6, d7, and closes c3, c4, c5 when it \
             goes back.",
            "Un double moulin : le pion venu de c5 ferme d5, d6, d7, et refermera c3, c4, c5 en \
             revenant.",
        ),
    );
    vec![
        rule(points, ML3),
        rule(points, ML4),
        Block::Diagrams(vec![closed, takeable(game, lang)]),
        rule(points, ML5),
        rule(points, ML6),
        Block::Diagrams(vec![double, flight(&setup, game.rules().flight, lang)]),
    ]
}

/// Which stones a mill that white is about to close may take.
fn takeable(game: &Moulin, lang: Lang) -> Diagram {
    let caption = words(
        lang,
        "White is about to play g4 to g1 and may then take one of the stones with a crossed ring.",
        "Les blancs vont jouer de g4 à g1 et pourront alors prendre un des pions au cercle barré.",
    );
    let text = "w=a1,c5,d1,g4;b=b6,d6,e4,f6;hand=0,0;turn=w";
    let diagram = Diagram::new(&Setup::of(*game), text, &[], caption);
    let position = game.read_position(text);
    let position = position.unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let board = game.rules().board;
    let to = board.point("g1").expect("g1 is a point");
    let closing = game.moves(&position).into_iter();
    let closing = closing.filter(|played| played.to() == Some(to));
    let marks = Marks {
        open: Some(vec![to]),
        captures: closing.flat_map(|played| played.takes()).collect(),
        coordinates: Lettering::Large,
        ..Marks::default()
    };
    Diagram {
        scene: drawing::draw(game, &position, &marks),
        ..diagram
    }
}

fn flight(setup: &Setup, flight: Flight, lang: Lang) -> Diagram {
    match flight {
        Flight::At(_) | Flight::Once(_) => Diagram::new(
            setup,
            "w=a1,b4,d1,e3,g4;b=a7,d6,f6;hand=0,0;turn=b",
            &["a7-g1"],
            words(
                lang,
                "With three stones left black flies from a7 to g1, before white closes a mill \
                 there.",
                "Il reste trois pions aux noirs : de a7, ils s'envolent vers g1, avant que les \
                 blancs n'y ferment un moulin.",
            ),
        ),
        Flight::Never => Diagram::new(
            setup,
            "w=b6,c3,e3,f6;b=a7,d7,g7;hand=0,0;turn=b",
            &["d7-d6"],
            words(
                lang,
                "Black's last three stones are a mill, and black has to open it.",
                "Les trois derniers pions noirs forment un moulin, et les noirs doivent l'ouvrir.",
            ),
        ),
    }
}

fn end(setup: &Setup, points: &[Point], lang: Lang) -> Vec<Block> {
    let shut = Diagram::new(
        setup,
        "w=b4,d2,d6,g1,g7;b=a1,a4,a7,d1,d7;hand=0,0;turn=b",
        &[],
        words(
            lang,
            "Black is to move, and every black stone is shut in.",
            "C'est aux noirs de jouer, et tous leurs pions sont bloqués.",
        ),
    );
    let mut blocks = vec![rule(points, ML7), rule(points, ML8)];
    // Where many stones may still fly, these are not shut in at all.
    if is_stuck(shut.session.as_ref()) {
        blocks.push(Block::Diagrams(vec![shut]));
    }
    blocks.push(rule(points, ML9));
    blocks
}

fn is_stuck(session: &dyn Session) -> bool {
    let moves = session.moves();
    moves.is_empty() || moves == ["pass"]
}

/// The example of the sheet whose rules these are; other rules get that of `classique`.
fn example_game(game: &Moulin, lang: Lang) -> Vec<Block> {
    let example = example(game.rules());
    let setup = example.setup().to_string();
    let mut blocks = Vec::new();
    if setup != game.setup_text() {
        blocks.push(say(
            lang,
            &format!("This game was played under {setup}."),
            &format!("Cette partie s'est jouée selon {setup}."),
        ));
    }
    blocks.extend(example.blocks(lang));
    blocks
}

fn tips(lang: Lang) -> Vec<Block> {
    list(
        lang,
        &[
            (
                "Where four lines meet (b4, d2, d6, f4) a stone has most ways to go. In a corner \
                 it has two.",
                "Là où quatre chemins se croisent (b4, d2, d6, f4), un pion a le plus de choix. \
                 Dans un coin, il n'en a que deux.",
            ),
            (
                "While placing, do not only hunt for mills: spread out, and keep free points \
                 beside your stones. Many games are lost because nothing can move.",
                "En posant, ne cherchez pas que les moulins : étalez-vous, et gardez des points \
                 libres à côté de vos pions. Bien des parties se perdent faute de pouvoir bouger.",
            ),
            (
                "Two mills that need one more stone each cannot both be stopped.",
                "Deux moulins auxquels il manque un seul pion ne s'arrêtent pas tous les deux.",
            ),
            (
                "A double mill takes a stone every turn. Build yours, and break up the other's in \
                 time.",
                "Un double moulin prend un pion à chaque tour. Construisez le vôtre, et défaites à \
                 temps celui de l'autre.",
            ),
            (
                "When you close a mill, take the stone that would soon close one for your \
                 opponent.",
                "Quand vous fermez un moulin, prenez le pion qui allait bientôt en fermer un à \
                 l'autre.",
            ),
        ],
    )
}
