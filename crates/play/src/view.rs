use game::{Outcome, Side};
use picture::board::{Last, Marks};

use crate::text::Text;
use crate::{Family, Match, Reader, Session};

/// Everything a front end shows of a match as it stands. It names places and pieces; where they
/// are on a screen is told by the [`stage`](crate::Variant::stage) of the setup.
///
/// ```
/// use play::Families;
///
/// let setup = Families::standard().setup("moulin:classique").unwrap();
/// let mut session = setup.session();
/// for played in ["d6", "a1", "f6", "a4"] {
///     session.play(played).unwrap();
/// }
/// let view = session.view();
/// let closing: Vec<_> = view.turns.iter().filter(|turn| turn.to.as_deref() == Some("b6")).collect();
/// assert_eq!(closing.len(), 2); // it closes a mill and takes a1 or a4
/// assert_eq!(closing[0].takes, ["a1"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The printed position.
    pub position: String,
    /// The side to move.
    pub turn: Side,
    /// How many moves were made.
    pub moves: u32,
    /// The legal turns in the order of their texts; none when the match is over. A front end
    /// narrows them by what a person has touched, in any order.
    pub turns: Vec<Turn>,
    /// The places the last piece leaves open, where the game has such limits and is not over.
    pub open: Option<Vec<String>>,
    /// What stands on the board.
    pub standing: Vec<Standing>,
    /// What white and black have still to place, by the letter of its kind (`None`: there is one
    /// kind).
    pub hands: [Vec<(Option<char>, u32)>; 2],
    /// The points of white and black, where the game has points.
    pub points: Option<[u32; 2]>,
    /// The lines that score so far for white and black, where the game has points.
    pub scoring: Option<[Vec<Vec<String>>; 2]>,
    /// How many pieces white and black have lost, where pieces are taken.
    pub lost: Option<[u32; 2]>,
    /// Whether white and black still have the one flight of the game, where there is such a right.
    pub flights: Option<[bool; 2]>,
    /// The last move.
    pub last: Option<Last<String>>,
    /// Mills just closed, or at the end the runs that score.
    pub lines: Vec<Vec<String>>,
    /// How the match ended, if it has.
    pub outcome: Option<Outcome>,
    /// The lines that turns close before it is known what they take; none when the match is over.
    pub closings: Vec<Closing>,
    /// What is happening, in a sentence for those who look on.
    pub sentence: Text,
    /// What the side to move can do and why, said to its player; nothing when the match is over.
    pub yours: Option<Text>,
}

/// Turns that close lines and are told by one sentence: what may be taken, what is safe, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closing {
    /// What the player who closes them is to do now.
    pub sentence: Text,
    /// How they are closed.
    pub steps: Vec<ClosingStep>,
}

/// A piece that goes somewhere and closes lines there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosingStep {
    /// Where it comes from, unless from the hand.
    pub from: Option<String>,
    /// Where it goes.
    pub to: String,
    /// The places of each line.
    pub lines: Vec<Vec<String>>,
}

/// A legal turn as what a person touches to make it; a pass is nothing but its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The printed move.
    pub text: String,
    /// The letter of the piece from the hand, where there are several kinds.
    pub kind: Option<char>,
    /// Where the piece comes from, unless from the hand.
    pub from: Option<String>,
    /// Where it goes.
    pub to: Option<String>,
    /// What it takes.
    pub takes: Vec<String>,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The name of its place.
    pub place: String,
    /// Whose it is.
    pub side: Side,
    /// The letter of its kind, where there are several.
    pub kind: Option<char>,
}

impl View {
    pub(crate) fn of<G: Family>(session: &Match<G>) -> View {
        let game = session.game();
        let position = session.position();
        let outcome = session.outcome();
        let mut turns = Vec::new();
        if outcome.is_none() {
            turns.extend(
                game.moves(position)
                    .into_iter()
                    .map(|played| game.turn_of(played)),
            );
            turns.sort_unstable_by(|a, b| a.text.cmp(&b.text));
        }
        let Marks {
            open, last, lines, ..
        } = game.marks(position, session.moves().last());
        let name = |place: &G::Place| game.place_name(*place);
        let names = |places: &Vec<G::Place>| places.iter().map(name).collect();
        View {
            position: game.position_text(position),
            turn: game.turn(position),
            moves: session.moves().count() as u32,
            turns,
            open: open.as_ref().filter(|_| outcome.is_none()).map(names),
            standing: game.standing(position),
            hands: Side::BOTH.map(|side| game.hand(position, side)),
            points: game.points(position),
            scoring: game
                .scoring(position)
                .map(|sides| sides.map(|lines| lines.iter().map(names).collect())),
            lost: game.lost(position),
            flights: game.flights(position),
            last: last.map(|last| Last {
                from: last.from.as_ref().map(name),
                to: name(&last.to),
                taken: last.taken.iter().map(name).collect(),
            }),
            lines: lines.iter().map(names).collect(),
            outcome,
            closings: match outcome {
                None => game.closings(position),
                Some(_) => Vec::new(),
            },
            sentence: session.sentence(),
            yours: match outcome {
                None => Some(game.situation(position, Reader::Mover)),
                Some(_) => None,
            },
        }
    }
}
