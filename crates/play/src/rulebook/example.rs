//! The example games, each a record with notes that belong to its moves.

use ::moulin::{BARREAU, ENVOL, Moulin};

use super::{Block, Diagram};
use crate::Lang;
use crate::record::{Record, Stage};
use crate::text::Text;

/// A recorded game and what there is to say about it.
pub(super) struct Example {
    pub(super) record: Record,
    notes: Vec<Note>,
}

/// Some sentences about the position after a move.
pub(super) struct Note {
    /// The move: the first such one after that of the note before.
    played: &'static str,
    text: Text,
}

impl Example {
    fn new(record: &str, notes: Vec<Note>) -> Example {
        let records = Record::read_all(record);
        let mut records = records.unwrap_or_else(|error| panic!("{:?}", error.text()));
        Example {
            record: records.remove(0),
            notes,
        }
    }

    /// The game of the published sheet.
    pub(super) fn mijnlieff() -> Example {
        Example::new(include_str!("examples/mijnlieff.txt"), mijnlieff())
    }

    /// A game under these rules; under those of `classique` where none is known.
    pub(super) fn moulin(game: &Moulin) -> Example {
        match *game.rules() {
            ENVOL => Example::new(include_str!("examples/envol.txt"), envol()),
            BARREAU => Example::new(include_str!("examples/barreau.txt"), barreau()),
            _ => Example::new(include_str!("examples/classique.txt"), classique()),
        }
    }

    /// The game before the first move and after each.
    pub(super) fn stages(&self) -> Vec<Stage> {
        let stages = self.record.stages();
        stages.unwrap_or_else(|refusal| panic!("{refusal:?}"))
    }
}

/// The moves up to each note, the board there, and the note.
pub(super) fn blocks(example: &Example, lang: Lang) -> Vec<Block> {
    let stages = example.stages();
    let mut rest = &stages[1..];
    let mut blocks = Vec::new();
    for note in &example.notes {
        let here = rest.iter().position(|stage| stage.is_after(note.played));
        let here = here.unwrap_or_else(|| panic!("{} is not played", note.played));
        let (moves, later) = rest.split_at(here + 1);
        blocks.push(Block::Moves(line(moves)));
        let session = rest[here].session.fork();
        let caption = note.text.get(lang).to_owned();
        blocks.push(Block::Diagrams(vec![Diagram::of(session, caption)]));
        rest = later;
    }
    blocks
}

impl Stage {
    /// Whether this move has led there.
    fn is_after(&self, played: &str) -> bool {
        let history = self.session.history();
        history.last().is_some_and(|last| last == played)
    }
}

/// `3. Eb2 Lc2 4. Pc3`: a number for each of white's moves, and for black's where it comes first.
fn line(stages: &[Stage]) -> String {
    let labels = stages.iter().filter_map(|stage| stage.label.as_deref());
    let word = |(index, label): (usize, &str)| match label.split_once("... ") {
        Some((_, played)) if index > 0 => played.to_owned(),
        _ => label.to_owned(),
    };
    let words: Vec<String> = labels.enumerate().map(word).collect();
    words.join(" ")
}

fn note(played: &'static str, english: &str, french: &str) -> Note {
    Note {
        played,
        text: Text::new(english, french),
    }
}

fn mijnlieff() -> Vec<Note> {
    vec![
        note(
            "La1",
            "White begins with a straight on a corner. Black has to play on the first column or \
             the first row.",
            "Les blancs commencent par une ligne droite au coin. Les noirs doivent jouer sur la \
             première colonne ou la première rangée.",
        ),
        note(
            "Pa4",
            "Black's puller on a3 kept white close, and white's straight on a2 opened a4. Now the \
             pusher on a4 sends white away: no square that touches it.",
            "L'extracteur noir en a3 a retenu les blancs tout près, et leur ligne droite en a2 a \
             ouvert a4. Le poussoir en a4 les éloigne maintenant : aucune case qui le touche.",
        ),
        note(
            "Ld3",
            "Five pieces each. White holds a1, b2 and c3 on the long diagonal, and the straight on \
             d3 opens d4, its end.",
            "Cinq pièces chacun. Les blancs tiennent a1, b2 et c3 sur la grande diagonale, et la \
             ligne droite en d3 leur ouvre d4, son extrémité.",
        ),
        note(
            "Dd4",
            "A line of four! And since the diagonal of d4 is full, black has no square and must \
             pass. White may play anywhere.",
            "Une ligne de quatre ! Et comme la diagonale de d4 est pleine, les noirs n'ont aucune \
             case et doivent passer. Les blancs jouent où ils veulent.",
        ),
        note(
            "Db4",
            "Once more: a3, c3 and d2 are taken, so black passes again.",
            "Et encore : a3, c3 et d2 sont prises, les noirs passent de nouveau.",
        ),
        note(
            "Pb3",
            "White's last piece. Black has one more turn, away from b3: b1 or d1.",
            "La dernière pièce blanche. Il reste un tour aux noirs, loin de b3 : b1 ou d1.",
        ),
        note(
            "Pb1",
            "White wins by 4 points to 1. Black keeps a diagonal and a puller in hand; they do not \
             count.",
            "Les blancs gagnent par 4 points à 1. Les noirs gardent en main une diagonale et un \
             extracteur, qui ne comptent pas.",
        ),
    ]
}

