use std::any::Any;

use engine::{Computer, Guarantee, PerfectGap, Player, Resources};
use game::{Ending, Game};
use picture::board::{Marks, Stage};
use picture::page::{Document, Paper};

use crate::analysis::{Analyser, Typed};
use crate::arena::{self, Arena, Report, Spoiled, Tally};
use crate::opponent::{Opponent, Seated};
use crate::paper::BoardTooLarge;
use crate::rulebook::{Book, Card, Point};
use crate::text::Text;
use crate::{Arrangement, Family, Lang, Look, Match, Refusal, Session};

/// One game of whichever family, as every front end sees it. A [`Setup`](crate::Setup) holds one;
/// each [`Family`] has it from what it implements.
pub trait Variant: Any + Send + Sync {
    /// The printed form of the setup.
    fn text(&self) -> String;

    /// The name of the family, which setups begin with and ratings are kept by.
    fn family(&self) -> &'static str;

    /// Every ending that the rules know.
    fn endings(&self) -> &'static [Ending];

    /// A match from the beginning.
    fn session(&self) -> Box<dyn Session>;

    /// A match from a position.
    fn session_from(&self, position: &str) -> Result<Box<dyn Session>, Refusal>;

    /// A match from a position that was set up by hand.
    fn arrange(&self, arrangement: &Arrangement) -> Result<Box<dyn Session>, Refusal>;

    /// A computer player at this game, with what it may use.
    fn opponent(&self, player: Player, resources: &Resources) -> Box<dyn Opponent>;

    /// What `perfect` knows of this game, given what there is.
    fn guarantee(&self, resources: &Resources) -> Guarantee;

    /// How far `perfect` is above the highest level.
    fn perfect_gap(&self) -> PerfectGap;

    /// A number that changes with what makes the levels of this game.
    fn levels_edition(&self) -> u64;

    /// Plays a match between computer players and programs; its setup is this one.
    fn contest(&self, arena: &Arena, see: &(dyn Fn(Tally) + Sync)) -> Result<Report, Spoiled>;

    /// Somebody to judge positions, with what may be used.
    fn analyser(&self, resources: &Resources) -> Box<dyn Analyser>;

    /// Whether every position can be valued exactly, given time.
    fn is_solvable(&self) -> bool;

    /// Why a move is good or bad, given how play goes on after it, where that can be said.
    fn why(&self, position: &str, played: &str, line: &[String]) -> Option<Text>;

    /// Where to look for a good move, without naming it, given how play goes on after it.
    fn look(&self, position: &str, played: &str, line: &[String]) -> Option<Look>;

    /// The empty board for a screen that moves pieces itself.
    fn stage(&self) -> Stage;

    /// A match under way, to show what the game looks like.
    fn under_way(&self) -> Box<dyn Session>;

    /// The rules, point by point.
    fn rules(&self, lang: Lang) -> Vec<Point>;

    /// The rulebook.
    fn book(&self, lang: Lang) -> Book;

    /// The rules in a few lines.
    fn card(&self, lang: Lang) -> Card;

    /// What a game needs, to cut out.
    fn cut_out_set(&self, paper: Paper, lang: Lang) -> Document;

    /// The board in one piece, with what is set on it.
    fn fixed_board(&self, paper: Paper, lang: Lang) -> Result<Document, BoardTooLarge>;
}

/// A game of a family as a [`Variant`].
pub(crate) struct Held<G>(pub(crate) G);

/// A position, a move of it, and how play goes on.
type Continuation<G> = (
    <G as Game>::Position,
    <G as Game>::Move,
    Vec<<G as Game>::Move>,
);

impl<G: Family> Held<G> {
    /// What these texts say, if all of it is legal.
    fn read(&self, position: &str, played: &str, line: &[String]) -> Option<Continuation<G>> {
        let position = self.0.read_position(position).ok()?;
        let played = self.0.read_move(&position, played).ok()?;
        let mut moves = Vec::new();
        let mut next = self.0.play(&position, played);
        for text in line {
            let reply = self.0.read_move(&next, text).ok()?;
            next = self.0.play(&next, reply);
            moves.push(reply);
        }
        Some((position, played, moves))
    }
}

impl<G: Family> Variant for Held<G> {
    fn text(&self) -> String {
        self.0.setup_text()
    }

    fn family(&self) -> &'static str {
        G::NAME
    }

    fn endings(&self) -> &'static [Ending] {
        G::ENDINGS
    }

    fn session(&self) -> Box<dyn Session> {
        Box::new(Match::new(self.0.clone()))
    }

    fn session_from(&self, position: &str) -> Result<Box<dyn Session>, Refusal> {
        Ok(Box::new(Match::read(self.0.clone(), position)?))
    }

    fn arrange(&self, arrangement: &Arrangement) -> Result<Box<dyn Session>, Refusal> {
        self.session_from(&self.0.arranged(arrangement))
    }

    fn opponent(&self, player: Player, resources: &Resources) -> Box<dyn Opponent> {
        Box::new(Seated::new(&self.0, player, resources))
    }

    fn guarantee(&self, resources: &Resources) -> Guarantee {
        Computer::guarantee(&self.0, resources)
    }

    fn perfect_gap(&self) -> PerfectGap {
        G::PERFECT_GAP
    }

    fn levels_edition(&self) -> u64 {
        Computer::levels_edition(&self.0)
    }

    fn contest(&self, arena: &Arena, see: &(dyn Fn(Tally) + Sync)) -> Result<Report, Spoiled> {
        arena::contest(&self.0, arena, see)
    }

    fn analyser(&self, resources: &Resources) -> Box<dyn Analyser> {
        Box::new(Typed(self.0.analyser(resources)))
    }

    fn is_solvable(&self) -> bool {
        Family::is_solvable(&self.0)
    }

    fn why(&self, position: &str, played: &str, line: &[String]) -> Option<Text> {
        let (position, played, line) = self.read(position, played, line)?;
        Family::why(&self.0, &position, played, &line)
    }

    fn look(&self, position: &str, played: &str, line: &[String]) -> Option<Look> {
        let (position, played, line) = self.read(position, played, line)?;
        Some(Family::look(&self.0, &position, played, &line))
    }

    fn stage(&self) -> Stage {
        let scene = self.0.draw(&self.0.start(), &Marks::default());
        Stage::new(&scene, &self.0.sprites())
    }

    fn under_way(&self) -> Box<dyn Session> {
        Box::new(Family::under_way(&self.0))
    }

    fn rules(&self, lang: Lang) -> Vec<Point> {
        Family::rules(&self.0, lang)
    }

    fn book(&self, lang: Lang) -> Book {
        Family::book(&self.0, lang)
    }

    fn card(&self, lang: Lang) -> Card {
        Family::card(&self.0, lang)
    }

    fn cut_out_set(&self, paper: Paper, lang: Lang) -> Document {
        Family::cut_out_set(&self.0, paper, lang)
    }

    fn fixed_board(&self, paper: Paper, lang: Lang) -> Result<Document, BoardTooLarge> {
        Family::fixed_board(&self.0, paper, lang)
    }
}
