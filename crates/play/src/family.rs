use engine::{Computer, Resources};
use game::{Ending, Notation, Random, Side, playout};
use picture::Scene;
use picture::board::{Marks, Sprites};
use picture::page::{Document, Paper};

use crate::analysis::GameAnalyser;
use crate::families::Offer;
use crate::paper::BoardTooLarge;
use crate::rulebook::{Book, Card, Point};
use crate::terminal::Style;
use crate::text::Text;
use crate::view::{Closing, Standing, Turn};
use crate::{Arrangement, Lang, Look, Match, Reader, Refusal, Threats, Touch};

/// Everything a front end asks of a family of games beyond its rules, notation and computer
/// players. A family implements it once, in a folder of its own, and is entered in
/// [`Families`](crate::Families); what is typed here is object-safe as
/// [`Variant`](crate::Variant).
pub trait Family: Notation + Computer + Clone + Send + Sync + 'static {
    /// A point or a square of the board.
    type Place: Copy;

    /// What setups begin with and ratings are kept by.
    const NAME: &'static str;

    /// What people call the family.
    fn title() -> Text;

    /// The game that the options of a setup text describe, or why they are refused.
    fn read_options(options: &str) -> Result<Self, Text>;

    /// The games that people are offered.
    fn offers() -> Vec<Offer>;

    /// The name of a place in moves and positions.
    fn place_name(&self, place: Self::Place) -> String;

    /// Why a position is refused, for people.
    fn explain_position(&self, error: &Self::PositionError) -> Text;

    /// Why a move is refused, for people.
    fn explain_move(&self, position: &Self::Position, error: &Self::MoveError) -> Refusal;

    /// The moves that somebody may have meant by touching these things, of which no legal turn has all:
    /// the first that the rules refuse is the reason that is given. The last was touched last.
    fn meant(&self, position: &Self::Position, touched: &[Touch]) -> Vec<String>;

    /// Why a turn cannot be made of what was touched, given how the rules refuse each of the moves
    /// that may have been meant.
    fn explain_touch(
        &self,
        position: &Self::Position,
        touched: &[Touch],
        errors: &[Self::MoveError],
    ) -> Option<Refusal> {
        let _ = touched;
        let error = errors.first()?;
        Some(self.explain_move(position, error))
    }

    /// Why the rules ended a game, as the second half of a sentence; `loser` is nobody in a draw.
    fn ending(&self, ending: Ending, loser: Option<Side>) -> Text;

    /// What the side to move can do, in a sentence to somebody.
    fn situation(&self, position: &Self::Position, reader: Reader) -> Text;

    /// The places a limit leaves open, where the game has limits.
    fn open(&self, position: &Self::Position) -> Option<Vec<String>> {
        let _ = position;
        None
    }

    /// The points of white and black, where the game has points.
    fn points(&self, position: &Self::Position) -> Option<[u32; 2]> {
        let _ = position;
        None
    }

    /// The lines that score so far for white and black, where the game has points.
    fn scoring(&self, position: &Self::Position) -> Option<[Vec<Vec<Self::Place>>; 2]> {
        let _ = position;
        None
    }

    /// How many pieces white and black have lost, where pieces are taken.
    fn lost(&self, position: &Self::Position) -> Option<[u32; 2]> {
        let _ = position;
        None
    }

    /// The lines that turns close before it is known what they take, where lines take pieces.
    fn closings(&self, position: &Self::Position) -> Vec<Closing> {
        let _ = position;
        Vec::new()
    }

    /// What a side has still to place, by the letter of its kind (`None`: there is one kind).
    fn hand(&self, position: &Self::Position, side: Side) -> Vec<(Option<char>, u32)>;

    /// What stands on the board.
    fn standing(&self, position: &Self::Position) -> Vec<Standing>;

    /// Whether white and black still have the one flight of the game, where there is such a right.
    fn flights(&self, position: &Self::Position) -> Option<[bool; 2]> {
        let _ = position;
        None
    }

    /// A position that was set up by hand, written as positions are; whether it is one is found when it
    /// is read.
    fn arranged(&self, arrangement: &Arrangement) -> String;

    /// A move as what a person touches to make it.
    fn turn_of(&self, played: Self::Move) -> Turn;

    /// The line in the least of its turned and mirrored forms: lines that are images of each other
    /// have the same.
    fn canonical_line(&self, line: &[Self::Move]) -> Vec<u64>;

    /// Somebody to judge positions, with what may be used.
    fn analyser(&self, resources: &Resources) -> Box<dyn GameAnalyser<Self>>;

    /// Whether every position can be valued exactly, given time.
    fn is_solvable(&self) -> bool {
        false
    }

    /// Why a move is good or bad, given how play goes on after it, where that can be said.
    fn why(
        &self,
        position: &Self::Position,
        played: Self::Move,
        line: &[Self::Move],
    ) -> Option<Text> {
        let _ = (position, played, line);
        None
    }

    /// A match under way, to show what the game looks like: half of a random game, where the family
    /// knows no better one.
    fn under_way(&self) -> Match<Self> {
        half_random(self)
    }

    /// Where to look for a good move, without naming it; `line` is how play goes on after it.
    fn look(&self, position: &Self::Position, played: Self::Move, line: &[Self::Move]) -> Look {
        let _ = (position, line);
        Look::around(self.turn_of(played).to.into_iter().collect())
    }

    /// What the side that is not to move would do next, where that can be said.
    fn threats(&self, position: &Self::Position) -> Option<Threats> {
        let _ = position;
        None
    }

    /// What a picture shows besides the position: hands, last move, open places, and lines just
    /// closed or scored.
    fn marks(&self, position: &Self::Position, last: Option<Self::Move>) -> Marks<Self::Place>;

    /// A position and marks as a picture.
    fn draw(&self, position: &Self::Position, marks: &Marks<Self::Place>) -> Scene;

    /// What a screen that moves pieces itself sets on the board.
    fn sprites(&self) -> Sprites;

    /// The board as rows of text, the last move marked.
    fn board_text(
        &self,
        position: &Self::Position,
        last: Option<Self::Move>,
        style: Style,
    ) -> String;

    /// The rules, point by point.
    fn rules(&self, lang: Lang) -> Vec<Point>;

    /// The rulebook.
    fn book(&self, lang: Lang) -> Book;

    /// The rules in a few lines.
    fn card(&self, lang: Lang) -> Card;

    /// What a game needs, to cut out: board and pieces.
    fn cut_out_set(&self, paper: Paper, lang: Lang) -> Document;

    /// The board in one piece, with what is set on it.
    fn fixed_board(&self, paper: Paper, lang: Lang) -> Result<Document, BoardTooLarge>;
}

