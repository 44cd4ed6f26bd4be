use std::any::Any;

use game::{Ending, Outcome, Side};
use picture::Scene;
use picture::board::{Lettering, Marks, Visibility};

use crate::terminal::Style;
use crate::text::{self, Text};
use crate::{Family, Match, Reader, Refusal, Threats, Touch, View};

/// A match of whichever game: text in, text out. This is what every front end talks to.
pub trait Session: Any + Send + Sync {
    /// The setup in its printed form.
    fn setup(&self) -> String;

    /// The position in its printed form.
    fn position(&self) -> String;

    /// The starting position, when it is not the beginning of the game.
    fn start(&self) -> Option<String>;

    /// The side to move.
    fn turn(&self) -> Side;

    /// The moves so far.
    fn history(&self) -> Vec<String>;

    /// The legal moves, sorted bytewise; none when the match is over.
    fn moves(&self) -> Vec<String>;

    /// What is open to the side to move: the places a limit leaves, `pass`, or else the moves.
    fn open(&self) -> Vec<String>;

    /// The points of white and black, where the game has points.
    fn points(&self) -> Option<[u32; 2]>;

    /// What a side has still to place, by the letter of its kind (`None`: there is one kind).
    fn hand(&self, side: Side) -> Vec<(Option<char>, u32)>;

    /// Every ending that the rules of the game know.
    fn endings(&self) -> &'static [Ending];

    /// How the match ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// What is happening, in a sentence.
    fn sentence(&self) -> Text;

    /// Everything a front end shows of the match as it stands.
    fn view(&self) -> View;

    /// The board and the hands as a picture.
    fn scene(&self) -> Scene;

    /// The board alone as a picture.
    fn diagram(&self) -> Scene;

    /// The board as rows of text.
    fn board_text(&self, style: Style) -> String;

    /// The printed form of a move that may be played now.
    fn check(&self, text: &str) -> Result<String, Refusal>;

    /// Why no turn can be made by touching these things, the last of them last: the rule that forbids
    /// it. Nothing when a legal turn has them all, or when there is no such thing to touch.
    fn why_not(&self, touched: &[Touch]) -> Option<Refusal>;

    /// What the side that is not to move would do next, where that can be said; nothing when the match
    /// is over.
    fn threats(&self) -> Option<Threats>;

    /// Plays a move and returns its printed form. A refused one changes nothing.
    fn play(&mut self, text: &str) -> Result<String, Refusal>;

    /// Takes the last move back; `false` when there is none.
    fn take_back(&mut self) -> bool;

    /// Ends the match by agreement, resignation, time or absence; one that is over stays so.
    fn end(&mut self, outcome: Outcome);

    /// The number of move sequences of exactly `depth` turns from here, match limits ignored.
    fn perft(&self, depth: u32) -> u64;

    /// The same match once more, to go on with separately.
    fn fork(&self) -> Box<dyn Session>;
}

impl<G: Family> Session for Match<G> {
    fn setup(&self) -> String {
        self.game().setup_text()
    }

    fn position(&self) -> String {
        self.game().position_text(Match::position(self))
    }

    fn start(&self) -> Option<String> {
        let start = Match::start(self);
        (*start != self.game().start()).then(|| self.game().position_text(start))
    }

    fn turn(&self) -> Side {
        self.game().turn(Match::position(self))
    }

    fn history(&self) -> Vec<String> {
        Match::moves(self)
            .map(|played| self.game().move_text(played))
            .collect()
    }

    fn moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let moves = self.game().moves(Match::position(self)).into_iter();
        let mut texts: Vec<String> = moves.map(|played| self.game().move_text(played)).collect();
        texts.sort_unstable();
        texts
    }

    fn open(&self) -> Vec<String> {
        let moves = Session::moves(self);
        match self.game().open(Match::position(self)) {
            Some(places) if !moves.is_empty() && !places.is_empty() => places,
            _ => moves,
        }
    }

    fn points(&self) -> Option<[u32; 2]> {
        self.game().points(Match::position(self))
    }

    fn hand(&self, side: Side) -> Vec<(Option<char>, u32)> {
        self.game().hand(Match::position(self), side)
    }

    fn endings(&self) -> &'static [Ending] {
        G::ENDINGS
    }

    fn outcome(&self) -> Option<Outcome> {
        Match::outcome(self)
    }

    fn sentence(&self) -> Text {
        match self.outcome() {
            Some(outcome) => text::ending(self.game(), outcome, self.points()),
            None => self
                .game()
                .situation(Match::position(self), Reader::Onlooker),
        }
    }

    fn view(&self) -> View {
        View::of(self)
    }

    fn scene(&self) -> Scene {
        let (position, last) = (Match::position(self), Match::moves(self).last());
        self.game()
            .draw(position, &self.game().marks(position, last))
    }

    fn diagram(&self) -> Scene {
        let (position, last) = (Match::position(self), Match::moves(self).last());
        let marks = Marks {
            coordinates: Lettering::Large,
            hands: Visibility::Hidden,
            ..self.game().marks(position, last)
        };
        self.game().draw(position, &marks)
    }

    fn board_text(&self, style: Style) -> String {
        let last = Match::moves(self).last();
        self.game().board_text(Match::position(self), last, style)
    }

    fn check(&self, text: &str) -> Result<String, Refusal> {
        legal(self, text).map(|played| self.game().move_text(played))
    }

    fn why_not(&self, touched: &[Touch]) -> Option<Refusal> {
        let (game, position) = (self.game(), Match::position(self));
        let is_made_of = |played: G::Move| {
            let turn = game.turn_of(played);
            touched.iter().all(|touch| touch.is_in(&turn))
        };
        if let Some(outcome) = self.outcome() {
            return Some(over(self, outcome));
        }
        if game.moves(position).into_iter().any(is_made_of) {
            return None;
        }
        let meant = game.meant(position, touched).into_iter();
        let errors: Vec<G::MoveError> = meant
            .filter_map(|text| game.read_move(position, &text).err())
            .collect();
        game.explain_touch(position, touched, &errors)
    }

    fn threats(&self) -> Option<Threats> {
        match self.outcome() {
            None => self.game().threats(Match::position(self)),
            Some(_) => None,
        }
    }

    fn play(&mut self, text: &str) -> Result<String, Refusal> {
        let played = legal(self, text)?;
        self.push(played);
        Ok(self.game().move_text(played))
    }

    fn take_back(&mut self) -> bool {
        self.pop().is_some()
    }

    fn end(&mut self, outcome: Outcome) {
        self.agree(outcome);
    }

    fn perft(&self, depth: u32) -> u64 {
        game::perft(self.game(), Match::position(self), depth)
    }

    fn fork(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }
}

/// Reads a move that may be played now.
fn legal<G: Family>(session: &Match<G>, text: &str) -> Result<G::Move, Refusal> {
    let (game, position) = (session.game(), Match::position(session));
    let read = game.read_move(position, text);
    let played = read.map_err(|error| game.explain_move(position, &error))?;
    match session.outcome() {
        None => Ok(played),
        Some(outcome) => Err(over(session, outcome)),
    }
}

/// That nothing can be played any more.
fn over<G: Family>(session: &Match<G>, outcome: Outcome) -> Refusal {
    let over = Text::new("the game is over.", "la partie est finie.");
    let ending = text::ending(session.game(), outcome, session.points());
    Refusal {
        rule: outcome.reason.rule(),
        text: over.then(&ending),
    }
}