/// The three games of the mill family begin alike.
fn first_mill() -> Note {
    note(
        "c5xe3",
        "White closes the first mill, c3, c4, c5, and takes e3, which shut the line of c3 and d3.",
        "Les blancs ferment le premier moulin, c3, c4, c5, et prennent e3, qui fermait la ligne de \
         c3 et d3.",
    )
}

fn double_mill() -> Note {
    note(
        "d5-c5xb4",
        "A double mill: the stone on d5 has come back to c5 and has closed the other mill. Back \
         and forth, it takes a stone every turn.",
        "Un double moulin : le pion de d5 est revenu en c5 et a fermé l'autre moulin. À chaque \
         aller et à chaque retour, il prend un pion.",
    )
}

fn classique() -> Vec<Note> {
    vec![
        first_mill(),
        note(
            "f4",
            "All stones are placed, and black has lost one. Now they move.",
            "Tous les pions sont posés, et les noirs en ont perdu un. Maintenant, on les déplace.",
        ),
        double_mill(),
        note(
            "c5-d5xa7",
            "Black is down to three stones and may fly from now on.",
            "Il ne reste que trois pions aux noirs, qui ont désormais droit à l'envol.",
        ),
        note(
            "f4-e5",
            "Black flies from f4 to e5, although no line joins them: otherwise e4 would go there \
             and close c5, d5, e5.",
            "Les noirs s'envolent de f4 vers e5, qu'aucun trait ne relie : sinon, e4 y viendrait \
             fermer c5, d5, e5.",
        ),
        note(
            "d3-c3xf4",
            "One more mill, and black has two stones left: white has won.",
            "Encore un moulin, et les noirs n'ont plus que deux pions : les blancs ont gagné.",
        ),
    ]
}

fn envol() -> Vec<Note> {
    vec![
        first_mill(),
        note(
            "e4-e3xd2",
            "Two mills now share c3. White takes d2, to go there next between b2 and f2. Under \
             these rules no stone is safe, not even in a mill.",
            "Deux moulins se partagent maintenant c3. Les blancs prennent d2, pour y aller ensuite \
             entre b2 et f2. Selon ces règles, aucun pion n'est à l'abri, même dans un moulin.",
        ),
        note(
            "b6-d2",
            "Black has four stones and uses the one flight of the game, to shut the point between \
             b2 and f2.",
            "Les noirs ont quatre pions et se servent de leur unique envol, pour fermer le point \
             entre b2 et f2.",
        ),
        note(
            "e4-e3xd2",
            "The same mill again, and the blocking stone is gone. Black has three stones and no \
             flight left.",
            "Le même moulin encore, et le pion gênant n'est plus là. Il reste aux noirs trois \
             pions, et plus d'envol.",
        ),
        note(
            "d5-c5xa4",
            "Back to c5: black has two stones left, and white has won.",
            "Retour en c5 : les noirs n'ont plus que deux pions, les blancs ont gagné.",
        ),
    ]
}

fn barreau() -> Vec<Note> {
    vec![
        first_mill(),
        double_mill(),
        note(
            "c5-d5xf4",
            "Black is down to three stones. Under these rules nobody flies: they go on step by \
             step.",
            "Il ne reste que trois pions aux noirs. Selon ces règles, pas d'envol : ils avancent \
             toujours pas à pas.",
        ),
        note(
            "d6-b6",
            "White opens the mill on the d line, to close it again next turn.",
            "Les blancs ouvrent leur moulin de la ligne d, pour le refermer au tour suivant.",
        ),
        note(
            "b6-d6xa4",
            "Closed again: black has two stones left, and white has won.",
            "Le voilà refermé : les noirs n'ont plus que deux pions, les blancs ont gagné.",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use ::moulin::SHEETS;

    use super::*;
    use crate::record::Ending;

    fn examples() -> Vec<Example> {
        let mills = SHEETS.map(|(_, rules)| Example::moulin(&Moulin::new(rules)));
        [Example::mijnlieff()].into_iter().chain(mills).collect()
    }

    #[test]
    fn every_note_finds_its_move_and_the_end_is_told() {
        for example in examples() {
            let noted = blocks(&example, Lang::En);
            let told: Vec<&str> = noted.iter().filter_map(moves).collect();
            let told: Vec<&str> = told.iter().flat_map(|line| line.split(' ')).collect();
            let told: Vec<&str> = told
                .into_iter()
                .filter(|word| !word.ends_with('.'))
                .collect();
            assert_eq!(told, example.record.main_line());
        }
    }

    fn moves(block: &Block) -> Option<&str> {
        match block {
            Block::Moves(line) => Some(line),
            _ => None,
        }
    }

    #[test]
    fn every_sheet_has_a_finished_game_of_its_own() {
        let mut setups = Vec::new();
        for example in examples() {
            assert!(matches!(example.record.ending, Ending::Over(_)));
            setups.push(example.record.setup.to_string());
        }
        setups.sort();
        let all = [
            "mijnlieff",
            "moulin:barreau",
            "moulin:classique",
            "moulin:envol",
        ];
        assert_eq!(setups, all);
    }

    #[test]
    fn blacks_move_has_its_number_only_where_it_comes_first() {
        let stages = Example::mijnlieff().stages();
        assert_eq!(line(&stages[1..4]), "1. La1 Ea3 2. La2");
        assert_eq!(line(&stages[2..4]), "1... Ea3 2. La2");
    }
}
