use game::Rule;
use picture::Scene;

use super::{Point, chapters};
use crate::text::Text;
use crate::{Lang, Session, Setup};

/// A rulebook in one language: what terminal, page and paper show, each in its way.
pub struct Book {
    /// Whose rules these are, in the printed form of a setup.
    pub setup: String,
    /// What it is written in.
    pub lang: Lang,
    /// The name of the game.
    pub title: String,
    /// The game in a sentence.
    pub about: String,
    /// The chapters, in the order in which they are read.
    pub sections: Vec<Section>,
}

/// A chapter.
pub struct Section {
    /// What it is about.
    pub topic: Topic,
    /// Its heading.
    pub title: String,
    /// What it says.
    pub blocks: Vec<Block>,
}

/// What a chapter is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// What you need.
    Need,
    /// The aim of the game.
    Aim,
    /// What a player does in a turn.
    Turn,
    /// The pieces of Mijnlieff.
    Pieces,
    /// Mills and what they take.
    Mills,
    /// How a game ends.
    End,
    /// The points of Mijnlieff.
    Points,
    /// A game with notes.
    Example,
    /// Frequent questions.
    Questions,
    /// The three sheets of the mill family side by side.
    Sheets,
    /// Advice for the first game.
    Tips,
}

/// A piece of a chapter.
pub enum Block {
    /// Some sentences.
    Paragraph(String),
    /// Things of a kind, in no order.
    List(Vec<String>),
    /// A rule with its id.
    Rule(Point),
    /// A question with its answer.
    Question(Question),
    /// Boards that belong together.
    Diagrams(Vec<Diagram>),
    /// Moves of a game, with their numbers.
    Moves(String),
    /// A table.
    Table(Table),
}

/// A question that players ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The rule it is about.
    pub rule: Rule,
    /// The question.
    pub question: String,
    /// Its answer under the rules of the book.
    pub answer: String,
}

/// A board with words beneath. It comes from a match, so it cannot show what the rules forbid.
pub struct Diagram {
    /// The match.
    pub session: Box<dyn Session>,
    /// The board as a picture.
    pub scene: Scene,
    /// The words.
    pub caption: String,
}

/// A table with a heading for each column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The headings.
    pub head: Vec<String>,
    /// The rows, each with a cell for each heading.
    pub rows: Vec<Vec<String>>,
}

/// The rulebook of a setup.
#[must_use]
pub fn book(setup: &Setup, lang: Lang) -> Book {
    match setup {
        Setup::Mijnlieff(game) => chapters::mijnlieff(game, lang),
        Setup::Moulin(game) => chapters::moulin(game, lang),
    }
}

impl Topic {
    /// A word that stays the same in all languages: `need`, `aim`, …
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Topic::Need => "need",
            Topic::Aim => "aim",
            Topic::Turn => "turn",
            Topic::Pieces => "pieces",
            Topic::Mills => "mills",
            Topic::End => "end",
            Topic::Points => "points",
            Topic::Example => "example",
            Topic::Questions => "questions",
            Topic::Sheets => "sheets",
            Topic::Tips => "tips",
        }
    }

    fn title(self) -> Text {
        match self {
            Topic::Need => Text::new("What you need", "Ce qu'il vous faut"),
            Topic::Aim => Text::new("The aim", "Le but du jeu"),
            Topic::Turn => Text::new("A turn", "Un tour de jeu"),
            Topic::Pieces => Text::new("The pieces", "Les pièces"),
            Topic::Mills => Text::new("Mills", "Les moulins"),
            Topic::End => Text::new("How it ends", "Comment la partie finit"),
            Topic::Points => Text::new("Counting points", "Compter les points"),
            Topic::Example => Text::new("An example game", "Un exemple de partie"),
            Topic::Questions => Text::new("Questions", "Vos questions"),
            Topic::Sheets => Text::new("The three sheets", "Les trois feuilles"),
            Topic::Tips => Text::new("For your first game", "Pour votre première partie"),
        }
    }
}

impl Section {
    pub(super) fn new(topic: Topic, lang: Lang, blocks: Vec<Block>) -> Section {
        Section {
            topic,
            title: topic.title().get(lang).to_owned(),
            blocks,
        }
    }
}

impl Diagram {
    /// The board that moves lead to from a position.
    ///
    /// # Panics
    ///
    /// When the rules refuse the position or a move; the tests of the rulebook make every diagram.
    pub(super) fn new(setup: &Setup, position: &str, moves: &[&str], caption: String) -> Diagram {
        let session = setup.session_from(position);
        let mut session = session.unwrap_or_else(|refusal| panic!("{position}: {refusal:?}"));
        for played in moves {
            let result = session.play(played);
            result.unwrap_or_else(|refusal| panic!("{played}: {refusal:?}"));
        }
        Diagram::of(session, caption)
    }

    /// The board of a match.
    pub(super) fn of(session: Box<dyn Session>, caption: String) -> Diagram {
        Diagram {
            scene: session.diagram(),
            session,
            caption,
        }
    }
}