/// Turns after which a random game is looked at no further.
const LONGEST: u32 = 60;

/// The first half of a random game, the same one every time.
pub(crate) fn half_random<G: Family>(game: &G) -> Match<G> {
    const SEED: u64 = 1;
    let whole = playout(game, &game.start(), LONGEST, &mut Random::new(SEED));
    let mut random = Random::new(SEED);
    let mut half = Match::new(game.clone());
    for _ in 0..whole.turns / 2 {
        let played = game.random_move(half.position(), &mut random);
        half.push(played.expect("the whole game went on from here"));
    }
    half
}

#[cfg(test)]
mod tests {
    use crate::Families;

    #[test]
    fn every_game_is_shown_under_way() {
        let families = Families::standard();
        let offered = families.offers();
        let mut setups: Vec<String> = offered.iter().map(|it| it.setup.to_string()).collect();
        let larger = offered.iter().filter_map(|offer| offer.larger.as_ref());
        setups.extend(larger.map(ToString::to_string));
        setups.push("moulin:classique,flight=never".to_owned());
        setups.push("mijnlieff:board=0.0/2.1/4.2/6.3,opening=edge".to_owned());
        for text in setups {
            let setup = families.setup(&text).unwrap();
            let shown = setup.under_way();
            assert!(shown.outcome().is_none(), "{text}");
            assert!(shown.view().standing.len() >= 6, "{text}");
            assert_eq!(shown.history(), setup.under_way().history(), "{text}");
        }
    }
}
