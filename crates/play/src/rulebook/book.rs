use game::Rule;
use picture::Scene;

use super::Point;
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// A word that stays the same in all languages: `need`, `aim`, …
    pub word: &'static str,
    /// The heading of the chapter.
    pub title: Text,
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

impl Topic {
    /// A topic that only some games have.
    #[must_use]
    pub fn new(word: &'static str, english: &str, french: &str) -> Topic {
        Topic {
            word,
            title: Text::new(english, french),
        }
    }

    /// What you need.
    #[must_use]
    pub fn need() -> Topic {
        Topic::new("need", "What you need", "Ce qu'il vous faut")
    }

    /// The aim of the game.
    #[must_use]
    pub fn aim() -> Topic {
        Topic::new("aim", "The aim", "Le but du jeu")
    }

    /// What a player does in a turn.
    #[must_use]
    pub fn turn() -> Topic {
        Topic::new("turn", "A turn", "Un tour de jeu")
    }

    /// How a game ends.
    #[must_use]
    pub fn end() -> Topic {
        Topic::new("end", "How it ends", "Comment la partie finit")
    }

    /// A game with notes.
    #[must_use]
    pub fn example() -> Topic {
        Topic::new("example", "An example game", "Un exemple de partie")
    }

    /// Frequent questions.
    #[must_use]
    pub fn questions() -> Topic {
        Topic::new("questions", "Questions", "Vos questions")
    }

    /// Advice for the first game.
    #[must_use]
    pub fn tips() -> Topic {
        Topic::new("tips", "For your first game", "Pour votre première partie")
    }
}

impl Section {
    /// A chapter in a language.
    #[must_use]
    pub fn new(topic: Topic, lang: Lang, blocks: Vec<Block>) -> Section {
        Section {
            title: topic.title.get(lang),
            topic,
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
    #[must_use]
    pub fn new(setup: &Setup, position: &str, moves: &[&str], caption: String) -> Diagram {
        let session = setup.session_from(position);
        let mut session = session.unwrap_or_else(|refusal| panic!("{position}: {refusal:?}"));
        for played in moves {
            let result = session.play(played);
            result.unwrap_or_else(|refusal| panic!("{played}: {refusal:?}"));
        }
        Diagram::of(session, caption)
    }

    /// The board of a match.
    #[must_use]
    pub fn of(session: Box<dyn Session>, caption: String) -> Diagram {
        Diagram {
            scene: session.diagram(),
            session,
            caption,
        }
    }
}
